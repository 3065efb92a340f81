// SPDX-License-Identifier: MIT
//
// Names of types, without assemblies: "System.Collections.Generic.List`1[App.Person]", and the types that
// they stand for: registered ones, .NET's simple types, and its collections of those.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Numerics;
using System.Reflection.Metadata;
using System.Text;

namespace Fastser.Migration;

internal static class TypeNames
{
    private static readonly Dictionary<string, Type> s_known = new[]
    {
        typeof(object), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort),
        typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal), typeof(DateTime),
        typeof(TimeSpan), typeof(DateTimeOffset), typeof(Guid), typeof(Uri), typeof(Version), typeof(BigInteger), typeof(Complex),
        typeof(StringBuilder), typeof(BitArray), typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack), typeof(SortedList),
        typeof(List<>), typeof(Dictionary<,>), typeof(HashSet<>), typeof(SortedSet<>), typeof(SortedDictionary<,>), typeof(SortedList<,>),
        typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(Collection<>), typeof(ObservableCollection<>),
        typeof(ReadOnlyCollection<>), typeof(KeyValuePair<,>), typeof(Nullable<>), typeof(DictionaryEntry),
        typeof(Tuple<>), typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>), typeof(Tuple<,,,,>),
        typeof(Tuple<,,,,,>), typeof(Tuple<,,,,,,>), typeof(Tuple<,,,,,,,>), typeof(ValueTuple<,,,,,>), typeof(ValueTuple<,,,,,,>), typeof(ValueTuple<,,,,,,,>),
        typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>), typeof(ValueTuple<,,,,>),
    }.ToDictionary(type => type.FullName!, StringComparer.Ordinal);

    internal static bool IsKnown(Type type) => s_known.ContainsKey(type.FullName ?? "");

    /// <summary>The name of a type as <see cref="Of(TypeName)"/> makes it.</summary>
    internal static string Of(Type type)
    {
        if (type.IsArray) return Of(type.GetElementType()!) + "[" + new string(',', type.GetArrayRank() - 1) + "]";
        if (!type.IsGenericType || type.IsGenericTypeDefinition) return type.FullName!;
        return type.GetGenericTypeDefinition().FullName + "[" + string.Join(",", type.GetGenericArguments().Select(Of)) + "]";
    }

    internal static string Of(TypeName name)
    {
        if (name.IsArray) return Of(name.GetElementType()) + "[" + new string(',', name.GetArrayRank() - 1) + "]";
        if (!name.IsConstructedGenericType) return name.FullName;
        return name.GetGenericTypeDefinition().FullName + "[" + string.Join(",", name.GetGenericArguments().Select(Of)) + "]";
    }

    /// <summary>The type of a name, or null. All parts of it are registered or .NET's own.</summary>
    internal static Type? Resolve(TypeName name, PayloadTypes types, int depth = 0)
    {
        if (depth > 16) return null;
        if (types.Find(Of(name)) is { } entry) return entry.Type;
        if (name.IsArray)
        {
            var element = Resolve(name.GetElementType(), types, depth + 1);
            return element == null ? null : name.IsSZArray ? element.MakeArrayType() : element.MakeArrayType(name.GetArrayRank());
        }
        if (!name.IsConstructedGenericType) return s_known.TryGetValue(name.FullName, out var known) ? known : null;
        if (!s_known.TryGetValue(name.GetGenericTypeDefinition().FullName, out var definition)) return null;
        var arguments = name.GetGenericArguments();
        var resolved = new Type[arguments.Length];
        for (var i = 0; i < resolved.Length; i++)
        {
            if (Resolve(arguments[i], types, depth + 1) is not { } argument) return null;
            resolved[i] = argument;
        }
        try
        {
            return definition.MakeGenericType(resolved);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }
}
