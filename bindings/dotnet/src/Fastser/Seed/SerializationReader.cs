// SPDX-License-Identifier: MIT
//
// SerializationReader: asks for the values that SerializationWriter wrote, in the same order. The table
// behind the values says what they are, so another order is an error that names both types, and
// never a wrong value.
//
// This file: the archive, bytes, fields, blocks, and what a read may spend. Data may come from a
// stranger: every count is held against the bytes that are left before anything is made, one budget
// holds for the whole read, and values nest no deeper than the limit.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser;

/// <summary>Reads what <see cref="SerializationWriter"/> wrote, in the same order. Not safe for use by several
/// threads at once.</summary>
/// <exception cref="FastserException">All calls that read: the bytes are damaged, or the next value is of
/// another type. A value of another type is not taken: the next call may ask for what it is. Behind damage
/// nothing can be read: all further calls throw.</exception>
public sealed partial class SerializationReader : IDisposable
{
    private readonly byte[] _bytes;
    private readonly FastSerializerOptions _options;
    private readonly SeedTable? _table;  // none: a bare archive
    private AnyTable? _any;              // the same for formatters
    private readonly SeedShape[] _shapes = WellKnownShapes.All;
    private readonly int _end;           // of the values
    private int _position;
    private long _budget;
    private int _depthLeft;

    // The record at hand: its fields, the run that the next field is in, what is left of it, and the
    // number of the next field.
    private SeedRow? _row;
    private int _run = -1;
    private SeedType? _type;
    private uint _left;
    private long _field;

    private SerializationReader(byte[] bytes, FastSerializerOptions options)
    {
        if (!BitConverter.IsLittleEndian) throw new PlatformNotSupportedException("SerializationReader needs a little-endian machine.");
        _bytes = bytes;
        _options = options;
        _end = bytes.Length;
        _budget = ManagedEngine.BudgetOf(options.Limits, bytes.Length);
        _depthLeft = options.Depth;
        if (options.Codec != FastserCodec.Archive || options.Header == FastserHeader.Fingerprint || options.References
            || options.Sharing == FastserSharing.On)
        {
            throw new FastserException(FastserStatus.Usage,
                "SerializationReader reads archives, self-described or bare, without References and Sharing");
        }
        if (options.Header == FastserHeader.Bare)
        {
            _shapes = RegisteredClasses.FirstShapes(options);
            return;
        }
        _table = Open(ref _end);
        _row = _table.Row;
        _shapes = _table.Shapes;
    }

    /// <summary>A reader of an archive. The bytes are not copied: they must not change meanwhile.</summary>
    public static SerializationReader GetReader(byte[] archive) => GetReader(archive, FastSerializerOptions.Default);

    /// <summary>A reader of an archive. The bytes are not copied: they must not change meanwhile.</summary>
    public static SerializationReader GetReader(byte[] archive, FastSerializerOptions options) =>
        new(archive ?? throw new ArgumentNullException(nameof(archive)), options ?? throw new ArgumentNullException(nameof(options)));

    /// <summary>A reader of a copy of an archive.</summary>
    public static SerializationReader GetReader(ReadOnlySpan<byte> archive, FastSerializerOptions? options = null) =>
        new(archive.ToArray(), options ?? FastSerializerOptions.Default);

    /// <summary>A reader of what <see cref="SerializationWriter.AddToInfo"/> put into <paramref name="info"/>.</summary>
    public static SerializationReader GetReader(SerializationInfo info) => GetReader(info, FastSerializerOptions.Default);

    /// <summary>A reader of what <see cref="SerializationWriter.AddToInfo"/> put into <paramref name="info"/>.</summary>
    public static SerializationReader GetReader(SerializationInfo info, FastSerializerOptions options)
    {
        if (info == null) throw new ArgumentNullException(nameof(info));
        return info.GetValue(SerializationWriter.InfoName, typeof(byte[])) is byte[] archive ? GetReader(archive, options)
            : throw new FastserException(FastserStatus.TypeMismatch, "the SerializationInfo holds no archive");
    }

    /// <summary>Does nothing; it is there for <c>using</c>.</summary>
    public void Dispose() { }

    /// <summary>The number of the application's own in the header.</summary>
    public uint UserVersion { get; private set; }

    /// <summary>The byte of the archive that is read next.</summary>
    public int Position => _position;

    /// <summary>Whether all values of the archive, or of the block at hand, have been read.</summary>
    public bool AtEnd => _failed == FastserStatus.Ok && (_table == null ? _position == _end : _left == 0 && !MoreRuns());

    /// <summary>Throws if there are values that were not read.</summary>
    public void RequireEnd()
    {
        CheckFailed();
        if (!AtEnd) throw Refusal(FastserStatus.Trailing, "there are values behind the last that was asked for");
        if (_blockLevel == 0 && _position != _end) throw Refusal(FastserStatus.Trailing, "there are bytes after the last value");
    }

    private SeedTable Open(ref int end)
    {
        var bytes = _bytes;
        if (bytes.Length < 9) throw new FastserException(FastserStatus.Truncated, "no archive: the header is nine bytes", bytes.Length);
        if (bytes[0] != 0x46 || bytes[1] != 0x53 || bytes[2] != 0x52) throw new FastserException(FastserStatus.Malformed, "not an archive: it does not start with FSR", 0);
        if (bytes[3] != 1) throw new FastserException(FastserStatus.BadVersion, "a format version that this library does not know", 3);
        var flags = bytes[4];
        if ((flags & ~7) != 0 || (flags & 3) == 3) throw new FastserException(FastserStatus.Malformed, "flags that no writer sets", 4);
        UserVersion = Unsafe.ReadUnaligned<uint>(ref bytes[5]);
        if ((flags & 4) != 0)
        {
            if (end < 13) throw new FastserException(FastserStatus.Truncated, "the archive ends inside its checksum", end);
            end -= 4;
            if (Unsafe.ReadUnaligned<uint>(ref bytes[end]) != Crc32C.Add(0, bytes.AsSpan(0, end)))
                throw new FastserException(FastserStatus.Checksum, "the checksum does not match", end);
        }
        int start, size;
        switch (flags & 3)
        {
            case 0:
                var input = new TypeInput(bytes, 9, end, 0, null);
                size = input.Count(1);
                start = input.Position;
                _position = start + size;
                break;
            case 1:
                if (end - 9 < 8) throw new FastserException(FastserStatus.Truncated, "the archive ends inside its table", end);
                var said = Unsafe.ReadUnaligned<ulong>(ref bytes[end - 8]);
                if (said > (ulong)(end - 17)) throw new FastserException(FastserStatus.Malformed, "a table larger than the archive", end - 8);
                size = (int)said;
                start = end - 8 - size;
                end = start;
                _position = 9;
                break;
            default:
                throw new FastserException(FastserStatus.TypeMismatch, "an archive with a fingerprint does not contain its types, which SerializationReader needs", 4);
        }
        // What the table comes to in memory, at most.
        if ((_budget -= 64L * size) < 0) throw new FastserException(FastserStatus.OverBudget, "the table would take more memory than the limits allow; FastSerializerOptions.Limits can allow more", start);
        return SeedTable.Get(bytes.AsSpan(start, size), start);
    }

    // ---- errors

    // What failed, and where: a value was read by half, so that nothing behind it can be read.
    private FastserStatus _failed;
    private long _failedAt;

    internal FastserException Error(FastserStatus status, long offset, string message)
    {
        Stop(status, offset);
        return new FastserException(status, message, offset, "field " + _field);
    }

    private void Stop(FastserStatus status, long offset)
    {
        if (_failed != FastserStatus.Ok) return;
        (_failed, _failedAt) = (status, offset);
        (_row, _left) = (null, 0);  // The next read looks why there is nothing.
    }

    private void CheckFailed()
    {
        if (_failed != FastserStatus.Ok)
            throw new FastserException(_failed, "a read before this one failed, and nothing behind it can be read", _failedAt, "field " + _field);
    }

    // The field that was not what was asked for. Nothing was taken: another read may ask for what it is.
    private long _refused = -1;

    private FastserException Refusal(FastserStatus status, string message)
    {
        _refused = _field;
        return new FastserException(status, message, _position, "field " + _field);
    }

    // ---- bytes

    [MethodImpl(MethodImplOptions.NoInlining)]
    private FastserException Truncated() => Error(FastserStatus.Truncated, _end, "the archive ends inside a value");

    /// <summary>A number whose memory is what stands on the wire.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal T Blit<T>() where T : unmanaged
    {
        if (_end - _position < Unsafe.SizeOf<T>()) throw Truncated();
        var value = Unsafe.ReadUnaligned<T>(ref _bytes[_position]);
        _position += Unsafe.SizeOf<T>();
        return value;
    }

    internal ReadOnlySpan<byte> Bytes(int count)
    {
        if (_end - _position < count) throw Truncated();
        var bytes = _bytes.AsSpan(_position, count);
        _position += count;
        return bytes;
    }

    internal bool Flag()
    {
        var value = Blit<byte>();
        if (value > 1) throw Error(FastserStatus.Malformed, _position - 1, "a byte that is neither 0 nor 1");
        return value != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ulong Varint()
    {
        if (_position < _end && _bytes[_position] < 0x80) return _bytes[_position++];
        return LongVarint();
    }

    private ulong LongVarint()
    {
        var start = _position;
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            if (_position >= _end) throw Truncated();
            var next = _bytes[_position++];
            if (shift == 63 && next > 1) throw Error(FastserStatus.Malformed, start, "a number above 64 bits");
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
    }

    /// <summary>A count of values of this type, held against the bytes that are left.</summary>
    internal int Count(SeedType element, SeedType? second = null)
    {
        var start = _position;
        var count = Varint();
        return CheckCount(count, element, second, start);
    }

    private int CheckCount(ulong count, SeedType element, SeedType? second, int start)
    {
        var size = (long)element.MinimalSize + (second?.MinimalSize ?? 0);
        if (size == 0)
        {
            // What takes no bytes is charged one by one.
            if (count > (ulong)Math.Max(0, _budget)) throw Error(FastserStatus.OverBudget, start, "more values than the limits allow");
            Charge((long)count);
            if (count > int.MaxValue) throw Error(FastserStatus.OverBudget, start, "more values than an array holds");
            return (int)count;
        }
        if (count > (ulong)((_end - _position) / size)) throw Error(FastserStatus.Truncated, start, "a count of more than there is");
        return (int)count;
    }

    internal void Charge(long bytes)
    {
        if ((_budget -= bytes) < 0) throw Error(FastserStatus.OverBudget, _position, "the value would take more memory than the limits allow");
    }

    internal void Enter()
    {
        if (--_depthLeft < 0) throw Error(FastserStatus.TooDeep, _position, "values nest too deep");
    }

    internal void Leave() => _depthLeft++;

    /// <summary>How much deeper values may nest here.</summary>
    internal int DepthLeft => _depthLeft;

    // ---- fields

    /// <summary>Whether the next field is of this very type; then it is taken.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Next(SeedType expected)
    {
        if (_left != 0 && ReferenceEquals(_type, expected))
        {
            _left--;
            _field++;
            return true;
        }
        return NextOther(expected);
    }

    private bool NextOther(SeedType expected)
    {
        CheckFailed();
        if (_table == null)
        {
            _field++;
            return true;
        }
        if (_left == 0 && !MoreRuns())
            throw Refusal(FastserStatus.Truncated, "there are no more values; a " + expected + " is asked for");
        if (!ReferenceEquals(_type, expected))
        {
            if (!SeedType.Same(expected, _type)) return false;
            _row!.Types[_run] = _type = expected;
        }
        _left--;
        _field++;
        return true;
    }

    private bool MoreRuns()
    {
        if (_row == null || _run + 1 >= _row.Fields.Length) return false;
        _run++;
        _type = _row.Types[_run];
        _left = _row.Fields[_run].Repeat;
        return true;
    }

    // The next field is of another type than the one asked for.
    private FastserException Mismatch(SeedType expected) =>
        Refusal(FastserStatus.TypeMismatch, "the archive has a value of type " + _type + ", a " + expected + " is asked for");

    /// <summary>Takes the next field whatever its type; its type.</summary>
    private SeedType TakeAny()
    {
        _left--;
        _field++;
        return _type!;
    }

    // ---- blocks

    private int _blockLevel;

    /// <summary>A block that is being read; disposing passes by what was not read.</summary>
    public readonly struct Block : IDisposable
    {
        private readonly SerializationReader _reader;
        private readonly SeedRow? _row;
        private readonly SeedType? _type;
        private readonly int _run;
        private readonly uint _left;
        private readonly long _field;
        private readonly int _level;

        /// <summary>The version that the block was written with.</summary>
        public int Version { get; }

        internal Block(SerializationReader reader, int version)
        {
            _reader = reader;
            _row = reader._row;
            _type = reader._type;
            _run = reader._run;
            _left = reader._left;
            _field = reader._field;
            _level = reader._blockLevel;
            Version = version;
        }

        /// <summary>Ends the block.</summary>
        public void Dispose()
        {
            if (_reader == null || _reader._blockLevel != _level + 1) return;
            // An exception on its way out is not to be hidden by another about what is behind it.
            var refused = _reader._refused == _reader._field;
            try
            {
                _reader.SkipRest();
            }
            catch (FastserException) when (refused)
            {
            }
            finally
            {
                _reader._blockLevel = _level;
                _reader._type = _type;
                _reader._run = _run;
                if (_reader._failed == FastserStatus.Ok) (_reader._row, _reader._left) = (_row, _left);
                _reader._field = _field;
                _reader._refused = refused ? _field : -1;
                _reader.Leave();
            }
        }
    }

    /// <summary>Begins to read a block: <c>using (var block = reader.EnterBlock()) { ... }</c>.</summary>
    public Block EnterBlock()
    {
        if (_table == null) throw new FastserException(FastserStatus.Usage, "a bare archive has no blocks");
        CheckFailed();
        if (_left == 0 && !MoreRuns()) throw Refusal(FastserStatus.Truncated, "there are no more values; a block is asked for");
        if (_type!.Code != Code.Record || _type.Shape!.Name.Length != 0)
            throw Refusal(FastserStatus.TypeMismatch, "the archive has a value of type " + _type + ", a block is asked for");
        var shape = TakeAny().Shape!;
        Enter();
        var block = new Block(this, (int)Math.Min(shape.Version, int.MaxValue));
        _blockLevel++;
        _row = shape.Row;
        _type = null;
        _run = -1;
        _left = 0;
        _field = 0;
        _refused = -1;
        return block;
    }

    private void SkipRest()
    {
        while (_left != 0 || MoreRuns()) Skip(TakeAny());
    }

    /// <summary>Passes by the next value, whatever it is.</summary>
    public void SkipValue()
    {
        if (_table == null) throw new FastserException(FastserStatus.Usage, "a bare archive does not say what its values are");
        CheckFailed();
        if (_left == 0 && !MoreRuns()) throw Refusal(FastserStatus.Truncated, "there are no more values");
        Skip(TakeAny());
    }
}
