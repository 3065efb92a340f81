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

    private SeedType ColumnType()
    {
        var input = new TypeInput(_bytes, _position, _end, 0, _shapes);
        var type = input.Type();
        Charge(24L * (input.Position - _position));
        _position = input.Position;
        return type;
    }

    /// <summary>The values of a column, boxed; null where there are none, since they are computed.</summary>
    internal object[]? ColumnValues(byte form, Type type)
    {
        var start = _position;
        var code = ColumnType();
        switch (form)
        {
            case DataForm.Plain when code.Code == Code.Null: return null;
            case DataForm.Plain when code.Code == Code.List: return Plain(code.A!, type, start);
            case DataForm.Bits when code.Code == Code.Data && type == typeof(bool): return Bits();
            case DataForm.Distinct when code.Code == Code.Tuple && code.Items!.Length == 3 && code.Items[0].Code == Code.U8
                && code.Items[1].Code == Code.Any && code.Items[2].Code == Code.Any:
                return Distinct(type);
            case > DataForm.Plain and < DataForm.Bits when IsIntegers(code) && type == typeof(DateTime): return Dates(form);
            case >= DataForm.Scaled and <= DataForm.Scaled + 28 when IsIntegers(code) && type == typeof(decimal):
                return Decimals((byte)(form - DataForm.Scaled));
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
        else if (code == Code.Vi32 && type == typeof(int))
        {
            for (var i = 0; i < count; i++) values[i] = (int)Signed(int.MinValue, int.MaxValue);
        }
        else if (code == Code.Vi16 && type == typeof(short))
        {
            for (var i = 0; i < count; i++) values[i] = (short)Signed(short.MinValue, (ulong)short.MaxValue);
        }
        else if (code == Code.Vi64 && type == typeof(long))
        {
            for (var i = 0; i < count; i++) values[i] = Signed(long.MinValue, long.MaxValue);
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
        if (form is DataForm.Distinct or DataForm.Bits) throw Error(FastserStatus.Malformed, start, "a column of distinct distinct values");
        var distinct = ColumnValues(form, type) ?? throw Error(FastserStatus.Malformed, start, "a column of no values");
        start = _position;
        var code = ColumnType();
        if (code.Code != Code.List || code.A!.Code != Code.Vu32) throw Error(FastserStatus.TypeMismatch, start, "a column with numbers of type " + code);
        var values = new object[Items(code.A, 0)];
        for (var i = 0; i < values.Length; i++)
        {
            start = _position;
            var number = Varint();
            if (number >= (ulong)distinct.Length) throw Error(FastserStatus.Malformed, start, "the number of a value that is not there");
            values[i] = distinct[number];
        }
        return values;
    }

    private object[] Dates(byte form)
    {
        var seconds = form >= DataForm.Seconds;
        var kind = (DateTimeKind)(form - (seconds ? DataForm.Seconds : DataForm.Days));
        var unit = seconds ? TimeSpan.TicksPerSecond : TimeSpan.TicksPerDay;
        long least = -Instant.EpochTicks / unit, most = (DateTime.MaxValue.Ticks - Instant.EpochTicks) / unit;
        var values = new object[Items(SeedType.Vi64, 24)];
        for (var i = 0; i < values.Length; i++) values[i] = new DateTime(Instant.EpochTicks + Signed(least, (ulong)most) * unit, kind);
        return values;
    }

    private object[] Decimals(byte scale)
    {
        var values = new object[Items(SeedType.Vi64, 32)];
        for (var i = 0; i < values.Length; i++)
        {
            var value = Signed(-long.MaxValue, long.MaxValue);
            var size = (ulong)Math.Abs(value);
            values[i] = new decimal((int)size, (int)(size >> 32), 0, value < 0, scale);
        }
        return values;
    }
}
