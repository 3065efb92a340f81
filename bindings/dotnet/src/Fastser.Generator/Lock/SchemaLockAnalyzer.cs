// SPDX-License-Identifier: MIT
//
// Holds the types of a project against its schema lock, if it has one: what older archives hold must
// still be readable (docs/versions.md), and the lock must say what the types are now.
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Fastser.Generator.Diagnostics;
using Fastser.Generator.Frontend;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace Fastser.Generator.Lock;

/// <summary>Holds the types of a project against its schema lock.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SchemaLockAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        ImmutableArray.Create(Rules.LockStale, Rules.LockType, Rules.LockRename, Rules.LockUnion, Rules.LockFile);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(Start);
    }

    private static void Start(CompilationStartAnalysisContext start)
    {
        AdditionalText? file = start.Options.AdditionalFiles.FirstOrDefault(one => SchemaLock.IsLock(one.Path));
        if (file?.GetText(start.CancellationToken) is not { } text) return;
        bool writes = start.Options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue(SchemaLock.Property, out string? value) && value == "true";
        var externals = new ExternalTypes(start.Compilation);
        var found = new ConcurrentBag<(TypeModel Model, INamedTypeSymbol Type)>();
        start.RegisterSymbolAction(context =>
        {
            var type = (INamedTypeSymbol)context.Symbol;
            if (Attributes.MakesFormatter(type) && new TypeReader(type, context.Compilation, externals).Read() is { } model) found.Add((model, type));
        }, SymbolKind.NamedType);
        start.RegisterCompilationEndAction(context =>
        {
            foreach (KeyValuePair<INamedTypeSymbol, AttributeData> one in externals.All)
            {
                if (new TypeReader(one.Key, context.Compilation, externals, one.Value).Read() is { } model) found.Add((model, one.Key));
            }
            new Comparison(context, file.Path, text, found).Run(writes);
        });
    }

    private sealed class Comparison
    {
        private readonly CompilationAnalysisContext _context;
        private readonly string _path;
        private readonly SourceText _text;
        private readonly Dictionary<string, (TypeModel Model, INamedTypeSymbol Type)> _types = new();

        public Comparison(CompilationAnalysisContext context, string path, SourceText text, IEnumerable<(TypeModel Model, INamedTypeSymbol Type)> types)
        {
            (_context, _path, _text) = (context, path, text);
            foreach ((TypeModel Model, INamedTypeSymbol Type) one in types) _types[SchemaLock.Key(one.Model.Self)] = one;
        }

        public void Run(bool writes)
        {
            string text = _text.ToString();
            List<LockClass> old = SchemaLock.Parse(text, out (int Number, string Line) bad);
            if (bad.Line is not null && !writes)
            {
                TextSpan span = _text.Lines[bad.Number - 1].Span;
                var at = Location.Create(_path, span, _text.Lines.GetLinePositionSpan(span));
                _context.ReportDiagnostic(Diagnostic.Create(Rules.LockFile, at, bad.Number, bad.Line));
                return;
            }
            Dictionary<(string, bool), LockClass> before = SchemaLock.ByKey(old);
            foreach (LockClass one in old)
            {
                if (!_types.TryGetValue(one.Key, out (TypeModel Model, INamedTypeSymbol Type) now)) continue;
                if (one.IsUnion) CheckUnion(one, now.Model, now.Type);
                else CheckFields(one, now.Model, now.Type, before);
            }
            List<LockClass> present = SchemaLock.Of(_types.Values.Select(one => one.Model));
            if (!writes && SchemaLock.Write(present, old).TrimEnd() != text.Replace("\r", "").TrimEnd())
            {
                string what = FirstDifference(present, before, old);
                _context.ReportDiagnostic(Diagnostic.Create(Rules.LockStale, Location.Create(_path, default, default), what));
            }
        }

        private void CheckUnion(LockClass old, TypeModel model, INamedTypeSymbol type)
        {
            var now = new HashSet<string>(model.Cases.Select(one => SchemaLock.Key(one.Type)));
            foreach (LockField one in old.Fields.Where(one => !one.IsPast && !now.Contains(one.Name)))
            {
                Report(Rules.LockUnion, type, Names.Short(type), one.Name);
            }
        }

        private void CheckFields(LockClass old, TypeModel model, INamedTypeSymbol type, Dictionary<(string, bool), LockClass> before)
        {
            var known = new HashSet<string>();
            for (LockClass? one = old; one is not null; one = before.TryGetValue((one.Base, false), out LockClass? basis) && basis != one ? basis : null)
            {
                known.UnionWith(one.Fields.Where(field => !field.IsPast).Select(field => field.Name));
            }
            foreach (LockField field in old.Fields)
            {
                MemberModel? now = model.Members.LastOrDefault(one => one.WireName == field.Name)
                    ?? model.Members.LastOrDefault(one => one.Former.Contains(field.Name));
                if (now is null)
                {
                    if (!field.IsPast) CheckRename(field, model, type, known);
                    continue;
                }
                string present = WireText.Of(now.Type);
                if (WireText.Parse(field.Type)!.CanBeReadAs(WireText.Parse(present)!)) continue;
                Report(Rules.LockType, Find(type, now), Names.Short(type), now.Name, field.Type, present);
            }
        }

        // A field is gone, and another of its type is new.
        private void CheckRename(LockField field, TypeModel model, INamedTypeSymbol type, HashSet<string> known)
        {
            MemberModel? twin = model.Members.FirstOrDefault(one => one.IsOwn && one.Former.Count == 0 && !known.Contains(one.WireName)
                && WireText.Of(one.Type) == field.Type);
            if (twin is not null) Report(Rules.LockRename, Find(type, twin), Names.Short(type), field.Name, twin.Name);
        }

        private static string FirstDifference(List<LockClass> present, Dictionary<(string, bool), LockClass> before, List<LockClass> old)
        {
            foreach (LockClass one in present)
            {
                if (!before.TryGetValue((one.Key, one.IsUnion), out LockClass? was)) return "'" + one.Key + "' is new";
                foreach (LockField field in one.Fields)
                {
                    if (!was.Fields.Any(other => other.Name == field.Name && !other.IsPast)) return "'" + one.Key + "." + field.Name + "' is new";
                    if (!was.Fields.Contains(field)) return "'" + one.Key + "." + field.Name + "' is another type";
                }
                foreach (LockField field in was.Fields.Where(field => !field.IsPast && !one.Fields.Any(other => other.Name == field.Name)))
                {
                    return "'" + one.Key + "." + field.Name + "' is gone";
                }
            }
            LockClass? gone = old.FirstOrDefault(one => !present.Any(other => other.Key == one.Key));
            return gone is null ? "the order, a version or a name has changed" : "'" + gone.Key + "' is gone";
        }

        private static ISymbol Find(INamedTypeSymbol type, MemberModel member)
        {
            for (INamedTypeSymbol? one = type; one is not null; one = one.BaseType)
            {
                if (one.GetMembers(member.Name.TrimStart('@')).FirstOrDefault() is { } found) return found;
            }
            return type;
        }

        private void Report(DiagnosticDescriptor rule, ISymbol at, params object[] arguments)
        {
            Location place = at.Locations.FirstOrDefault(one => one.IsInSource) ?? Location.None;
            _context.ReportDiagnostic(Diagnostic.Create(rule, place, arguments));
        }
    }
}
