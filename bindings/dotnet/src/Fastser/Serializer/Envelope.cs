// SPDX-License-Identifier: MIT
//
// Taking an archive apart (docs/format.md section 2); the checks and their order are those of
// src/archive/envelope.cc.
using System;
using System.Buffers.Binary;
using Fastser.Runtime;

namespace Fastser;

internal ref struct Envelope
{
    public const int HeaderBytes = 9;

    public int Kind;
    public uint UserVersion;
    public ulong Fingerprint;
    public ReadOnlySpan<byte> Table;
    public ReadOnlySpan<byte> Payload;
    public int PayloadOffset;
    public int TableOffset;

    public static Envelope Open(ReadOnlySpan<byte> archive)
    {
        var envelope = default(Envelope);
        var flags = envelope.ReadHeader(archive);
        if ((flags & 4) != 0)
        {
            if (archive.Length - HeaderBytes < 4) throw CutOff(archive.Length);
            var covered = archive.Length - 4;
            if (Crc32C.Add(0, archive.Slice(0, covered)) != BinaryPrimitives.ReadUInt32LittleEndian(archive.Slice(covered)))
            {
                throw new FastserException(FastserStatus.Checksum, "the archive was changed or cut off", covered);
            }
            archive = archive.Slice(0, covered);
        }
        var body = archive.Slice(HeaderBytes);
        if (envelope.Kind == 0) envelope.SplitFront(body);
        else if (envelope.Kind == 1) envelope.SplitBehind(body);
        else
        {
            if (body.Length < 8) throw CutOff(archive.Length);
            envelope.Fingerprint = BinaryPrimitives.ReadUInt64LittleEndian(body);
            envelope.Payload = body.Slice(8);
            envelope.PayloadOffset = HeaderBytes + 8;
        }
        return envelope;
    }

    private int ReadHeader(ReadOnlySpan<byte> archive)
    {
        ReadOnlySpan<byte> magic = [0x46, 0x53, 0x52];
        var compared = Math.Min(archive.Length, 3);
        if (!archive.Slice(0, compared).SequenceEqual(magic.Slice(0, compared)))
        {
            throw new FastserException(FastserStatus.Malformed, "not an archive: it does not start with FSR", 0);
        }
        if (archive.Length < 4) throw CutOff(archive.Length);
        if (archive[3] != 1)
        {
            throw new FastserException(
                FastserStatus.BadVersion, "a format version that this reader does not know", 3);
        }
        if (archive.Length < HeaderBytes) throw CutOff(archive.Length);
        var flags = archive[4];
        if ((flags & ~7) != 0) throw new FastserException(FastserStatus.Malformed, "unknown flags in the header", 4);
        if ((flags & 3) == 3)
        {
            throw new FastserException(FastserStatus.Malformed, "a header of kind 3, which does not exist", 4);
        }
        Kind = flags & 3;
        UserVersion = BinaryPrimitives.ReadUInt32LittleEndian(archive.Slice(5));
        return flags;
    }

    // Kind 0: varint size, table, payload.
    private void SplitFront(ReadOnlySpan<byte> body)
    {
        ulong size = 0;
        var used = 0;
        for (var shift = 0; ; shift += 7)
        {
            if (shift == 70) throw NoVarint();
            if (used == body.Length) throw CutOff(HeaderBytes + body.Length);
            var one = body[used++];
            if (shift == 63 && one > 1) throw NoVarint();
            size |= (ulong)(one & 0x7F) << shift;
            if (one < 0x80) break;
        }
        if (size > (ulong)(body.Length - used)) throw CutOff(HeaderBytes + body.Length);
        Table = body.Slice(used, (int)size);
        Payload = body.Slice(used + (int)size);
        TableOffset = HeaderBytes + used;
        PayloadOffset = TableOffset + (int)size;
    }

    // Kind 1: payload, table, u64 size.
    private void SplitBehind(ReadOnlySpan<byte> body)
    {
        if (body.Length < 8) throw CutOff(HeaderBytes + body.Length);
        var left = body.Length - 8;
        var size = BinaryPrimitives.ReadUInt64LittleEndian(body.Slice(left));
        if (size > (ulong)left) throw CutOff(HeaderBytes + body.Length);
        Payload = body.Slice(0, left - (int)size);
        Table = body.Slice(Payload.Length, (int)size);
        PayloadOffset = HeaderBytes;
        TableOffset = HeaderBytes + Payload.Length;
    }

    private static FastserException NoVarint() =>
        new(FastserStatus.Malformed, "a table size that is not a varint", HeaderBytes);

    private static FastserException CutOff(int offset) =>
        new(FastserStatus.Truncated, "the archive ends inside its envelope", offset);
}
