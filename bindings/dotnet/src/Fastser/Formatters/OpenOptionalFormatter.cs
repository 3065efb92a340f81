// SPDX-License-Identifier: MIT
//
// Members of generic types whose own type is a parameter, as in `T? Value`: only when the type is closed
// it is known whether there is a null.
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of a type parameter: optional where its type is a class, else the value.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class OpenOptionalFormatter<T> : Formatter<T?>
{
    private readonly Formatter<T> _value;
    private readonly WireType _type;
    private readonly bool _isObject;
    private readonly bool _counts;
    private readonly bool _countsInGraph;

    /// <summary>Values of that formatter, or null where there is one.</summary>
    public OpenOptionalFormatter(Formatter<T> value)
    {
        _value = value;
        var holdsNull = value.Type.Code is WireCode.Optional or WireCode.Any;
        _isObject = value.Type.IsClass || value.Type.IsUnion;
        _type = typeof(T).IsValueType || holdsNull ? value.Type : WireType.Optional(value.Type);
        _counts = value.Type.CountsInChoice(false);
        _countsInGraph = value.Type.CountsInChoice(true);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    private bool IsPlain(bool references) => ReferenceEquals(_type, _value.Type) || (_isObject && references);

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, T? value)
    {
        if (IsPlain(writer.References))
        {
            Generated.WriteField(ref writer, _value, value!);
            return;
        }
        writer.WriteBool(value is not null);
        if (value is null) return;
        var counts = writer.References ? _countsInGraph : _counts;
        if (counts) writer.Enter();
        _value.Write(ref writer, value);
        if (counts) writer.Leave();
    }

    /// <inheritdoc/>
    public override T? Read(ref ArchiveReader reader)
    {
        if (IsPlain(reader.References)) return Generated.ReadField(ref reader, _value);
        if (!reader.ReadFlag()) return default;
        var counts = reader.References ? _countsInGraph : _counts;
        if (counts) reader.Enter();
        var value = _value.Read(ref reader);
        if (counts) reader.Leave();
        return value;
    }
}
