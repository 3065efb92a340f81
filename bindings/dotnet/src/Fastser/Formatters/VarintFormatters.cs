// SPDX-License-Identifier: MIT
//
// Integers in as few bytes as they need.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of short, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarInt16Formatter : Formatter<short>
{
    /// <summary>The one instance.</summary>
    public static readonly VarInt16Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarI16;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, short value) => writer.WriteZigzag(value);

    /// <inheritdoc/>
    public override short Read(ref ArchiveReader reader) => (short)reader.ReadZigzag(0xFFFF);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<short> values)
    {
        foreach (var value in values) writer.WriteZigzag(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<short> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = (short)reader.ReadZigzag(0xFFFF);
    }
}

/// <summary>Values of ushort, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarUInt16Formatter : Formatter<ushort>
{
    /// <summary>The one instance.</summary>
    public static readonly VarUInt16Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarU16;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ushort value) => writer.WriteVarint(value);

    /// <inheritdoc/>
    public override ushort Read(ref ArchiveReader reader) => (ushort)reader.ReadVarint(0xFFFF);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<ushort> values)
    {
        foreach (var value in values) writer.WriteVarint(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<ushort> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = (ushort)reader.ReadVarint(0xFFFF);
    }
}

/// <summary>Values of int, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarInt32Formatter : Formatter<int>
{
    /// <summary>The one instance.</summary>
    public static readonly VarInt32Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarI32;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, int value) => writer.WriteZigzag(value);

    /// <inheritdoc/>
    public override int Read(ref ArchiveReader reader) => (int)reader.ReadZigzag(0xFFFFFFFF);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<int> values)
    {
        foreach (var value in values) writer.WriteZigzag(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<int> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = (int)reader.ReadZigzag(0xFFFFFFFF);
    }
}

/// <summary>Values of uint, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarUInt32Formatter : Formatter<uint>
{
    /// <summary>The one instance.</summary>
    public static readonly VarUInt32Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarU32;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, uint value) => writer.WriteVarint(value);

    /// <inheritdoc/>
    public override uint Read(ref ArchiveReader reader) => (uint)reader.ReadVarint(0xFFFFFFFF);

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<uint> values)
    {
        foreach (var value in values) writer.WriteVarint(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<uint> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = (uint)reader.ReadVarint(0xFFFFFFFF);
    }
}

/// <summary>Values of long, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarInt64Formatter : Formatter<long>
{
    /// <summary>The one instance.</summary>
    public static readonly VarInt64Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarI64;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, long value) => writer.WriteZigzag(value);

    /// <inheritdoc/>
    public override long Read(ref ArchiveReader reader) => reader.ReadZigzag();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<long> values)
    {
        foreach (var value in values) writer.WriteZigzag(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<long> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadZigzag();
    }
}

/// <summary>Values of ulong, in as few bytes as they need.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VarUInt64Formatter : Formatter<ulong>
{
    /// <summary>The one instance.</summary>
    public static readonly VarUInt64Formatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.VarU64;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ulong value) => writer.WriteVarint(value);

    /// <inheritdoc/>
    public override ulong Read(ref ArchiveReader reader) => reader.ReadVarint();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<ulong> values)
    {
        foreach (var value in values) writer.WriteVarint(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<ulong> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadVarint();
    }
}
