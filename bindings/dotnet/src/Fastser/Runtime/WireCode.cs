// SPDX-License-Identifier: MIT
//
// Type codes: the first byte of every type expression (docs/format.md section 4).
using System.ComponentModel;

namespace Fastser.Runtime;

/// <summary>Type codes: the first byte of every type expression in an archive.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public enum WireCode : byte
{
#pragma warning disable CS1591 // The names say what docs/format.md says of these numbers.
    Null = 0x00,
    Bool = 0x01,
    I8 = 0x02,
    U8 = 0x03,
    I16 = 0x04,
    U16 = 0x05,
    I32 = 0x06,
    U32 = 0x07,
    I64 = 0x08,
    U64 = 0x09,
    F32 = 0x0A,
    F64 = 0x0B,
    VarI16 = 0x0C,
    VarU16 = 0x0D,
    VarI32 = 0x0E,
    VarU32 = 0x0F,
    VarI64 = 0x10,
    VarU64 = 0x11,
    String = 0x14,
    Data = 0x15,
    SharedString = 0x16,
    SharedData = 0x17,
    Date = 0x18,
    Duration = 0x19,
    Uuid = 0x1A,
    Decimal = 0x1B,
    Url = 0x1C,
    ClassRef = 0x1D,
    AppleDate = 0x1E,
    Optional = 0x20,
    List = 0x21,
    Array = 0x22,
    Set = 0x23,
    Map = 0x24,
    OrderedMap = 0x25,
    Variant = 0x26,
    Enum = 0x27,
    Record = 0x28,
    Ref = 0x29,
    AnyRecord = 0x2A,
    AnyRef = 0x2B,
    Any = 0x2C,
    Tuple = 0x2D,
    Bits = 0x2E,
    OwnedAny = 0x2F,
#pragma warning restore CS1591
}
