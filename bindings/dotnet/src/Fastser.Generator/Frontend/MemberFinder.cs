// SPDX-License-Identifier: MIT
//
// Which fields and properties of a type are its members, and in which order they are written.
using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fastser.Generator.Frontend;

/// <summary>A field or property that is a member.</summary>
internal sealed class Member
{
    public Member(ISymbol symbol)
    {
        Symbol = symbol;
        Type = symbol is IFieldSymbol field ? field.Type : ((IPropertySymbol)symbol).Type;
        Attribute = Attributes.Find(symbol, Attributes.Member);
        if (Attribute is null)
        {
            WireName = symbol.Name;
            return;
        }
        if (Attribute.ConstructorArguments.Length == 1 && Attribute.ConstructorArguments[0].Value is int order) Order = order;
        WireName = Attributes.Named(Attribute, "Name") as string is { Length: > 0 } name ? name : symbol.Name;
        Options = new TypeOptions(Attributes.Named(Attribute, "Varint") is true, Attributes.Named(Attribute, "Share") is true);
        Former = Attributes.Named(Attribute, "RenamedFrom") as string is { } former
            ? former.Split(',').Select(one => one.Trim()).Where(one => one.Length != 0).ToArray() : Array.Empty<string>();
    }

    public ISymbol Symbol { get; }

    public ITypeSymbol Type { get; }

    public AttributeData? Attribute { get; }

    public int Order { get; } = -1;

    public string WireName { get; }

    public TypeOptions Options { get; }

    public string[] Former { get; } = Array.Empty<string>();
}

internal static class MemberFinder
{
    /// <summary>The members that the type itself has, in the order in which they are written.</summary>
    public static IEnumerable<Member> Of(INamedTypeSymbol type, bool external)
    {
        if (!external && MemberList.Of(type) is { } listed)
        {
            return listed.Select(one => MemberList.Find(type, one.Name)).Where(one => one is not null).Select(one => new Member(one!));
        }
        ISet<string> parameters = ConstructorFinder.ParameterNames(type, external);
        List<Member> members = Candidates(type, external)
            .Where(one => external ? CanBeSetByAnybody(one, parameters) : CanBeSet(one, parameters))
            .Select(one => new Member(one))
            .ToList();
        // A stable sort: those without a place keep the order of the source, behind the others.
        return members.OrderBy(one => one.Order < 0 ? int.MaxValue : one.Order);
    }

    /// <summary>Fields and properties that hold a value of their own and are not left out, in the order of
    /// the source; those that cannot be set are among them.</summary>
    public static List<ISymbol> Candidates(INamedTypeSymbol type, bool external)
    {
        var result = new List<ISymbol>();
        foreach (ISymbol one in type.GetMembers())
        {
            if (one.IsStatic || one.IsImplicitlyDeclared && one is IFieldSymbol) continue;
            if (one is not (IFieldSymbol or IPropertySymbol) || !one.CanBeReferencedByName) continue;
            if (one is IPropertySymbol { IsIndexer: true }) continue;
            if (one is IPropertySymbol { GetMethod: null }) continue;
            if (Attributes.Has(one, Attributes.Ignore)) continue;
            bool told = !external && Attributes.Has(one, Attributes.Member);
            if (!told && one.DeclaredAccessibility != Accessibility.Public) continue;
            if (!told && one is IPropertySymbol property && !HoldsValue(property, external)) continue;
            // What it overrides is a member already, of the base class.
            if (!told && one is IPropertySymbol { IsOverride: true } over && IsMemberOfBase(over)) continue;
            if (one is IPropertySymbol { IsAbstract: true } && !told) continue;
            result.Add(one);
        }
        result.Sort(Place);
        return result;
    }

    /// <summary>The order of the source. Parts of a type in several files: by the files' names.</summary>
    public static int Place(ISymbol a, ISymbol b)
    {
        Location? x = a.Locations.FirstOrDefault(one => one.IsInSource), y = b.Locations.FirstOrDefault(one => one.IsInSource);
        if (x is null || y is null) return 0;
        int file = string.CompareOrdinal(x.SourceTree!.FilePath, y.SourceTree!.FilePath);
        return file != 0 ? file : x.SourceSpan.Start.CompareTo(y.SourceSpan.Start);
    }

    private static bool HoldsValue(IPropertySymbol property, bool external) =>
        property.SetMethod is not null || external || IsAuto(property);

    /// <summary>Whether the compiler makes the field behind a property.</summary>
    public static bool IsAuto(IPropertySymbol property) =>
        property.ContainingType.GetMembers().OfType<IFieldSymbol>()
            .Any(one => SymbolEqualityComparer.Default.Equals(one.AssociatedSymbol, property));

    /// <summary>Whether no code of the user's runs when it is read.</summary>
    public static bool IsPlain(ISymbol member) => member is IFieldSymbol
        || member is IPropertySymbol { IsVirtual: false, IsOverride: false, IsAbstract: false, ReturnsByRef: false, ReturnsByRefReadonly: false }
            property && IsAuto(property) && property.GetMethod is { } get && get.DeclaringSyntaxReferences.Length == 1
            && get.DeclaringSyntaxReferences[0].GetSyntax() is AccessorDeclarationSyntax { Body: null, ExpressionBody: null } accessor
            && accessor.Parent?.Parent is PropertyDeclarationSyntax { ExpressionBody: null } declared
            // (Of a partial one the other part has the code.)
            && !declared.Modifiers.Any(one => one.ValueText == "partial");

    /// <summary>The same, also for what a record is declared with.</summary>
    public static bool IsStored(ISymbol member) => IsPlain(member)
        || member is IPropertySymbol { IsVirtual: false, IsOverride: false, DeclaringSyntaxReferences.Length: 1 } property
            && property.DeclaringSyntaxReferences[0].GetSyntax() is ParameterSyntax;

    private static bool IsMemberOfBase(IPropertySymbol property)
    {
        for (IPropertySymbol? one = property.OverriddenProperty; one is not null; one = one.OverriddenProperty)
        {
            if (!one.IsAbstract && Attributes.MakesFormatter(one.ContainingType)) return true;
        }
        return false;
    }

    private static bool CanBeSet(ISymbol one, ISet<string> parameters) =>
        one is IFieldSymbol || one is IPropertySymbol { SetMethod: not null } || parameters.Contains(Plain(one.Name))
        || one is IPropertySymbol property && CanBeFilled(property.Type);

    private static bool CanBeSetByAnybody(ISymbol one, ISet<string> parameters) =>
        one is IFieldSymbol { IsReadOnly: false } || parameters.Contains(Plain(one.Name))
        || one is IPropertySymbol { SetMethod.DeclaredAccessibility: Accessibility.Public };

    /// <summary>Collections that an object makes itself and gives away for others to fill.</summary>
    public static bool CanBeFilled(ITypeSymbol type) =>
        type is INamedTypeSymbol { IsGenericType: true } named
        && WellKnown.FullName(named.OriginalDefinition) is "System.Collections.Generic.List`1"
            or "System.Collections.Generic.IList`1" or "System.Collections.Generic.ICollection`1"
            or "System.Collections.ObjectModel.Collection`1" or "System.Collections.ObjectModel.ObservableCollection`1"
            or "System.Collections.Generic.HashSet`1" or "System.Collections.Generic.ISet`1"
            or "System.Collections.Generic.SortedSet`1"
            or "System.Collections.Generic.Dictionary`2" or "System.Collections.Generic.IDictionary`2"
            or "System.Collections.Generic.SortedDictionary`2";

    /// <summary>A name as a parameter of a constructor may have it.</summary>
    public static string Plain(string name) => name.TrimStart('_').ToLowerInvariant();
}
