// SPDX-License-Identifier: MIT
//
// ArchiveReader: values of any type, by the type that the archive says. Records and objects become
// classes of the registry; objects that Foundation's archives have for its collections (docs/
// foundation.md) become the collections of .NET; other records become dictionaries by field name.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Fastser.Formatters;

namespace Fastser.Runtime;

public ref partial struct ArchiveReader
{
    private const int BoxMemory = 24;

    /// <summary>A value of any type.</summary>
    public object? ReadAny()
    {
        var place = _position;
        var code = (WireCode)Read8();
        switch (code)
        {
            case WireCode.Null:
                return null;
            case WireCode.String:
                return Shares ? ReadText() : ReadString();
            case WireCode.SharedString:
                return ReadSharedString();
            case >= WireCode.Bool and <= WireCode.F64:
            case WireCode.Uuid or WireCode.Decimal:
                return ReadPlain(code);
            case WireCode.Record when _position < _span.Length && _span[_position] < Math.Min(Table.Shapes.Length, 0x80):
                Enter(place);
                var record = ReadRecord(Table.Shapes[_span[_position++]], place);
                Leave();
                return record;
            default:
                return ReadAnyAt(place);
        }
    }

    // Of a type with operands. Apart: the parser's memory would be cleared for each of the values above.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? ReadAnyAt(int place)
    {
        var parser = new AnyTypeParser(_span, place, Table.Shapes.Length, _offset);
        var type = parser.ReadType();
        _position = parser.At;
        return ReadAnyOf(type, place, true);
    }

    /// <summary>A value of a type that the archive says; <paramref name="isChoice"/>: in an optional, variant
    /// or any.</summary>
    internal object? ReadAnyOf(AnyType type, int place, bool isChoice)
    {
        // What nests is entered here, so that hostile types end (docs/format.md section 3).
        switch (type.Code)
        {
            case WireCode.Optional:
                if (isChoice) Enter(place);
                var inner = ReadFlag() ? ReadAnyOf(type.Operands[0], _position, true) : null;
                if (isChoice) Leave();
                return inner;
            case WireCode.Variant:
                if (isChoice) Enter(place);
                var at = _position;
                var chosen = ReadAnyOf(type.Operands[ReadIndex(type.Operands.Length)], at, true);
                if (isChoice) Leave();
                return chosen;
            case WireCode.Any:
                if (isChoice) Enter(place);
                var any = ReadAny();
                if (isChoice) Leave();
                return any;
            case WireCode.List:
                return ReadAnyList(type.Operands[0]);
            case WireCode.Array:
                return ReadAnyArray(type, place);
            case WireCode.Set:
                return ReadAnySet(type.Operands[0]);
            case WireCode.Map or WireCode.OrderedMap:
                return ReadAnyMap(type);
            case WireCode.Tuple:
                return ReadAnyTuple(type, place);
            case WireCode.Record:
                Enter(place);
                var record = ReadRecord(Table.Shapes[type.Shape], place);
                Leave();
                return record;
            case WireCode.AnyRecord:
                return ReadNumberedRecord(0);
            case WireCode.OwnedAny:
                return ReadNumberedRecord(1);
            case WireCode.Ref:
                return ReadRef(type.Operands[0], place);
            case WireCode.AnyRef:
                return ReadAnyRef();
            case WireCode.Enum:
                return AnyKinds.FromEnum(ref this, type.Name, type.Integer) ?? ReadPlain(type.Integer);
            case WireCode.Bits:
                return ReadBits(type.Count);
            default:
                return ReadPlain(type.Code);
        }
    }

    private object? ReadPlain(WireCode code)
    {
        var at = _position;
        if (code == WireCode.Null)
        {
            Charge(at, 1);
            return null;
        }
        Charge(at, BoxMemory);
        switch (code)
        {
            case WireCode.Bool: return ReadBool();
            case WireCode.I8: return (sbyte)Read8();
            case WireCode.U8: return Read8();
            case WireCode.I16: return (short)Read16();
            case WireCode.U16: return Read16();
            case WireCode.I32: return (int)Read32();
            case WireCode.U32: return Read32();
            case WireCode.I64: return (long)Read64();
            case WireCode.U64: return Read64();
            case WireCode.F32: return ReadF32();
            case WireCode.F64: return ReadF64();
            case WireCode.VarI16: return (short)ReadZigzag(0xFFFF);
            case WireCode.VarU16: return (ushort)ReadVarint(0xFFFF);
            case WireCode.VarI32: return (int)ReadZigzag(0xFFFFFFFF);
            case WireCode.VarU32: return (uint)ReadVarint(0xFFFFFFFF);
            case WireCode.VarI64: return ReadZigzag();
            case WireCode.VarU64: return ReadVarint();
            case WireCode.String or WireCode.ClassRef: return ReadText();
            case WireCode.SharedString: return ReadSharedString();
            case WireCode.Data: return ReadDataAlone();
            case WireCode.SharedData: return ReadSharedBytes();
            case WireCode.Uuid: return ReadGuid();
            case WireCode.Decimal: return ReadDecimal();
            case WireCode.Url: return UriFormatter.Instance.Read(ref this);
            case WireCode.Date: return ReadDate();
            case WireCode.Duration: return ReadDuration();
            case WireCode.AppleDate: return ReadAppleDate();
            default:
                Fail(FastserStatus.Malformed, at, "an unknown type code");
                return null;
        }
    }

    private byte[] ReadDataAlone()
    {
        var at = _position;
        var size = ReadSize();
        ChargeText(at, size);
        var bytes = _span.Slice(_position, size).ToArray();
        _position += size;
        return bytes;
    }

    private object ReadDate()
    {
        var at = _position;
        ref readonly var place = ref Take(12);
        if (DateTimeFormatter.TryGetDate(ref this, in place, 0, out var ticks)
            && ticks >= 0 && ticks <= DateTime.MaxValue.Ticks)
        {
            return new DateTime(ticks, DateTimeKind.Utc);
        }
        Refuse(at, "a date that DateTime does not hold");
        return default(DateTime);
    }

    private object ReadDuration()
    {
        var at = _position;
        var nanoseconds = (long)Read64();
        if (nanoseconds % 100 != 0) Refuse(at, "a duration that TimeSpan does not hold");
        return new TimeSpan(nanoseconds / 100);
    }

    private object ReadAppleDate()
    {
        const double Epoch2001 = 63_113_904_000;  // seconds since the year 1
        var at = _position;
        var seconds = ReadF64() + Epoch2001;
        if (seconds >= 0 && seconds < 315_537_897_600) return new DateTime((long)(seconds * 1e7), DateTimeKind.Utc);
        Refuse(at, "a date that DateTime does not hold");
        return default(DateTime);
    }

    private BitArray ReadBits(int count)
    {
        var at = _position;
        var size = (int)((count + 7L) / 8);
        Charge(at, size + 1L);
        if (size > Left) FailTruncated(at);
        var bytes = _span.Slice(at, size).ToArray();
        _position += size;
        if (count % 8 != 0 && bytes[size - 1] >> (count % 8) != 0)
        {
            Fail(FastserStatus.Malformed, at + size - 1, "unused bits that are not 0");
        }
        return new BitArray(bytes) { Length = count };
    }

    // ---- lists, sets, maps, tuples

    private object ReadAnyList(AnyType element)
    {
        switch (element.Code)
        {
            case WireCode.Bool: return AnyLists.Bools.Read(ref this);
            case WireCode.I8: return AnyLists.SBytes.Read(ref this);
            case WireCode.I16: return AnyLists.Int16s.Read(ref this);
            case WireCode.U16: return AnyLists.UInt16s.Read(ref this);
            case WireCode.I32: return AnyLists.Int32s.Read(ref this);
            case WireCode.U32: return AnyLists.UInt32s.Read(ref this);
            case WireCode.I64: return AnyLists.Int64s.Read(ref this);
            case WireCode.U64: return AnyLists.UInt64s.Read(ref this);
            case WireCode.F32: return AnyLists.Singles.Read(ref this);
            case WireCode.F64: return AnyLists.Doubles.Read(ref this);
            case WireCode.Decimal: return AnyLists.Decimals.Read(ref this);
            case WireCode.Uuid: return AnyLists.Guids.Read(ref this);
            case WireCode.String: return AnyLists.Texts.Read(ref this);
            case WireCode.SharedString: return AnyLists.SharedStrings.Read(ref this);
            case WireCode.Enum when element.Name == "Char" && element.Integer == WireCode.U16:
                return AnyLists.Chars.Read(ref this);
            default:
                var list = new List<object?>();
                FillList(list, element);
                return list;
        }
    }

    private void FillList(List<object?> list, AnyType element)
    {
        var count = ReadCount(element.MinimalSize(Table), 8);
        if (count == 0) return;
        Enter();
        list.Capacity = Math.Max(list.Capacity, count);
        for (; count != 0; --count) list.Add(ReadElement(element));
        Leave();
    }

    /// <summary>An element, key or value, or the root: records, tuples, arrays and choices do not count
    /// there.</summary>
    internal object? ReadElement(AnyType type)
    {
        if (type.Code == WireCode.Record) return ReadRecord(Table.Shapes[type.Shape], _position);
        var counts = type.Code is WireCode.AnyRecord or WireCode.OwnedAny or WireCode.Tuple or WireCode.Array;
        if (counts) ++_depthLeft;
        var element = ReadAnyOf(type, _position, false);
        if (counts) --_depthLeft;
        return element;
    }

    private object ReadAnyArray(AnyType type, int place)
    {
        Enter(place);
        var element = type.Operands[0];
        var minimal = element.MinimalSize(Table);
        if (minimal != 0 && type.Count > Left / minimal) FailTruncated(_position);
        Charge(_position, 8L * type.Count);
        var items = new object?[type.Count];
        for (var i = 0; i < items.Length; ++i) items[i] = ReadAnyOf(element, _position, false);
        Leave();
        return items;
    }

    private HashSet<object?> ReadAnySet(AnyType element)
    {
        var set = new HashSet<object?>();
        FillSet(set, element);
        return set;
    }

    private void FillSet(HashSet<object?> set, AnyType element)
    {
        var count = ReadCount(element.MinimalSize(Table), 32);
        if (count == 0) return;
        Enter();
        var elements = IsLate(element) ? new (object?, int)[count] : null;
        var keys = default(AnyKeys);
        for (var i = 0; i < count; ++i)
        {
            var at = _position;
            var objects = AnyObjectCount;
            var one = ReadElement(element);
            if (keys.IsKnown(ref this, one, element.Code, at, objects)) Refuse(at, "an element twice");
            if (elements != null) elements[i] = (one, at);
            else if (!set.Add(one)) Refuse(at, "an element twice");
        }
        if (elements != null) Session.Later(new LateSet<object?>(set, elements));
        Leave();
    }

    // Whether values of this type may be objects, whose members may come later.
    private readonly bool IsLate(AnyType type) =>
        _references && type.Code >= WireCode.Optional && type.Code is not (WireCode.Enum or WireCode.Bits);

    private object ReadAnyMap(AnyType type)
    {
        if (type.Operands[0].Code is WireCode.String or WireCode.SharedString)
        {
            var value = type.Operands[1];
            if (type.Operands[0].Fits(value.Code == WireCode.Optional ? value.Operands[0] : value))
            {
                var texts = new Dictionary<string, string?>();
                FillTexts(texts, type);
                return texts;
            }
            var byName = new Dictionary<string, object?>();
            FillMap(byName, type);
            return byName;
        }
        var map = new Dictionary<object, object?>();
        FillMap(map, type);
        return map;
    }

    private int ReadEntryCount(AnyType type) =>
        ReadCount((int)Math.Min((long)type.Operands[0].MinimalSize(Table) + type.Operands[1].MinimalSize(Table), int.MaxValue), 40);

    private void FillTexts(Dictionary<string, string?> map, AnyType type)
    {
        var count = ReadEntryCount(type);
        if (count != 0) Enter();
        for (var i = 0; i < count; ++i)
        {
            var at = _position;
            var key = (string)ReadPlain(type.Operands[0].Code)!;
            if (map.ContainsKey(key)) Fail(FastserStatus.Malformed, at, "a key twice");
            map.Add(key, (string?)ReadElement(type.Operands[1]));
        }
        if (count != 0) Leave();
    }

    private void FillMap(Dictionary<string, object?> map, AnyType type)
    {
        var count = ReadEntryCount(type);
        if (count != 0) Enter();
        for (var i = 0; i < count; ++i)
        {
            var at = _position;
            var key = type.Operands[0].Code == WireCode.String ? ReadText() : ReadSharedString();
            if (map.ContainsKey(key)) Fail(FastserStatus.Malformed, at, "a key twice");
            map.Add(key, type.Operands[1].Code == WireCode.Any ? ReadAny() : ReadElement(type.Operands[1]));
        }
        if (count != 0) Leave();
    }

    private void FillMap(Dictionary<object, object?> map, AnyType type)
    {
        var count = ReadEntryCount(type);
        if (count != 0) Enter();
        var entries = count != 0 && IsLate(type.Operands[0]) ? new (object, object?, int)[count] : null;
        var keys = default(AnyKeys);
        for (var i = 0; i < count; ++i)
        {
            var at = _position;
            var objects = AnyObjectCount;
            var key = ReadElement(type.Operands[0]);
            if (key == null) Refuse(at, "null as a key");
            else if (entries == null && map.ContainsKey(key)) Refuse(at, "a key twice");
            else if (keys.IsKnown(ref this, key, type.Operands[0].Code, at, objects)) Refuse(at, "a key twice");
            var value = ReadElement(type.Operands[1]);
            if (entries != null) entries[i] = (key!, value, at);
            else if (key != null) map[key] = value;
        }
        if (entries != null) Session.Later(new LateMap<object, object?>(map, entries));
        if (count != 0) Leave();
    }

    private object ReadAnyTuple(AnyType type, int place)
    {
        Enter(place);
        if (AnyKinds.IsDateTimeOffset(type))
        {
            var time = DateTimeOffsetFormatter.Instance.Read(ref this);
            Leave();
            return time;
        }
        Charge(place, (8L * type.Operands.Length) + 1);
        var items = new object?[type.Operands.Length];
        for (var i = 0; i < items.Length; ++i) items[i] = ReadAnyOf(type.Operands[i], _position, false);
        Leave();
        return items;
    }

    // ---- records and objects

    private object? ReadNumberedRecord(int least)
    {
        var at = _position;
        var number = ReadVarint();
        if (number < (ulong)least) return null;
        if (number - (ulong)least >= (ulong)Table.Shapes.Length)
        {
            Fail(FastserStatus.Malformed, at, "a shape number that is out of range");
        }
        Enter(at);
        var value = ReadRecord(Table.Shapes[(int)number - least], at);
        Leave();
        return value;
    }

    private object? ReadRecord(AnyShape shape, int place)
    {
        Charge(place, BoxMemory);
        var known = AnyClass.Of(ref this, shape);
        if (known.Formatter != null)
        {
            if (_references && known.Formatter.Type.IsClass) FailReferences(shape, place, "a record, written without References");
            return known.Formatter.ReadBoxed(ref this);
        }
        var made = known.Make();
        if (made == null) return known.ReadWhole(ref this);
        known.Fill(ref this, made);
        return made;
    }

    private object? ReadRef(AnyType body, int place)
    {
        if (body.Code != WireCode.Record)
        {
            Fail(FastserStatus.TypeMismatch, place, "an object that is not a record, for which .NET has no type");
        }
        var known = AnyClass.Of(ref this, Table.Shapes[body.Shape]);
        if (known.Formatter != null && known.Formatter.Type.IsClass)
        {
            if (!_references) FailReferences(known.Shape, place, "an object, written with References");
            return known.Formatter.ReadBoxed(ref this);
        }
        var at = _position;
        var slot = ReadVarint();
        if (slot == 0) return null;
        if (slot >= 6) return Session.Objects.Find(slot - 6, known, at);
        return ReadNewObject(slot, known, at);
    }

    // The bytes of a class are others with References.
    private readonly void FailReferences(AnyShape shape, int place, string what) => Fail(FastserStatus.TypeMismatch, place,
        "class " + shape.Name + " as " + what + ": FastSerializerOptions.References must be as it was when it was written");

    private object? ReadAnyRef()
    {
        var at = _position;
        var slot = ReadVarint();
        if (slot == 0) return null;
        if (slot >= 6) return Session.Objects.FindAny(slot - 6, at);
        ulong kept = 0;
        if (slot is 4 or 5) kept = ReadVarint();
        var place = _position;
        var number = ReadVarint();
        if (slot == 3 && number-- == 0)
        {
            Fail(FastserStatus.TypeMismatch, at, "the promise of an object of any class, which .NET has no type for");
        }
        if (number >= (ulong)Table.Shapes.Length)
        {
            Fail(FastserStatus.Malformed, place, "a shape number that is out of range");
        }
        var known = AnyClass.Of(ref this, Table.Shapes[(int)number]);
        return ReadNewObject(slot, known, at, kept);
    }

    private object? ReadNewObject(ulong slot, AnyClass known, int at, ulong? given = null)
    {
        if (known.Formatter != null)
        {
            Fail(FastserStatus.TypeMismatch, at, "an object of any class whose class is registered");
        }
        if (!known.IsFoundation) Fail(FastserStatus.UnknownClass, at, "class " + known.Shape.Name + " is not registered");
        var objects = Session.Objects;
        object? made;
        int number;
        if (slot is 4 or 5)
        {
            var kept = given ?? ReadVarint();
            made = objects.Keep(kept, known, at);
            number = (int)kept;
            // What is made when all of it is there could not be where it was promised.
            if (made == null) FailLater(known, at);
        }
        else
        {
            Charge(at, BoxMemory + ReadObjects.Memory);
            number = objects.Add(known);
            made = known.Make();
            if (made != null) objects.Set(number, made);
        }
        if (slot == 3)
        {
            objects.Promise(number);
            return objects.IsNil(number) ? null : made;
        }
        if (slot is 2 or 5)
        {
            if (made == null) FailLater(known, at);
            objects.Defer(number, known);
            return made;
        }
        Enter(at);
        if (made != null)
        {
            known.Fill(ref this, made);
        }
        else
        {
            made = known.ReadWhole(ref this);
            objects.Set(number, made!);
        }
        Leave();
        return made;
    }

    private readonly void FailLater(AnyClass known, int at) =>
        Fail(FastserStatus.TypeMismatch, at, "an object of " + known.Shape.Name + " whose value comes later");

    internal void FillFoundation(object value, AnyType type)
    {
        switch (value)
        {
            case List<object?> list:
                FillList(list, type.Operands[0]);
                break;
            case HashSet<object?> set:
                FillSet(set, type.Operands[0]);
                break;
            case Dictionary<string, object?> map:
                FillMap(map, type);
                break;
            case Dictionary<object, object?> map:
                FillMap(map, type);
                break;
            case System.Text.StringBuilder text:
                text.Append((string)ReadPlain(type.Code)!);
                break;
            default:
                throw new InvalidOperationException();
        }
    }
}
