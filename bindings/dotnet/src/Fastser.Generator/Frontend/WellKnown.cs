// SPDX-License-Identifier: MIT
//
// The types of the framework that have a place in archives, by their full names: the table of
// docs/dotnet.md as data.
using System.Collections.Generic;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal static class WellKnown
{
    /// <summary>Types without parameters: what they are, and their bytes where those are always as many.</summary>
    private static readonly Dictionary<string, (Kind Kind, int Size, bool IsBlock)> Simple = new()
    {
        ["System.Guid"] = (Kind.Guid, 16, false),
        ["System.DateTime"] = (Kind.DateTime, 13, false),
        ["System.DateTimeOffset"] = (Kind.DateTimeOffset, 14, false),
        ["System.TimeSpan"] = (Kind.TimeSpan, 8, true),
        ["System.DateOnly"] = (Kind.DateOnly, 4, false),
        ["System.TimeOnly"] = (Kind.TimeOnly, 8, false),
        ["System.Half"] = (Kind.Half, 2, true),
        ["System.Int128"] = (Kind.Int128, 16, false),
        ["System.UInt128"] = (Kind.UInt128, 16, false),
        ["System.Numerics.Complex"] = (Kind.Complex, 16, true),
        ["System.Text.Rune"] = (Kind.Rune, 4, false),
        ["System.Collections.Specialized.BitVector32"] = (Kind.BitVector32, 4, false),
        ["System.Uri"] = (Kind.Uri, 0, false),
        ["System.Version"] = (Kind.Version, 16, false),
        ["System.Numerics.BigInteger"] = (Kind.BigInteger, 0, false),
        ["System.Collections.BitArray"] = (Kind.BitArray, 0, false),
        ["System.Text.StringBuilder"] = (Kind.StringBuilder, 0, false),
        ["System.Globalization.CultureInfo"] = (Kind.CultureInfo, 0, false),
    };

    private static readonly Dictionary<string, Kind> Collections = new()
    {
        ["System.Collections.Generic.List`1"] = Kind.List,
        ["System.Collections.Generic.IList`1"] = Kind.List,
        ["System.Collections.Generic.ICollection`1"] = Kind.List,
        ["System.Collections.Generic.IEnumerable`1"] = Kind.List,
        ["System.Collections.Generic.IReadOnlyList`1"] = Kind.List,
        ["System.Collections.Generic.IReadOnlyCollection`1"] = Kind.List,
        ["System.Collections.Generic.Queue`1"] = Kind.List,
        ["System.Collections.Generic.Stack`1"] = Kind.List,
        ["System.Collections.Generic.LinkedList`1"] = Kind.List,
        ["System.Collections.ObjectModel.Collection`1"] = Kind.List,
        ["System.Collections.ObjectModel.ObservableCollection`1"] = Kind.List,
        ["System.Collections.ObjectModel.ReadOnlyCollection`1"] = Kind.List,
        ["System.Collections.Concurrent.ConcurrentQueue`1"] = Kind.List,
        ["System.Collections.Concurrent.ConcurrentBag`1"] = Kind.List,
        ["System.Collections.Concurrent.ConcurrentStack`1"] = Kind.List,
        ["System.Collections.Immutable.ImmutableArray`1"] = Kind.List,
        ["System.Collections.Immutable.ImmutableList`1"] = Kind.List,
        ["System.Collections.Immutable.ImmutableQueue`1"] = Kind.List,
        ["System.Collections.Immutable.ImmutableStack`1"] = Kind.List,
        ["System.ArraySegment`1"] = Kind.List,
        ["System.Memory`1"] = Kind.List,
        ["System.ReadOnlyMemory`1"] = Kind.List,
        ["System.Collections.Generic.HashSet`1"] = Kind.Set,
        ["System.Collections.Generic.SortedSet`1"] = Kind.Set,
        ["System.Collections.Generic.ISet`1"] = Kind.Set,
        ["System.Collections.Generic.IReadOnlySet`1"] = Kind.Set,
        ["System.Collections.Immutable.ImmutableHashSet`1"] = Kind.Set,
        ["System.Collections.Immutable.ImmutableSortedSet`1"] = Kind.Set,
        ["System.Collections.Frozen.FrozenSet`1"] = Kind.Set,
        ["System.Collections.Generic.Dictionary`2"] = Kind.Map,
        ["System.Collections.Generic.IDictionary`2"] = Kind.Map,
        ["System.Collections.Generic.IReadOnlyDictionary`2"] = Kind.Map,
        ["System.Collections.Generic.SortedDictionary`2"] = Kind.Map,
        ["System.Collections.Generic.SortedList`2"] = Kind.Map,
        ["System.Collections.Concurrent.ConcurrentDictionary`2"] = Kind.Map,
        ["System.Collections.Immutable.ImmutableDictionary`2"] = Kind.Map,
        ["System.Collections.Immutable.ImmutableSortedDictionary`2"] = Kind.Map,
        ["System.Collections.Frozen.FrozenDictionary`2"] = Kind.Map,
        ["System.Collections.Generic.KeyValuePair`2"] = Kind.Tuple,
        ["System.Lazy`1"] = Kind.Lazy,
    };

    /// <summary>The type's full name as metadata has it, without types around it.</summary>
    public static string FullName(INamedTypeSymbol type)
    {
        INamespaceSymbol space = type.ContainingNamespace;
        return type.ContainingType is not null ? type.ContainingType.MetadataName + "+" + type.MetadataName
            : space.IsGlobalNamespace ? type.MetadataName
            : space.ToDisplayString() + "." + type.MetadataName;
    }

    public static bool IsSimple(INamedTypeSymbol type, out (Kind Kind, int Size, bool IsBlock) known) =>
        Simple.TryGetValue(FullName(type), out known);

    public static bool IsCollection(INamedTypeSymbol type, out Kind kind)
    {
        string name = FullName(type.OriginalDefinition);
        if (Collections.TryGetValue(name, out kind)) return true;
        if (type.Arity is >= 1 and <= 8 && (name.StartsWith("System.Tuple`") || name.StartsWith("System.ValueTuple`")))
        {
            kind = Kind.Tuple;
            return true;
        }
        return false;
    }

    /// <summary>The kinds of the language's own types.</summary>
    public static bool IsSpecial(SpecialType type, out Kind kind, out int size)
    {
        (kind, size) = type switch
        {
            SpecialType.System_Boolean => (Kind.Bool, 1),
            SpecialType.System_SByte => (Kind.I8, 1),
            SpecialType.System_Byte => (Kind.U8, 1),
            SpecialType.System_Int16 => (Kind.I16, 2),
            SpecialType.System_UInt16 => (Kind.U16, 2),
            SpecialType.System_Int32 => (Kind.I32, 4),
            SpecialType.System_UInt32 => (Kind.U32, 4),
            SpecialType.System_Int64 => (Kind.I64, 8),
            SpecialType.System_UInt64 => (Kind.U64, 8),
            SpecialType.System_Single => (Kind.F32, 4),
            SpecialType.System_Double => (Kind.F64, 8),
            SpecialType.System_Char => (Kind.Char, 2),
            SpecialType.System_IntPtr => (Kind.NInt, 8),
            SpecialType.System_UIntPtr => (Kind.NUInt, 8),
            SpecialType.System_Decimal => (Kind.Decimal, 16),
            SpecialType.System_DateTime => (Kind.DateTime, 13),
            SpecialType.System_String => (Kind.String, 0),
            SpecialType.System_Object => (Kind.Any, 0),
            _ => (Kind.Unknown, 0),
        };
        return kind != Kind.Unknown;
    }

    /// <summary>Whether the bytes of a C# value are those of the archive on a little-endian machine, and
    /// every pattern of bytes is a value.</summary>
    public static bool IsBlock(Kind kind) =>
        kind is >= Kind.I8 and <= Kind.F64 or Kind.Char;

    public static bool IsInteger(Kind kind) => kind is >= Kind.I8 and <= Kind.U64;
}
