// SPDX-License-Identifier: MIT
//
// Arrays of plain values, as values of any type have them.
using Fastser.Formatters;

namespace Fastser.Runtime;

internal static class AnyLists
{
    public static readonly ArrayFormatter<bool> Bools = new(BooleanFormatter.Instance);
    public static readonly ArrayFormatter<sbyte> SBytes = new(SByteFormatter.Instance);
    public static readonly ArrayFormatter<short> Int16s = new(Int16Formatter.Instance);
    public static readonly ArrayFormatter<ushort> UInt16s = new(UInt16Formatter.Instance);
    public static readonly ArrayFormatter<char> Chars = new(CharFormatter.Instance);
    public static readonly ArrayFormatter<int> Int32s = new(Int32Formatter.Instance);
    public static readonly ArrayFormatter<uint> UInt32s = new(UInt32Formatter.Instance);
    public static readonly ArrayFormatter<long> Int64s = new(Int64Formatter.Instance);
    public static readonly ArrayFormatter<ulong> UInt64s = new(UInt64Formatter.Instance);
    public static readonly ArrayFormatter<float> Singles = new(SingleFormatter.Instance);
    public static readonly ArrayFormatter<double> Doubles = new(DoubleFormatter.Instance);
    public static readonly ArrayFormatter<decimal> Decimals = new(DecimalFormatter.Instance);
    public static readonly ArrayFormatter<System.Guid> Guids = new(GuidFormatter.Instance);
    public static readonly ArrayFormatter<string> Texts = new(TextFormatter.Instance);
    public static readonly ArrayFormatter<string> SharedStrings = new(SharedStringFormatter.Instance);

    // A string that is not shared, whatever the archive does with others.
    private sealed class TextFormatter : Formatter<string>
    {
        public static readonly TextFormatter Instance = new();
        public override WireType Type => WireType.String;
        public override void Write(ref ArchiveWriter writer, string value) => writer.WriteText(value);
        public override string Read(ref ArchiveReader reader) => reader.ReadText();
    }
}
