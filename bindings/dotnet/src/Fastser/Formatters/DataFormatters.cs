// SPDX-License-Identifier: MIT
//
// Bytes: a data value, whatever holds them.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Arrays of bytes.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class BytesFormatter : Formatter<byte[]>
{
    /// <summary>The one instance.</summary>
    public static readonly BytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Data;

    /// <inheritdoc/>
    public override long SizeAtOnce(byte[] value) =>
        value == null ? -1 : value.Length + (long)Wire.VarintSize((ulong)value.Length);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, byte[] value) =>
        writer.WriteData(value ?? ArchiveWriter.Null<byte[]>("a value", "byte[]"));

    /// <inheritdoc/>
    public override byte[] Read(ref ArchiveReader reader) => reader.ReadBytes();
}

/// <summary>Arrays of bytes that are written once where they are equal.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class SharedBytesFormatter : Formatter<byte[]>
{
    /// <summary>The one instance.</summary>
    public static readonly SharedBytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.SharedData;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, byte[] value) =>
        writer.WriteSharedData(value ?? ArchiveWriter.Null<byte[]>("a value", "byte[]"));

    /// <inheritdoc/>
    public override byte[] Read(ref ArchiveReader reader) => reader.ReadSharedBytes();
}

/// <summary>Memory of bytes.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class MemoryBytesFormatter : Formatter<Memory<byte>>
{
    /// <summary>The one instance.</summary>
    public static readonly MemoryBytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Data;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Memory<byte> value) => writer.WriteData(value.Span);

    /// <inheritdoc/>
    public override Memory<byte> Read(ref ArchiveReader reader) => reader.ReadBytes();
}

/// <summary>Memory of bytes that are only read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ReadOnlyMemoryBytesFormatter : Formatter<ReadOnlyMemory<byte>>
{
    /// <summary>The one instance.</summary>
    public static readonly ReadOnlyMemoryBytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Data;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ReadOnlyMemory<byte> value) => writer.WriteData(value.Span);

    /// <inheritdoc/>
    public override ReadOnlyMemory<byte> Read(ref ArchiveReader reader) => reader.ReadBytes();
}

/// <summary>Parts of arrays of bytes.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ArraySegmentBytesFormatter : Formatter<ArraySegment<byte>>
{
    /// <summary>The one instance.</summary>
    public static readonly ArraySegmentBytesFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Data;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ArraySegment<byte> value) => writer.WriteData(value);

    /// <inheritdoc/>
    public override ArraySegment<byte> Read(ref ArchiveReader reader) => new(reader.ReadBytes());
}
