// SPDX-License-Identifier: MIT
//
// ArchiveReader: one archive on its way in. The bytes may come from a stranger, and all checks are
// here: every count against the bytes left before anything is allocated, all memory against one budget
// for the whole read, nesting against one depth (docs/format.md section 3). The order of the checks,
// and the byte that an error names, are those of the C++ library's plan reader.
//
// What .NET alone refuses (text that is no UTF-8, a date beyond DateTime) is noted and told when the
// read has come to its end: whoever reads without .NET's types finds what else is wrong first.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

/// <summary>One archive on its way in.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref partial struct ArchiveReader
{
    private readonly ReadOnlySpan<byte> _span;
    private int _position;
    private int _depthLeft;
    private long _budget;
    private readonly int _shortString;
    private readonly bool _references;
    private readonly int _offset;
    private readonly FastSerializerOptions _options;
    private readonly Formatter _root;
    private AnyTable? _table;
    private ReadSession? _session;
    private ReadObjects? _objects;

    /// <summary>A reader of a payload. To be released.</summary>
    internal ArchiveReader(in ReadPayload payload, FastSerializerOptions options)
        : this(payload.Bytes, payload.Offset, payload.Budget, payload.Shares, payload.Root, payload.Foreign, options) { }

    /// <summary>The same from single values. (Put together in memory first and then copied, a reader would take
    /// a tenth of the time of a small read: the processor waits where it loads what was stored in pieces.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArchiveReader(ReadOnlySpan<byte> bytes, int offset, long budget, bool shares, Formatter root,
        AnyTable? foreign, FastSerializerOptions options)
    {
        _span = bytes;
        _position = 0;
        _depthLeft = options.Depth;
        _budget = budget;
        _shortString = shares ? -1 : 127;
        _references = options.References;
        _offset = offset;
        _options = options;
        _root = root;
        _table = foreign;
        _session = null;
        _objects = null;
    }

    /// <summary>Whether classes were written as objects.</summary>
    public readonly bool References => _references;

    /// <summary>Whether all strings and data are shared.</summary>
    public readonly bool Shares => _shortString < 0;

    /// <summary>Bytes that are left.</summary>
    public readonly int Left => _span.Length - _position;

    /// <summary>The place, in bytes of the payload.</summary>
    public readonly int Position => _position;

    /// <summary>What the read may still spend.</summary>
    internal readonly long BudgetLeft => _budget;

    internal ReadSession Session => _session ?? NewSession();

    internal readonly FastSerializerOptions Options => _options;

    /// <summary>The table of the archive, taken apart.</summary>
    internal AnyTable Table => _table ??= (_options.Registry == null
        ? _root.Type.Table(_references, Shares)
        : _options.Registry.TableOf(_root.Type, _references, Shares)).Parsed;

    private ReadObjects Objects => _objects ?? NewObjects();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadObjects NewObjects() => _objects = Session.Objects;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadSession NewSession() => _session = ReadSession.Rent(_offset);

    /// <summary>Whether all has to be read again, since what was promised never came; from the start.</summary>
    internal bool ReadsAgain(long budget)
    {
        if (!_session!.ReadAgain()) return false;
        _position = 0;
        _budget = budget;
        _depthLeft = _options.Depth;
        return true;
    }

    /// <summary>All was read: is there anything that .NET refuses?</summary>
    internal readonly void Complete() => _session?.Complete();

    /// <summary>Whether more was needed than a position.</summary>
    internal readonly bool HasSession => _session != null;

    /// <summary>The end, good or bad: gives the session back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void Release()
    {
        if (_session != null) _session.Return();
    }

    internal readonly ReadOnlySpan<byte> Bytes => _span;

    // ---- runs

    /// <summary>The place of the next bytes, of which so many are there; Wire.GetN reads them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref readonly byte Take(int bytes)
    {
        var at = _position;
        if (_span.Length - at < bytes) FailTruncated(at);
        _position = at + bytes;
        return ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), at);
    }

    /// <summary>Whether so many bytes are there; for a run that others read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Need(int bytes)
    {
        if (_span.Length - _position < bytes) FailTruncated(_position);
    }

    /// <summary>A bool in a run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool GetBool(in byte place, int offset)
    {
        var value = Wire.Get8(in place, offset);
        if (value > 1) FailAt(in place, offset, "a bool that is neither 0 nor 1");
        return value != 0;
    }

    /// <summary>A decimal in a run.</summary>
    public readonly decimal GetDecimal(in byte place, int offset)
    {
        var flags = Wire.Get32(in place, offset + 12);
        if ((flags & 0x7F00FFFF) != 0 || ((flags >> 16) & 0xFF) > 28)
        {
            FailAt(in place, offset + 12, "a decimal with a wrong scale or sign");
        }
        return new decimal(
            (int)Wire.Get32(in place, offset), (int)Wire.Get32(in place, offset + 4),
            (int)Wire.Get32(in place, offset + 8), (flags & 0x80000000) != 0, (byte)(flags >> 16));
    }

    // ---- single values

#pragma warning disable CS1591 // ReadN: a number of N bits.
    public byte Read8() => Take(1);
    public ushort Read16() => Wire.Get16(in Take(2), 0);
    public uint Read32() => Wire.Get32(in Take(4), 0);
    public ulong Read64() => Wire.Get64(in Take(8), 0);
    public float ReadF32() => Wire.GetF32(in Take(4), 0);
    public double ReadF64() => Wire.GetF64(in Take(8), 0);
    public bool ReadBool() => GetBool(in Take(1), 0);
    public decimal ReadDecimal() => GetDecimal(in Take(16), 0);
    public Guid ReadGuid() => Wire.GetGuid(in Take(16), 0);
#pragma warning restore CS1591

    /// <summary>An unsigned varint, at most <paramref name="largest"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadVarint(ulong largest = ulong.MaxValue)
    {
        var at = _position;
        if (at < _span.Length)
        {
            ulong value = Unsafe.Add(ref MemoryMarshal.GetReference(_span), at);
            if (value < 0x80)
            {
                _position = at + 1;
                return value;
            }
        }
        return ReadLongVarint(largest);
    }

    /// <summary>A signed varint, whose zigzag is at most <paramref name="largest"/>.</summary>
    public long ReadZigzag(ulong largest = ulong.MaxValue) => Wire.Unzigzag(ReadVarint(largest));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong ReadLongVarint(ulong largest)
    {
        var start = _position;
        ulong value = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            if (_position == _span.Length) FailTruncated(start);
            ulong one = _span[_position++];
            if (shift == 63 && one > 1) break;
            value |= (one & 0x7F) << shift;
            if (one < 0x80)
            {
                if (value > largest) Fail(FastserStatus.Malformed, start, "a number beyond its width");
                return value;
            }
        }
        Fail(FastserStatus.Malformed, start, "a varint longer than 64 bits");
        return 0;
    }

    /// <summary>The byte before a value that may be missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool ReadFlag()
    {
        var at = _position;
        if (at >= _span.Length) FailTruncated(at);
        var flag = Unsafe.Add(ref MemoryMarshal.GetReference(_span), at);
        if (flag > 1) Fail(FastserStatus.Malformed, at, "an optional flag above 1");
        _position = at + 1;
        return flag != 0;
    }

    /// <summary>Which of so many alternatives of a variant.</summary>
    public int ReadIndex(int count)
    {
        var at = _position;
        var index = ReadVarint();
        if (index >= (ulong)count) Fail(FastserStatus.Malformed, at, "a variant index that is out of range");
        return (int)index;
    }

    /// <summary>A count of elements that take at least so many bytes each; what they take in memory is
    /// charged.</summary>
    public int ReadCount(int minimalSize, int memory)
    {
        var at = _position;
        var count = ReadCountOnly(minimalSize);
        Charge(at, (long)count * Math.Max(memory, 1));
        return count;
    }

    /// <summary>A count of elements that take at least so many bytes each.</summary>
    public int ReadCountOnly(int minimalSize)
    {
        var at = _position;
        var count = ReadVarint();
        if (minimalSize == 0)
        {
            if (count > (ulong)_budget) FailBudget(at);
        }
        else if (count > (ulong)(Left / minimalSize))
        {
            FailCount(FastserStatus.Truncated, at);
        }
        if (count > int.MaxValue) FailCount(FastserStatus.OverBudget, at);
        return (int)count;
    }

    /// <summary>A key or element that was there before: at once where bytes say so, else when all was
    /// read, as the C++ library finds it then.</summary>
    internal void FailTwice(WireType type, int place, string message)
    {
        if (type.IsComparedInPlace) Fail(FastserStatus.Malformed, place, message);
        Refuse(place, message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailCount(FastserStatus status, int at) =>
        Fail(status, at, "a count larger than the input can hold");

    /// <summary>Takes memory from the budget.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Charge(int at, long bytes)
    {
        if (bytes > _budget) FailBudget(at);
        _budget -= bytes;
    }

    /// <summary>Data: the bytes, in the archive's own memory.</summary>
    public ReadOnlySpan<byte> ReadData()
    {
        if (Shares) return ReadSharedData();
        var size = ReadSize();
        var bytes = _span.Slice(_position, size);
        _position += size;
        return bytes;
    }

    // A varint size that the input has.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadSize()
    {
        var at = _position;
        var size = ReadVarint();
        if (size > (ulong)(_span.Length - _position)) FailTruncated(at);
        return (int)size;
    }

    /// <summary>Data as an array of its own.</summary>
    public byte[] ReadBytes()
    {
        var at = _position;
        var bytes = ReadData();
        ChargeText(at, bytes.Length);
        return bytes.ToArray();
    }

    /// <summary>Takes what a text or data of so many bytes takes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ChargeText(int at, int size) => Charge(at, size > 15 ? size + 16 : size);

    /// <summary>Fills in values whose memory is what stands on the wire.</summary>
    public void ReadBlock<TUnmanaged>(Span<TUnmanaged> values) where TUnmanaged : unmanaged
    {
        var to = MemoryMarshal.AsBytes(values);
        if (to.Length > Left) FailTruncated(_position);
        _span.Slice(_position, to.Length).CopyTo(to);
        _position += to.Length;
        var size = Unsafe.SizeOf<TUnmanaged>();
        if (BitConverter.IsLittleEndian || size == 1) return;
        for (var i = 0; i < to.Length; i += size) to.Slice(i, size).Reverse();
    }

    // ---- collections of members without setters

    /// <summary>Fills the map that its object made: at once, or when its keys are complete.</summary>
    public readonly void FillMap<TKey, TValue>(IDictionary<TKey, TValue> into,
        IEnumerable<KeyValuePair<TKey, TValue>> from, string className, string memberName)
    {
        if (_session == null || !_session.IsLate) Generated.FillMap(into, from, className, memberName);
        else _session.Later(LateCopy.OfMap(into, from, className, memberName));
    }

    /// <summary>Fills the list or set that its object made: at once, or when its elements are complete.</summary>
    public readonly void FillList<T>(ICollection<T> into, IEnumerable<T> from, string className, string memberName)
    {
        if (_session == null || !_session.IsLate) Generated.FillList(into, from, className, memberName);
        else _session.Later(LateCopy.OfList(into, from, className, memberName));
    }

    // ---- depth

    /// <summary>One level deeper; see <see cref="ArchiveWriter.Enter"/>. Too deep is an error at
    /// <paramref name="place"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enter(int place)
    {
        if (--_depthLeft < 0) FailDepth(place);
    }

    /// <summary>One level deeper, here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enter()
    {
        if (--_depthLeft < 0) FailDepth(_position);
    }

    /// <summary>Refuses what <see cref="Enter()"/> would refuse, where <see cref="Leave"/> would follow at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void CheckDepth()
    {
        if (_depthLeft <= 0) FailDepth(_position);
    }

    /// <summary>So many levels are left where the values lie, which other code reads.</summary>
    internal void SetLevels(int left) => _depthLeft = left;

    /// <summary>Back from <see cref="Enter()"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave() => ++_depthLeft;

    // ---- errors

    /// <summary>Ends the read with an error at a byte of the payload.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public readonly void Fail(FastserStatus status, int at, string message) =>
        throw new FastserException(status, message, (long)_offset + at);

    /// <summary>Notes that .NET has no such value; told when all else was read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Refuse(int at, string message) => Session.Refuse(at, message);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailTruncated(int at) => Fail(FastserStatus.Truncated, at, "the input ends inside a value");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailBudget(int at) =>
        Fail(FastserStatus.OverBudget, at, "the value takes more memory than the limits allow; FastSerializerOptions.Limits can allow more");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailDepth(int at) => Fail(FastserStatus.TooDeep, at, "nested deeper than the limits allow; FastSerializerOptions.Limits can allow more");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void FailAt(in byte place, int offset, string message) =>
        Fail(FastserStatus.Malformed, PositionOf(in place) + offset, message);

    /// <summary>The place of a run, in bytes of the payload.</summary>
    public readonly int PositionOf(in byte place) =>
        (int)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(_span), ref Unsafe.AsRef(in place));
}
