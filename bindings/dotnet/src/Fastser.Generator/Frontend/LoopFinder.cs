// SPDX-License-Identifier: MIT
//
// Whether a type leads back to itself, and how: outright, so that no value would end; through what may
// be empty, so that it nests; through classes, so that a graph may have a cycle in it.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal sealed class LoopFinder
{
    private readonly INamedTypeSymbol _type;
    private readonly ExternalTypes _externals;

    public LoopFinder(INamedTypeSymbol type, ExternalTypes externals) => (_type, _externals) = (type, externals);

    /// <summary>Whether a value can lie in a value of the same type.</summary>
    public bool HoldsItself { get; private set; }

    /// <summary>Findings; <paramref name="byConstructor"/>: an object is made when its members were read.</summary>
    public IEnumerable<Finding> Find(bool byConstructor)
    {
        if (_type.TypeKind == TypeKind.Interface) yield break;
        foreach (Member member in MembersOf(_type))
        {
            if (Outright(member) is { } held && Reaches(held, true))
            {
                HoldsItself = true;
                yield return new Finding(Rules.Endless, member.Symbol, Names.Short(_type), member.Symbol.Name, Names.Short(held), Names.Short(member.Type));
                continue;
            }
            if (!Held(member.Type).Any(one => Reaches(one, false))) continue;
            HoldsItself = true;
            if (byConstructor && _type.IsReferenceType)
            {
                yield return new Finding(Rules.ConstructorCycle, member.Symbol, Names.Short(_type), member.Symbol.Name);
            }
        }
    }

    private IEnumerable<Member> MembersOf(INamedTypeSymbol type) =>
        MemberFinder.Of(type, _externals.Formatter(type) is not null);

    private bool IsGenerated(ITypeSymbol type) =>
        type is INamedTypeSymbol named && (Attributes.MakesFormatter(named) || _externals.Formatter(named) is not null);

    // The type that a member holds and that is always there: a struct, or a class that is not nullable.
    private INamedTypeSymbol? Outright(Member member) =>
        member.Type is INamedTypeSymbol named && IsGenerated(named) && !Attributes.Has(named.OriginalDefinition, Attributes.Union)
            && (named.IsValueType || named.NullableAnnotation == NullableAnnotation.NotAnnotated) ? named : null;

    // Whether the way from a type leads to the one in question.
    private bool Reaches(INamedTypeSymbol from, bool outright)
    {
        var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        var open = new Stack<INamedTypeSymbol>();
        open.Push(from);
        while (open.Count != 0)
        {
            INamedTypeSymbol one = open.Pop();
            if (SymbolEqualityComparer.Default.Equals(one, _type) || !outright && IsBase(_type, one)) return true;
            if (!seen.Add(one) || seen.Count > 1000) continue;
            foreach (INamedTypeSymbol next in outright ? NextOutright(one) : Next(one)) open.Push(next);
        }
        return false;
    }

    private IEnumerable<INamedTypeSymbol> NextOutright(INamedTypeSymbol type)
    {
        foreach (Member member in MembersOf(type))
        {
            if (Outright(member) is { } held) yield return held;
        }
        if (type.BaseType is { } baseType && IsGenerated(baseType)) yield return baseType;
    }

    private IEnumerable<INamedTypeSymbol> Next(INamedTypeSymbol type)
    {
        foreach (INamedTypeSymbol one in Attributes.Cases(type)) yield return one;
        if (type.TypeKind == TypeKind.Interface) yield break;
        foreach (Member member in MembersOf(type))
        {
            foreach (INamedTypeSymbol held in Held(member.Type)) yield return held;
        }
        if (type.BaseType is { } baseType && IsGenerated(baseType)) yield return baseType;
    }

    // A union that a class belongs to leads to it.
    private static bool IsBase(INamedTypeSymbol type, INamedTypeSymbol union) =>
        Attributes.Cases(union).Any(one => SymbolEqualityComparer.Default.Equals(one, type));

    // The generated types that a type mentions, in whatever collections.
    private IEnumerable<INamedTypeSymbol> Held(ITypeSymbol type)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return Held(array.ElementType);
            case INamedTypeSymbol named when IsGenerated(named):
                return named.TypeArguments.SelectMany(Held).Append(named);
            case INamedTypeSymbol named:
                return named.TypeArguments.SelectMany(Held);
            default:
                return Enumerable.Empty<INamedTypeSymbol>();
        }
    }
}
