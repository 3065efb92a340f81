// SPDX-License-Identifier: MIT
//
// Enums: their integer.
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of an enum.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class EnumFormatter<TEnum> : Formatter<TEnum> where TEnum : unmanaged
{
    private readonly WireType _type;

    /// <summary>Values of an enum of that name in archives; its integer type must be as wide as the
    /// enum's own.</summary>
    public EnumFormatter(string name, WireCode integer) => _type = WireType.Enum(name, integer);

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override int BlockSize => Unsafe.SizeOf<TEnum>();

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, TEnum value)
    {
        ref var bytes = ref Unsafe.As<TEnum, byte>(ref value);
        switch (Unsafe.SizeOf<TEnum>())
        {
            case 1:
                writer.Write8(bytes);
                break;
            case 2:
                writer.Write16(Unsafe.As<byte, ushort>(ref bytes));
                break;
            case 4:
                writer.Write32(Unsafe.As<byte, uint>(ref bytes));
                break;
            default:
                writer.Write64(Unsafe.As<byte, ulong>(ref bytes));
                break;
        }
    }

    /// <inheritdoc/>
    public override TEnum Read(ref ArchiveReader reader)
    {
        TEnum value = default;
        ref var bytes = ref Unsafe.As<TEnum, byte>(ref value);
        switch (Unsafe.SizeOf<TEnum>())
        {
            case 1:
                bytes = reader.Read8();
                break;
            case 2:
                Unsafe.As<byte, ushort>(ref bytes) = reader.Read16();
                break;
            case 4:
                Unsafe.As<byte, uint>(ref bytes) = reader.Read32();
                break;
            default:
                Unsafe.As<byte, ulong>(ref bytes) = reader.Read64();
                break;
        }
        return value;
    }

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<TEnum> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<TEnum> values) => reader.ReadBlock(values);
}
