// SPDX-License-Identifier: MIT
//
// Little-endian numbers at an offset from a place. Nothing is checked: who calls has asked the writer
// for room, or the reader for the bytes.
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Runtime;

/// <summary>Little-endian numbers at an offset from a place, unchecked.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class Wire
{
#pragma warning disable CS1591 // PutN and GetN: a number of N bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put8(ref byte place, int offset, byte value) => Unsafe.Add(ref place, offset) = value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void PutBool(ref byte place, int offset, bool value) =>
        Unsafe.Add(ref place, offset) = value ? (byte)1 : (byte)0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put16(ref byte place, int offset, ushort value) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, offset), BitConverter.IsLittleEndian ? value : Swap(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put32(ref byte place, int offset, uint value) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, offset), BitConverter.IsLittleEndian ? value : Swap(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put64(ref byte place, int offset, ulong value) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, offset), BitConverter.IsLittleEndian ? value : Swap(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void PutF32(ref byte place, int offset, float value) =>
        Put32(ref place, offset, Unsafe.As<float, uint>(ref value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void PutF64(ref byte place, int offset, double value) =>
        Put64(ref place, offset, (ulong)BitConverter.DoubleToInt64Bits(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Get8(in byte place, int offset) => At(in place, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort Get16(in byte place, int offset)
    {
        var value = Unsafe.ReadUnaligned<ushort>(ref At(in place, offset));
        return BitConverter.IsLittleEndian ? value : Swap(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Get32(in byte place, int offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref At(in place, offset));
        return BitConverter.IsLittleEndian ? value : Swap(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Get64(in byte place, int offset)
    {
        var value = Unsafe.ReadUnaligned<ulong>(ref At(in place, offset));
        return BitConverter.IsLittleEndian ? value : Swap(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float GetF32(in byte place, int offset)
    {
        var bits = Get32(in place, offset);
        return Unsafe.As<uint, float>(ref bits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double GetF64(in byte place, int offset) =>
        BitConverter.Int64BitsToDouble((long)Get64(in place, offset));
#pragma warning restore CS1591

    /// <summary>The 16 bytes of a decimal: 96-bit integer, then scale and sign.</summary>
    public static void PutDecimal(ref byte place, int offset, decimal value)
    {
#if NET8_0_OR_GREATER
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
#else
        var parts = decimal.GetBits(value);
#endif
        Put32(ref place, offset, (uint)parts[0]);
        Put32(ref place, offset + 4, (uint)parts[1]);
        Put32(ref place, offset + 8, (uint)parts[2]);
        Put32(ref place, offset + 12, (uint)parts[3]);
    }

    /// <summary>The 16 bytes of a Guid in the order of RFC 4122.</summary>
    public static void PutGuid(ref byte place, int offset, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(bytes), value);
        TurnGuid(bytes);
        Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref place, offset), ref MemoryMarshal.GetReference(bytes), 16);
    }

    /// <summary>A Guid from the 16 bytes of RFC 4122.</summary>
    public static Guid GetGuid(in byte place, int offset)
    {
        Span<byte> bytes = stackalloc byte[16];
        Unsafe.CopyBlockUnaligned(ref MemoryMarshal.GetReference(bytes), ref At(in place, offset), 16);
        TurnGuid(bytes);
        return Unsafe.ReadUnaligned<Guid>(ref MemoryMarshal.GetReference(bytes));
    }

    // A Guid in memory begins with an int and two shorts in the machine's order.
    private static void TurnGuid(Span<byte> bytes)
    {
        if (!BitConverter.IsLittleEndian) return;
        bytes.Slice(0, 4).Reverse();
        bytes.Slice(4, 2).Reverse();
        bytes.Slice(6, 2).Reverse();
    }

    internal static int VarintSize(ulong value)
    {
        var size = 1;
        for (; value >= 0x80; value >>= 7) ++size;
        return size;
    }

    /// <summary>Writes a varint where there is room; gives the place behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte PutVarint(ref byte place, ulong value)
    {
        if (value >= 0x80) return ref PutLongVarint(ref place, value);
        place = (byte)value;
        return ref Unsafe.Add(ref place, 1);
    }

    private static ref byte PutLongVarint(ref byte place, ulong value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            place = (byte)(value | 0x80);
            place = ref Unsafe.Add(ref place, 1);
        }
        place = (byte)value;
        return ref Unsafe.Add(ref place, 1);
    }

    /// <summary>0, -1, 1, -2 ... as 0, 1, 2, 3 ...</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Zigzag(long value) => (ulong)(value << 1) ^ (ulong)(value >> 63);

    /// <summary>The way back from <see cref="Zigzag"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Unzigzag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(in byte place, int offset) => ref Unsafe.Add(ref Unsafe.AsRef(in place), offset);

    private static ushort Swap(ushort value) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
    private static uint Swap(uint value) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
    private static ulong Swap(ulong value) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
}
