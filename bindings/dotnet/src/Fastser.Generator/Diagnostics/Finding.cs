// SPDX-License-Identifier: MIT
//
// One complaint and its place. It lives while one type is looked at; the generator keeps none of them.
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Diagnostics;

internal sealed class Finding
{
    public Finding(DiagnosticDescriptor rule, ISymbol at, params object[] arguments)
        : this(rule, at.Locations.Length > 0 ? at.Locations[0] : Location.None, arguments) { }

    public Finding(DiagnosticDescriptor rule, Location at, params object[] arguments) =>
        (Rule, At, Arguments) = (rule, at, arguments);

    public DiagnosticDescriptor Rule { get; }

    public Location At { get; }

    public object[] Arguments { get; }

    public Diagnostic ToDiagnostic() => Diagnostic.Create(Rule, At, Arguments);
}
