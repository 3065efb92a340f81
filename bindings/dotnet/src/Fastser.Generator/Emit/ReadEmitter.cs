// SPDX-License-Identifier: MIT
//
// FormatterEmitter: reading. An object that can be made first is made, known by its number, and filled;
// one that its constructor makes is made when all its members were read.
using System;
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private void Reading()
    {
        if (IsFixed) Get();
        if (_model.TwoPhase) ReadFields();
        else ReadWhole();
        Accessors();
        if (IsClass) ReadClass();
        else ReadStruct();
    }

    // ---- members

    private delegate string Store(MemberModel member, string value);

    private void ReadMembers(IEnumerable<MemberModel> members, Store store)
    {
        var run = new List<MemberModel>();
        int places = 0;
        foreach (MemberModel member in members)
        {
            if (Fixed.IsInline(member.Type))
            {
                run.Add(member);
                continue;
            }
            ReadRun(run, ref places, store);
            _code.Line(store(member, ReadOther(member)));
        }
        ReadRun(run, ref places, store);
    }

    private void ReadRun(List<MemberModel> run, ref int places, Store store)
    {
        if (run.Count == 0) return;
        string p = "p" + places++;
        if (run.Any(one => Formats.CountsInField(one.Type))) _code.Line("reader.CheckDepth();");
        _code.Line($"ref readonly byte {p} = ref reader.Take({FixedBytes(run, 0)});");
        int at = 0;
        foreach (MemberModel member in run)
        {
            _code.Line(store(member, Fixed.Get(member.Type, p, at)));
            at += member.Type.Size;
        }
        run.Clear();
    }

    private string ReadOther(MemberModel member)
    {
        TypeRef type = member.Type;
        if (IsText(type)) return type.MayBeNull ? "reader.ReadOptionalString()" : "reader.ReadString()";
        if (type.Varint && type.Kind is not (Kind.Nullable or Kind.List or Kind.Set or Kind.Map)) return Varint.Read(type);
        if (type.Kind is Kind.Record or Kind.Union) return $"{type.Formatter}.{(type.IsOptional ? "ReadOptional" : "ReadMember")}(ref reader)";
        return _formats.Read(type);
    }

    private string Set(MemberModel member, string value)
    {
        string name = member.Name.TrimStart('@'), place = Place(member);
        bool byBase = !member.IsOwn && member.Reach == Reach.Formatter;
        return member.Setting switch
        {
            Setting.Fill => Fill(member, value, byBase ? $"{member.DeclaredFormatter}.Own_{name}(v)" : place),
            _ when byBase => $"{member.DeclaredFormatter}.Assign_{name}(v, {value});",
            Setting.InitLater => $"Set_{name}({PassRef}, {value});",
            Setting.Readonly => $"{Lib.Unsafe}.AsRef(in {place}) = {value};",
            _ => $"{place} = {value};",
        };
    }

    private static string Place(MemberModel member) =>
        !member.IsOwn && member.Reach == Reach.Hidden ? $"(({member.DeclaredBy})v).{member.Name}" : "v." + member.Name;

    private string Fill(MemberModel member, string value, string collection)
    {
        string fill = member.Type.Kind == Kind.Map ? "FillMap" : "FillList";
        return $"{{ {member.Type.Name} from = {value}; reader.{fill}({collection}, from, {Lib.Text(_model.Self.WireName)}, {Lib.Text(member.Name)}); }}";
    }

    private void ReadFields()
    {
        using (_code.Method($"public static void ReadFields(ref {Lib.Reader} reader, {Ref})"))
        {
            if (_model.Base is not null) _code.Line($"{_model.Base.Formatter}.ReadFields(ref reader, v);");
            ReadMembers(Own, Set);
        }
        _code.Line();
    }

    private void Get()
    {
        _code.Line(Lib.Inline);
        using (_code.Method($"public static {Type} Get(ref {Lib.Reader} reader, in byte place, int offset)"))
        {
            if (_model.TwoPhase)
            {
                _code.Line($"{Type} v = {New()};");
                Call("Deserializing");
            }
            int at = 0;
            foreach (MemberModel member in Own)
            {
                string value = Fixed.Get(member.Type, "place", 0).Replace("in place, 0)", $"in place, offset + {at})");
                _code.Line(_model.TwoPhase ? Set(member, value) : $"{member.Type.Name} m{IndexOf(member)} = {value};");
                at += member.Type.Size;
            }
            if (!_model.TwoPhase) Construct($"{Type} v = ");
            Call("Deserialized");
            _code.Line("return v;");
        }
        _code.Line();
    }

    // ---- new values

    // A new value before its members are known.
    private string New()
    {
        string[] required = _model.Members.Where(IsNamedByInitializer).Select(one => one.Name + " = default").ToArray();
        if (!IsClass && required.Length == 0 && _model.Constructor.Count == 0) return $"new {Type}()";
        return $"new {Type}()" + (required.Length == 0 ? "" : " { " + string.Join(", ", required) + " }");
    }

    private void ReadWhole()
    {
        using (_code.Method($"private static {Type} ReadWhole(ref {Lib.Reader} reader)"))
        {
            for (int i = 0; i < _model.Members.Count; ++i) _code.Line($"{_model.Members[i].Type.Name} m{i};");
            ReadMembers(_model.Members, (member, value) => $"m{IndexOf(member)} = {value};");
            Construct($"{Type} v = ");
            _code.Line("return v;");
        }
        _code.Line();
    }

    // A value of the locals m0, m1 ...; `set` sets a member of it that need not be given at once.
    private void Construct(string into, Func<MemberModel, string>? set = null)
    {
        set ??= member => Set(member, "m" + IndexOf(member));
        List<MemberModel> first = InInitializer().ToList();
        _code.Line($"{into}new {Type}({Arguments()})"
            + (first.Count == 0 ? ";" : " { " + string.Join(", ", first.Select(one => $"{one.Name} = m{IndexOf(one)}")) + " };"));
        Call("Deserializing");
        foreach (MemberModel member in _model.Members.Where(one => !first.Contains(one) && !IsParameter(one))) _code.Line(set(member));
    }

    private string Arguments() => string.Join(", ", _model.Constructor.Select(one => $"{one.Name}: {(one.Member < 0 ? "default" : "m" + one.Member)}"));

    private bool IsParameter(MemberModel member) => _model.Constructor.Any(one => one.Member == IndexOf(member));

    // Whether each new object's initializer has to name it.
    private bool IsNamedByInitializer(MemberModel member) => member.IsRequired && !_model.SetsRequired;

    // What is set in the initializer of an object that its constructor makes.
    private IEnumerable<MemberModel> InInitializer() => _model.Members.Where(one => IsNamedByInitializer(one)
        || one.Setting is Setting.Init or Setting.InitLater && !IsParameter(one) && (one.IsOwn || one.Reach != Reach.Formatter));

    private int IndexOf(MemberModel member)
    {
        for (int i = 0; i < _model.Members.Count; ++i)
        {
            if (ReferenceEquals(_model.Members[i], member)) return i;
        }
        return -1;
    }

    // Setters of init, which only an initializer may call otherwise.
    private void Accessors()
    {
        foreach (MemberModel member in Own.Where(one => one.Setting == Setting.InitLater))
        {
            if (_model.TwoPhase || member.Reach == Reach.Formatter) Accessor(member);
        }
    }

    private void Accessor(MemberModel member)
    {
        string name = member.Name.TrimStart('@');
        _code.Line($"[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.Method, Name = \"set_{name}\")]");
        _code.Line($"private static extern void Set_{name}({(IsClass ? "" : "ref ")}{Type} target, {member.Type.Name} value);").Line();
    }

    private void ReadStruct()
    {
        using (_code.Open($"private static {Type} ReadRecord(ref {Lib.Reader} reader)"))
        {
            if (_model.TwoPhase)
            {
                _code.Line($"{Type} v = {New()};");
                Call("Deserializing");
                _code.Line("ReadFields(ref reader, ref v);");
            }
            else
            {
                _code.Line($"{Type} v = ReadWhole(ref reader);");
            }
            Call("Deserialized");
            _code.Line("return v;");
        }
        _code.Line();
        using (_code.Open($"public static {Type} ReadMember(ref {Lib.Reader} reader)"))
        {
            _code.Line("reader.Enter();").Line($"{Type} v = ReadRecord(ref reader);").Line("reader.Leave();").Line("return v;");
        }
        _code.Line();
        _code.Line($"public override {Type} Read(ref {Lib.Reader} reader) => ReadRecord(ref reader);").Line();
        using (_code.Method($"public override void ReadSpan(ref {Lib.Reader} reader, global::System.Span<{Type}> values)"))
        {
            if (_model.BlockBytes > 0)
            {
                using (_code.Open($"if (global::System.BitConverter.IsLittleEndian && {Lib.Unsafe}.SizeOf<{Type}>() == {_model.BlockBytes})"))
                {
                    _code.Line("reader.ReadBlock(values);").Line("return;");
                }
            }
            _code.Line("for (int i = 0; i < values.Length; ++i) values[i] = ReadRecord(ref reader);");
        }
        _code.Line();
    }

    private void ReadClass()
    {
        using (_code.Open($"private static {Type} ReadRecord(ref {Lib.Reader} reader)"))
        {
            MakeAndFill("");
            Call("Deserialized");
            _code.Line("return v;");
        }
        _code.Line();
        if (_model.TwoPhase)
        {
            // An optional record, and an object: both begin with the same byte. (They are apart so that the JIT,
            // which finds out what is seldom, does so for each.)
            using (_code.Open($"private static {Type} ReadNew(ref {Lib.Reader} reader)"))
            {
                _code.Line("if (!reader.TakeNew()) return ReadOther(ref reader);");
                _code.Line($"{Type} v = {New()};");
                Call("Deserializing");
                _code.Line("ReadFields(ref reader, v);");
                _code.Line("reader.Leave();");
                Call("Deserialized");
                _code.Line("return v;");
            }
            _code.Line();
            using (_code.Open($"private static {Type} ReadObject(ref {Lib.Reader} reader)"))
            {
                _code.Line($"if (!reader.TakeNewObject({_offsets}.Object)) return reader.IsDeferred ? ReadLater(ref reader) : ReadKnown(ref reader);");
                _code.Line($"{Type} v = {New()};");
                _code.Line((HasCallbacks ? "int number = " : "") + "reader.Keep(v, Instance);");
                Call("Deserializing");
                _code.Line("ReadFields(ref reader, v);");
                _code.Line("reader.Leave();");
                if (HasCallbacks) _code.Line("reader.CallWhenComplete(number, Instance);");
                _code.Line("return v;");
            }
            _code.Line();
            // Apart from what is seldom, so that it needs no frame for that.
            using (_code.Open($"private static {Type} ReadKnown(ref {Lib.Reader} reader)"))
            {
                _code.Line("return reader.TakeKnown(Instance) is { } before ? before : ReadOther(ref reader);");
            }
            _code.Line();
            using (_code.Open($"private static {Type} ReadLater(ref {Lib.Reader} reader)"))
            {
                _code.Line($"if (!reader.TakeDeferred({_offsets}.Object)) return ReadOther(ref reader);");
                _code.Line($"{Type} v = {New()};");
                _code.Line("int number = reader.Keep(v, Instance);");
                if (HasCallbacks) _code.Line("reader.CallWhenComplete(number, Instance);");
                Call("Deserializing");
                _code.Line("reader.Defer(number, Instance);");
                _code.Line("return v;");
            }
            _code.Line();
        }
        using (_code.Open($"private static {Type} ReadOther(ref {Lib.Reader} reader)"))
        {
            using (_code.Open("if (!reader.References)"))
            {
                _code.Line("if (!reader.ReadFlag()) return null;");
                _code.Line("reader.Enter();").Line($"{Type} o = ReadRecord(ref reader);").Line("reader.Leave();").Line("return o;");
            }
            _code.Line($"if (reader.ReadSlot<{Type}>(Instance, {_offsets}.Object, out {Type} known, out int number) == {Lib.Runtime}ObjectSlot.Known) return known;");
            MakeAndFill("reader.SetObject(number, v);");
            if (HasCallbacks) _code.Line("reader.CallWhenComplete(number, Instance);");
            _code.Line("reader.EndObject(number);");
            _code.Line("return v;");
        }
        _code.Line();
        _code.Line(Lib.Inline);
        using (_code.Open($"public static {Type} ReadOptional(ref {Lib.Reader} reader)"))
        {
            _code.Line("if (reader.TakeNil()) return null;");
            _code.Line("return " + (_model.TwoPhase ? "reader.References ? ReadObject(ref reader) : ReadNew(ref reader);" : "ReadOther(ref reader);"));
        }
        _code.Line();
        using (_code.Open($"public static {Type} ReadMember(ref {Lib.Reader} reader)"))
        {
            _code.Line("if (reader.References) return ReadOptional(ref reader);");
            _code.Line("reader.Enter();").Line($"{Type} v = ReadRecord(ref reader);").Line("reader.Leave();").Line("return v;");
        }
        _code.Line();
        _code.Line($"public override {Type} Read(ref {Lib.Reader} reader) => reader.References ? ReadOptional(ref reader) : ReadRecord(ref reader);").Line();
        using (_code.Open($"public override void ReadSpan(ref {Lib.Reader} reader, global::System.Span<{Type}> values)"))
        {
            using (_code.Open("if (reader.References)"))
            {
                _code.Line("for (int i = 0; i < values.Length; ++i) values[i] = ReadOptional(ref reader);").Line("return;");
            }
            _code.Line("for (int i = 0; i < values.Length; ++i) values[i] = ReadRecord(ref reader);");
        }
        _code.Line();
        if (!_model.TwoPhase)
        {
            _code.Line($"public override object MakeObject() => {Lib.Runtime}Generated.FailMake(typeof({Type}));").Line();
            return;
        }
        using (_code.Open("public override object MakeObject()"))
        {
            _code.Line($"{Type} v = {New()};");
            Call("Deserializing");
            _code.Line("return v;");
        }
        _code.Line();
        _code.Line($"public override void ReadBody(ref {Lib.Reader} reader, object value) => ReadFields(ref reader, ({Type})value);").Line();
        using (_code.Open($"public override void ReadBodies(ref {Lib.Reader} reader)"))
        {
            _code.Line($"while (reader.TakeBody(out object value)) ReadFields(ref reader, ({Type})value);");
        }
        _code.Line();
        using (_code.Open($"public override void Populate(ref {Lib.Reader} reader, ref {Type} value)"))
        {
            using (_code.Open("if (value is null)")) _code.Line("value = Read(ref reader);").Line("return;");
            _code.Line($"{Type} v = value;");
            using (_code.Open("if (!reader.References)"))
            {
                Call("Deserializing");
                _code.Line("ReadFields(ref reader, v);");
                Call("Deserialized");
                _code.Line("return;");
            }
            using (_code.Open($"if (reader.ReadSlot<{Type}>(Instance, {_offsets}.Object, out {Type} known, out int number) == {Lib.Runtime}ObjectSlot.Known)"))
            {
                _code.Line("value = known;").Line("return;");
            }
            _code.Line("reader.SetObject(number, v);");
            Call("Deserializing");
            _code.Line("ReadFields(ref reader, v);");
            if (HasCallbacks) _code.Line("reader.CallWhenComplete(number, Instance);");
            _code.Line("reader.EndObject(number);");
        }
        _code.Line();
    }

    private void MakeAndFill(string between)
    {
        if (_model.TwoPhase)
        {
            _code.Line($"{Type} v = {New()};");
            if (between.Length != 0) _code.Line(between);
            Call("Deserializing");
            _code.Line("ReadFields(ref reader, v);");
            return;
        }
        _code.Line($"{Type} v = ReadWhole(ref reader);");
        if (between.Length != 0) _code.Line(between);
    }
}
