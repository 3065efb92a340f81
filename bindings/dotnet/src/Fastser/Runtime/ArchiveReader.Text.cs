// SPDX-License-Identifier: MIT
//
// ArchiveReader: strings. One that is shared is made once, however often it is referred to.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

public ref partial struct ArchiveReader
{
    /// <summary>A string.</summary>
    public string ReadString()
    {
        if (_shares) return ReadSharedString();
        var at = _position;
        var size = ReadSize();
        ChargeText(at, size);
        var start = _position;
        _position = start + size;
        return Utf8.Decode(ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), start), size) ?? BadText(start, size);
    }

    /// <summary>A string that may be null.</summary>
    public string? ReadOptionalString() => ReadFlag() ? ReadString() : null;

    /// <summary>A shared string.</summary>
    public string ReadSharedString()
    {
        var at = _position;
        var slot = ReadVarint();
        var texts = _session.Strings;
        if ((slot & 1) != 0)
        {
            if (slot / 2 >= (ulong)texts.Count) FailNoText(at);
            ref var known = ref texts[(int)(slot / 2)];
            ChargeText(at, known.Size);
            return known.Text ??= MakeText(known.Start, known.Size);
        }
        if (slot / 2 > (ulong)Left) FailTruncated(at);
        var size = (int)(slot / 2);
        var start = _position;
        _position += size;
        if (size == 0) return "";
        ChargeText(at, size);
        var made = MakeText(start, size);
        texts.Add(start, size, made);
        return made;
    }

    /// <summary>Shared data.</summary>
    public ReadOnlySpan<byte> ReadSharedData()
    {
        var at = _position;
        var slot = ReadVarint();
        var texts = _session.Data;
        if ((slot & 1) != 0)
        {
            if (slot / 2 >= (ulong)texts.Count) FailNoText(at);
            ref var known = ref texts[(int)(slot / 2)];
            return _span.Slice(known.Start, known.Size);
        }
        if (slot / 2 > (ulong)Left) FailTruncated(at);
        var size = (int)(slot / 2);
        var start = _position;
        _position += size;
        if (size != 0) texts.Add(start, size, null);
        return _span.Slice(start, size);
    }

    private readonly string MakeText(int start, int size) =>
        Utf8.Decode(ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), start), size) ?? BadText(start, size);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly string BadText(int start, int size)
    {
        Refuse(start, "text that is not UTF-8");
        return Utf8.DecodeLenient(_span.Slice(start, size));
    }

    private readonly void FailNoText(int at) =>
        Fail(FastserStatus.BadReference, at, "a back-reference to no string or data");
}
