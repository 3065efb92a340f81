// SPDX-License-Identifier: MIT
//
// Arrays of more than one dimension, read for the native engine. They are written by way of an archive.
using System;
using Fastser.Runtime;

namespace Fastser.Formatters;

public abstract unsafe partial class MultiArrayFormatter<TArray, T>
{
    /// <inheritdoc/>
    public sealed override TArray FromShadow(ref ShadowReader reader, byte* slot)
    {
        var shape = _type.Shape!;
        var lengths = _lengths.FromShadow(ref reader, slot + ShadowLayout.OffsetOf(shape, 0));
        var items = _items.FromShadow(ref reader, slot + ShadowLayout.OffsetOf(shape, 1));
        if (reader.IsMissing) lengths = new int[_rank];
        return Fits(lengths, items.Length) ? Filled(lengths, items)
            : throw new FastserException(FastserStatus.Malformed, WrongLengths);
    }
}
