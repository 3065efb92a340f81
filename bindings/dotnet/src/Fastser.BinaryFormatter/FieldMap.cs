// SPDX-License-Identifier: MIT
//
// Which field of a type a member of a payload goes to. Formatters wrote the names of fields: private
// ones of base classes as "Base+field", those behind automatic properties as "<X>k__BackingField". A
// member is found by its very name, by the name that was registered for it, and else by what is left
// without such decorations ("<Name>k__BackingField", "_name", "m_name" and "name" are one), if that is
// one field only.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Serialization;

namespace Fastser.Migration;

internal sealed class FieldMap
{
    private static readonly ConcurrentDictionary<Type, FieldMap> s_maps = new();

    private readonly Dictionary<string, FieldInfo> _exact = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FieldInfo?> _plain = new(StringComparer.Ordinal);
    internal readonly List<MethodInfo> Deserializing = [];
    internal readonly List<MethodInfo> Deserialized = [];

    internal static FieldMap Of(Type type) => s_maps.GetOrAdd(type, static one => new FieldMap(one));

    private FieldMap(Type type)
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        for (var level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (var field in level.GetFields(Own))
            {
                if (level != type) _exact[level.Name + "+" + field.Name] = field;
                if (!_exact.ContainsKey(field.Name)) _exact.Add(field.Name, field);
                var plain = Plain(field.Name);
                _plain[plain] = _plain.ContainsKey(plain) ? null : field;
            }
            foreach (var method in level.GetMethods(Own))
            {
                if (method.IsDefined(typeof(OnDeserializingAttribute), false)) Deserializing.Insert(0, method);
                if (method.IsDefined(typeof(OnDeserializedAttribute), false)) Deserialized.Insert(0, method);
            }
        }
    }

    internal FieldInfo? Find(string name, PayloadTypes.Entry? entry)
    {
        if (entry != null && (entry.Renamed.TryGetValue(name, out var now) || entry.Renamed.TryGetValue(Undecorated(name), out now))) name = now;
        if (_exact.TryGetValue(name, out var field)) return field;
        return _plain.TryGetValue(Plain(name), out field) ? field : null;
    }

    // Without the class in front and without what the compiler puts around the name of a property.
    private static string Undecorated(string name)
    {
        var plus = name.LastIndexOf('+');
        if (plus >= 0) name = name.Substring(plus + 1);
        if (name.StartsWith("<", StringComparison.Ordinal) && name.IndexOf('>') is > 1 and var end) name = name.Substring(1, end - 1);
        return name;
    }

    private static string Plain(string name)
    {
        name = Undecorated(name);
        if (name.StartsWith("m_", StringComparison.Ordinal)) name = name.Substring(2);
        return name.TrimStart('_').ToUpperInvariant();
    }
}
