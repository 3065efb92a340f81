// SPDX-License-Identifier: MIT
//
// ArchiveWriter: values of any type, as members of type object have them: a type expression, then the
// value. What they may be is a closed list; classes are those of the registry.
using System;
using System.Collections;
using System.Collections.Generic;
using Fastser.Formatters;

namespace Fastser.Runtime;

public ref partial struct ArchiveWriter
{
    /// <summary>A value of any type.</summary>
    public void WriteAny(object? value)
    {
        switch (value)
        {
            case null:
                Write8((byte)WireCode.Null);
                break;
            case string text:
                Write8((byte)(Shares ? WireCode.SharedString : WireCode.String));
                WriteString(text);
                break;
            case int number:
                Put(WireCode.I32, 4, (uint)number);
                break;
            case bool flag:
                Put(WireCode.Bool, 1, flag ? 1u : 0u);
                break;
            case long number:
                Put(WireCode.I64, 8, (ulong)number);
                break;
            case double number:
                Put(WireCode.F64, 8, (ulong)BitConverter.DoubleToInt64Bits(number));
                break;
            case DateTime time:
                WriteRecordCode(DateTimeFormatter.Instance.Type.Shape!);
                Enter();
                DateTimeFormatter.Instance.Write(ref this, time);
                Leave();
                break;
            case Dictionary<string, object?> map:
                WriteAnyMap(map);
                break;
            case List<object?> list:
                WriteAnyList(Memory.SpanOf(list));
                break;
            default:
                WriteRarer(value);
                break;
        }
    }

    // A code and the lowest `size` bytes of a number.
    private void Put(WireCode code, int size, ulong number)
    {
        ref var place = ref Begin(9);
        Wire.Put8(ref place, 0, (byte)code);
        Wire.Put64(ref place, 1, number);
        Advance(1 + size);
    }

    private void WriteRarer(object value)
    {
        switch (value)
        {
            case float number:
                Write8((byte)WireCode.F32);
                WriteF32(number);
                break;
            case decimal number:
                Write8((byte)WireCode.Decimal);
                WriteDecimal(number);
                break;
            case Guid guid:
                Write8((byte)WireCode.Uuid);
                WriteGuid(guid);
                break;
            case byte[] bytes:
                Write8((byte)(Shares ? WireCode.SharedData : WireCode.Data));
                WriteData(bytes);
                break;
            case byte number:
                Put(WireCode.U8, 1, number);
                break;
            case sbyte number:
                Put(WireCode.I8, 1, (byte)number);
                break;
            case short number:
                Put(WireCode.I16, 2, (ushort)number);
                break;
            case ushort number:
                Put(WireCode.U16, 2, number);
                break;
            case uint number:
                Put(WireCode.U32, 4, number);
                break;
            case ulong number:
                Put(WireCode.U64, 8, number);
                break;
            default:
                if (AnyKinds.TryWrite(ref this, value)) return;
                WriteRegistered(value);
                break;
        }
    }

    private void WriteRegistered(object value)
    {
        var formatter = _options.Registry?.Find(value.GetType());
        if (formatter != null)
        {
            if (_references && formatter.Type.IsClass)
            {
                Write8((byte)WireCode.Ref);
                WriteRecordCode(formatter.Type.Shape!);
                formatter.WriteBoxed(ref this, value);
                return;
            }
            WriteRecordCode(formatter.Type.Shape!);
            Enter();
            formatter.WriteBoxed(ref this, value);
            Leave();
            return;
        }
        switch (value)
        {
            case IDictionary<string, object?> map:
                WriteAnyMap(map);
                break;
            case IDictionary map:
                WriteAnyPairs(map);
                break;
            case IList list:
                WriteAnyList(CopyOf(list));
                break;
            default:
                throw new FastserException(
                    FastserStatus.UnknownClass,
                    "a value of " + value.GetType() + ", which is not in FastSerializerOptions.Registry");
        }
    }

    // Not all that call themselves lists are: arrays of several dimensions are not, nor is default(ImmutableArray).
    private static object?[] CopyOf(IList list)
    {
        try
        {
            var copy = new object?[list.Count];
            list.CopyTo(copy, 0);
            return copy;
        }
        catch (Exception error) when (error is RankException or InvalidOperationException or NotSupportedException)
        {
            throw new FastserException(
                FastserStatus.Usage, "a value of " + list.GetType() + ", which is no list that can be written as a value of any type: " + error.Message);
        }
    }

    private void WriteRecordCode(WireShape shape)
    {
        var number = Table.NumberOf(shape);
        if (number < 0)
        {
            throw new FastserException(
                FastserStatus.UnknownClass,
                "class " + shape.Name + " is not in the table of the archive: a class must be registered before values are written");
        }
        Write8((byte)WireCode.Record);
        WriteVarint((ulong)number);
    }

    private void WriteAnyList(ReadOnlySpan<object?> values)
    {
        ref var place = ref Begin(2);
        Wire.Put8(ref place, 0, (byte)WireCode.List);
        Wire.Put8(ref place, 1, (byte)WireCode.Any);
        Advance(2);
        WriteVarint((ulong)values.Length);
        if (values.Length == 0) return;
        Enter();
        foreach (var value in values) WriteAny(value);
        Leave();
    }

    private void WriteMapCode(WireCode key, int count)
    {
        ref var place = ref Begin(3);
        Wire.Put8(ref place, 0, (byte)WireCode.Map);
        Wire.Put8(ref place, 1, (byte)key);
        Wire.Put8(ref place, 2, (byte)WireCode.Any);
        Advance(3);
        WriteVarint((ulong)count);
    }

    private void WriteAnyMap(Dictionary<string, object?> map)
    {
        var left = map.Count;
        WriteMapCode(Shares ? WireCode.SharedString : WireCode.String, left);
        if (left == 0) return;
        Enter();
        foreach (var entry in map)
        {
            if (--left < 0) break;
            WriteString(entry.Key);
            WriteAny(entry.Value);
        }
        if (left != 0) FailChanged();
        Leave();
    }

    private void WriteAnyMap(IDictionary<string, object?> map)
    {
        var copy = new KeyValuePair<string, object?>[map.Count];
        map.CopyTo(copy, 0);
        WriteMapCode(Shares ? WireCode.SharedString : WireCode.String, copy.Length);
        if (copy.Length == 0) return;
        Enter();
        foreach (var entry in copy)
        {
            WriteString(entry.Key);
            WriteAny(entry.Value);
        }
        Leave();
    }

    private void WriteAnyPairs(IDictionary map)
    {
        var left = map.Count;
        WriteMapCode(WireCode.Any, left);
        if (left == 0) return;
        Enter();
        foreach (DictionaryEntry entry in map)
        {
            if (--left < 0) break;
            WriteAny(entry.Key);
            WriteAny(entry.Value);
        }
        if (left != 0) FailChanged();
        Leave();
    }
}
