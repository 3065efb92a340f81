// SPDX-License-Identifier: MIT
//
// Formatters of the types that members have, put together from the library's own and generated ones. A
// type's formatters are kept in a class inside its formatter: that is set up when it is first used, when
// all formatters that it mentions are there.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed class Formats
{
    private readonly Dictionary<TypeRef, string> _fields = new();
    private readonly List<(string Class, string Name, string Expression)> _declared = new();
    private readonly string _class;

    /// <param name="name">The name of the class that has them.</param>
    public Formats(string name) => _class = name;

    public string Write(TypeRef type, string value) =>
        MayCountInField(type) ? $"{Lib.Runtime}Generated.WriteField(ref writer, {Field(type)}, {value});"
        : CountsInField(type) ? $"writer.Enter(); {Field(type)}.Write(ref writer, {value}); writer.Leave();"
        : $"{Field(type)}.Write(ref writer, {value});";

    public string Read(TypeRef type) =>
        MayCountInField(type) || CountsInField(type) ? $"{Lib.Runtime}Generated.ReadField(ref reader, {Field(type)})" : $"{Field(type)}.Read(ref reader)";

    /// <summary>The wire type of a member.</summary>
    public string WireType(TypeRef type)
    {
        if (type.IsOptional && type.Kind == Kind.String && !type.Share) return Lib.WireType + ".Optional(" + Lib.WireType + ".String)";
        if (type.IsOptional && type.Kind is Kind.Record or Kind.Union) return Lib.WireType + ".Optional(" + Instance(type) + ".Type)";
        string? simple = type.Varint && type.Kind is not (Kind.Enum or Kind.Nullable) ? Varint.Code(type.Kind)
            : type.Share && type.Kind == Kind.String && !type.IsOptional ? "SharedString" : type.Kind switch
        {
            Kind.Bool => "Bool",
            Kind.I8 => "I8",
            Kind.U8 => "U8",
            Kind.I16 => "I16",
            Kind.U16 or Kind.Char => "U16",
            Kind.I32 => "I32",
            Kind.U32 => "U32",
            Kind.I64 => "I64",
            Kind.U64 => "U64",
            Kind.F32 => "F32",
            Kind.F64 => "F64",
            Kind.Guid => "Uuid",
            Kind.Decimal => "Decimal",
            Kind.String when !type.IsOptional => "String",
            _ => null,
        };
        if (simple is not null) return Lib.WireType + "." + simple;
        if (type.Kind == Kind.Enum)
        {
            return $"{Lib.WireType}.Enum({Lib.Text(type.WireName)}, {EnumCode(type)})";
        }
        return type.Kind is Kind.Record or Kind.Union ? Instance(type) + ".Type" : Field(type) + ".Type";
    }

    /// <summary>The declarations of all that was asked for.</summary>
    public void Declare(Code code)
    {
        if (_declared.Count == 0) return;
        using (code.Open("private static class " + _class))
        {
            foreach ((string type, string name, string expression) in _declared)
            {
                code.Line($"internal static readonly {type} {name} = {expression};");
            }
        }
    }

    /// <summary>The formatter of a type, in a field of its own.</summary>
    public string Field(TypeRef type)
    {
        if (_fields.TryGetValue(type, out string? known)) return known;
        string name = "F" + _declared.Count;
        _declared.Add((Class(type), name, Expression(type)));
        return _fields[type] = _class + "." + name;
    }

    private static string EnumCode(TypeRef type) =>
        Lib.Runtime + "WireCode." + (type.Varint ? Varint.Code(type.Underlying) : type.Underlying.ToString());

    private static string Instance(TypeRef type) => type.Formatter + ".Instance";

    /// <summary>An expression that makes or names the formatter of a type.</summary>
    public static string Expression(TypeRef type)
    {
        if (type.IsOptional || type.Kind == Kind.Parameter && type.MayBeNull) return Optional(type);
        return type.Kind switch
        {
            Kind.Record or Kind.Union => Instance(type),
            Kind.Parameter => $"{Lib.Runtime}FormatterOf.Get<{type.Name}>()",
            Kind.Enum => $"new {Class(type)}({Lib.Text(type.WireName)}, {EnumCode(type)})",
            Kind.Nullable or Kind.List or Kind.Set or Kind.Map or Kind.Grid or Kind.Tuple or Kind.Lazy =>
                $"{(IsOwnClass(type) ? "new " + Class(type) : Factory(type))}({string.Join(", ", type.Args.Select(Expression))})",
            Kind.Data when type.Form == "ImmutableArray" => Lib.Formatters + "CollectionFormatters.ImmutableBytes()",
            _ => Class(type) + ".Instance",
        };
    }

    private static string Optional(TypeRef type) => $"new {Class(type)}({Expression(type.NotNull)})";

    /// <summary>The class of that formatter.</summary>
    public static string Class(TypeRef type)
    {
        if (type.Kind == Kind.Parameter && type.MayBeNull) return $"{Lib.Formatters}OpenOptionalFormatter<{type.Name}>";
        if (type.IsOptional) return $"{Lib.Formatters}OptionalFormatter<{type.Name}>";
        switch (type.Kind)
        {
            case Kind.Record or Kind.Union:
                return type.Formatter;
            case Kind.Parameter:
                return $"{Lib.Runtime}Formatter<{type.Name}>";
            case Kind.Enum:
                return $"{Lib.Formatters}{(type.Varint ? "Varint" : "")}EnumFormatter<{type.Name}>";
            case Kind.Data:
                if (type.Form == "ImmutableArray") return $"{Lib.Runtime}Formatter<{type.Name}>";
                return Lib.Formatters + (type.Share ? "Shared" : "") + (type.Form == "Array" ? "" : type.Form) + "BytesFormatter";
            case Kind.List or Kind.Set or Kind.Map or Kind.Tuple:
                if (!IsOwnClass(type)) return $"{Lib.Runtime}Formatter<{type.Name}>";
                return $"{Lib.Formatters}{type.Form}Formatter<{Arguments(type)}>";
            case Kind.Grid:
                return $"{Lib.Formatters}Array{type.Rank}Formatter<{type.Args[0].Name}>";
            case Kind.Nullable:
                return $"{Lib.Formatters}NullableFormatter<{type.Args[0].Name}>";
            case Kind.Lazy:
                return $"{Lib.Formatters}LazyFormatter<{type.Args[0].Name}>";
            default:
                return Lib.Formatters + (type.Share ? "Shared" : type.Varint ? "Var" : "") + Simple(type.Kind) + "Formatter";
        }
    }

    private static string Arguments(TypeRef type) => string.Join(", ", type.Args.Select(one => one.Name));

    // Collections that have a formatter's class of their own; the others have a method that makes one.
    private static bool IsOwnClass(TypeRef type) => type.Kind switch
    {
        Kind.List => type.Form is "Array" or "List" or "Memory" or "ReadOnlyMemory" or "ArraySegment",
        Kind.Map => type.Form == "Dictionary",
        Kind.Set => false,
        _ => true,
    };

    private static string Factory(TypeRef type)
    {
        string all = type.Kind == Kind.List ? "CollectionFormatters" : type.Kind == Kind.Set ? "SetFormatters" : "MapFormatters";
        return $"{Lib.Formatters}{all}.{type.Form}<{Arguments(type)}>";
    }

    /// <summary>Whether a value is one level deeper in a field: what archives hold it as is a record or tuple.</summary>
    public static bool CountsInField(TypeRef type) => !type.IsOptional && (type.Kind switch
    {
        Kind.Tuple or Kind.Grid or Kind.DateTime or Kind.DateTimeOffset or Kind.DateOnly or Kind.TimeOnly or Kind.Half or Kind.Int128
            or Kind.UInt128 or Kind.Complex or Kind.BigInteger or Kind.Version or Kind.BitArray => true,
        Kind.Record => !type.IsReference,
        _ => false,
    });

    /// <summary>Whether only the value's formatter knows that.</summary>
    private static bool MayCountInField(TypeRef type) => !type.IsOptional && !type.MayBeNull && type.Kind is Kind.Parameter or Kind.Lazy;

    private static string Simple(Kind kind) => kind switch
    {
        Kind.Bool => "Boolean",
        Kind.I8 => "SByte",
        Kind.U8 => "Byte",
        Kind.I16 => "Int16",
        Kind.U16 => "UInt16",
        Kind.I32 => "Int32",
        Kind.U32 => "UInt32",
        Kind.I64 => "Int64",
        Kind.U64 => "UInt64",
        Kind.F32 => "Single",
        Kind.F64 => "Double",
        Kind.NInt => "IntPtr",
        Kind.NUInt => "UIntPtr",
        _ => kind.ToString(),
    };
}
