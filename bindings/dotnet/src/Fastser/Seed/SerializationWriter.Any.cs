// SPDX-License-Identifier: MIT
//
// SerializationWriter: values of types that are known at run time only. Each is an `any` of the format:
// its type expression, then itself, so that it comes back as the type that it was.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationWriter
{
    internal void AnyValue(object? value)
    {
        if (value == null)
        {
            Blit(Code.Null);
            return;
        }
        if (value is string text)
        {
            Room(1);
            _bytes[_position++] = Code.String;
            Text(text);
            return;
        }
        // Comparisons with types that are known are one instruction each, the usual ones first.
        var type = value.GetType();
        if (type == typeof(int)) Small(Code.I32, (int)value);
        else if (type == typeof(bool)) Small(Code.Bool, (bool)value ? (byte)1 : (byte)0);
        else if (type == typeof(double)) Small(Code.F64, (double)value);
        else if (type == typeof(long)) Small(Code.I64, (long)value);
        else if (type == typeof(DateTime)) DateTimeValue((DateTime)value);
        else if (type == typeof(byte)) Small(Code.U8, (byte)value);
        else if (type == typeof(float)) Small(Code.F32, (float)value);
        else if (type == typeof(short)) Small(Code.I16, (short)value);
        else if (type == typeof(uint)) Small(Code.U32, (uint)value);
        else if (type == typeof(ulong)) Small(Code.U64, (ulong)value);
        else if (type == typeof(ushort)) Small(Code.U16, (ushort)value);
        else if (type == typeof(sbyte)) Small(Code.I8, (sbyte)value);
        else if (type == typeof(char)) CharCodec.Named.WriteBoxed(this, value);
        else OtherValue(value, type);
    }

    private void DateTimeValue(DateTime value)
    {
        Blit(Code.Record);
        Varint((uint)NumberOf(WellKnownShapes.DateTime));
        DateTimeCodec.Put(this, value);
    }

    private void OtherValue(object value, Type type)
    {
        if (SeedCodecs.FindForAny(type) is { } codec) codec.WriteBoxed(this, value);
        else if (type.IsEnum && _options.Registry?.FindEnum(type) is { } known) known.Codec.WriteBoxed(this, value);
        else if (_options.Registry?.Find(type) != null) WriteRegistered(value);
        else if (!WriteCollection(value)) WriteRegistered(value);
    }

    private void Small<T>(byte code, T value) where T : unmanaged
    {
        Room(1 + Unsafe.SizeOf<T>());
        ref var place = ref _bytes[_position];
        place = code;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 1), value);
        _position += 1 + Unsafe.SizeOf<T>();
    }

    // Collections without a codec: their elements are `any`. They come back as arrays of objects, lists of
    // objects and dictionaries of objects.
    private bool WriteCollection(object value)
    {
        // Typed sets and tables are written as plain ones.
        if (value is System.Data.DataSet)
        {
            SeedCodec<System.Data.DataSet?>.Instance.WriteBoxed(this, value);
            return true;
        }
        if (value is System.Data.DataTable)
        {
            SeedCodec<System.Data.DataTable?>.Instance.WriteBoxed(this, value);
            return true;
        }
        if (value is IDictionary dictionary)
        {
            Blit(Code.Map);
            Blit(Code.Any);
            Blit(Code.Any);
            var pairs = dictionary.Count;
            BeginItems(pairs);
            foreach (DictionaryEntry pair in dictionary)
            {
                if (--pairs < 0) break;
                AnyValue(pair.Key);
                AnyValue(pair.Value);
            }
            EndItems(pairs);
            return true;
        }
        if (value is not IList list || (value is Array array && array.Rank != 1)) return false;
        Blit(value is Array ? Code.Array : Code.List);
        Blit(Code.Any);
        var left = list.Count;
        BeginItems(left);
        foreach (var item in list)
        {
            if (--left < 0) break;
            AnyValue(item);
        }
        EndItems(left);
        return true;
    }

    private void WriteRegistered(object value)
    {
        if (RegisteredClasses.TryWrite(this, _options, value)) return;
        throw new FastserException(FastserStatus.UnknownClass, value.GetType() + " is not registered: WriteObject takes "
            + "plain values, collections of them, and the classes of FastSerializerOptions.Registry");
    }
}
