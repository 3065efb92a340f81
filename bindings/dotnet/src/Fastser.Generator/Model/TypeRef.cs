// SPDX-License-Identifier: MIT
//
// A type as a member, an element or a root has it: what it is in an archive and how C# names it. Pure
// data without symbols; equal types are equal values.
namespace Fastser.Generator.Model;

/// <summary>What a C# type is in an archive.</summary>
internal enum Kind
{
    Unknown,
    // Values of fixed width that are the same numbers in C#.
    Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64,
    // Those that are other types in C#.
    Char, NInt, NUInt, Guid, Decimal, DateTime, DateTimeOffset, TimeSpan, DateOnly, TimeOnly,
    Half, Int128, UInt128, Complex, Rune, BitVector32,
    Enum,
    // Values of any width.
    String, Data, Uri, Version, BigInteger, BitArray, StringBuilder, CultureInfo,
    // Values that hold values.
    Nullable, List, Set, Map, Grid, Tuple, Lazy,
    Any,
    // Types with a formatter that the generator makes.
    Record, Union,
    // A type parameter of the generic type that has the member.
    Parameter,
}

/// <param name="Kind">What it is in an archive.</param>
/// <param name="Name">Its full name in C#, without annotations.</param>
/// <param name="IsReference">Whether it can be null in C# at all.</param>
/// <param name="MayBeNull">Whether null is a value that the member may have.</param>
/// <param name="Args">Elements; key and value; parts of a tuple; what is nullable or lazy.</param>
/// <param name="Form">Of a collection, data or tuple: which type of .NET it is, as "List".</param>
/// <param name="Formatter">Of a record or union: the full name of the class made for it.</param>
/// <param name="WireName">Of an enum, record or union: its name in archives.</param>
/// <param name="Underlying">Of an enum: its integer type.</param>
/// <param name="Size">The bytes that every value takes, or 0 if that differs; of a struct only where its members
/// are put in place.</param>
/// <param name="IsBlock">Whether its bytes in memory are its bytes in an archive, if the sizes agree
/// (which generated code asks when it runs).</param>
/// <param name="Varint">Integers in as few bytes as needed.</param>
/// <param name="Share">Strings and data that are equal are written once.</param>
/// <param name="Rank">Of a grid: its dimensions.</param>
/// <param name="IsHidden">Of an enum, record or union: whether it, or a type around it, is private or protected, so
/// that the rest of the assembly cannot name it.</param>
/// <param name="StructBytes">Of a struct that is a block: its bytes.</param>
internal sealed record TypeRef(
    Kind Kind,
    string Name,
    bool IsReference = false,
    bool MayBeNull = false,
    EquatableArray<TypeRef> Args = default,
    string Form = "",
    string Formatter = "",
    string WireName = "",
    Kind Underlying = Kind.Unknown,
    int Size = 0,
    bool IsBlock = false,
    bool Varint = false,
    bool Share = false,
    int Rank = 0,
    bool IsHidden = false,
    int StructBytes = 0)
{
    /// <summary>Whether a null of it is written as a byte before the value.</summary>
    public bool IsOptional => IsReference && MayBeNull && Kind != Kind.Any;

    /// <summary>The same type where null is no value.</summary>
    public TypeRef NotNull => MayBeNull ? this with { MayBeNull = false } : this;

    /// <summary>The bytes of a block; else 0.</summary>
    public int BlockBytes => !IsBlock ? 0 : Kind == Kind.Record ? StructBytes : Size;

    /// <summary>Whether it has a fixed width where it stands.</summary>
    public bool IsFixed => Size > 0 && !Varint;
}
