// SPDX-License-Identifier: MIT
//
// The structs of the C interface that are passed, member by member as in include/fastser/c. Each begins
// with its size, so that a library of a later version knows which one it is given.
using System;
using System.Runtime.InteropServices;

namespace Fastser.Native;

#pragma warning disable CS0649 // filled in by the library
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct NativeError
{
    public uint StructSize;
    public int Status;
    public ulong Offset;
    public fixed byte Path[256];
    public fixed byte Message[256];
}
#pragma warning restore CS0649

[StructLayout(LayoutKind.Sequential)]
internal struct NativeBytes
{
    public IntPtr Data;
    public nuint Size;
    public IntPtr Release;
    public IntPtr PrivateData;
}

[StructLayout(LayoutKind.Sequential)]
internal struct NativeLimits
{
    public uint StructSize;
    public uint Depth;
    public ulong MemoryFactor;
    public ulong MemoryBase;
}

[StructLayout(LayoutKind.Sequential)]
internal struct EncodeOptions
{
    public uint StructSize;
    public uint Header;
    public uint Sharing;
    public uint UserVersion;
    public uint Checksum;
    public uint Canonical;

    public static unsafe EncodeOptions Of(FastSerializerOptions options) => new()
    {
        StructSize = (uint)sizeof(EncodeOptions),
        Header = (uint)options.Header,
        Sharing = (uint)options.Sharing,
        UserVersion = options.UserVersion,
        Checksum = options.Checksum ? 1u : 0u,
    };
}

[StructLayout(LayoutKind.Sequential)]
internal unsafe struct DecodeOptions
{
    public uint StructSize;
    public uint Header;
    public uint Sharing;
    public NativeLimits* Limits;
    public IntPtr Arena;
    public uint* UserVersion;
    public uint ClearArena;
}

[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ConvertOptions
{
    public uint StructSize;
    public uint UserVersion;
    public int Replace;
    public int NanAsNull;
    public int RefuseShared;
    public int Pretty;
    public int Checksum;
    public int SchemaAsText;
    public byte* Schema;
    public nuint SchemaSize;
    public NativeBytes* NewSchema;
    public ulong MaxText;
    public NativeLimits* Limits;
    public IntPtr Type;
    public IntPtr Classes;
    public nuint ClassCount;
    public int IndexedVariants;
    public int SkipUnknown;
    public byte* TargetSchema;
    public nuint TargetSchemaSize;
}

[StructLayout(LayoutKind.Sequential)]
internal unsafe struct InspectOptions
{
    public uint StructSize;
    public int StrictText;
    public byte* Schema;
    public nuint SchemaSize;
    public ulong MaxElements;
    public int Statistics;
    public int Reserved;
    public NativeLimits* Limits;
    public IntPtr Classes;
    public nuint ClassCount;
}

// ---- how values lie in memory (fastser/c/plan.h). Functions are always NULL here.

[StructLayout(LayoutKind.Sequential)]
internal struct TextAccess
{
    public uint StructSize;
    public uint IsData;
    public nuint Size;
    public uint Extent;
    public nuint FirstAt;
    public nuint ExtentAt;
    public IntPtr Context;
    public IntPtr Get;
    public IntPtr Set;
}

[StructLayout(LayoutKind.Sequential)]
internal struct ListAccess
{
    public uint StructSize;
    public uint IsChain;
    public nuint Size;
    public nuint Stride;
    public nuint Element;
    public uint Extent;
    public nuint FirstAt;
    public nuint ExtentAt;
    public IntPtr Context;
    public IntPtr View;
    public IntPtr Resize;
    public IntPtr Count;
    public IntPtr Each;
    public IntPtr Clear;
    public IntPtr Append;
}

[StructLayout(LayoutKind.Sequential)]
internal struct MapAccess
{
    public uint StructSize;
    public uint IsUnordered;
    public nuint Size;
    public nuint KeySize;
    public nuint Node;
    public uint Extent;
    public nuint FirstAt;
    public nuint ExtentAt;
    public nuint Stride;
    public nuint ValueAt;
    public IntPtr Context;
    public IntPtr Count;
    public IntPtr Each;
    public IntPtr Clear;
    public IntPtr MakeKey;
    public IntPtr EndKey;
    public IntPtr Insert;
    public IntPtr Less;
}

[StructLayout(LayoutKind.Sequential)]
internal struct OptionalAccess
{
    public uint StructSize;
    public uint Has;
    public nuint Size;
    public nuint Owned;
    public nuint ValueAt;
    public nuint FlagAt;
    public IntPtr Context;
    public IntPtr Get;
    public IntPtr Emplace;
    public IntPtr Reset;
}

[StructLayout(LayoutKind.Sequential)]
internal struct DefaultAccess
{
    public uint StructSize;
    public IntPtr Context;
    public IntPtr Reset;
}

[StructLayout(LayoutKind.Sequential)]
internal struct VariantAccess
{
    public uint StructSize;
    public uint IndexSize;
    public nuint Size;
    public nuint IndexAt;
    public nuint ValueAt;
    public IntPtr Context;
    public IntPtr Get;
    public IntPtr Emplace;
    public uint Boxes;
}

[StructLayout(LayoutKind.Sequential)]
internal struct ObjectAccess
{
    public uint StructSize;
    public nuint Size;
    public IntPtr Context;
    public IntPtr Make;
    public IntPtr Release;
    public IntPtr Empty;
}

[StructLayout(LayoutKind.Sequential)]
internal struct RefAccess
{
    public uint StructSize;
    public uint IsWeak;
    public nuint Size;
    public IntPtr Context;
    public IntPtr Get;
    public IntPtr Set;
}
