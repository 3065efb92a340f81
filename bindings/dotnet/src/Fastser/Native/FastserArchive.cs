// SPDX-License-Identifier: MIT
//
// Archives and other formats as bytes, whatever their types: checked, shown, converted, kept in files.
// All of it is the native library's.
using System;
using System.Text;
using Fastser.Native;

namespace Fastser;

/// <summary>What some bytes are.</summary>
public enum FastserFormat
{
    /// <summary>Unknown; as an argument: found out by how the bytes start.</summary>
    Detect = 0,
    /// <summary>libfastser's own format, with its types in front.</summary>
    Archive = 1,
    /// <summary>MessagePack.</summary>
    MessagePack = 2,
    /// <summary>JSON, in UTF-8.</summary>
    Json = 3,
    /// <summary>FlexBuffers.</summary>
    FlexBuffers = 4,
    /// <summary>FlatBuffers: a table of a schema. Never detected.</summary>
    FlatBuffers = 5,
    /// <summary>Apple's NSKeyedArchiver. Read, never written; so are the archives below.</summary>
    KeyedArchive = 6,
    /// <summary>A binary property list. Read and written.</summary>
    BinaryPropertyList = 7,
    /// <summary>NSArchiver of macOS and NeXTSTEP.</summary>
    TypedStream = 8,
    /// <summary>NSArchiver of GNUstep.</summary>
    GnustepArchive = 9,
    /// <summary>NSKeylessArchiver.</summary>
    KeylessArchive = 10,
    /// <summary>JSON Lines: a JSON text on each line, read and written as a list. Never detected.</summary>
    JsonLines = 11,
    /// <summary>MessagePack messages one after another, read and written as a list. Never detected.</summary>
    MessagePackStream = 12,
    /// <summary>An XML property list. Read and written.</summary>
    XmlPropertyList = 13,
    /// <summary>NeXTSTEP's property lists of text, and <c>.strings</c> files. Read, never written.</summary>
    OpenStepPropertyList = 14,
}

/// <summary>Archives and other formats as bytes, whatever their types. It needs the native library.</summary>
public static unsafe class FastserArchive
{
    /// <summary>What the bytes are, by how they start.</summary>
    public static FastserFormat DetectFormat(ReadOnlySpan<byte> data)
    {
        NativeLoader.Require();
        fixed (byte* at = data)
        {
            return (FastserFormat)NativeMethods.fastser_detect_format(at, (nuint)data.Length);
        }
    }

    /// <summary>Checks the bytes from the first to the last, without building anything; what is wrong is an
    /// exception that says where.</summary>
    /// <param name="data">The bytes.</param>
    /// <param name="format">What they are.</param>
    /// <param name="strictText">Text of archives that is not UTF-8 is an error.</param>
    public static void Verify(
        ReadOnlySpan<byte> data, FastserFormat format = FastserFormat.Detect, bool strictText = false)
    {
        NativeLoader.Require();
        var how = new InspectOptions
        {
            StructSize = (uint)sizeof(InspectOptions), StrictText = strictText ? 1 : 0,
        };
        var error = NativeFailure.Begin();
        fixed (byte* at = data)
        {
            NativeFailure.Check(
                NativeMethods.fastser_verify(at, (nuint)data.Length, (int)format, &how, &error), &error);
        }
    }

    /// <summary>Header, types and values as text for people.</summary>
    /// <param name="data">The bytes.</param>
    /// <param name="maxElements">Of each list and map, as many are shown; 0: 20.</param>
    /// <param name="statistics">Where the bytes of an archive are, instead of its values.</param>
    public static string Inspect(ReadOnlySpan<byte> data, long maxElements = 0, bool statistics = false)
    {
        NativeLoader.Require();
        var how = new InspectOptions
        {
            StructSize = (uint)sizeof(InspectOptions), MaxElements = (ulong)maxElements,
            Statistics = statistics ? 1 : 0,
        };
        NativeBytes text = default;
        var error = NativeFailure.Begin();
        try
        {
            fixed (byte* at = data)
            {
                NativeFailure.Check(
                    NativeMethods.fastser_inspect(
                        at, (nuint)data.Length, 0, &how, IntPtr.Zero, &text, &error), &error);
            }
            return Text(text);
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&text);
        }
    }

    /// <summary>The bytes in another format. Nothing is lost without a word: what the other format cannot
    /// say is <see cref="FastserStatus.TypeMismatch"/>.</summary>
    public static byte[] Convert(ReadOnlySpan<byte> data, FastserFormat from, FastserFormat to)
    {
        var how = new ConvertOptions { StructSize = (uint)sizeof(ConvertOptions) };
        return Converted(data, from, to, &how);
    }

    /// <summary>The bytes as FlatBuffers, of a schema that is found from the values.</summary>
    /// <param name="data">An archive, or what <paramref name="from"/> says.</param>
    /// <param name="schema">The schema, as binary (.bfbs) or, with <paramref name="schemaAsText"/>, as text (.fbs).</param>
    /// <param name="schemaAsText">Whether the schema is text, for flatc.</param>
    /// <param name="from">What the bytes are.</param>
    public static byte[] ToFlatBuffers(ReadOnlySpan<byte> data, out byte[] schema, bool schemaAsText = false,
        FastserFormat from = FastserFormat.Detect)
    {
        NativeLoader.Require();
        NativeBytes made = default;
        var how = new ConvertOptions
        {
            StructSize = (uint)sizeof(ConvertOptions), NewSchema = &made, SchemaAsText = schemaAsText ? 1 : 0,
        };
        try
        {
            var bytes = Converted(data, from, FastserFormat.FlatBuffers, &how);
            schema = View(made).ToArray();
            return bytes;
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&made);
        }
    }

    /// <summary>FlatBuffers in another format.</summary>
    /// <param name="data">A root table.</param>
    /// <param name="schema">Its schema, as binary (.bfbs).</param>
    /// <param name="to">The other format.</param>
    public static byte[] FromFlatBuffers(
        ReadOnlySpan<byte> data, ReadOnlySpan<byte> schema, FastserFormat to = FastserFormat.Archive)
    {
        fixed (byte* at = schema)
        {
            var how = new ConvertOptions
            {
                StructSize = (uint)sizeof(ConvertOptions), Schema = at, SchemaSize = (nuint)schema.Length,
            };
            return Converted(data, FastserFormat.FlatBuffers, to, &how);
        }
    }

    /// <summary>The bytes as JSON.</summary>
    /// <param name="data">An archive, or what <paramref name="from"/> says.</param>
    /// <param name="pretty">With line breaks.</param>
    /// <param name="replace">What JSON has no form for is written in another (data as base64 text ...),
    /// instead of an exception.</param>
    /// <param name="from">What the bytes are.</param>
    public static string ToJson(ReadOnlySpan<byte> data, bool pretty = false, bool replace = true,
        FastserFormat from = FastserFormat.Detect)
    {
        var how = new ConvertOptions
        {
            StructSize = (uint)sizeof(ConvertOptions), Pretty = pretty ? 1 : 0, Replace = replace ? 1 : 0,
            NanAsNull = replace ? 1 : 0,
        };
        return Encoding.UTF8.GetString(Converted(data, from, FastserFormat.Json, &how));
    }

    /// <summary>An archive of what JSON says; its types are found from the values.</summary>
    public static byte[] FromJson(string json) =>
        Convert(Encoding.UTF8.GetBytes(json ?? throw new ArgumentNullException(nameof(json))), FastserFormat.Json, FastserFormat.Archive);

    /// <summary>Replaces a file, or makes it. Whatever happens meanwhile, a power loss included, the file is
    /// the old one or the new one.</summary>
    public static void Save(string path, ReadOnlySpan<byte> data)
    {
        if (path == null) throw new ArgumentNullException(nameof(path));
        NativeLoader.Require();
        var name = Encoding.UTF8.GetBytes(path);
        var error = NativeFailure.Begin();
        fixed (byte* at = data)
        fixed (byte* nameAt = name)
        {
            NativeFailure.Check(
                NativeMethods.fastser_file_save(nameAt, (nuint)name.Length, at, (nuint)data.Length, &error), &error);
        }
    }

    /// <summary>The bytes of a file.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="maxBytes">A larger one is <see cref="FastserStatus.OverBudget"/>; 0: 1 GiB.</param>
    public static byte[] Load(string path, long maxBytes = 0)
    {
        if (path == null) throw new ArgumentNullException(nameof(path));
        NativeLoader.Require();
        var name = Encoding.UTF8.GetBytes(path);
        NativeBytes bytes = default;
        var error = NativeFailure.Begin();
        try
        {
            fixed (byte* nameAt = name)
            {
                NativeFailure.Check(
                    NativeMethods.fastser_file_load(
                        nameAt, (nuint)name.Length, (ulong)maxBytes, IntPtr.Zero, &bytes, &error), &error);
            }
            return View(bytes).ToArray();
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&bytes);
        }
    }

    internal static byte[] Converted(
        ReadOnlySpan<byte> data, FastserFormat from, FastserFormat to, ConvertOptions* how)
    {
        NativeLoader.Require();
        NativeBytes bytes = default;
        var error = NativeFailure.Begin();
        try
        {
            fixed (byte* at = data)
            {
                NativeFailure.Check(
                    NativeMethods.fastser_convert(at, (nuint)data.Length, (int)from, (int)to, how, IntPtr.Zero,
                        &bytes, &error), &error);
            }
            return View(bytes).ToArray();
        }
        finally
        {
            NativeMethods.fastser_bytes_release(&bytes);
        }
    }

    internal static ReadOnlySpan<byte> View(in NativeBytes bytes) =>
        bytes.Size <= int.MaxValue ? new ReadOnlySpan<byte>((void*)bytes.Data, (int)bytes.Size)
            : throw new FastserException(FastserStatus.NoMemory, "more than 2 GiB");

    private static string Text(in NativeBytes bytes)
    {
        var view = View(bytes);
        fixed (byte* at = view) return view.Length == 0 ? "" : Encoding.UTF8.GetString(at, view.Length);
    }
}
