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
    private readonly Refusals? _refusals;

    public ExternalTypes(Compilation compilation) : this(compilation.Assembly, Refusals.Of(compilation)) { }

    private ExternalTypes(IAssemblySymbol assembly, Refusals? refusals)
    {
        _refusals = refusals;
        _library = assembly.Modules.FirstOrDefault()?.ReferencedAssemblySymbols.FirstOrDefault(one => one.Name == "Fastser");
        foreach (AttributeData one in Attributes.All(assembly, Attributes.External))
        {
            if (Of(one) is { } type && Problem(one) is null) _types[type] = one;
        }
    }

    /// <summary>For whoever finds out what is refused: types are taken as if all others were in order.</summary>
    public static ExternalTypes WithoutRefusals(Compilation compilation) => new(compilation.Assembly, null);

    /// <summary>Whether a type that should have a formatter has none.</summary>
    public bool IsRefused(INamedTypeSymbol type) => _refusals is not null && _refusals.Contains(type);

    /// <summary>The type that an attribute of the assembly names; null if it is no class, struct, enum or the like.</summary>
    public static INamedTypeSymbol? Of(AttributeData attribute) => attribute.ConstructorArguments.FirstOrDefault().Value as INamedTypeSymbol;

    /// <summary>What is wrong with a type as an external one, and what helps; null where nothing is.</summary>
    public static (string Name, string Problem, string Remedy)? Problem(AttributeData attribute) =>
        attribute.ConstructorArguments.FirstOrDefault().Value switch
        {
            INamedTypeSymbol { IsUnboundGenericType: true } open =>
                (Names.Short(open), "is an open generic type", "name the closed types that are used"),
            INamedTypeSymbol { TypeKind: TypeKind.Error } => null,
            INamedTypeSymbol own when Attributes.MakesFormatter(own) =>
                (Names.Short(own), "has [FastSerializable] itself", "remove the attribute of the assembly"),
            INamedTypeSymbol { TypeKind: not (TypeKind.Class or TypeKind.Struct) } other =>
                (Names.Short(other), "is no class and no struct", "name the types that it holds"),
            INamedTypeSymbol known when WellKnown.IsSimple(known, out _) || WellKnown.IsCollection(known, out _)
                    || known.SpecialType != SpecialType.None =>
                (Names.Short(known), "is serializable as it is", "remove the attribute"),
            INamedTypeSymbol => null,
            ITypeSymbol other => (Names.Short(other), "is no class and no struct", "name the types that it holds"),
            _ => null,
        };

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
