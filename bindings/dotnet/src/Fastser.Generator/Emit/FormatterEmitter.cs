// SPDX-License-Identifier: MIT
//
// The formatter of one type: a class with static methods, which generated types call in each other
// directly. This file is the frame and what is the same for all; WriteEmitter, ReadEmitter,
// ShadowEmitter and UnionEmitter have the rest.
//
// Static methods of a formatter (T: the type; `in`, `ref` for structs):
//   WriteFields(writer, T)     the fields alone, base class first
//   WriteMember(writer, T)     a value in a field: an object, or a record one level deeper
//   WriteOptional(writer, T)   the same where null is a value
//   ReadFields, ReadMember, ReadOptional: the way back
//   Put, Get                   a struct of fixed width, in a run
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Frontend;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private readonly TypeModel _model;
    private readonly Code _code = new();
    private readonly Formats _formats;
    private readonly string _offsets;

    private FormatterEmitter(TypeModel model)
    {
        _model = model;
        _formats = new Formats(Free("Formats"));
        _offsets = Free("Offsets");
    }

    // A name for a class inside the formatter that hides no type parameter.
    private string Free(string name)
    {
        string[] taken = _model.TypeParameters.Split(new[] { ", " }, System.StringSplitOptions.None);
        while (taken.Contains(name)) name += "_";
        return name;
    }

    private string Type => _model.Self.Name;

    private bool IsClass => _model.Self.IsReference;

    private IEnumerable<MemberModel> Own => _model.Members.Where(one => one.IsOwn);

    private bool HasCallbacks => _model.Callbacks.Any || _model.BaseHasCallbacks;

    // Whether no code of the user's runs when the own members are written; those of base classes say so themselves.
    private bool IsPlain => !HasCallbacks && (_model.HasMark || !IsClass) && Own.All(one => one.IsPlain);

    private bool IsFixed => _model.Self.IsFixed && !IsClass && Own.All(one => Fixed.IsInline(one.Type));

    /// <summary>A value as a parameter of the static methods.</summary>
    private string In => IsClass ? Type + " v" : "in " + Type + " value";

    private string Ref => IsClass ? Type + " v" : "ref " + Type + " v";

    private string PassRef => IsClass ? "v" : "ref v";

    /// <summary>The source text of a type's formatter.</summary>
    public static string Emit(TypeModel model)
    {
        var emitter = new FormatterEmitter(model);
        return emitter.Run();
    }

    private string Run()
    {
        Lib.Head(_code);
        _code.Line();
        var open = new Stack<Code.Block>();
        if (_model.Namespace.Length != 0) open.Push(_code.Open("namespace " + _model.Namespace));
        foreach (string header in _model.Headers) open.Push(_code.Open(header));
        if (_model.DeclaresMark) Mark();
        _code.Line(Lib.Hidden).Line(Lib.Generated).Line(Lib.Obsolete);
        bool onlyBase = _model.IsAbstract && !_model.IsUnion;
        string head = onlyBase ? $"{_model.FormatterAccess} static class {_model.FormatterName}"
            : $"{_model.FormatterAccess} sealed class {_model.FormatterName} : {Lib.Runtime}GeneratedFormatter<{Type}>";
        using (_code.Open(head))
        {
            if (_model.IsUnion) Union();
            else if (!onlyBase) Frame();
            if (_model.IsAbstract && (onlyBase || _model.Headers.Count != 0)) FieldsOfBase();
            RegisterMembers();
            _formats.Declare(_code);
        }
        while (open.Count != 0) open.Pop().Dispose();
        Registrar();
        return _code.ToString();
    }

    // Types of members that nobody but this type can name.
    private void RegisterMembers()
    {
        List<string> statements = RegistrationEmitter.StatementsOfHidden(_model).ToList();
        if (statements.Count == 0) return;
        using (_code.Open("internal static void RegisterMembers()"))
        {
            foreach (string one in statements) _code.Line(one);
        }
        _code.Line();
    }

    // A private type is registered by a type around it.
    private void Registrar()
    {
        if (_model.RegistrarDepth == 0) return;
        var open = new Stack<Code.Block>();
        if (_model.Namespace.Length != 0) open.Push(_code.Open("namespace " + _model.Namespace));
        foreach (string header in _model.Headers.Take(_model.RegistrarDepth)) open.Push(_code.Open(header));
        _code.Line(Lib.Hidden).Line(Lib.Generated).Line(Lib.Obsolete);
        using (_code.Open("internal static class " + _model.RegistrarName))
        {
            using (_code.Open("internal static void Register()"))
            {
                foreach (string one in RegistrationEmitter.StatementsOf(_model)) _code.Line(one);
            }
        }
        while (open.Count != 0) open.Pop().Dispose();
    }

    // The field by which an object is known again in a graph.
    private void Mark() => _code
        .Line("[global::System.NonSerialized]")
        .Line("[global::System.Diagnostics.DebuggerBrowsable(global::System.Diagnostics.DebuggerBrowsableState.Never)]")
        .Line(Lib.Hidden)
        .Line("internal int _fastserMark;")
        .Line();

    private void Frame()
    {
        Shape(Lib.WireType + (IsClass ? ".Class(Shape)" : ".Record(Shape)"));
        _code.Line($"public static readonly {_model.FormatterName} Instance = new {_model.FormatterName}();").Line();
        _code.Line($"public override {Lib.WireType} Type => s_type;").Line();
        Members();
        Writing();
        SizeAtOnce();
        Reading();
        Callbacks();
        Shadows();
    }

    // An abstract class has fields for the classes that derive from it.
    private void FieldsOfBase()
    {
        Shape(null);
        Members();
        WriteFields();
        ReadFields();
        Accessors();
        Callbacks();
        ShadowFields();
    }

    // What classes that derive from this one need to know of its members, and how they get at private ones.
    private void Members()
    {
        if (!IsClass || _model.IsSealed || _model.Headers.Count == 0) return;
        _code.Line($"public const string {MemberList.Constant} = {Lib.Text(MemberList.Text(Own))};").Line();
        foreach (MemberModel member in Own.Where(one => one.Reach == Reach.Formatter))
        {
            string name = member.Name.TrimStart('@'), type = member.Type.Name;
            if (member.Setting == Setting.Fill) _code.Line($"internal static {type} Own_{name}({Type} v) => v.{member.Name};").Line();
            else using (_code.Open($"internal static void Assign_{name}({Type} v, {type} value)")) _code.Line(Set(member, "value"));
        }
    }

    private void Shape(string? type)
    {
        string name = _model.NameParts.Count == 0 ? Lib.Text(_model.Self.WireName)
            : $"{Lib.Text(_model.NameParts[0] + "<")} + " + string.Join(" + \",\" + ",
                _model.NameParts.Skip(1).Select(one => $"{Lib.Runtime}Generated.NameOf<{one}>()")) + " + \">\"";
        string super = _model.Base is null ? "null" : _model.Base.Formatter + ".Shape";
        _code.Line($"public static readonly {Lib.WireShape} Shape = new {Lib.WireShape}({name}, {_model.Version}u, {super}, Fields{(IsPlain ? ", true" : "")});").Line();
        if (type is not null) _code.Line($"private static readonly {Lib.WireType} s_type = {type};").Line();
        using (_code.Open($"private static {Lib.WireField}[] Fields() => new {Lib.WireField}[]"))
        {
            foreach (MemberModel member in Own)
            {
                string former = string.Concat(member.Former.Select(one => ", " + Lib.Text(one)));
                _code.Line($"new {Lib.WireField}({Lib.Text(member.WireName)}, {_formats.WireType(member.Type)}{former}),");
            }
        }
        _code.Line(";").Line();
    }

    // What a class calls around writing and reading; each class its own, those of base classes first.
    private void Callbacks()
    {
        if (!HasCallbacks) return;
        Callback("Serializing", _model.Callbacks.Serializing);
        Callback("Serialized", _model.Callbacks.Serialized);
        Callback("Deserializing", _model.Callbacks.Deserializing);
        Callback("Deserialized", _model.Callbacks.Deserialized);
        if (IsClass && !_model.IsAbstract)
        {
            _code.Line($"public override void Completed(object value) => Deserialized(({Type})value);").Line();
            _code.Line("public override bool WantsCompleted => true;").Line();
        }
    }

    private void Callback(string name, string method)
    {
        using (_code.Open($"public static void {name}({Ref})"))
        {
            if (_model.BaseHasCallbacks) _code.Line($"{_model.Base!.Formatter}.{name}(v);");
            if (method.Length != 0) _code.Line($"v.{method}();");
        }
        _code.Line();
    }

    private void Call(string callback)
    {
        if (HasCallbacks) _code.Line($"{callback}({PassRef});");
    }

    // `in` without copies at every property.
    private void Alias()
    {
        if (!IsClass) _code.Line($"ref {Type} v = ref {Lib.Unsafe}.AsRef(in value);");
    }
}
