// SPDX-License-Identifier: MIT
//
// What SerializationInfo asks where a member is not of the type that its class asks for. Archives say what a
// value is in types that all languages have: a List<int> comes back as int[], a Dictionary<string, int> as
// Dictionary<object, object>. Here they become the list, array or dictionary that was asked for.
using System;
using System.Collections;
#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
#endif
using System.Runtime.Serialization;

namespace Fastser.Seed;

#pragma warning disable SYSLIB0050 // Old types want these.
internal sealed class MemberConverter : IFormatterConverter
{
    public static readonly MemberConverter Instance = new();

    private static readonly FormatterConverter s_simple = new();

    public object Convert(object value, Type type) => value switch
    {
        IDictionary map when IsOf(type, typeof(System.Collections.Generic.Dictionary<,>)) => ToMap(map, type),
        IList list when type.IsArray && type.GetArrayRank() == 1 => ToArray(list, type),
        IList list when IsOf(type, typeof(System.Collections.Generic.List<>)) => ToList(list, type),
        _ => s_simple.Convert(value, type),
    };

    public object Convert(object value, TypeCode typeCode) => s_simple.Convert(value, typeCode);

    public bool ToBoolean(object value) => s_simple.ToBoolean(value);

    public byte ToByte(object value) => s_simple.ToByte(value);

    public char ToChar(object value) => s_simple.ToChar(value);

    public DateTime ToDateTime(object value) => s_simple.ToDateTime(value);

    public decimal ToDecimal(object value) => s_simple.ToDecimal(value);

    public double ToDouble(object value) => s_simple.ToDouble(value);

    public short ToInt16(object value) => s_simple.ToInt16(value);

    public int ToInt32(object value) => s_simple.ToInt32(value);

    public long ToInt64(object value) => s_simple.ToInt64(value);

    public sbyte ToSByte(object value) => s_simple.ToSByte(value);

    public float ToSingle(object value) => s_simple.ToSingle(value);

    public string? ToString(object value) => s_simple.ToString(value);

    public ushort ToUInt16(object value) => s_simple.ToUInt16(value);

    public uint ToUInt32(object value) => s_simple.ToUInt32(value);

    public ulong ToUInt64(object value) => s_simple.ToUInt64(value);

    private static bool IsOf(Type type, Type generic) => type.IsGenericType && type.GetGenericTypeDefinition() == generic;

    private object? Element(object? value, Type type) => value == null || type.IsInstanceOfType(value) ? value : Convert(value, type);

#if NET8_0_OR_GREATER
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "the class that asks names the array type, so its code is there")]
#endif
    private Array ToArray(IList from, Type type)
    {
        var element = type.GetElementType()!;
        var array = Array.CreateInstance(element, from.Count);
        for (var i = 0; i < from.Count; ++i) array.SetValue(Element(from[i], element), i);
        return array;
    }

    private IList ToList(IList from, Type type)
    {
        var element = type.GetGenericArguments()[0];
        var list = (IList)New(type);
        foreach (var one in from) list.Add(Element(one, element));
        return list;
    }

    private IDictionary ToMap(IDictionary from, Type type)
    {
        var types = type.GetGenericArguments();
        var map = (IDictionary)New(type);
        foreach (DictionaryEntry one in from) map.Add(Element(one.Key, types[0])!, Element(one.Value, types[1]));
        return map;
    }

#if NET8_0_OR_GREATER
    [UnconditionalSuppressMessage(
        "Trimming", "IL2067", Justification = "a class that asks for such a list or dictionary made the one that was written")]
#endif
    private static object New(Type type) => Activator.CreateInstance(type)!;
}
#pragma warning restore SYSLIB0050
