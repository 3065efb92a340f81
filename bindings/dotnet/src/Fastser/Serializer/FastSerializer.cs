// SPDX-License-Identifier: MIT
//
// FastSerializer: values to bytes and back. Bytes, sequences and streams are read whole; a value is
// complete or there is an exception.
using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Fastser.Formatters;
using Fastser.Native;
using Fastser.Runtime;

namespace Fastser;

/// <summary>Values to bytes and back.</summary>
public static partial class FastSerializer
{
    /// <summary>The archive of a value.</summary>
    public static byte[] Serialize<T>(T value, FastSerializerOptions? options = null)
    {
        options ??= FastSerializerOptions.Default;
        var formatter = FormatterOf<T>.Instance ?? FormatterOf.Get<T>();
        if (IsNative(options))
        {
            return options.Codec == FastserCodec.Archive ? NativeCodec.Serialize(formatter, value, options)
                : NativeEngine.Get().Serialize(formatter, value, options);
        }
        // What is large and of known size goes straight to where it stays.
        var size = ManagedEngine.LargeSize(formatter, value, options);
        var whole = size is > 0 and <= WriteSession.MaxArray ? Memory.NewArray<byte>((int)size) : null;
        var writer = whole == null
            ? new ArchiveWriter(WriteSession.Rent(options, null)) : new ArchiveWriter(whole, options);
        try
        {
            ManagedEngine.Write(ref writer, formatter, value, options);
            ManagedEngine.End(ref writer, options);
            return whole != null && writer.IsIn(whole) ? whole : Memory.ToArray(writer.Written);
        }
        finally
        {
            writer.Release();
        }
    }

    /// <summary>Writes the archive of a value. An exception may leave a part of it written.</summary>
    public static void Serialize<T>(IBufferWriter<byte> output, T value, FastSerializerOptions? options = null)
    {
        if (output == null) throw new ArgumentNullException(nameof(output));
        options ??= FastSerializerOptions.Default;
        var formatter = FormatterOf<T>.Instance ?? FormatterOf.Get<T>();
        if (IsNative(options))
        {
            if (options.Codec == FastserCodec.Archive) NativeCodec.Serialize(formatter, value, options, output);
            else NativeEngine.Get().Serialize(formatter, value, options, output);
            return;
        }
        var writer = new ArchiveWriter(output, options);
        try
        {
            ManagedEngine.Write(ref writer, formatter, value, options);
            ManagedEngine.End(ref writer, options);
            output.Advance(writer.Position);
        }
        finally
        {
            writer.Release();
        }
    }

    /// <summary>Writes the archive of a value, when it is complete.</summary>
    public static void Serialize<T>(Stream output, T value, FastSerializerOptions? options = null)
    {
        if (output == null) throw new ArgumentNullException(nameof(output));
        using var bytes = new PooledBytes();
        Serialize(bytes, value, options);
        output.Write(bytes.Array, 0, bytes.Count);
    }

    /// <summary>Writes the archive of a value, when it is complete.</summary>
    public static async ValueTask SerializeAsync<T>(
        Stream output, T value, FastSerializerOptions? options = null, CancellationToken cancellation = default)
    {
        if (output == null) throw new ArgumentNullException(nameof(output));
        using var bytes = new PooledBytes();
        Serialize(bytes, value, options);
        await output.WriteAsync(bytes.Array, 0, bytes.Count, cancellation).ConfigureAwait(false);
    }

    /// <summary>The value of an archive.</summary>
    public static T Deserialize<T>(ReadOnlySpan<byte> bytes, FastSerializerOptions? options = null)
    {
        options ??= FastSerializerOptions.Default;
        var formatter = FormatterOf<T>.Instance ?? FormatterOf.Get<T>();
        T value = default!;
        if (!IsNative(options) && ManagedEngine.TryRead(formatter, bytes, options, false, ref value)) return value;
        return ByNative(formatter, bytes, options);
    }

    /// <summary>The value of an archive.</summary>
    public static T Deserialize<T>(in ReadOnlySequence<byte> bytes, FastSerializerOptions? options = null)
    {
        if (bytes.IsSingleSegment) return Deserialize<T>(bytes.First.Span, options);
        using var all = new PooledBytes();
        foreach (var part in bytes) all.Add(part.Span);
        return Deserialize<T>(all.Written, options);
    }

    /// <summary>The value of the archive that is the rest of a stream.</summary>
    public static T Deserialize<T>(Stream input, FastSerializerOptions? options = null)
    {
        if (input == null) throw new ArgumentNullException(nameof(input));
        using var all = new PooledBytes();
        while (true)
        {
            all.Reserve(all.LeftOf(input));
            var read = input.Read(all.Array, all.Count, all.Array.Length - all.Count);
            if (read == 0) break;
            all.Advance(read);
        }
        return Deserialize<T>(all.Written, options);
    }

    /// <summary>The value of the archive that is the rest of a stream.</summary>
    public static async ValueTask<T> DeserializeAsync<T>(
        Stream input, FastSerializerOptions? options = null, CancellationToken cancellation = default)
    {
        if (input == null) throw new ArgumentNullException(nameof(input));
        using var all = new PooledBytes();
        while (true)
        {
            all.Reserve(all.LeftOf(input));
            var read = await input.ReadAsync(all.Array, all.Count, all.Array.Length - all.Count, cancellation)
                .ConfigureAwait(false);
            if (read == 0) break;
            all.Advance(read);
        }
        return Deserialize<T>(all.Written, options);
    }

    /// <summary>Reads an archive into a value that is there. It stays the same object, if it is a class whose
    /// members can be set, a List or a Dictionary, or an array of the right length; any other value is replaced.
    /// What the object holds is made anew. Members that an archive of another version does not have stay as they
    /// are. After an exception the value may have anything in it.</summary>
    public static void Populate<T>(ReadOnlySpan<byte> bytes, ref T value, FastSerializerOptions? options = null)
    {
        options ??= FastSerializerOptions.Default;
        var formatter = FormatterOf<T>.Instance ?? FormatterOf.Get<T>();
        if (!IsNative(options) && ManagedEngine.TryRead(formatter, bytes, options, true, ref value)) return;
        value = ByNative(formatter, bytes, options, value);
    }

    /// <summary>A copy of a value and all that it leads to; with <see cref="FastSerializerOptions.Graph"/>
    /// (the default here) objects keep their identity and cycles are possible.</summary>
    public static T Clone<T>(T value, FastSerializerOptions? options = null)
    {
        options ??= FastSerializerOptions.Graph;
        options = s_clone.Of(options);
        using var bytes = new PooledBytes();
        Serialize(bytes, value, options);
        return Deserialize<T>(bytes.Written, options);
    }

    /// <summary>The number of the application's own in the header of an archive.</summary>
    public static uint ReadUserVersion(ReadOnlySpan<byte> bytes) => Envelope.Open(bytes).UserVersion;

    private static readonly CloneOptions s_clone = new();

    private static bool IsNative(FastSerializerOptions options) =>
        options.Engine == FastserEngine.Native || (options.Codec != FastserCodec.Archive && IsOther(options));

    private static bool IsOther(FastSerializerOptions options) => options.Engine != FastserEngine.Managed
        ? true : throw new FastserException(
            FastserStatus.Usage, "the codec " + options.Codec + " needs the native library: Engine.Managed has archives only");

    private static T ByNative<T>(
        Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options, T? existing = default)
    {
        if (options.Engine == FastserEngine.Managed)
        {
            throw new FastserException(
                options.Codec == FastserCodec.Archive ? FastserStatus.TypeMismatch : FastserStatus.Usage,
                "written by another version of the type, or in another codec: Engine.Managed reads neither");
        }
        if (options.Codec != FastserCodec.Archive || options.Header == FastserHeader.Bare)
        {
            return NativeEngine.Get().Deserialize(formatter, bytes, options, existing);
        }
        var present = RenamedFields.Apply(formatter, bytes, options, out var shift);
        try
        {
            return NativeEngine.Get().Deserialize(formatter, present, options, existing);
        }
        catch (FastserException error) when (shift != 0)
        {
            throw RenamedFields.Moved(error, shift);
        }
    }

    // Options of copies, made once for those that were asked for last: without a header, and with all the memory
    // that is needed, since the bytes are no stranger's.
    private sealed class CloneOptions
    {
        private sealed class Pair
        {
            public Pair(FastSerializerOptions source) =>
                (From, To) = (source, source with
                {
                    Header = FastserHeader.Bare, Checksum = false,
                    Limits = new FastserLimits(source.Limits.Depth, source.Limits.MemoryFactor, long.MaxValue),
                });
            public readonly FastSerializerOptions From;
            public readonly FastSerializerOptions To;
        }

        private volatile Pair? _last;

        public FastSerializerOptions Of(FastSerializerOptions options)
        {
            var last = _last;
            if (last == null || !ReferenceEquals(last.From, options)) _last = last = new Pair(options);
            return last.To;
        }
    }
}
