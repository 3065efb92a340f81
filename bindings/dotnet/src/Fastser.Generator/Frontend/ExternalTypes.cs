// SPDX-License-Identifier: MIT
//
// Types of other libraries that this assembly takes as serializable.
using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal sealed class ExternalTypes
{
    public const string Space = "Fastser.Generated";
    private readonly Dictionary<INamedTypeSymbol, AttributeData> _types = new(SymbolEqualityComparer.Default);

    public ExternalTypes(IAssemblySymbol assembly)
    {
        foreach (AttributeData one in Attributes.All(assembly, Attributes.External))
        {
            if (one.ConstructorArguments.Length != 1) continue;
            if (one.ConstructorArguments[0].Value is INamedTypeSymbol { IsUnboundGenericType: false } type) _types[type] = one;
        }
    }

    public IReadOnlyDictionary<INamedTypeSymbol, AttributeData> All => _types;

    /// <summary>The full name of the class that is made for it; null if it is not taken.</summary>
    public string? Formatter(INamedTypeSymbol type) =>
        _types.ContainsKey(type) ? "global::" + Space + "." + Names.Alone(type) : null;
}
