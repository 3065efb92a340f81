// SPDX-License-Identifier: MIT
//
// Lists whose elements lie side by side: arrays, List, and views of arrays. Elements that lie in memory
// as on the wire are one copy; others go by one virtual call for all of them.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>What all lists have in common: a count, and elements.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract partial class SequenceFormatter<TCollection, T> : Formatter<TCollection>
{
    private protected readonly Formatter<T> _element;
    private readonly WireType _type;
    private int _memoryTree;
    private int _memoryGraph;
    private int _minimalTree = -1;
    private int _minimalGraph = -1;

    private protected SequenceFormatter(Formatter<T> element, bool isSet)
    {
        _element = element;
        _type = isSet ? WireType.Set(element.Type) : WireType.List(element.Type);
    }

    /// <summary>The formatter of the elements.</summary>
    public Formatter<T> Element => _element;

    /// <inheritdoc/>
    public sealed override WireType Type => _type;

    /// <inheritdoc/>
    public override int MemorySize => 32;

    // Found out late, since elements may be of a class that is not complete yet.
    private protected int Minimal(bool references)
    {
        ref var known = ref references ? ref _minimalGraph : ref _minimalTree;
        if (known < 0) known = _element.Type.MinimalSize(references);
        return known;
    }

    private protected int ReadCount(ref ArchiveReader reader) =>
        reader.ReadCount(Minimal(reader.References), MemoryOf(reader.References));

    // What the budget pays for an element.
    private protected int MemoryOf(bool references)
    {
        ref var known = ref references ? ref _memoryGraph : ref _memoryTree;
        if (known == 0) known = _element.MemoryAsElement(references);
        return known;
    }

    private protected long SizeOf(int count)
    {
        var size = _element.BlockSize;
        return size == 0 ? -1 : (long)count * size + Wire.VarintSize((ulong)count);
    }

    private protected void WriteElements(ref ArchiveWriter writer, ReadOnlySpan<T> elements)
    {
        writer.WriteVarint((ulong)elements.Length);
        if (elements.Length == 0) return;
        writer.Enter();
        _element.WriteSpan(ref writer, elements);
        writer.Leave();
    }

    private protected void ReadElements(ref ArchiveReader reader, Span<T> elements)
    {
        if (elements.Length == 0) return;
        reader.Enter();
        _element.ReadSpan(ref reader, elements);
        reader.Leave();
    }

    private protected T[] ReadArray(ref ArchiveReader reader)
    {
        var count = ReadCount(ref reader);
        if (count == 0) return Array.Empty<T>();
        reader.Enter();
        var elements = Memory.NewArray<T>(count);
        _element.ReadSpan(ref reader, elements);
        reader.Leave();
        return elements;
    }

    private protected static void FailNull() => ArchiveWriter.Null<TCollection>("a value", typeof(TCollection).Name);
}

/// <summary>Arrays.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ArrayFormatter<T> : SequenceFormatter<T[], T>
{
    /// <summary>Arrays of elements of that formatter.</summary>
    public ArrayFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override long SizeAtOnce(T[] value) => value == null ? -1 : SizeOf(value.Length);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, T[] value)
    {
        if (value == null) FailNull();
        WriteElements(ref writer, value);
    }

    internal void WriteAll(ref ArchiveWriter writer, ReadOnlySpan<T> elements) => WriteElements(ref writer, elements);

    /// <inheritdoc/>
    public override T[] Read(ref ArchiveReader reader) => ReadArray(ref reader);

    /// <inheritdoc/>
    public override void Populate(ref ArchiveReader reader, ref T[] value)
    {
        var count = ReadCount(ref reader);
        if (value == null || value.Length != count) value = count == 0 ? Array.Empty<T>() : Memory.NewArray<T>(count);
        ReadElements(ref reader, value);
    }
}

/// <summary>Lists.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ListFormatter<T> : SequenceFormatter<List<T>, T>
{
    /// <summary>Lists of elements of that formatter.</summary>
    public ListFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override long SizeAtOnce(List<T> value) => value == null ? -1 : SizeOf(value.Count);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, List<T> value)
    {
        if (value == null) FailNull();
        WriteElements(ref writer, Memory.SpanOf(value!));
    }

    /// <inheritdoc/>
    public override List<T> Read(ref ArchiveReader reader)
    {
        List<T> value = null!;
        Populate(ref reader, ref value);
        return value;
    }

    /// <inheritdoc/>
    public override void Populate(ref ArchiveReader reader, ref List<T> value)
    {
        var count = ReadCount(ref reader);
        if (count == 0)
        {
            if (value == null) value = [];
            else value.Clear();
            return;
        }
        value ??= new List<T>(count);
#if NET8_0_OR_GREATER
        CollectionsMarshal.SetCount(value, count);
        ReadElements(ref reader, CollectionsMarshal.AsSpan(value));
#else
        var elements = Memory.NewArray<T>(count);
        ReadElements(ref reader, elements);
        value.Clear();
        value.AddRange(elements);
#endif
    }
}

/// <summary>Memory.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class MemoryFormatter<T> : SequenceFormatter<Memory<T>, T>
{
    /// <summary>Memory with elements of that formatter.</summary>
    public MemoryFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override long SizeAtOnce(Memory<T> value) => SizeOf(value.Length);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Memory<T> value) => WriteElements(ref writer, value.Span);

    /// <inheritdoc/>
    public override Memory<T> Read(ref ArchiveReader reader) => ReadArray(ref reader);
}

/// <summary>Memory that is only read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ReadOnlyMemoryFormatter<T> : SequenceFormatter<ReadOnlyMemory<T>, T>
{
    /// <summary>Memory with elements of that formatter.</summary>
    public ReadOnlyMemoryFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override long SizeAtOnce(ReadOnlyMemory<T> value) => SizeOf(value.Length);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ReadOnlyMemory<T> value) => WriteElements(ref writer, value.Span);

    /// <inheritdoc/>
    public override ReadOnlyMemory<T> Read(ref ArchiveReader reader) => ReadArray(ref reader);
}

/// <summary>Parts of arrays.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ArraySegmentFormatter<T> : SequenceFormatter<ArraySegment<T>, T>
{
    /// <summary>Parts of arrays with elements of that formatter.</summary>
    public ArraySegmentFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override long SizeAtOnce(ArraySegment<T> value) => SizeOf(value.Count);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ArraySegment<T> value) => WriteElements(ref writer, value);

    /// <inheritdoc/>
    public override ArraySegment<T> Read(ref ArchiveReader reader) => new(ReadArray(ref reader));
}

internal static class Memory
{
    /// <summary>Fewer bytes are as quickly written to a buffer and copied.</summary>
    public const int Large = 512;

    /// <summary>A new array, which may hold anything where its elements are no references.</summary>
    public static T[] NewArray<T>(int count)
    {
#if NET8_0_OR_GREATER
        return GC.AllocateUninitializedArray<T>(count);
#else
        return new T[count];
#endif
    }

    /// <summary>A copy.</summary>
    public static byte[] ToArray(ReadOnlySpan<byte> bytes)
    {
        var made = NewArray<byte>(bytes.Length);
        bytes.CopyTo(made);
        return made;
    }

    /// <summary>The elements of a list.</summary>
    public static ReadOnlySpan<T> SpanOf<T>(List<T> list)
    {
#if NET8_0_OR_GREATER
        return CollectionsMarshal.AsSpan(list);
#else
        return list.ToArray();
#endif
    }
}
