// SPDX-License-Identifier: MIT
//
// Types of other libraries that this assembly takes as serializable, and those that the library at hand
// has formatters for: that for .NET Standard lacks some that the program's framework may have.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal sealed class ExternalTypes
{
    public const string Space = "Fastser.Generated";
    private const string Formatters = "Fastser.Formatters.";
    private readonly Dictionary<INamedTypeSymbol, AttributeData> _types = new(SymbolEqualityComparer.Default);
    private readonly IAssemblySymbol? _library;

    public ExternalTypes(IAssemblySymbol assembly)
    {
        _library = assembly.Modules.FirstOrDefault()?.ReferencedAssemblySymbols.FirstOrDefault(one => one.Name == "Fastser");
        foreach (AttributeData one in Attributes.All(assembly, Attributes.External))
        {
            if (one.ConstructorArguments.Length != 1) continue;
            if (one.ConstructorArguments[0].Value is INamedTypeSymbol { IsUnboundGenericType: false } type) _types[type] = one;
        }
    }

    public IReadOnlyDictionary<INamedTypeSymbol, AttributeData> All => _types;

    /// <summary>Whether the library has no formatter for a type of the framework.</summary>
    public bool Lacks(Kind kind) => _library is not null && _library.GetTypeByMetadataName(Formatters + kind + "Formatter") is null;

    /// <summary>Whether the library has no formatter for a collection of the framework.</summary>
    public bool Lacks(Kind kind, string form)
    {
        string all = kind switch { Kind.List => "Collection", Kind.Set => "Set", Kind.Map => "Map", _ => "" };
        if (_library is null || all.Length == 0) return false;
        if (_library.GetTypeByMetadataName(Formatters + all + "Formatters") is { } factory && !factory.GetMembers(form).IsEmpty) return false;
        return _library.GetTypeByMetadataName(Formatters + form + "Formatter`" + (kind == Kind.Map ? 2 : 1)) is null;
    }

    /// <summary>The full name of the class that is made for it; null if it is not taken.</summary>
    public string? Formatter(INamedTypeSymbol type) =>
        _types.ContainsKey(type) ? "global::" + Space + "." + Names.External(type) : null;
}
