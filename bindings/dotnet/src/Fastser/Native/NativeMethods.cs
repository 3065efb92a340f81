// SPDX-License-Identifier: MIT
//
// The functions of the C interface that are called, with arguments that are passed as they are: integers
// and pointers, so that nothing is marshalled. Source-generated stubs where there are some, DllImport of
// the same elsewhere.
using System;
using System.Runtime.InteropServices;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

[assembly: DisableRuntimeMarshalling]
#endif

namespace Fastser.Native;

internal static unsafe partial class NativeMethods
{
    // Not "fastser": on Windows that is the name of the managed assembly.
    internal const string Library = "fastser_native";

#if NET8_0_OR_GREATER
    [LibraryImport(Library)]
    internal static partial int fastser_abi_version();
    [LibraryImport(Library)]
    internal static partial byte* fastser_version_string();
    [LibraryImport(Library)]
    internal static partial void fastser_bytes_release(NativeBytes* bytes);
    [LibraryImport(Library)]
    internal static partial int fastser_type_parse(byte* table, nuint size, IntPtr* type, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_type_read(byte* archive, nuint size, IntPtr* type, NativeError* error);
    [LibraryImport(Library)]
    internal static partial void fastser_type_release(IntPtr type);
    [LibraryImport(Library)]
    internal static partial int fastser_type_table(IntPtr type, IntPtr allocator, NativeBytes* table,
        NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_type_text(IntPtr type, IntPtr allocator, NativeBytes* text,
        NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_layout_create(IntPtr* layout, NativeError* error);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_destroy(IntPtr layout);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_text(IntPtr layout, TextAccess* access);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_list(IntPtr layout, ListAccess* access, uint element);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_array(IntPtr layout, uint element, nuint stride);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_map(IntPtr layout, MapAccess* access, uint key, uint value);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_set(IntPtr layout, MapAccess* access, uint key);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_optional(IntPtr layout, OptionalAccess* access, uint value);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_variant(IntPtr layout, VariantAccess* access,
        uint* alternatives, nuint count);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_any(IntPtr layout, VariantAccess* access);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_any_case(IntPtr layout, uint any, IntPtr type, uint form);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_tuple(IntPtr layout, nuint size, nuint* offsets,
        uint* elements, nuint count);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_object(IntPtr layout, ObjectAccess* access, uint body);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_body(IntPtr layout, uint number, uint body);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_ref(IntPtr layout, RefAccess* access, uint number);
    [LibraryImport(Library)]
    internal static partial uint fastser_layout_record(IntPtr layout, nuint size);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_field(IntPtr layout, uint record, byte* name, nuint nameSize,
        nuint offset, uint form);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_unnamed(IntPtr layout, uint record, nuint offset, uint form);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_defaults(IntPtr layout, uint record, DefaultAccess* access);
    [LibraryImport(Library)]
    internal static partial void fastser_layout_super(IntPtr layout, uint record, nuint offset, uint @base);
    [LibraryImport(Library)]
    internal static partial int fastser_plan_compile(IntPtr type, IntPtr layout, uint root, IntPtr* plan,
        NativeError* error);
    [LibraryImport(Library)]
    internal static partial void fastser_plan_release(IntPtr plan);
    [LibraryImport(Library)]
    internal static partial int fastser_plan_encode_to(IntPtr plan, byte* value, EncodeOptions* options,
        byte* memory, nuint capacity, nuint* size, NativeError* error);
    // The same for little that is written, in less than a microsecond: the collector waits for as long. Nothing
    // that writes calls back into managed code, or waits for anything.
    [LibraryImport(Library, EntryPoint = "fastser_plan_encode_to"), SuppressGCTransition]
    internal static partial int EncodeLittle(IntPtr plan, byte* value, EncodeOptions* options, byte* memory,
        nuint capacity, nuint* size, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_plan_decode(IntPtr plan, byte* archive, nuint size, byte* value,
        DecodeOptions* options, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_plan_rewrite(IntPtr plan, byte* archive, nuint size,
        DecodeOptions* reading, EncodeOptions* writing, IntPtr allocator, NativeBytes* bytes, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_arena_create(IntPtr* arena, NativeError* error);
    [LibraryImport(Library)]
    internal static partial void fastser_arena_destroy(IntPtr arena);
    [LibraryImport(Library)]
    internal static partial int fastser_detect_format(byte* data, nuint size);
    [LibraryImport(Library)]
    internal static partial int fastser_convert(byte* data, nuint size, int from, int to,
        ConvertOptions* options, IntPtr allocator, NativeBytes* bytes, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_verify(byte* data, nuint size, int format, InspectOptions* options,
        NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_inspect(byte* data, nuint size, int format, InspectOptions* options,
        IntPtr allocator, NativeBytes* text, NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_file_save(byte* path, nuint pathSize, byte* data, nuint size,
        NativeError* error);
    [LibraryImport(Library)]
    internal static partial int fastser_file_load(byte* path, nuint pathSize, ulong maxBytes, IntPtr allocator,
        NativeBytes* bytes, NativeError* error);
#else
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_abi_version();
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern byte* fastser_version_string();
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_bytes_release(NativeBytes* bytes);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_type_parse(byte* table, nuint size, IntPtr* type, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_type_read(byte* archive, nuint size, IntPtr* type, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_type_release(IntPtr type);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_type_table(IntPtr type, IntPtr allocator, NativeBytes* table,
        NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_type_text(IntPtr type, IntPtr allocator, NativeBytes* text,
        NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_layout_create(IntPtr* layout, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_destroy(IntPtr layout);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_text(IntPtr layout, TextAccess* access);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_list(IntPtr layout, ListAccess* access, uint element);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_array(IntPtr layout, uint element, nuint stride);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_map(IntPtr layout, MapAccess* access, uint key, uint value);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_set(IntPtr layout, MapAccess* access, uint key);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_optional(IntPtr layout, OptionalAccess* access, uint value);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_variant(IntPtr layout, VariantAccess* access,
        uint* alternatives, nuint count);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_any(IntPtr layout, VariantAccess* access);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_any_case(IntPtr layout, uint any, IntPtr type, uint form);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_tuple(IntPtr layout, nuint size, nuint* offsets, uint* elements,
        nuint count);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_object(IntPtr layout, ObjectAccess* access, uint body);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_body(IntPtr layout, uint number, uint body);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_ref(IntPtr layout, RefAccess* access, uint number);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern uint fastser_layout_record(IntPtr layout, nuint size);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_field(IntPtr layout, uint record, byte* name, nuint nameSize,
        nuint offset, uint form);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_unnamed(IntPtr layout, uint record, nuint offset, uint form);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_defaults(IntPtr layout, uint record, DefaultAccess* access);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_layout_super(IntPtr layout, uint record, nuint offset, uint @base);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_plan_compile(IntPtr type, IntPtr layout, uint root, IntPtr* plan,
        NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_plan_release(IntPtr plan);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_plan_encode_to(IntPtr plan, byte* value, EncodeOptions* options,
        byte* memory, nuint capacity, nuint* size, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_plan_decode(IntPtr plan, byte* archive, nuint size, byte* value,
        DecodeOptions* options, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_plan_rewrite(IntPtr plan, byte* archive, nuint size,
        DecodeOptions* reading, EncodeOptions* writing, IntPtr allocator, NativeBytes* bytes, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_arena_create(IntPtr* arena, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern void fastser_arena_destroy(IntPtr arena);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_detect_format(byte* data, nuint size);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_convert(byte* data, nuint size, int from, int to,
        ConvertOptions* options, IntPtr allocator, NativeBytes* bytes, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_verify(byte* data, nuint size, int format, InspectOptions* options,
        NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_inspect(byte* data, nuint size, int format, InspectOptions* options,
        IntPtr allocator, NativeBytes* text, NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_file_save(byte* path, nuint pathSize, byte* data, nuint size,
        NativeError* error);
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    internal static extern int fastser_file_load(byte* path, nuint pathSize, ulong maxBytes, IntPtr allocator,
        NativeBytes* bytes, NativeError* error);
#endif
}
