// SPDX-License-Identifier: MIT
//
// How symbols are named: in generated code, in archives, and in messages.
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fastser.Generator.Frontend;

internal static class Names
{
    /// <summary>Full, with global::, special types by their keywords, no annotations of null, no names of the
    /// elements of tuples: all that makes no other type.</summary>
    private static readonly SymbolDisplayFormat s_code = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
            | SymbolDisplayMiscellaneousOptions.UseSpecialTypes
            | SymbolDisplayMiscellaneousOptions.ExpandValueTuple);

    private static readonly SymbolDisplayFormat s_message = SymbolDisplayFormat.CSharpErrorMessageFormat;

    /// <summary>The class that is made inside a type.</summary>
    public const string FormatterClass = "FastserFormatter";

    public static string Code(ITypeSymbol type) => type.ToDisplayString(s_code);

    /// <summary>An identifier as C# has to write it.</summary>
    public static string Code(string identifier) =>
        SyntaxFacts.GetKeywordKind(identifier) != SyntaxKind.None
            || SyntaxFacts.GetContextualKeywordKind(identifier) != SyntaxKind.None
            ? "@" + identifier : identifier;

    public static string Message(ISymbol symbol) => symbol.ToDisplayString(s_message);

    /// <summary>A short name for messages: without its namespace.</summary>
    public static string Short(ITypeSymbol type) =>
        type.WithNullableAnnotation(NullableAnnotation.NotAnnotated).ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);

    /// <summary>The name of a class in archives: without namespace and the types around it, arguments
    /// of a generic type as in "Pair&lt;Int32,String&gt;".</summary>
    public static string Wire(ITypeSymbol type)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return Wire(array.ElementType) + "[" + new string(',', array.Rank - 1) + "]";
            case INamedTypeSymbol named:
                foreach (AttributeData attribute in named.OriginalDefinition.GetAttributes())
                {
                    if (!Attributes.Is(attribute, Attributes.Serializable)) continue;
                    if (Attributes.Named(attribute, "Name") is string name && name.Length != 0) return name + Arguments(named);
                }
                return named.Name + Arguments(named);
            default:
                return type.Name;
        }
    }

    private static string Arguments(INamedTypeSymbol type) =>
        type.TypeArguments.Length == 0 ? "" : "<" + string.Join(",", type.TypeArguments.Select(Wire)) + ">";

    /// <summary>The class made for a type that has the attribute.</summary>
    public static string Formatter(INamedTypeSymbol type)
    {
        if (type.TypeKind != TypeKind.Interface) return Code(type) + "." + FormatterClass;
        string space = type.ContainingNamespace.IsGlobalNamespace ? "" : Space(type.ContainingNamespace) + ".";
        return "global::" + space + Alone(type);
    }

    /// <summary>The name of a formatter that stands beside the type, not in it.</summary>
    public static string Alone(INamedTypeSymbol type)
    {
        var text = new StringBuilder();
        for (INamedTypeSymbol? one = type; one is not null; one = one.ContainingType) text.Insert(0, one.Name + "_");
        text.Append(FormatterClass);
        foreach (ITypeSymbol argument in type.TypeArguments) text.Append('_').Append(Identifier(Wire(argument)));
        return text.ToString();
    }

    /// <summary>The same for an external type. All of those stand in one namespace, wherever their types are.</summary>
    public static string External(INamedTypeSymbol type) => Alone(type) + "_" + TypeModel.HashOf(Code(type));

    public static string Space(INamespaceSymbol space) =>
        space.IsGlobalNamespace ? "" : space.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat.WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted));

    /// <summary>A text as part of an identifier.</summary>
    public static string Identifier(string text)
    {
        var result = new StringBuilder(text.Length);
        foreach (char c in text) result.Append(char.IsLetterOrDigit(c) ? c : '_');
        return result.ToString();
    }

    /// <summary>The word and name by which a part of a type is declared, as "partial record struct R&lt;T&gt;".</summary>
    public static string Header(INamedTypeSymbol type)
    {
        string word = (type.TypeKind, type.IsRecord) switch
        {
            (TypeKind.Struct, true) => "record struct",
            (TypeKind.Struct, false) => "struct",
            (TypeKind.Interface, _) => "interface",
            (_, true) => "record",
            _ => "class",
        };
        string reference = type.IsRefLikeType ? "ref " : "";
        string parameters = type.TypeParameters.Length == 0 ? ""
            : "<" + string.Join(", ", type.TypeParameters.Select(p => Code(p.Name))) + ">";
        return reference + "partial " + word + " " + Code(type.Name) + parameters;
    }

    /// <summary>Whether a type is as visible as the one around it, or as the assembly.</summary>
    public static bool IsOpenToAll(INamedTypeSymbol type) =>
        type.DeclaredAccessibility is Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal;

    public static IEnumerable<INamedTypeSymbol> Around(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? one = type.ContainingType; one is not null; one = one.ContainingType) yield return one;
    }
}
