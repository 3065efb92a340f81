// SPDX-License-Identifier: MIT
//
// Values of fixed size that do not lie in memory as they stand on the wire: bool, decimal, Guid, and
// integers as wide as a pointer.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of bool.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class BooleanFormatter : Formatter<bool>
{
    /// <summary>The one instance.</summary>
    public static readonly BooleanFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Bool;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, bool value) => writer.WriteBool(value);

    /// <inheritdoc/>
    public override bool Read(ref ArchiveReader reader) => reader.ReadBool();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<bool> values)
    {
        // A bool that unsafe code made may be any byte.
        foreach (var value in values) writer.WriteBool(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<bool> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadBool();
    }
}

/// <summary>Values of decimal: the 96 bits, the scale and the sign as they are.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class DecimalFormatter : Formatter<decimal>
{
    /// <summary>The one instance.</summary>
    public static readonly DecimalFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Decimal;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, decimal value) => writer.WriteDecimal(value);

    /// <inheritdoc/>
    public override decimal Read(ref ArchiveReader reader) => reader.ReadDecimal();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<decimal> values)
    {
        foreach (var value in values) writer.WriteDecimal(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<decimal> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadDecimal();
    }
}

/// <summary>Values of Guid, in the order of RFC 4122.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class GuidFormatter : Formatter<Guid>
{
    /// <summary>The one instance.</summary>
    public static readonly GuidFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Uuid;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Guid value) => writer.WriteGuid(value);

    /// <inheritdoc/>
    public override Guid Read(ref ArchiveReader reader) => reader.ReadGuid();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<Guid> values)
    {
        foreach (var value in values) writer.WriteGuid(value);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<Guid> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadGuid();
    }
}

/// <summary>Values of nint, as 64 bits.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class IntPtrFormatter : Formatter<nint>
{
    /// <summary>The one instance.</summary>
    public static readonly IntPtrFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.I64;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, nint value) => writer.Write64((ulong)value);

    /// <inheritdoc/>
    public override nint Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var value = (long)reader.Read64();
        if ((nint)value != value) reader.Refuse(at, "a number beyond the width of nint");
        return (nint)value;
    }
}

/// <summary>Values of nuint, as 64 bits.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UIntPtrFormatter : Formatter<nuint>
{
    /// <summary>The one instance.</summary>
    public static readonly UIntPtrFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.U64;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, nuint value) => writer.Write64(value);

    /// <inheritdoc/>
    public override nuint Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var value = reader.Read64();
        if ((nuint)value != value) reader.Refuse(at, "a number beyond the width of nuint");
        return (nuint)value;
    }
}
