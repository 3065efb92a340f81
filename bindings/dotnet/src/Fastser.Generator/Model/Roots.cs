// SPDX-License-Identifier: MIT
//
// Types as roots. FormatterOf<T> knows T alone: annotations of null and options of members are not in it.
using System.Collections.Generic;
using System.Linq;

namespace Fastser.Generator.Model;

internal static class Roots
{
    /// <summary>A type without what members say of it: nothing in it is null, shared or a varint.</summary>
    public static TypeRef AsRoot(TypeRef type) => type with
    {
        MayBeNull = false,
        Varint = false,
        Share = false,
        IsBlock = false,
        Args = type.Args.Select(AsRoot).ToEquatable(),
    };

    /// <summary>All closed types that a type is made of, itself last, that need a formatter registered.</summary>
    public static IEnumerable<TypeRef> Closed(TypeRef type)
    {
        foreach (TypeRef one in type.Args)
        {
            foreach (TypeRef inner in Closed(one)) yield return inner;
        }
        bool made = type.Kind is Kind.Enum or Kind.Nullable or Kind.List or Kind.Set or Kind.Map or Kind.Grid or Kind.Tuple or Kind.Lazy;
        if (made || type.Kind is Kind.Record or Kind.Union) yield return AsRoot(type);
    }

    /// <summary>Whether only a part of the assembly can name the type.</summary>
    public static bool IsHidden(TypeRef type) => type.IsHidden || type.Args.Any(IsHidden);

    public static bool IsOpen(TypeRef type) => type.Kind == Kind.Parameter || type.Args.Any(IsOpen);
}
