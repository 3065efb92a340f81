// SPDX-License-Identifier: MIT
//
// The native engine: a value becomes an archive, and an archive a value, by one call of the native
// library each. The value's shadow is filled first; an archive's values are shadows first.
//
// What is written is no longer than can be said before: so there is room for it, and one call is enough. A small
// value's shadow lies in the caller's frame (Front); what does not fit is in the thread's arena.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Runtime;

namespace Fastser.Native;

internal static unsafe class NativeCodec
{
    // Up to so many bytes are asked of an IBufferWriter at once, though fewer may be needed.
    private const int Direct = 4096;
    // What can have no more bytes than this is written by a call that the collector waits for: a fraction of a
    // microsecond, and some 4 ns less for each value.
    private const int Little = 1024;
    // An arena of the native library that was used for more is not kept.
    private const int MostKept = 1 << 20;

    // Calls are counted from the first look on: the thread's own memory is far away.
    private static bool s_counts;
    [ThreadStatic] private static long t_calls;

    /// <summary>Calls of the native library by this thread that carried a value; for tests.</summary>
    internal static long Calls
    {
        get
        {
            s_counts = true;
            return t_calls;
        }
    }

    /// <summary>One more of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Count()
    {
        if (s_counts) ++t_calls;
    }

    // Of a value that is written: where the library says what went wrong, and the first memory. A local that
    // nothing clears, so it must not get into a method that is without SkipLocalsInit: those who have it are not
    // inlined.
    [StructLayout(LayoutKind.Sequential, Size = Size)]
    private struct Front
    {
        private const int Size = 1536;

        private long _aligned;

        private static int ErrorSize => (sizeof(NativeError) + 7) & ~7;

        public static ShadowWriter Use(Front* front, FastSerializerOptions options)
        {
            ((NativeError*)front)->StructSize = (uint)sizeof(NativeError);
            // Where a cache line begins: the stack lies elsewhere in each run, and time would depend on it.
            var first = (byte*)(((nuint)front + (nuint)ErrorSize + 63) & ~(nuint)63);
            return new ShadowWriter(first, Size - ErrorSize - 64, options);
        }
    }

    // ---- writing

    /// <summary>The archive of a value.</summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public static byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        if (!options.Names && options.Header == FastserHeader.SelfDescribed) return WithoutNames(formatter, value, options);
        var plan = PlanOf(formatter, options);
        if (plan.WritesByArchive) return Rewritten(plan, formatter, value, options);
        Front front;
        var writer = Front.Use(&front, options);
        try
        {
            return Written(ref writer, plan, formatter, value, options, (NativeError*)&front);
        }
        catch (NoShadowException)
        {
            plan.WritesByArchive = true;
        }
        finally
        {
            writer.Release();
        }
        return Rewritten(plan, formatter, value, options);
    }

    /// <summary>The archive of a value, behind what <paramref name="output"/> has.</summary>
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    public static void Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output)
    {
        if (!options.Names && options.Header == FastserHeader.SelfDescribed)
        {
            output.Write(WithoutNames(formatter, value, options));
            return;
        }
        var plan = PlanOf(formatter, options);
        if (plan.WritesByArchive)
        {
            output.Write(Rewritten(plan, formatter, value, options));
            return;
        }
        Front front;
        var writer = Front.Use(&front, options);
        try
        {
            Write(ref writer, plan, formatter, value, options, output, (NativeError*)&front);
            return;
        }
        catch (NoShadowException)
        {
            plan.WritesByArchive = true;
        }
        finally
        {
            writer.Release();
        }
        output.Write(Rewritten(plan, formatter, value, options));
    }

    // The library knows the table with names only, and the payload is the same.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] WithoutNames<T>(Formatter<T> formatter, T value, FastSerializerOptions options) =>
        ManagedEngine.WithoutNames(
            formatter, Serialize(formatter, value, options with { Header = FastserHeader.Bare, Checksum = false }), options);

    // What is done within a try, in methods of their own: the runtime keeps locals in registers there, and calls the
    // library without a stub.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Written<T>(
        ref ShadowWriter writer, NativePlan plan, Formatter<T> formatter, T value, FastSerializerOptions options,
        NativeError* error)
    {
        var root = Fill(ref writer, formatter, value, plan);
        var bound = Bound(ref writer, plan);
        var memory = writer.Take(bound);
        var size = Encode(plan, root, options, memory, bound, bound, error);
        return Formatters.Memory.ToArray(new ReadOnlySpan<byte>(memory, size));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Write<T>(ref ShadowWriter writer, NativePlan plan, Formatter<T> formatter, T value,
        FastSerializerOptions options, IBufferWriter<byte> output, NativeError* error)
    {
        var root = Fill(ref writer, formatter, value, plan);
        var bound = Bound(ref writer, plan);
        int size;
        if (bound <= Direct)
        {
            var span = output.GetSpan(bound);
            fixed (byte* memory = span) size = Encode(plan, root, options, memory, span.Length, bound, error);
        }
        else
        {
            var memory = writer.Take(bound);
            size = Encode(plan, root, options, memory, bound, bound, error);
            new ReadOnlySpan<byte>(memory, size).CopyTo(output.GetSpan(size));
        }
        output.Advance(size);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NativePlan PlanOf<T>(Formatter<T> formatter, FastSerializerOptions options) =>
        (options.Registry != null ? null : options.References ? formatter.GraphPlan : formatter.TreePlan)
        ?? NativePlans<T>.Of(formatter, options);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Fill<T>(ref ShadowWriter writer, Formatter<T> formatter, T value, NativePlan plan)
    {
        var root = writer.Take(plan.RootSize);
        formatter.ToShadow(ref writer, root, value);
        writer.Finish();
        return root;
    }

    // No value takes more on the wire than half again what its slot takes: varints of 16 bits are the
    // worst, with 3 bytes. Beside texts and data, which are there byte by byte.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Bound(ref ShadowWriter writer, NativePlan plan)
    {
        var used = writer.Used;
        var bound = used + used / 2 + plan.Front;
        return bound <= int.MaxValue - 64 ? (int)bound
            : throw new FastserException(FastserStatus.NoMemory, "an archive of more than 2 GiB");
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Encode(
        NativePlan plan, byte* root, FastSerializerOptions options, byte* memory, int capacity, int bound,
        NativeError* error)
    {
        nuint size;
        var how = EncodeOptions.Of(options);
        Count();
#if NET8_0_OR_GREATER
        var status = bound <= Little
            ? NativeMethods.EncodeLittle(plan.Value, root, &how, memory, (nuint)capacity, &size, error)
            : EncodeMuch(plan.Value, root, &how, memory, (nuint)capacity, &size, error);
#else
        var status = EncodeMuch(plan.Value, root, &how, memory, (nuint)capacity, &size, error);
#endif
        if (status != 0) throw NativeFailure.Made(status, error);
        GC.KeepAlive(plan);
        return (int)size;
    }

    // Apart, so that those who write little need no frame for the collector.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeMuch(IntPtr plan, byte* root, EncodeOptions* options, byte* memory, nuint capacity,
        nuint* size, NativeError* error) =>
        NativeMethods.fastser_plan_encode_to(plan, root, options, memory, capacity, size, error);

    // ---- reading

    /// <summary>The value of an archive; over <paramref name="existing"/>, where that is an object that can
    /// be filled again.</summary>
    public static T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> input, FastSerializerOptions options, out uint userVersion,
        T? existing = default)
    {
        var plan = PlanOf(formatter, options);
        try
        {
            return ReadShadow(plan, formatter, input, options, out userVersion, existing);
        }
        catch (FastserException error)
        {
            // The library spends memory to compare keys, and room for what a value may hold at most, deep down:
            // limits are for what is there.
            var fits = error.Status is FastserStatus.OverBudget or FastserStatus.TooDeep;
            if (!TryManaged(formatter, input, options, fits ? existing : default, out var value) || !fits) throw;
            userVersion = options.Header == FastserHeader.Bare ? 0 : Envelope.Open(input).UserVersion;
            return value;
        }
    }

    private static T ReadShadow<T>(NativePlan plan, Formatter<T> formatter, ReadOnlySpan<byte> input,
        FastSerializerOptions options, out uint userVersion, T? existing)
    {
        var arena = ShadowArena.Take();
        try
        {
            fixed (byte* archive = input)
            {
                var root = Decode(plan, archive, input.Length, options, arena, out userVersion);
                return Build(plan, formatter, root, archive, options, existing);
            }
        }
        catch (NoShadowException)
        {
            // Not kept in the plan: whether it is met may depend on the values, and what is missing is lost then.
        }
        finally
        {
            if (input.Length > MostKept) arena.DropNative();
            ShadowArena.Return(arena);
        }
        return ReadRewritten(plan, formatter, input, options, out userVersion, existing);
    }

    private static T Build<T>(NativePlan plan, Formatter<T> formatter, byte* root, byte* archive,
        FastSerializerOptions options, T? existing)
    {
        var reader = new ShadowReader(options, plan, archive);
        var value = existing == null ? formatter.FromShadow(ref reader, root)
            : formatter.Type.IsClass && formatter.MakesObjects ? reader.GetRoot(root, formatter, existing)
            : formatter.FromShadowOver(ref reader, root, existing);
        reader.Finish();
        return value;
    }

    // Where an archive of the type's own table is wrong, generated code says what and where: it knows the
    // byte of what .NET alone refuses (a date beyond DateTime, text that is no UTF-8), and an archive that is
    // wrong in several places is told to be wrong in the same one by both engines.
    private static bool TryManaged<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> input, FastSerializerOptions options, T? existing, out T value)
    {
        value = existing!;
        try
        {
            return ManagedEngine.TryRead(formatter, input, options, existing != null, ref value);
        }
        catch (NotSupportedException)
        {
            return false;  // a formatter by hand that only knows shadows
        }
    }

    private static byte* Decode(NativePlan plan, byte* archive, int length, FastSerializerOptions options,
        ShadowArena arena, out uint userVersion)
    {
        var root = arena.Zeros(plan.RootSize);
        NativeLimits limits;
        uint version = 0;
        DecodeOptions how;
        Prepare(options, arena, &limits, &version, &how);
        byte none;
        if (length == 0) archive = &none;
        var error = arena.Error;
        Count();
        var status = NativeMethods.fastser_plan_decode(plan.Value, archive, (nuint)length, root, &how, error);
        if (status != 0)
        {
            MissingFields.Take();  // Of a value that nobody gets.
            throw NativeFailure.Made(status, error);
        }
        GC.KeepAlive(plan);
        userVersion = version;
        return root;
    }

    private static void Prepare(
        FastSerializerOptions options, ShadowArena arena, NativeLimits* limits, uint* version, DecodeOptions* how)
    {
        arena.Native ??= ArenaHandle.Create();
        limits->StructSize = (uint)sizeof(NativeLimits);
        limits->Depth = (uint)options.Limits.Depth;
        limits->MemoryFactor = (ulong)options.Limits.MemoryFactor;
        limits->MemoryBase = (ulong)options.Limits.MemoryBase;
        how->StructSize = (uint)sizeof(DecodeOptions);
        how->Header = options.Header == FastserHeader.Bare ? (uint)FastserHeader.Bare : 0;
        how->Sharing = (uint)options.Sharing;
        how->Limits = limits;
        how->Arena = arena.Native.Value;
        how->UserVersion = version;
        how->ClearArena = 1;
    }

    // ---- values whose formatters do not write shadows: the library makes one archive of another. They are read
    // in this way, too, where a formatter by hand does not read shadows; fields that an older archive does not have
    // are zero then.

    private static byte[] Rewritten<T>(
        NativePlan plan, Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var managed = options with { Engine = FastserEngine.Managed, Codec = FastserCodec.Archive, Names = true };
        return Rewrite(plan, ManagedBytes(formatter, value, managed), options, options, out _);
    }

    private static byte[] ManagedBytes<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var writer = new ArchiveWriter(WriteSession.Rent(options, null));
        try
        {
            ManagedEngine.Write(ref writer, formatter, value, options);
            ManagedEngine.End(ref writer, options);
            return writer.Written.ToArray();
        }
        finally
        {
            writer.Release();
        }
    }

    private static T ReadRewritten<T>(NativePlan plan, Formatter<T> formatter, ReadOnlySpan<byte> input,
        FastSerializerOptions options, out uint userVersion, T? existing)
    {
        var writing = options with
        {
            Header = options.Header == FastserHeader.Bare ? FastserHeader.Bare : FastserHeader.SelfDescribed,
            Checksum = false,
        };
        var own = Rewrite(plan, input, options, writing, out userVersion);
        var value = existing!;
        if (ManagedEngine.TryRead(formatter, own, options, existing != null, ref value)) return value;
        throw new FastserException(FastserStatus.Usage,
            "objects of " + typeof(T) + " or in it, which their constructors create, lie more than " + ArchiveWriter.InlineObjects
            + " deep in each other, together with members that only generated code can read (object, ImmutableArray): "
            + "give their classes members that can be set");
    }

    private static byte[] Rewrite(NativePlan plan, ReadOnlySpan<byte> input, FastSerializerOptions reading,
        FastSerializerOptions writing, out uint userVersion)
    {
        var arena = ShadowArena.Take();
        NativeBytes bytes = default;
        try
        {
            NativeLimits limits;
            uint version = 0;
            DecodeOptions from;
            Prepare(reading, arena, &limits, &version, &from);
            var to = EncodeOptions.Of(writing);
            byte none;
            var error = arena.Error;
            Count();
            fixed (byte* archive = input)
            {
                var status = NativeMethods.fastser_plan_rewrite(plan.Value, input.Length == 0 ? &none : archive,
                    (nuint)input.Length, &from, &to, IntPtr.Zero, &bytes, error);
                if (status != 0) throw NativeFailure.Made(status, error);
            }
            GC.KeepAlive(plan);
            userVersion = version;
            return FastserArchive.View(bytes).ToArray();
        }
        finally
        {
            MissingFields.Take();  // Of shadows that the library had for itself; the next reader's may lie there.
            NativeMethods.fastser_bytes_release(&bytes);
            if (input.Length > MostKept) arena.DropNative();
            ShadowArena.Return(arena);
        }
    }
}
