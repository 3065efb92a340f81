// SPDX-License-Identifier: MIT
//
// WriteSession: what one archive on its way out needs beyond its position: where the bytes go, the
// tables of what is shared, the options. Each thread keeps one, with its memory, from one archive to
// the next; a write inside a write (by a callback) gets one of its own.
//
// Bytes go to a buffer of the session's, which grows; or, in pieces, to an IBufferWriter.
using System;
using System.Buffers;
using System.IO;

namespace Fastser.Runtime;

internal sealed class WriteSession
{
    /// <summary>Least bytes asked of an IBufferWriter when there is more to come.</summary>
    public const int Piece = 4096;

    /// <summary>Least bytes asked of one at first.</summary>
    public const int FirstPiece = 256;

    private const int KeptBuffer = 1 << 20;

    [ThreadStatic]
    private static WriteSession? t_free;

    private byte[] _buffer = new byte[Piece];
    private IBufferWriter<byte>? _output;
    private uint _crc;
    // Bytes handed over so far; and from there on, those that are still looked at.
    private long _flushed;
    private long _heldFrom;
    private int _holders;
    private MemoryStream? _held;
    private WrittenObjects? _objects;
    private WrittenTexts? _strings;
    private WrittenTexts? _data;

    public FastSerializerOptions Options { get; private set; } = FastSerializerOptions.Default;

    public WrittenObjects Objects => _objects ??= new WrittenObjects();

    public int NumberOf(string value) => (_strings ??= new WrittenTexts()).NumberOf(value);

    public int NumberOf(ReadOnlySpan<byte> value) => (_data ??= new WrittenTexts()).NumberOf(value);

    /// <summary>The session's own memory.</summary>
    public byte[] Buffer => _buffer;

    /// <summary>A session for this thread; give it back.</summary>
    public static WriteSession Rent(FastSerializerOptions options, IBufferWriter<byte>? output)
    {
        var session = t_free ?? new WriteSession();
        t_free = null;
        session.Options = options;
        session._output = output;
        return session;
    }

    /// <summary>Ready for the next archive; memory is kept.</summary>
    public void Return()
    {
        _objects?.Clear();
        _strings?.Clear();
        _data?.Clear();
        _output = null;
        _crc = 0;
        _flushed = 0;
        _holders = 0;
        _held = null;
        if (_buffer.Length > KeptBuffer)
        {
            GiveBack();
            _buffer = new byte[Piece];
        }
        t_free = this;
    }

    // All buffers but the first are of the pool, which keeps large ones for all threads together.
    private void GiveBack()
    {
        if (_buffer.Length > Piece) ArrayPool<byte>.Shared.Return(_buffer);
    }

    /// <summary>Room for so many bytes at the position.</summary>
    public Span<byte> Grow(Span<byte> span, scoped ref int position, int bytes)
    {
        if (_output != null)
        {
            Flush(span.Slice(0, position));
            position = 0;
            return _output.GetSpan(Math.Max(bytes, Piece));
        }
        var size = Math.Max((long)position + bytes, 2L * _buffer.Length);
        if (size > MaxArray)
        {
            size = (long)position + bytes;
            if (size > MaxArray) throw new FastserException(FastserStatus.NoMemory, "an archive of more than 2 GiB");
            size = MaxArray;
        }
        var larger = ArrayPool<byte>.Shared.Rent((int)size);
        span.Slice(0, position).CopyTo(larger);
        GiveBack();
        _buffer = larger;
        return larger;
    }

    internal const int MaxArray = 0x7FFFFFC7;

    /// <summary>Hands the bytes so far over.</summary>
    public void Flush(ReadOnlySpan<byte> written)
    {
        if (Options.Checksum) _crc = Crc32C.Add(_crc, written);
        if (_holders != 0) Hold(written);
        _flushed += written.Length;
        _output!.Advance(written.Length);
    }

    /// <summary>From this position on bytes are looked at again, by <see cref="TakeHeld"/>, once for each
    /// call; one pair may lie in another. Returns where that is in the whole.</summary>
    public long Hold(int position)
    {
        if (_holders++ == 0) _heldFrom = _flushed + position;
        return _flushed + position;
    }

    private void Hold(ReadOnlySpan<byte> written)
    {
        var skip = Math.Max(_heldFrom - _flushed, 0);
        var held = written.Slice((int)Math.Min(skip, written.Length)).ToArray();
        (_held ??= new MemoryStream()).Write(held, 0, held.Length);
    }

    /// <summary>The bytes from there to here.</summary>
    public byte[] TakeHeld(long from, ReadOnlySpan<byte> written)
    {
        var bytes = new byte[_flushed + written.Length - from];
        var flushed = (int)Math.Max(_flushed - from, 0);
        if (flushed != 0) _held!.GetBuffer().AsSpan((int)(from - _heldFrom), flushed).CopyTo(bytes);
        written.Slice(written.Length - (bytes.Length - flushed)).CopyTo(bytes.AsSpan(flushed));
        if (--_holders == 0) _held?.SetLength(0);
        return bytes;
    }

    /// <summary>The checksum of what was flushed and what was written since.</summary>
    public uint ChecksumWith(ReadOnlySpan<byte> written) => Crc32C.Add(_crc, written);
}
