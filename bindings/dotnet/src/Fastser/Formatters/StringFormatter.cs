// SPDX-License-Identifier: MIT
//
// Strings.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Strings, which are never null.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class StringFormatter : Formatter<string>
{
    /// <summary>The one instance.</summary>
    public static readonly StringFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.String;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, string value) =>
        writer.WriteString(value ?? ArchiveWriter.Null<string>("a collection", "String"));

    /// <inheritdoc/>
    public override string Read(ref ArchiveReader reader) => reader.ReadString();

    /// <inheritdoc/>
    public override void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<string> values)
    {
        ref var place = ref writer.Begin(1);
        foreach (var value in values)
        {
            place = ref writer.PutString(ref place, value ?? ArchiveWriter.Null<string>("a collection", "String"), 1);
        }
        writer.End(ref place);
    }

    /// <inheritdoc/>
    public override void ReadSpan(ref ArchiveReader reader, Span<string> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = reader.ReadString();
    }
}

/// <summary>Strings that are written once where they are equal.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class SharedStringFormatter : Formatter<string>
{
    /// <summary>The one instance.</summary>
    public static readonly SharedStringFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.SharedString;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, string value) =>
        writer.WriteSharedString(value ?? ArchiveWriter.Null<string>("a collection", "String"));

    /// <inheritdoc/>
    public override string Read(ref ArchiveReader reader) => reader.ReadSharedString();
}
