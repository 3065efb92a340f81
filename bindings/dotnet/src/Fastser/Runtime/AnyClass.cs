// SPDX-License-Identifier: MIT
//
// What the records and objects of one shape are to .NET, where the archive alone says what they are: a
// class of the registry or one of the library's own records, if its fields are the very same; one of
// Foundation's values (docs/foundation.md); else a dictionary by field name, or an array where fields
// have no names.
using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;

namespace Fastser.Runtime;

internal sealed class AnyClass : Formatter
{
    private readonly AnyTable _table;
    private readonly AnyType? _only;  // the type of its only field, which has no name
    private bool? _hasNameTwice;

    private AnyClass(AnyTable table, AnyShape shape, Formatter? formatter)
    {
        _table = table;
        Shape = shape;
        Formatter = formatter;
        if (shape.Super < 0 && shape.Own.Count == 1 && shape.Own[0].Name.Length == 0) _only = shape.Own[0].Type;
    }

    public AnyShape Shape { get; }

    /// <summary>The formatter of the class that it is.</summary>
    public Formatter? Formatter { get; }

    public override WireType Type => throw new InvalidOperationException();

    public override Type ValueType => typeof(object);

    /// <summary>Whether it is one of Foundation's values.</summary>
    public bool IsFoundation => Kind != FoundationKind.None;

    internal enum FoundationKind
    {
        None,
        List,
        Set,
        Map,
        Text,
        Bytes,
        Utf16,
        Url,
    }

    private FoundationKind Kind => (Shape.Name, _only?.Code) switch
    {
        ("List" or "MutableList" or "OrderedSet" or "MutableOrderedSet", WireCode.List) => FoundationKind.List,
        ("Set" or "MutableSet", WireCode.Set) => FoundationKind.Set,
        ("Map" or "MutableMap" or "CountedSet", WireCode.Map) => FoundationKind.Map,
        ("MutableString" or "NSDecimalNumber", WireCode.String or WireCode.SharedString) => FoundationKind.Text,
        ("MutableData", WireCode.Data or WireCode.SharedData) => FoundationKind.Bytes,
        ("NSString", WireCode.List) when _only!.Operands[0].Code == WireCode.U16 => FoundationKind.Utf16,
        _ => FoundationKind.None,
    };

    /// <summary>What a shape is. It depends on the reader's registry, and is kept with the shape: a table is for
    /// readers of one registry.</summary>
    public static AnyClass Of(ref ArchiveReader reader, AnyShape shape)
    {
        if (shape.Class != null) return shape.Class;
        var registry = reader.Options.Registry;
        var candidate = registry?.Find(shape.Name) ?? KnownFormatters.FindRecord(shape.Name);
        var table = reader.Table;
        if (candidate != null)
        {
            var own = candidate.Type.Table(reader.References, reader.Shares).Parsed;
            var same = new HashSet<(int, int)>();
            if (!IsSame(table, shape.Number, own, OwnShape(own, shape.Name), same))
            {
                if (registry?.Find(shape.Name) != null)
                {
                    reader.Fail(
                        FastserStatus.TypeMismatch, reader.Position,
                        "class " + shape.Name + " of another version, in a value of any type");
                }
                candidate = null;
            }
        }
        // Of several threads that find it out at once, all take the same: objects are known by it.
        return Interlocked.CompareExchange(ref shape.Class, new AnyClass(table, shape, candidate), null) ?? shape.Class;
    }

    private static int OwnShape(AnyTable own, string name) => Array.FindIndex(own.Shapes, one => one.Name == name);

    // The same fields, and so on with the classes that they lead to.
    private static bool IsSame(AnyTable left, int one, AnyTable right, int other, HashSet<(int, int)> seen)
    {
        if (one < 0 || other < 0) return one == other;
        if (!seen.Add((one, other))) return true;
        var a = left.Shapes[one];
        var b = right.Shapes[other];
        if (a.Name != b.Name || a.Own.Count != b.Own.Count || !IsSame(left, a.Super, right, b.Super, seen)) return false;
        for (var i = 0; i < a.Own.Count; ++i)
        {
            if (a.Own[i].Name != b.Own[i].Name || !IsSame(left, a.Own[i].Type, right, b.Own[i].Type, seen)) return false;
        }
        return true;
    }

    private static bool IsSame(AnyTable left, AnyType one, AnyTable right, AnyType other, HashSet<(int, int)> seen)
    {
        if (one.Code != other.Code || one.Count != other.Count || one.Integer != other.Integer
            || one.Name != other.Name || one.Operands.Length != other.Operands.Length)
        {
            return false;
        }
        if (one.Code == WireCode.Record) return IsSame(left, one.Shape, right, other.Shape, seen);
        for (var i = 0; i < one.Operands.Length; ++i)
        {
            if (!IsSame(left, one.Operands[i], right, other.Operands[i], seen)) return false;
        }
        return true;
    }

    /// <summary>A value that can be filled in later; null where it is made when all of it is there.</summary>
    public object? Make() => Kind switch
    {
        FoundationKind.List => new List<object?>(),
        FoundationKind.Set => new HashSet<object?>(),
        FoundationKind.Map when _only!.Operands[0].Code is WireCode.String or WireCode.SharedString =>
            new Dictionary<string, object?>(),
        FoundationKind.Map => new Dictionary<object, object?>(),
        FoundationKind.Text when Shape.Name == "MutableString" => new StringBuilder(),
        _ => null,
    };

    /// <summary>Fills in what <see cref="Make"/> made.</summary>
    public void Fill(ref ArchiveReader reader, object value) => reader.FillFoundation(value, _only!);

    /// <summary>Reads what cannot be filled in later.</summary>
    public object? ReadWhole(ref ArchiveReader reader)
    {
        if (Kind == FoundationKind.Utf16) return new string(Array.ConvertAll(AnyLists.UInt16s.Read(ref reader), one => (char)one));
        if (Kind != FoundationKind.None) return reader.ReadAnyOf(_only!, reader.Position, false);
        var named = true;
        var count = 0;
        foreach (var field in _table.FieldsOf(Shape))
        {
            ++count;
            named &= field.Name.Length != 0;
        }
        reader.Charge(reader.Position, 40L * count);
        if (!named)
        {
            var items = new List<object?>();
            foreach (var field in _table.FieldsOf(Shape)) items.Add(reader.ReadAnyOf(field.Type, reader.Position, false));
            return items.ToArray();
        }
        if (_hasNameTwice ??= HasNameTwice())
        {
            reader.Fail(FastserStatus.TypeMismatch, reader.Position,
                "a record of the unknown class " + Shape.Name + " with two fields of one name");
        }
        var map = new Dictionary<string, object?>();
        foreach (var field in _table.FieldsOf(Shape)) map[field.Name] = reader.ReadAnyOf(field.Type, reader.Position, false);
        return map;
    }

    // A field of a base class may have the name of one of the class.
    private bool HasNameTwice()
    {
        var names = new HashSet<string>();
        foreach (var field in _table.FieldsOf(Shape))
        {
            if (!names.Add(field.Name)) return true;
        }
        return false;
    }

    public override object MakeObject() => Make()!;

    public override void ReadBody(ref ArchiveReader reader, object value) => Fill(ref reader, value);

    internal override void WriteBoxed(ref ArchiveWriter writer, object value) => throw new InvalidOperationException();

    internal override object? ReadBoxed(ref ArchiveReader reader) => throw new InvalidOperationException();
}
