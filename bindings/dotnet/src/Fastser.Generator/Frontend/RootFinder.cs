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
        if (context.SemanticModel.GetSymbolInfo(context.Node, stop).Symbol is not IMethodSymbol { IsGenericMethod: true } method) return ImmutableArray<TypeRef>.Empty;
        if (method.ContainingType is not { Name: "FastSerializer" or "FastserRegistry" or "SerializationWriter" or "SerializationReader" } owner
            || owner.ContainingNamespace is not { Name: "Fastser" }) return ImmutableArray<TypeRef>.Empty;
        var reader = new TypeRefReader(new ExternalTypes(context.SemanticModel.Compilation));
        ImmutableArray<TypeRef>.Builder roots = ImmutableArray.CreateBuilder<TypeRef>();
        foreach (ITypeSymbol one in method.TypeArguments)
        {
            TypeRef type = reader.Read(one.WithNullableAnnotation(NullableAnnotation.NotAnnotated));
            if (type.Kind != Kind.Unknown && IsClosed(type) && !Roots.IsHidden(type) && IsReachable(one, context.SemanticModel.Compilation)) roots.Add(Roots.AsRoot(type));
        }
        return roots.ToImmutable();
    }

    private static bool IsReachable(ITypeSymbol type, Compilation compilation) => compilation.IsSymbolAccessibleWithin(type, compilation.Assembly);

    private static bool IsClosed(TypeRef type)
    {
        if (type.Kind == Kind.Parameter) return false;
        foreach (TypeRef one in type.Args)
        {
            if (!IsClosed(one)) return false;
        }
        return true;
    }
}
