// SPDX-License-Identifier: MIT
//
// Which constructor makes new values: the one that says so, else the primary one, else the only one,
// else the one without parameters.
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fastser.Generator.Frontend;

internal static class ConstructorFinder
{
    /// <summary>The constructor; null of a struct means its default, of a class that none can be chosen.</summary>
    public static IMethodSymbol? Choose(INamedTypeSymbol type, bool external)
    {
        List<IMethodSymbol> all = type.InstanceConstructors.Where(one => IsUsable(one, external)).ToList();
        IMethodSymbol? told = all.FirstOrDefault(one => Attributes.Has(one, Attributes.Constructor));
        if (told is not null) return told;
        IMethodSymbol? primary = all.FirstOrDefault(IsPrimary);
        if (primary is not null) return primary;
        List<IMethodSymbol> written = all.Where(one => !one.IsImplicitlyDeclared).ToList();
        if (type.IsValueType)
        {
            // Of a struct that only its constructor can fill.
            bool closed = type.IsReadOnly && written.Count == 1 && written[0].Parameters.Length > 0;
            return closed ? written[0] : null;
        }
        if (all.Count == 1) return all[0];
        return all.FirstOrDefault(one => one.Parameters.Length == 0);
    }

    public static bool IsPrimary(IMethodSymbol constructor) =>
        constructor.Parameters.Length > 0 && constructor.DeclaringSyntaxReferences.Any(one => one.GetSyntax() is TypeDeclarationSyntax);

    /// <summary>The names of its parameters, as members are compared with them.</summary>
    public static ISet<string> ParameterNames(INamedTypeSymbol type, bool external)
    {
        ImmutableArray<IParameterSymbol> parameters = type.TypeKind is TypeKind.Class or TypeKind.Struct && Choose(type, external) is { } chosen
            ? chosen.Parameters : ImmutableArray<IParameterSymbol>.Empty;
        return new HashSet<string>(parameters.Select(one => MemberFinder.Plain(one.Name)));
    }

    private static bool IsUsable(IMethodSymbol constructor, bool external)
    {
        if (external && constructor.DeclaredAccessibility != Accessibility.Public) return false;
        // A record's copy.
        bool copies = constructor.Parameters.Length == 1
            && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, constructor.ContainingType);
        return !(copies && constructor.ContainingType.IsRecord)
            && constructor.Parameters.All(one => one.RefKind is RefKind.None or RefKind.In);
    }
}
