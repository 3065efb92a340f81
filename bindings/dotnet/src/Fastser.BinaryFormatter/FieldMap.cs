// SPDX-License-Identifier: MIT
//
// Which fields of a type the members of a payload go to. Formatters wrote the names of fields: private
// ones of base classes as "Base+field", those behind automatic properties as "<X>k__BackingField". A
// field may have changed in such details since, so names are compared in rounds, the strictest first:
// renamed by the program; the very name; without class and property ("<name>k__BackingField" and
// "Base+name" are "name"); without "_", "m_" and case.
//
// A field that a stricter round has given away is out of later ones. In one round a member must have one
// field, and a field one member: anything else would be a guess, and is an error. Two members that have
// the same value may share a field: formatters wrote what a base class does not keep private twice, as
// "field" and as "Base+field".
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Serialization;

namespace Fastser.Migration;

internal sealed class FieldMap
{
    private static readonly ConcurrentDictionary<Type, FieldMap> s_maps = new();

    private readonly Type _type;
    private readonly Dictionary<string, List<FieldInfo>> _exact = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<FieldInfo>> _undecorated = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<FieldInfo>> _plain = new(StringComparer.Ordinal);
    internal readonly List<MethodInfo> Deserializing = [];
    internal readonly List<MethodInfo> Deserialized = [];

    internal static FieldMap Of(Type type) => s_maps.GetOrAdd(type, static one => new FieldMap(one));

    private FieldMap(Type type)
    {
        _type = type;
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        for (var level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (var field in level.GetFields(Own))
            {
                // Of fields of one name, that of the class furthest down has it alone.
                if ((level == type || !field.IsPrivate) && !_exact.ContainsKey(field.Name)) Add(_exact, field.Name, field);
                if (level != type) _exact[level.Name + "+" + field.Name] = [field];
                Add(_undecorated, Undecorated(field.Name), field);
                Add(_plain, Plain(field.Name), field);
            }
            foreach (var method in level.GetMethods(Own))
            {
                if (method.IsDefined(typeof(OnDeserializingAttribute), false)) Deserializing.Insert(0, method);
                if (method.IsDefined(typeof(OnDeserializedAttribute), false)) Deserialized.Insert(0, method);
            }
        }
    }

    private static void Add(Dictionary<string, List<FieldInfo>> fields, string name, FieldInfo field)
    {
        if (!fields.TryGetValue(name, out var list)) fields.Add(name, list = []);
        list.Add(field);
    }

    /// <summary>The field of each member, or null for a member that has none.</summary>
    /// <param name="members">The members with their values.</param>
    /// <param name="entry">The type's registration, which may rename fields.</param>
    /// <param name="byNames">Whether the same names with other values have the same fields.</param>
    internal FieldInfo?[] Find(List<KeyValuePair<string, object?>> members, PayloadTypes.Entry? entry, out bool byNames)
    {
        var search = new Search(_type, members);
        if (entry is { Renamed.Count: not 0 }) search.Round(name => NewName(name, entry) is { } now ? Named(now) : null);
        search.Round(name => At(_exact, name));
        search.Round(name => At(_undecorated, Undecorated(name)));
        search.Round(name => At(_plain, Plain(name)));
        byNames = search.ByNames;
        return search.Found;
    }

    private static string? NewName(string name, PayloadTypes.Entry entry) =>
        entry.Renamed.TryGetValue(name, out var now) || entry.Renamed.TryGetValue(Undecorated(name), out now) ? now : null;

    private List<FieldInfo>? Named(string name) => At(_exact, name) ?? At(_undecorated, name) ?? At(_plain, Plain(name));

    private static List<FieldInfo>? At(Dictionary<string, List<FieldInfo>> fields, string name) => fields.TryGetValue(name, out var list) ? list : null;

    private sealed class Search(Type type, List<KeyValuePair<string, object?>> members)
    {
        // The fields that stricter rounds have given away.
        private readonly HashSet<FieldInfo> _taken = [];

        internal readonly FieldInfo?[] Found = new FieldInfo?[members.Count];
        internal bool ByNames = true;

        internal void Round(Func<string, List<FieldInfo>?> candidates)
        {
            var now = new Dictionary<FieldInfo, int>();
            for (var i = 0; i < members.Count; i++)
            {
                if (Found[i] != null || candidates(members[i].Key) is not { } fields) continue;
                foreach (var field in fields)
                {
                    if (_taken.Contains(field)) continue;
                    if (Found[i] is { } first) throw Ambiguous("the payload's " + members[i].Key + " may be " + Full(first) + " or " + Full(field));
                    Found[i] = field;
                }
                if (Found[i] is not { } mine) continue;
                if (!now.TryGetValue(mine, out var other)) now.Add(mine, i);
                else if (SameValue(members[i].Value, members[other].Value)) ByNames = false;
                else throw Ambiguous("the payload's " + members[other].Key + " and " + members[i].Key + " may both be " + Full(mine));
            }
            _taken.UnionWith(now.Keys);
        }

        private string Full(FieldInfo field) => "the field " + field.Name + " of " + (field.DeclaringType ?? type);

        private static bool SameValue(object? one, object? other) =>
            one is SoapText text ? other is SoapText also && text.Text == also.Text : Equals(one, other);

        private static FastserException Ambiguous(string what) => new(FastserStatus.TypeMismatch, what + ": PayloadTypes.Add can say which, as a renamed field");
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
