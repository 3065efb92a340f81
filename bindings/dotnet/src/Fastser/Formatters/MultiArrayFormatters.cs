// SPDX-License-Identifier: MIT
//
// Arrays of more than one dimension: their lengths, then the elements, the last index running first.
using System;
using System.ComponentModel;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#endif
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>What all arrays of more than one dimension have in common.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract partial class MultiArrayFormatter<TArray, T> : Formatter<TArray>
    where TArray : class
{
    private const string WrongLengths = "an array whose lengths are not those of its items";

    private readonly int _rank;
    private readonly ArrayFormatter<int> _lengths = new(Int32Formatter.Instance);
    private readonly ArrayFormatter<T> _items;
    private readonly WireType _type;

    private protected MultiArrayFormatter(Formatter<T> element, int rank)
    {
        _rank = rank;
        _items = new ArrayFormatter<T>(element);
        _type = WireType.Record(new WireShape(
            "Array" + rank, 0, null, () => [new("lengths", _lengths.Type), new("items", _items.Type)]));
    }

    /// <inheritdoc/>
    public sealed override WireType Type => _type;

    /// <inheritdoc/>
    public sealed override void Write(ref ArchiveWriter writer, TArray value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "array");
        var array = (Array)(object)value!;
        var lengths = new int[_rank];
        for (var i = 0; i < _rank; ++i) lengths[i] = array.GetLength(i);
        _lengths.Write(ref writer, lengths);
#if NET8_0_OR_GREATER
        var all = MemoryMarshal.CreateReadOnlySpan(
            ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);
        _items.WriteAll(ref writer, all);
#else
        var items = new T[array.Length];
        var at = 0;
        foreach (T item in array) items[at++] = item;
        _items.Write(ref writer, items);
#endif
    }

    /// <inheritdoc/>
    public sealed override TArray Read(ref ArchiveReader reader)
    {
        var place = reader.Position;
        var lengths = _lengths.Read(ref reader);
        var items = _items.Read(ref reader);
        if (!Fits(lengths, items.Length))
        {
            reader.Refuse(place, WrongLengths);
            lengths = new int[_rank];
            items = Array.Empty<T>();
        }
        return Filled(lengths, items);
    }

    private bool Fits(int[] lengths, int items)
    {
        var count = lengths.Length == _rank ? 1L : -1;
        foreach (var length in lengths)
        {
            if (length < 0) count = -1;
            if (count > 0 && length > int.MaxValue / count) count = -1;
            if (count < 0) break;
            count *= length;
        }
        return count == items;
    }

    private TArray Filled(int[] lengths, T[] items)
    {
        var made = Make(lengths);
#if NET8_0_OR_GREATER
        var all = MemoryMarshal.CreateSpan(
            ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference((Array)(object)made)), items.Length);
        items.CopyTo(all);
#else
        var array = (Array)(object)made;
        var index = new int[_rank];
        foreach (var item in items)
        {
            array.SetValue(item, index);
            for (var i = _rank - 1; i >= 0 && ++index[i] == lengths[i]; --i) index[i] = 0;
        }
#endif
        return made;
    }

    private protected abstract TArray Make(int[] lengths);
}

/// <summary>Arrays of two dimensions.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Array2Formatter<T> : MultiArrayFormatter<T[,], T>
{
    /// <summary>Arrays with elements of that formatter.</summary>
    public Array2Formatter(Formatter<T> element) : base(element, 2) { }

    private protected override T[,] Make(int[] lengths) => new T[lengths[0], lengths[1]];
}

/// <summary>Arrays of three dimensions.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Array3Formatter<T> : MultiArrayFormatter<T[,,], T>
{
    /// <summary>Arrays with elements of that formatter.</summary>
    public Array3Formatter(Formatter<T> element) : base(element, 3) { }

    private protected override T[,,] Make(int[] lengths) => new T[lengths[0], lengths[1], lengths[2]];
}

/// <summary>Arrays of four dimensions.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Array4Formatter<T> : MultiArrayFormatter<T[,,,], T>
{
    /// <summary>Arrays with elements of that formatter.</summary>
    public Array4Formatter(Formatter<T> element) : base(element, 4) { }

    private protected override T[,,,] Make(int[] lengths) => new T[lengths[0], lengths[1], lengths[2], lengths[3]];
}
