// SPDX-License-Identifier: MIT
//
// Numbers of fixed width: what lies in memory is what stands on the wire.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of sbyte.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class SByteFormatter : Formatter<sbyte>
{
    /// <summary>The one instance.</summary>
    public static readonly SByteFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.I8;

    /// <inheritdoc/>
    public override int BlockSize => 1;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, sbyte value) => writer.Write8((byte)value);

    /// <inheritdoc/>
    public override sbyte Read(ref ArchiveReader reader) => (sbyte)reader.Read8();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<sbyte> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<sbyte> values) => reader.ReadBlock(values);
}

/// <summary>Values of byte.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ByteFormatter : Formatter<byte>
{
    /// <summary>The one instance.</summary>
    public static readonly ByteFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U8;

    /// <inheritdoc/>
    public override int BlockSize => 1;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, byte value) => writer.Write8(value);

    /// <inheritdoc/>
    public override byte Read(ref ArchiveReader reader) => reader.Read8();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<byte> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<byte> values) => reader.ReadBlock(values);
}

/// <summary>Values of short.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Int16Formatter : Formatter<short>
{
    /// <summary>The one instance.</summary>
    public static readonly Int16Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.I16;

    /// <inheritdoc/>
    public override int BlockSize => 2;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, short value) => writer.Write16((ushort)value);

    /// <inheritdoc/>
    public override short Read(ref ArchiveReader reader) => (short)reader.Read16();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<short> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<short> values) => reader.ReadBlock(values);
}

/// <summary>Values of ushort.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UInt16Formatter : Formatter<ushort>
{
    /// <summary>The one instance.</summary>
    public static readonly UInt16Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U16;

    /// <inheritdoc/>
    public override int BlockSize => 2;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ushort value) => writer.Write16(value);

    /// <inheritdoc/>
    public override ushort Read(ref ArchiveReader reader) => reader.Read16();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<ushort> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<ushort> values) => reader.ReadBlock(values);
}

/// <summary>Values of char.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class CharFormatter : Formatter<char>
{
    /// <summary>The one instance.</summary>
    public static readonly CharFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U16;

    /// <inheritdoc/>
    public override int BlockSize => 2;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, char value) => writer.Write16(value);

    /// <inheritdoc/>
    public override char Read(ref ArchiveReader reader) => (char)reader.Read16();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<char> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<char> values) => reader.ReadBlock(values);
}

/// <summary>Values of int.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Int32Formatter : Formatter<int>
{
    /// <summary>The one instance.</summary>
    public static readonly Int32Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.I32;

    /// <inheritdoc/>
    public override int BlockSize => 4;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, int value) => writer.Write32((uint)value);

    /// <inheritdoc/>
    public override int Read(ref ArchiveReader reader) => (int)reader.Read32();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<int> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<int> values) => reader.ReadBlock(values);
}

/// <summary>Values of uint.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UInt32Formatter : Formatter<uint>
{
    /// <summary>The one instance.</summary>
    public static readonly UInt32Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U32;

    /// <inheritdoc/>
    public override int BlockSize => 4;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, uint value) => writer.Write32(value);

    /// <inheritdoc/>
    public override uint Read(ref ArchiveReader reader) => reader.Read32();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<uint> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<uint> values) => reader.ReadBlock(values);
}

/// <summary>Values of long.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class Int64Formatter : Formatter<long>
{
    /// <summary>The one instance.</summary>
    public static readonly Int64Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.I64;

    /// <inheritdoc/>
    public override int BlockSize => 8;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, long value) => writer.Write64((ulong)value);

    /// <inheritdoc/>
    public override long Read(ref ArchiveReader reader) => (long)reader.Read64();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<long> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<long> values) => reader.ReadBlock(values);
}

/// <summary>Values of ulong.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UInt64Formatter : Formatter<ulong>
{
    /// <summary>The one instance.</summary>
    public static readonly UInt64Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U64;

    /// <inheritdoc/>
    public override int BlockSize => 8;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ulong value) => writer.Write64(value);

    /// <inheritdoc/>
    public override ulong Read(ref ArchiveReader reader) => reader.Read64();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<ulong> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<ulong> values) => reader.ReadBlock(values);
}

/// <summary>Values of float.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class SingleFormatter : Formatter<float>
{
    /// <summary>The one instance.</summary>
    public static readonly SingleFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.F32;

    /// <inheritdoc/>
    public override int BlockSize => 4;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, float value) => writer.WriteF32(value);

    /// <inheritdoc/>
    public override float Read(ref ArchiveReader reader) => reader.ReadF32();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<float> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<float> values) => reader.ReadBlock(values);
}

/// <summary>Values of double.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DoubleFormatter : Formatter<double>
{
    /// <summary>The one instance.</summary>
    public static readonly DoubleFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.F64;

    /// <inheritdoc/>
    public override int BlockSize => 8;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, double value) => writer.WriteF64(value);

    /// <inheritdoc/>
    public override double Read(ref ArchiveReader reader) => reader.ReadF64();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<double> values) => writer.WriteBlock(values);

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<double> values) => reader.ReadBlock(values);
}
