// SPDX-License-Identifier: MIT
//
// SerializationReader: the values of a DataTable's column (Seed/DataColumns.cs writes them).
using System;
using System.Collections.Generic;
using System.Data;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationReader
{
    /// <summary>Reads a DataSet or null.</summary>
    public DataSet? ReadDataSet() => ReadOne<DataSet?>();

    /// <summary>Reads a DataTable or null.</summary>
    public DataTable? ReadDataTable() => ReadOne<DataTable?>();

    /// <summary>Reads a DataSet into one that has tables already (a typed one): tables and columns that it has
    /// keep its schema, rows are added.</summary>
    public void ReadDataSet(DataSet target)
    {
        if (target == null) throw new ArgumentNullException(nameof(target));
        var codec = SeedCodec<DataSet?>.Instance;
        if (!Next(codec.Type)) throw Mismatch(codec.Type);
        if (Flag()) DataSetCodec.ReadInto(this, target);
    }

    /// <summary>The values of a column, boxed; null where there are none, since they are computed.</summary>
    internal object[]? ColumnValues(byte form, Type type)
    {
        var start = _position;
        var code = TypeAt(_position);
        var deltas = (form & DataForm.Deltas) != 0;
        if (deltas && !IsIntegers(code)) throw Error(FastserStatus.TypeMismatch, start, "a column of differences with values of type " + code);
        form &= DataForm.Deltas - 1;
        if (code.Code == Code.List && code.A!.Code is Code.Vi16 or Code.Vi32 or Code.Vi64) return Integers(form, code.A!, type, deltas, start);
        switch (form)
        {
            case DataForm.Plain when code.Code == Code.Null: return null;
            case DataForm.Plain when code.Code == Code.List: return Plain(code.A!, type, start);
            case DataForm.Bits when code.Code == Code.Data && type == typeof(bool): return Bits();
            case DataForm.Distinct when code.Code == Code.Tuple && code.Items!.Length == 3 && code.Items[0].Code == Code.U8
                && code.Items[1].Code == Code.Any && code.Items[2].Code == Code.Any:
                return Distinct(type);
        }
        throw Error(FastserStatus.TypeMismatch, start, "a column of " + type.Name + " with values of type " + code);
    }

    private static bool IsIntegers(SeedType type) => type.Code == Code.List && type.A!.Code == Code.Vi64;

    private int Items(SeedType element, int each)
    {
        var count = Count(element);
        Charge((long)count * (8 + each));
        return count;
    }

    private object[] Plain(SeedType element, Type type, int start)
    {
        var count = Items(element, type == typeof(string) ? 0 : 24);
        var values = new object[count];
        var code = element.Code;
        Enter();
        if (code == Code.String && type == typeof(string))
        {
            for (var i = 0; i < count; i++) values[i] = Text();
        }
        else if (SeedCodecs.Of(element) is { } codec)
        {
            for (var i = 0; i < count; i++)
            {
                var at = _position;
                var value = codec.ReadBoxed(this);
                if (value == null || (type != typeof(object) && value.GetType() != type))
                    throw Error(FastserStatus.TypeMismatch, at, "a value of another type than its column's, " + type.Name);
                values[i] = value;
            }
        }
        else
        {
            throw Error(FastserStatus.TypeMismatch, start, "a column of " + type.Name + " with values of type " + element);
        }
        Leave();
        return values;
    }

    private object[] Bits()
    {
        var bytes = DataSpan();
        Charge(64L * bytes.Length);
        object yes = true, no = false;
        var values = new object[8 * bytes.Length];
        for (var i = 0; i < values.Length; i++) values[i] = (bytes[i >> 3] >> (i & 7) & 1) != 0 ? yes : no;
        return values;
    }

    private object[] Distinct(Type type)
    {
        var start = _position;
        var form = Blit<byte>();
        if (form is DataForm.Distinct or DataForm.Bits) throw Error(FastserStatus.Malformed, start, "a column with a form that cannot be used here");
        var distinct = ColumnValues(form, type) ?? throw Error(FastserStatus.Malformed, start, "a column without values");
        start = _position;
        var code = TypeAt(_position);
        if (code.Code != Code.List || code.A!.Code != Code.Vu32) throw Error(FastserStatus.TypeMismatch, start, "a column with numbers of type " + code);
        var values = new object[Items(code.A, 0)];
        for (var i = 0; i < values.Length; i++)
        {
            start = _position;
            var number = Varint();
            if (number >= (ulong)distinct.Length) throw Error(FastserStatus.Malformed, start, "the number of a value that does not exist");
            values[i] = distinct[number];
        }
        return values;
    }

    // Whole numbers, dates of days or seconds, decimals of one scale.
    private object[] Integers(byte form, SeedType element, Type type, bool deltas, int start)
    {
        long least, most;
        if (form is > DataForm.Plain and < DataForm.Bits && type == typeof(DateTime))
        {
            var unit = form >= DataForm.Seconds ? TimeSpan.TicksPerSecond : TimeSpan.TicksPerDay;
            (least, most) = (-Instant.EpochTicks / unit, (DateTime.MaxValue.Ticks - Instant.EpochTicks) / unit);
        }
        else if (form is >= DataForm.Scaled and <= DataForm.Scaled + 28 && type == typeof(decimal)) (least, most) = (-long.MaxValue, long.MaxValue);
        else if (form == DataForm.Plain && type == typeof(int)) (least, most) = (int.MinValue, int.MaxValue);
        else if (form == DataForm.Plain && type == typeof(short)) (least, most) = (short.MinValue, short.MaxValue);
        else if (form == DataForm.Plain && type == typeof(long)) (least, most) = (long.MinValue, long.MaxValue);
        else throw Error(FastserStatus.TypeMismatch, start, "a column of " + type.Name + " with integers");
        var values = new object[Items(element, 24)];
        long before = 0;
        for (var i = 0; i < values.Length; i++)
        {
            var at = _position;
            var bits = Varint();
            var value = unchecked(before + ((long)(bits >> 1) ^ -(long)(bits & 1)));
            if (deltas) before = value;
            if (value < least || value > most) throw Error(FastserStatus.TypeMismatch, at, "a number that does not fit " + type.Name);
            values[i] = Made(form, type, value);
        }
        return values;
    }

    private static object Made(byte form, Type type, long value)
    {
        if (type == typeof(int)) return (int)value;
        if (type == typeof(long)) return value;
        if (type == typeof(short)) return (short)value;
        if (type == typeof(decimal))
        {
            var size = (ulong)Math.Abs(value);
            return new decimal((int)size, (int)(size >> 32), 0, value < 0, (byte)(form - DataForm.Scaled));
        }
        return form >= DataForm.Seconds
            ? new DateTime(Instant.EpochTicks + value * TimeSpan.TicksPerSecond, (DateTimeKind)(form - DataForm.Seconds))
            : new DateTime(Instant.EpochTicks + value * TimeSpan.TicksPerDay, (DateTimeKind)(form - DataForm.Days));
    }
}
