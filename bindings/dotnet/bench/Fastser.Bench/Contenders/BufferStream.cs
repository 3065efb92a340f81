// SPDX-License-Identifier: MIT
//
// The reused buffer for serializers that only know streams.
using System;
using System.IO;

namespace Fastser.Bench;

internal sealed class BufferStream(ReusedBuffer buffer) : Stream
{
    public override bool CanRead => false;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => buffer.Written.Length;

    public override long Position
    {
        get => buffer.Written.Length;
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] bytes, int offset, int count) => Write(bytes.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(buffer.GetSpan(bytes.Length));
        buffer.Advance(bytes.Length);
    }

    public override void WriteByte(byte value)
    {
        buffer.GetSpan(1)[0] = value;
        buffer.Advance(1);
    }

    public override void Flush() { }

    public override int Read(byte[] bytes, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
}
