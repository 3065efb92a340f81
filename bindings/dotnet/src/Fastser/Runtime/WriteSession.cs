// SPDX-License-Identifier: MIT
//
// WriteSession: what one archive on its way out needs beyond its position: where the bytes go, the
// tables of what is shared, the options. Each thread keeps one, with its memory, from one archive to
// the next; a write inside a write (by a callback) gets one of its own.
//
// Bytes go to a buffer of the session's, which grows; or, in pieces, to an IBufferWriter.
using System;
using System.Buffers;

namespace Fastser.Runtime;

internal sealed class WriteSession
{
    /// <summary>Least bytes asked of an IBufferWriter at once.</summary>
    public const int Piece = 4096;
    private const int KeptBuffer = 1 << 20;

    [ThreadStatic]
    private static WriteSession? t_free;

    private byte[] _buffer = new byte[Piece];
    private IBufferWriter<byte>? _output;
    private long _flushed;
    private uint _crc;
    private bool _checksum;
    private WrittenObjects? _objects;
    private WrittenTexts? _strings;
    private WrittenTexts? _data;

    public FastSerializerOptions Options { get; private set; } = FastSerializerOptions.Default;

    /// <summary>The table of the archive.</summary>
    public WireTable? Table { get; set; }

    public bool References { get; private set; }
    public bool Shares { get; private set; }
    public bool Replaces { get; private set; }
    public int Depth { get; private set; }

    /// <summary>Whether the bytes go out in pieces.</summary>
    public bool InPieces => _output != null;

    public WrittenObjects Objects => _objects ??= new WrittenObjects();

    public int NumberOf(string value) => (_strings ??= new WrittenTexts()).NumberOf(value);

    public int NumberOf(ReadOnlySpan<byte> value) => (_data ??= new WrittenTexts()).NumberOf(value);

    /// <summary>A session for this thread; give it back.</summary>
    public static WriteSession Rent(FastSerializerOptions options)
    {
        var session = t_free ?? new WriteSession();
        t_free = null;
        if (!ReferenceEquals(session.Options, options)) session.Take(options);
        return session;
    }

    public WriteSession() => Take(FastSerializerOptions.Default);

    private void Take(FastSerializerOptions options)
    {
        Options = options;
        References = options.References;
        Shares = options.Sharing == FastserSharing.On;
        Replaces = options.Surrogates == FastserSurrogates.Replace;
        Depth = Math.Min(options.Limits.Depth, 512);
    }

    /// <summary>Ready for the next archive; memory is kept.</summary>
    public void Return()
    {
        _objects?.Clear();
        _strings?.Clear();
        _data?.Clear();
        _output = null;
        Table = null;
        _flushed = 0;
        if (_buffer.Length > KeptBuffer) _buffer = new byte[Piece];
        t_free = this;
    }

    /// <summary>A writer into the session's own buffer.</summary>
    public ArchiveWriter Begin() => new(this, _buffer);

    /// <summary>A writer into someone else's.</summary>
    public ArchiveWriter Begin(IBufferWriter<byte> output, bool checksum)
    {
        _output = output;
        _checksum = checksum;
        _crc = 0;
        return new ArchiveWriter(this, output.GetSpan(256));
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
        var larger = new byte[size];
        span.Slice(0, position).CopyTo(larger);
        _buffer = larger;
        return larger;
    }

    private const int MaxArray = 0x7FFFFFC7;

    /// <summary>Hands the bytes so far over.</summary>
    public void Flush(ReadOnlySpan<byte> written)
    {
        if (_checksum) _crc = Crc32C.Add(_crc, written);
        _flushed += written.Length;
        _output!.Advance(written.Length);
    }

    /// <summary>The checksum of what was flushed and what was written since.</summary>
    public uint ChecksumWith(ReadOnlySpan<byte> written) => Crc32C.Add(_flushed == 0 ? 0 : _crc, written);

    /// <summary>Bytes of the archive before the run at hand.</summary>
    public long Flushed => _flushed;
}
