// SPDX-License-Identifier: MIT
//
// Tuples, read for the native engine. They are written by way of an archive. The tuple in an eighth item has no
// layout of its own there: its items lie where the whole tuple has them.
using System;
using System.Collections.Generic;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>A tuple that may be the end of a longer one.</summary>
internal unsafe interface ITupleEnd<out T>
{
    /// <summary>Reads the items of <paramref name="whole"/> from <paramref name="first"/> on.</summary>
    T FromShadow(ref ShadowReader reader, byte* slot, WireType whole, int first);
}

internal readonly unsafe partial struct FieldOf<T>
{
    /// <summary>The item of a tuple, in the slot of the tuple.</summary>
    public T FromShadow(ref ShadowReader reader, byte* slot, WireType tuple, int item) =>
        _formatter.FromShadow(ref reader, slot + ShadowLayout.OffsetOf(tuple, item));
}

public sealed unsafe partial class KeyValuePairFormatter<TKey, TValue>
{
    /// <inheritdoc/>
    public override KeyValuePair<TKey, TValue> FromShadow(ref ShadowReader reader, byte* slot) =>
        new(_key.FromShadow(ref reader, slot, _type, 0), _value.FromShadow(ref reader, slot, _type, 1));
}

public sealed unsafe partial class ValueTupleFormatter<T1> : ITupleEnd<ValueTuple<T1>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1> ITupleEnd<ValueTuple<T1>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        return new ValueTuple<T1>(item1);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2> : ITupleEnd<ValueTuple<T1, T2>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2> ITupleEnd<ValueTuple<T1, T2>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        return new ValueTuple<T1, T2>(item1, item2);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3> : ITupleEnd<ValueTuple<T1, T2, T3>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3> ITupleEnd<ValueTuple<T1, T2, T3>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        return new ValueTuple<T1, T2, T3>(item1, item2, item3);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3, T4> : ITupleEnd<ValueTuple<T1, T2, T3, T4>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3, T4>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3, T4> ITupleEnd<ValueTuple<T1, T2, T3, T4>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        return new ValueTuple<T1, T2, T3, T4>(item1, item2, item3, item4);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3, T4, T5> : ITupleEnd<ValueTuple<T1, T2, T3, T4, T5>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3, T4, T5>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3, T4, T5> ITupleEnd<ValueTuple<T1, T2, T3, T4, T5>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        return new ValueTuple<T1, T2, T3, T4, T5>(item1, item2, item3, item4, item5);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6> : ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3, T4, T5, T6> ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        return new ValueTuple<T1, T2, T3, T4, T5, T6>(item1, item2, item3, item4, item5, item6);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7> : ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6, T7> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3, T4, T5, T6, T7> ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        var item7 = _item7.FromShadow(ref reader, slot, whole, first + 6);
        return new ValueTuple<T1, T2, T3, T4, T5, T6, T7>(item1, item2, item3, item4, item5, item6, item7);
    }
}

public sealed unsafe partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>>
{
    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>>)this).FromShadow(ref reader, slot, _type, 0);

    ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> ITupleEnd<ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        var item7 = _item7.FromShadow(ref reader, slot, whole, first + 6);
        var rest = ((ITupleEnd<TRest>)_rest).FromShadow(ref reader, slot, whole, first + 7);
        return new ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>(item1, item2, item3, item4, item5, item6, item7, rest);
    }
}

public sealed unsafe partial class TupleFormatter<T1> : ITupleEnd<Tuple<T1>>
{
    /// <inheritdoc/>
    public override Tuple<T1> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1> ITupleEnd<Tuple<T1>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        return new Tuple<T1>(item1);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2> : ITupleEnd<Tuple<T1, T2>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2> ITupleEnd<Tuple<T1, T2>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        return new Tuple<T1, T2>(item1, item2);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3> : ITupleEnd<Tuple<T1, T2, T3>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3> ITupleEnd<Tuple<T1, T2, T3>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        return new Tuple<T1, T2, T3>(item1, item2, item3);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3, T4> : ITupleEnd<Tuple<T1, T2, T3, T4>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3, T4>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3, T4> ITupleEnd<Tuple<T1, T2, T3, T4>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        return new Tuple<T1, T2, T3, T4>(item1, item2, item3, item4);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3, T4, T5> : ITupleEnd<Tuple<T1, T2, T3, T4, T5>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3, T4, T5>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3, T4, T5> ITupleEnd<Tuple<T1, T2, T3, T4, T5>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        return new Tuple<T1, T2, T3, T4, T5>(item1, item2, item3, item4, item5);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3, T4, T5, T6> : ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3, T4, T5, T6> ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        return new Tuple<T1, T2, T3, T4, T5, T6>(item1, item2, item3, item4, item5, item6);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3, T4, T5, T6, T7> : ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6, T7> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3, T4, T5, T6, T7> ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        var item7 = _item7.FromShadow(ref reader, slot, whole, first + 6);
        return new Tuple<T1, T2, T3, T4, T5, T6, T7>(item1, item2, item3, item4, item5, item6, item7);
    }
}

public sealed unsafe partial class TupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>>
{
    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6, T7, TRest> FromShadow(ref ShadowReader reader, byte* slot) =>
        ((ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>>)this).FromShadow(ref reader, slot, _type, 0);

    Tuple<T1, T2, T3, T4, T5, T6, T7, TRest> ITupleEnd<Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>>.FromShadow(
        ref ShadowReader reader, byte* slot, WireType whole, int first)
    {
        var item1 = _item1.FromShadow(ref reader, slot, whole, first);
        var item2 = _item2.FromShadow(ref reader, slot, whole, first + 1);
        var item3 = _item3.FromShadow(ref reader, slot, whole, first + 2);
        var item4 = _item4.FromShadow(ref reader, slot, whole, first + 3);
        var item5 = _item5.FromShadow(ref reader, slot, whole, first + 4);
        var item6 = _item6.FromShadow(ref reader, slot, whole, first + 5);
        var item7 = _item7.FromShadow(ref reader, slot, whole, first + 6);
        var rest = ((ITupleEnd<TRest>)_rest).FromShadow(ref reader, slot, whole, first + 7);
        return new Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>(item1, item2, item3, item4, item5, item6, item7, rest);
    }
}
