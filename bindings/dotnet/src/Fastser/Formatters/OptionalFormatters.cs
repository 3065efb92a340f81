// SPDX-License-Identifier: MIT
//
// Values that may be missing. A class that may be null is an optional record; with References on it is a
// reference, which says by itself that it is nil.
using System;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of a value type that may be null.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class NullableFormatter<T> : Formatter<T?> where T : struct
{
    private readonly Formatter<T> _value;
    private readonly WireType _type;
    private readonly bool _counts;

    /// <summary>Values of that formatter, or null.</summary>
    public NullableFormatter(Formatter<T> value)
    {
        _value = value;
        _type = WireType.Optional(value.Type);
        _counts = value.Type.CountsInChoice(false);
    }

    /// <summary>The formatter of the value.</summary>
    public Formatter<T> Value => _value;

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, T? value)
    {
        writer.WriteBool(value.HasValue);
        if (!value.HasValue) return;
        if (_counts) writer.Enter();
        _value.Write(ref writer, value.GetValueOrDefault());
        if (_counts) writer.Leave();
    }

    /// <inheritdoc/>
    public override T? Read(ref ArchiveReader reader)
    {
        if (!reader.ReadFlag()) return null;
        if (_counts) reader.Enter();
        var value = _value.Read(ref reader);
        if (_counts) reader.Leave();
        return value;
    }
}

/// <summary>Values of a reference type that may be null.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class OptionalFormatter<T> : Formatter<T?> where T : class
{
    private readonly Formatter<T> _value;
    private readonly WireType _type;
    private readonly bool _isObject;
    private readonly bool _counts;
    private readonly bool _countsInGraph;

    /// <summary>Values of that formatter, or null.</summary>
    public OptionalFormatter(Formatter<T> value)
    {
        _value = value;
        _type = WireType.Optional(value.Type);
        _isObject = value.Type.IsClass || value.Type.IsUnion;
        _counts = value.Type.CountsInChoice(false);
        _countsInGraph = value.Type.CountsInChoice(true);
    }

    /// <summary>The formatter of the value.</summary>
    public Formatter<T> Value => _value;

    /// <inheritdoc/>
    public override long SizeAtOnce(T? value)
    {
        if (value == null) return 1;
        var size = _value.SizeAtOnce(value);
        return size < 0 ? size : size + 1;
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override int MemorySize => _value.MemorySize;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, T? value)
    {
        if (_isObject && writer.References)
        {
            _value.Write(ref writer, value!);  // null is nil there
            return;
        }
        writer.WriteBool(value != null);
        if (value == null) return;
        var counts = writer.References ? _countsInGraph : _counts;
        if (counts) writer.Enter();
        _value.Write(ref writer, value);
        if (counts) writer.Leave();
    }

    /// <inheritdoc/>
    public override T? Read(ref ArchiveReader reader)
    {
        if (_isObject && reader.References) return _value.Read(ref reader);
        if (!reader.ReadFlag()) return null;
        var counts = reader.References ? _countsInGraph : _counts;
        if (counts) reader.Enter();
        var value = _value.Read(ref reader);
        if (counts) reader.Leave();
        return value;
    }

    /// <inheritdoc/>
    public override void Populate(ref ArchiveReader reader, ref T? value)
    {
        if (_isObject && reader.References)
        {
            _value.Populate(ref reader, ref value!);
            return;
        }
        if (!reader.ReadFlag())
        {
            value = null;
            return;
        }
        var counts = reader.References ? _countsInGraph : _counts;
        if (counts) reader.Enter();
        if (value == null) value = _value.Read(ref reader);
        else _value.Populate(ref reader, ref value!);
        if (counts) reader.Leave();
    }
}
