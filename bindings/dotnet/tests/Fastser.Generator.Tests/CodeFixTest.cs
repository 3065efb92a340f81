// SPDX-License-Identifier: MIT
//
// What an editor offers makes the complaint go away.
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using Fastser.Generator.CodeFixes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class CodeFixTest
{
    [Theory]
    [InlineData("FS001", "[FastSerializable] class Person { public int Age; }", "partial class Person")]
    [InlineData("FS001", "[FastSerializable] public sealed record Person(int Age);", "public sealed partial record Person")]
    [InlineData("FS001", "class Outer { [FastSerializable] internal partial class Person { public int Age; } }", "partial class Outer")]
    [InlineData("FS002", "[FastSerializable] partial class Person { public Action? Done; }", "[FastIgnore]")]
    [InlineData("FS002", "[FastSerializable] partial class Person {\n    // Who to tell.\n    [Obsolete] public Action? Done { get; set; }\n}", "// Who to tell.")]
    [InlineData("FS008", "[FastSerializable] partial class Person { public int Age { get; } = 3; }", "[FastIgnore]")]
    [InlineData("FS009", "[FastSerializable] partial class Person { public Person Boss { get; set; } = null!; }", "public Person? Boss")]
    [InlineData("FS011", "[FastSerializable] partial class Person { [FastMember] public static int Count; }", "public static int Count")]
    public void WhatIsOfferedHelps(string id, string source, string expected)
    {
        string before = "using System; using Fastser;\n" + source;
        Diagnostic diagnostic = Assert.Single(Compiled.Of(before).Findings, one => one.Id == id);
        string after = Fix(before, diagnostic);
        Assert.Contains(expected, after);
        Assert.Empty(Compiled.Of(after).Findings);
    }

    private static string Fix(string source, Diagnostic diagnostic)
    {
        using var workspace = new AdhocWorkspace();
        Project project = workspace.AddProject("Program", LanguageNames.CSharp);
        Document document = project.AddDocument("Program.cs", SourceText.From(source));
        document = document.Project.AddMetadataReference(MetadataReference.CreateFromFile(typeof(FastSerializableAttribute).Assembly.Location)).GetDocument(document.Id)!;
        CodeAction? action = null;
        var context = new CodeFixContext(document, diagnostic, (one, _) => action ??= one, CancellationToken.None);
        new MemberFixes().RegisterCodeFixesAsync(context).GetAwaiter().GetResult();
        Assert.NotNull(action);
        ImmutableArray<CodeActionOperation> operations = action!.GetOperationsAsync(CancellationToken.None).GetAwaiter().GetResult();
        Solution solution = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        return solution.GetDocument(document.Id)!.GetTextAsync().GetAwaiter().GetResult().ToString();
    }
}
