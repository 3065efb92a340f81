// SPDX-License-Identifier: MIT
//
// Types of this assembly that have the attribute, but that no code can be made for: the analyzer says why. They
// have no formatter, so code that is made for other types must not name one.
//
// Whether a type is refused does not depend on whether others are: it is read as if all others were in order.
// So the answer is the same whoever asks first, and cycles of types need no care. (A union depends on its classes,
// and none of those is a union.)
using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal sealed class Refusals
{
    private static readonly ConditionalWeakTable<Compilation, Refusals> s_all = new();
    private readonly ConcurrentDictionary<INamedTypeSymbol, bool> _known = new(SymbolEqualityComparer.Default);
    private readonly Compilation _compilation;
    private readonly ExternalTypes _externals;

    private Refusals(Compilation compilation) => (_compilation, _externals) = (compilation, ExternalTypes.WithoutRefusals(compilation));

    /// <summary>Those of a compilation; it asks for each type once.</summary>
    public static Refusals Of(Compilation compilation) => s_all.GetValue(compilation, one => new Refusals(one));

    /// <summary>Whether a type that has the attribute, or is taken as an external one, gets no formatter.</summary>
    public bool Contains(INamedTypeSymbol type)
    {
        _externals.All.TryGetValue(type, out AttributeData? external);
        if (external is null && !SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, _compilation.Assembly)) return false;
        return _known.GetOrAdd(external is null ? type.OriginalDefinition : type, one => IsRefused(one, external));
    }

    private bool IsRefused(INamedTypeSymbol type, AttributeData? external)
    {
        if (new TypeReader(type, _compilation, _externals, external).Read() is not { } model) return true;
        // A union all of whose classes are refused has nothing left to be.
        return model.IsUnion && Attributes.Cases(type).All(Contains);
    }
}
