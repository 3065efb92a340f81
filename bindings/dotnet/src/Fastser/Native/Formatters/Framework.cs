// SPDX-License-Identifier: MIT
//
// Classes of the framework that are values, read for the native engine. They are written by way of an archive.
using System;
using System.Collections;
using System.Globalization;
using System.Numerics;
using System.Text;
using Fastser.Native;
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class UriFormatter
{
    /// <inheritdoc/>
    public override Uri FromShadow(ref ShadowReader reader, byte* slot) =>
        Uri.TryCreate(reader.GetString(slot), UriKind.RelativeOrAbsolute, out var value) ? value
            : throw new FastserException(FastserStatus.Malformed, "a text that is not a Uri");
}

public sealed unsafe partial class StringBuilderFormatter
{
    /// <inheritdoc/>
    public override StringBuilder FromShadow(ref ShadowReader reader, byte* slot) => new(reader.GetString(slot));
}

public sealed unsafe partial class CultureInfoFormatter
{
    /// <inheritdoc/>
    public override CultureInfo FromShadow(ref ShadowReader reader, byte* slot)
    {
        try
        {
            return CultureInfo.GetCultureInfo(reader.GetString(slot));
        }
        catch (CultureNotFoundException)
        {
            throw new FastserException(FastserStatus.Malformed, "a culture that this system does not know");
        }
    }
}

public sealed unsafe partial class BitArrayFormatter
{
    /// <inheritdoc/>
    public override BitArray FromShadow(ref ShadowReader reader, byte* slot)
    {
        var shape = s_type.Shape!;
        var length = ShadowReader.Get<int>(slot + ShadowLayout.OffsetOf(shape, 0));
        var bytes = ShadowReader.GetBytes(slot + ShadowLayout.OffsetOf(shape, 1)).ToArray();
        if (!Fits(length, bytes))
        {
            throw new FastserException(FastserStatus.Malformed, "a number of bits that does not fit the bytes");
        }
        return new BitArray(bytes) { Length = length };
    }
}

public sealed unsafe partial class BigIntegerFormatter
{
    /// <inheritdoc/>
    public override BigInteger FromShadow(ref ShadowReader reader, byte* slot) =>
        new(ShadowReader.GetBytes(slot).ToArray());
}

#if NET8_0_OR_GREATER
public sealed unsafe partial class RuneFormatter
{
    /// <inheritdoc/>
    public override Rune FromShadow(ref ShadowReader reader, byte* slot)
    {
        var value = ShadowReader.Get<uint>(slot);
        return Rune.IsValid(value) ? new Rune(value)
            : throw new FastserException(FastserStatus.Malformed, "a number that is not a character");
    }
}
#endif

#pragma warning disable IL2091 // No value is made by its constructor: each comes with the value.
public sealed unsafe partial class LazyFormatter<T>
{
    /// <inheritdoc/>
    public override Lazy<T> FromShadow(ref ShadowReader reader, byte* slot) => Made(_value.FromShadow(ref reader, slot));

    /// <inheritdoc/>
    public override Lazy<T> BodyFromShadow(ref ShadowReader reader, byte* body, Lazy<T>? value) =>
        Made(_value.BodyFromShadow(ref reader, body, default));
}
