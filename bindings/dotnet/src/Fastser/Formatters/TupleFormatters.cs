// SPDX-License-Identifier: MIT
//
// Tuples: their items one behind the other. An eighth item and those behind it are a tuple of their own
// to .NET, and not to the archive.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>A value in a field: one level deeper, where it is a record or a tuple.</summary>
internal readonly partial struct FieldOf<T>
{
    private readonly Formatter<T> _formatter;
    private readonly bool _counts;
    private readonly bool _countsInGraph;

    public FieldOf(Formatter<T> formatter)
    {
        _formatter = formatter;
        _counts = formatter.Type.CountsInField(false);
        _countsInGraph = formatter.Type.CountsInField(true);
    }

    public WireType Type => _formatter.Type;

    public Formatter<T> Formatter => _formatter;

    public void Write(ref ArchiveWriter writer, T value)
    {
        var counts = writer.References ? _countsInGraph : _counts;
        if (counts) writer.Enter();
        _formatter.Write(ref writer, value);
        if (counts) writer.Leave();
    }

    public T Read(ref ArchiveReader reader)
    {
        var counts = reader.References ? _countsInGraph : _counts;
        if (counts) reader.Enter();
        var value = _formatter.Read(ref reader);
        if (counts) reader.Leave();
        return value;
    }
}

/// <summary>Pairs of a key and a value.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class KeyValuePairFormatter<TKey, TValue> : Formatter<KeyValuePair<TKey, TValue>>
{
    private readonly FieldOf<TKey> _key;
    private readonly FieldOf<TValue> _value;
    private readonly WireType _type;

    /// <summary>Pairs of values of these formatters.</summary>
    public KeyValuePairFormatter(Formatter<TKey> key, Formatter<TValue> value)
    {
        _key = new FieldOf<TKey>(key);
        _value = new FieldOf<TValue>(value);
        _type = WireType.Tuple(key.Type, value.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, KeyValuePair<TKey, TValue> value)
    {
        _key.Write(ref writer, value.Key);
        _value.Write(ref writer, value.Value);
    }

    /// <inheritdoc/>
    public override KeyValuePair<TKey, TValue> Read(ref ArchiveReader reader)
    {
        var key = _key.Read(ref reader);
        return new KeyValuePair<TKey, TValue>(key, _value.Read(ref reader));
    }
}

/// <summary>Tuples of 1 item.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1> : Formatter<ValueTuple<T1>>
{
    private readonly FieldOf<T1> _item1;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1)
    {
        _item1 = new FieldOf<T1>(item1);
        _type = WireType.Tuple(item1.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1> value)
    {
        _item1.Write(ref writer, value.Item1);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        return new ValueTuple<T1>(item1);
    }
}

/// <summary>Tuples of 2 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2> : Formatter<ValueTuple<T1, T2>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _type = WireType.Tuple(item1.Type, item2.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        return new ValueTuple<T1, T2>(item1, item2);
    }
}

/// <summary>Tuples of 3 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3> : Formatter<ValueTuple<T1, T2, T3>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        return new ValueTuple<T1, T2, T3>(item1, item2, item3);
    }
}

/// <summary>Tuples of 4 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3, T4> : Formatter<ValueTuple<T1, T2, T3, T4>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3, T4> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        return new ValueTuple<T1, T2, T3, T4>(item1, item2, item3, item4);
    }
}

/// <summary>Tuples of 5 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3, T4, T5> : Formatter<ValueTuple<T1, T2, T3, T4, T5>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3, T4, T5> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        return new ValueTuple<T1, T2, T3, T4, T5>(item1, item2, item3, item4, item5);
    }
}

/// <summary>Tuples of 6 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6> : Formatter<ValueTuple<T1, T2, T3, T4, T5, T6>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        return new ValueTuple<T1, T2, T3, T4, T5, T6>(item1, item2, item3, item4, item5, item6);
    }
}

/// <summary>Tuples of 7 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7> : Formatter<ValueTuple<T1, T2, T3, T4, T5, T6, T7>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly FieldOf<T7> _item7;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6, Formatter<T7> item7)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _item7 = new FieldOf<T7>(item7);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type, item7.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6, T7> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
        _item7.Write(ref writer, value.Item7);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6, T7> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        var item7 = _item7.Read(ref reader);
        return new ValueTuple<T1, T2, T3, T4, T5, T6, T7>(item1, item2, item3, item4, item5, item6, item7);
    }
}

/// <summary>Tuples of eight and more items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : Formatter<ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>>
    where TRest : struct
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly FieldOf<T7> _item7;
    private readonly Formatter<TRest> _rest;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public ValueTupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6, Formatter<T7> item7, Formatter<TRest> rest)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _item7 = new FieldOf<T7>(item7);
        _rest = rest;
        _type = WireType.Tuple([item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type, item7.Type, .. rest.Type.Operands]);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> value)
    {
        _item1.Write(ref writer, value.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
        _item7.Write(ref writer, value.Item7);
        _rest.Write(ref writer, value.Rest);
    }

    /// <inheritdoc/>
    public override ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        var item7 = _item7.Read(ref reader);
        var rest = _rest.Read(ref reader);
        return new ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>(item1, item2, item3, item4, item5, item6, item7, rest);
    }
}

/// <summary>Tuples of 1 item.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1> : Formatter<Tuple<T1>>
{
    private readonly FieldOf<T1> _item1;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1)
    {
        _item1 = new FieldOf<T1>(item1);
        _type = WireType.Tuple(item1.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
    }

    /// <inheritdoc/>
    public override Tuple<T1> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        return new Tuple<T1>(item1);
    }
}

/// <summary>Tuples of 2 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2> : Formatter<Tuple<T1, T2>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _type = WireType.Tuple(item1.Type, item2.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        return new Tuple<T1, T2>(item1, item2);
    }
}

/// <summary>Tuples of 3 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3> : Formatter<Tuple<T1, T2, T3>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        return new Tuple<T1, T2, T3>(item1, item2, item3);
    }
}

/// <summary>Tuples of 4 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3, T4> : Formatter<Tuple<T1, T2, T3, T4>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3, T4> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        return new Tuple<T1, T2, T3, T4>(item1, item2, item3, item4);
    }
}

/// <summary>Tuples of 5 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3, T4, T5> : Formatter<Tuple<T1, T2, T3, T4, T5>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3, T4, T5> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        return new Tuple<T1, T2, T3, T4, T5>(item1, item2, item3, item4, item5);
    }
}

/// <summary>Tuples of 6 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3, T4, T5, T6> : Formatter<Tuple<T1, T2, T3, T4, T5, T6>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3, T4, T5, T6> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        return new Tuple<T1, T2, T3, T4, T5, T6>(item1, item2, item3, item4, item5, item6);
    }
}

/// <summary>Tuples of 7 items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3, T4, T5, T6, T7> : Formatter<Tuple<T1, T2, T3, T4, T5, T6, T7>>
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly FieldOf<T7> _item7;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6, Formatter<T7> item7)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _item7 = new FieldOf<T7>(item7);
        _type = WireType.Tuple(item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type, item7.Type);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3, T4, T5, T6, T7> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
        _item7.Write(ref writer, value.Item7);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6, T7> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        var item7 = _item7.Read(ref reader);
        return new Tuple<T1, T2, T3, T4, T5, T6, T7>(item1, item2, item3, item4, item5, item6, item7);
    }
}

/// <summary>Tuples of eight and more items.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class TupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : Formatter<Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>>
    where TRest : notnull
{
    private readonly FieldOf<T1> _item1;
    private readonly FieldOf<T2> _item2;
    private readonly FieldOf<T3> _item3;
    private readonly FieldOf<T4> _item4;
    private readonly FieldOf<T5> _item5;
    private readonly FieldOf<T6> _item6;
    private readonly FieldOf<T7> _item7;
    private readonly Formatter<TRest> _rest;
    private readonly WireType _type;

    /// <summary>Tuples of items of these formatters.</summary>
    public TupleFormatter(Formatter<T1> item1, Formatter<T2> item2, Formatter<T3> item3, Formatter<T4> item4, Formatter<T5> item5, Formatter<T6> item6, Formatter<T7> item7, Formatter<TRest> rest)
    {
        _item1 = new FieldOf<T1>(item1);
        _item2 = new FieldOf<T2>(item2);
        _item3 = new FieldOf<T3>(item3);
        _item4 = new FieldOf<T4>(item4);
        _item5 = new FieldOf<T5>(item5);
        _item6 = new FieldOf<T6>(item6);
        _item7 = new FieldOf<T7>(item7);
        _rest = rest;
        _type = WireType.Tuple([item1.Type, item2.Type, item3.Type, item4.Type, item5.Type, item6.Type, item7.Type, .. rest.Type.Operands]);
    }

    /// <inheritdoc/>
    public override WireType Type => _type;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, Tuple<T1, T2, T3, T4, T5, T6, T7, TRest> value)
    {
        if (value == null) ArchiveWriter.Null<object>("a value", "Tuple");
        _item1.Write(ref writer, value!.Item1);
        _item2.Write(ref writer, value.Item2);
        _item3.Write(ref writer, value.Item3);
        _item4.Write(ref writer, value.Item4);
        _item5.Write(ref writer, value.Item5);
        _item6.Write(ref writer, value.Item6);
        _item7.Write(ref writer, value.Item7);
        _rest.Write(ref writer, value.Rest);
    }

    /// <inheritdoc/>
    public override Tuple<T1, T2, T3, T4, T5, T6, T7, TRest> Read(ref ArchiveReader reader)
    {
        var item1 = _item1.Read(ref reader);
        var item2 = _item2.Read(ref reader);
        var item3 = _item3.Read(ref reader);
        var item4 = _item4.Read(ref reader);
        var item5 = _item5.Read(ref reader);
        var item6 = _item6.Read(ref reader);
        var item7 = _item7.Read(ref reader);
        var rest = _rest.Read(ref reader);
        return new Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>(item1, item2, item3, item4, item5, item6, item7, rest);
    }
}
