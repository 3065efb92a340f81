// SPDX-License-Identifier: MIT
//
// Numbers that the format has no code for: records and tuples of those that it has.
using System;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Numerics;
using Fastser.Runtime;
#if NET8_0_OR_GREATER
using System.Text;
#endif

namespace Fastser.Formatters;

/// <summary>Values of BigInteger: the bytes of its two's complement, the lowest first.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class BigIntegerFormatter : Formatter<BigInteger>
{
    /// <summary>The one instance.</summary>
    public static readonly BigIntegerFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "BigInteger", 0, null, static () => [new("bytes", WireType.Data)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, BigInteger value) =>
        writer.WriteData(value.ToByteArray());

    /// <inheritdoc/>
    public override BigInteger Read(ref ArchiveReader reader) => new(reader.ReadBytes());
}

/// <summary>Values of Complex: its two parts.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ComplexFormatter : Formatter<Complex>
{
    /// <summary>The one instance.</summary>
    public static readonly ComplexFormatter Instance = new();

    private static readonly WireType s_type = WireType.Tuple(WireType.F64, WireType.F64);

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override int BlockSize => BitConverter.IsLittleEndian ? 16 : 0;

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<Complex> values)
    {
        if (BlockSize != 0) writer.WriteBlock(values);
        else base.WriteSpan(ref writer, values);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<Complex> values)
    {
        if (BlockSize != 0) reader.ReadBlock(values);
        else base.ReadSpan(ref reader, values);
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Complex value)
    {
        writer.WriteF64(value.Real);
        writer.WriteF64(value.Imaginary);
    }

    /// <inheritdoc/>
    public override Complex Read(ref ArchiveReader reader)
    {
        var real = reader.ReadF64();
        return new Complex(real, reader.ReadF64());
    }
}

/// <summary>Values of BitVector32: its 32 bits.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class BitVector32Formatter : Formatter<BitVector32>
{
    /// <summary>The one instance.</summary>
    public static readonly BitVector32Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U32;

    /// <inheritdoc/>
    public override int BlockSize => BitConverter.IsLittleEndian ? 4 : 0;

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<BitVector32> values)
    {
        if (BlockSize != 0) writer.WriteBlock(values);
        else base.WriteSpan(ref writer, values);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<BitVector32> values)
    {
        if (BlockSize != 0) reader.ReadBlock(values);
        else base.ReadSpan(ref reader, values);
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, BitVector32 value) => writer.Write32((uint)value.Data);

    /// <inheritdoc/>
    public override BitVector32 Read(ref ArchiveReader reader) => new((int)reader.Read32());
}

#if NET8_0_OR_GREATER
/// <summary>Values of Half: its 16 bits.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class HalfFormatter : Formatter<Half>
{
    /// <summary>The one instance.</summary>
    public static readonly HalfFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "Half", 0, null, static () => [new("bits", WireType.U16)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override int BlockSize => BitConverter.IsLittleEndian ? 2 : 0;

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<Half> values)
    {
        if (BlockSize != 0) writer.WriteBlock(values);
        else base.WriteSpan(ref writer, values);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<Half> values)
    {
        if (BlockSize != 0) reader.ReadBlock(values);
        else base.ReadSpan(ref reader, values);
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Half value) => writer.Write16(BitConverter.HalfToUInt16Bits(value));

    /// <inheritdoc/>
    public override Half Read(ref ArchiveReader reader) => BitConverter.UInt16BitsToHalf(reader.Read16());
}

/// <summary>Values of Int128: its halves, the lower one first.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Int128Formatter : Formatter<Int128>
{
    /// <summary>The one instance.</summary>
    public static readonly Int128Formatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "Int128", 0, null, static () => [new("low", WireType.U64), new("high", WireType.I64)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override int BlockSize => BitConverter.IsLittleEndian ? 16 : 0;

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<Int128> values)
    {
        if (BlockSize != 0) writer.WriteBlock(values);
        else base.WriteSpan(ref writer, values);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<Int128> values)
    {
        if (BlockSize != 0) reader.ReadBlock(values);
        else base.ReadSpan(ref reader, values);
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Int128 value)
    {
        writer.Write64((ulong)value);
        writer.Write64((ulong)(value >> 64));
    }

    /// <inheritdoc/>
    public override Int128 Read(ref ArchiveReader reader)
    {
        var low = reader.Read64();
        return new Int128(reader.Read64(), low);
    }
}

/// <summary>Values of UInt128: its halves, the lower one first.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UInt128Formatter : Formatter<UInt128>
{
    /// <summary>The one instance.</summary>
    public static readonly UInt128Formatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "UInt128", 0, null, static () => [new("low", WireType.U64), new("high", WireType.U64)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override int BlockSize => BitConverter.IsLittleEndian ? 16 : 0;

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<UInt128> values)
    {
        if (BlockSize != 0) writer.WriteBlock(values);
        else base.WriteSpan(ref writer, values);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<UInt128> values)
    {
        if (BlockSize != 0) reader.ReadBlock(values);
        else base.ReadSpan(ref reader, values);
    }

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, UInt128 value)
    {
        writer.Write64((ulong)value);
        writer.Write64((ulong)(value >> 64));
    }

    /// <inheritdoc/>
    public override UInt128 Read(ref ArchiveReader reader)
    {
        var low = reader.Read64();
        return new UInt128(reader.Read64(), low);
    }
}

/// <summary>Values of Rune: its number.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class RuneFormatter : Formatter<Rune>
{
    /// <summary>The one instance.</summary>
    public static readonly RuneFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U32;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Rune value) => writer.Write32((uint)value.Value);

    /// <inheritdoc/>
    public override Rune Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var value = reader.Read32();
        if (Rune.IsValid(value)) return new Rune(value);
        reader.Refuse(at, "a number that is not a character");
        return default;
    }
}
#endif
