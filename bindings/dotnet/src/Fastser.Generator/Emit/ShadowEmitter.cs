// SPDX-License-Identifier: MIT
//
// FormatterEmitter: shadows, by which the native engine sees a value (ShadowLayout says what lies where).
// Fields are stored and read at offsets that are found when the class below is first used.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private const string ShadowWriter = Lib.Runtime + "ShadowWriter";
    private const string ShadowReader = Lib.Runtime + "ShadowReader";
    private const string Slot = Lib.Runtime + "ShadowSlot";

    private void Shadows()
    {
        ToFields();
        if (_model.TwoPhase) FromFields();
        using (_code.Open($"protected override void WriteShadow(ref {ShadowWriter} writer, {Slot} slot, {Type} v)"))
        {
            if (IsClass)
            {
                _code.Line($"if (v is null) {Lib.Writer}.Null<{Type}>({Lib.Text(_model.Self.WireName)}, \"\");");
                if (!_model.IsSealed) _code.Line($"if (v.GetType() != typeof({Type})) {Lib.Runtime}Generated.FailDerived(v, typeof({Type}));");
            }
            Call("Serializing");
            _code.Line($"ToFields(ref writer, slot, {(IsClass ? "v" : "in v")});");
            Call("Serialized");
        }
        _code.Line();
        using (_code.Open($"public override void ToShadows(ref {ShadowWriter} writer, {Slot} first, int stride, global::System.ReadOnlySpan<{Type}> values)"))
        {
            if (IsClass) using (_code.Open("if (writer.References)")) _code.Line("base.ToShadows(ref writer, first, stride, values);").Line("return;");
            using (_code.Open("for (int i = 0; i < values.Length; ++i)"))
            {
                _code.Line($"{Type} v = values[i];");
                if (IsClass)
                {
                    _code.Line($"if (v is null) {Lib.Writer}.Null<{Type}>({Lib.Text(_model.Self.WireName)}, \"\");");
                    if (!_model.IsSealed) _code.Line($"if (v.GetType() != typeof({Type})) {Lib.Runtime}Generated.FailDerived(v, typeof({Type}));");
                }
                Call("Serializing");
                _code.Line($"ToFields(ref writer, first, {(IsClass ? "v" : "in v")});");
                Call("Serialized");
                _code.Line("first = first.Behind(stride);");
            }
        }
        _code.Line();
        using (_code.Method($"protected override {Type} ReadShadow(ref {ShadowReader} reader, {Slot} slot, {Type} v)"))
        {
            if (_model.Members.Count != 0) _code.Line("byte[] missing = reader.Missing(slot, Shape);");
            else _code.Line("byte[] missing = null;");
            if (_model.TwoPhase)
            {
                if (IsClass)
                {
                    using (_code.Open("if (v is null)"))
                    {
                        _code.Line($"v = {New()};");
                        Call("Deserializing");
                    }
                }
                else
                {
                    _code.Line($"v = {New()};");
                    Call("Deserializing");
                }
                _code.Line($"FromFields(ref reader, slot, {PassRef}, missing);");
            }
            else
            {
                for (int i = 0; i < _model.Members.Count; ++i)
                {
                    MemberModel member = _model.Members[i];
                    string other = IsParameter(member) || IsNamedByInitializer(member) ? WhenMissing(member) : $"default({member.Type.Name})";
                    _code.Line($"{member.Type.Name} m{i} = {IsThere(member)} ? {FromShadow(member)} : {other};");
                }
                OwnValues();
                Construct("v = ", member => $"if ({IsThere(member)}) {Set(member, "m" + IndexOf(member))}");
            }
            if (HasCallbacks && IsClass)
            {
                _code.Line($"if (reader.References) {{ {Type} made = v; reader.OnCompleted(() => Deserialized(made)); }}");
                _code.Line("else Deserialized(v);");
            }
            else Call("Deserialized");
            _code.Line("return v;");
        }
        _code.Line();
        if (IsClass && !_model.TwoPhase) _code.Line("public override bool MakesObjects => false;").Line();
        Offsets();
    }

    private void ShadowFields()
    {
        ToFields();
        FromFields();
        Offsets();
    }

    private void ToFields()
    {
        List<List<MemberModel>> runs = Runs();
        using (_code.Method($"public static void ToFields(ref {ShadowWriter} writer, {Slot} slot, {In})"))
        {
            Alias();
            if (_model.Base is not null) _code.Line($"{_model.Base.Formatter}.ToFields(ref writer, slot, v);");
            for (int i = 0; i < runs.Count; ++i)
            {
                bool isAscii = TakesAscii(runs[i]);
                if (isAscii) PutAsciiTexts(runs[i].FindAll(one => IsText(one.Type)), i);
                foreach (MemberModel member in runs[i])
                {
                    if (!isAscii || !IsText(member.Type)) _code.Line(ToShadow(member));
                }
            }
        }
        _code.Line();
        for (int i = 0; i < runs.Count; ++i)
        {
            if (!TakesAscii(runs[i])) continue;
            using (_code.Method($"private static void PutTexts{i}(ref {ShadowWriter} writer, {Slot} slot, {In})"))
            {
                Alias();
                foreach (MemberModel member in runs[i].Where(one => IsText(one.Type))) _code.Line(ToShadow(member));
            }
            _code.Line();
        }
    }

    // The strings of a run, before what else is in it.
    private void PutAsciiTexts(List<MemberModel> texts, int number)
    {
        string any = "any" + number, done = "done" + number;
        AskForAscii(texts, number, 0, any);
        using (_code.Open(""))
        {
            _code.Line($"{Lib.Runtime}ShadowTexts texts = writer.BeginTexts();");
            foreach (MemberModel one in texts)
            {
                _code.Line($"texts.{(one.Type.MayBeNull ? "PutOptional" : "Put")}(slot, {_offsets}.O{IndexOf(one)}, {Text(number, texts, one)});");
            }
            _code.Line($"if (writer.EndTexts(in texts)) goto {done};");
        }
        _code.Line($"{any}:").Line($"PutTexts{number}(ref writer, slot, {(IsClass ? "v" : "in v")});").Line($"{done}:;");
    }

    private void FromFields()
    {
        using (_code.Method($"public static void FromFields(ref {ShadowReader} reader, {Slot} slot, {Ref}, byte[] missing)"))
        {
            if (_model.Base is not null) _code.Line($"{_model.Base.Formatter}.FromFields(ref reader, slot, v, missing);");
            foreach (MemberModel member in Own)
            {
                _code.Line($"if ({IsThere(member)}) {Set(member, FromShadow(member))}");
                if (IsNamedByInitializer(member) && MustNotBeNull(member.Type)) _code.Line($"else if (v.{member.Name} is null) {Set(member, WhenMissing(member))}");
            }
        }
        _code.Line();
    }

    private string IsThere(MemberModel member) =>
        $"missing is null || missing[{IndexOf(member) + (member.IsOwn ? _model.Unseen : 0)}] == 0";

    private static bool MustNotBeNull(TypeRef type) => type.IsReference && !type.MayBeNull && type.Kind != Kind.Any;

    // What a new object must be given for a member that the archive does not have.
    private string WhenMissing(MemberModel member)
    {
        if (!MustNotBeNull(member.Type)) return $"default({member.Type.Name})";
        if (member.Type.Kind == Kind.String) return "\"\"";
        string formatter = member.Type.Kind is Kind.Record or Kind.Union ? member.Type.Formatter + ".Instance" : _formats.Field(member.Type);
        return $"slot.GetMissing(ref reader, {_offsets}.O{IndexOf(member)}, {formatter}, Shape, {Lib.Text(member.Name)})";
    }

    // Properties with init are set when the object is made. What one of them is, if nobody sets it, another object
    // says that is made for that.
    private void OwnValues()
    {
        List<MemberModel> asked = InInitializer().Where(one => !IsNamedByInitializer(one)).ToList();
        if (asked.Count == 0) return;
        using (_code.Open($"if (missing is not null && ({string.Join(" || ", asked.Select(one => $"missing[{IndexOf(one)}] != 0"))}))"))
        {
            string[] required = InInitializer().Where(IsNamedByInitializer).Select(one => $"{one.Name} = m{IndexOf(one)}").ToArray();
            _code.Line($"{Type} made = new {Type}({Arguments()})" + (required.Length == 0 ? ";" : " { " + string.Join(", ", required) + " };"));
            foreach (MemberModel member in asked) _code.Line($"if (missing[{IndexOf(member)}] != 0) m{IndexOf(member)} = made.{member.Name};");
        }
    }

    // Where the own fields lie, and those of base classes where an object is made of all of them.
    private void Offsets()
    {
        using (_code.Open("private static class " + _offsets))
        {
            if (IsClass && !_model.IsAbstract) _code.Line($"internal static readonly int Object = {Lib.Runtime}ShadowLayout.ObjectBytesOf(Shape);");
            foreach (IGrouping<string, MemberModel> one in _model.Members.GroupBy(one => one.DeclaredBy))
            {
                List<MemberModel> members = one.ToList();
                string shape = members[0].IsOwn ? "Shape" : members[0].DeclaredFormatter + ".Shape";
                for (int i = 0; i < members.Count; ++i)
                {
                    if (!members[i].IsOwn && (_model.TwoPhase || _model.IsAbstract)) continue;
                    _code.Line($"internal static readonly int O{IndexOf(members[i])} = {Lib.Runtime}ShadowLayout.OffsetOf({shape}, {i});");
                }
            }
        }
        _code.Line();
    }

    private static bool IsCopied(Kind kind) => kind is >= Kind.Bool and <= Kind.F64 or Kind.Char or Kind.Enum or Kind.TimeSpan;

    private string ToShadow(MemberModel member)
    {
        TypeRef type = member.Type;
        string at = _offsets + ".O" + IndexOf(member), value = "v." + member.Name;
        string checkedValue = type.IsReference && !type.MayBeNull && type.Kind != Kind.Any ? value + " ?? " + Null(member) : value;
        if (IsCopied(type.Kind)) return $"slot.Put({at}, {value});";
        if (IsText(type)) return $"slot.{(type.MayBeNull ? "PutOptionalString" : "PutString")}(ref writer, {at}, {checkedValue});";
        return type.Kind switch
        {
            Kind.Guid => $"slot.PutGuid({at}, {value});",
            Kind.Decimal => $"slot.PutDecimal({at}, {value});",
            Kind.Record when type.IsOptional => $"slot.PutOptional(ref writer, {at}, {type.Formatter}.Instance, {value});",
            Kind.Record or Kind.Union when !type.IsOptional => $"slot.Put(ref writer, {at}, {type.Formatter}.Instance, {checkedValue});",
            _ => $"slot.Put(ref writer, {at}, {_formats.Field(type)}, {checkedValue});",
        };
    }

    private string FromShadow(MemberModel member)
    {
        TypeRef type = member.Type;
        string at = _offsets + ".O" + IndexOf(member);
        if (IsCopied(type.Kind)) return $"slot.Get<{type.Name}>({at})";
        if (IsText(type)) return $"slot.{(type.MayBeNull ? "GetOptionalString" : "GetString")}(ref reader, {at})";
        return type.Kind switch
        {
            Kind.Guid => $"slot.GetGuid({at})",
            Kind.Decimal => $"slot.GetDecimal({at})",
            Kind.Record when type.IsOptional => $"slot.GetOptional(ref reader, {at}, {type.Formatter}.Instance)",
            Kind.Record or Kind.Union when !type.IsOptional => $"slot.Get(ref reader, {at}, {type.Formatter}.Instance)",
            _ => $"slot.Get(ref reader, {at}, {_formats.Field(type)})",
        };
    }

    private void ShadowUnion()
    {
        using (_code.Open($"protected override void WriteShadow(ref {ShadowWriter} writer, {Slot} slot, {Type} v)"))
        {
            using (_code.Open("if (v is null)"))
            {
                _code.Line($"if (!writer.References) {Lib.Writer}.Null<{Type}>({Lib.Text(_model.Self.WireName)}, \"\");");
                _code.Line($"slot.PutUnion(ref writer, 0, {_model.Cases[0].Type.Formatter}.Instance, null);").Line("return;");
            }
            _code.Line("global::System.Type type = v.GetType();");
            foreach (CaseModel one in _model.Cases)
            {
                _code.Line($"if (type == typeof({one.Type.Name})) slot.PutUnion(ref writer, {one.Tag}, {one.Type.Formatter}.Instance, ({one.Type.Name})(object)v);");
                _code.Line("else");
            }
            _code.Line($"{Lib.Runtime}Generated.FailUnion(v, typeof({Type}));");
        }
        _code.Line();
        using (_code.Open($"protected override {Type} ReadShadow(ref {ShadowReader} reader, {Slot} slot, {Type} v)"))
        {
            using (_code.Open("switch (slot.GetUnionIndex())"))
            {
                foreach (CaseModel one in _model.Cases)
                {
                    string label = one == _model.Cases[_model.Cases.Count - 1] ? "default" : "case " + one.Tag;
                    _code.Line($"{label}: return ({Type})(object)slot.GetUnion(ref reader, {one.Type.Formatter}.Instance);");
                }
            }
        }
        _code.Line();
    }
}
