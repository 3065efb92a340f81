// SPDX-License-Identifier: MIT
//
// The generator: types with the attribute become models, models become source. Models are plain data
// that are compared by value, so what is emitted is emitted again only when its own model changed.
//
// Three sources of types: [FastSerializable] and [FastUnion], attributes of the assembly, and the T of
// calls such as FastSerializer.Serialize<T>. All closed types that are found are registered when the
// assembly is loaded, so nothing is looked up by reflection.
using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using Fastser.Generator.Emit;
using Fastser.Generator.Frontend;
using Fastser.Generator.Lock;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Fastser.Generator;

/// <summary>Makes formatters for serializable types.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class FastserGenerator : IIncrementalGenerator
{
    /// <summary>The steps that tests look at.</summary>
    public const string TypesStep = "Types", ExternalsStep = "Externals", RootsStep = "Roots", ProjectStep = "Project";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<TypeModel> serializable = Types(context, Attributes.Serializable, false);
        IncrementalValuesProvider<TypeModel> unions = Types(context, Attributes.Union, true);
        IncrementalValuesProvider<TypeModel> externals = context.CompilationProvider
            .Select(ReadExternals).SelectMany((all, _) => all).WithTrackingName(ExternalsStep);
        IncrementalValuesProvider<TypeRef> roots = context.SyntaxProvider
            .CreateSyntaxProvider(RootFinder.IsCandidate, RootFinder.Read)
            .SelectMany((all, _) => all).WithTrackingName(RootsStep);
        IncrementalValueProvider<ProjectModel> project = context.CompilationProvider.Select(ReadProject).WithTrackingName(ProjectStep);

        context.RegisterSourceOutput(serializable, Emit);
        context.RegisterSourceOutput(unions, Emit);
        context.RegisterSourceOutput(externals, Emit);

        IncrementalValueProvider<EquatableArray<TypeModel>> all = serializable.Collect().Combine(unions.Collect()).Combine(externals.Collect())
            .Select((three, _) => three.Left.Left.Concat(three.Left.Right).Concat(three.Right).ToEquatable());
        IncrementalValueProvider<EquatableArray<string>> registered = all.Combine(roots.Collect())
            .Select((two, _) => RegistrationEmitter.Find(two.Left, two.Right));
        context.RegisterSourceOutput(registered.Combine(project), (output, two) => Register(output, two.Left, two.Right));

        IncrementalValueProvider<bool> writesLock = context.AnalyzerConfigOptionsProvider.Select((options, _) =>
            options.GlobalOptions.TryGetValue(SchemaLock.Property, out string? value) && value == "true");
        IncrementalValueProvider<string> oldLock = context.AdditionalTextsProvider
            .Where(one => SchemaLock.IsLock(one.Path)).Select((one, stop) => one.GetText(stop)?.ToString() ?? "")
            .Collect().Select((some, _) => some.FirstOrDefault() ?? "");
        IncrementalValueProvider<string> newLock = all.Combine(oldLock).Combine(writesLock)
            .Select((three, _) => three.Right ? SchemaLock.AsSource(three.Left.Left, three.Left.Right) : "");
        context.RegisterSourceOutput(newLock, (output, text) =>
        {
            if (text.Length != 0) output.AddSource(SchemaLock.HintName, SourceText.From(text, System.Text.Encoding.UTF8));
        });
    }

    private static IncrementalValuesProvider<TypeModel> Types(IncrementalGeneratorInitializationContext context, string attribute, bool unions) =>
        context.SyntaxProvider.ForAttributeWithMetadataName(attribute, (node, _) => node is TypeDeclarationSyntax, (found, stop) => ReadType(found, unions, stop))
            .Where(one => one is not null).Select((one, _) => one!).WithTrackingName(TypesStep);

    private static TypeModel? ReadType(GeneratorAttributeSyntaxContext found, bool unions, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        if (Language.IsTooOld(found.SemanticModel.Compilation)) return null;
        var type = (INamedTypeSymbol)found.TargetSymbol;
        // A type with both attributes, or with one of them at several places, is emitted once.
        if (unions && Attributes.Has(type, Attributes.Serializable)) return null;
        string name = unions ? Attributes.Union : Attributes.Serializable;
        if (Attributes.Find(type, name)?.ApplicationSyntaxReference?.GetSyntax(stop) is { } first
            && first.FirstAncestorOrSelf<TypeDeclarationSyntax>() != found.TargetNode) return null;
        return new TypeReader(type, found.SemanticModel.Compilation, new ExternalTypes(found.SemanticModel.Compilation)).Read();
    }

    private static ImmutableArray<TypeModel> ReadExternals(Compilation compilation, CancellationToken stop)
    {
        if (Language.IsTooOld(compilation)) return ImmutableArray<TypeModel>.Empty;
        var externals = new ExternalTypes(compilation);
        ImmutableArray<TypeModel>.Builder models = ImmutableArray.CreateBuilder<TypeModel>();
        foreach (KeyValuePair<INamedTypeSymbol, AttributeData> one in externals.All)
        {
            stop.ThrowIfCancellationRequested();
            if (new TypeReader(one.Key, compilation, externals, one.Value).Read() is { } model) models.Add(model);
        }
        return models.ToImmutable();
    }

    private static ProjectModel ReadProject(Compilation compilation, CancellationToken stop) => new(
        compilation.AssemblyName ?? "",
        compilation.GetTypesByMetadataName("System.Runtime.CompilerServices.ModuleInitializerAttribute").Any(
            attribute => compilation.IsSymbolAccessibleWithin(attribute, compilation.Assembly)));

    private static void Emit(SourceProductionContext output, TypeModel model) =>
        output.AddSource(model.HintName, SourceText.From(FormatterEmitter.Emit(model), System.Text.Encoding.UTF8));

    private static void Register(SourceProductionContext output, EquatableArray<string> statements, ProjectModel project)
    {
        if (statements.Count == 0) return;
        output.AddSource("Fastser.Registration.g.cs", SourceText.From(RegistrationEmitter.Emit(statements, project), System.Text.Encoding.UTF8));
    }
}
