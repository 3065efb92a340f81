// SPDX-License-Identifier: MIT
//
// Lists whose elements lie side by side, for the native engine.
using System;
using System.Collections.Generic;
#if NET8_0_OR_GREATER
using System.Runtime.InteropServices;
#endif
using Fastser.Runtime;

namespace Fastser.Formatters;

public abstract unsafe partial class SequenceFormatter<TCollection, T>
{
    private protected void ElementsToShadow(ref ShadowWriter writer, byte* slot, ReadOnlySpan<T> elements) =>
        writer.PutList(slot, elements, _element);

    private protected T[] ArrayFromShadow(ref ShadowReader reader, byte* slot)
    {
        ShadowReader.GetList(slot, out var count);
        if (count == 0) return Array.Empty<T>();
        var elements = Memory.NewArray<T>(count);
        reader.GetList(slot, elements, _element);
        return elements;
    }
}

public sealed unsafe partial class ArrayFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, T[] value)
    {
        if (value == null) FailNull();
        ElementsToShadow(ref writer, slot, value);
    }

    /// <inheritdoc/>
    public override T[] FromShadow(ref ShadowReader reader, byte* slot) => ArrayFromShadow(ref reader, slot);

    internal override T[] FromShadowOver(ref ShadowReader reader, byte* slot, T[] existing)
    {
        ShadowReader.GetList(slot, out var count);
        if (existing.Length != count) return FromShadow(ref reader, slot);
        reader.GetList(slot, existing, _element);
        return existing;
    }
}

public sealed unsafe partial class ListFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, List<T> value)
    {
        if (value == null) FailNull();
        ElementsToShadow(ref writer, slot, Memory.SpanOf(value!));
    }

    /// <inheritdoc/>
    public override List<T> FromShadow(ref ShadowReader reader, byte* slot)
    {
        ShadowReader.GetList(slot, out var count);
        return FromShadowOver(ref reader, slot, new List<T>(count));
    }

    internal override List<T> FromShadowOver(ref ShadowReader reader, byte* slot, List<T> existing)
    {
#if NET8_0_OR_GREATER
        ShadowReader.GetList(slot, out var count);
        CollectionsMarshal.SetCount(existing, count);
        reader.GetList(slot, CollectionsMarshal.AsSpan(existing), Element);
#else
        var elements = ArrayFromShadow(ref reader, slot);
        existing.Clear();
        existing.AddRange(elements);
#endif
        return existing;
    }
}

public sealed unsafe partial class MemoryFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, Memory<T> value) =>
        ElementsToShadow(ref writer, slot, value.Span);

    /// <inheritdoc/>
    public override Memory<T> FromShadow(ref ShadowReader reader, byte* slot) => ArrayFromShadow(ref reader, slot);
}

public sealed unsafe partial class ReadOnlyMemoryFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, ReadOnlyMemory<T> value) =>
        ElementsToShadow(ref writer, slot, value.Span);

    /// <inheritdoc/>
    public override ReadOnlyMemory<T> FromShadow(ref ShadowReader reader, byte* slot) =>
        ArrayFromShadow(ref reader, slot);
}

public sealed unsafe partial class ArraySegmentFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, ArraySegment<T> value) =>
        ElementsToShadow(ref writer, slot, value);

    /// <inheritdoc/>
    public override ArraySegment<T> FromShadow(ref ShadowReader reader, byte* slot) =>
        new(ArrayFromShadow(ref reader, slot));
}
