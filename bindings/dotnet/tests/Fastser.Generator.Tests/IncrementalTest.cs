// SPDX-License-Identifier: MIT
//
// An edit runs again only what it changed.
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class IncrementalTest
{
    private const string Source = """
        using System.Collections.Generic;
        using Fastser;
        [assembly: FastSerializableExternal(typeof(Plain))]
        public class Plain { public int A { get; set; } }
        [FastSerializable] public partial class Person { public int Age; public List<Person>? Friends; public Plain? Plain; }
        [FastSerializable] public partial struct Point { public int X, Y; }
        [FastUnion(0, typeof(Cat))] public interface IAnimal { }
        [FastSerializable] public partial class Cat : IAnimal { public string Name = ""; }
        public static class Calls { public static byte[] Call(Dictionary<string, int> map) => FastSerializer.Serialize(map); }
        """;

    private static (Dictionary<string, IncrementalStepRunReason[]> Steps, IncrementalStepRunReason[] Outputs) Edit(string addition, string? replaced = null, string? by = null)
    {
        Compiled first = Compiled.Of(Source);
        CSharpParseOptions parse = (CSharpParseOptions)first.Input.SyntaxTrees[0].Options;
        CSharpCompilation edited = first.Input.AddSyntaxTrees(CSharpSyntaxTree.ParseText(addition, parse, "Other.cs"));
        if (replaced is not null)
        {
            edited = edited.ReplaceSyntaxTree(first.Input.SyntaxTrees[0],
                CSharpSyntaxTree.ParseText(Source.Replace(replaced, by), parse, "Program.cs", System.Text.Encoding.UTF8));
        }
        GeneratorRunResult result = first.Driver.RunGenerators(edited).GetRunResult().Results.Single();
        return (
            result.TrackedSteps.ToDictionary(one => one.Key, one => one.Value.SelectMany(step => step.Outputs).Select(output => output.Reason).ToArray()),
            result.TrackedOutputSteps.SelectMany(one => one.Value).SelectMany(one => one.Outputs).Select(one => one.Reason).ToArray());
    }

    [Fact]
    public void AnUnrelatedEditRunsNothingAgain()
    {
        var (steps, outputs) = Edit("class Unrelated { int X; void F() { System.Console.WriteLine(X); } }");
        string[] ours = [FastserGenerator.TypesStep, FastserGenerator.ExternalsStep, FastserGenerator.RootsStep, FastserGenerator.ProjectStep];
        foreach (string step in ours)
        {
            Assert.NotEmpty(steps[step]);
            Assert.All(steps[step], one => Assert.True(one is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged, step + " " + one));
        }
        Assert.NotEmpty(outputs);
        Assert.All(outputs, one => Assert.Equal(IncrementalStepRunReason.Cached, one));
    }

    [Fact]
    public void AnEditInTheSameFileThatChangesNoTypeRunsNothingAgain()
    {
        var (_, outputs) = Edit("", "public int Age;", "/* in years */ public   int Age;");
        Assert.All(outputs, one => Assert.Equal(IncrementalStepRunReason.Cached, one));
    }

    [Fact]
    public void AnEditOfOneTypeEmitsThatTypeAgain()
    {
        var (_, outputs) = Edit("", "public int Age;", "public long Age;");
        Assert.Equal(1, outputs.Count(one => one == IncrementalStepRunReason.Modified));
    }
}
