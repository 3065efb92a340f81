// SPDX-License-Identifier: MIT
//
// UTF-16 to UTF-8 and back. Most strings are short and ASCII: those go eight characters at a time by
// code of our own, without a call; all else goes by the runtime's. Half a surrogate pair is never
// passed over without a word.
//
// Units: all characters of a string put together by an or; of several strings, too.
#if NET8_0_OR_GREATER
global using Units = System.Runtime.Intrinsics.Vector128<ushort>;
#else
global using Units = System.UInt64;
#endif
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
#if NET8_0_OR_GREATER
using System.Buffers;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
#endif

namespace Fastser.Runtime;

internal static class Utf8
{
    private static readonly UTF8Encoding s_strict = new(false, true);
    private static readonly UTF8Encoding s_lenient = new(false, false);

    private const ulong NotAsciiChars = 0xFF80FF80FF80FF80;
    private const ulong NotAsciiBytes = 0x8080808080808080;

    // The first character of a string, or what is behind an empty one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref char First(string value)
    {
#if NET8_0_OR_GREATER
        return ref Unsafe.AsRef(in value.GetPinnableReference());
#else
        return ref MemoryMarshal.GetReference(value.AsSpan());
#endif
    }

    /// <summary>Writes a string of ASCII as bytes, one for each character; false where one is no ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(string value, ref byte to) => IsAscii(Narrow(value, ref to));

    /// <summary>Writes a string as if it were ASCII, one byte for each character; <see cref="IsAscii"/> tells of the
    /// result whether that was right.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Units Narrow(string value, ref byte to)
    {
        ref var from = ref First(value);
        var length = value.Length;
        if (length >= 8) return NarrowEight(ref from, length, ref to);
        // The first four (or two) and the last as many, which may be some of the same.
        if (length >= 4)
        {
            var first = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref from));
            var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref from, (nint)(uint)length - 4)));
#if NET8_0_OR_GREATER
            if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
            {
                var both = Vector128.Create(first, last).AsUInt16();
                var bytes = Narrow(both, both).AsUInt32();
                Unsafe.WriteUnaligned(ref to, bytes.ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, (nint)(uint)length - 4), bytes.GetElement(1));
                return both;
            }
#endif
            Unsafe.WriteUnaligned(ref to, Pack(first));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, (nint)(uint)length - 4), Pack(last));
            return UnitsOf(first | last);
        }
        if (length >= 2)
        {
            var first = Unsafe.ReadUnaligned<uint>(ref Unsafe.As<char, byte>(ref from));
            var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref from, (nint)(uint)length - 2)));
            Unsafe.WriteUnaligned(ref to, (ushort)(first | (first >> 8)));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, (nint)(uint)length - 2), (ushort)(last | (last >> 8)));
            return UnitsOf(first | last);
        }
        if (length == 0) return default;
        to = (byte)from;
        return UnitsOf(from);
    }

    /// <summary>Whether it is seen at the first look that a string is not ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsOther(string value) =>
        value.Length >= 4 && (Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref First(value))) & NotAsciiChars) != 0;

    /// <summary>Whether all characters were ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAscii(Units seen)
    {
#if NET8_0_OR_GREATER
        return (seen & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
#else
        return (seen & NotAsciiChars) == 0;
#endif
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Units UnitsOf(ulong units)
    {
#if NET8_0_OR_GREATER
        return Vector128.CreateScalar(units).AsUInt16();
#else
        return units;
#endif
    }

    private static Units NarrowEight(ref char from, int length, ref byte to)
    {
#if NET8_0_OR_GREATER
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            ref var units = ref Unsafe.As<char, ushort>(ref from);
            var size = (nint)(uint)length;
            if (length <= 16)
            {
                // The first eight and the last eight, which may be some of the same.
                var first = Vector128.LoadUnsafe(ref units);
                var second = Vector128.LoadUnsafe(ref Unsafe.Add(ref units, size - 8));
                var both = Narrow(first, second).AsUInt64();
                Unsafe.WriteUnaligned(ref to, both.ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, size - 8), both.GetElement(1));
                return first | second;
            }
            // The same by sixteen.
            ref var lastUnits = ref Unsafe.Add(ref units, size - 16);
            var low = Vector128.LoadUnsafe(ref units);
            var high = Vector128.LoadUnsafe(ref units, 8);
            var low2 = Vector128.LoadUnsafe(ref lastUnits);
            var high2 = Vector128.LoadUnsafe(ref lastUnits, 8);
            var seen = low | high | low2 | high2;
            Narrow(low, high).StoreUnsafe(ref to);
            Narrow(low2, high2).StoreUnsafe(ref Unsafe.Add(ref to, size - 16));
            for (nint at = 16; at < size - 16; at += 16)
            {
                low = Vector128.LoadUnsafe(ref Unsafe.Add(ref units, at));
                high = Vector128.LoadUnsafe(ref Unsafe.Add(ref units, at + 8));
                seen |= low | high;
                Narrow(low, high).StoreUnsafe(ref Unsafe.Add(ref to, at));
            }
            return seen;
        }
#endif
        ulong all = 0;
        var i = 0;
        for (; i <= length - 4; i += 4)
        {
            var four = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref from, i)));
            all |= four;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, i), Pack(four));
        }
        var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref from, length - 4)));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, length - 4), Pack(last));
        return UnitsOf(all | last);
    }

#if NET8_0_OR_GREATER
    // ASCII characters as bytes; what is no ASCII becomes anything.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Narrow(Vector128<ushort> low, Vector128<ushort> high) =>
        Sse2.IsSupported ? Sse2.PackUnsignedSaturate(low.AsInt16(), high.AsInt16()) : Vector128.Narrow(low, high);
#endif

    // Four ASCII characters as four bytes, in the order of memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Pack(ulong units)
    {
        if (BitConverter.IsLittleEndian)
        {
            units |= units >> 8;
            return (uint)(units & 0xFFFF) | (uint)((units >> 16) & 0xFFFF0000);
        }
        units = (units | (units >> 8)) & 0x0000FFFF0000FFFF;
        return (uint)((units | (units >> 16)) & 0xFFFFFFFF);
    }

    /// <summary>Bytes that a string takes; half a pair takes three.</summary>
    public static int CountBytes(string value) => s_lenient.GetByteCount(value);

    /// <summary>Writes a string where there is room for it; -1 for half a pair, unless it is replaced.</summary>
    public static int Encode(string value, Span<byte> to, bool replace)
    {
#if NET8_0_OR_GREATER
        var status = System.Text.Unicode.Utf8.FromUtf16(value, to, out _, out var written, replace, true);
        return status == OperationStatus.Done ? written : -1;
#else
        try
        {
            var bytes = (replace ? s_lenient : s_strict).GetBytes(value);
            bytes.AsSpan().CopyTo(to);
            return bytes.Length;
        }
        catch (EncoderFallbackException)
        {
            return -1;
        }
#endif
    }

    /// <summary>The string of these bytes; null where they are no UTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static string? Decode(ref byte from, int length)
    {
        if (length == 0) return "";
        if (IsOther(ref from, length)) return DecodeAny(ref from, length);
        var made = new string('\0', length);
        return TryWiden(ref from, length, ref MemoryMarshal.GetReference(made.AsSpan()))
            ? made
            : DecodeAny(ref from, length);
    }

    /// <summary>The string of these bytes, whatever they are: U+FFFD for what is no UTF-8.</summary>
    public static string DecodeLenient(ReadOnlySpan<byte> bytes)
    {
#if NET8_0_OR_GREATER
        return s_lenient.GetString(bytes);
#else
        return s_lenient.GetString(bytes.ToArray());
#endif
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWiden(ref byte from, int length, ref char to)
    {
        if (length >= 8) return TryWidenEight(ref from, length, ref to);
        if (length >= 4)
        {
            // The first four and the last four, which may be some of the same. (Who makes a hash code of the string
            // next, as a dictionary does, loads several at once, and would wait for what was stored one by one.)
            var first = Unsafe.ReadUnaligned<uint>(ref from);
            var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref from, length - 4));
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref to), Widen(first));
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref to, length - 4)), Widen(last));
            return ((first | last) & 0x80808080) == 0;
        }
        var all = 0;
        for (var i = 0; i < length; ++i)
        {
            var b = Unsafe.Add(ref from, i);
            all |= b;
            Unsafe.Add(ref to, i) = (char)b;
        }
        return all < 0x80;
    }

    // Four bytes as four characters, in the order of memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Widen(uint bytes)
    {
        ulong units = bytes;
        units = (units | (units << 16)) & 0x0000FFFF0000FFFF;
        return (units | (units << 8)) & 0x00FF00FF00FF00FF;
    }

    private static bool TryWidenEight(ref byte from, int length, ref char to)
    {
#if NET8_0_OR_GREATER
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            ref var units = ref Unsafe.As<char, ushort>(ref to);
            if (length <= 16)
            {
                // The first eight and the last eight, which may be some of the same.
                var both = Vector128.Create(
                    Unsafe.ReadUnaligned<ulong>(ref from),
                    Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, length - 8))).AsByte();
                var (first, second) = Vector128.Widen(both);
                first.StoreUnsafe(ref units);
                second.StoreUnsafe(ref units, (nuint)(length - 8));
                return both.ExtractMostSignificantBits() == 0;
            }
            var seen = Vector128<byte>.Zero;
            var end = length - 16;
            for (var at = 0; at < end; at += 16)
            {
                var bytes = Vector128.LoadUnsafe(ref from, (nuint)at);
                seen |= bytes;
                var (low, high) = Vector128.Widen(bytes);
                low.StoreUnsafe(ref units, (nuint)at);
                high.StoreUnsafe(ref units, (nuint)at + 8);
            }
            var bytes16 = Vector128.LoadUnsafe(ref from, (nuint)end);
            seen |= bytes16;
            var (low16, high16) = Vector128.Widen(bytes16);
            low16.StoreUnsafe(ref units, (nuint)end);
            high16.StoreUnsafe(ref units, (nuint)end + 8);
            return seen.ExtractMostSignificantBits() == 0;
        }
#endif
        ulong all = 0;
        var i = 0;
        for (; i <= length - 8; i += 8)
        {
            all |= Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, i));
            for (var j = i; j < i + 8; ++j) Unsafe.Add(ref to, j) = (char)Unsafe.Add(ref from, j);
        }
        for (; i < length; ++i)
        {
            var b = Unsafe.Add(ref from, i);
            all |= b;
            Unsafe.Add(ref to, i) = (char)b;
        }
        return (all & NotAsciiBytes) == 0;
    }

    /// <summary>Whether it is seen at the first look that bytes are no ASCII: a string that is made for as many
    /// characters would be for nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsOther(ref byte from, int length) =>
        length >= 8 && (Unsafe.ReadUnaligned<ulong>(ref from) & NotAsciiBytes) != 0;

    /// <summary>The string of any bytes; null where they are no UTF-8.</summary>
    [MethodImpl(MethodImplOptions.NoInlining), SkipLocalsInit]
    public static unsafe string? DecodeAny(ref byte from, int length)
    {
#if NET8_0_OR_GREATER
        // A short one is gone through once.
        const int most = 256;
        var bytes = MemoryMarshal.CreateReadOnlySpan(ref from, length);
        if (length <= most)
        {
            var chars = stackalloc char[most];
            return TryDecode(bytes, new Span<char>(chars, most), out var count) ? new string(chars, 0, count) : null;
        }
        var made = new string('\0', s_lenient.GetCharCount(bytes));
        return TryDecode(bytes, MemoryMarshal.CreateSpan(ref First(made), made.Length), out _) ? made : null;
#else
        fixed (byte* bytes = &from)
        {
            try
            {
                return s_strict.GetString(bytes, length);
            }
            catch (DecoderFallbackException)
            {
                return null;
            }
        }
#endif
    }

#if NET8_0_OR_GREATER
    private static bool TryDecode(ReadOnlySpan<byte> bytes, Span<char> to, out int count) =>
        System.Text.Unicode.Utf8.ToUtf16(bytes, to, out _, out count, false) == OperationStatus.Done;
#endif
}
