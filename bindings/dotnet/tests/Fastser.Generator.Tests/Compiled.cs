// SPDX-License-Identifier: MIT
//
// A program in memory, compiled against the library with the generator and its analyzers.
using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using Fastser.Generator.Diagnostics;
using Fastser.Generator.Lock;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Fastser.Generator.Tests;

internal sealed class Compiled
{
    private static readonly ImmutableArray<MetadataReference> s_net = References(
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(one => Path.GetFileName(one).StartsWith("System.", StringComparison.Ordinal)
                || Path.GetFileName(one) is "netstandard.dll" or "mscorlib.dll" or "Microsoft.CSharp.dll" or "Fastser.dll"));

    private Compiled(CSharpCompilation input, Compilation output, GeneratorDriver driver, ImmutableArray<Diagnostic> findings)
    {
        Input = input;
        Output = output;
        Driver = driver;
        Findings = findings;
    }

    public CSharpCompilation Input { get; }

    public Compilation Output { get; }

    public GeneratorDriver Driver { get; }

    /// <summary>What the library's analyzers say.</summary>
    public ImmutableArray<Diagnostic> Findings { get; }

    /// <summary>All generated source.</summary>
    public string Generated => string.Join("\n", Driver.GetRunResult().GeneratedTrees.Select(one => one.ToString()));

    /// <summary>What the compiler says of the program with what was generated, hints left out.</summary>
    public IEnumerable<Diagnostic> Complaints => Output.GetDiagnostics().Where(one => one.Severity >= DiagnosticSeverity.Warning);

    /// <summary>Compiles a source.</summary>
    public static Compiled Of(string source, LanguageVersion language = LanguageVersion.CSharp12, string? schemaLock = null,
        bool updatesLock = false, IEnumerable<MetadataReference>? references = null, bool nullable = true)
    {
        var parse = new CSharpParseOptions(language);
        CSharpCompilation input = CSharpCompilation.Create("Program",
            [CSharpSyntaxTree.ParseText(SourceText.From(source, System.Text.Encoding.UTF8), parse, "Program.cs")],
            references ?? s_net,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: false, checkOverflow: true,
                nullableContextOptions: nullable && language >= LanguageVersion.CSharp8 ? NullableContextOptions.Enable : NullableContextOptions.Disable));
        ImmutableArray<AdditionalText> files = schemaLock is null ? [] : [new LockText(schemaLock)];
        var options = new Options(updatesLock);
        GeneratorDriver driver = CSharpGeneratorDriver.Create([new FastserGenerator().AsSourceGenerator()], files, parse, options,
            new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));
        driver = driver.RunGeneratorsAndUpdateCompilation(input, out Compilation output, out ImmutableArray<Diagnostic> diagnostics);
        Assert.Empty(diagnostics);
        Assert.DoesNotContain(driver.GetRunResult().Results, one => one.Exception is not null);
        CompilationWithAnalyzers analysis = output.WithAnalyzers([new FastserAnalyzer(), new RootAnalyzer(), new SchemaLockAnalyzer()],
            new AnalyzerOptions(files, options));
        ImmutableArray<Diagnostic> findings = analysis.GetAnalyzerDiagnosticsAsync(CancellationToken.None).GetAwaiter().GetResult();
        Assert.DoesNotContain(findings, one => one.Id.StartsWith("AD", StringComparison.Ordinal));
        return new Compiled(input, output, driver, findings);
    }

    /// <summary>Compiles a source in which nothing is wrong.</summary>
    public static Compiled Clean(string source, LanguageVersion language = LanguageVersion.CSharp12, IEnumerable<MetadataReference>? references = null, bool nullable = true)
    {
        Compiled result = Of(source, language, references: references, nullable: nullable);
        Assert.True(result.Findings.IsEmpty, string.Join("\n", result.Findings));
        Assert.True(!result.Complaints.Any(), string.Join("\n", result.Complaints.Take(10)) + "\n" + result.Generated);
        return result;
    }

    /// <summary>Loads the program and calls Program.Main, which gives a text.</summary>
    public string Run()
    {
        using var image = new MemoryStream();
        Assert.True(Output.Emit(image).Success, string.Join("\n", Output.Emit(Stream.Null).Diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error)));
        Assembly assembly = Assembly.Load(image.ToArray());
        MethodInfo main = assembly.GetType("Program", true)!.GetMethod("Main", BindingFlags.Public | BindingFlags.Static)!;
        return (string)main.Invoke(null, null)!;
    }

    public static ImmutableArray<MetadataReference> References(IEnumerable<string> paths) =>
        paths.Select(one => (MetadataReference)MetadataReference.CreateFromFile(one)).ToImmutableArray();

    private sealed class LockText(string text) : AdditionalText
    {
        public override string Path => "/project/Fastser.schema.lock";

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text, System.Text.Encoding.UTF8);
    }

    private sealed class Options(bool updatesLock) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Global(updatesLock);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;
    }

    private sealed class Global(bool updatesLock) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, out string value)
        {
            value = "true";
            return updatesLock && key == "build_property.FastserUpdateSchemaLock";
        }
    }
}
