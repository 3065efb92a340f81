// SPDX-License-Identifier: MIT
//
// What a value of any type may be beside the plain ones: values that a type expression can name without
// a shape, and lists of plain values. Kept in one table for both directions.
using System;
using System.Collections.Generic;
using Fastser.Formatters;

namespace Fastser.Runtime;

internal static class AnyKinds
{
    private abstract class Kind
    {
        public abstract void Write(ref ArchiveWriter writer, object value);
    }

    // A type expression that stands as it is, and a formatter.
    private sealed class Plain<T> : Kind
    {
        private readonly byte[] _expression;
        private readonly byte[] _shared;
        private readonly Formatter<T> _formatter;
        private readonly bool _counts;

        public Plain(WireType type, Formatter<T> formatter)
        {
            _expression = WireTable.ExpressionOf(type, false);
            _shared = WireTable.ExpressionOf(type, true);
            _formatter = formatter;
            _counts = type.CountsInChoice(false);
        }

        public override void Write(ref ArchiveWriter writer, object value)
        {
            writer.WriteBytes(writer.Shares ? _shared : _expression);
            if (_counts) writer.Enter();
            _formatter.Write(ref writer, (T)value);
            if (_counts) writer.Leave();
        }
    }

    // The parts of a DateTimeOffset without a record.
    private static readonly WireType s_dateTimeOffset =
        WireType.Tuple(WireType.Date, WireType.Enum("DateTimeOffset", WireCode.I16));

    private static readonly Dictionary<Type, Kind> s_kinds = Make();

    // What a map of texts is where one of them is null.
    private static readonly Kind s_textsOrNull = new Plain<Dictionary<string, string?>>(
        WireType.Map(WireType.String, WireType.Optional(WireType.String)),
        new DictionaryFormatter<string, string?>(StringFormatter.Instance, new OptionalFormatter<string>(StringFormatter.Instance)));

    /// <summary>Writes a value that is one of these.</summary>
    public static bool TryWrite(ref ArchiveWriter writer, object value)
    {
        if (!s_kinds.TryGetValue(value.GetType(), out var kind)) return value is Enum && TryWriteEnum(ref writer, value);
        if (value is string[] or List<string> && HoldsNull((IEnumerable<string?>)value)) return false;
        if (value is Dictionary<string, string> texts && HoldsNull(texts.Values)) kind = s_textsOrNull;
        kind.Write(ref writer, value);
        return true;
    }

    private static bool TryWriteEnum(ref ArchiveWriter writer, object value)
    {
        if (writer.Options.Registry?.FindEnum(value.GetType()) is not { } known) return false;
        known.Write(ref writer, value);
        return true;
    }

    /// <summary>Whether the library has enums of this name for types of its own.</summary>
    public static bool IsOwnEnum(string name) =>
        name is "Char" or "DateOnly" or "TimeOnly" or "Half" or "DateTimeOffset" || name.StartsWith("duration ", StringComparison.Ordinal);

    /// <summary>The value of an enum that stands for one of .NET's types, or that is registered.</summary>
    public static object? FromEnum(ref ArchiveReader reader, string name, WireCode integer)
    {
        switch (name, integer)
        {
            case ("Char", WireCode.U16):
                return (char)reader.Read16();
            case ("duration 1/10000000", WireCode.I64):
                return TimeSpanFormatter.Instance.Read(ref reader);
#if NET8_0_OR_GREATER
            case ("DateOnly", WireCode.I32):
                return DateOnlyFormatter.Instance.Read(ref reader);
            case ("TimeOnly", WireCode.I64):
                return TimeOnlyFormatter.Instance.Read(ref reader);
            case ("Half", WireCode.U16):
                return HalfFormatter.Instance.Read(ref reader);
#endif
            default:
                return reader.Options.Registry?.FindEnum(name, integer)?.Read(ref reader);
        }
    }

    /// <summary>Whether a tuple stands for a DateTimeOffset.</summary>
    public static bool IsDateTimeOffset(AnyType type) =>
        type.Operands.Length == 2 && type.Operands[0].Code == WireCode.Date && type.Operands[1].Code == WireCode.Enum
        && type.Operands[1].Integer == WireCode.I16 && type.Operands[1].Name == "DateTimeOffset";

    private static bool HoldsNull(IEnumerable<string?> values)
    {
        foreach (var value in values)
        {
            if (value == null) return true;
        }
        return false;
    }

    private static Dictionary<Type, Kind> Make()
    {
        var kinds = new Dictionary<Type, Kind>();
        var character = WireType.Enum("Char", WireCode.U16);
        kinds.Add(typeof(char), new Plain<char>(character, CharFormatter.Instance));
        kinds.Add(typeof(TimeSpan), new Plain<TimeSpan>(TimeSpanFormatter.Instance.Type, TimeSpanFormatter.Instance));
        kinds.Add(typeof(DateTimeOffset), new Plain<DateTimeOffset>(s_dateTimeOffset, DateTimeOffsetFormatter.Instance));
        kinds.Add(typeof(Uri), new Plain<Uri>(WireType.Url, UriFormatter.Instance));
        AddLists(kinds, WireType.Bool, BooleanFormatter.Instance);
        AddLists(kinds, WireType.I8, SByteFormatter.Instance);
        AddLists(kinds, WireType.I16, Int16Formatter.Instance);
        AddLists(kinds, WireType.U16, UInt16Formatter.Instance);
        AddLists(kinds, WireType.I32, Int32Formatter.Instance);
        AddLists(kinds, WireType.U32, UInt32Formatter.Instance);
        AddLists(kinds, WireType.I64, Int64Formatter.Instance);
        AddLists(kinds, WireType.U64, UInt64Formatter.Instance);
        AddLists(kinds, WireType.F32, SingleFormatter.Instance);
        AddLists(kinds, WireType.F64, DoubleFormatter.Instance);
        AddLists(kinds, WireType.String, StringFormatter.Instance);
        AddLists(kinds, WireType.Decimal, DecimalFormatter.Instance);
        AddLists(kinds, WireType.Uuid, GuidFormatter.Instance);
        AddLists(kinds, character, CharFormatter.Instance);
        kinds.Add(typeof(Dictionary<string, string>), new Plain<Dictionary<string, string>>(
            WireType.Map(WireType.String, WireType.String),
            new DictionaryFormatter<string, string>(StringFormatter.Instance, StringFormatter.Instance)));
#if NET8_0_OR_GREATER
        kinds.Add(typeof(DateOnly), new Plain<DateOnly>(WireType.Enum("DateOnly", WireCode.I32), DateOnlyFormatter.Instance));
        kinds.Add(typeof(TimeOnly), new Plain<TimeOnly>(WireType.Enum("TimeOnly", WireCode.I64), TimeOnlyFormatter.Instance));
        kinds.Add(typeof(Half), new Plain<Half>(WireType.Enum("Half", WireCode.U16), HalfFormatter.Instance));
#endif
        return kinds;
    }

    private static void AddLists<T>(Dictionary<Type, Kind> kinds, WireType element, Formatter<T> formatter)
    {
        var type = WireType.List(element);
        kinds.Add(typeof(T[]), new Plain<T[]>(type, new ArrayFormatter<T>(formatter)));
        kinds.Add(typeof(List<T>), new Plain<List<T>>(type, new ListFormatter<T>(formatter)));
    }
}
