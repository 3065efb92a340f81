// SPDX-License-Identifier: MIT
//
// Objects from nodes: what is made of each node when it is entered, what it leads to, and what is left to do
// when all of that is there.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.Serialization;

namespace Fastser.Migration;

internal sealed partial class GraphBuilder
{
    private static readonly StreamingContext s_context = MakeContext();

    private readonly Dictionary<(Type, PayloadTypes.Entry?), (List<KeyValuePair<string, object?>> Members, FieldInfo?[] Fields)> _fields = [];

#pragma warning disable SYSLIB0050, SYSLIB0051 // Old types want these.
    private static StreamingContext MakeContext() => new(StreamingContextStates.Persistence);
    private static SerializationInfo MakeInfo(Type type) => new(type, new FormatterConverter());
    private static object? RealObject(object value) => value is IObjectReference reference ? reference.GetRealObject(s_context) : value;
    private static bool IsReference(object value) => value is IObjectReference;
#if NET8_0_OR_GREATER
    private static object Empty(Type type) => System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(type);
#else
    private static object Empty(Type type) => FormatterServices.GetUninitializedObject(type);
#endif
#pragma warning restore SYSLIB0050, SYSLIB0051

    private static FastserException Unknown(string name) => new(FastserStatus.UnknownClass,
        "the type " + name + " is not registered (PayloadTypes.Add)");

    // ---- arrays

    private void OpenArray(ArrayNode node)
    {
        if (node.Unread || TypeNames.Resolve(node.Type!, _types) is not { } element)
            throw Unknown(node.FullName + "[" + new string(',', node.Lengths.Length - 1) + "]");
        var array = Array.CreateInstance(element, node.Lengths);
        node.Work.PartType = element;
        node.Work.SetValue(array, _ready);
        var index = new int[node.Lengths.Length];
        foreach (var item in node.Items)
        {
            if (item is PayloadNode { Work.HasValue: false })
            {
                var at = (int[])index.Clone();
                Give(item, element, value => array.SetValue(value, at), node);
            }
            else if (item != null)
            {
                array.SetValue(Values.Fit(Simple(item, element), element), index);
            }
            for (var i = index.Length - 1; i >= 0 && ++index[i] == node.Lengths[i]; i--) index[i] = 0;
        }
    }

    // ---- objects

    private void OpenObject(ObjectNode node, Type target)
    {
        node.Type ??= _types.NameOf(Nullable.GetUnderlyingType(target) ?? target)
            ?? throw new FastserException(FastserStatus.Malformed, "an element of no type for a " + target);
        var entry = _types.Find(TypeNames.Of(node.Type));
        if (entry?.Create != null)
        {
            OpenSerializable(node, entry);
            return;
        }
        var type = entry?.Type;
        if (type == null)
        {
            // An enum that is not registered is known by the field that it goes to.
            var wanted = Nullable.GetUnderlyingType(target) ?? target;
            if (wanted.IsEnum && node.Members.Count == 1 && node.TryGet("value__", out _)) type = wanted;
            else if (Comparers.TryMake(node, _types, out var made) || Collections.TryMakeSpecial(node, this, out made))
            {
                node.Work.SetValue(made, _ready);
                return;
            }
        }
        if (type == null)
        {
            type = TypeNames.Resolve(node.Type, _types) ?? throw Unknown(node.FullName);
            if (type.IsInterface || type.IsAbstract || type == typeof(object) && node.Members.Count != 0) throw Unknown(node.FullName);
            if (Collections.Find(type) is { } collection)
            {
                OpenCollection(node, type, collection);
                return;
            }
        }
        if (type.IsEnum) node.Work.SetValue(EnumOf(node, type), _ready);
        else OpenFields(node, type, entry);
    }

    private static object? EnumOf(ObjectNode node, Type type)
    {
        if (!node.TryGet("value__", out var value)) return Enum.ToObject(type, 0);
        // (SOAP has the name instead of the number.)
        return Values.Fit(value is SoapText ? Simple(value, type) : Simple(value, Enum.GetUnderlyingType(type)), type);
    }

    private void OpenFields(ObjectNode node, Type type, PayloadTypes.Entry? entry)
    {
        if (type.IsAbstract || type.IsArray || type == typeof(string) || typeof(Delegate).IsAssignableFrom(type)) throw Unknown(node.FullName);
        for (var level = type.BaseType; level != null; level = level.BaseType)
        {
            // Such a class wrote no fields, and its members would be passed by.
            if (typeof(ISerializable).IsAssignableFrom(level) && Collections.Find(level) != null)
                throw new FastserException(FastserStatus.TypeMismatch, type + " derives from " + level + ", which is read by its constructor: register it with AddSerializable");
        }
        var empty = Empty(type);
        Call(FieldMap.Of(type).Deserializing, empty);
        if (entry != null) _made.Add(empty);
        var work = node.Work;
        if (IsReference(empty))
        {
            work.Turn = Turn.Create;
            work.Last = () => work.SetValue(RealObject(empty), _ready);
        }
        else if (type.IsValueType)
        {
            // It is copied to where it goes, so not before its fields are set.
            work.Last = () => work.SetValue(empty, _ready);
        }
        else
        {
            work.SetValue(empty, _ready);
        }
        var fields = FieldsOf(node, type, entry);
        work.Parts = [];
        for (var i = 0; i < fields.Length; i++)
        {
            if (fields[i] is not { } field) continue;
            var (name, value) = (node.Members[i].Key, node.Members[i].Value);
            if (value is PayloadNode part) work.Parts.Add((part, field.FieldType));
            Give(value, field.FieldType, made => field.SetValue(empty, made), node, name);
        }
    }

    private FieldInfo?[] FieldsOf(ObjectNode node, Type type, PayloadTypes.Entry? entry)
    {
        // Objects of one class have the same members, one after the other.
        if (_fields.TryGetValue((type, entry), out var last) && SameNames(last.Members, node.Members)) return last.Fields;
        var fields = FieldMap.Of(type).Find(node.Members, entry, out var byNames);
        for (var i = 0; _types.Strict && i < fields.Length; i++)
        {
            if (fields[i] == null)
                throw new FastserException(FastserStatus.TypeMismatch, node.FullName + " has no field for the payload's " + node.Members[i].Key);
        }
        if (byNames) _fields[(type, entry)] = (node.Members, fields);
        return fields;
    }

    private static bool SameNames(List<KeyValuePair<string, object?>> one, List<KeyValuePair<string, object?>> other)
    {
        if (one.Count != other.Count) return false;
        for (var i = 0; i < one.Count; i++)
            if (one[i].Key != other[i].Key) return false;
        return true;
    }

    private void OpenSerializable(ObjectNode node, PayloadTypes.Entry entry)
    {
        var work = node.Work;
        var place = _made.Count;
        _made.Add(null);
        work.Parts = [];
        foreach (var member in node.Members)
        {
            if (member.Value is not PayloadNode part) continue;
            work.Parts.Add((part, typeof(object)));
            Give(part, typeof(object), static _ => { }, node);
        }
        work.Turn = Turn.Create;
        work.Last = () =>
        {
            var info = MakeInfo(entry.Type);
            foreach (var member in node.Members)
            {
                var value = Simple(member.Value, typeof(object));
                info.AddValue(member.Key, value, value?.GetType() ?? typeof(object));
            }
            var made = entry.Create!(info, s_context);
            _made[place] = made;
            work.SetValue(RealObject(made), _ready);
        };
    }

    // ---- collections

    private void OpenCollection(ObjectNode node, Type type, Collections collection)
    {
        var work = node.Work;
        var source = Collections.Source(node, type);
        work.Parts = [];
        work.Turn = collection.Compares ? Turn.Hash : Turn.Fill;
        object? made = null;
        var given = collection.Compares ? Comparers.Of(source) : null;
        if (given is PayloadNode comparing) work.Parts.Add((comparing, typeof(object)));
        Give(given, typeof(object), comparer =>
        {
            made = comparer == null ? Collections.Empty(type) : Activator.CreateInstance(type, comparer);
            work.SetValue(made, _ready);
        }, node);
        foreach (var name in collection.Parts)
        {
            if (!source.TryGet(name, out var value) || value is not PayloadNode part) continue;
            work.Parts.Add((part, typeof(IEnumerable)));
            if (part.Work.IsComplete) continue;
            work.Missing++;
            part.Work.WhenComplete(() => OneLess(work));
        }
        work.Last = () => collection.Fill(made!, source, this);
    }

    internal object? Member(ObjectNode node, string name, Type type) =>
        node.TryGet(name, out var value) ? Values.Fit(Simple(value, type), type)
        : throw new FastserException(FastserStatus.Malformed, node.FullName + " without its " + name);

    internal object? OptionalMember(ObjectNode node, string name, Type type) => node.TryGet(name, out var value) ? Values.Fit(Simple(value, type), type) : null;

    /// <summary>An array of a collection's, filled in.</summary>
    internal Array Items(ObjectNode node, string name) =>
        Member(node, name, typeof(Array)) as Array ?? throw new FastserException(FastserStatus.Malformed, node.FullName + " without its items");
}
