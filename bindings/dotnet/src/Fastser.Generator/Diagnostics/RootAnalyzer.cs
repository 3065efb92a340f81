// SPDX-License-Identifier: MIT
//
// Says which calls of FastSerializer would find no formatter when they run. A call registers its type (RootFinder),
// unless the type cannot be serialized, or is private: what runs when the assembly is loaded cannot name it. A
// private type is registered all the same if it has the attribute or a member is of that type, and any type may be
// by hand: so what is said waits for the end of the compilation.
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Fastser.Generator.Frontend;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Fastser.Generator.Diagnostics;

/// <summary>Says which calls would find no formatter.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RootAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.Root);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(Start);
    }

    private static void Start(CompilationStartAnalysisContext start)
    {
        if (start.Compilation.GetTypeByMetadataName(Attributes.Serializable) is null || Language.IsTooOld(start.Compilation)) return;
        var externals = new ExternalTypes(start.Compilation);
        var registered = new ConcurrentDictionary<string, bool>();
        var found = new ConcurrentBag<(string Type, Finding Finding)>();
        start.RegisterSymbolAction(context =>
        {
            var type = (INamedTypeSymbol)context.Symbol;
            if (!Attributes.MakesFormatter(type) || new TypeReader(type, context.Compilation, externals).Read() is not { } model) return;
            foreach (TypeRef one in Registered(model)) registered[one.Name] = true;
        }, SymbolKind.NamedType);
        start.RegisterOperationAction(context =>
        {
            var call = (IInvocationOperation)context.Operation;
            if (IsRegister(call.TargetMethod)) registered[Names.Code(call.TargetMethod.TypeArguments[0])] = true;
            if (!RootFinder.IsCandidate(call.Syntax, context.CancellationToken) || !RootFinder.TakesRoots(call.TargetMethod)) return;
            foreach (ITypeSymbol root in call.TargetMethod.TypeArguments)
            {
                var reader = new TypeRefReader(externals);
                TypeRef type = RootFinder.Read(reader, root);
                if (type.Kind == Kind.Unknown)
                {
                    if (reader.Culprit is { TypeKind: not TypeKind.Error } culprit) found.Add((Names.Code(root), At(call, root, culprit, "is not serializable" + reader.RemedyOfRoot)));
                }
                else if (RootFinder.IsClosed(type) && !RootFinder.CanRegister(type, root, context.Compilation))
                {
                    found.Add((Names.Code(root), At(call, root, root,
                        "is or holds a type that is private, protected or local to its file, so that generated code cannot name it; make that type internal or public")));
                }
            }
        }, OperationKind.Invocation);
        start.RegisterCompilationEndAction(context =>
        {
            foreach ((string type, Finding finding) in found)
            {
                if (!registered.ContainsKey(type)) context.ReportDiagnostic(finding.ToDiagnostic());
            }
        });
    }

    private static bool IsRegister(IMethodSymbol method) =>
        method is { Name: "Register", IsGenericMethod: true, ContainingType: { Name: "FormatterOf", ContainingNamespace: { Name: "Runtime", ContainingNamespace.Name: "Fastser" } } };

    // Types that the type itself registers, or one around it.
    private static IEnumerable<TypeRef> Registered(TypeModel model) =>
        model.TypeParameters.Length != 0 || !model.IsReachable && model.RegistrarDepth == 0 ? Enumerable.Empty<TypeRef>()
            : model.Members.Where(one => one.IsOwn).SelectMany(one => Roots.Closed(one.Type))
                .Concat(Roots.Closed(model.Self).Where(_ => !model.IsAbstract || model.IsUnion));

    private static Finding At(IInvocationOperation call, ITypeSymbol root, ITypeSymbol culprit, string problem) =>
        new(Rules.Root, call.Syntax.GetLocation(), call.TargetMethod.Name, Names.Short(root), Names.Short(culprit), problem);
}
