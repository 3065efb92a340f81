// SPDX-License-Identifier: MIT
//
// The native engine: a value becomes an archive, and an archive a value, by one call of the native
// library each. The value's shadow is filled first; an archive's values are shadows first.
//
// What is written is no longer than can be said before: so there is room for it, and one call is enough.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Native;

internal static unsafe class NativeCodec
{
    // Up to so many bytes are asked of an IBufferWriter at once, though fewer may be needed.
    private const int Direct = 4096;
    // An arena of the native library that was used for more is not kept.
    private const int MostKept = 1 << 20;

    /// <summary>Calls of the native library by this thread that carried a value; for tests.</summary>
    internal static long Calls => ShadowArena.CallsOfThread;

    // ---- writing

    /// <summary>The archive of a value.</summary>
    public static byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var plan = NativePlans<T>.Of(formatter, options.References);
        var arena = ShadowArena.Take();
        try
        {
            var writer = new ShadowWriter(arena, options, plan);
            var root = Fill(ref writer, formatter, value, plan);
            var bound = Bound(arena, plan);
            var memory = writer.Take(bound);
            var size = Encode(plan, root, options, memory, bound, arena);
            return new ReadOnlySpan<byte>(memory, size).ToArray();
        }
        finally
        {
            ShadowArena.Return(arena);
        }
    }

    /// <summary>The archive of a value, behind what <paramref name="output"/> has.</summary>
    public static void Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output)
    {
        var plan = NativePlans<T>.Of(formatter, options.References);
        var arena = ShadowArena.Take();
        try
        {
            var writer = new ShadowWriter(arena, options, plan);
            var root = Fill(ref writer, formatter, value, plan);
            var bound = Bound(arena, plan);
            int size;
            if (bound <= Direct)
            {
                var span = output.GetSpan(bound);
                fixed (byte* memory = span) size = Encode(plan, root, options, memory, span.Length, arena);
            }
            else
            {
                var memory = writer.Take(bound);
                size = Encode(plan, root, options, memory, bound, arena);
                new ReadOnlySpan<byte>(memory, size).CopyTo(output.GetSpan(size));
            }
            output.Advance(size);
        }
        finally
        {
            ShadowArena.Return(arena);
        }
    }

    /// <summary>The archive of a value, into memory; -1 where that is too small.</summary>
    public static int Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, Span<byte> output)
    {
        var plan = NativePlans<T>.Of(formatter, options.References);
        var arena = ShadowArena.Take();
        try
        {
            var writer = new ShadowWriter(arena, options, plan);
            var root = Fill(ref writer, formatter, value, plan);
            var bound = Bound(arena, plan);
            if (bound <= output.Length)
            {
                fixed (byte* memory = output) return Encode(plan, root, options, memory, output.Length, arena);
            }
            var own = writer.Take(bound);
            var size = Encode(plan, root, options, own, bound, arena);
            if (size > output.Length) return -1;
            new ReadOnlySpan<byte>(own, size).CopyTo(output);
            return size;
        }
        finally
        {
            ShadowArena.Return(arena);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Fill<T>(ref ShadowWriter writer, Formatter<T> formatter, T value, NativePlan plan)
    {
        var root = writer.Take(plan.RootSize);
        formatter.ToShadow(ref writer, root, value);
        writer.Finish();
        return root;
    }

    // No value takes more on the wire than half again what its slot takes: varints of 16 bits are the
    // worst, with 3 bytes. Beside texts and data, which are in the arena byte by byte.
    private static int Bound(ShadowArena arena, NativePlan plan)
    {
        var bound = arena.Used + arena.Used / 2 + plan.Front;
        if (plan.HasAny) bound += arena.Used / ShadowLayout.AnySize * plan.LongestCase;
        return bound <= int.MaxValue - 64 ? (int)bound
            : throw new FastserException(FastserStatus.NoMemory, "an archive of more than 2 GiB");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Encode(
        NativePlan plan, byte* root, FastSerializerOptions options, byte* memory, int capacity, ShadowArena arena)
    {
        EncodeOptions how;
        how.StructSize = (uint)sizeof(EncodeOptions);
        how.Header = (uint)options.Header;
        how.Sharing = (uint)options.Sharing;
        how.UserVersion = options.UserVersion;
        how.Checksum = options.Checksum ? 1u : 0u;
        how.Canonical = 0;
        nuint size;
        var error = arena.Error;
        ++arena.Calls;
        var status = NativeMethods.fastser_plan_encode_to(
            plan.Value, root, &how, memory, (nuint)capacity, &size, error);
        if (status != 0) throw NativeFailure.Made(status, error);
        GC.KeepAlive(plan);
        return (int)size;
    }

    // ---- reading

    /// <summary>The value of an archive; over <paramref name="existing"/>, where that is an object that can
    /// be filled again.</summary>
    public static T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> input, FastSerializerOptions options, out uint userVersion,
        T? existing = default)
    {
        var plan = NativePlans<T>.Of(formatter, options.References);
        var arena = ShadowArena.Take();
        try
        {
            fixed (byte* archive = input)
            {
                var root = Decode(plan, archive, input.Length, options, arena, out userVersion);
                var reader = new ShadowReader(options, plan, archive);
                T value;
                if (existing != null && formatter.Type.IsClass)
                {
                    value = reader.GetRoot(root, formatter, existing);
                }
                else
                {
                    value = formatter.FromShadow(ref reader, root);
                }
                reader.Finish();
                return value;
            }
        }
        finally
        {
            if (input.Length > MostKept) arena.DropNative();
            ShadowArena.Return(arena);
        }
    }

    private static byte* Decode(NativePlan plan, byte* archive, int length, FastSerializerOptions options,
        ShadowArena arena, out uint userVersion)
    {
        arena.Native ??= ArenaHandle.Create();
        var root = arena.Zeros(plan.RootSize);
        NativeLimits limits;
        limits.StructSize = (uint)sizeof(NativeLimits);
        limits.Depth = (uint)options.Limits.Depth;
        limits.MemoryFactor = (ulong)options.Limits.MemoryFactor;
        limits.MemoryBase = (ulong)options.Limits.MemoryBase;
        uint version = 0;
        DecodeOptions how;
        how.StructSize = (uint)sizeof(DecodeOptions);
        how.Header = options.Header == FastserHeader.Bare ? (uint)FastserHeader.Bare : 0;
        how.Sharing = (uint)options.Sharing;
        how.Limits = &limits;
        how.Arena = arena.Native.Value;
        how.UserVersion = &version;
        how.ClearArena = 1;
        byte none;
        if (length == 0) archive = &none;
        var error = arena.Error;
        ++arena.Calls;
        var status = NativeMethods.fastser_plan_decode(plan.Value, archive, (nuint)length, root, &how, error);
        if (status != 0) throw NativeFailure.Made(status, error);
        GC.KeepAlive(plan);
        userVersion = version;
        return root;
    }

    // ---- other codecs

    /// <summary>The value in another format, by way of its archive.</summary>
    public static void SerializeAs<T>(FastserFormat to, Formatter<T> formatter, T value,
        FastSerializerOptions options, IBufferWriter<byte> output)
    {
        // Objects that are referred to twice are told twice: none of these formats has references.
        var archive = Serialize(formatter, value, OfArchive(options));
        var how = new ConvertOptions { StructSize = (uint)sizeof(ConvertOptions) };
        output.Write(FastserArchive.Converted(archive, FastserFormat.Archive, to, &how));
    }

    /// <summary>The value that a message in another format holds.</summary>
    public static T DeserializeAs<T>(FastserFormat from, Formatter<T> formatter, ReadOnlySpan<byte> input,
        FastSerializerOptions options)
    {
        var plan = NativePlans<T>.Of(formatter, options.References);
        var how = new ConvertOptions { StructSize = (uint)sizeof(ConvertOptions), Type = plan.Described };
        var archive = FastserArchive.Converted(input, from, FastserFormat.Archive, &how);
        GC.KeepAlive(plan);
        return Deserialize(formatter, archive, OfArchive(options), out _);
    }

    private static FastSerializerOptions OfArchive(FastSerializerOptions options) => options with
    {
        Codec = FastserCodec.Archive, Header = FastserHeader.SelfDescribed, Checksum = false, UserVersion = 0,
    };
}
