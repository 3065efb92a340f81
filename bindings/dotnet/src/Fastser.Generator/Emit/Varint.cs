// SPDX-License-Identifier: MIT
//
// Integers in as few bytes as they need: members with the option Varint.
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal static class Varint
{
    private static Kind Integer(TypeRef type) => type.Kind == Kind.Enum ? type.Underlying : type.Kind;

    /// <summary>The number that is written: unsigned as it is, signed as its zigzag.</summary>
    public static string Number(TypeRef type, string value) => Integer(type) switch
    {
        Kind.I16 or Kind.I32 or Kind.I64 => $"{Lib.Wire}.Zigzag((long){value})",
        _ => $"(ulong){value}",
    };

    public static string Read(TypeRef type) => Integer(type) switch
    {
        Kind.I16 => $"({type.Name})reader.ReadZigzag(ushort.MaxValue)",
        Kind.I32 => $"({type.Name})reader.ReadZigzag(uint.MaxValue)",
        Kind.I64 => $"({type.Name})reader.ReadZigzag()",
        Kind.U16 => $"({type.Name})reader.ReadVarint(ushort.MaxValue)",
        Kind.U32 => $"({type.Name})reader.ReadVarint(uint.MaxValue)",
        _ => $"({type.Name})reader.ReadVarint()",
    };

    /// <summary>Its code, as WireCode and WireType name it.</summary>
    public static string Code(Kind integer) => integer switch
    {
        Kind.I16 => "VarI16",
        Kind.U16 => "VarU16",
        Kind.I32 => "VarI32",
        Kind.U32 => "VarU32",
        Kind.I64 => "VarI64",
        _ => "VarU64",
    };
}
