// SPDX-License-Identifier: MIT
//
// The comparers that collections had: .NET's default and ordinal ones, by the names of their classes. Others
// are objects like any other, of a registered class.
using System;
using System.Collections.Generic;
using System.Reflection;

namespace Fastser.Migration;

#if NET8_0_OR_GREATER
[System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("Comparers of registered types are made at run time.")]
[System.Diagnostics.CodeAnalysis.RequiresDynamicCode("Comparers of registered types are made at run time.")]
#endif
internal static class Comparers
{
    private static readonly string[] s_members = ["Comparer", "KeyComparer", "_comparer", "comparer"];

    /// <summary>What a collection has as its comparer, or null.</summary>
    internal static object? Of(ObjectNode collection)
    {
        object? comparer = null;
        foreach (var name in s_members)
            if (collection.TryGet(name, out comparer) && comparer != null) break;
        // A SortedDictionary's tree compares pairs, by the comparer of the keys.
        return comparer is ObjectNode pairs && Name(pairs) == "System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer"
            && pairs.TryGet("keyComparer", out var keys) ? keys : comparer;
    }

    internal static bool TryMake(ObjectNode node, PayloadTypes types, out object? comparer)
    {
        comparer = null;
        switch (Name(node))
        {
            case "System.Collections.Generic.GenericEqualityComparer`1":
            case "System.Collections.Generic.ObjectEqualityComparer`1":
            case "System.Collections.Generic.EnumEqualityComparer`1":
            case "System.Collections.Generic.SByteEnumEqualityComparer`1":
            case "System.Collections.Generic.ShortEnumEqualityComparer`1":
            case "System.Collections.Generic.LongEnumEqualityComparer`1":
                comparer = Default(typeof(EqualityComparer<>), node, types, false);
                return true;
            case "System.Collections.Generic.NullableEqualityComparer`1":
                comparer = Default(typeof(EqualityComparer<>), node, types, true);
                return true;
            case "System.Collections.Generic.ByteEqualityComparer":
                comparer = EqualityComparer<byte>.Default;
                return true;
            case "System.Collections.Generic.NonRandomizedStringEqualityComparer":
                comparer = EqualityComparer<string>.Default;
                return true;
            case "System.Collections.Generic.GenericComparer`1":
            case "System.Collections.Generic.ObjectComparer`1":
            case "System.Collections.Generic.EnumComparer`1":
                comparer = Default(typeof(Comparer<>), node, types, false);
                return true;
            case "System.Collections.Generic.NullableComparer`1":
                comparer = Default(typeof(Comparer<>), node, types, true);
                return true;
            case "System.Collections.Comparer":
                return true;  // the default of a collection that is given none
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

    private static string Name(ObjectNode node) => node.Type is { IsConstructedGenericType: true } type ? type.GetGenericTypeDefinition().FullName : node.FullName;

    // A class derived from Dictionary passes what it is given to Dictionary's constructor, which wants one.
    private static object? Default(Type comparers, ObjectNode node, PayloadTypes types, bool nullable)
    {
        if (node.Type is not { IsConstructedGenericType: true } type || TypeNames.Resolve(type.GetGenericArguments()[0], types) is not { } of) return null;
        if (nullable) of = typeof(Nullable<>).MakeGenericType(of);
        return comparers.MakeGenericType(of).GetProperty("Default", BindingFlags.Public | BindingFlags.Static)!.GetValue(null);
    }
}
