// SPDX-License-Identifier: MIT
//
// Fills shadows: what formatters call for the native engine. Numbers are stored where they belong; what
// a slot only leads to goes behind. ShadowLayout says what lies where.
//
// Memory comes from the caller's stack first, which is enough for a small value; then from the thread's arena.
// To find that takes a twelfth of the time that a record of 14 fields needs.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Native;

namespace Fastser.Runtime;

/// <summary>Fills the shadow of a value for the native library.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public unsafe ref partial struct ShadowWriter
{
    // Deeper than the native library lets anything nest: so far its own error comes first.
    internal const int MostLevels = 600;
    // Objects within objects so deep; further ones wait until those above are done.
    private const int MostInline = 64;
    // Bytes that elements without any count as, at most.
    private const int MostWeight = 16 * 1024;

    // Where memory is free, and the end of the block that it is in.
    private byte* _at;
    private byte* _end;
    private byte* _begin;
    // Bytes in use in the blocks before.
    private long _before;
    private ShadowArena? _arena;
    private readonly FastSerializerOptions _options;
    private Queue<Waiting>? _waiting;
    // The bodies that are being filled of objects that their constructors create: nothing in them leads to them.
    private List<IntPtr>? _made;
    private int _levels;

    /// <summary>A writer whose first memory is <paramref name="first"/>, aligned for anything; to be
    /// released.</summary>
    internal ShadowWriter(byte* first, int size, FastSerializerOptions options)
    {
        _begin = _at = first;
        _end = first + size;
        _options = options;
        _waiting = null;
        _made = null;
        _levels = 0;
        References = options.References;
    }

    /// <summary>Whether classes are objects.</summary>
    public bool References { get; }

    // ---- values of fixed size

    /// <summary>Stores a value that lies in memory as on the wire: numbers, enums, bool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put<T>(byte* slot, T value) where T : unmanaged => Unsafe.WriteUnaligned(slot, value);

    /// <summary>Stores a UUID.</summary>
    public static void PutGuid(byte* slot, Guid value) => Wire.PutGuid(ref *slot, 0, value);

    /// <summary>Stores a decimal.</summary>
    public static void PutDecimal(byte* slot, decimal value) => Wire.PutDecimal(ref *slot, 0, value);

    // ---- what a slot leads to

    /// <summary>Memory, aligned for anything, that lasts until the value is written.</summary>
    public byte* Take(int size)
    {
        var at = (byte*)(((nuint)_at + 7) & ~(nuint)7);
        if (size > _end - at)
        {
            Grow(size + 8L);
            at = (byte*)(((nuint)_at + 7) & ~(nuint)7);
        }
        _at = at + size;
        return at;
    }

    /// <summary>A string, data, list, set, map that is null.</summary>
    public static void PutNone(byte* slot)
    {
        Unsafe.WriteUnaligned(slot, 0L);
        Unsafe.WriteUnaligned(slot + 8, 0L);
    }

    /// <summary>Bytes.</summary>
    public void PutData(byte* slot, ReadOnlySpan<byte> bytes)
    {
        var to = Raw(bytes.Length);
        bytes.CopyTo(new Span<byte>(to, bytes.Length));
        PutSpan(slot, to, bytes.Length);
    }

    /// <summary>A list of <paramref name="count"/> elements; where the first is to be stored, the others
    /// <paramref name="stride"/> bytes apart.</summary>
    public byte* PutList(byte* slot, int count, int stride)
    {
        var first = Elements(count, stride);
        PutSpan(slot, first, count);
        return first;
    }

    /// <summary>A list of values that lie in memory as on the wire.</summary>
    public void PutBlock<T>(byte* slot, ReadOnlySpan<T> values) where T : unmanaged
    {
        var first = Elements(values.Length, sizeof(T));
        values.CopyTo(new Span<T>(first, values.Length));
        PutSpan(slot, first, values.Length);
    }

    /// <summary>A list or set of values.</summary>
    public void PutList<T>(byte* slot, ReadOnlySpan<T> values, Formatter<T> formatter)
    {
        var stride = ShadowLayout.SlotOf(formatter.Type, References);
        var to = PutList(slot, values.Length, stride);
        if (formatter.BlockSize != 0 && formatter.BlockSize == stride && BitConverter.IsLittleEndian)
        {
            Blocks.Store(values, to);
            return;
        }
        formatter.ToShadows(ref this, new ShadowSlot(to), stride, values);
    }

    /// <summary>A list or set of <paramref name="count"/> values.</summary>
    public void PutList<T>(byte* slot, int count, IEnumerable<T> values, Formatter<T> formatter)
    {
        var stride = ShadowLayout.SlotOf(formatter.Type, References);
        var to = PutList(slot, count, stride);
        foreach (var value in values)
        {
            if (--count < 0) break;
            formatter.ToShadow(ref this, to, value);
            to += stride;
        }
        if (count != 0) FailChanged();
    }

    /// <summary>A map of <paramref name="count"/> entries.</summary>
    public void PutMap<TKey, TValue>(byte* slot, int count, IEnumerable<KeyValuePair<TKey, TValue>> entries,
        Formatter<TKey> keys, Formatter<TValue> values)
    {
        var (value, stride) = MapEntry(keys.Type, values.Type, References);
        var to = PutList(slot, count, stride);
        foreach (var entry in entries)
        {
            if (--count < 0) break;
            keys.ToShadow(ref this, to, entry.Key);
            values.ToShadow(ref this, to + value, entry.Value);
            to += stride;
        }
        if (count != 0) FailChanged();
    }

    // ---- values that may be missing

    /// <summary>An optional of a type that has no place for null itself (ShadowLayout's last row but
    /// two): the value is stored at <paramref name="slot"/>, and this says that it is there or not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void PutFlag(byte* slot, int valueSize, bool isThere) => slot[valueSize] = isThere ? (byte)1 : (byte)0;

    /// <summary>An optional without a value: its slot is all zero.</summary>
    public void PutMissing(byte* slot, WireType optional) =>
        new Span<byte>(slot, ShadowLayout.SlotOf(optional, References)).Clear();

    // ---- classes

    /// <summary>A class that may be null, in one slot that is a pointer.</summary>
    public void PutOptional<T>(byte* slot, T? value, Formatter<T> formatter)
    {
        if (References)
        {
            PutObject(slot, value, formatter);
            return;
        }
        if (value == null)
        {
            Unsafe.WriteUnaligned(slot, 0L);
            return;
        }
        var body = Take(ShadowLayout.SizeOf(formatter.Type));
        PutPointer(slot, body);
        Enter();
        formatter.BodyToShadow(ref this, body, value);
        Leave();
    }

    /// <summary>A reference to an object, or null, with References on.</summary>
    public void PutObject<T>(byte* slot, T? value, Formatter<T> formatter)
    {
        if (value == null)
        {
            Unsafe.WriteUnaligned(slot, 0L);
            return;
        }
        ref var shadow = ref (Arena.Objects ??= new ObjectTable()).Find(value, out var isNew);
        if (!isNew)
        {
            if (_made != null && _made.Contains(shadow)) ArchiveWriter.FailCircle(formatter.ValueType);
            PutPointer(slot, (byte*)shadow);
            return;
        }
        // An object is known by its place, so one without members has a place, too.
        var body = Take(Math.Max(ShadowLayout.BytesOf(formatter.Type.Shape!), 1));
        shadow = (IntPtr)body;
        PutPointer(slot, body);
        // One that its constructor makes is read where it stands, however deep.
        if (_levels >= MostInline && formatter.MakesObjects)
        {
            (_waiting ??= new Queue<Waiting>()).Enqueue(new Waiting(formatter, value, body));
            return;
        }
        if (_levels >= MostLevels) FailMade(formatter.ValueType);
        if (!formatter.MakesObjects) (_made ??= new List<IntPtr>()).Add((IntPtr)body);
        ++_levels;
        formatter.BodyToShadow(ref this, body, value);
        --_levels;
        if (!formatter.MakesObjects) _made!.RemoveAt(_made.Count - 1);
    }

    /// <summary>One of several types: which one, and where it is to be stored.</summary>
    public byte* PutVariant(byte* slot, int index, int size)
    {
        Unsafe.WriteUnaligned(slot, (uint)index);
        Unsafe.WriteUnaligned(slot + 4, 0u);
        slot[ShadowLayout.UnionFlag] = 1;
        return size <= ShadowLayout.UnionRoom ? slot + ShadowLayout.UnionValue
                                              : Boxed(slot + ShadowLayout.UnionValue, size);
    }

    /// <summary>A variant that is null.</summary>
    public static void PutNoVariant(byte* slot) => PutNone(slot);

    /// <summary>One of several classes.</summary>
    public void PutUnion<T>(byte* slot, int index, T value, Formatter<T> formatter)
    {
        var to = PutVariant(slot, index, ShadowLayout.SlotOf(formatter.Type, References));
        Enter();
        formatter.ToShadow(ref this, to, value);
        Leave();
    }

    // ---- inside

    /// <summary>What waited: bodies of objects that lie deep.</summary>
    internal void Finish()
    {
        while (_waiting != null && _waiting.Count != 0)
        {
            var next = _waiting.Dequeue();
            next.Formatter.Fill(ref this, next.Body, next.Value);
        }
    }

    /// <summary>Bytes in use.</summary>
    internal long Used => _before + (_at - _begin);

    /// <summary>Gives memory and objects of the thread's back.</summary>
    internal void Release()
    {
        if (_arena != null) ShadowArena.Return(_arena);
        _arena = null;
    }

    internal void Enter()
    {
        if (++_levels > MostLevels)
        {
            throw new FastserException(FastserStatus.TooDeep, "values are nested too deep");
        }
    }

    internal void Leave() => --_levels;

    internal static (int Value, int Stride) MapEntry(WireType key, WireType value, bool references)
    {
        var at = ShadowLayout.Align(ShadowLayout.SlotOf(key, references));
        return (at, ShadowLayout.Align(at + ShadowLayout.SlotOf(value, references)));
    }

    internal byte* Boxed(byte* slot, int size)
    {
        var value = Take(size);
        PutPointer(slot, value);
        return value;
    }

    internal static void PutPointer(byte* slot, byte* value) => Unsafe.WriteUnaligned(slot, (IntPtr)value);

    private byte* Elements(int count, int stride)
    {
        var size = (long)count * stride;
        if (size > int.MaxValue - 64)
        {
            throw new FastserException(FastserStatus.NoMemory, "a list of more than 2 GiB");
        }
        // Elements that take no bytes take time: as if they took some.
        if (stride == 0) _before += Math.Min(count, MostWeight);
        return Take((int)size);
    }

    // Not aligned for anything.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* Raw(int size)
    {
        if (size > _end - _at) Grow(size);
        var at = _at;
        _at = at + size;
        return at;
    }

    private ShadowArena Arena => _arena ??= ShadowArena.Take();

    // Goes on in memory of the thread's that has that much room.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long size)
    {
        _before += _at - _begin;
        _begin = _at = Arena.Next(size, out _end);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void PutSpan(byte* slot, byte* first, int count)
    {
        PutPointer(slot, first);
        if (BitConverter.IsLittleEndian)  // count and flag at once
        {
            Unsafe.WriteUnaligned(slot + ShadowLayout.SpanCount, (uint)count | (1UL << 32));
            return;
        }
        Unsafe.WriteUnaligned(slot + ShadowLayout.SpanCount, count);
        Unsafe.WriteUnaligned(slot + ShadowLayout.SpanFlag, 0);
        slot[ShadowLayout.SpanFlag] = 1;
    }

    private static void FailMade(Type type) => throw new FastserException(FastserStatus.TooDeep,
        "objects of " + type + ", which its constructor creates, lie more than " + MostLevels
        + " deep in each other: such a graph cannot be read. Give " + type + " members that can be set");

    private static void FailChanged() =>
        throw new InvalidOperationException("a collection was changed while it was written");

    private readonly struct Waiting
    {
        public Waiting(IShadowBody formatter, object value, byte* body)
        {
            Formatter = formatter;
            Value = value;
            Body = body;
        }

        public readonly IShadowBody Formatter;
        public readonly object Value;
        public readonly byte* Body;
    }
}
