// SPDX-License-Identifier: MIT
//
// What an editor offers where a serializable type is wrong: the word, attribute or annotation that is
// missing or too much.
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Fastser.Generator.CodeFixes;

/// <summary>Adds what is missing to serializable types and their members.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp), Shared]
public sealed class MemberFixes : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        ImmutableArray.Create("FS001", "FS002", "FS008", "FS009", "FS011");

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root is null) return;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            SyntaxNode node = root.FindToken(diagnostic.Location.SourceSpan.Start).Parent!;
            (string Title, SyntaxNode? New, SyntaxNode? Old) fix = diagnostic.Id switch
            {
                "FS001" => Partial(node),
                "FS009" => Nullable(node),
                "FS011" => WithoutMember(node),
                _ => Ignored(node),
            };
            if (fix.Old is null || fix.New is null) continue;
            context.RegisterCodeFix(CodeAction.Create(fix.Title,
                _ => Task.FromResult(context.Document.WithSyntaxRoot(root.ReplaceNode(fix.Old, fix.New))), diagnostic.Id + fix.Title), diagnostic);
        }
    }

    private static (string, SyntaxNode?, SyntaxNode?) Partial(SyntaxNode node)
    {
        TypeDeclarationSyntax? type = node.FirstAncestorOrSelf<TypeDeclarationSyntax>();
        if (type is null) return default;
        SyntaxToken word = SyntaxFactory.Token(SyntaxKind.PartialKeyword).WithTrailingTrivia(SyntaxFactory.Space);
        TypeDeclarationSyntax result = type.Modifiers.Count != 0 ? type.AddModifiers(word)
            : type.WithKeyword(type.Keyword.WithLeadingTrivia()).WithModifiers(
                SyntaxFactory.TokenList(word.WithLeadingTrivia(type.Keyword.LeadingTrivia)));
        return ("Make '" + type.Identifier.ValueText + "' partial", result, type);
    }

    private static (string, SyntaxNode?, SyntaxNode?) Ignored(SyntaxNode node)
    {
        AttributeListSyntax list = SyntaxFactory.AttributeList(SyntaxFactory.SingletonSeparatedList(
            SyntaxFactory.Attribute(SyntaxFactory.ParseName(Qualifier(node) + "FastIgnore"))));
        if (node.FirstAncestorOrSelf<ParameterSyntax>() is { } parameter)
        {
            AttributeListSyntax onProperty = list.WithTarget(SyntaxFactory.AttributeTargetSpecifier(SyntaxFactory.Token(SyntaxKind.PropertyKeyword)));
            return ("Leave it out by [FastIgnore]", parameter.AddAttributeLists(onProperty.WithTrailingTrivia(SyntaxFactory.Space)), parameter);
        }
        MemberDeclarationSyntax? member = node.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        if (member is not (FieldDeclarationSyntax or PropertyDeclarationSyntax)) return default;
        SyntaxTriviaList leading = member.GetLeadingTrivia();
        MemberDeclarationSyntax result = member.WithLeadingTrivia()
            .WithAttributeLists(member.AttributeLists.Count == 0 ? default : member.WithLeadingTrivia().AttributeLists)
            .AddAttributeLists(list.WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed))
            .WithLeadingTrivia(leading).WithAdditionalAnnotations(Formatter.Annotation);
        return ("Leave it out by [FastIgnore]", result, member);
    }

    // What the attribute of the type has before its name.
    private static string Qualifier(SyntaxNode node)
    {
        string? name = node.AncestorsAndSelf().OfType<TypeDeclarationSyntax>().SelectMany(one => one.AttributeLists)
            .SelectMany(one => one.Attributes).Select(one => one.Name.ToString()).FirstOrDefault(one => one.Contains("FastSerializable"));
        return name is null ? "" : name.Substring(0, name.IndexOf("FastSerializable", System.StringComparison.Ordinal));
    }

    private static (string, SyntaxNode?, SyntaxNode?) Nullable(SyntaxNode node)
    {
        TypeSyntax? type = node.FirstAncestorOrSelf<ParameterSyntax>()?.Type
            ?? node.FirstAncestorOrSelf<PropertyDeclarationSyntax>()?.Type
            ?? node.FirstAncestorOrSelf<FieldDeclarationSyntax>()?.Declaration.Type;
        if (type is null or NullableTypeSyntax) return default;
        return ("Make it nullable", SyntaxFactory.NullableType(type.WithoutTrailingTrivia()).WithTrailingTrivia(type.GetTrailingTrivia()), type);
    }

    private static (string, SyntaxNode?, SyntaxNode?) WithoutMember(SyntaxNode node)
    {
        MemberDeclarationSyntax? member = node.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        AttributeSyntax? attribute = member?.AttributeLists.SelectMany(one => one.Attributes)
            .FirstOrDefault(one => one.Name.ToString().Contains("FastMember"));
        if (member is null || attribute?.Parent is not AttributeListSyntax list) return default;
        MemberDeclarationSyntax? result = list.Attributes.Count == 1
            ? member.RemoveNode(list, SyntaxRemoveOptions.KeepLeadingTrivia)
            : member.RemoveNode(attribute, SyntaxRemoveOptions.KeepNoTrivia);
        return ("Remove [FastMember]", result, member);
    }
}
