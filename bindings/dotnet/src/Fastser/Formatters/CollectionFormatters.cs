// SPDX-License-Identifier: MIT
//
// All collections that are lists to an archive and no arrays to .NET. One formatter serves them: a
// function makes the collection of its elements.
using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Fastser.Runtime;
#if NET8_0_OR_GREATER
using System.Collections.Immutable;
using System.Runtime.InteropServices;
#endif

namespace Fastser.Formatters;

/// <summary>Collections that are made of an array of their elements.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class CollectionFormatter<TCollection, T> : SequenceFormatter<TCollection, T>
    where TCollection : IEnumerable<T>
{
    private readonly Func<T[], TCollection> _make;
    private readonly bool _isReversed;

    /// <summary>Collections of elements of that formatter.</summary>
    /// <param name="element">Writes and reads the elements.</param>
    /// <param name="make">Makes a collection; it may keep the array.</param>
    /// <param name="isReversed">The collection tells its elements the last first.</param>
    public CollectionFormatter(Formatter<T> element, Func<T[], TCollection> make, bool isReversed = false)
        : base(element, false)
    {
        _make = make;
        _isReversed = isReversed;
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TCollection value)
    {
        if (value is null) FailNull();
        if (value is T[] array)
        {
            WriteElements(ref writer, array);
            return;
        }
        if (value is List<T> list)
        {
            WriteElements(ref writer, Memory.SpanOf(list));
            return;
        }
        var copy = ArrayPool<T>.Shared.Rent(value is IReadOnlyCollection<T> known ? Math.Max(known.Count, 16) : 16);
        var count = 0;
        foreach (var element in value!)
        {
            if (count == copy.Length) Array.Resize(ref copy, 2 * count);
            copy[count++] = element;
        }
        if (_isReversed) Array.Reverse(copy, 0, count);
        WriteElements(ref writer, copy.AsSpan(0, count));
        Array.Clear(copy, 0, count);
        ArrayPool<T>.Shared.Return(copy);
    }

    /// <inheritdoc/>
    public override TCollection Read(ref ArchiveReader reader) => _make(ReadArray(ref reader));
}

/// <summary>Formatters of collections, by their names in .NET.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class CollectionFormatters
{
#pragma warning disable CS1591 // Each is named after the type that it is for.
    public static Formatter<IEnumerable<T>> IEnumerable<T>(Formatter<T> element) =>
        new CollectionFormatter<IEnumerable<T>, T>(element, static all => all);

    public static Formatter<ICollection<T>> ICollection<T>(Formatter<T> element) =>
        new CollectionFormatter<ICollection<T>, T>(element, static all => new List<T>(all));

    public static Formatter<IList<T>> IList<T>(Formatter<T> element) =>
        new CollectionFormatter<IList<T>, T>(element, static all => new List<T>(all));

    public static Formatter<IReadOnlyCollection<T>> IReadOnlyCollection<T>(Formatter<T> element) =>
        new CollectionFormatter<IReadOnlyCollection<T>, T>(element, static all => all);

    public static Formatter<IReadOnlyList<T>> IReadOnlyList<T>(Formatter<T> element) =>
        new CollectionFormatter<IReadOnlyList<T>, T>(element, static all => all);

    public static Formatter<Collection<T>> Collection<T>(Formatter<T> element) =>
        new CollectionFormatter<Collection<T>, T>(element, static all => new Collection<T>(new List<T>(all)));

    public static Formatter<ReadOnlyCollection<T>> ReadOnlyCollection<T>(Formatter<T> element) =>
        new CollectionFormatter<ReadOnlyCollection<T>, T>(element, static all => new ReadOnlyCollection<T>(all));

    public static Formatter<ObservableCollection<T>> ObservableCollection<T>(Formatter<T> element) =>
        new CollectionFormatter<ObservableCollection<T>, T>(element, static all => new ObservableCollection<T>(all));

    public static Formatter<Queue<T>> Queue<T>(Formatter<T> element) =>
        new CollectionFormatter<Queue<T>, T>(element, static all => new Queue<T>(all));

    public static Formatter<Stack<T>> Stack<T>(Formatter<T> element) =>
        new CollectionFormatter<Stack<T>, T>(element, static all => new Stack<T>(all), true);

    public static Formatter<LinkedList<T>> LinkedList<T>(Formatter<T> element) =>
        new CollectionFormatter<LinkedList<T>, T>(element, static all => new LinkedList<T>(all));

    public static Formatter<ConcurrentQueue<T>> ConcurrentQueue<T>(Formatter<T> element) =>
        new CollectionFormatter<ConcurrentQueue<T>, T>(element, static all => new ConcurrentQueue<T>(all));

    public static Formatter<ConcurrentStack<T>> ConcurrentStack<T>(Formatter<T> element) =>
        new CollectionFormatter<ConcurrentStack<T>, T>(element, static all => new ConcurrentStack<T>(all), true);

    public static Formatter<ConcurrentBag<T>> ConcurrentBag<T>(Formatter<T> element) =>
        new CollectionFormatter<ConcurrentBag<T>, T>(element, static all => new ConcurrentBag<T>(all), true);

#if NET8_0_OR_GREATER
    public static Formatter<ImmutableArray<T>> ImmutableArray<T>(Formatter<T> element) =>
        new ImmutableArrayFormatter<T>(element);

    public static Formatter<ImmutableArray<byte>> ImmutableBytes() => ImmutableBytesFormatter.Instance;

    public static Formatter<ImmutableList<T>> ImmutableList<T>(Formatter<T> element) =>
        new CollectionFormatter<ImmutableList<T>, T>(
            element, static all => System.Collections.Immutable.ImmutableList.Create(all));

    public static Formatter<ImmutableQueue<T>> ImmutableQueue<T>(Formatter<T> element) =>
        new CollectionFormatter<ImmutableQueue<T>, T>(
            element, static all => System.Collections.Immutable.ImmutableQueue.Create(all));

    public static Formatter<ImmutableStack<T>> ImmutableStack<T>(Formatter<T> element) =>
        new CollectionFormatter<ImmutableStack<T>, T>(
            element, static all => System.Collections.Immutable.ImmutableStack.Create(all), true);
#endif
#pragma warning restore CS1591
}

#if NET8_0_OR_GREATER
/// <summary>Immutable arrays. One that is default is written as empty.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ImmutableArrayFormatter<T> : SequenceFormatter<ImmutableArray<T>, T>
{
    /// <summary>Arrays of elements of that formatter.</summary>
    public ImmutableArrayFormatter(Formatter<T> element) : base(element, false) { }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ImmutableArray<T> value) => WriteElements(ref writer, value.AsSpan());

    /// <inheritdoc/>
    public override ImmutableArray<T> Read(ref ArchiveReader reader) =>
        ImmutableCollectionsMarshal.AsImmutableArray(ReadArray(ref reader));
}

/// <summary>Immutable arrays of bytes: data.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ImmutableBytesFormatter : Formatter<ImmutableArray<byte>>
{
    /// <summary>The one instance.</summary>
    public static readonly ImmutableBytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Data;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ImmutableArray<byte> value) => writer.WriteData(value.AsSpan());

    /// <inheritdoc/>
    public override ImmutableArray<byte> Read(ref ArchiveReader reader) =>
        ImmutableCollectionsMarshal.AsImmutableArray(reader.ReadBytes());
}
#endif
