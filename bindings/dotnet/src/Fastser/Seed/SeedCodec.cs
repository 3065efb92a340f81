// SPDX-License-Identifier: MIT
//
// How values of one C# type lie in an archive: one codec for each type, found by the type. Codecs of
// scalars make those of their arrays, lists, sets and dictionaries, so that nothing is made by
// reflection (Native AOT). Codecs write and read bare values; fields and type checks are the writer's
// and the reader's.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;

namespace Fastser.Seed;

/// <summary>A codec of a type that is known at run time only.</summary>
internal abstract class SeedCodec
{
    /// <summary>The type expression of its values.</summary>
    internal SeedType Type { get; private protected init; } = SeedType.Null;

    /// <summary>Writes a value that is there as an `any`: its type expression and itself.</summary>
    internal abstract void WriteBoxed(SerializationWriter writer, object value);

    /// <summary>Reads a value of <see cref="Type"/>.</summary>
    internal abstract object? ReadBoxed(SerializationReader reader);

    /// <summary>Reads a value of what <see cref="Type"/> is an optional of.</summary>
    internal virtual object? ReadBoxedThere(SerializationReader reader) => ReadBoxed(reader);

    /// <summary>Reads an array of so many values, without a count in front.</summary>
    internal virtual object ReadBoxedArray(SerializationReader reader, int count) => throw new NotSupportedException();

    /// <summary>Codecs of collections of this type; null where elements are written as `any`.</summary>
    internal virtual SeedCodec? ArrayCodec() => null;
    internal virtual SeedCodec? ListCodec() => null;
    internal virtual SeedCodec? SetCodec() => null;
    internal virtual SeedCodec? NullableCodec() => null;
    internal virtual SeedCodec? DictionaryCodec(Type key) => null;
}

/// <summary>Values of T.</summary>
internal abstract class SeedCodec<T> : SeedCodec
{
    internal abstract void Write(SerializationWriter writer, T value);
    internal abstract T Read(SerializationReader reader);

    /// <summary>What one value is charged for in a reader's budget, beside what it charges itself.</summary>
    internal virtual int Charge => System.Runtime.CompilerServices.Unsafe.SizeOf<T>();

    internal virtual void WriteAll(SerializationWriter writer, ReadOnlySpan<T> values)
    {
        foreach (var value in values) Write(writer, value);
    }

    internal virtual void ReadAll(SerializationReader reader, Span<T> values)
    {
        for (var i = 0; i < values.Length; i++) values[i] = Read(reader);
    }

    internal override void WriteBoxed(SerializationWriter writer, object value)
    {
        writer.Expression(Type);
        Write(writer, (T)value);
    }

    internal override object? ReadBoxed(SerializationReader reader) => Read(reader);

    private static SeedCodec<T>? s_instance;

    /// <summary>The codec of T; of types that have none of their own, that of `any`.</summary>
    internal static SeedCodec<T> Instance => s_instance ??= Find();

    private static SeedCodec<T> Find()
    {
        if (SeedCodecs.Find(typeof(T)) is SeedCodec<T> known) return known;
        if (typeof(T).IsEnum) return new EnumCodec<T>();
        if (Nullable.GetUnderlyingType(typeof(T)) is { IsEnum: true } type) return new NullableEnumCodec<T>(type);
        return new AnyCodec<T>();
    }
}

/// <summary>A codec that makes those of its collections.</summary>
internal abstract class ElementCodec<T> : SeedCodec<T>
{
    private Collections<T>? _collections;
    private Collections<T> All => _collections ??= new Collections<T>(this);

    internal override SeedCodec? ArrayCodec() => All.Array;
    internal override SeedCodec? ListCodec() => All.List;
    internal override SeedCodec? SetCodec() => All.Set;
    internal override SeedCodec? DictionaryCodec(Type key) => All.Dictionary(key);
}

/// <summary>Values that may be null, of a class: optional.</summary>
internal abstract class ThereCodec<T> : SeedCodec<T?> where T : class
{
    internal abstract void WriteThere(SerializationWriter writer, T value);
    internal abstract T ReadThere(SerializationReader reader);

    internal override void Write(SerializationWriter writer, T? value)
    {
        writer.Blit(value == null ? (byte)0 : (byte)1);
        if (value != null) WriteThere(writer, value);
    }

    internal override T? Read(SerializationReader reader) => reader.Flag() ? ReadThere(reader) : null;

    internal override void WriteBoxed(SerializationWriter writer, object value)
    {
        writer.Expression(Type.A!);
        WriteThere(writer, (T)value);
    }

    internal override object? ReadBoxedThere(SerializationReader reader) => ReadThere(reader);
}

/// <summary>A small class, whose codec makes those of its collections.</summary>
internal abstract class ThereElementCodec<T> : ThereCodec<T> where T : class
{
    private Collections<T?>? _collections;
    private Collections<T?> All => _collections ??= new Collections<T?>(this);

    internal override SeedCodec? ArrayCodec() => All.Array;
    internal override SeedCodec? ListCodec() => All.List;
    internal override SeedCodec? SetCodec() => All.Set;
    internal override SeedCodec? DictionaryCodec(Type key) => All.Dictionary(key);
}

/// <summary>Codecs of the collections of T.</summary>
internal sealed class Collections<T>
{
    private readonly SeedCodec<T> _element;
    internal readonly ArrayCodec<T> Array;
    internal readonly ListCodec<T> List;
    internal readonly SetCodec<T> Set;

    internal Collections(SeedCodec<T> element)
    {
        _element = element;
        Array = new ArrayCodec<T>(element);
        List = new ListCodec<T>(element);
        Set = new SetCodec<T>(element);
    }

    internal SeedCodec? Dictionary(Type key) =>
        key == typeof(string) ? new DictionaryCodec<string, T>(SeedCodecs.KeyString, _element)
        : key == typeof(int) ? new DictionaryCodec<int, T>(SeedCodec<int>.Instance, _element)
        : key == typeof(long) ? new DictionaryCodec<long, T>(SeedCodec<long>.Instance, _element)
        : key == typeof(Guid) ? new DictionaryCodec<Guid, T>(SeedCodec<Guid>.Instance, _element)
        : key == typeof(object) ? new DictionaryCodec<object, T>(SeedCodec<object>.Instance, _element)
        : null;
}

/// <summary>A value type: there is T? as well.</summary>
internal abstract class ValueCodec<T> : ElementCodec<T> where T : struct
{
    internal override SeedCodec? NullableCodec() => new NullableCodec<T>(this);
}

/// <summary>All codecs, by type.</summary>
internal static class SeedCodecs
{
    internal static readonly SeedCodec<string> KeyString = new StringCodec();
    private static readonly ConcurrentDictionary<Type, SeedCodec?> s_codecs = new(MakeFirst());

    /// <summary>The codec of a type; null if it has none: classes, and collections of collections.</summary>
    internal static SeedCodec? Find(Type type) => s_codecs.TryGetValue(type, out var codec) ? codec : s_codecs.GetOrAdd(type, Make(type));

    private static readonly ConcurrentDictionary<Type, SeedCodec?> s_anyCodecs = new();

    /// <summary>The same for values of `any`, whose characters go under a name. An object of the class object
    /// itself has none: what is written for that type is an `any` again.</summary>
    internal static SeedCodec? FindForAny(Type type)
    {
        if (type == typeof(object)) return null;
        if (s_anyCodecs.TryGetValue(type, out var codec)) return codec;
        var element = type.IsArray ? type.GetElementType() : type.IsGenericType ? type.GetGenericArguments()[type.GetGenericArguments().Length - 1] : type;
        return s_anyCodecs.GetOrAdd(type, element == typeof(char) ? Make(type, CharCodec.Named) : Find(type));
    }

    /// <summary>The codec that reads values of a type expression; null if there is none.</summary>
    internal static SeedCodec? Of(SeedType type)
    {
        switch (type.Code)
        {
            case Code.Bool: return SeedCodec<bool>.Instance;
            case Code.I8: return SeedCodec<sbyte>.Instance;
            case Code.U8: return SeedCodec<byte>.Instance;
            case Code.I16: return SeedCodec<short>.Instance;
            case Code.U16: return SeedCodec<ushort>.Instance;
            case Code.I32: return SeedCodec<int>.Instance;
            case Code.U32: return SeedCodec<uint>.Instance;
            case Code.I64: return SeedCodec<long>.Instance;
            case Code.U64: return SeedCodec<ulong>.Instance;
            case Code.F32: return SeedCodec<float>.Instance;
            case Code.F64: return SeedCodec<double>.Instance;
            case Code.String: return KeyString;
            case Code.Uuid: return SeedCodec<Guid>.Instance;
            case Code.Decimal: return SeedCodec<decimal>.Instance;
            case Code.Any: return SeedCodec<object?>.Instance;
            case Code.Record: return WellKnownShapes.CodecOf(type.Shape!.WellKnown) is { Type.Code: Code.Record } codec ? codec : null;
            case Code.Enum when SeedType.Same(type, WellKnownShapes.TimeSpan): return SeedCodec<TimeSpan>.Instance;
            case Code.Enum when SeedType.Same(type, WellKnownShapes.Char): return CharCodec.Named;
            case Code.Tuple when SeedType.Same(type, WellKnownShapes.Complex): return SeedCodec<System.Numerics.Complex>.Instance;
            case Code.Optional: break;
            default: return null;
        }
        switch (type.A!.Code)
        {
            case Code.String: return SeedCodec<string?>.Instance;
            case Code.Data: return SeedCodec<byte[]?>.Instance;
            case Code.Url: return SeedCodec<Uri?>.Instance;
            case Code.Record when WellKnownShapes.CodecOf(type.A.Shape!.WellKnown) is { Type.Code: Code.Optional } codec: return codec;
            default: return type.A.Code == Code.Optional ? null : Of(type.A)?.NullableCodec();
        }
    }

    private static SeedCodec? Make(Type type, SeedCodec? element = null)
    {
        if (type.IsArray) return type == ElementArray(type) ? (element ?? Find(type.GetElementType()!))?.ArrayCodec() : null;
        if (!type.IsGenericType || type.IsGenericTypeDefinition) return null;
        var definition = type.GetGenericTypeDefinition();
        var arguments = type.GetGenericArguments();
        var last = element ?? Find(arguments[arguments.Length - 1]);
        if (definition == typeof(Nullable<>)) return last?.NullableCodec();
        if (definition == typeof(List<>)) return last?.ListCodec();
        if (definition == typeof(HashSet<>)) return last?.SetCodec();
        if (definition == typeof(Dictionary<,>)) return last?.DictionaryCodec(arguments[0]);
        return null;
    }

    // Arrays of one dimension that begin at 0; those of others are not the type that ArrayCodec reads.
    private static Type? ElementArray(Type type) => type.GetArrayRank() == 1 && type.Name.EndsWith("[]", StringComparison.Ordinal) && !type.Name.EndsWith("[*]", StringComparison.Ordinal) ? type : null;

    private static Dictionary<Type, SeedCodec?> MakeFirst()
    {
        var all = new Dictionary<Type, SeedCodec?>
        {
            [typeof(bool)] = new BoolCodec(),
            [typeof(sbyte)] = new BlitCodec<sbyte>(SeedType.I8),
            [typeof(byte)] = new BlitCodec<byte>(SeedType.U8),
            [typeof(short)] = new BlitCodec<short>(SeedType.I16),
            [typeof(ushort)] = new BlitCodec<ushort>(SeedType.U16),
            [typeof(char)] = new BlitCodec<char>(SeedType.U16),
            [typeof(int)] = new BlitCodec<int>(SeedType.I32),
            [typeof(uint)] = new BlitCodec<uint>(SeedType.U32),
            [typeof(long)] = new BlitCodec<long>(SeedType.I64),
            [typeof(ulong)] = new BlitCodec<ulong>(SeedType.U64),
            [typeof(float)] = new BlitCodec<float>(SeedType.F32),
            [typeof(double)] = new BlitCodec<double>(SeedType.F64),
            [typeof(string)] = new NullableStringCodec(),
            [typeof(byte[])] = new DataCodec(),
            [typeof(object)] = new AnyCodec<object?>(),
        };
        WellKnownCodecs.AddTo(all);
        return all;
    }
}
