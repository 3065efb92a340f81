// SPDX-License-Identifier: MIT
//
// FormatterEmitter: abstract classes and interfaces whose classes are named. A value is the index of its
// class and a value of that. With References on null is the first class and nil; else it is an optional.
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private void Union()
    {
        string classes = string.Join(", ", _model.Cases.Select(one => one.Type.Formatter + ".Instance.Type"));
        _code.Line($"public static readonly {_model.FormatterName} Instance = new {_model.FormatterName}();").Line();
        // Made late: a class of the union may be just about to be set up.
        _code.Line($"private static {Lib.WireType} s_type;").Line();
        _code.Line($"public override {Lib.WireType} Type => s_type ??= {Lib.WireType}.Union({classes});").Line();
        WriteUnion();
        ReadUnion();
        ShadowUnion();
    }

    private void WriteUnion()
    {
        string name = Lib.Text(_model.Self.WireName);
        using (_code.Open($"public override void Write(ref {Lib.Writer} writer, {Type} v)"))
        {
            using (_code.Open("if (v is null)"))
            {
                _code.Line($"if (!writer.References) {Lib.Writer}.Null<{Type}>({name}, \"\");");
                _code.Line("writer.WriteVarint(0);").Line("writer.WriteNil();").Line("return;");
            }
            _code.Line("global::System.Type type = v.GetType();");
            foreach (CaseModel one in _model.Cases)
            {
                using (_code.Open($"if (type == typeof({one.Type.Name}))"))
                {
                    _code.Line($"writer.WriteVarint({one.Tag});");
                    _code.Line($"{one.Type.Formatter}.WriteMember(ref writer, ({one.Type.Name})(object)v);").Line("return;");
                }
            }
            _code.Line($"{Lib.Runtime}Generated.FailUnion(v, typeof({Type}));");
        }
        _code.Line();
        _code.Line($"public static void WriteMember(ref {Lib.Writer} writer, {Type} v) => Instance.Write(ref writer, v);").Line();
        using (_code.Open($"public static void WriteOptional(ref {Lib.Writer} writer, {Type} v)"))
        {
            using (_code.Open("if (writer.References)")) _code.Line("Instance.Write(ref writer, v);").Line("return;");
            _code.Line("writer.WriteBool(v is not null);").Line("if (v is null) return;");
            _code.Line("writer.Enter();").Line("Instance.Write(ref writer, v);").Line("writer.Leave();");
        }
        _code.Line();
    }

    private void ReadUnion()
    {
        using (_code.Open($"public override {Type} Read(ref {Lib.Reader} reader)"))
        {
            using (_code.Open($"switch (reader.ReadIndex({_model.Cases.Count}))"))
            {
                for (int i = 0; i < _model.Cases.Count; ++i)
                {
                    string label = i == _model.Cases.Count - 1 ? "default:" : $"case {i}:";
                    _code.Line($"{label} return ({Type})(object){_model.Cases[i].Type.Formatter}.ReadMember(ref reader);");
                }
            }
        }
        _code.Line();
        _code.Line($"public static {Type} ReadMember(ref {Lib.Reader} reader) => Instance.Read(ref reader);").Line();
        using (_code.Open($"public static {Type} ReadOptional(ref {Lib.Reader} reader)"))
        {
            _code.Line("if (reader.References) return Instance.Read(ref reader);");
            _code.Line("if (!reader.ReadFlag()) return null;");
            _code.Line("reader.Enter();").Line($"{Type} v = Instance.Read(ref reader);").Line("reader.Leave();").Line("return v;");
        }
        _code.Line();
    }
}
