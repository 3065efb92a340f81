// SPDX-License-Identifier: MIT
//
// ArchiveWriter: one archive on its way out. It holds a run of bytes with a position; what only some
// archives need (more room, tables of what is shared) is in a WriteSession, taken when first asked for.
//
// Generated code writes in runs: Begin asks once for the room of all fields of fixed size that follow
// each other, Wire.PutN fills them in at fixed offsets from the place, PutString and its like go on
// from there and see to the room behind them, End says where the run ended. So the place stays in a
// register, and the writer is touched twice for a record. (AsciiRun has the shorter way of runs whose strings
// are short.)
using System;
using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

/// <summary>One archive on its way out.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref partial struct ArchiveWriter
{
    private Span<byte> _span;
    private int _position;
    // Levels that are left below; above, objects that may still lie in each other here.
    private long _levels;
    // What an object or optional record takes of both.
    private readonly long _step;
    private readonly int _shortString;
    private readonly bool _references;
    private readonly IBufferWriter<byte>? _output;
    private readonly FastSerializerOptions _options;
    private WriteSession? _session;
    private WrittenObjects? _objects;
    // Of a graph that knows its objects by their marks alone: how many there are so far, and the mark of the first.
    // Else there seem to be as many as there are marks, so that the table is asked.
    private ulong _markCount;
    private uint _firstMark;

    /// <summary>A writer into an IBufferWriter. To be released.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArchiveWriter(IBufferWriter<byte> output, FastSerializerOptions options)
        : this(output.GetSpan(WriteSession.FirstPiece), options, output, null) { }

    /// <summary>A writer into a session's own buffer. To be released.</summary>
    internal ArchiveWriter(WriteSession session) : this(session.Buffer, session.Options, null, session) { }

    /// <summary>A writer into memory that will do, if it was measured well. To be released.</summary>
    internal ArchiveWriter(Span<byte> memory, FastSerializerOptions options) : this(memory, options, null, null) { }

    /// <summary>A writer of a value of fixed size into memory that has as many bytes.</summary>
    internal ArchiveWriter(Span<byte> memory) : this(memory, FastSerializerOptions.Default, null, null) { }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ArchiveWriter(
        Span<byte> memory, FastSerializerOptions options, IBufferWriter<byte>? output, WriteSession? session)
    {
        _span = memory;
        _position = 0;
        _levels = LevelsOf(options);
        _step = options.References ? OneObject + 1 : 1;
        _shortString = options.Sharing == FastserSharing.On ? -1 : ShortString;
        _references = options.References;
        _output = output;
        _options = options;
        _session = session;
        _objects = null;
        _markCount = ulong.MaxValue;
        _firstMark = 0;
        Root = null;
    }

    /// <summary>Whether classes are written as objects.</summary>
    public readonly bool References => _references;

    /// <summary>Whether all strings and data are shared.</summary>
    public readonly bool Shares => _shortString < 0;

    internal WriteSession Session => _session ?? NewSession();

    internal readonly FastSerializerOptions Options => _options;

    /// <summary>The formatter of the root, of which the table is made where values of any type need it.</summary>
    internal Formatter? Root;

    private readonly WireTable Table => _options.Registry == null
        ? Root!.Type.Table(_references, Shares)
        : _options.Registry.TableOf(Root!.Type, _references, Shares);

    /// <summary>Bytes written to the run at hand.</summary>
    internal readonly int Position => _position;

    internal readonly ReadOnlySpan<byte> Written => _span.Slice(0, _position);

    /// <summary>Whether what was written is that memory, from end to end.</summary>
    internal readonly bool IsIn(Span<byte> memory) => Written == memory;

    private WrittenObjects Objects => _objects ?? NewObjects();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WrittenObjects NewObjects()
    {
        _objects = Session.Objects;
        if (Root is { RunsAlone: true } && (_firstMark = _objects.BeginPlain()) != 0) _markCount = 0;
        return _objects;
    }

    // Whether objects are known by their marks alone.
    private readonly bool MarksOnly => _markCount != ulong.MaxValue;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WriteSession NewSession() => _session = WriteSession.Rent(_options, _output);

    /// <summary>Whether there are objects, whose bodies may come later.</summary>
    internal readonly bool HasObjects => _objects != null;

    /// <summary>The end, good or bad: gives the session back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Release()
    {
        if (_session != null) Return();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void Return()
    {
        if (MarksOnly) _objects!.EndPlain(_markCount);
        _session!.Return();
    }

    // ---- runs

    /// <summary>The place where the next bytes go, with room for so many.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Begin(int bytes)
    {
        if (_span.Length - _position < bytes) Grow(bytes);
        return ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), _position);
    }

    /// <summary>The same where there is room, as <see cref="TakesAscii"/> said.</summary>
    public readonly ref byte Place
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), _position);
    }

    /// <summary>What was put ends at this place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(ref byte place) =>
        _position = (int)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(_span), ref place);

    /// <summary>So many bytes were put since <see cref="Begin"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int bytes) => _position += bytes;

    // Bytes from a place to the end of the run.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Room(ref byte place) =>
        _span.Length - (int)Unsafe.ByteOffset(ref MemoryMarshal.GetReference(_span), ref place);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int bytes)
    {
        if (MarksOnly && _markCount > MostObjects) FailCount();
        _span = Session.Grow(_span, ref _position, bytes);
    }

    // The same for a run that has reached a place: the place, with room for so many bytes.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte GrowAt(ref byte place, int bytes)
    {
        End(ref place);
        return ref Begin(bytes);
    }

    // ---- keys

    /// <summary>A key begins that is looked at when it ends. Where that is in the archive.</summary>
    internal long BeginKey() => Session.Hold(_position);

    /// <summary>The bytes of the key that began there.</summary>
    internal byte[] EndKey(long start) => Session.TakeHeld(start, Written);

    // ---- single values, checked

#pragma warning disable CS1591 // WriteN: a number of N bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write8(byte value)
    {
        Begin(1) = value;
        _position += 1;
    }

    public void WriteBool(bool value) => Write8(value ? (byte)1 : (byte)0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write16(ushort value)
    {
        Wire.Put16(ref Begin(2), 0, value);
        _position += 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write32(uint value)
    {
        Wire.Put32(ref Begin(4), 0, value);
        _position += 4;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write64(ulong value)
    {
        Wire.Put64(ref Begin(8), 0, value);
        _position += 8;
    }

    public void WriteF32(float value)
    {
        Wire.PutF32(ref Begin(4), 0, value);
        _position += 4;
    }

    public void WriteF64(double value)
    {
        Wire.PutF64(ref Begin(8), 0, value);
        _position += 8;
    }

    public void WriteDecimal(decimal value)
    {
        Wire.PutDecimal(ref Begin(16), 0, value);
        _position += 16;
    }

    public void WriteGuid(Guid value)
    {
        Wire.PutGuid(ref Begin(16), 0, value);
        _position += 16;
    }
#pragma warning restore CS1591

    /// <summary>An unsigned number in as few bytes as it needs; also a count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteVarint(ulong value) => End(ref Wire.PutVarint(ref Begin(10), value));

    /// <summary>A signed number in as few bytes as it needs.</summary>
    public void WriteZigzag(long value) => WriteVarint(Wire.Zigzag(value));

    /// <summary>A varint in a run; behind it there is room for <paramref name="behind"/> bytes more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte PutVarint(ref byte place, ulong value, int behind)
    {
        if (Room(ref place) < 10 + behind) place = ref GrowAt(ref place, 10 + behind);
        return ref Wire.PutVarint(ref place, value);
    }

    /// <summary>Bytes as they are.</summary>
    public void WriteBytes(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > _span.Length - _position)
        {
            if (_output == null)
            {
                Grow(bytes.Length);
                break;
            }
            var first = bytes.Slice(0, Math.Min(bytes.Length, _span.Length - _position));
            first.CopyTo(_span.Slice(_position));
            _position += first.Length;
            bytes = bytes.Slice(first.Length);
            if (bytes.Length != 0) Grow(Math.Min(bytes.Length, WriteSession.Piece));
        }
        bytes.CopyTo(_span.Slice(_position));
        _position += bytes.Length;
    }

    /// <summary>A data value: its size and its bytes.</summary>
    public void WriteData(ReadOnlySpan<byte> bytes)
    {
        if (Shares)
        {
            WriteSharedData(bytes);
            return;
        }
        WriteVarint((ulong)bytes.Length);
        WriteBytes(bytes);
    }

    /// <summary>Values whose memory is what stands on the wire: one copy on little-endian machines.</summary>
    public void WriteBlock<TUnmanaged>(ReadOnlySpan<TUnmanaged> values) where TUnmanaged : unmanaged
    {
        if (BitConverter.IsLittleEndian || Unsafe.SizeOf<TUnmanaged>() == 1)
        {
            WriteBytes(MemoryMarshal.AsBytes(values));
            return;
        }
        var size = Unsafe.SizeOf<TUnmanaged>();
        foreach (var value in values)
        {
            ref var place = ref Begin(size);
            Unsafe.WriteUnaligned(ref place, value);
            for (int i = 0, j = size - 1; i < j; ++i, --j)
            {
                (Unsafe.Add(ref place, i), Unsafe.Add(ref place, j)) =
                    (Unsafe.Add(ref place, j), Unsafe.Add(ref place, i));
            }
            _position += size;
        }
    }

    // ---- depth and errors

    /// <summary>One level deeper: a list, set or map; a record, tuple or array that lies in a field, an
    /// optional or a variant; an object's body.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enter()
    {
        if ((int)--_levels < 0) FailDepth();
    }

    /// <summary>Refuses what <see cref="Enter"/> would refuse, where <see cref="Leave"/> would follow at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void CheckDepth()
    {
        if ((int)_levels <= 0) FailDepth();
    }

    /// <summary>The values lie in so many others already, which other code wrote.</summary>
    internal void LieIn(int levels) => _levels -= Math.Min(levels, (int)_levels);

    /// <summary>Back from <see cref="Enter"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave() => ++_levels;

    /// <summary>A member is null that its type says never is; in a generic class that type may be an int?, whose
    /// null is a value.</summary>
    public static T Null<T>(string className, string memberName) => typeof(T).IsValueType ? default! : throw
        new FastserException(FastserStatus.Usage, "null in " + className + "." + memberName + ", which is not nullable");

    /// <summary>A map has not as many entries as it said.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void FailChanged() =>
        throw new FastserException(FastserStatus.Usage, "a map that changed while it was written");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FailDepth() =>
        throw new FastserException(FastserStatus.TooDeep, "values nest deeper than FastSerializerOptions.Limits.Depth");
}
