// SPDX-License-Identifier: MIT
//
// Says what is wrong with serializable types. It reads them as the generator does and keeps the findings
// where the generator keeps the models: so places in the source never make the generator run again.
using System.Collections.Immutable;
using System.Linq;
using Fastser.Generator.Frontend;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Fastser.Generator.Diagnostics;

/// <summary>Says what is wrong with serializable types.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class FastserAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(
        Rules.NotPartial, Rules.MemberType, Rules.DuplicateOrder, Rules.DuplicateName, Rules.UnionTag, Rules.UnionCase,
        Rules.NoConstructor, Rules.Lost, Rules.Endless, Rules.ConstructorCycle, Rules.Static, Rules.NotReadable,
        Rules.BaseNotSerializable, Rules.Option, Rules.Callback, Rules.Kind, Rules.External, Rules.Language);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(Start);
    }

    private static void Start(CompilationStartAnalysisContext start)
    {
        if (start.Compilation.GetTypeByMetadataName(Attributes.Serializable) is null) return;
        var externals = new ExternalTypes(start.Compilation);
        start.RegisterSymbolAction(context => Check(context, externals), SymbolKind.NamedType);
        start.RegisterCompilationEndAction(context => CheckAssembly(context, externals));
    }

    private static void Check(SymbolAnalysisContext context, ExternalTypes externals)
    {
        var type = (INamedTypeSymbol)context.Symbol;
        if (!Attributes.MakesFormatter(type)) return;
        var reader = new TypeReader(type, context.Compilation, externals);
        reader.Read();
        foreach (Finding one in reader.Findings) context.ReportDiagnostic(one.ToDiagnostic());
    }

    private static void CheckAssembly(CompilationAnalysisContext context, ExternalTypes externals)
    {
        foreach (AttributeData attribute in Attributes.All(context.Compilation.Assembly, Attributes.External))
        {
            Location at = attribute.ApplicationSyntaxReference?.GetSyntax(context.CancellationToken).GetLocation() ?? Location.None;
            if (ExternalTypes.Problem(attribute) is (var name, var problem, var remedy))
            {
                context.ReportDiagnostic(Diagnostic.Create(Rules.External, at, name, problem, remedy));
                continue;
            }
            if (ExternalTypes.Of(attribute) is not { } type) continue;
            var reader = new TypeReader(type, context.Compilation, externals, attribute);
            reader.Read();
            foreach (Finding one in reader.Findings) context.ReportDiagnostic(one.ToDiagnostic());
        }
        if (Language.IsTooOld(context.Compilation))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rules.Language, Location.None, ((CSharpCompilation)context.Compilation).LanguageVersion.ToDisplayString()));
        }
    }
}
