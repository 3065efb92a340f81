// SPDX-License-Identifier: MIT
//
// Values of fixed width that are put into a run, and taken from one, at an offset from its place.
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal static class Fixed
{
    /// <summary>Whether a value is put and taken in place, without its formatter.</summary>
    public static bool IsInline(TypeRef type) => type.IsFixed && (type.Kind switch
    {
        Kind.Enum => true,
        Kind.Record => !type.IsReference,
        _ => Put(type, "p", 0, "v") is not null,
    });

    /// <summary>The statement that puts a value; null where there is none.</summary>
    public static string? Put(TypeRef type, string place, int offset, string value) => type.Kind switch
    {
        Kind.Bool => $"{Lib.Wire}.PutBool(ref {place}, {offset}, {value});",
        Kind.I8 or Kind.U8 => $"{Lib.Wire}.Put8(ref {place}, {offset}, (byte){value});",
        Kind.I16 or Kind.U16 or Kind.Char => $"{Lib.Wire}.Put16(ref {place}, {offset}, (ushort){value});",
        Kind.I32 or Kind.U32 => $"{Lib.Wire}.Put32(ref {place}, {offset}, (uint){value});",
        Kind.I64 or Kind.U64 => $"{Lib.Wire}.Put64(ref {place}, {offset}, (ulong){value});",
        Kind.F32 => $"{Lib.Wire}.PutF32(ref {place}, {offset}, {value});",
        Kind.F64 => $"{Lib.Wire}.PutF64(ref {place}, {offset}, {value});",
        Kind.Guid => $"{Lib.Wire}.PutGuid(ref {place}, {offset}, {value});",
        Kind.Decimal => $"{Lib.Wire}.PutDecimal(ref {place}, {offset}, {value});",
        Kind.TimeSpan => $"{Lib.Wire}.Put64(ref {place}, {offset}, (ulong){value}.Ticks);",
        Kind.DateTime or Kind.DateTimeOffset => $"{Lib.Formatters}{type.Kind}Formatter.Put(ref {place}, {offset}, {value});",
        Kind.Enum => Put(Underlying(type), place, offset, $"({Keyword(type.Underlying)}){value}"),
        Kind.Record => $"{type.Formatter}.Put(ref writer, ref {place}, {offset}, {value});",
        _ => null,
    };

    /// <summary>The expression that takes a value.</summary>
    public static string Get(TypeRef type, string place, int offset) => type.Kind switch
    {
        Kind.Bool => $"reader.GetBool(in {place}, {offset})",
        Kind.I8 => $"(sbyte){Lib.Wire}.Get8(in {place}, {offset})",
        Kind.U8 => $"{Lib.Wire}.Get8(in {place}, {offset})",
        Kind.I16 => $"(short){Lib.Wire}.Get16(in {place}, {offset})",
        Kind.U16 => $"{Lib.Wire}.Get16(in {place}, {offset})",
        Kind.Char => $"(char){Lib.Wire}.Get16(in {place}, {offset})",
        Kind.I32 => $"(int){Lib.Wire}.Get32(in {place}, {offset})",
        Kind.U32 => $"{Lib.Wire}.Get32(in {place}, {offset})",
        Kind.I64 => $"(long){Lib.Wire}.Get64(in {place}, {offset})",
        Kind.U64 => $"{Lib.Wire}.Get64(in {place}, {offset})",
        Kind.F32 => $"{Lib.Wire}.GetF32(in {place}, {offset})",
        Kind.F64 => $"{Lib.Wire}.GetF64(in {place}, {offset})",
        Kind.Guid => $"{Lib.Wire}.GetGuid(in {place}, {offset})",
        Kind.Decimal => $"reader.GetDecimal(in {place}, {offset})",
        Kind.TimeSpan => $"new global::System.TimeSpan((long){Lib.Wire}.Get64(in {place}, {offset}))",
        Kind.DateTime or Kind.DateTimeOffset => $"{Lib.Formatters}{type.Kind}Formatter.Get(ref reader, in {place}, {offset})",
        Kind.Enum => $"({type.Name})({Get(Underlying(type), place, offset)})",
        _ => $"{type.Formatter}.Get(ref reader, in {place}, {offset})",
    };

    public static string Keyword(Kind kind) => kind switch
    {
        Kind.I8 => "sbyte",
        Kind.U8 => "byte",
        Kind.I16 => "short",
        Kind.U16 => "ushort",
        Kind.I32 => "int",
        Kind.U32 => "uint",
        Kind.I64 => "long",
        _ => "ulong",
    };

    private static TypeRef Underlying(TypeRef type) => new(type.Underlying, Keyword(type.Underlying), Size: type.Size);
}
