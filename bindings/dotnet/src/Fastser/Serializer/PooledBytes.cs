// SPDX-License-Identifier: MIT
//
// Bytes in an array of the pool: an IBufferWriter for as long as one call takes.
using System;
using System.Buffers;
using System.IO;

namespace Fastser;

internal sealed class PooledBytes : IBufferWriter<byte>, IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(4096);

    public byte[] Array => _array;

    public int Count { get; private set; }

    public ReadOnlySpan<byte> Written => _array.AsSpan(0, Count);

    public void Advance(int count) => Count += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsMemory(Count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _array.AsSpan(Count);
    }

    public void Add(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        Advance(bytes.Length);
    }

    /// <summary>What a stream says that it still has, and a byte to see its end; or some bytes.</summary>
    public int LeftOf(Stream stream)
    {
        if (Count != 0 || !stream.CanSeek) return 1;
        return (int)Math.Min(Math.Max(stream.Length - stream.Position, 0) + 1, 1 << 26);
    }

    public void Reserve(int bytes)
    {
        if (_array.Length - Count >= bytes) return;
        var larger = ArrayPool<byte>.Shared.Rent(checked((int)Math.Max((long)Count + bytes, Math.Min(2L * _array.Length, 0x7FFFFFC7))));
        _array.AsSpan(0, Count).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_array);
        _array = [];
    }
}
