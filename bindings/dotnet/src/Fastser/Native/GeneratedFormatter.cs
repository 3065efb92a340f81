// SPDX-License-Identifier: MIT
//
// What generated formatters derive from: shadows without pointers.
using System.ComponentModel;

namespace Fastser.Runtime;

/// <summary>The base of generated formatters.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract unsafe class GeneratedFormatter<T> : Formatter<T>
{
    internal override bool RunsAlone => Type.IsPlain;

    /// <summary>Stores the fields of a value; of a union, the value.</summary>
    protected abstract void WriteShadow(ref ShadowWriter writer, ShadowSlot slot, T value);

    /// <summary>Reads the fields into <paramref name="value"/>, or into a new one where that is null.</summary>
    protected abstract T ReadShadow(ref ShadowReader reader, ShadowSlot slot, T? value);

    /// <inheritdoc/>
    public sealed override void ToShadow(ref ShadowWriter writer, byte* slot, T value)
    {
        if (writer.References && Type.IsClass) writer.PutObject(slot, value, this);
        else WriteShadow(ref writer, new ShadowSlot(slot), value);
    }

    /// <inheritdoc/>
    public sealed override T FromShadow(ref ShadowReader reader, byte* slot) =>
        Type.IsClass ? base.FromShadow(ref reader, slot) : ReadShadow(ref reader, new ShadowSlot(slot), default);

    /// <inheritdoc/>
    public sealed override void BodyToShadow(ref ShadowWriter writer, byte* body, T value) =>
        WriteShadow(ref writer, new ShadowSlot(body), value);

    /// <inheritdoc/>
    public sealed override T BodyFromShadow(ref ShadowReader reader, byte* body, T? value) =>
        ReadShadow(ref reader, new ShadowSlot(body), value);
}
