// SPDX-License-Identifier: MIT
//
// What generated code calls where something is wrong, or once for each type.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Fastser.Runtime;

/// <summary>What generated code calls where something is wrong, or once for each type.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class Generated
{
    /// <summary>An object of a class that derives from the one that is written would lose its own members.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void FailDerived(object value, Type type) => throw new FastserException(FastserStatus.Usage,
        "a value of " + value.GetType() + " where " + type + " is declared: its own members would be lost; make "
        + "the declared type abstract and name the classes at it by [FastUnion]");

    /// <summary>An object of a class that its union does not name.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void FailUnion(object value, Type type) => throw new FastserException(FastserStatus.UnknownClass,
        "a value of " + value.GetType() + ", which " + type + " does not name by [FastUnion]");

    /// <summary>An object that its constructor makes of its members, before they are known.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object FailMake(Type type) => throw new MadeTooEarlyException(
        "an object of " + type + ", which its constructor creates, is nested so deep that its members come later: "
        + "give it members that can be set, or let FastserEngine.Auto read it");

    // A collection that its object should have made, so that it can be filled.
    private static void FailFill(string className, string memberName) => throw new FastserException(FastserStatus.Usage,
        className + "." + memberName + " has no setter, and a new object leaves it null");

    /// <summary>Fills the map of a member without a setter, whose comparer may hold more keys for equal than the
    /// format does.</summary>
    internal static void FillMap<TKey, TValue>(IDictionary<TKey, TValue> into,
        IEnumerable<KeyValuePair<TKey, TValue>> from, string className, string memberName)
    {
        if (!Empty(into, from, className, memberName)) return;
        foreach (var one in from)
        {
            if (into.ContainsKey(one.Key)) FailTwice(className, memberName, "a key twice");
            into.Add(one);
        }
    }

    /// <summary>The same of a list or set.</summary>
    internal static void FillList<T>(ICollection<T> into, IEnumerable<T> from, string className, string memberName)
    {
        if (!Empty(into, from, className, memberName)) return;
        foreach (var one in from)
        {
            if (into is not ISet<T> set) into.Add(one);
            else if (!set.Add(one)) FailTwice(className, memberName, "an element twice");
        }
    }

    // False: there is nothing to fill it with, nor to fill.
    private static bool Empty<T>(ICollection<T>? into, IEnumerable<T>? from, string className, string memberName)
    {
        if (into == null && from == null) return false;
        if (into == null) FailFill(className, memberName);
        if (from == null)
        {
            throw new FastserException(FastserStatus.Usage, className + "." + memberName
                + " has no setter, and is null in the bytes, where a new object has a collection");
        }
        if (into!.IsReadOnly)
        {
            throw new FastserException(FastserStatus.Usage,
                className + "." + memberName + " has no setter, and its collection is read-only");
        }
        into.Clear();
        return true;
    }

    private static void FailTwice(string className, string memberName, string what) => throw new FastserException(
        FastserStatus.Malformed, what + " in " + className + "." + memberName + ", by the comparer that its collection has");

    /// <summary>Writes a member whose formatter alone knows whether it is one level deeper.</summary>
    public static void WriteField<T>(ref ArchiveWriter writer, Formatter<T> formatter, T value)
    {
        var counts = formatter.Type.CountsInField(writer.References);
        if (counts) writer.Enter();
        formatter.Write(ref writer, value);
        if (counts) writer.Leave();
    }

    /// <summary>Reads a member whose formatter alone knows whether it is one level deeper.</summary>
    public static T ReadField<T>(ref ArchiveReader reader, Formatter<T> formatter)
    {
        var counts = formatter.Type.CountsInField(reader.References);
        if (counts) reader.Enter();
        var value = formatter.Read(ref reader);
        if (counts) reader.Leave();
        return value;
    }

    /// <summary>Bytes of a string, if it is ASCII; see <see cref="Formatter{T}.SizeAtOnce"/>.</summary>
    public static long SizeOf(string? value) => value == null ? 0 : value.Length + Wire.VarintSize((ulong)value.Length);

    /// <summary>The name of a type in the name of a generic class: "Int32", "List&lt;String&gt;".</summary>
    public static string NameOf<T>()
    {
        var text = new StringBuilder();
        Append(text, typeof(T));
        return text.ToString();
    }

    private static void Append(StringBuilder text, Type type)
    {
        if (type.IsArray)
        {
            Append(text, type.GetElementType()!);
            text.Append('[').Append(',', type.GetArrayRank() - 1).Append(']');
            return;
        }
        var name = type.GetCustomAttribute<FastSerializableAttribute>(false)?.Name;
        if (string.IsNullOrEmpty(name))
        {
            var end = type.Name.IndexOf('`');
            name = end < 0 ? type.Name : type.Name.Substring(0, end);
        }
        text.Append(name);
        var arguments = type.GenericTypeArguments;
        for (var i = 0; i < arguments.Length; ++i)
        {
            text.Append(i == 0 ? '<' : ',');
            Append(text, arguments[i]);
        }
        if (arguments.Length != 0) text.Append('>');
    }
}
