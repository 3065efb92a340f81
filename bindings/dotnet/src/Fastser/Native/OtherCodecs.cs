// SPDX-License-Identifier: MIT
//
// MessagePack and FlatBuffers of a type: generated code writes an archive of the value, and one call of
// the native library converts it; the other way round to read. So these codecs have what a type has, and
// nothing of their own. They have no references: a value is a tree, and a cycle is refused.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Native;

internal static unsafe class OtherCodecs
{
    // Levels of lists, objects and maps in a message, of which an archive of the same value counts
    // fewer: the limit of the options is for that one.
    private const int Depth = 512;

    private static readonly ConditionalWeakTable<FastSerializerOptions, FastSerializerOptions> s_trees = new();

    /// <summary>The value in the codec of the options.</summary>
    public static byte[] Serialize<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        NativeBytes bytes = default;
        try
        {
            Convert(formatter, value, options, &bytes);
            return FastserArchive.View(bytes).ToArray();
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&bytes);
        }
    }

    /// <summary>The value in the codec of the options, behind what <paramref name="output"/> has.</summary>
    public static void Serialize<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, IBufferWriter<byte> output)
    {
        NativeBytes bytes = default;
        try
        {
            Convert(formatter, value, options, &bytes);
            output.Write(FastserArchive.View(bytes));
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&bytes);
        }
    }

    /// <summary>The value of a message in the codec of the options.</summary>
    public static T Deserialize<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> input, FastSerializerOptions options, T? existing = default)
    {
        var tree = TreeOf(options);
        var plan = NativePlans<T>.Of(formatter, tree);
        var limits = new NativeLimits { StructSize = (uint)sizeof(NativeLimits), Depth = Depth };
        var how = new ConvertOptions
        {
            StructSize = (uint)sizeof(ConvertOptions), Type = plan.Described, Limits = &limits,
        };
        NativeBytes archive = default;
        if (options.Codec == FastserCodec.MessagePack) input = MessageNames.Apply(formatter.Type, input);
        try
        {
            Call(input, FormatOf(options.Codec), FastserFormat.Archive, &how, &archive);
            GC.KeepAlive(plan);
            return ReadOwn(formatter, FastserArchive.View(archive), tree, existing);
        }
        catch (FastserException error) when (archive.Data != IntPtr.Zero && error.Offset >= 0)
        {
            // It is a byte of the archive, which nobody has seen; the place in the value stays.
            throw new FastserException(error.Status, error.Reason, -1, error.Path);
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&archive);
        }
    }

    private static T ReadOwn<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> archive, FastSerializerOptions tree, T? existing)
    {
        var value = existing!;
        try
        {
            if (ManagedEngine.TryRead(formatter, archive, tree, existing != null, ref value)) return value;
        }
        catch (NotSupportedException)
        {
            // A formatter by hand that only knows shadows.
        }
        return NativeCodec.Deserialize(formatter, archive, tree, out _, existing);
    }

    /// <summary>The schema of the FlatBuffers of a type.</summary>
    public static byte[] FlatSchema<T>(Formatter<T> formatter, bool asText)
    {
        var plan = NativePlans<T>.Of(formatter, FastSerializerOptions.Default);
        NativeBytes bytes = default;
        var error = NativeFailure.Begin();
        try
        {
            NativeFailure.Check(
                NativeMethods.fastser_flat_schema(plan.Described, asText ? 1 : 0, IntPtr.Zero, &bytes, &error), &error);
            GC.KeepAlive(plan);
            return FastserArchive.View(bytes).ToArray();
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&bytes);
        }
    }

    private static void Convert<T>(Formatter<T> formatter, T value, FastSerializerOptions options, NativeBytes* to)
    {
        var tree = TreeOf(options);
        var plan = NativePlans<T>.Of(formatter, tree);
        var writer = new ArchiveWriter(WriteSession.Rent(tree, null));
        try
        {
            var archive = WriteOwn(ref writer, formatter, value, tree);
            var limits = new NativeLimits { StructSize = (uint)sizeof(NativeLimits), Depth = Depth };
            var how = new ConvertOptions
            {
                StructSize = (uint)sizeof(ConvertOptions), Limits = &limits, IndexedVariants = 1,
                Type = options.Codec == FastserCodec.Flat ? plan.Described : IntPtr.Zero,
            };
            Call(archive, FastserFormat.Archive, FormatOf(options.Codec), &how, to);
            GC.KeepAlive(plan);
        }
        finally
        {
            writer.Release();
        }
    }

    private static ReadOnlySpan<byte> WriteOwn<T>(
        ref ArchiveWriter writer, Formatter<T> formatter, T value, FastSerializerOptions tree)
    {
        try
        {
            ManagedEngine.Write(ref writer, formatter, value, tree);
            return writer.Written;
        }
        catch (NotSupportedException)
        {
            return NativeCodec.Serialize(formatter, value, tree);  // a formatter by hand that only knows shadows
        }
    }

    private static void Call(
        ReadOnlySpan<byte> input, FastserFormat from, FastserFormat to, ConvertOptions* how, NativeBytes* bytes)
    {
        var arena = ShadowArena.Take();
        try
        {
            var error = arena.Error;
            NativeCodec.Count();
            fixed (byte* at = input)
            {
                NativeFailure.Check(
                    NativeMethods.fastser_convert(
                        at, (nuint)input.Length, (int)from, (int)to, how, IntPtr.Zero, bytes, error), error);
            }
        }
        finally
        {
            ShadowArena.Return(arena);
        }
    }

    // As the archive in between is written and read.
    private static FastSerializerOptions TreeOf(FastSerializerOptions options) =>
        s_trees.GetValue(options, static given => given with
        {
            Codec = FastserCodec.Archive, Engine = FastserEngine.Auto, Header = FastserHeader.SelfDescribed,
            Sharing = FastserSharing.Off, References = false, Checksum = false, UserVersion = 0, Names = true,
        });

    private static FastserFormat FormatOf(FastserCodec codec) => codec switch
    {
        FastserCodec.Flat => FastserFormat.FlatBuffers,
        FastserCodec.MessagePack => FastserFormat.MessagePack,
        _ => throw new FastserException(FastserStatus.Usage, "an unknown codec: " + codec),
    };
}
