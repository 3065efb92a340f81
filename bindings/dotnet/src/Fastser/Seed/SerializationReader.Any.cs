// SPDX-License-Identifier: MIT
//
// SerializationReader: values that say their own type, and values that are passed by.
using System;
using System.Collections.Generic;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser;

public sealed partial class SerializationReader
{
    internal object? AnyValue()
    {
        var start = _position;
        var code = Blit<byte>();
        switch (code)
        {
            case Code.Null: return null;
            case Code.String: return Text();
            case Code.Bool: return Flag();
            case Code.I32: return Box(Blit<int>());
            case Code.I64: return Box(Blit<long>());
            case Code.F64: return Box(Blit<double>());
            case Code.U8: return Box(Blit<byte>());
            case Code.Record:
                var number = Varint();
                if (number >= (ulong)_shapes.Length) throw Error(FastserStatus.Malformed, start, "a class that is not in the table");
                return RecordValue(_shapes[number], start);
        }
        return Value(TypeAt(start), start);
    }

    // The type expression that stands there; what is read next is behind it.
    private SeedType TypeAt(int start)
    {
        try
        {
            var input = new TypeInput(_bytes, start, _end, 0, _shapes);
            var type = input.Type();
            Charge(24L * (input.Position - start));
            _position = input.Position;
            return type;
        }
        catch (FastserException error)
        {
            Stop(error.Status, error.Offset);
            throw;
        }
    }

    private object Box<T>(T value) where T : unmanaged
    {
        Charge(24);
        return value;
    }

    // A value of any type, as the .NET type that comes nearest.
    private object? Value(SeedType type, int start)
    {
        Charge(24);
        if (SeedCodecs.Of(type) is { } codec)
        {
            if (type.Code != Code.Optional && type.Code != Code.Any) return codec.ReadBoxed(this);
            Enter();
            var value = codec.ReadBoxed(this);
            Leave();
            return value;
        }
        switch (type.Code)
        {
            case Code.Null: return null;
            case Code.Data: return Data();
            case Code.SharedString: return SharedText();
            case Code.Url: return SeedCodec<Uri?>.Instance is UriCodec uri ? uri.ReadThere(this) : null;
            case Code.Date: return new DateTime(Instant.Read(this), DateTimeKind.Utc);
            case Code.Vi16: return (short)IntegerOf(Code.Vi16);
            case Code.Vu16: return (ushort)IntegerOf(Code.Vu16);
            case Code.Vi32: return (int)IntegerOf(Code.Vi32);
            case Code.Vu32: return (uint)IntegerOf(Code.Vu32);
            case Code.Vi64: return IntegerOf(Code.Vi64);
            case Code.Vu64: return (ulong)IntegerOf(Code.Vu64);
            case Code.Record: return RecordValue(type.Shape!, start);
            case Code.Enum: return EnumValue(type, start);
            case Code.Optional:
                Enter();
                var there = Flag() ? Value(type.A!, start) : null;
                Leave();
                return there;
            case Code.List: return SeedCodecs.Of(type.A!)?.ListCodec() is { } list ? list.ReadBoxedThere(this) : Values(type.A!, Count(type.A!), start);
            case Code.Set: return SeedCodecs.Of(type.A!)?.SetCodec() is { } set ? set.ReadBoxedThere(this) : Values(type.A!, Count(type.A!), start, true);
            case Code.Array:
                var count = CheckCount(type.Count, type.A!, null, start);
                return SeedCodecs.Of(type.A!)?.ArrayCodec() is { } array ? array.ReadBoxedArray(this, count) : Values(type.A!, count, start).ToArray();
            case Code.Map or Code.OrderedMap: return Pairs(type, start);
        }
        throw Error(FastserStatus.TypeMismatch, start, "a value of type " + type + ", for which there is no type in .NET");
    }

    private List<object?> Values(SeedType element, int count, int start, bool differ = false)
    {
        Enter();
        Charge((differ ? 40L : 8L) * count);
        var values = new List<object?>(count);
        var known = differ ? new HashSet<object?>() : null;
        var keys = default(AnyKeys);
        for (var i = 0; i < count; i++)
        {
            var at = _position;
            values.Add(Value(element, start));
            if (known != null && (!known.Add(values[i]) || IsKnown(ref keys, values[i], at)))
                throw Error(FastserStatus.Malformed, at, "two elements of a set are equal");
        }
        Leave();
        return values;
    }

    /// <summary>Whether a key or element that .NET compares by reference, and that ends here, was there before.</summary>
    internal bool IsKnown(ref AnyKeys keys, object? key, int start) =>
        AnyKeys.Needs(key) && keys.IsKnown(_bytes, key!, true, start, _position - start);

    private object Pairs(SeedType type, int start)
    {
        var key = type.A!.Code switch
        {
            Code.String => typeof(string),
            Code.I32 => typeof(int),
            Code.I64 => typeof(long),
            Code.Uuid => typeof(Guid),
            Code.Any => typeof(object),
            _ => null,
        };
        if (key != null && SeedCodecs.Of(type.B!)?.DictionaryCodec(key) is { } codec) return codec.ReadBoxedThere(this)!;
        var count = Count(type.A, type.B);
        Enter();
        Charge(48L * count);
        var pairs = new Dictionary<object, object?>();
        var keys = default(AnyKeys);
        for (var i = 0; i < count; i++)
        {
            var at = _position;
            var found = Value(type.A, start) ?? throw Error(FastserStatus.TypeMismatch, at, "null cannot be a key");
            if (pairs.ContainsKey(found) || IsKnown(ref keys, found, at)) throw Error(FastserStatus.Malformed, at, "two keys of a map are equal");
            pairs.Add(found, Value(type.B!, start));
        }
        Leave();
        return pairs;
    }

    private object? RecordValue(SeedShape shape, int start)
    {
        Enter();
        object? value;
        if (WellKnownShapes.CodecOf(shape.WellKnown) is { } codec)
        {
            Charge(24);
            value = codec.ReadBoxedThere(this);
        }
        else
        {
            value = RegisteredRecord(shape, start);
        }
        Leave();
        return value;
    }

    // By the formatter that FastSerializer uses; it sees the rest of the archive.
    private object RegisteredRecord(SeedShape shape, int start)
    {
        var number = Array.IndexOf(_shapes, shape);
        if (_options.Registry?.Find(shape.Name) == null)
            throw Error(FastserStatus.UnknownClass, start, "the class \"" + shape.Name + "\" is not registered (FastSerializerOptions.Registry)");
        if (RegisteredClasses.HasShared(shape))
            throw Error(FastserStatus.TypeMismatch, start, "the class \"" + shape.Name + "\" shares strings or data, which values of ReadObject cannot");
        var payload = new ReadPayload
        {
            Bytes = _bytes.AsSpan(_position, _end - _position),
            Offset = _position,
            Budget = _budget,
            Root = SeedRoot.Instance,
            Foreign = _any ??= _table?.Any(_options.Registry),
        };
        var reader = new ArchiveReader(payload, _options);
        reader.SetLevels(_depthLeft + 1);  // The record itself was entered here, and is entered there.
        try
        {
            var value = reader.ReadAnyOf(new AnyType { Code = WireCode.Record, Shape = number }, 0, false)!;
            reader.Complete();
            _budget = reader.BudgetLeft;  // what it spent is spent
            _position += reader.Position;
            return value;
        }
        catch (Exception error)
        {
            var known = error as FastserException;
            Stop(known?.Status ?? FastserStatus.Usage, known?.Offset ?? start);
            throw;
        }
        finally
        {
            reader.Release();
        }
    }

    private object? EnumValue(SeedType type, int start) =>
        _options.Registry?.FindEnum(type.Name!, (WireCode)type.Count) is { } known ? known.Codec.ReadBoxed(this)
            : throw Error(FastserStatus.UnknownClass, start, "the enum \"" + type.Name + "\" is not registered (FastSerializerOptions.Registry)");

    // ---- passing by

    private void Skip(SeedType type)
    {
        switch (type.Code)
        {
            case Code.Bool:
                Flag();
                return;
            case Code.Vi16 or Code.Vu16 or Code.Vi32 or Code.Vu32 or Code.Vi64 or Code.Vu64:
                IntegerOf(type.Code);
                return;
            case Code.Enum:
                if (type.Count == Code.Bool) Flag();
                else IntegerOf((byte)type.Count);
                return;
            case Code.String or Code.Url or Code.ClassReference or Code.Data:
                DataSpan();
                return;
            case Code.SharedString:
                SharedText();
                return;
            case Code.Optional:
                Enter();
                if (Flag()) Skip(type.A!);
                Leave();
                return;
            case Code.List or Code.Set:
                SkipItems(type.A!, null, Count(type.A!));
                return;
            case Code.Map or Code.OrderedMap:
                SkipItems(type.A!, type.B, Count(type.A!, type.B));
                return;
            case Code.Array:
                SkipItems(type.A!, null, CheckCount(type.Count, type.A!, null, _position));
                return;
            case Code.Variant:
                var start = _position;
                var index = Varint();
                if (index >= (ulong)type.Items!.Length) throw Error(FastserStatus.Malformed, start, "an alternative that a variant does not have");
                Enter();
                Skip(type.Items[index]);
                Leave();
                return;
            case Code.Record:
                Enter();
                Charge(1);
                foreach (var entry in type.Shape!.Row.Fields) SkipAll(entry.Type, entry.Repeat);
                Leave();
                return;
            case Code.Tuple:
                Enter();
                Charge(1);
                foreach (var item in type.Items!) Skip(item);
                Leave();
                return;
            case Code.Any:
                var inner = TypeAt(_position);
                Enter();
                Skip(inner);
                Leave();
                return;
            case Code.Ref or Code.AnyRef or Code.OwnedAny or Code.AnyRecord or Code.SharedData:
                throw Error(FastserStatus.TypeMismatch, _position, "a value of type " + type + ", which SerializationReader does not read");
        }
        var size = type.MinimalSize;
        if (size == 0) Charge(1);
        Bytes(size);
    }

    private void SkipItems(SeedType type, SeedType? second, int count)
    {
        Enter();
        if (second == null) SkipAll(type, (uint)count);
        for (; second != null && count > 0; count--)
        {
            Skip(type);
            Skip(second);
        }
        Leave();
    }

    private void SkipAll(SeedType type, uint count)
    {
        if (type.Code is >= Code.I8 and <= Code.F64)
        {
            var bytes = (long)count * type.MinimalSize;
            if (bytes > _end - _position) throw Truncated();
            _position += (int)bytes;
            return;
        }
        for (; count > 0; count--) Skip(type);
    }
}
