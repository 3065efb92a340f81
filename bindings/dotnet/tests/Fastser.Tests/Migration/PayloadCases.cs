// SPDX-License-Identifier: MIT
//
// Payloads that are hard to get right (tests/Fastser.Fixtures/Cases.cs.txt makes them): graphs that want an
// order, names of fields that collide, collections in unusual states.
#pragma warning disable CS0649, CS0169, CS0414 // Fields are set by reflection.
#pragma warning disable CS8714 // Old code has keys of int?.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using System.Text;
using System.Threading;
using Fastser.Migration;
using Xunit;

namespace Fastser.Tests.Migration;

public sealed class PayloadCases
{
    public sealed class Owner { public Account? First; public string? Name; public List<int>? Numbers; }

    public sealed class Account
    {
        public string? Name;
        public int Count;
        internal Account(SerializationInfo info)
        {
            Name = ((Owner)info.GetValue("owner", typeof(Owner))!).Name;
            Count = ((List<int>)info.GetValue("numbers", typeof(List<int>))!).Count;
        }
    }

    public sealed class Accounts { public Owner? Owner; public List<int>? Numbers; public Account? Account; }

    public sealed class Key
    {
        public List<int>? Parts;
        public override int GetHashCode() => Parts!.Aggregate(17, (hash, part) => hash * 31 + part);
        public override bool Equals(object? other) => other is Key key && key.Parts!.SequenceEqual(Parts!);
    }

    public sealed class Keys { public List<int>? Parts; public Dictionary<Key, string>? Names; public HashSet<Key>? Set; }
    public sealed class Coin { public Purse? Purse; }

    public sealed class Purse
    {
        public List<Coin>? List;
        public ArrayList? Old;
        public Queue<Coin>? Queue;
        public Hashtable? Table;
        public Coin[]? Array;
        public Coin? One;
        public Dictionary<string, Coin>? Names;
        public KeyValuePair<int, Coin> Pair;
    }

    public sealed class Flat { public string? name; }
    public class NewBase { private string? name; public string? BaseName => name; }
    public sealed class Derived : NewBase { private string? name; public string? Name => name; }
    public sealed class Titles { public string? Title { get; set; } }

    public sealed class MyDictionary : Dictionary<string, int>
    {
#pragma warning disable SYSLIB0051 // As the class had it.
        internal MyDictionary(SerializationInfo info, StreamingContext context) : base(info, context) { }
#pragma warning restore SYSLIB0051
    }

    public sealed class Compared
    {
        public SortedDictionary<string, int>? Sorted;
        public HashSet<int?>? Hash;
        public SortedSet<int?>? Tree;
        public Dictionary<int?, string>? Map;
        public Tuple<int, int, int, int, int, int>? Six;
        public Tuple<int, int, int, int, int, int, int, Tuple<string>>? Eight;
    }

    public sealed class Cultured { public SortedDictionary<string, int>? Sorted; }
    public sealed class Roomy { public List<string>? One, Cleared; public string?[]? Nulls; }
    public sealed class Kept { public int kept; }
    public sealed class Wanted { public object? Cells; }
    public sealed class Mistyped { public string? Number; }
    public enum Shade : byte { Dark = 1, Light = 200 }
    public struct Ping { public int X; public string? Y; public object? Z; }
    public sealed class Sheet { public object? Boxed; public object?[]? Boxes; public Guid Id; public Ping Ping; public Ping[]? Pings; public string? Text; }
    public sealed class Nest { public ArrayList? Kids; }

    private static byte[] Fixture(string name) => File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Migration", "Fixtures", name));

    private static T Read<T>(string name, PayloadTypes types, FastserLimits limits = default) =>
        PayloadReader.ReadBinaryFormatter<T>(Fixture("case-" + name + ".bin"), types, limits);

    private static FastserException Refused<T>(string name, PayloadTypes types, FastserStatus status, FastserLimits limits = default)
    {
        var error = Assert.Throws<FastserException>(() => Read<T>(name, types, limits));
        Assert.Equal(status, error.Status);
        return error;
    }

    private static PayloadTypes AccountTypes() => new PayloadTypes().Add<Owner>("LegacyCases.Owner").Add<Accounts>("LegacyCases.Accounts")
        .AddSerializable((info, context) => new Account(info), "LegacyCases.Account");

    [Fact]
    public void FunctionsAreGivenObjectsThatAreFilled()
    {
        var account = Read<Accounts>("reach", AccountTypes()).Account!;
        Assert.Equal(("Ann", 3), (account.Name, account.Count));
    }

    [Fact]
    public void InACycleFunctionsAreGivenAllThatDoesNotNeedThem()
    {
        // (The account is the first field of its owner, before the name and the list.)
        var owner = Read<Owner>("round", AccountTypes());
        Assert.Equal(("Zed", 3), (owner.First!.Name, owner.First.Count));
    }

    [Fact]
    public void KeysAreFilledBeforeTheyAreHashed()
    {
        var keys = Read<Keys>("keys", new PayloadTypes().Add<Keys>("LegacyCases.Keys").Add<Key>("LegacyCases.Key"));
        var equal = new Key { Parts = [1, 2, 3] };
        Assert.Equal("v", keys.Names![equal]);
        Assert.Contains(equal, keys.Set!);
    }

    [Fact]
    public void CyclesThroughCollectionsAreKept()
    {
        var coin = Read<Coin>("coin", new PayloadTypes().Add<Purse>("LegacyCases.Purse")
            .AddSerializable((info, context) => new Coin { Purse = (Purse?)info.GetValue("purse", typeof(Purse)) }, "LegacyCases.Coin"));
        var purse = coin.Purse!;
        Assert.Equal([coin, coin, coin, coin, coin, coin, coin, coin],
            [purse.List!.Single(), purse.Old![0], purse.Queue!.Single(), purse.Table!["k"], purse.Array!.Single(), purse.One, purse.Names!["k"], purse.Pair.Value]);
    }

    [Fact]
    public void TwoThatNeedEachOtherFirstAreRefused() => Refused<object>("twins", new PayloadTypes()
        .AddSerializable((info, context) => Tuple.Create(info.GetValue("other", typeof(object))), "LegacyCases.Twin"), FastserStatus.BadReference);

    [Fact]
    public void DeepGraphsNeedNoStack()
    {
        const int Depth = 20000;
        var xml = new StringBuilder("<E:Envelope xmlns:E=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:C=\"http://schemas.xmlsoap.org/soap/encoding/\""
            + " xmlns:a=\"http://schemas.microsoft.com/clr/ns/L\" xmlns:l=\"http://schemas.microsoft.com/clr/ns/System.Collections\" xmlns:x=\"http://www.w3.org/2001/XMLSchema\"><E:Body>");
        for (var i = 0; i < Depth; i++)
        {
            xml.Append($"<a:Nest id=\"n{i}\"><Kids href=\"#l{i}\"/></a:Nest><l:ArrayList id=\"l{i}\"><_items href=\"#i{i}\"/><_size>{(i + 1 == Depth ? 0 : 1)}</_size></l:ArrayList>");
            xml.Append($"<C:Array id=\"i{i}\" C:arrayType=\"x:anyType[1]\">{(i + 1 == Depth ? "" : $"<item href=\"#n{i + 1}\"/>")}</C:Array>");
        }
        var bytes = Encoding.UTF8.GetBytes(xml.Append("</E:Body></E:Envelope>").ToString());
        Nest? nest = null;
        var thread = new Thread(() => nest = PayloadReader.ReadSoapFormatter<Nest>(bytes, new PayloadTypes().Add<Nest>("L.Nest")), 256 * 1024);
        thread.Start();
        thread.Join();
        var depth = 0;
        for (; nest != null; nest = nest.Kids!.Count == 0 ? null : (Nest?)nest.Kids[0]) depth++;
        Assert.Equal(Depth, depth);
    }

    [Fact]
    public void TheFieldOfThatVeryNameWins()
    {
        Assert.Equal("derived", Read<Flat>("derived", new PayloadTypes().Add<Flat>("LegacyCases.Derived")).name);
        Assert.Equal("real", Read<Titles>("titles", new PayloadTypes().Add<Titles>("LegacyCases.Titles")).Title);
    }

    [Fact]
    public void MembersThatLoseTheirFieldAreNotPassedByInStrictTypes() =>
        Refused<Flat>("derived", new PayloadTypes { Strict = true }.Add<Flat>("LegacyCases.Derived"), FastserStatus.TypeMismatch);

    [Fact]
    public void FieldsOfARenamedBaseClassAreFound()
    {
        var read = Read<Derived>("derived", new PayloadTypes { Strict = true }.Add<Derived>("LegacyCases.Derived"));
        Assert.Equal(("derived", "base"), (read.Name, read.BaseName));
    }

    [Fact]
    public void TwoMembersForOneFieldAreAnErrorUnlessTheProgramSaysWhich()
    {
        var error = Refused<Titles>("twotitles", new PayloadTypes().Add<Titles>("LegacyCases.TwoTitles"), FastserStatus.TypeMismatch);
        Assert.Contains("_title and m_title", error.Message);
        Assert.Equal("third", Read<Titles>("twotitles", new PayloadTypes().Add<Titles>("LegacyCases.TwoTitles", ("m_title", "Title"))).Title);
    }

    [Fact]
    public void ClassesDerivedFromDictionaryAreMadeByTheirConstructor()
    {
        var read = Read<MyDictionary>("mydictionary", new PayloadTypes().AddSerializable((info, context) => new MyDictionary(info, context), "LegacyCases.MyDictionary"));
        Assert.Equal(1, Assert.Single(read).Value);
        Assert.Equal(1, read["a"]);
        var error = Refused<MyDictionary>("mydictionary", new PayloadTypes().Add<MyDictionary>("LegacyCases.MyDictionary"), FastserStatus.TypeMismatch);
        Assert.Contains("AddSerializable", error.Message);
    }

    [Fact]
    public void ComparersAndNullableItemsAndLongTuplesAreRead()
    {
        var read = Read<Compared>("compared", new PayloadTypes().Add<Compared>("LegacyCases.Compared"));
        Assert.Equal(2, read.Sorted!["a"]);
        Assert.Equal(["A", "b"], read.Sorted.Keys);
        Assert.True(read.Hash!.SetEquals([1, null, 3]));
        Assert.Equal([null, 1, 3], read.Tree!);
        Assert.Equal("a", read.Map![1]);
        Assert.Equal(Tuple.Create(1, 2, 3, 4, 5, 6), read.Six);
        Assert.Equal("8", read.Eight!.Rest.Item1);
    }

    [Fact]
    public void ComparersOfACultureAreRefused() =>
        Assert.Contains("CultureAwareComparer", Refused<Cultured>("cultured", new PayloadTypes().Add<Cultured>("LegacyCases.Cultured"), FastserStatus.UnknownClass).Message);

    [Fact]
    public void ListsWithMuchRoomAreRead()
    {
        var types = new PayloadTypes().Add<Roomy>("LegacyCases.Roomy");
        var read = Read<Roomy>("roomy", types);
        Assert.Equal(["one"], read.One);
        Assert.Empty(read.Cleared!);
        Assert.Equal(30000, read.Nulls!.Length);
        Assert.Empty(Read<Roomy>("roomy", types, new FastserLimits(memoryBase: long.MaxValue)).Cleared!);
        Assert.Contains("memoryBase", Refused<Roomy>("roomy", types, FastserStatus.OverBudget, new FastserLimits(memoryBase: 1024)).Message);
    }

    [Fact]
    public void ArraysOfUnknownTypesMatterOnlyWhereAFieldWantsThem()
    {
        Assert.Equal(5, Read<Kept>("grid", new PayloadTypes().Add<Kept>("LegacyCases.Grid")).kept);
        Assert.Contains("LegacyCases.Gone[,]", Refused<Wanted>("grid", new PayloadTypes().Add<Wanted>("LegacyCases.Grid"), FastserStatus.UnknownClass).Message);
    }

    [Fact]
    public void TypeErrorsNameClassAndMember() => Assert.Contains("LegacyCases.Grid.Number: a System.UInt64 for a System.String",
        Refused<Mistyped>("grid", new PayloadTypes().Add<Mistyped>("LegacyCases.Grid"), FastserStatus.TypeMismatch).Message);

    [Fact]
    public void SoapKeepsEnumsInObjectsStructsAndLineEnds()
    {
        var sheet = PayloadReader.ReadSoapFormatter<Sheet>(Fixture("case.soap"),
            new PayloadTypes().Add<Sheet>("LegacyCases.Sheet").Add<Shade>("LegacyCases.Shade").Add<Ping>("LegacyCases.Ping"));
        Assert.Equal(Shade.Light, sheet.Boxed);
        Assert.Equal([Shade.Dark], sheet.Boxes!);
        Assert.Equal(new Guid("00112233-4455-6677-8899-aabbccddeeff"), sheet.Id);
        Assert.Equal((1, "y"), (sheet.Ping.X, sheet.Ping.Y));
        Assert.Equal(2, sheet.Pings!.Single().X);
        Assert.Equal("x\r\ny\u0001", sheet.Text);
    }

    // What Mono's SoapFormatter writes into the body.
    private static T Soap<T>(string body) => PayloadReader.ReadSoapFormatter<T>(System.Text.Encoding.UTF8.GetBytes(
        "<SOAP-ENV:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:SOAP-ENC=\"http://schemas.xmlsoap.org/soap/encoding/\" "
        + "xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:s=\"http://schemas.microsoft.com/clr/ns/System\"><SOAP-ENV:Body>\n" + body + "\n</SOAP-ENV:Body></SOAP-ENV:Envelope>"),
        new PayloadTypes());

    public static IEnumerable<object[]> SimpleRoots { get; } =
    [
        ["<xsd:dateTime id=\"ref-1\">\n <ticks>631167699060000000</ticks>\n <dateData>5242853717487387904</dateData>\n</xsd:dateTime>", new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc)],
        ["<xsd:dateTime><ticks>631167699060000000</ticks><dateData>631167699060000000</dateData></xsd:dateTime>", new DateTime(2001, 2, 3, 4, 5, 6)],
        ["<xsd:dateTime><ticks>631167699060000000</ticks><dateData>9854539735914775808</dateData></xsd:dateTime>", new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Local)],
        ["<xsd:int id=\"ref-1\">\n <m_value>5</m_value>\n</xsd:int>", 5],
        ["<xsd:unsignedByte><m_value>200</m_value></xsd:unsignedByte>", (byte)200],
        ["<xsd:boolean><m_value>true</m_value></xsd:boolean>", true],
        ["<xsd:double><m_value>1.5</m_value></xsd:double>", 1.5],
        ["<xsd:decimal>\n <flags>65536</flags><hi>0</hi><lo>25</lo><mid>0</mid></xsd:decimal>", 2.5m],
        ["<xsd:duration id=\"ref-1\">PT3.0000000S</xsd:duration>", TimeSpan.FromSeconds(3)],
        ["<xsd:duration>P1DT</xsd:duration>", TimeSpan.FromDays(1)],
        ["<xsd:duration><_ticks>30000000</_ticks></xsd:duration>", TimeSpan.FromSeconds(3)],
        ["<s:Char id=\"ref-1\">\n <m_value>x</m_value></s:Char>", 'x'],
        ["<SOAP-ENC:string id=\"ref-1\">text</SOAP-ENC:string>", "text"],
    ];

    [Theory]
    [MemberData(nameof(SimpleRoots))]
    public void SoapReadsRootsThatAreSimpleValues(string body, object value)
    {
        var read = Soap<object>(body);
        Assert.Equal(value, read);
        Assert.IsType(value.GetType(), read);
        if (value is DateTime time) Assert.Equal(time.Kind, ((DateTime)read).Kind);
    }

    [Theory]
    [InlineData("<xsd:int><other>5</other></xsd:int>")]
    [InlineData("<xsd:dateTime><dateData>4611686018427387903</dateData></xsd:dateTime>")]
    [InlineData("<xsd:decimal><flags>-1</flags><hi>0</hi><lo>25</lo><mid>0</mid></xsd:decimal>")]
    [InlineData("<s:Char><m_value>xy</m_value></s:Char>")]
    public void SoapRefusesSimpleValuesThatAreNone(string body) =>
        Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => Soap<object>(body)).Status);

    [Fact]
    public void SoapReadsCharsAndObjectsInObjects()
    {
        var items = Soap<object?[]>("<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"xsd:anyType[7]\"><item xsi:type=\"s:Char\">q</item><item xsi:type=\"s:Char\"> </item>"
            + "<item xsi:null=\"1\" /><item href=\"#ref-11\" /><item href=\"#ref-11\" /><item xsi:type=\"xsd:anyType\">t</item><item href=\"#ref-2\" /></SOAP-ENC:Array>"
            + "<xsd:anyType id=\"ref-11\">\n</xsd:anyType><SOAP-ENC:Array id=\"ref-2\" SOAP-ENC:arrayType=\"s:Char[2]\"><item>a</item><item>b</item></SOAP-ENC:Array>");
        Assert.Equal(['q', ' ', null], items.Take(3));
        Assert.Equal(typeof(object), items[3]!.GetType());
        Assert.Same(items[3], items[4]);
        Assert.Equal("t", items[5]);
        Assert.Equal(['a', 'b'], Assert.IsType<char[]>(items[6]));
    }

    [Theory]
    [InlineData("coin")]
    [InlineData("round")]
    [InlineData("keys")]
    [InlineData("compared")]
    public void DamagedCasesAreErrorsToo(string name)
    {
        var types = AccountTypes().Add<Keys>("LegacyCases.Keys").Add<Key>("LegacyCases.Key").Add<Purse>("LegacyCases.Purse").Add<Compared>("LegacyCases.Compared")
            .AddSerializable((info, context) => new Coin { Purse = (Purse?)info.GetValue("purse", typeof(Purse)) }, "LegacyCases.Coin");
        var payload = Fixture("case-" + name + ".bin");
        var random = new Random(5);
        for (var round = 0; round < 500; round++)
        {
            var damaged = (byte[])payload.Clone();
            for (var n = random.Next(1, 4); n > 0; n--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                PayloadReader.ReadBinaryFormatter<object>(damaged, types);
            }
            catch (FastserException error)
            {
                Assert.InRange(error.Offset, 0, damaged.Length);
            }
        }
    }
}
