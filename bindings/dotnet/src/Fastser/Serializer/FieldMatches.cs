// SPDX-License-Identifier: MIT
//
// Which fields of an archive are fields of the reader under a former name. The types of both are walked side
// by side from their roots, so a class is met whatever its name is now; those that only values of any type
// mention are found by their names. In two classes that meet, fields are matched by the rules of
// docs/versions.md (src/archive/resolve/record.cc has the same): those of super-classes are in one sequence
// with those of the class.
//
// Invariant: the work is in proportion to what the archive may spend.
using System.Collections.Generic;
using Fastser.Runtime;

namespace Fastser;

internal sealed class FieldMatches
{
    private readonly AnyTable _writer;
    private readonly Queue<(int Shape, WireShape Reader)> _waiting = new();
    private readonly HashSet<(int, WireShape)> _pairs = [];
    private readonly HashSet<int> _met = [];
    // What was matched, of each pair; checked at the end, when all names are known.
    private readonly List<(List<WrittenField> Fields, List<ReadField> Readers, WireShape Reader)> _matched = [];
    private long _budget;

    private sealed class WrittenField
    {
        public int Shape;
        public int Index;
        public string Class = "";
        public string Name = "";
        public AnyType Type = null!;
        public string? Match;
    }

    private sealed class ReadField
    {
        public string Class = "";
        public WireField Field;
        public bool IsTaken;
    }

    private FieldMatches(AnyTable writer, long budget) => (_writer, _budget) = (writer, budget);

    /// <summary>The present names of the fields that have former ones in the archive, by class and place.</summary>
    public static Dictionary<(int Shape, int Index), string> Find(AnyTable writer, WireType root, WireTable reader, long budget)
    {
        var matches = new FieldMatches(writer, budget);
        matches.Pair(writer.Root, root);
        matches.MatchAll();
        // One that no member mentions has the class of its name.
        var classes = new Dictionary<string, WireShape>();
        foreach (var shape in reader.Shapes)
        {
            if (shape.Name.Length != 0) classes[shape.Name] = shape;
        }
        foreach (var shape in writer.Shapes)
        {
            if (matches._met.Contains(shape.Number) || !classes.TryGetValue(shape.Name, out var known)) continue;
            matches.Add(shape.Number, known);
            matches.MatchAll();
        }
        return matches.Names();
    }

    // ---- types side by side

    private void Pair(AnyType writer, WireType reader)
    {
        writer = WithoutNull(writer);
        reader = WithoutNull(reader);
        if (reader.Code == WireCode.Variant)
        {
            PairChoices(writer, reader.Operands);
            return;
        }
        switch (writer.Code)
        {
            case WireCode.Record when reader.Shape != null:
                Add(writer.Shape, reader.Shape);
                break;
            case WireCode.List or WireCode.Set or WireCode.Array
                when reader.Code is WireCode.List or WireCode.Set or WireCode.Array:
                Pair(writer.Operands[0], reader.Operands[0]);
                break;
            case WireCode.Map or WireCode.OrderedMap when reader.Code is WireCode.Map or WireCode.OrderedMap:
            case WireCode.Tuple when reader.Code == WireCode.Tuple && reader.Operands.Length == writer.Operands.Length:
                for (var i = 0; i < writer.Operands.Length; ++i) Pair(writer.Operands[i], reader.Operands[i]);
                break;
            default:
                break;
        }
    }

    // Alternatives belong together by the names of their classes; one without a name, by its place.
    private void PairChoices(AnyType writer, WireType[] readers)
    {
        AnyType[] writers = writer.Code == WireCode.Variant ? writer.Operands : [writer];
        for (var i = 0; i < writers.Length; ++i)
        {
            var name = ClassOf(writers[i]);
            var found = false;
            foreach (var reader in readers)
            {
                if (string.IsNullOrEmpty(name) || ClassOf(reader) != name) continue;
                Pair(writers[i], reader);
                found = true;
            }
            if (found || i >= readers.Length) continue;
            if (string.IsNullOrEmpty(name) || string.IsNullOrEmpty(ClassOf(readers[i]))) Pair(writers[i], readers[i]);
        }
    }

    private static AnyType WithoutNull(AnyType type)
    {
        while (type.Code is WireCode.Optional or WireCode.Ref) type = type.Operands[0];
        return type;
    }

    private static WireType WithoutNull(WireType type)
    {
        while (type.Code is WireCode.Optional or WireCode.Ref) type = type.Operands[0];
        return type;
    }

    private string? ClassOf(AnyType type)
    {
        while (type.Code is WireCode.Optional or WireCode.Ref or WireCode.List) type = type.Operands[0];
        return type.Code == WireCode.Record ? _writer.Shapes[type.Shape].Name : null;
    }

    private static string? ClassOf(WireType type)
    {
        while (type.Code is WireCode.Optional or WireCode.Ref or WireCode.List) type = type.Operands[0];
        return type.Shape?.Name;
    }

    // ---- classes side by side

    private void Add(int shape, WireShape reader)
    {
        if (_pairs.Add((shape, reader))) _waiting.Enqueue((shape, reader));
    }

    private void MatchAll()
    {
        while (_waiting.Count != 0)
        {
            var (shape, reader) = _waiting.Dequeue();
            Match(shape, reader);
        }
    }

    private void Match(int shape, WireShape reader)
    {
        var written = new List<WrittenField>();
        AddFields(written, shape);
        var readers = new List<ReadField>();
        AddFields(readers, reader);
        Take(written, readers, static (one, field) => field.Field.Name == one.Name && field.Class == one.Class);
        Take(written, readers, static (one, field) => field.Field.Name == one.Name);
        Take(written, readers, static (one, field) => System.Array.IndexOf(field.Field.Former, one.Name) >= 0);
        _matched.Add((written, readers, reader));
    }

    private void Take(List<WrittenField> written, List<ReadField> readers, System.Func<WrittenField, ReadField, bool> isSame)
    {
        foreach (var one in written)
        {
            if (one.Match != null || one.Name.Length == 0) continue;
            foreach (var field in readers)
            {
                if (field.IsTaken || !isSame(one, field)) continue;
                field.IsTaken = true;
                one.Match = field.Field.Name;
                Pair(one.Type, field.Field.Type);
                break;
            }
        }
    }

    private void AddFields(List<WrittenField> fields, int shape)
    {
        var own = _writer.Shapes[shape];
        _met.Add(shape);
        if (own.Super >= 0) AddFields(fields, own.Super);
        if ((_budget -= 64L * (own.Own.Count + 1)) < 0)
        {
            throw new FastserException(FastserStatus.OverBudget, "to match the classes of the archive takes more memory than its size may ask for");
        }
        for (var i = 0; i < own.Own.Count; ++i)
        {
            fields.Add(new WrittenField { Shape = shape, Index = i, Class = own.Name, Name = own.Own[i].Name, Type = own.Own[i].Type });
        }
    }

    private static void AddFields(List<ReadField> fields, WireShape shape)
    {
        if (shape.Super != null) AddFields(fields, shape.Super);
        foreach (var field in shape.Fields) fields.Add(new ReadField { Class = shape.Name, Field = field });
    }

    // ---- names

    private Dictionary<(int Shape, int Index), string> Names()
    {
        var names = new Dictionary<(int, int), string>();
        foreach (var (fields, _, _) in _matched)
        {
            foreach (var one in fields)
            {
                if (one.Match != null && one.Match != one.Name && !names.ContainsKey((one.Shape, one.Index)))
                {
                    names.Add((one.Shape, one.Index), one.Match);
                }
            }
        }
        foreach (var (fields, readers, reader) in _matched)
        {
            foreach (var one in fields)
            {
                if (!names.TryGetValue((one.Shape, one.Index), out var name) || name == one.Match) continue;
                // Two classes of the reader want it by different names: the archive has but one.
                if (one.Match == null && !readers.Exists(field => field.Field.Name == name)) continue;
                throw new FastserException(FastserStatus.TypeMismatch, "the field " + one.Name + " of class " + one.Class
                    + " is now " + name + " in one class, but not in class " + reader.Name
                    + ": give both the same name (FastMember.Name), and the same RenamedFrom");
            }
        }
        return names;
    }
}
