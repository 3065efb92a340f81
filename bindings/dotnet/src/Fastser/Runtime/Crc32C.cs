// SPDX-License-Identifier: MIT
//
// CRC-32C (Castagnoli), by the processor where it can.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
#if NET8_0_OR_GREATER
using System.Runtime.Intrinsics.X86;
using Arm = System.Runtime.Intrinsics.Arm;
#endif

namespace Fastser.Runtime;

internal static class Crc32C
{
    private static readonly uint[] s_table = MakeTable();

    /// <summary>The sum of what <paramref name="sum"/> is the sum of, and these bytes.</summary>
    public static uint Add(uint sum, ReadOnlySpan<byte> bytes)
    {
        var crc = ~sum;
#if NET8_0_OR_GREATER
        ref var from = ref MemoryMarshal.GetReference(bytes);
        if (Sse42.X64.IsSupported)
        {
            ulong wide = crc;
            var i = 0;
            for (; i <= bytes.Length - 8; i += 8)
            {
                wide = Sse42.X64.Crc32(wide, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, i)));
            }
            crc = (uint)wide;
            for (; i < bytes.Length; ++i) crc = Sse42.Crc32(crc, bytes[i]);
            return ~crc;
        }
        if (Arm.Crc32.Arm64.IsSupported && BitConverter.IsLittleEndian)
        {
            var i = 0;
            for (; i <= bytes.Length - 8; i += 8)
            {
                crc = Arm.Crc32.Arm64.ComputeCrc32C(crc, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, i)));
            }
            for (; i < bytes.Length; ++i) crc = Arm.Crc32.ComputeCrc32C(crc, bytes[i]);
            return ~crc;
        }
#endif
        return ~AddByTable(crc, bytes);
    }

    /// <summary>The same without the processor's help; before the final xor.</summary>
    internal static uint AddByTable(uint crc, ReadOnlySpan<byte> bytes)
    {
        foreach (var one in bytes) crc = s_table[(byte)(crc ^ one)] ^ (crc >> 8);
        return crc;
    }

    private static uint[] MakeTable()
    {
        var table = new uint[256];
        for (uint i = 0; i < 256; ++i)
        {
            var crc = i;
            for (var bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? 0x82F63B78u ^ (crc >> 1) : crc >> 1;
            table[i] = crc;
        }
        return table;
    }
}
