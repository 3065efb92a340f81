// SPDX-License-Identifier: MIT
//
// .NET's own collections, and classes that wrote something else than their fields: by the members that
// they wrote.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Text;

namespace Fastser.Migration;

#if NET8_0_OR_GREATER
[System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("Collections of registered types are made at run time.")]
[System.Diagnostics.CodeAnalysis.RequiresDynamicCode("Collections of registered types are made at run time.")]
#endif
internal sealed class Collections
{
    /// <summary>Adds the items, when the parts are complete.</summary>
    internal readonly Action<object, ObjectNode, GraphBuilder> Fill;

    /// <summary>The members that hold the items.</summary>
    internal readonly string[] Parts;

    /// <summary>It has a comparer, which looks into the items.</summary>
    internal readonly bool Compares;

    private Collections(bool compares, string[] parts, Action<object, ObjectNode, GraphBuilder> fill) => (Compares, Parts, Fill) = (compares, parts, fill);

    internal static object Empty(Type type) => type == typeof(BitArray) ? new BitArray(0) : Activator.CreateInstance(type)!;

    /// <summary>The node that has the members: a SortedDictionary's are those of the tree in it.</summary>
    internal static ObjectNode Source(ObjectNode node, Type type)
    {
        if (!type.IsGenericType || type.GetGenericTypeDefinition() != typeof(SortedDictionary<,>)) return node;
        return node.TryGet("_set", out var set) && set is ObjectNode tree ? tree : throw Malformed(node);
    }

    private static readonly Dictionary<Type, Collections> s_all = new()
    {
        [typeof(List<>)] = new(false, ["_items"], FillList),
        [typeof(ArrayList)] = new(false, ["_items"], FillList),
        [typeof(Dictionary<,>)] = new(true, ["KeyValuePairs"], (made, node, builder) => AddPairs((IDictionary)made, builder, node, "KeyValuePairs")),
        [typeof(SortedDictionary<,>)] = new(true, ["Items"], (made, node, builder) => AddPairs((IDictionary)made, builder, node, "Items")),
        [typeof(SortedList<,>)] = new(true, ["keys", "values"], FillSortedList),
        [typeof(SortedList)] = new(true, ["keys", "values"], FillSortedList),
        [typeof(Hashtable)] = new(true, ["Keys", "Values"], (made, node, builder) =>
        {
            Array keys = builder.Items(node, "Keys"), values = builder.Items(node, "Values");
            AddTwo((IDictionary)made, keys, values, keys.Length);
        }),
        [typeof(HashSet<>)] = new(true, ["Elements"], (made, node, builder) => AddAll(made, builder, node, "Elements", "Add")),
        [typeof(SortedSet<>)] = new(true, ["Items"], (made, node, builder) => AddAll(made, builder, node, "Items", "Add")),
        [typeof(LinkedList<>)] = new(false, ["Data"], (made, node, builder) => AddAll(made, builder, node, "Data", "AddLast")),
        [typeof(Queue<>)] = new(false, ["_array"], (made, node, builder) => Round(builder, node, made, "Enqueue")),
        [typeof(Queue)] = new(false, ["_array"], (made, node, builder) => Round(builder, node, made, "Enqueue")),
        [typeof(Stack<>)] = new(false, ["_array"], (made, node, builder) => Push(builder, node, made)),
        [typeof(Stack)] = new(false, ["_array"], (made, node, builder) => Push(builder, node, made)),
        [typeof(Collection<>)] = new(false, ["items"], (made, node, builder) => AddList((IList)made, builder, node, "items")),
        [typeof(ObservableCollection<>)] = new(false, ["items"], (made, node, builder) => AddList((IList)made, builder, node, "items")),
        [typeof(BitArray)] = new(false, ["m_array"], (made, node, builder) =>
        {
            var words = (int[])builder.Items(node, "m_array");
            var length = (int)builder.Member(node, "m_length", typeof(int))!;
            if (length < 0 || length > 32L * words.Length) throw Malformed(node);
            var bits = (BitArray)made;
            bits.Length = length;
            for (var i = 0; i < length; i++) bits[i] = (words[i >> 5] >> (i & 31) & 1) != 0;
        }),
    };

    /// <summary>How a collection is made and filled; null for a type that is none of them.</summary>
    internal static Collections? Find(Type type)
    {
        if (type.IsGenericType) type = type.GetGenericTypeDefinition();
        return s_all.TryGetValue(type, out var found) ? found : null;
    }

    private static FastserException Malformed(ObjectNode node) => new(FastserStatus.Malformed, "a " + node.FullName + " that no formatter wrote");

    private static int Size(GraphBuilder builder, ObjectNode node) => (int)builder.Member(node, "_size", typeof(int))!;

    private static void FillList(object made, ObjectNode node, GraphBuilder builder)
    {
        var items = builder.Items(node, "_items");
        var count = Size(builder, node);
        if (count < 0 || count > items.Length) throw new FastserException(FastserStatus.Malformed, "a list of more items than there are");
        for (var i = 0; i < count; i++) ((IList)made).Add(items.GetValue(i));
    }

    private static void FillSortedList(object made, ObjectNode node, GraphBuilder builder) =>
        AddTwo((IDictionary)made, builder.Items(node, "keys"), builder.Items(node, "values"), Size(builder, node));

    private static void AddTwo(IDictionary made, Array keys, Array values, int count)
    {
        if (count < 0 || count > keys.Length || count > values.Length) throw new FastserException(FastserStatus.Malformed, "a dictionary of more items than there are");
        for (var i = 0; i < count; i++) made.Add(keys.GetValue(i)!, values.GetValue(i));
    }

    // (An empty one has no pairs at all.)
    private static void AddPairs(IDictionary made, GraphBuilder builder, ObjectNode node, string name)
    {
        if (!node.TryGet(name, out var value) || value == null) return;
        var pairs = builder.Items(node, name);
        if (pairs.Length == 0) return;
        var pair = pairs.GetType().GetElementType()!;
        PropertyInfo key = pair.GetProperty("Key")!, own = pair.GetProperty("Value")!;
        foreach (var one in pairs) made.Add(key.GetValue(one)!, own.GetValue(one));
    }

    private static void AddAll(object made, GraphBuilder builder, ObjectNode node, string name, string method)
    {
        if (!node.TryGet(name, out var value) || value == null) return;
        var items = builder.Items(node, name);
        var add = made.GetType().GetMethod(method, [made.GetType().GetGenericArguments()[0]])!;
        foreach (var item in items) add.Invoke(made, [item]);
    }

    private static void AddList(IList made, GraphBuilder builder, ObjectNode node, string name)
    {
        if (builder.Member(node, name, typeof(IList)) is not IList items) throw Malformed(node);
        foreach (var item in items) made.Add(item);
    }

    private static void Round(GraphBuilder builder, ObjectNode node, object made, string method)
    {
        var items = builder.Items(node, "_array");
        var head = (int)builder.Member(node, "_head", typeof(int))!;
        var size = Size(builder, node);
        if (size < 0 || size > items.Length || head < 0 || (head >= items.Length && size != 0)) throw Malformed(node);
        var add = made.GetType().GetMethod(method)!;
        for (var i = 0; i < size; i++) add.Invoke(made, [items.GetValue((head + i) % items.Length)]);
    }

    private static void Push(GraphBuilder builder, ObjectNode node, object made)
    {
        var items = builder.Items(node, "_array");
        var size = Size(builder, node);
        if (size < 0 || size > items.Length) throw Malformed(node);
        var push = made.GetType().GetMethod("Push")!;
        for (var i = 0; i < size; i++) push.Invoke(made, [items.GetValue(i)]);
    }

    /// <summary>Classes that are made whole from what they wrote.</summary>
    internal static bool TryMakeSpecial(ObjectNode node, GraphBuilder builder, out object? value)
    {
        switch (node.FullName)
        {
            case "System.DateTimeOffset":
                var minutes = Convert.ToInt16(builder.Member(node, "OffsetMinutes", typeof(object)), System.Globalization.CultureInfo.InvariantCulture);
                var utc = (DateTime)builder.Member(node, "DateTime", typeof(DateTime))!;
                // (SOAP puts the zone of the machine that wrote it behind a time of UTC: by now the time is another one.)
                if (utc.Kind == DateTimeKind.Local) throw new FastserException(FastserStatus.TypeMismatch, "a DateTimeOffset with the time zone of another machine");
                value = new DateTimeOffset(DateTime.SpecifyKind(utc, DateTimeKind.Unspecified).AddMinutes(minutes), TimeSpan.FromMinutes(minutes));
                return true;
            case "System.DateTime":
                value = DateTime.FromBinary((long)(ulong)builder.Member(node, "dateData", typeof(ulong))!);
                return true;
            case "System.Uri":
                value = builder.OptionalMember(node, "AbsoluteUri", typeof(string)) is string { Length: > 0 } absolute ? new Uri(absolute, UriKind.Absolute)
                    : new Uri((string)builder.Member(node, "RelativeUri", typeof(string))!, UriKind.Relative);
                return true;
            case "System.Text.StringBuilder":
                value = new StringBuilder((string?)builder.Member(node, "m_StringValue", typeof(string)));
                return true;
            case "System.UnitySerializationHolder":
                // 2 is DBNull; the others are types and assemblies, which no payload may ask for.
                value = DBNull.Value;
                return (int)builder.Member(node, "UnityType", typeof(int))! == 2;
            default:
                value = null;
                return false;
        }
    }
}
