// SPDX-License-Identifier: MIT
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Serializer;

public class AnyTests
{
    private static readonly FastserRegistry s_registry = Register();

    private static FastserRegistry Register()
    {
        FormatterOf.Register(PersonFormatter.Instance);
        FormatterOf.Register(AddressFormatter.Instance);
        FormatterOf.Register<Node>(NodeFormatter.Instance);
        return new FastserRegistry().Register<Person>().Register<Address>().Register<Node>();
    }

    private static object? Again(object? value, FastSerializerOptions? options = null)
    {
        options ??= new FastSerializerOptions { Registry = s_registry };
        var bytes = FastSerializer.Serialize(value, options);
        Hostile.CheckEveryCut(AnyFormatter.Instance, bytes, options);
        Hostile.CheckEveryBit(AnyFormatter.Instance, bytes, options);
        var bare = options with { Header = FastserHeader.Bare };
        Assert.Equal(
            Show(FastSerializer.Deserialize<object?>(bytes, options)),
            Show(FastSerializer.Deserialize<object?>(FastSerializer.Serialize(value, bare), bare)));
        return FastSerializer.Deserialize<object?>(bytes, options);
    }

    // A value with the type that it has.
    internal static string Show(object? value) => value switch
    {
        null => "null",
        string text => "\"" + text + "\"",
        byte[] bytes => "data " + Convert.ToHexString(bytes),
        StringBuilder text => "builder \"" + text + "\"",
        DateTime time => time.ToString("O") + " " + time.Kind,
        IDictionary map => value.GetType().Name + "{" + string.Join(", ", map.Keys.Cast<object>().Select(key => Show(key) + ": " + Show(map[key]))) + "}",
        IEnumerable all => value.GetType().Name + "[" + string.Join(", ", all.Cast<object?>().Select(Show)) + "]",
        Address address => "Address " + address.City + " " + address.Number,
        Person person => "Person " + person.Name,
        _ => value.GetType().Name + " " + FormattableString.Invariant($"{value}"),
    };

    public static TheoryData<object?> Plain() =>
    [
        null, true, (sbyte)-1, (byte)255, (short)-300, (ushort)300, -70000, 70000u, long.MinValue, ulong.MaxValue,
        1.5f, double.NegativeInfinity, 'ж', "text", "", new byte[] { 1, 2 }, -12.5m, Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"),
        new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTime(2024, 1, 2), TimeSpan.FromTicks(7),
        new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
#if !FASTSER_NETSTANDARD
        new DateOnly(2024, 2, 29), new TimeOnly(1, 2, 3), (Half)1.5,
#endif
        new Uri("https://example.org/"),
        new[] { true, false }, new sbyte[] { 1 }, new short[] { 1, 2 }, new ushort[] { 1 }, new[] { 1, 2, 3 }, new uint[] { 1 },
        new long[] { 1 }, new ulong[] { 1 }, new[] { 1.5f }, new[] { 1.5 }, new[] { 'a', 'b' }, new[] { "a", "b" },
        new[] { 1.5m }, new[] { Guid.Empty },
        new List<object?> { 1, "two", null, new List<object?> { 3L } },
        new Dictionary<string, object?> { ["a"] = 1, ["b"] = "two", ["c"] = new Dictionary<string, object?> { ["d"] = null } },
        new Dictionary<string, string> { ["a"] = "b" },
        new Dictionary<object, object?> { [1] = "one", ["two"] = 2 },
        new Address { City = "Oslo", Number = 3 },
    ];

    // The table is the same, and the bytes are others: a slot is in front of an object. (The native library reads
    // an object also without References.)
    [Theory]
    [InlineData(FastserEngine.Managed, true)]
    [InlineData(FastserEngine.Managed, false)]
    [InlineData(FastserEngine.Native, true)]
    [InlineData(FastserEngine.Native, false)]
    public void AnObjectWrittenWithOtherReferencesIsNotAnother(FastserEngine engine, bool written)
    {
        var options = new FastSerializerOptions { Registry = new FastserRegistry().Register<Tag>(), Engine = engine, References = written };
        foreach (var number in new[] { 0, 1, 5 })
        {
            var bytes = FastSerializer.Serialize(new List<object?> { new Tag { Number = number } }, options);
            Assert.Equal(number, Assert.IsType<Tag>(FastSerializer.Deserialize<List<object?>>(bytes, options)[0]).Number);
            var others = options with { References = !written };
            if (engine == FastserEngine.Native && written)
            {
                Assert.Equal(number, Assert.IsType<Tag>(FastSerializer.Deserialize<List<object?>>(bytes, others)[0]).Number);
                continue;
            }
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<List<object?>>(bytes, others));
            Assert.Equal(FastserStatus.TypeMismatch, error.Status);
            if (engine == FastserEngine.Managed) Assert.Contains("References", error.Message);
        }
    }

    [Theory]
    [MemberData(nameof(Plain))]
    public void APlainValueComesBackAsItWas(object? value)
    {
        Assert.Equal(Show(value), Show(Again(value)));
        Assert.Equal(Show(value), Show(Again(value, new() { Registry = s_registry, Sharing = FastserSharing.On })));
        Assert.Equal(Show(value), Show(Again(value, new() { Registry = s_registry, References = true })));
    }

    [Fact]
    public void OtherCollectionsComeBackAsTheNearest()
    {
        Assert.Equal("Int32[][Int32 1, Int32 2]", Show(Again(new List<int> { 1, 2 })));
        Assert.Equal("List`1[Int32 1, \"x\"]", Show(Again(new ArrayList { 1, "x" })));
        Assert.Equal("List`1[\"x\", null]", Show(Again(new string?[] { "x", null })));
        Assert.Equal("Dictionary`2{Int32 1: \"x\"}", Show(Again(new Hashtable { [1] = "x" })));
        Assert.Equal("Dictionary`2{\"a\": Int32 1}", Show(Again(new SortedDictionary<string, object?> { ["a"] = 1 })));
    }

    [Fact]
    public void ADictionaryIsAMapOfStringToAny()
    {
        var bare = new FastSerializerOptions { Header = FastserHeader.Bare };
        var bytes = FastSerializer.Serialize<object?>(new Dictionary<string, object?> { ["a"] = 1, ["b"] = "x" }, bare);
        Assert.Equal("24142C" + "02" + "0161" + "0601000000" + "0162" + "140178", Convert.ToHexString(bytes));
    }

    [Fact]
    public void AClassThatIsNotRegisteredIsRefused()
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize<object>(new Version(1, 2)));
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
        error = Assert.Throws<FastserException>(() => FastSerializer.Serialize<object>(Person.Sample()));
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
    }

    [Fact]
    public void RegisteredObjectsKeepTheirIdentityInAGraph()
    {
        var node = new Node { Value = 1 };
        node.Next = node;
        var options = new FastSerializerOptions { Registry = s_registry, References = true };
        var list = (List<object?>)Again(new List<object?> { node, node, new List<object?> { node } }, options)!;
        var again = (Node)list[0]!;
        Assert.Same(again, list[1]);
        Assert.Same(again, ((List<object?>)list[2]!)[0]);
        Assert.Same(again, again.Next);
    }

    [Theory]
    [InlineData("numbers.fsr", "List`1[Boolean True, Boolean False, Int32 -5, Int32 1073741824, Int64 -9223372036854775808, Int64 5000000000, UInt64 18446744073709551615, Single 1.5, Double 0.1, Double -0, Double Infinity]")]
    [InlineData("widths.fsr", "List`1[SByte -128, Byte 255, Int16 -32768, UInt16 65535, UInt32 4294967295]")]
    [InlineData("dictionary.fsr", "Dictionary`2{\"name\": \"Bern\", \"count\": Int32 2, \"tags\": HashSet`1[\"a\", \"b\", \"c\"]}")]
    [InlineData("collections.fsr", "List`1[Dictionary`2{\"list\": List`1[\"one\", Int32 1]}, Dictionary`2{Int32 3: \"v\"}, Dictionary`2{}, HashSet`1[\"a\"], HashSet`1[Int32 1], List`1[\"x\", \"y\"], List`1[], Dictionary`2{\"x\": UInt64 2}, builder \"mutable\", data 6D]")]
    public void FoundationsValuesBecomeDotNets(string file, string expected)
    {
        Assert.Equal(expected, Show(FastSerializer.Deserialize<object?>(Bytes.Vector(file))));
        Hostile.CheckEveryCut(AnyFormatter.Instance, Bytes.Vector(file), new());
        Hostile.CheckEveryBit(AnyFormatter.Instance, Bytes.Vector(file), new());
    }

    [Fact]
    public void FoundationsOtherValuesAreRead()
    {
        var all = (List<object?>)FastSerializer.Deserialize<object?>(Bytes.Vector("values.fsr"))!;
        Assert.Equal(
            "\"plain\" \"café 😀\" \"\" \"plain\" data 000102FF data ",
            string.Join(" ", all.Take(6).Select(Show)));
        Assert.Equal(Guid.Parse("0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"), all[8]);
        Assert.Equal(new Uri("https://example.org/a?b#c"), all[9]);
        Assert.Equal(-12.5m, all[10]);
        Assert.Null(all[11]);
        Assert.Equal("BBItem", all[12]);
    }

    [Fact]
    public void AnObjectOfAClassThatIsNotKnownIsRefused()
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<object?>(Bytes.Vector("cycle.fsr")));
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
    }

    [Fact]
    public void ARecordOfAnotherProgramIsADictionary()
    {
        var value = FastSerializer.Deserialize<object?>(Bytes.Examples()[0]);
        Assert.Equal(
            "Dictionary`2{\"age\": Int32 -2, \"name\": \"Zoë\", \"homes\": List`1[Dictionary`2{\"city\": \"Oslo\", \"number\": UInt16 300}, Dictionary`2{\"city\": \"\", \"number\": UInt16 1}]}",
            Show(value));
        var person = FastSerializer.Deserialize<object?>(Bytes.Examples()[0], new() { Registry = s_registry });
        Assert.Equal("Zoë", Assert.IsType<Person>(person).Name);
    }

    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };

    [Theory]
    [InlineData("23 15 02 01AA 01AA", 5)]                               // a set of data
    [InlineData("23 20 15 02 0101AA 0101AA", 7)]                        // that may be missing
    [InlineData("23 21 06 02 00 00", 5)]                                // of lists
    [InlineData("23 2C 03 15 01AA 14 0161 15 01AA", 9)]                 // of anything
    [InlineData("23 2C 02 22 06 01 01000000 22 06 01 01000000", 10)]    // of arrays
    [InlineData("24 2C 03 02 15 01AA 01 15 01AA 02", 8)]                // keys of a map
    [InlineData("25 21 14 03 02 01 0161 01 01 0161 02", 9)]
    public void KeysThatAreEqualDataOrListsAreRefused(string hex, long offset)
    {
        var bytes = Bytes.Of(hex);
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<object?>(bytes, s_bare));
        Assert.Equal((FastserStatus.Malformed, offset), (error.Status, error.Offset));
        var other = Assert.Throws<FastserException>(() => SerializationReader.GetReader(bytes, s_bare).ReadObject());
        Assert.Equal((FastserStatus.Malformed, offset), (other.Status, other.Offset));
    }

    [Theory]
    [InlineData("23 15 02 01AA 01AB", 2)]
    [InlineData("23 2C 02 15 01AA 21 03 01 AA", 2)]
    [InlineData("23 21 0B 02 01 000000000000F87F 01 000000000000F87F", 2)]  // a NaN equals nothing
    [InlineData("23 2C 02 2D 02 0B 03 000000000000F87F 01 2D 02 0B 03 000000000000F87F 01", 2)]
    public void KeysThatDifferAreTwo(string hex, int count)
    {
        Assert.Equal(count, Assert.IsType<HashSet<object?>>(FastSerializer.Deserialize<object?>(Bytes.Of(hex), s_bare)).Count);
    }

    [Fact]
    public void AHashSetOfObjectsHasNoTwoOfEqualData()
    {
        var formatter = SetFormatters.HashSet(AnyFormatter.Instance);
        var error = Hostile.Read(formatter, Bytes.Of("02 15 01AA 15 01AA"), s_bare);
        Assert.Equal((FastserStatus.Malformed, 4L), (error?.Status, error?.Offset));
        Assert.Null(Hostile.Read(formatter, Bytes.Of("02 15 01AA 15 01AB"), s_bare));
    }

    // Header, table, payload.
    private static byte[] Made(string table, string payload) =>
        Bytes.Of("46 53 52 01 00 00000000" + (table.Replace(" ", "").Length / 2).ToString("X2") + table + payload);

    [Fact]
    public void AnObjectThatIsMadeWhenItIsWholeIsNoPromise()
    {
        // A list of objects of any class; one class, whose objects are data.
        const string Table = "01 0B 4D757461626C6544617461 00 00 01 02 15 21 2B";
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<object?>(Made(Table, "02 03 01 04 00 00 01AA")));
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
        // One that never comes is nil, here as elsewhere.
        Assert.Equal("List`1[null, null]", Show(FastSerializer.Deserialize<object?>(Made(Table, "02 03 01 06"))));
        Assert.Equal("List`1[data AA]", Show(FastSerializer.Deserialize<object?>(Made(Table, "01 01 00 01AA"))));
    }

    [Fact]
    public void ARecordWithTwoFieldsOfOneNameIsNoDictionary()
    {
        // A class and its base, each with an a.
        var bytes = Made("02 01 42 00 00 01 03 01 61 06 01 44 00 01 01 03 01 61 06 28 01", "01000000 02000000");
        Assert.Equal(FastserStatus.TypeMismatch, Assert.Throws<FastserException>(() => FastSerializer.Deserialize<object?>(bytes)).Status);
        bytes = Made("02 01 42 00 00 01 03 01 61 06 01 44 00 01 01 03 01 62 06 28 01", "01000000 02000000");
        Assert.Equal("Dictionary`2{\"a\": Int32 1, \"b\": Int32 2}", Show(FastSerializer.Deserialize<object?>(bytes)));
    }

    [Theory]
    [InlineData("01 01 52 00 00 01 03 01 61 2C 28 00", "", 128)]  // a record
    [InlineData("00 2D 01 2C", "", 128)]                          // a tuple
    [InlineData("00 22 2C 01", "", 128)]                          // an array
    [InlineData("00 21 2D 01 2C", "01", 127)]                     // a list of tuples
    [InlineData("01 01 52 00 00 01 03 01 61 2C 21 2A", "01 00", 127)]
    public void WhatEverybodyReadsIsReadAsAnyValue(string table, string front, int lists)
    {
        foreach (var more in new[] { 0, 1 })
        {
            var payload = front + string.Concat(Enumerable.Repeat("212C01", lists + more)) + "00";
            var bytes = Made(table, payload);
            if (more == 0)
            {
                FastserArchive.Verify(bytes);
                Assert.NotNull(FastSerializer.Deserialize<object?>(bytes));
                continue;
            }
            Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => FastserArchive.Verify(bytes)).Status);
            Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => FastSerializer.Deserialize<object?>(bytes)).Status);
        }
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void AMapOfTextsMayHaveNull(FastserEngine engine)
    {
        foreach (var sharing in new[] { FastserSharing.Off, FastserSharing.On })
        {
            var options = new FastSerializerOptions { Engine = engine, Sharing = sharing };
            object map = new Dictionary<string, string?> { ["a"] = null, ["b"] = "text" };
            foreach (var value in new[] { map, new Dictionary<string, object?> { ["in"] = map } })
            {
                Assert.Equal(Show(value), Show(FastSerializer.Deserialize<object?>(FastSerializer.Serialize<object?>(value, options), options)));
            }
        }
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void WhatOnlyCallsItselfAListIsRefusedByItsName(FastserEngine engine)
    {
        foreach (var value in new object[] { new int[1, 2], default(System.Collections.Immutable.ImmutableArray<int>) })
        {
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize<object?>(value, new() { Engine = engine }));
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains(value.GetType().ToString(), error.Message);
        }
    }
}

[FastSerializable]
public partial class Tag
{
    public int Number;
}
