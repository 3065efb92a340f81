// SPDX-License-Identifier: MIT
//
// Types that an archive says itself, taken apart: the table (docs/format.md section 5), and the type
// expressions in front of values of any type. Bytes from strangers: all is checked.
using System;
using System.Collections.Generic;
using System.Text;

namespace Fastser.Runtime;

/// <summary>A type expression, taken apart.</summary>
internal sealed class AnyType
{
    public WireCode Code;
    public AnyType[] Operands = [];
    public int Shape;
    public string Name = "";
    public WireCode Integer;
    public int Count;
    private int _minimalSize = -1;

    /// <summary>Least bytes of a value; of a record, once the table was read.</summary>
    public int MinimalSize(AnyTable table)
    {
        // Kept: every list asks for it, and a type may be as large as the archive.
        if (_minimalSize < 0) _minimalSize = FindMinimalSize(table);
        return _minimalSize;
    }

    private int FindMinimalSize(AnyTable table)
    {
        switch (Code)
        {
            case WireCode.Record:
                return table.Shapes[Shape].MinimalSize;
            case WireCode.Tuple:
                long sum = 0;
                foreach (var one in Operands) sum += one.MinimalSize(table);
                return (int)Math.Min(sum, int.MaxValue);
            case WireCode.Array:
                return (int)Math.Min((long)Count * Operands[0].MinimalSize(table), int.MaxValue);
            case WireCode.Bits:
                return (int)((Count + 7L) / 8);
            case WireCode.Enum:
                return SizeOf(Integer);
            default:
                return SizeOf(Code);
        }
    }

    private static int SizeOf(WireCode code) => code switch
    {
        WireCode.Null => 0,
        WireCode.I16 or WireCode.U16 => 2,
        WireCode.I32 or WireCode.U32 or WireCode.F32 => 4,
        WireCode.I64 or WireCode.U64 or WireCode.F64 or WireCode.Duration or WireCode.AppleDate => 8,
        WireCode.Date => 12,
        WireCode.Uuid or WireCode.Decimal => 16,
        _ => 1,
    };

    /// <summary>Whether two types fit (docs/format.md section 6).</summary>
    public bool Fits(AnyType other)
    {
        if (Code != other.Code || Shape != other.Shape || Count != other.Count || Integer != other.Integer
            || Name != other.Name || Operands.Length != other.Operands.Length)
        {
            return false;
        }
        for (var i = 0; i < Operands.Length; ++i)
        {
            if (!Operands[i].Fits(other.Operands[i])) return false;
        }
        return true;
    }
}

/// <summary>A shape, taken apart.</summary>
internal sealed class AnyShape
{
    public string Name = "";
    public int Number;
    public int Super = -1;
    public List<(string Name, AnyType Type)> Own = [];
    public int MinimalSize;

    /// <summary>What objects of this shape are known by.</summary>
    public AnyClass? Class;
}

/// <summary>Reads type expressions.</summary>
internal ref struct AnyTypeParser
{
    private const int MaxDepth = 64;
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly int _shapes;
    private readonly long _offset;

    public AnyTypeParser(ReadOnlySpan<byte> bytes, int at, int shapes, long offset)
    {
        _bytes = bytes;
        At = at;
        _shapes = shapes;
        _offset = offset;
    }

    public int At;

    public readonly bool IsAtEnd => At == _bytes.Length;

    public AnyType ReadType(int depth = 1)
    {
        var place = At;
        if (depth > MaxDepth) throw Wrong(place, "a type nested deeper than 64");
        var type = new AnyType { Code = (WireCode)ReadByte() };
        switch (type.Code)
        {
            case <= WireCode.VarU64:
            case >= WireCode.String and <= WireCode.AppleDate:
            case WireCode.AnyRecord or WireCode.AnyRef or WireCode.Any or WireCode.OwnedAny:
                break;
            case WireCode.Optional or WireCode.List or WireCode.Set or WireCode.Ref:
                type.Operands = [ReadType(depth + 1)];
                break;
            case WireCode.Array:
                type.Operands = [ReadType(depth + 1)];
                type.Count = ReadInt("an array");
                break;
            case WireCode.Map or WireCode.OrderedMap:
                type.Operands = [ReadType(depth + 1), ReadType(depth + 1)];
                break;
            case WireCode.Variant or WireCode.Tuple:
                var count = ReadInt("a tuple");
                if (count > _bytes.Length - At) throw CutOff();
                // Not room for all at once: each of 64 types in each other may say as many as there are bytes.
                var operands = new List<AnyType>(Math.Min(count, 16));
                for (var i = 0; i < count; ++i) operands.Add(ReadType(depth + 1));
                type.Operands = operands.ToArray();
                break;
            case WireCode.Enum:
                type.Name = ReadName();
                place = At;
                type.Integer = (WireCode)ReadByte();
                if (type.Integer is < WireCode.Bool or > WireCode.VarU64 or WireCode.F32 or WireCode.F64)
                {
                    throw Wrong(place, "an enum whose type is not an integer");
                }
                break;
            case WireCode.Record:
                place = At;
                type.Shape = ReadInt("a shape");
                if (type.Shape >= _shapes) throw Wrong(place, "a shape number that is out of range");
                break;
            case WireCode.Bits:
                type.Count = ReadInt("bits");
                break;
            default:
                throw Wrong(place, "an unknown type code");
        }
        return type;
    }

    public byte ReadByte() => At < _bytes.Length ? _bytes[At++] : throw CutOff();

    public ulong ReadVarint()
    {
        var place = At;
        ulong value = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            ulong one = ReadByte();
            if (shift == 63 && one > 1) break;
            value |= (one & 0x7F) << shift;
            if (one < 0x80) return value;
        }
        throw Wrong(place, "a varint longer than 64 bits");
    }

    public int ReadInt(string what)
    {
        var place = At;
        var value = ReadVarint();
        return value <= int.MaxValue ? (int)value : throw Wrong(place, "more than .NET can hold: " + what);
    }

    public string ReadName()
    {
        var place = At;
        var size = ReadVarint();
        if (size > (ulong)(_bytes.Length - At)) throw CutOff();
        var name = _bytes.Slice(At, (int)size).ToArray();
        At += (int)size;
        return Utf8.Decode(ref System.Runtime.InteropServices.MemoryMarshal.GetReference(name.AsSpan()), name.Length)
            ?? throw Wrong(place, "a name that is not UTF-8");
    }

    public readonly FastserException Wrong(int at, string message) =>
        new(FastserStatus.Malformed, message, _offset + at);

    private readonly FastserException CutOff() =>
        new(FastserStatus.Truncated, "the input ends inside a type", _offset + _bytes.Length);
}

/// <summary>A table, taken apart.</summary>
internal sealed class AnyTable
{
    public readonly AnyShape[] Shapes;
    public readonly AnyType Root;

    public AnyTable(ReadOnlySpan<byte> bytes, long offset)
    {
        var parser = new AnyTypeParser(bytes, 0, 0, offset);
        var count = parser.ReadInt("shapes");
        // A shape takes at least four bytes.
        if (count > bytes.Length / 4) throw parser.Wrong(0, "more shapes than the table can hold");
        parser = new AnyTypeParser(bytes, parser.At, count, offset);
        Shapes = new AnyShape[count];
        for (var i = 0; i < count; ++i) Shapes[i] = ReadShape(ref parser, i, count);
        Root = parser.ReadType();
        if (!parser.IsAtEnd) throw parser.Wrong(parser.At, "bytes behind the table");
        foreach (var shape in Shapes) CheckChain(shape, ref parser);
        Measure(ref parser);
    }

    private static AnyShape ReadShape(ref AnyTypeParser parser, int number, int count)
    {
        var shape = new AnyShape { Number = number, Name = parser.ReadName() };
        var place = parser.At;
        if (parser.ReadVarint() > uint.MaxValue) throw parser.Wrong(place, "a class version beyond 32 bits");
        place = parser.At;
        shape.Super = parser.ReadInt("a super-class") - 1;
        if (shape.Super >= count) throw parser.Wrong(place, "a shape number that is out of range");
        var entries = parser.ReadInt("fields");
        var names = new HashSet<string>();
        for (var i = 0; i < entries; ++i)
        {
            place = parser.At;
            var head = parser.ReadVarint();
            var repeat = head >> 1;
            if (repeat == 0 || ((head & 1) != 0 && repeat != 1)) throw parser.Wrong(place, "a field with a wrong repeat");
            var name = (head & 1) != 0 ? parser.ReadName() : "";
            if ((head & 1) != 0 && !names.Add(name)) throw parser.Wrong(place, "two fields of one name");
            var type = parser.ReadType();
            // What repeats is one field to .NET: an array.
            if (repeat > 1)
            {
                if (repeat > int.MaxValue) throw parser.Wrong(place, "more fields than .NET can hold");
                type = new AnyType { Code = WireCode.Array, Operands = [type], Count = (int)repeat };
            }
            shape.Own.Add((name, type));
        }
        return shape;
    }

    private void CheckChain(AnyShape shape, ref AnyTypeParser parser)
    {
        var steps = 0;
        for (var at = shape.Super; at >= 0; at = Shapes[at].Super)
        {
            if (++steps > 128) throw parser.Wrong(0, "super-classes that form a cycle, or more than 128 of them");
        }
    }

    // No shape contains itself (docs/format.md section 4); the least size of each, those that it contains first. Not
    // recursion: shapes nest as deep as a table has them.
    private void Measure(ref AnyTypeParser parser)
    {
        var state = new byte[Shapes.Length];  // 1: being looked at, 2: done
        var stack = new Stack<(int Number, List<int> Contained, int Next)>();
        for (var start = 0; start < Shapes.Length; ++start)
        {
            if (state[start] != 0) continue;
            state[start] = 1;
            stack.Push((start, ContainedBy(Shapes[start]), 0));
            while (stack.Count != 0)
            {
                var (number, contained, next) = stack.Pop();
                if (next == contained.Count)
                {
                    SumUp(Shapes[number]);
                    state[number] = 2;
                    continue;
                }
                stack.Push((number, contained, next + 1));
                var inner = contained[next];
                if (state[inner] == 1) throw parser.Wrong(0, "a class that contains itself");
                if (state[inner] == 2) continue;
                state[inner] = 1;
                stack.Push((inner, ContainedBy(Shapes[inner]), 0));
            }
        }
    }

    private void SumUp(AnyShape shape)
    {
        long sum = shape.Super >= 0 ? Shapes[shape.Super].MinimalSize : 0;
        foreach (var field in shape.Own) sum += field.Type.MinimalSize(this);
        shape.MinimalSize = (int)Math.Min(sum, int.MaxValue);
    }

    private static List<int> ContainedBy(AnyShape shape)
    {
        var contained = new List<int>();
        if (shape.Super >= 0) contained.Add(shape.Super);
        foreach (var field in shape.Own) AddContained(field.Type, contained);
        return contained;
    }

    private static void AddContained(AnyType type, List<int> contained)
    {
        if (type.Code == WireCode.Record) contained.Add(type.Shape);
        if (type.Code is not (WireCode.Array or WireCode.Tuple or WireCode.Variant)) return;
        foreach (var inner in type.Operands) AddContained(inner, contained);
    }

    /// <summary>The fields of a shape, those of its super-classes first.</summary>
    public IEnumerable<(string Name, AnyType Type)> FieldsOf(AnyShape shape)
    {
        if (shape.Super >= 0)
        {
            foreach (var field in FieldsOf(Shapes[shape.Super])) yield return field;
        }
        foreach (var field in shape.Own) yield return field;
    }
}
