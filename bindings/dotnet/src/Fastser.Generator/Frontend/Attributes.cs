// SPDX-License-Identifier: MIT
//
// The attributes of the library: their names, and how what they say is read.
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal static class Attributes
{
    public const string Serializable = "Fastser.FastSerializableAttribute";
    public const string External = "Fastser.FastSerializableExternalAttribute";
    public const string Member = "Fastser.FastMemberAttribute";
    public const string Ignore = "Fastser.FastIgnoreAttribute";
    public const string Union = "Fastser.FastUnionAttribute";
    public const string Constructor = "Fastser.FastConstructorAttribute";
    public const string OnSerializing = "Fastser.FastOnSerializingAttribute";
    public const string OnSerialized = "Fastser.FastOnSerializedAttribute";
    public const string OnDeserializing = "Fastser.FastOnDeserializingAttribute";
    public const string OnDeserialized = "Fastser.FastOnDeserializedAttribute";

    private const int Prefix = 8; // "Fastser."

    public static bool Is(AttributeData attribute, string name) =>
        attribute.AttributeClass is { } type && name.Length == Prefix + type.Name.Length && name.EndsWith(type.Name)
        && type.ContainingNamespace is { Name: "Fastser", ContainingNamespace.IsGlobalNamespace: true };

    public static AttributeData? Find(ISymbol symbol, string name) =>
        symbol.GetAttributes().FirstOrDefault(one => Is(one, name));

    public static IEnumerable<AttributeData> All(ISymbol symbol, string name) =>
        symbol.GetAttributes().Where(one => Is(one, name));

    public static bool Has(ISymbol symbol, string name) => Find(symbol, name) is not null;

    /// <summary>Whether a method is called when its object is written or read.</summary>
    public static bool IsCallback(IMethodSymbol method) => method.GetAttributes().Any(one =>
        Is(one, OnSerializing) || Is(one, OnSerialized) || Is(one, OnDeserializing) || Is(one, OnDeserialized));

    /// <summary>What a named argument says; null where it is not there.</summary>
    public static object? Named(AttributeData attribute, string name)
    {
        foreach (KeyValuePair<string, TypedConstant> one in attribute.NamedArguments)
        {
            if (one.Key == name) return one.Value.Value;
        }
        return null;
    }

    /// <summary>The classes that a union names.</summary>
    public static IEnumerable<INamedTypeSymbol> Cases(INamedTypeSymbol union) => All(union, Union)
        .Where(one => one.ConstructorArguments.Length == 2).Select(one => one.ConstructorArguments[1].Value).OfType<INamedTypeSymbol>();

    /// <summary>Whether the generator makes a formatter for the type where it is compiled.</summary>
    public static bool MakesFormatter(INamedTypeSymbol type) =>
        Has(type.OriginalDefinition, Serializable) || Has(type.OriginalDefinition, Union);
}
