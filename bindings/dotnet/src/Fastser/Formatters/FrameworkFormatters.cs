// SPDX-License-Identifier: MIT
//
// Classes of the framework that are values: texts of their own kind, and small records.
using System;
using System.Collections;
using System.ComponentModel;
using System.Globalization;
using System.Text;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of Uri: as it was written.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class UriFormatter : Formatter<Uri>
{
    /// <summary>The one instance.</summary>
    public static readonly UriFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Url;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Uri value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Uri");
        writer.WriteText(value!.OriginalString);
    }

    /// <inheritdoc/>
    public override Uri Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var text = reader.ReadText();
        if (Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out var value)) return value;
        reader.Refuse(at, "a text that is not a Uri");
        return null!;
    }
}

/// <summary>Values of Version: its four numbers, -1 for those that it does not have.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class VersionFormatter : Formatter<Version>
{
    /// <summary>The one instance.</summary>
    public static readonly VersionFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "Version", 0, null, static () => [new("major", WireType.I32), new("minor", WireType.I32), new("build", WireType.I32), new("revision", WireType.I32)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Version value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Version");
        ref var place = ref writer.Begin(16);
        Wire.Put32(ref place, 0, (uint)value!.Major);
        Wire.Put32(ref place, 4, (uint)value.Minor);
        Wire.Put32(ref place, 8, (uint)value.Build);
        Wire.Put32(ref place, 12, (uint)value.Revision);
        writer.Advance(16);
    }

    /// <inheritdoc/>
    public override Version Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        ref readonly var place = ref reader.Take(16);
        var major = (int)Wire.Get32(in place, 0);
        var minor = (int)Wire.Get32(in place, 4);
        var build = (int)Wire.Get32(in place, 8);
        var revision = (int)Wire.Get32(in place, 12);
        if (major >= 0 && minor >= 0)
        {
            if (build >= 0 && revision >= 0) return new Version(major, minor, build, revision);
            if (build >= 0 && revision == -1) return new Version(major, minor, build);
            if (build == -1 && revision == -1) return new Version(major, minor);
        }
        reader.Refuse(at, "numbers that are no Version");
        return new Version();
    }
}

/// <summary>Values of StringBuilder: its characters.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class StringBuilderFormatter : Formatter<StringBuilder>
{
    /// <summary>The one instance.</summary>
    public static readonly StringBuilderFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.String;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, StringBuilder value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "StringBuilder");
        writer.WriteString(value!.ToString());
    }

    /// <inheritdoc/>
    public override StringBuilder Read(ref ArchiveReader reader) => new(reader.ReadString());
}

/// <summary>Values of CultureInfo: its name.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class CultureInfoFormatter : Formatter<CultureInfo>
{
    /// <summary>The one instance.</summary>
    public static readonly CultureInfoFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.String;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, CultureInfo value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "CultureInfo");
        writer.WriteString(value!.Name);
    }

    /// <inheritdoc/>
    public override CultureInfo Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var name = reader.ReadString();
        try
        {
            return CultureInfo.GetCultureInfo(name);
        }
        catch (CultureNotFoundException)
        {
            reader.Refuse(at, "a culture that this system does not know");
            return CultureInfo.InvariantCulture;
        }
    }
}

/// <summary>Values of BitArray: their number, and eight in a byte.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class BitArrayFormatter : Formatter<BitArray>
{
    /// <summary>The one instance.</summary>
    public static readonly BitArrayFormatter Instance = new();

    private static readonly WireType s_type = WireType.Record(new WireShape(
        "BitArray", 0, null, static () => [new("length", WireType.I32), new("bits", WireType.Data)]));

    /// <inheritdoc/>
    public override WireType Type => s_type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, BitArray value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "BitArray");
        var bytes = new byte[(value!.Length + 7) / 8];
        value.CopyTo(bytes, 0);
        if (value.Length % 8 != 0) bytes[bytes.Length - 1] &= (byte)((1 << (value.Length % 8)) - 1);
        writer.Write32((uint)value.Length);
        writer.WriteData(bytes);
    }

    /// <inheritdoc/>
    public override BitArray Read(ref ArchiveReader reader)
    {
        var at = reader.Position;
        var length = (int)reader.Read32();
        var bytes = reader.ReadBytes();
        if (!Fits(length, bytes))
        {
            reader.Refuse(at, "a number of bits that does not fit the bytes");
            return new BitArray(0);
        }
        return new BitArray(bytes) { Length = length };
    }

    private static bool Fits(int length, byte[] bytes) =>
        length >= 0 && bytes.Length == (length + 7L) / 8
        && (length % 8 == 0 || bytes[bytes.Length - 1] >> (length % 8) == 0);
}

#pragma warning disable IL2091 // No value is made by its constructor: each comes with the value.
/// <summary>Values that are made when they are asked for: the value. Writing asks for it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class LazyFormatter<T> : Formatter<Lazy<T>>
{
    private readonly Formatter<T> _value;

    /// <summary>Values of that formatter.</summary>
    public LazyFormatter(Formatter<T> value) => _value = value;

    /// <inheritdoc/>
    public override WireType Type => _value.Type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Lazy<T> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Lazy");
        _value.Write(ref writer, value!.Value);
    }

    /// <inheritdoc/>
    public override Lazy<T> Read(ref ArchiveReader reader) => Made(_value.Read(ref reader));

    private static Lazy<T> Made(T value)
    {
#if NET8_0_OR_GREATER
        return new Lazy<T>(value);
#else
        return new Lazy<T>(() => value);
#endif
    }
}
