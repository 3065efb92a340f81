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
        var at = _position;
        ref var from = ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), at);
        var left = _span.Length - at - 1;
        // A short one, as most are, by one look at everything. Its size is at most what is left, if any.
        if (left >= 0)
        {
            int size = from;
            var budget = _budget - size - 16;
            if (size <= _shortString && size <= left && budget >= 0)
            {
                _position = at + size + 1;
                if (size == 0) return "";
                _budget = size > 15 ? budget : budget + 16;
                ref var text = ref Unsafe.Add(ref from, 1);
                if (!Utf8.IsOther(ref text, size))
                {
                    var made = new string('\0', size);
                    if (Utf8.TryWiden(ref text, size, ref MemoryMarshal.GetReference(made.AsSpan()))) return made;
                }
                return Utf8.DecodeAny(ref text, size) ?? BadText(at + 1, size);
            }
        }
        return ReadAnyString();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string ReadAnyString()
    {
        return Shares ? ReadSharedString() : ReadText();
    }

    /// <summary>A text that is no string and never shared: a url, a class reference.</summary>
    public string ReadText()
    {
        var at = _position;
        var size = ReadSize();
        ChargeText(at, size);
        var start = _position;
        _position = start + size;
        return MakeText(start, size);
    }

    /// <summary>A string that may be null.</summary>
    public string? ReadOptionalString() => ReadFlag() ? ReadString() : null;

    /// <summary>A shared string.</summary>
    public string ReadSharedString()
    {
        var at = _position;
        var slot = ReadVarint();
        var texts = Session.Strings;
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
        var texts = Session.Data;
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

    /// <summary>Shared data as an array of its own.</summary>
    public byte[] ReadSharedBytes()
    {
        var at = _position;
        var bytes = ReadSharedData();
        ChargeText(at, bytes.Length);
        return bytes.ToArray();
    }

    private string MakeText(int start, int size) =>
        Utf8.Decode(ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), start), size) ?? BadText(start, size);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string BadText(int start, int size)
    {
        Refuse(start, "text that is not UTF-8");
        return Utf8.DecodeLenient(_span.Slice(start, size));
    }

    private readonly void FailNoText(int at) =>
        Fail(FastserStatus.BadReference, at, "a back-reference to no string or data");
}
