// SPDX-License-Identifier: MIT
//
// Properties of sets, tables, columns and relations, by name: those that are not as usual, and the program's own.
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;

namespace Fastser.Seed;

/// <summary>What is not as it usually is.</summary>
internal sealed class Properties
{
    private readonly Dictionary<string, object?> _values = new(StringComparer.Ordinal);

    internal void Add<T>(string name, T value, T usual)
    {
        if (!EqualityComparer<T>.Default.Equals(value, usual)) _values[name] = value;
    }

    internal void AddExtended(PropertyCollection properties)
    {
        if (properties.Count != 0) _values["extended"] = properties;
    }

    internal void Write(SerializationWriter writer)
    {
        writer.BeginItems(_values.Count);
        foreach (var pair in _values)
        {
            writer.Text(pair.Key);
            writer.AnyValue(pair.Value);
        }
        writer.EndCollection();
    }

    internal static Properties Read(SerializationReader reader)
    {
        var properties = new Properties();
        var count = reader.Count(SeedType.String, SeedType.Any);
        reader.Charge(64L * count);
        reader.Enter();
        for (var i = 0; i < count; i++)
        {
            var name = reader.Text();
            properties._values[name] = reader.AnyValue();
        }
        reader.Leave();
        return properties;
    }

    internal T Get<T>(string name, T usual) => _values.TryGetValue(name, out var value) ? (T)value! : usual;

    internal void GetExtended(PropertyCollection properties)
    {
        if (!_values.TryGetValue("extended", out var extended)) return;
        foreach (var pair in (Dictionary<object, object?>)extended!) properties[pair.Key] = pair.Value;
    }

    internal static CultureInfo Culture(string name)
    {
        if (name.Length > 85) throw new ArgumentException("not the name of a culture");
        return CultureInfo.GetCultureInfo(name);
    }
}
