// SPDX-License-Identifier: MIT
//
// Text that is ASCII, to and from bytes.
using System;
using System.Text;

namespace Fastser.Seed;

internal static class Ascii
{
    /// <summary>Writes the characters as a byte each, if all are ASCII and there is room.</summary>
    internal static bool TryWrite(string text, byte[] bytes, int offset)
    {
        if (bytes.Length - offset < text.Length) return false;
#if NET8_0_OR_GREATER
        return global::System.Text.Ascii.FromUtf16(text, bytes.AsSpan(offset), out _) == System.Buffers.OperationStatus.Done;
#else
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] >= 0x80) return false;
            bytes[offset + i] = (byte)text[i];
        }
        return true;
#endif
    }
}

internal static class Checksum
{
    private static readonly uint[] s_table = MakeTable();

    private static uint[] MakeTable()
    {
        var table = new uint[256];
        for (var i = 0u; i < 256; i++)
        {
            var value = i;
            for (var bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? (value >> 1) ^ 0x82F63B78u : value >> 1;
            table[i] = value;
        }
        return table;
    }

    /// <summary>The CRC-32C of bytes.</summary>
    internal static uint Of(ReadOnlySpan<byte> bytes)
    {
        var sum = 0xFFFFFFFFu;
#if NET8_0_OR_GREATER
        while (bytes.Length >= 8)
        {
            sum = System.Numerics.BitOperations.Crc32C(sum, System.Buffers.Binary.BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes.Slice(8);
        }
#endif
        foreach (var value in bytes) sum = s_table[(byte)(sum ^ value)] ^ (sum >> 8);
        return ~sum;
    }
}
