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
            Blit(Code.String);
            Text(text);
            return;
        }
        var type = value.GetType();
        switch (Type.GetTypeCode(type))
        {
            case TypeCode.Boolean when type == typeof(bool):
                Small(Code.Bool, (bool)value ? (byte)1 : (byte)0);
                return;
            case TypeCode.Byte when type == typeof(byte):
                Small(Code.U8, (byte)value);
                return;
            case TypeCode.SByte when type == typeof(sbyte):
                Small(Code.I8, (sbyte)value);
                return;
            case TypeCode.Int16 when type == typeof(short):
                Small(Code.I16, (short)value);
                return;
            case TypeCode.UInt16 when type == typeof(ushort):
                Small(Code.U16, (ushort)value);
                return;
            case TypeCode.Int32 when type == typeof(int):
                Small(Code.I32, (int)value);
                return;
            case TypeCode.UInt32 when type == typeof(uint):
                Small(Code.U32, (uint)value);
                return;
            case TypeCode.Int64 when type == typeof(long):
                Small(Code.I64, (long)value);
                return;
            case TypeCode.UInt64 when type == typeof(ulong):
                Small(Code.U64, (ulong)value);
                return;
            case TypeCode.Single when type == typeof(float):
                Small(Code.F32, (float)value);
                return;
            case TypeCode.Double when type == typeof(double):
                Small(Code.F64, (double)value);
                return;
            case TypeCode.DateTime:
                Blit(Code.Record);
                Varint((uint)NumberOf(WellKnownShapes.DateTime));
                DateTimeCodec.Put(this, (DateTime)value);
                return;
            case TypeCode.Char when type == typeof(char):
                CharCodec.Named.WriteBoxed(this, value);
                return;
        }
        if (SeedCodecs.FindForAny(type) is { } codec) codec.WriteBoxed(this, value);
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
            BeginItems(dictionary.Count);
            foreach (DictionaryEntry pair in dictionary)
            {
                AnyValue(pair.Key);
                AnyValue(pair.Value);
            }
            EndCollection();
            return true;
        }
        if (value is not IList list || (value is Array array && array.Rank != 1)) return false;
        Blit(value is Array ? Code.Array : Code.List);
        Blit(Code.Any);
        BeginItems(list.Count);
        foreach (var item in list) AnyValue(item);
        EndCollection();
        return true;
    }

    private void WriteRegistered(object value)
    {
        if (RegisteredClasses.TryWrite(this, _options, value)) return;
        throw new FastserException(FastserStatus.UnknownClass, value.GetType() + " is not registered: WriteObject takes "
            + "plain values, collections of them, and the classes of FastSerializerOptions.Registry");
    }
}
