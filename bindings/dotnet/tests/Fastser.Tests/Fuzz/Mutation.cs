// SPDX-License-Identifier: MIT
//
// Changes to an archive, such as strangers make.
using System;
using System.Linq;
using Fastser.Runtime;

namespace Fastser.Tests.Fuzz;

internal static class Mutation
{
    private static readonly byte[][] s_hostile =
    [
        [0x80, 0x00], [0xFF, 0x7F], [0xFF, 0xFF, 0x03], [0x80, 0x80, 0x80, 0x08], [0xFF, 0xFF, 0xFF, 0xFF, 0x07], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        [0x80, 0x80, 0x80, 0x80, 0x10], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], [0xC0, 0x80],
        [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ];

    /// <summary>An archive with some changes; what is before <paramref name="front"/> rarely has any.</summary>
    public static byte[] Of(Draw draw, byte[] archive, byte[] other, int front, bool checksum)
    {
        var bytes = checksum ? archive[..^4] : archive;
        if (draw.Is(10)) front = 0;
        for (var times = 1 + draw.Below(3); times != 0; --times) bytes = Change(draw, bytes, other, Math.Min(front, bytes.Length));
        if (!checksum) return bytes;
        var sum = draw.Is(95) ? Crc32C.Add(0, bytes) : (uint)draw.Int();
        return [.. bytes, .. BitConverter.GetBytes(sum)];
    }

    private static byte[] Change(Draw draw, byte[] bytes, byte[] other, int front)
    {
        var at = front + draw.Below(bytes.Length - front + 1);
        var to = at + draw.Below(Math.Min(bytes.Length - at, 16) + 1);
        switch (draw.Below(10))
        {
            case 0 or 1 when at < bytes.Length:
                return [.. bytes[..at], (byte)(bytes[at] ^ (1 << draw.Below(8))), .. bytes[(at + 1)..]];
            case 2 or 3 when at < bytes.Length:
                return [.. bytes[..at], draw.One<byte>(0, 1, 2, 3, 4, 5, 6, 7, 0x7F, 0x80, 0xFF, (byte)(bytes[at] + 1), (byte)(bytes[at] - 1)), .. bytes[(at + 1)..]];
            case 4:
                return bytes[..at];
            case 5:
                return [.. bytes[..at], .. draw.Data(), .. bytes[at..]];
            case 6:
                return [.. bytes[..at], .. bytes[to..]];
            case 7:
                var from = Math.Min(front, other.Length) + draw.Below(Math.Max(0, other.Length - front) + 1);
                return [.. bytes[..at], .. other[from..]];
            case 8:
                return [.. bytes[..at], .. draw.One(s_hostile), .. bytes[Math.Min(bytes.Length, draw.Is(50) ? at : at + 1)..]];
            default:
                return [.. bytes[..to], .. bytes[at..to], .. bytes[to..]];
        }
    }
}
