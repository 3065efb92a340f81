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
    internal readonly Func<Type, ObjectNode, GraphBuilder, object> Make;
    internal readonly Action<object, Type, ObjectNode, GraphBuilder> Fill;

    private Collections(Func<Type, ObjectNode, GraphBuilder, object> make, Action<object, Type, ObjectNode, GraphBuilder> fill) => (Make, Fill) = (make, fill);

    private static object Empty(Type type, ObjectNode node, GraphBuilder builder) => Activator.CreateInstance(type)!;

    // With the comparer that it had, if that is one of those that are known.
    private static object WithComparer(Type type, ObjectNode node, GraphBuilder builder)
    {
        var comparer = builder.OptionalMember(node, "Comparer", typeof(object)) ?? builder.OptionalMember(node, "KeyComparer", typeof(object))
            ?? builder.OptionalMember(node, "_comparer", typeof(object)) ?? builder.OptionalMember(node, "comparer", typeof(object));
        return comparer == null ? Activator.CreateInstance(type)! : Activator.CreateInstance(type, comparer)!;
    }

    private static readonly Dictionary<Type, Collections> s_all = new()
    {
        [typeof(List<>)] = new(Empty, (made, type, node, builder) => AddSome((IList)made, builder.Items(node, "_items"), 0, Size(builder, node))),
        [typeof(ArrayList)] = new(Empty, (made, type, node, builder) => AddSome((IList)made, builder.Items(node, "_items"), 0, Size(builder, node))),
        [typeof(Dictionary<,>)] = new(WithComparer, (made, type, node, builder) => AddPairs((IDictionary)made, builder, node, "KeyValuePairs")),
        [typeof(SortedDictionary<,>)] = new(Empty, FillSortedDictionary),
        [typeof(SortedList<,>)] = new(WithComparer, (made, type, node, builder) => AddTwo((IDictionary)made, builder.Items(node, "keys"), builder.Items(node, "values"), Size(builder, node))),
        [typeof(SortedList)] = new(WithComparer, (made, type, node, builder) => AddTwo((IDictionary)made, builder.Items(node, "keys"), builder.Items(node, "values"), Size(builder, node))),
        [typeof(Hashtable)] = new(WithComparer, (made, type, node, builder) =>
        {
            Array keys = builder.Items(node, "Keys"), values = builder.Items(node, "Values");
            AddTwo((IDictionary)made, keys, values, keys.Length);
        }),
        [typeof(HashSet<>)] = new(WithComparer, (made, type, node, builder) => AddAll(made, builder, node, "Elements", "Add")),
        [typeof(SortedSet<>)] = new(WithComparer, (made, type, node, builder) => AddAll(made, builder, node, "Items", "Add")),
        [typeof(LinkedList<>)] = new(Empty, (made, type, node, builder) => AddAll(made, builder, node, "Data", "AddLast")),
        [typeof(Queue<>)] = new(Empty, (made, type, node, builder) => Round(builder, node, made, "Enqueue")),
        [typeof(Queue)] = new(Empty, (made, type, node, builder) => Round(builder, node, made, "Enqueue")),
        [typeof(Stack<>)] = new(Empty, (made, type, node, builder) => Push(builder, node, made)),
        [typeof(Stack)] = new(Empty, (made, type, node, builder) => Push(builder, node, made)),
        [typeof(Collection<>)] = new(Empty, (made, type, node, builder) => AddList((IList)made, builder, node, "items")),
        [typeof(ObservableCollection<>)] = new(Empty, (made, type, node, builder) => AddList((IList)made, builder, node, "items")),
        [typeof(BitArray)] = new((type, node, builder) => new BitArray(0), (made, type, node, builder) =>
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

    private static FastserException Malformed(ObjectNode node) => new(FastserStatus.Malformed, "a " + node.Type.FullName + " that no formatter wrote");

    private static int Size(GraphBuilder builder, ObjectNode node) => (int)builder.Member(node, "_size", typeof(int))!;

    private static void AddSome(IList list, Array items, int start, int count)
    {
        if (count < 0 || count > items.Length - start) throw new FastserException(FastserStatus.Malformed, "a list of more items than there are");
        for (var i = 0; i < count; i++) list.Add(items.GetValue(start + i));
    }

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

    private static void FillSortedDictionary(object made, Type type, ObjectNode node, GraphBuilder builder)
    {
        if (!node.TryGet("_set", out var set) || set is not ObjectNode tree) throw Malformed(node);
        AddPairs((IDictionary)made, builder, tree, "Items");
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
        IList? items = null;
        builder.Nested(() => items = builder.Member(node, name, typeof(IList)) as IList);
        if (items == null) throw Malformed(node);
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
        switch (node.Type.FullName)
        {
            case "System.DateTimeOffset":
                var minutes = Convert.ToInt16(builder.Member(node, "OffsetMinutes", typeof(object)), System.Globalization.CultureInfo.InvariantCulture);
                var utc = (DateTime)builder.Member(node, "DateTime", typeof(DateTime))!;
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

/// <summary>The comparers that collections had.</summary>
internal static class Comparers
{
    internal static bool TryMake(ObjectNode node, out object? comparer)
    {
        var name = node.Type.IsConstructedGenericType ? node.Type.GetGenericTypeDefinition().FullName : node.Type.FullName;
        comparer = null;
        switch (name)
        {
            case "System.Collections.Generic.GenericEqualityComparer`1":
            case "System.Collections.Generic.ObjectEqualityComparer`1":
            case "System.Collections.Generic.EnumEqualityComparer`1":
            case "System.Collections.Generic.ByteEqualityComparer":
            case "System.Collections.Generic.GenericComparer`1":
            case "System.Collections.Generic.ObjectComparer`1":
            case "System.Collections.Generic.NonRandomizedStringEqualityComparer":
            case "System.Collections.Comparer":
                return true;  // the default
            case "System.OrdinalComparer":
                comparer = node.TryGet("_ignoreCase", out var ignore) && ignore is true ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;
                return true;
            case "System.OrdinalCaseSensitiveComparer":
                comparer = StringComparer.Ordinal;
                return true;
            case "System.OrdinalIgnoreCaseComparer":
                comparer = StringComparer.OrdinalIgnoreCase;
                return true;
            default:
                return false;
        }
    }
}
