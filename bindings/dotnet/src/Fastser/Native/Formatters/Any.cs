// SPDX-License-Identifier: MIT
//
// Values of type object, read for the native engine: each by the formatter of its case (AnyCases). They are written
// by way of an archive.
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class AnyFormatter
{
    /// <inheritdoc/>
    public override object? FromShadow(ref ShadowReader reader, byte* slot)
    {
        var one = reader.CaseOf(slot, out var value);
        if (one == null) return null;
        reader.Enter();
        var made = one.Read(ref reader, value);
        reader.Leave();
        return made;
    }
}
