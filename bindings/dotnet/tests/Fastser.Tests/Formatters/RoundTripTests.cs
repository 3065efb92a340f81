// SPDX-License-Identifier: MIT
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Formatters;

/// <summary>Every type comes back as it was, and is on the wire what the table says.</summary>
public class RoundTripTests
{
    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };

    // Writes and reads by a formatter, in every form of archive; the bytes of the bare one.
    private static byte[] Check<T>(Formatter<T> formatter, T value, Action<T, T>? compare = null)
    {
        compare ??= (expected, actual) => Assert.Equal(expected, actual);
        byte[] bare = [];
        foreach (var references in new[] { false, true })
        {
            foreach (var sharing in new[] { FastserSharing.Off, FastserSharing.On })
            {
                foreach (var header in new[] { FastserHeader.SelfDescribed, FastserHeader.Fingerprint, FastserHeader.Bare })
                {
                    var options = new FastSerializerOptions { Header = header, References = references, Sharing = sharing };
                    var bytes = Write(formatter, value, options);
                    T again = default!;
                    Assert.True(ManagedEngine.TryRead(formatter, bytes, options, false, ref again));
                    compare(value, again);
                    Assert.True(ManagedEngine.TryRead(formatter, bytes, options, true, ref again));
                    compare(value, again);
                    if (!references && sharing == FastserSharing.Off) bare = bytes;
                    Hostile.CheckEveryCut(formatter, bytes, options);
                }
            }
        }
        return bare;
    }

    private static byte[] Write<T>(Formatter<T> formatter, T value, FastSerializerOptions options) =>
        Hostile.Write(formatter, value, options);

    private static void Check<T>(string hex, T value) =>
        Assert.Equal(hex, Convert.ToHexString(Check(FormatterOf.Get<T>(), value)));

    private static void CheckLists<T>(T[] values) where T : notnull
    {
        var element = FormatterOf.Get<T>();
        Check(new ArrayFormatter<T>(element), values);
        Check(new ArrayFormatter<T>(element), []);
        Check(new ListFormatter<T>(element), values.ToList());
        Check(CollectionFormatters.Queue(element), new Queue<T>(values));
        Check(SetFormatters.HashSet(element), values.ToHashSet());
        Check(new DictionaryFormatter<T, T>(element, element), values.ToDictionary(one => one, one => one)!);
    }

    private static void CheckNullable<T>(T value) where T : struct
    {
        var formatter = new NullableFormatter<T>(FormatterOf.Get<T>());
        Check(formatter, value);
        Check(formatter, null);
        Check(new ArrayFormatter<T?>(formatter), [value, null, value]);
    }

    [Fact]
    public void NumbersAreOfFixedWidth()
    {
        Check("01", true);
        Check("80", sbyte.MinValue);
        Check("FF", byte.MaxValue);
        Check("0080", short.MinValue);
        Check("FFFF", ushort.MaxValue);
        Check("6100", 'a');
        Check("00000080", int.MinValue);
        Check("FFFFFFFF", uint.MaxValue);
        Check("0000000000000080", long.MinValue);
        Check("FFFFFFFFFFFFFFFF", ulong.MaxValue);
        Check("0000C03F", 1.5f);
        Check("9A9999999999B93F", 0.1);
        Check("FFFFFFFFFFFFFFFF", (nint)(-1));
        Check("0100000000000000", (nuint)1);
#if !FASTSER_NETSTANDARD
        Check("003E", (Half)1.5);
        Check("FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", (Int128)(-2));
        Check("01000000000000000000000000000080", (UInt128)1 << 127 | 1);
#endif
        Check("7D000000000000000000000000000180", -12.5m);
        Check("00112233445566778899AABBCCDDEEFF", Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"));
#if !FASTSER_NETSTANDARD
        Check("3DF60100", new Rune(0x1F63D));
#endif
        Check("0200FF", new BigInteger(-256));
        Check("000000000000F03F000000000000F0BF", new Complex(1, -1));
        Check("05000000", new BitVector32(5));
    }

    [Fact]
    public void VarintsAreAsShortAsTheyCan()
    {
        Assert.Equal("03", Convert.ToHexString(Check(VarInt32Formatter.Instance, -2)));
        Assert.Equal("FFFFFFFF0F", Convert.ToHexString(Check(VarInt32Formatter.Instance, int.MinValue)));
        Assert.Equal("AC02", Convert.ToHexString(Check(VarUInt16Formatter.Instance, (ushort)300)));
        Check(VarInt16Formatter.Instance, short.MinValue);
        Check(VarUInt32Formatter.Instance, uint.MaxValue);
        Check(VarInt64Formatter.Instance, long.MinValue);
        Check(VarUInt64Formatter.Instance, ulong.MaxValue);
        Check(new ArrayFormatter<long>(VarInt64Formatter.Instance), [0, 1, -1, 63, 64, 1L << 40, long.MaxValue]);
    }

    [Fact]
    public void TextsAreUtf8()
    {
        Check("00", "");
        Check("045A6FC3AB", "Zoë");
        Check("04F09F98BD", "😽");
        foreach (var length in new[] { 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 127, 128, 129, 1023, 1024, 1025, 5000 })
        {
            var ascii = string.Concat(Enumerable.Range(0, length).Select(i => (char)('a' + (i % 26))));
            Assert.Equal(Encoding.UTF8.GetBytes(ascii), Check(StringFormatter.Instance, ascii)[(length < 128 ? 1 : 2)..]);
            for (var at = 0; at < length; at += Math.Max(1, length / 9))
            {
                Check(StringFormatter.Instance, ascii[..at] + "é" + ascii[(at + 1)..]);
                Check(StringFormatter.Instance, ascii[..at] + "漢" + ascii[(at + 1)..]);
            }
            Check(StringFormatter.Instance, new string('ж', length));
        }
        Check(new OptionalFormatter<string>(StringFormatter.Instance), null);
        Check(new OptionalFormatter<string>(StringFormatter.Instance), "x");
        Check(SharedStringFormatter.Instance, "shared");
        Check(new ArrayFormatter<string>(SharedStringFormatter.Instance), ["a", "b", "a", "", "", "b"]);
        Check(new ArrayFormatter<string>(StringFormatter.Instance), ["a", "b", "a", "", "", "b"]);
        Check(StringBuilderFormatter.Instance, new StringBuilder("abc"), (a, b) => Assert.Equal(a.ToString(), b.ToString()));
        Check(UriFormatter.Instance, new Uri("https://example.org/a?b#c"));
        Check(UriFormatter.Instance, new Uri("a/b", UriKind.Relative));
        Check(CultureInfoFormatter.Instance, CultureInfo.InvariantCulture);
    }

    [Fact]
    public void EqualSharedStringsAreWrittenOnce()
    {
        var formatter = new ArrayFormatter<string>(SharedStringFormatter.Instance);
        var bytes = Write(formatter, ["ab", "c", "ab", "", "c"], s_bare);
        Assert.Equal("05" + "046162" + "0263" + "01" + "00" + "03", Convert.ToHexString(bytes));
        var on = new FastSerializerOptions { Header = FastserHeader.Bare, Sharing = FastserSharing.On };
        Assert.Equal(bytes, Write(new ArrayFormatter<string>(StringFormatter.Instance), ["ab", "c", "ab", "", "c"], on));
        var many = Enumerable.Range(0, 3000).Select(i => "text " + (i % 700)).ToArray();
        Check(formatter, many);
        byte[][] data = [[1, 2], [], [3], [1, 2], [3]];
        var shared = new ArrayFormatter<byte[]>(SharedBytesFormatter.Instance);
        Assert.Equal("05" + "040102" + "00" + "0203" + "01" + "03", Convert.ToHexString(Write(shared, data, s_bare)));
        Check(shared, data);
    }

    [Fact]
    public void TimesKeepTicksAndKind()
    {
        Check("1B3C5D6500000000" + "E06EE81D" + "01", new DateTime(2023, 11, 21, 23, 24, 11, DateTimeKind.Utc).AddTicks(5017720));
        Check("0000000000000000" + "00000000" + "00", new DateTime(1970, 1, 1));
        Check("FFFFFFFFFFFFFFFF" + "9CC99A3B" + "00", new DateTime(1970, 1, 1).AddTicks(-1));
        void Same(DateTime value) => Check(DateTimeFormatter.Instance, value, (a, b) =>
        {
            Assert.Equal(a.Ticks, b.Ticks);
            Assert.Equal(a.Kind, b.Kind);
        });
        Same(DateTime.MinValue);
        Same(DateTime.MaxValue);
        Same(DateTime.SpecifyKind(DateTime.MinValue, DateTimeKind.Local));
        Same(DateTime.SpecifyKind(DateTime.MaxValue, DateTimeKind.Local));
        Same(DateTime.SpecifyKind(DateTime.MaxValue, DateTimeKind.Utc));
        Same(new DateTime(2024, 7, 1, 12, 0, 0, DateTimeKind.Local));
        Check(DateTimeOffsetFormatter.Instance, new DateTimeOffset(2024, 2, 29, 1, 2, 3, TimeSpan.FromMinutes(-570)),
            (a, b) => Assert.True(a.EqualsExact(b)));
        Check(DateTimeOffsetFormatter.Instance, DateTimeOffset.MinValue);
        Check(DateTimeOffsetFormatter.Instance, DateTimeOffset.MaxValue);
        Check("0F00000000000000", TimeSpan.FromTicks(15));
#if !FASTSER_NETSTANDARD
        Check("FFFFFFFF", new DateOnly(1969, 12, 31));
        Check(DateOnlyFormatter.Instance, DateOnly.MaxValue);
        Check(DateOnlyFormatter.Instance, DateOnly.MinValue);
        Check(TimeOnlyFormatter.Instance, TimeOnly.MaxValue);
#endif
    }

    [Fact]
    public void ListsOfEverythingComeBack()
    {
        CheckLists([true, false]);
        CheckLists<sbyte>([1, -1]);
        CheckLists<short>([1, -1, 300]);
        CheckLists<ushort>([1, 2]);
        CheckLists(['a', 'ж']);
        CheckLists(Enumerable.Range(0, 1000).ToArray());
        CheckLists<uint>([1, 2]);
        CheckLists<long>([1, -2]);
        CheckLists<ulong>([1, 2]);
        CheckLists([1.5f, 2]);
        CheckLists([1.5, 2]);
        CheckLists([1.5m, 2, -3]);
#if !FASTSER_NETSTANDARD
        CheckLists<Half>([(Half)1, (Half)2]);
        CheckLists<Int128>([1, -2]);
        CheckLists<UInt128>([1, 2]);
#endif
        CheckLists([Guid.NewGuid(), Guid.NewGuid()]);
        CheckLists(["a", "b", "ccc"]);
        CheckLists([DateTime.UnixEpoch, DateTime.MaxValue]);
        CheckLists([DateTimeOffset.UnixEpoch, DateTimeOffset.MaxValue]);
        CheckLists([TimeSpan.Zero, TimeSpan.MaxValue]);
#if !FASTSER_NETSTANDARD
        CheckLists([DateOnly.MinValue, DateOnly.MaxValue]);
        CheckLists([TimeOnly.MinValue, TimeOnly.MaxValue]);
#endif
        CheckLists([BigInteger.One, BigInteger.Pow(7, 100)]);
        CheckLists([Complex.One, Complex.ImaginaryOne]);
        CheckLists([new Version(1, 2), new Version(1, 2, 3), new Version(1, 2, 3, 4)]);
#if !FASTSER_NETSTANDARD
        CheckLists([new Rune('a'), new Rune('b')]);
#endif
        CheckLists([DayOfWeek.Friday, DayOfWeek.Monday], new EnumFormatter<DayOfWeek>("DayOfWeek", WireCode.I32));
    }

    private static void CheckLists<T>(T[] values, Formatter<T> formatter) where T : unmanaged
    {
        FormatterOf.Register(formatter);
        CheckLists(values);
    }

    [Fact]
    public void NullablesComeBack()
    {
        CheckNullable(1);
        CheckNullable(true);
        CheckNullable(DateTime.UnixEpoch);
        CheckNullable(Guid.Empty);
        Check(new NullableFormatter<(int, int)>(new ValueTupleFormatter<int, int>(Int32Formatter.Instance, Int32Formatter.Instance)), (1, 2));
    }

    private enum Tiny : byte { A = 1, B = 255 }

    private enum Wide : ulong { A = ulong.MaxValue }

    private enum Short : short { A = -2 }

    [Fact]
    public void EnumsAreTheirIntegers()
    {
        Assert.Equal("FF", Convert.ToHexString(Check(new EnumFormatter<Tiny>("Tiny", WireCode.U8), Tiny.B)));
        Assert.Equal("FEFF", Convert.ToHexString(Check(new EnumFormatter<Short>("Short", WireCode.I16), Short.A)));
        Assert.Equal("FFFFFFFFFFFFFFFF", Convert.ToHexString(Check(new EnumFormatter<Wide>("Wide", WireCode.U64), Wide.A)));
    }

    [Fact]
    public void DataIsDataWhateverHoldsIt()
    {
        Check("03010203", new byte[] { 1, 2, 3 });
        Check(MemoryBytesFormatter.Instance, new byte[] { 1, 2 }, (a, b) => Assert.Equal(a.ToArray(), b.ToArray()));
        Check(ReadOnlyMemoryBytesFormatter.Instance, new byte[] { 1, 2 }, (a, b) => Assert.Equal(a.ToArray(), b.ToArray()));
        Check(ArraySegmentBytesFormatter.Instance, new byte[] { 1, 2 }, (a, b) => Assert.Equal(a.ToArray(), b.ToArray()));
#if !FASTSER_NETSTANDARD
        Check(ImmutableBytesFormatter.Instance, [1, 2], (a, b) => Assert.Equal(a.ToArray(), b.ToArray()));
#endif
    }

    private static void Same<T>(IEnumerable<T> a, IEnumerable<T> b) => Assert.Equal(a.ToArray(), b.ToArray());

    [Fact]
    public void CollectionsKeepTheirOrder()
    {
        var element = Int32Formatter.Instance;
        Check(CollectionFormatters.IEnumerable(element), Enumerable.Range(0, 50).Where(i => i % 2 == 0), Same);
        Check(CollectionFormatters.ICollection(element), new List<int> { 1, 2 }, Same);
        Check(CollectionFormatters.IList(element), new List<int> { 1, 2 }, Same);
        Check(CollectionFormatters.IReadOnlyCollection(element), new[] { 1, 2 }, Same);
        Check(CollectionFormatters.IReadOnlyList(element), new[] { 1, 2 }, Same);
        Check(CollectionFormatters.Collection(element), [1, 2], Same);
        Check(CollectionFormatters.ReadOnlyCollection(element), new ReadOnlyCollection<int>([1, 2]), Same);
        Check(CollectionFormatters.ObservableCollection(element), [1, 2], Same);
        Check(CollectionFormatters.Queue(element), new Queue<int>([1, 2]), Same);
        Assert.Equal("02" + "01000000" + "02000000",
            Convert.ToHexString(Check(CollectionFormatters.Stack(element), new Stack<int>([1, 2]), Same)));
        Check(CollectionFormatters.LinkedList(element), new LinkedList<int>([1, 2]), Same);
        Check(CollectionFormatters.ConcurrentQueue(element), new ConcurrentQueue<int>([1, 2]), Same);
        Check(CollectionFormatters.ConcurrentStack(element), new ConcurrentStack<int>([1, 2]), Same);
        Check(CollectionFormatters.ConcurrentBag(element), [1, 2], (a, b) => Same(a.Order(), b.Order()));
#if !FASTSER_NETSTANDARD
        Check(CollectionFormatters.ImmutableArray(element), [1, 2], (a, b) => Same(a, b));
        Check(CollectionFormatters.ImmutableArray(element), default, (a, b) => Assert.True(b.IsEmpty));
        Check(CollectionFormatters.ImmutableList(element), [1, 2], Same);
        Check(CollectionFormatters.ImmutableQueue(element), [1, 2], Same);
        Check(CollectionFormatters.ImmutableStack(element), [1, 2], Same);
#endif
        Check(new MemoryFormatter<int>(element), new[] { 1, 2 }, (a, b) => Same(a.ToArray(), b.ToArray()));
        Check(new ReadOnlyMemoryFormatter<int>(element), new[] { 1, 2 }, (a, b) => Same(a.ToArray(), b.ToArray()));
        Check(new ArraySegmentFormatter<int>(element), new(new[] { 1, 2, 3 }, 1, 2), (a, b) => Same(a, b));
        Check(new ListFormatter<List<int>>(new ListFormatter<int>(element)), [[1], [], [2, 3]]);
    }

    [Fact]
    public void SetsAndMapsComeBack()
    {
        var element = StringFormatter.Instance;
        string[] all = ["b", "a", "c"];
        Check(SetFormatters.HashSet(element), [.. all]);
        Check(SetFormatters.ISet(element), new HashSet<string>(all));
#if !FASTSER_NETSTANDARD
        Check(SetFormatters.IReadOnlySet(element), new HashSet<string>(all));
#endif
        Check(SetFormatters.SortedSet(element), [.. all]);
#if !FASTSER_NETSTANDARD
        Check(SetFormatters.ImmutableHashSet(element), [.. all]);
        Check(SetFormatters.ImmutableSortedSet(element), [.. all]);
        Check(SetFormatters.FrozenSet(element), all.ToFrozenSet());
#endif
        var map = all.ToDictionary(one => one, one => one[0] + 0);
        var number = Int32Formatter.Instance;
        Check(new DictionaryFormatter<string, int>(element, number), map);
        Check(MapFormatters.IDictionary(element, number), map);
        Check(MapFormatters.IReadOnlyDictionary(element, number), map);
        Check(MapFormatters.SortedDictionary(element, number), new(map));
        Check(MapFormatters.SortedList(element, number), new(map));
        Check(MapFormatters.ConcurrentDictionary(element, number), new(map));
#if !FASTSER_NETSTANDARD
        Check(MapFormatters.ImmutableDictionary(element, number), map.ToImmutableDictionary());
        Check(MapFormatters.ImmutableSortedDictionary(element, number), map.ToImmutableSortedDictionary());
        Check(MapFormatters.FrozenDictionary(element, number), map.ToFrozenDictionary());
#endif
    }

    [Fact]
    public void TuplesAreTheirItems()
    {
        var i = Int32Formatter.Instance;
        var s = StringFormatter.Instance;
        Assert.Equal("01000000" + "0162", Convert.ToHexString(Check(new ValueTupleFormatter<int, string>(i, s), (1, "b"))));
        Check(new TupleFormatter<int, string>(i, s), Tuple.Create(1, "b"));
        Check(new TupleFormatter<int>(i), Tuple.Create(1));
        Check(new ValueTupleFormatter<int, int, int>(i, i, i), (1, 2, 3));
        Check(new ValueTupleFormatter<int, int, int, int, int, int, int>(i, i, i, i, i, i, i), (1, 2, 3, 4, 5, 6, 7));
        var eight = new ValueTupleFormatter<int, int, int, int, int, int, int, ValueTuple<int>>(i, i, i, i, i, i, i, new ValueTupleFormatter<int>(i));
        Assert.Equal(32, Check(eight, (1, 2, 3, 4, 5, 6, 7, 8)).Length);
        Assert.Equal(8, eight.Type.Operands.Length);
        Check(new KeyValuePairFormatter<int, string>(i, s), new KeyValuePair<int, string>(1, "b"));
        Check(new LazyFormatter<int>(i), new Lazy<int>(() => 7), (a, b) => Assert.Equal(a.Value, b.Value));
    }

    [Fact]
    public void ArraysOfMoreDimensionsComeBack()
    {
        var bytes = Check(new Array2Formatter<int>(Int32Formatter.Instance), new[,] { { 1, 2, 3 }, { 4, 5, 6 } });
        Assert.Equal("02" + "02000000" + "03000000" + "06" + "01000000", Convert.ToHexString(bytes, 0, 14));
        Check(new Array2Formatter<string>(StringFormatter.Instance), new[,] { { "a" }, { "b" } });
        Check(new Array2Formatter<int>(Int32Formatter.Instance), new int[0, 5]);
        Check(new Array3Formatter<int>(Int32Formatter.Instance), new[,,] { { { 1, 2 } }, { { 3, 4 } } });
        Check(new Array4Formatter<byte>(ByteFormatter.Instance), new byte[,,,] { { { { 1, 2 } } } });
    }

    [Fact]
    public void FrameworkTypesComeBack()
    {
        Check("01000000" + "02000000" + "FFFFFFFF" + "FFFFFFFF", new Version(1, 2));
        Check(BitArrayFormatter.Instance, new BitArray([true, false, true]), (a, b) => Assert.Equal(a.Cast<bool>(), b.Cast<bool>()));
        Check("03000000" + "0105", new BitArray([true, false, true]), (a, b) => Assert.Equal(a.Cast<bool>(), b.Cast<bool>()));
    }

    private static void Check<T>(string hex, T value, Action<T, T> compare) =>
        Assert.Equal(hex, Convert.ToHexString(Check(FormatterOf.Get<T>(), value, compare)));

    [Fact]
    public void AFlatRecordComesBackByItsFormatter()
    {
        var bytes = Check(FlatFormatter.Instance, Flat.Sample(), (a, b) =>
        {
            foreach (var field in typeof(Flat).GetFields()) Assert.Equal(field.GetValue(a), field.GetValue(b));
        });
        Assert.Equal(121, bytes.Length);
    }

    // A concurrent collection that was empty, and gets elements meanwhile.
    private sealed class Filled : IReadOnlyCollection<int>
    {
        public int Count => 0;
        public IEnumerator<int> GetEnumerator() => Enumerable.Range(1, 40).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    [Fact]
    public void ACollectionThatIsFilledMeanwhileIsWrittenAsItIsThen()
    {
        var formatter = CollectionFormatters.IReadOnlyCollection(FormatterOf.Get<int>());
        var bytes = Write(formatter, new Filled(), s_bare);
        IReadOnlyCollection<int> again = [];
        Assert.True(ManagedEngine.TryRead(formatter, bytes, s_bare, false, ref again));
        Assert.Equal(Enumerable.Range(1, 40), again);
    }
}
