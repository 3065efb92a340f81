// SPDX-License-Identifier: MIT
//
// The types that calls name: FastSerializer.Serialize(list), Deserialize<Dictionary<string, int>>(...),
// registry.Add<T>(). What they name is registered, whether a member has it or not.
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fastser.Generator.Frontend;

internal static class RootFinder
{
    /// <summary>A quick look at the syntax: a call of something of that name.</summary>
    public static bool IsCandidate(SyntaxNode node, CancellationToken stop)
    {
        if (node is not InvocationExpressionSyntax call) return false;
        SimpleNameSyntax? name = call.Expression switch
        {
            MemberAccessExpressionSyntax member => member.Name,
            SimpleNameSyntax simple => simple,
            _ => null,
        };
        string text = name?.Identifier.ValueText ?? "";
        return text.StartsWith("Serialize") || text.StartsWith("Deserialize") || text is "Populate" or "Clone" or "ToJson" or "Add" or "Register";
    }

    public static ImmutableArray<TypeRef> Read(GeneratorSyntaxContext context, CancellationToken stop)
    {
        if (Language.IsTooOld(context.SemanticModel.Compilation)) return ImmutableArray<TypeRef>.Empty;
        if (context.SemanticModel.GetSymbolInfo(context.Node, stop).Symbol is not IMethodSymbol method || !TakesRoots(method)) return ImmutableArray<TypeRef>.Empty;
        var reader = new TypeRefReader(new ExternalTypes(context.SemanticModel.Compilation));
        ImmutableArray<TypeRef>.Builder roots = ImmutableArray.CreateBuilder<TypeRef>();
        foreach (ITypeSymbol one in method.TypeArguments)
        {
            TypeRef type = Read(reader, one);
            if (type.Kind != Kind.Unknown && IsClosed(type) && CanRegister(type, one, context.SemanticModel.Compilation)) roots.Add(Roots.AsRoot(type));
        }
        return roots.ToImmutable();
    }

    /// <summary>Whether the type arguments of a method are types of values that it writes or reads.</summary>
    public static bool TakesRoots(IMethodSymbol method) =>
        method is { IsGenericMethod: true, ContainingType: { Name: "FastSerializer" or "FastserRegistry" or "SerializationWriter" or "SerializationReader" } owner }
        && owner.ContainingNamespace is { Name: "Fastser", ContainingNamespace.IsGlobalNamespace: true };

    public static TypeRef Read(TypeRefReader reader, ITypeSymbol type) => reader.Read(type.WithNullableAnnotation(NullableAnnotation.NotAnnotated));

    /// <summary>Whether the method that registers all types can name it.</summary>
    public static bool CanRegister(TypeRef type, ITypeSymbol symbol, Compilation compilation) =>
        !Roots.IsHidden(type) && compilation.IsSymbolAccessibleWithin(symbol, compilation.Assembly);

    public static bool IsClosed(TypeRef type)
    {
        if (type.Kind == Kind.Parameter) return false;
        foreach (TypeRef one in type.Args)
        {
            if (!IsClosed(one)) return false;
        }
        return true;
    }
}
