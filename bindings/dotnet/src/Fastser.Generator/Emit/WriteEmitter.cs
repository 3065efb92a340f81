// SPDX-License-Identifier: MIT
//
// FormatterEmitter: writing. Members that stand in a row and have a fixed width, strings and varints are
// put in one run: one question for room, a place that stays in a register. Everything else ends the run
// and is written by a method of its own.
//
// A run with several strings is taken for one whose strings are short and ASCII (AsciiRun): that is known when all
// were put. Where it was wrong, or there is not room for all, a method of its own (PutRun0, PutRun1 ...) puts the
// run again, and each string asks for its room. So this is for members that are only read: no getter of the class
// runs twice, or in another order. (One of a struct in the run may run twice.)
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    // Strings of a run, at most: more of them would not stay in registers, and one that is not ASCII would make more
    // work in vain.
    private const int MostTexts = 12;

    private void Writing()
    {
        if (IsFixed) Put();
        WriteFields();
        if (IsClass) WriteClass();
        else WriteStruct();
    }

    private void WriteFields()
    {
        List<List<MemberModel>> runs = Runs();
        using (_code.Method($"public static void WriteFields(ref {Lib.Writer} writer, {In})"))
        {
            if (IsFixed && _model.Self.Size > 0)
            {
                _code.Line($"Put(ref writer, ref writer.Begin({_model.Self.Size}), 0, in value);");
                _code.Line($"writer.Advance({_model.Self.Size});");
                return;
            }
            Alias();
            if (_model.Base is not null) _code.Line($"{_model.Base.Formatter}.WriteFields(ref writer, v);");
            for (int i = 0; i < runs.Count; ++i)
            {
                if (IsInRun(runs[i][0].Type)) WriteRun(runs[i], i);
                else _code.Line(WriteOther(runs[i][0]));
            }
        }
        _code.Line();
        for (int i = 0; i < runs.Count; ++i)
        {
            if (!TakesAscii(runs[i])) continue;
            using (_code.Method($"private static void PutRun{i}(ref {Lib.Writer} writer, {In})"))
            {
                Alias();
                PutRun(runs[i], "p", "PutAny");
            }
            _code.Line();
        }
    }

    // The own members: those in a row that one run is for, and each other one alone.
    private List<List<MemberModel>> Runs()
    {
        var runs = new List<List<MemberModel>>();
        foreach (MemberModel member in Own)
        {
            List<MemberModel>? last = runs.LastOrDefault();
            bool joins = last is not null && IsInRun(member.Type) && IsInRun(last[0].Type)
                && !(IsText(member.Type) && last.Count(one => IsText(one.Type)) == MostTexts);
            if (joins) last!.Add(member);
            else runs.Add(new List<MemberModel> { member });
        }
        return runs;
    }

    private static bool IsText(TypeRef type) => type.Kind == Kind.String && !type.Share;

    private static bool IsInRun(TypeRef type) =>
        Fixed.IsInline(type) || IsText(type) || type.Varint && type.Kind != Kind.Nullable;

    // Whether strings are put together, as if they were ASCII.
    private static bool TakesAscii(List<MemberModel> run) =>
        run.Count(one => IsText(one.Type)) > 1 && run.All(one => one.IsStored);

    private void WriteRun(List<MemberModel> run, int number)
    {
        if (run.Any(one => Formats.CountsInField(one.Type))) _code.Line("writer.CheckDepth();");
        if (TakesAscii(run)) PutAsciiRun(run, number);
        else PutRun(run, "p" + number, "Put");
    }

    // Room is asked for once, and behind the last string whether all were ASCII.
    private void PutAsciiRun(List<MemberModel> run, int number)
    {
        string p = "p" + number, any = "any" + number, done = "done" + number;
        List<MemberModel> texts = run.FindAll(one => IsText(one.Type));
        AskForAscii(texts, number, run.Sum(AsciiBytes), any);
        using (_code.Open(""))
        {
            _code.Line($"{Lib.Runtime}AsciiRun ascii = default;");
            _code.Line($"ref byte {p} = ref writer.Place;");
            int at = 0;
            foreach (MemberModel one in run)
            {
                if (Fixed.IsInline(one.Type))
                {
                    _code.Line(Fixed.Put(one.Type, p, at, "v." + one.Name)!);
                    at += one.Type.Size;
                    continue;
                }
                string place = at == 0 ? p : $"{Lib.Unsafe}.Add(ref {p}, {at})";
                at = 0;
                _code.Line(!IsText(one.Type)
                    ? $"{p} = ref {Lib.Wire}.PutVarint(ref {place}, {Varint.Number(one.Type, "v." + one.Name)});"
                    : $"{p} = ref ascii.{(one.Type.MayBeNull ? "PutOptional" : "Put")}(ref {place}, {Text(number, texts, one)});");
                if (one == texts[texts.Count - 1]) _code.Line($"if (!ascii.IsRight) goto {any};");
            }
            _code.Line($"writer.End(ref {(at == 0 ? p : $"{Lib.Unsafe}.Add(ref {p}, {at})")});");
            _code.Line($"goto {done};");
        }
        _code.Line($"{any}:").Line($"PutRun{number}(ref writer, {(IsClass ? "v" : "in v")});").Line($"{done}:;");
    }

    // Gets the strings, and goes where any may be put unless they are there, short, and there is room for them.
    private void AskForAscii(List<MemberModel> texts, int number, int besides, string any)
    {
        foreach (MemberModel one in texts) _code.Line($"string {Text(number, texts, one)} = v.{one.Name};");
        foreach (MemberModel one in texts)
        {
            if (!one.Type.MayBeNull) _code.Line($"if ({Text(number, texts, one)} is null) goto {any};");
        }
        List<string> lengths = texts.ConvertAll(one => one.Type.MayBeNull
            ? $"{Lib.Runtime}AsciiRun.LengthOf({Text(number, texts, one)})" : Text(number, texts, one) + ".Length");
        _code.Line($"if (!writer.TakesAscii({string.Join(" | ", lengths)}, {besides} + {string.Join(" + ", lengths)})) goto {any};");
    }

    private static string Text(int number, List<MemberModel> texts, MemberModel one) => $"text{number}_{texts.IndexOf(one)}";

    // Bytes of a member, beside the characters of a string.
    private static int AsciiBytes(MemberModel one) =>
        IsText(one.Type) ? one.Type.MayBeNull ? 2 : 1 : Fixed.IsInline(one.Type) ? one.Type.Size : 10;

    private void PutRun(List<MemberModel> run, string p, string put)
    {
        int at = 0;
        _code.Line($"ref byte {p} = ref writer.Begin({FixedBytes(run, 0)});");
        for (int i = 0; i < run.Count; ++i)
        {
            TypeRef type = run[i].Type;
            string value = "v." + run[i].Name;
            if (Fixed.IsInline(type))
            {
                _code.Line(Fixed.Put(type, p, at, value)!);
                at += type.Size;
                continue;
            }
            if (at != 0) _code.Line($"{p} = ref {Lib.Unsafe}.Add(ref {p}, {at});");
            at = 0;
            int behind = FixedBytes(run, i + 1);
            _code.Line(type.Varint
                ? $"{p} = ref writer.PutVarint(ref {p}, {Varint.Number(type, value)}, {behind});"
                : type.MayBeNull ? $"{p} = ref writer.{put}OptionalString(ref {p}, {value}, {behind});"
                : $"{p} = ref writer.{put}String(ref {p}, {value} ?? {Null(run[i])}, {behind});");
        }
        bool fixedOnly = run.All(one => Fixed.IsInline(one.Type));
        _code.Line(fixedOnly ? $"writer.Advance({at});"
            : at == 0 ? $"writer.End(ref {p});"
            : $"writer.End(ref {Lib.Unsafe}.Add(ref {p}, {at}));");
    }

    // Bytes of the members of fixed width from an index on.
    private static int FixedBytes(List<MemberModel> run, int from)
    {
        int bytes = 0;
        for (int i = from; i < run.Count && Fixed.IsInline(run[i].Type); ++i) bytes += run[i].Type.Size;
        return bytes;
    }

    private string Null(MemberModel member) =>
        $"{Lib.Writer}.Null<{member.Type.Name}>({Lib.Text(_model.Self.WireName)}, {Lib.Text(member.Name)})";

    private string WriteOther(MemberModel member)
    {
        TypeRef type = member.Type;
        string value = "v." + member.Name;
        string checkedValue = type.IsReference && !type.MayBeNull && type.Kind != Kind.Any ? value + " ?? " + Null(member) : value;
        if (type.Kind is Kind.Record or Kind.Union)
        {
            return type.IsOptional ? $"{type.Formatter}.WriteOptional(ref writer, {value});"
                : $"{type.Formatter}.WriteMember(ref writer, {checkedValue});";
        }
        return _formats.Write(type, checkedValue);
    }

    private void WriteStruct()
    {
        using (_code.Method($"public static void WriteMember(ref {Lib.Writer} writer, {In})"))
        {
            Alias();
            _code.Line("writer.Enter();");
            Call("Serializing");
            _code.Line("WriteFields(ref writer, in v);");
            Call("Serialized");
            _code.Line("writer.Leave();");
        }
        _code.Line();
        using (_code.Open($"public override void Write(ref {Lib.Writer} writer, {Type} v)"))
        {
            Call("Serializing");
            _code.Line("WriteFields(ref writer, in v);");
            Call("Serialized");
        }
        _code.Line();
        using (_code.Method($"public override void WriteSpan(ref {Lib.Writer} writer, global::System.ReadOnlySpan<{Type}> values)"))
        {
            if (_model.BlockBytes > 0)
            {
                using (_code.Open($"if (global::System.BitConverter.IsLittleEndian && {Lib.Unsafe}.SizeOf<{Type}>() == {_model.BlockBytes})"))
                {
                    _code.Line("writer.WriteBlock(values);").Line("return;");
                }
            }
            using (_code.Open("for (int i = 0; i < values.Length; ++i)"))
            {
                if (HasCallbacks) _code.Line($"ref {Type} v = ref {Lib.Unsafe}.AsRef(in values[i]);");
                Call("Serializing");
                _code.Line("WriteFields(ref writer, in values[i]);");
                Call("Serialized");
            }
        }
        _code.Line();
        if (_model.BlockBytes == 0) return;
        _code.Line($"public override int BlockSize => global::System.BitConverter.IsLittleEndian && {Lib.Unsafe}.SizeOf<{Type}>() == {_model.BlockBytes} ? {_model.BlockBytes} : 0;").Line();
    }

    private void Put()
    {
        _code.Line(Lib.Inline);
        using (_code.Method($"public static void Put(ref {Lib.Writer} writer, ref byte place, int offset, {In})"))
        {
            Alias();
            int at = 0;
            foreach (MemberModel member in Own)
            {
                _code.Line(Fixed.Put(member.Type, "place", 0, "v." + member.Name)!.Replace("ref place, 0,", $"ref place, offset + {at},"));
                at += member.Type.Size;
            }
        }
        _code.Line();
    }

    private void WriteClass()
    {
        if (_model.IsAbstract) return;
        string name = Lib.Text(_model.Self.WireName);
        // The fields of one object, whatever it stands in.
        using (_code.Open($"private static void WriteRecord(ref {Lib.Writer} writer, {Type} v)"))
        {
            if (!_model.IsSealed) _code.Line($"if (v.GetType() != typeof({Type})) {Lib.Runtime}Generated.FailDerived(v, typeof({Type}));");
            if (!_model.TwoPhase) _code.Line("writer.BeginMade(v);");
            Call("Serializing");
            _code.Line("WriteFields(ref writer, v);");
            Call("Serialized");
            if (!_model.TwoPhase) _code.Line("writer.EndMade();");
        }
        _code.Line();
        // An optional record, and an object: both begin with the same byte. (They are apart so that the JIT, which
        // finds out what is seldom, does so for each.)
        using (_code.Open($"private static void WriteNew(ref {Lib.Writer} writer, {Type} v)"))
        {
            _code.Line("writer.BeginNew();").Line("WriteRecord(ref writer, v);").Line("writer.EndObject();");
        }
        _code.Line();
        using (_code.Open($"private static void WriteObject(ref {Lib.Writer} writer, {Type} v)"))
        {
            string begin = _model.HasMark ? "writer.BeginObject(v, ref v._fastserMark, Instance)" : "writer.BeginObject(v, Instance)";
            _code.Line($"if (!{begin}) return;").Line("WriteRecord(ref writer, v);").Line("writer.EndObject();");
        }
        _code.Line();
        _code.Line(Lib.Inline);
        using (_code.Open($"public static void WriteOptional(ref {Lib.Writer} writer, {Type} v)"))
        {
            _code.Line("if (v is null) writer.WriteNil();");
            _code.Line("else if (writer.References) WriteObject(ref writer, v);").Line("else WriteNew(ref writer, v);");
        }
        _code.Line();
        using (_code.Open($"public static void WriteMember(ref {Lib.Writer} writer, {Type} v)"))
        {
            using (_code.Open("if (writer.References)")) _code.Line("WriteOptional(ref writer, v);").Line("return;");
            _code.Line("writer.Enter();").Line("WriteRecord(ref writer, v);").Line("writer.Leave();");
        }
        _code.Line();
        using (_code.Open($"public override void Write(ref {Lib.Writer} writer, {Type} v)"))
        {
            _code.Line("if (writer.References) WriteOptional(ref writer, v);");
            _code.Line($"else WriteRecord(ref writer, v ?? {Lib.Writer}.Null<{Type}>({name}, \"\"));");
        }
        _code.Line();
        _code.Line($"public override void WriteBody(ref {Lib.Writer} writer, object value) => WriteRecord(ref writer, ({Type})value);").Line();
        using (_code.Open($"public override void WriteBodies(ref {Lib.Writer} writer)"))
        {
            _code.Line($"while (writer.TakeBody(out object value)) WriteRecord(ref writer, ({Type})value);");
        }
        _code.Line();
        using (_code.Open($"public override void WriteSpan(ref {Lib.Writer} writer, global::System.ReadOnlySpan<{Type}> values)"))
        {
            using (_code.Open("if (writer.References)"))
            {
                _code.Line($"foreach ({Type} v in values) WriteOptional(ref writer, v);").Line("return;");
            }
            _code.Line($"foreach ({Type} v in values) WriteRecord(ref writer, v ?? {Lib.Writer}.Null<{Type}>({name}, \"\"));");
        }
        _code.Line();
    }
}
