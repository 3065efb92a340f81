// SPDX-License-Identifier: MIT
//
// Values that may be missing, for the native engine: where a slot says so is ShadowLayout's to know.
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class NullableFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, T? value)
    {
        var at = ShadowLayout.FlagOf(_value.Type);
        if (!value.HasValue)
        {
            writer.PutMissing(slot, _type);
            return;
        }
        _value.ToShadow(ref writer, slot, value.GetValueOrDefault());
        slot[at] = 1;
    }

    /// <inheritdoc/>
    public override T? FromShadow(ref ShadowReader reader, byte* slot) =>
        slot[ShadowLayout.FlagOf(_value.Type)] == 0 ? null : _value.FromShadow(ref reader, slot);
}

public sealed unsafe partial class OptionalFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, T? value)
    {
        if (_value.Type.IsClass)
        {
            writer.PutOptional(slot, value, _value!);
            return;
        }
        if (value == null && !(writer.References && _isObject))
        {
            writer.PutMissing(slot, _type);
            return;
        }
        _value.ToShadow(ref writer, slot, value!);
        if (!(writer.References && _isObject)) slot[ShadowLayout.FlagOf(_value.Type)] = 1;
    }

    /// <inheritdoc/>
    public override T? FromShadow(ref ShadowReader reader, byte* slot)
    {
        if (_value.Type.IsClass) return reader.GetOptional(slot, _value!);
        if (!(reader.References && _isObject) && slot[ShadowLayout.FlagOf(_value.Type)] == 0) return null;
        return _value.FromShadow(ref reader, slot);
    }
}
