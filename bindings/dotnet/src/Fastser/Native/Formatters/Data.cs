// SPDX-License-Identifier: MIT
//
// Bytes, for the native engine.
using System;
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class BytesFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, byte[] value) =>
        writer.PutData(slot, value ?? ArchiveWriter.Null<byte[]>("a value", "byte[]"));

    /// <inheritdoc/>
    public override byte[] FromShadow(ref ShadowReader reader, byte* slot) => ShadowReader.GetBytes(slot).ToArray();
}

public sealed unsafe partial class SharedBytesFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, byte[] value) =>
        writer.PutData(slot, value ?? ArchiveWriter.Null<byte[]>("a value", "byte[]"));

    /// <inheritdoc/>
    public override byte[] FromShadow(ref ShadowReader reader, byte* slot) => ShadowReader.GetBytes(slot).ToArray();
}

public sealed unsafe partial class MemoryBytesFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, Memory<byte> value) =>
        writer.PutData(slot, value.Span);

    /// <inheritdoc/>
    public override Memory<byte> FromShadow(ref ShadowReader reader, byte* slot) =>
        ShadowReader.GetBytes(slot).ToArray();
}

public sealed unsafe partial class ReadOnlyMemoryBytesFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, ReadOnlyMemory<byte> value) =>
        writer.PutData(slot, value.Span);

    /// <inheritdoc/>
    public override ReadOnlyMemory<byte> FromShadow(ref ShadowReader reader, byte* slot) =>
        ShadowReader.GetBytes(slot).ToArray();
}

public sealed unsafe partial class ArraySegmentBytesFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, ArraySegment<byte> value) =>
        writer.PutData(slot, value);

    /// <inheritdoc/>
    public override ArraySegment<byte> FromShadow(ref ShadowReader reader, byte* slot) =>
        new(ShadowReader.GetBytes(slot).ToArray());
}
