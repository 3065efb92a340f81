// SPDX-License-Identifier: MIT
//
// The types that payloads of old formatters may name. A name that is not here, and is none of .NET's
// own simple types and collections, is an error: nothing is found, loaded or made by a name in the data.
using System;
using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Runtime.Serialization;

namespace Fastser.Migration;

/// <summary>The types that payloads may name, with the names that they have there. Fill it, then use it.</summary>
public sealed class PayloadTypes
{
    internal sealed class Entry
    {
        internal Entry(Type type) => Type = type;
        internal Type Type { get; }
        internal Func<SerializationInfo, StreamingContext, object>? Create { get; set; }
        internal Dictionary<string, string> Renamed { get; } = new(StringComparer.Ordinal);
    }

    private readonly Dictionary<string, Entry> _entries = new(StringComparer.Ordinal);

    /// <summary>Members in a payload for which the type has no field are an error. Otherwise they are passed by.</summary>
    public bool Strict { get; set; }

    /// <summary>A class, struct or enum, whose fields are set by their names.</summary>
    /// <param name="name">Its full name in payloads, without the assembly; the default is its present name.</param>
    /// <param name="renamed">Fields that had another name: (name in payloads, name of the field or property now).</param>
    public PayloadTypes Add<T>(string? name = null, params (string Old, string New)[] renamed)
    {
        if (renamed == null) throw new ArgumentNullException(nameof(renamed));
        var entry = new Entry(typeof(T));
        foreach (var (old, now) in renamed) entry.Renamed[old] = now;
        return Add(name ?? TypeNames.Of(typeof(T)), entry);
    }

    /// <summary>A type that implements ISerializable (or did): it is made by this function.</summary>
    /// <param name="create">As <c>(info, context) => new T(info, context)</c>.</param>
    /// <param name="name">Its full name in payloads, without the assembly; the default is its present name.</param>
    public PayloadTypes AddSerializable<T>(Func<SerializationInfo, StreamingContext, T> create, string? name = null) where T : notnull
    {
        if (create == null) throw new ArgumentNullException(nameof(create));
        return Add(name ?? TypeNames.Of(typeof(T)), new Entry(typeof(T)) { Create = (info, context) => create(info, context) });
    }

    private PayloadTypes Add(string name, Entry entry)
    {
        _entries[name] = entry;
        return this;
    }

    /// <summary>The name of a type in payloads: of a registered one, or of one of .NET's own.</summary>
    internal TypeName? NameOf(Type type)
    {
        foreach (var entry in _entries)
            if (entry.Value.Type == type) return TypeName.Parse(entry.Key.AsSpan());
        return TypeNames.IsKnown(type) ? TypeName.Parse(TypeNames.Of(type).AsSpan()) : null;
    }

    internal Entry? Find(string name) => _entries.TryGetValue(name, out var entry) ? entry : null;
}
