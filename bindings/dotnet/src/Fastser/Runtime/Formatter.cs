// SPDX-License-Identifier: MIT
//
// Formatters: how the values of one .NET type are written and read. Generated code makes one for
// each of its types; the library has those of collections and well-known types.
//
// Runs of values go through WriteSpan and ReadSpan, one virtual call for all of them: a formatter that
// is sealed and overrides these calls its own methods directly.
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

/// <summary>How the values of one .NET type are written and read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class Formatter
{
    private protected Formatter() { }

    /// <summary>What the values are in an archive.</summary>
    public abstract WireType Type { get; }

    /// <summary>The .NET type.</summary>
    public abstract Type ValueType { get; }

    /// <summary>Writes the fields of an object (not its slot); for classes whose bodies may be deferred.</summary>
    public virtual void WriteBody(ref ArchiveWriter writer, object value) => throw NoBody();

    /// <summary>Reads the fields of an object that was made before.</summary>
    public virtual void ReadBody(ref ArchiveReader reader, object value) => throw NoBody();

    /// <summary>Writes the deferred bodies that are next, of objects that all are of this formatter: one virtual
    /// call for a row of them.</summary>
    public virtual void WriteBodies(ref ArchiveWriter writer)
    {
        while (writer.TakeBody(out var value)) WriteBody(ref writer, value);
    }

    /// <summary>Reads such bodies.</summary>
    public virtual void ReadBodies(ref ArchiveReader reader)
    {
        while (reader.TakeBody(out var value)) ReadBody(ref reader, value);
    }

    /// <summary>Makes an object whose fields come later (a promise, a deferred body).</summary>
    public virtual object MakeObject() => throw NoBody();

    /// <summary>Is called for each object that <see cref="MakeObject"/> made, or whose formatter asked for
    /// it, when the whole graph was read.</summary>
    public virtual void Completed(object value) { }

    /// <summary>Whether <see cref="Completed"/> does anything.</summary>
    public virtual bool WantsCompleted => false;

    /// <summary>Whether bodies may come later, behind the root.</summary>
    internal virtual bool Defers => true;

    /// <summary>Whether no code of the user's runs when a value is written.</summary>
    internal virtual bool RunsAlone => false;

    /// <summary>Whether objects are made before their fields are read.</summary>
    internal virtual bool MakesFirst => true;

    /// <summary>Writes a value of the formatter's type.</summary>
    internal abstract void WriteBoxed(ref ArchiveWriter writer, object value);

    /// <summary>Reads a value of the formatter's type.</summary>
    internal abstract object? ReadBoxed(ref ArchiveReader reader);

    private InvalidOperationException NoBody() => new(GetType() + " has no bodies.");
}

/// <summary>How the values of <typeparamref name="T"/> are written and read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract partial class Formatter<T> : Formatter
{
    /// <inheritdoc/>
    public override Type ValueType => typeof(T);

    /// <summary>Bytes of a value where its memory is what stands on the wire of a little-endian machine,
    /// whatever the bytes are; else 0.</summary>
    public virtual int BlockSize => 0;

    /// <summary>Bytes that a value takes as an element, for the budget of a read.</summary>
    public virtual int MemorySize => Unsafe.SizeOf<T>();

    /// <summary>What the budget of a read pays for an element: both engines the same, so what it takes in the
    /// native library.</summary>
    internal int MemoryAsElement(bool references)
    {
        try
        {
            return Math.Max(ShadowLayout.SlotOf(Type, references), 1);
        }
        catch (FastserException)
        {
            return Math.Max(MemorySize, 1);  // of a type that the native library takes by way of an archive
        }
    }

    /// <summary>Bytes of a value in an archive that shares nothing, where they are known without a look at
    /// every element; else -1. May be wrong where a string is not ASCII.</summary>
    public virtual long SizeAtOnce(T value) => -1;

    /// <summary>Writes a value.</summary>
    public abstract void Write(ref ArchiveWriter writer, T value);

    /// <summary>Reads a new value.</summary>
    public abstract T Read(ref ArchiveReader reader);

    /// <summary>Reads over a value that is there, as far as it can be used again.</summary>
    public virtual void Populate(ref ArchiveReader reader, ref T value) => value = Read(ref reader);

    /// <summary>Writes values one behind the other.</summary>
    public virtual void WriteSpan(ref ArchiveWriter writer, ReadOnlySpan<T> values)
    {
        foreach (var value in values) Write(ref writer, value);
    }

    /// <summary>Reads values one behind the other.</summary>
    public virtual void ReadSpan(ref ArchiveReader reader, Span<T> values)
    {
        for (var i = 0; i < values.Length; ++i) values[i] = Read(ref reader);
    }

    internal override void WriteBoxed(ref ArchiveWriter writer, object value) => Write(ref writer, (T)value);

    internal override object? ReadBoxed(ref ArchiveReader reader) => Read(ref reader);
}

/// <summary>Where the formatter of a type is found.</summary>
/// <typeparam name="T">The type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class FormatterOf<T>
{
    /// <summary>The formatter: the library's own, or set by generated code when its assembly is loaded.</summary>
    public static Formatter<T>? Instance = FormatterOf.Known<T>();
}

/// <summary>Where formatters are found.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static partial class FormatterOf
{
    /// <summary>The formatter of a type, or an exception that says what to do.</summary>
    public static Formatter<T> Get<T>() => FormatterOf<T>.Instance ?? Missing<T>();

    /// <summary>Sets the formatter of a type, unless it has one.</summary>
    public static void Register<T>(Formatter<T> formatter) => 
        FormatterOf<T>.Instance ??= formatter ?? throw new ArgumentNullException(nameof(formatter));

    internal static Formatter<T>? Known<T>() => KnownFormatters.Find(typeof(T)) as Formatter<T>;

    private static Formatter<T> Missing<T>() => throw new FastserException(
        FastserStatus.Usage,
        "no formatter for " + typeof(T) + ": " + (Hidden(typeof(T)) is { } hidden
            ? hidden + " is private or protected, so that generated code cannot name it: make it internal or public"
            : "mark the type [FastSerializable] and partial, or name it in [assembly: FastSerializableExternal(typeof(...))]; "
                + "if only a generic method uses it, name it once in a call of FastSerializer")
        + "; or call FormatterOf.Register");

    // The type in a type, itself included, that only a type around it can name.
    private static Type? Hidden(Type type)
    {
        for (var one = type; one != null; one = one.DeclaringType)
        {
            if (one.IsNestedPrivate || one.IsNestedFamily || one.IsNestedFamANDAssem) return one;
        }
        var parts = type.HasElementType ? [type.GetElementType()!] : type.GenericTypeArguments;
        foreach (var part in parts)
        {
            if (Hidden(part) is { } found) return found;
        }
        return null;
    }
}
