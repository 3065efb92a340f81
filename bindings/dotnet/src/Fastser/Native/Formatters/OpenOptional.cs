// SPDX-License-Identifier: MIT
//
// Members whose type is a parameter, for the native engine.
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class OpenOptionalFormatter<T>
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, T? value)
    {
        if (_value.Type.IsClass && !ReferenceEquals(_type, _value.Type))
        {
            writer.PutOptional(slot, value, _value!);
            return;
        }
        if (IsPlain(writer.References))
        {
            _value.ToShadow(ref writer, slot, value!);
            return;
        }
        if (value is null)
        {
            writer.PutMissing(slot, _type);
            return;
        }
        _value.ToShadow(ref writer, slot, value);
        slot[ShadowLayout.FlagOf(_value.Type)] = 1;
    }

    /// <inheritdoc/>
    public override T? FromShadow(ref ShadowReader reader, byte* slot)
    {
        if (_value.Type.IsClass && !ReferenceEquals(_type, _value.Type)) return reader.GetOptional(slot, _value!);
        if (!IsPlain(reader.References) && slot[ShadowLayout.FlagOf(_value.Type)] == 0) return default;
        return _value.FromShadow(ref reader, slot);
    }
}
