// SPDX-License-Identifier: MIT
//
// The values of a column, all at once: as a list of numbers, days, distinct strings... whatever is
// small for what is there. What a reader makes of them are boxed values, which rows take; equal
// values of a column of few distinct ones share one box.
using System;
using System.Collections.Generic;
using System.Data;

namespace Fastser.Seed;

internal static class DataColumns
{
    private static readonly (Type Type, string Name)[] s_types =
    [
        (typeof(bool), "bool"), (typeof(sbyte), "i8"), (typeof(byte), "u8"), (typeof(short), "i16"), (typeof(ushort), "u16"),
        (typeof(int), "i32"), (typeof(uint), "u32"), (typeof(long), "i64"), (typeof(ulong), "u64"), (typeof(float), "f32"),
        (typeof(double), "f64"), (typeof(decimal), "decimal"), (typeof(string), "string"), (typeof(char), "char"),
        (typeof(DateTime), "DateTime"), (typeof(DateTimeOffset), "DateTimeOffset"), (typeof(TimeSpan), "TimeSpan"),
        (typeof(Guid), "uuid"), (typeof(byte[]), "data"), (typeof(Uri), "url"), (typeof(object), "any"),
    ];

    internal static string NameOf(Type type)
    {
        foreach (var known in s_types)
            if (known.Type == type) return known.Name;
        throw new FastserException(FastserStatus.UnknownClass, "a column of type " + type + ", which is not written");
    }

    internal static Type? TypeOf(string name)
    {
        foreach (var known in s_types)
            if (known.Name == name) return known.Type;
        return null;
    }

    // ---- writing

    /// <summary>Writes form, nulls and values.</summary>
    internal static void Write(SerializationWriter writer, DataColumn column, DataRecords records)
    {
        if (column.Expression.Length != 0)
        {
            writer.Blit(DataForm.Plain);
            writer.Blit((byte)0);
            writer.Blit(Code.Null);
            return;
        }
        var values = records.Room;
        var count = 0;
        byte[]? nulls = null;
        for (var i = 0; i < records.Count; i++)
        {
            var value = records.Value(i, column);
            if (value is DBNull or null)
            {
                nulls ??= new byte[(records.Count + 7) / 8];
                nulls[i >> 3] |= (byte)(1 << (i & 7));
            }
            else
            {
                values[count++] = value;
            }
        }
        var there = new ReadOnlySpan<object>(values, 0, count);
        WriteValues(writer, column.DataType, there, nulls);
    }

    private static void WriteValues(SerializationWriter writer, Type type, ReadOnlySpan<object> values, byte[]? nulls)
    {
        var form = FormOf(type, values);
        var integers = Integers(form, type, values);
        int[]? numbers = null;
        long[]? distinctIntegers = null;
        object[]? distinct = null;
        if (values.Length >= 16 && form != DataForm.Bits)
        {
            if (integers != null) FindDistinct(new ReadOnlySpan<long>(integers), out distinctIntegers, out numbers);
            else if (type == typeof(string)) FindDistinctTexts(values, out distinct, out numbers);
            else if (CanBeDistinct(type) && FindDistinct(values, out distinct, out numbers) && !AreIdentical(values, distinct!, numbers!)) numbers = null;
        }
        var deltas = numbers == null && integers != null && AreDeltasSmaller(integers);
        writer.Blit(numbers != null ? DataForm.Distinct : deltas ? (byte)(form | DataForm.Deltas) : form);
        SeedCodec<byte[]?>.Instance.Write(writer, nulls);
        if (numbers == null)
        {
            if (integers != null) Varints(writer, type, integers, deltas);
            else Values(writer, form, type, values);
            return;
        }
        writer.Blit(Code.Tuple);
        writer.Varint(3);
        writer.Blit(Code.U8);
        writer.Blit(Code.Any);
        writer.Blit(Code.Any);
        writer.Blit(form);
        if (distinctIntegers != null) Varints(writer, type, distinctIntegers, false);
        else Values(writer, form, type, distinct!);
        Begin(writer, SeedType.Vu32, numbers.Length);
        foreach (var number in numbers) writer.Varint((uint)number);
        writer.EndCollection();
    }

    private static byte FormOf(Type type, ReadOnlySpan<object> values)
    {
        if (values.Length == 0) return DataForm.Plain;
        if (type == typeof(bool)) return DataForm.Bits;
        if (type == typeof(DateTime)) return DateForm(values);
        return type == typeof(decimal) ? ScaleForm(values) : DataForm.Plain;
    }

    private static bool CanBeDistinct(Type type) =>
        type != typeof(object) && type != typeof(byte[]) && type != typeof(byte) && type != typeof(sbyte);

    private static void FindDistinctTexts(ReadOnlySpan<object> values, out object[]? distinct, out int[]? numbers)
    {
        var texts = new string[values.Length];
        for (var i = 0; i < texts.Length; i++) texts[i] = (string)values[i];
        FindDistinct(new ReadOnlySpan<string>(texts), out var found, out numbers);
        distinct = found;
    }

    // Few distinct values: at most one of four. Gives up as soon as there are more.
    private static bool FindDistinct<T>(ReadOnlySpan<T> values, out T[]? distinct, out int[]? numbers) where T : notnull
    {
        var most = values.Length / 4;
        var seen = new Dictionary<T, int>(Math.Min(most, 256));
        distinct = null;
        numbers = null;
        var found = new int[values.Length];
        for (var i = 0; i < values.Length; i++)
        {
            if (!seen.TryGetValue(values[i], out var number))
            {
                // Long before the end it shows that values hardly ever come again.
                if (seen.Count >= most || (i >= 512 && seen.Count > i / 2)) return false;
                number = seen.Count;
                seen.Add(values[i], number);
            }
            found[i] = number;
        }
        distinct = new T[seen.Count];
        foreach (var pair in seen) distinct[pair.Value] = pair.Key;
        numbers = found;
        return true;
    }

    // Values may be equal and yet not the same: 1.0 and 1.00, Kinds, offsets, zeros.
    private static bool AreIdentical(ReadOnlySpan<object> values, object[] distinct, int[] numbers)
    {
        if (values[0] is ushort or uint or ulong or char or TimeSpan or Guid or Uri) return true;
        for (var i = 0; i < values.Length; i++)
            if (!Identical(values[i], distinct[numbers[i]])) return false;
        return true;
    }

    private static bool Identical(object a, object b) => a switch
    {
        DateTime first => first.Kind == ((DateTime)b).Kind,
        DateTimeOffset first => first.EqualsExact((DateTimeOffset)b),
        decimal first => decimal.GetBits(first)[3] == decimal.GetBits((decimal)b)[3],
        double first => BitConverter.DoubleToInt64Bits(first) == BitConverter.DoubleToInt64Bits((double)b),
        float first => BitConverter.DoubleToInt64Bits(first) == BitConverter.DoubleToInt64Bits((float)b),
        _ => false,
    };

    private static byte DateForm(ReadOnlySpan<object> values)
    {
        var kind = ((DateTime)values[0]).Kind;
        var days = true;
        foreach (var value in values)
        {
            var date = (DateTime)value;
            if (date.Kind != kind || date.Ticks % TimeSpan.TicksPerSecond != 0) return DataForm.Plain;
            days &= date.Ticks % TimeSpan.TicksPerDay == 0;
        }
        // (A local time in seconds would not say which of the two it is when the clocks are put back.)
        if (kind == DateTimeKind.Local) return DataForm.Plain;
        return (byte)((days ? DataForm.Days : DataForm.Seconds) + (int)kind);
    }

    private static byte ScaleForm(ReadOnlySpan<object> values)
    {
        var scale = -1;
#if NET8_0_OR_GREATER
        Span<int> bits = stackalloc int[4];
#endif
        foreach (var value in values)
        {
#if NET8_0_OR_GREATER
            decimal.GetBits((decimal)value, bits);
#else
            var bits = decimal.GetBits((decimal)value);
#endif
            var own = (bits[3] >> 16) & 0xFF;
            if (scale >= 0 && own != scale) return DataForm.Plain;
            // What fits 63 bits; a negative zero does not.
            if (bits[2] != 0 || bits[1] < 0 || (bits[3] < 0 && bits[0] == 0 && bits[1] == 0)) return DataForm.Plain;
            scale = own;
        }
        return (byte)(DataForm.Scaled + scale);
    }

    // The integers of which the values are written as varints; null where they are written otherwise.
    private static long[]? Integers(byte form, Type type, ReadOnlySpan<object> values)
    {
        if (form == DataForm.Bits || (form == DataForm.Plain && type != typeof(int) && type != typeof(long) && type != typeof(short))) return null;
        var integers = new long[values.Length];
        if (form >= DataForm.Scaled)
        {
            for (var i = 0; i < integers.Length; i++) integers[i] = Unscaled((decimal)values[i]);
        }
        else if (form is > DataForm.Plain and < DataForm.Bits)
        {
            var unit = form >= DataForm.Seconds ? TimeSpan.TicksPerSecond : TimeSpan.TicksPerDay;
            for (var i = 0; i < integers.Length; i++) integers[i] = (((DateTime)values[i]).Ticks - Instant.EpochTicks) / unit;
        }
        else if (type == typeof(int))
        {
            for (var i = 0; i < integers.Length; i++) integers[i] = (int)values[i];
        }
        else if (type == typeof(long))
        {
            for (var i = 0; i < integers.Length; i++) integers[i] = (long)values[i];
        }
        else
        {
            for (var i = 0; i < integers.Length; i++) integers[i] = (short)values[i];
        }
        return integers;
    }

    private static bool AreDeltasSmaller(long[] values)
    {
        long plain = 0, deltas = 0, before = 0;
        foreach (var value in values)
        {
            plain += Size(Zigzag(value));
            deltas += Size(Zigzag(unchecked(value - before)));
            before = value;
        }
        return deltas < plain;
    }

    private static int Size(ulong value)
    {
        var size = 1;
        for (; value >= 0x80; value >>= 7) size++;
        return size;
    }

    private static void Varints(SerializationWriter writer, Type type, long[] values, bool deltas)
    {
        // A difference may need more bits than the numbers.
        Begin(writer, deltas || type == typeof(decimal) || type == typeof(DateTime) || type == typeof(long) ? SeedType.Vi64
            : type == typeof(int) ? SeedType.Vi32 : SeedType.Vi16, values.Length);
        long before = 0;
        foreach (var value in values)
        {
            writer.Varint(Zigzag(unchecked(value - before)));
            if (deltas) before = value;
        }
        writer.EndCollection();
    }

    private static void Values(SerializationWriter writer, byte form, Type type, ReadOnlySpan<object> values)
    {
        if (form == DataForm.Plain)
        {
            PlainValues(writer, type, values);
            return;
        }
        var bits = new byte[(values.Length + 7) / 8];
        for (var i = 0; i < values.Length; i++)
            if ((bool)values[i]) bits[i >> 3] |= (byte)(1 << (i & 7));
        writer.Blit(Code.Data);
        writer.Data(bits);
    }

    private static long Unscaled(decimal value)
    {
#if NET8_0_OR_GREATER
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
#else
        var bits = decimal.GetBits(value);
#endif
        var whole = ((long)bits[1] << 32) | (uint)bits[0];
        return bits[3] < 0 ? -whole : whole;
    }

    private static ulong Zigzag(long value) => (ulong)((value << 1) ^ (value >> 63));

    private static void Begin(SerializationWriter writer, SeedType element, int count)
    {
        writer.Blit(Code.List);
        writer.Expression(element);
        writer.BeginItems(count);
    }

    private static void PlainValues(SerializationWriter writer, Type type, ReadOnlySpan<object> values)
    {
        switch (Type.GetTypeCode(type))
        {
            case TypeCode.String:
                Begin(writer, SeedType.String, values.Length);
                foreach (var value in values) writer.Text((string)value);
                break;
            case TypeCode.Boolean: All<bool>(writer, values); return;
            case TypeCode.SByte: All<sbyte>(writer, values); return;
            case TypeCode.Byte: All<byte>(writer, values); return;
            case TypeCode.UInt16: All<ushort>(writer, values); return;
            case TypeCode.UInt32: All<uint>(writer, values); return;
            case TypeCode.UInt64: All<ulong>(writer, values); return;
            case TypeCode.Single: All<float>(writer, values); return;
            case TypeCode.Double: All<double>(writer, values); return;
            case TypeCode.Decimal: All<decimal>(writer, values); return;
            case TypeCode.DateTime: All<DateTime>(writer, values); return;
            case TypeCode.Char:
                Begin(writer, CharCodec.Named.Type, values.Length);
                foreach (var value in values) writer.Blit((char)value);
                break;
            default:
                if (type == typeof(Guid)) All<Guid>(writer, values);
                else if (type == typeof(TimeSpan)) All<TimeSpan>(writer, values);
                else if (type == typeof(DateTimeOffset)) All<DateTimeOffset>(writer, values);
                else if (type == typeof(byte[])) All<byte[]?>(writer, values);
                else if (type == typeof(Uri)) All<Uri?>(writer, values);
                else All<object?>(writer, values);
                return;
        }
        writer.EndCollection();
    }

    private static void All<T>(SerializationWriter writer, ReadOnlySpan<object> values)
    {
        var codec = SeedCodec<T>.Instance;
        Begin(writer, codec.Type, values.Length);
        foreach (var value in values) codec.Write(writer, (T)value);
        writer.EndCollection();
    }

    // ---- reading

    /// <summary>Reads form, nulls and values: a boxed value or DBNull for each record; null for a column
    /// whose values are computed.</summary>
    internal static object[]? Read(SerializationReader reader, Type type, int records)
    {
        var start = reader.Position;
        var form = reader.Blit<byte>();
        var nulls = SeedCodec<byte[]?>.Instance.Read(reader);
        var at = reader.Position;
        var values = reader.ColumnValues(form, type);
        if (values == null) return null;
        var count = records;
        if (nulls != null)
        {
            if (nulls.Length != ((long)records + 7) / 8) throw reader.Error(FastserStatus.Malformed, start, "nulls for another number of rows");
            for (var i = 0; i < records; i++) count -= (nulls[i >> 3] >> (i & 7)) & 1;
        }
        // Bits come in bytes: there may be some to spare.
        if (values.Length != count && !(form == DataForm.Bits && values.Length == (count + 7) / 8 * 8))
            throw reader.Error(FastserStatus.Malformed, at, "values for another number of rows");
        if (nulls == null && values.Length == count) return values;
        var all = new object[records];
        for (int i = 0, next = 0; i < records; i++)
            all[i] = nulls != null && ((nulls[i >> 3] >> (i & 7)) & 1) != 0 ? DBNull.Value : values[next++];
        return all;
    }
}

/// <summary>The records of a table: what its rows are, and were before they were modified.</summary>
internal sealed class DataRecords
{
    private readonly DataRow[] _rows;
    // Of which rows it is the original that counts; null: of none.
    private readonly bool[]? _originals;
    internal readonly byte[] States;
    internal readonly bool Uniform;
    internal readonly bool HasErrors;

    internal DataRecords(DataTable table)
    {
        var rows = new DataRow[table.Rows.Count];
        table.Rows.CopyTo(rows, 0);
        States = new byte[rows.Length];
        Uniform = true;
        var originals = 0;
        var records = 0;
        for (var i = 0; i < rows.Length; i++)
        {
            var state = rows[i].RowState;
            HasErrors |= rows[i].HasErrors;
            States[i] = (byte)state;
            Uniform &= States[i] == States[0];
            if (state is DataRowState.Deleted or DataRowState.Modified) originals++;
            records += state == DataRowState.Modified ? 2 : 1;
        }
        _rows = rows;
        Room = new object[records];
        if (originals == 0) return;
        _rows = new DataRow[records];
        _originals = new bool[records];
        var next = 0;
        for (var i = 0; i < rows.Length; i++)
        {
            var state = (DataRowState)States[i];
            if (state is DataRowState.Deleted or DataRowState.Modified) Add(rows[i], true);
            if (state != DataRowState.Deleted) Add(rows[i], false);
        }

        void Add(DataRow row, bool original)
        {
            _rows[next] = row;
            _originals[next++] = original;
        }
    }

    /// <summary>Room for a value of each record, one column after the other.</summary>
    internal readonly object[] Room;

    internal int Count => _rows.Length;

    internal object? Value(int record, DataColumn column) => _originals != null && _originals[record]
        ? _rows[record][column, DataRowVersion.Original] : _rows[record][column];
}
