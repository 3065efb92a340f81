// SPDX-License-Identifier: MIT
//
// Archives that describe their types without names (FastSerializerOptions.Names).
using System;
using System.Buffers;
using System.Collections.Generic;
using Xunit;

namespace Fastser.Tests.Serializer;

/// <summary>The object of the article about SerializationWriter.</summary>
[FastSerializable]
public partial class Article
{
    public long Id1, Id2, Id3;
    public string? Text1, Text2, Text3, Text4;
    public DateTime Date1, Date2;
    public bool Flag1, Flag2, Flag3;
    public byte Level;
    public Dictionary<string, object?> Values = new();

    public static Article Sample() => new()
    {
        Id1 = 1_000_000_007, Id2 = -42, Id3 = 1L << 40, Text1 = "a text", Text2 = "and another", Text4 = "Zoë",
        Date1 = new DateTime(2006, 9, 25, 0, 0, 0, DateTimeKind.Utc), Date2 = new DateTime(2006, 9, 26, 1, 2, 3), Flag2 = true, Level = 7,
        Values = { ["integer"] = 5, ["date"] = new DateTime(2007, 1, 1), ["text"] = "value", ["nothing"] = null },
    };
}

[FastSerializable(Name = "Placed")]
public partial class PlacedOnce
{
    public int Age;
    public string Name = "";
    public List<short> Numbers = [];
    public PlacedOnce? Next;
}

/// <summary>A later version, of which the first fields are the same, under other names.</summary>
[FastSerializable(Name = "PlacedAgain")]
public partial class PlacedAgain
{
    public long Years;
    public string Title = "";
    public List<int> Counts = [];
    public PlacedAgain? After;
    public string Added = "new";
}

[FastSerializable, FastUnion(0, typeof(OneOfThem))]
public abstract partial class AnyOfThem
{
    public int A;
}

[FastSerializable]
public partial class OneOfThem : AnyOfThem
{
    public AnyOfThem? Inner;
}

public sealed class NamesTests
{
    private static readonly FastSerializerOptions s_nameless = new() { Names = false };

    private static string TypesOf(byte[] bytes) => FastserArchive.Inspect(bytes);

    [Fact]
    public void TheTableIsWhatThePageOfTheFormatSays()
    {
        var bytes = FastSerializer.Serialize(new PlacedOnce { Age = 1, Name = "x" }, s_nameless);
        // One shape; its name, version 0, no super-class, 4 entries; the name stays, since the class is met again.
        Assert.Equal(
            "46535201000000000018" + "01" + "06506C61636564" + "00" + "00" + "04" + "0206" + "0214" + "022104" + "02202800"
            + "2800" + "01000000" + "0178" + "00" + "00", Convert.ToHexString(bytes));
    }

    [Fact]
    public void FieldsOfOneTypeInARowAreOneEntryAndTheRootHasNoName()
    {
        var with = FastSerializer.Serialize(Article.Sample());
        var without = FastSerializer.Serialize(Article.Sample(), s_nameless);
        var bare = FastSerializer.Serialize(Article.Sample(), s_nameless with { Header = FastserHeader.Bare });
        // Header and size of the table; two shapes; 6 entries, of which one stands for three i64.
        Assert.Equal("46535201000000000027" + "02" + "00000006" + "0608", Convert.ToHexString(without.AsSpan(0, 17)));
        Assert.Equal(bare.Length + 10 + 0x27, without.Length);
        Assert.True(with.Length > without.Length + 100);
        Assert.True(without.AsSpan(without.Length - bare.Length).SequenceEqual(bare));
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void ItIsReadBackByEveryEngineWhateverTheReadersOption(FastserEngine engine)
    {
        foreach (var writing in new[]
        {
            s_nameless, s_nameless with { Checksum = true, UserVersion = 9 }, s_nameless with { References = true },
            s_nameless with { Sharing = FastserSharing.On }, s_nameless with { Engine = FastserEngine.Native },
        })
        {
            var bytes = FastSerializer.Serialize(Article.Sample(), writing);
            var buffer = new ArrayBufferWriter<byte>();
            FastSerializer.Serialize(buffer, Article.Sample(), writing);
            Assert.Equal(bytes, buffer.WrittenSpan.ToArray());
            Assert.Equal(writing.UserVersion, FastSerializer.ReadUserVersion(bytes));
            foreach (var names in new[] { false, true })
            {
                var again = FastSerializer.Deserialize<Article>(bytes, writing with { Engine = engine, Names = names });
                Assert.Equal(bytes, FastSerializer.Serialize(again, writing));
                Assert.Equal(new DateTime(2007, 1, 1), again.Values["date"]);
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AnotherVersionFindsFieldsByTheirPlaces(bool references)
    {
        var options = s_nameless with { References = references };
        var old = new PlacedOnce { Age = 36, Name = "Ada", Numbers = [1, -2], Next = new PlacedOnce { Name = "Bob" } };
        var now = FastSerializer.Deserialize<PlacedAgain>(FastSerializer.Serialize(old, options), options);
        Assert.Equal((36L, "Ada", "new"), (now.Years, now.Title, now.Added));
        Assert.Equal([1, -2], now.Counts);
        Assert.Equal("Bob", now.After!.Title);
    }

    [Fact]
    public void AnOlderVersionPassesByWhatCameLater()
    {
        var bytes = FastSerializer.Serialize(new AgingNow { A = 1, B = "x", C = 3 }, s_nameless);
        Assert.Equal((1, "x"), (FastSerializer.Deserialize<AgingBefore>(bytes).A, FastSerializer.Deserialize<AgingBefore>(bytes).B));
    }

    [Fact]
    public void ToolsReadIt()
    {
        var bytes = FastSerializer.Serialize(Article.Sample(), s_nameless);
        FastserArchive.Verify(bytes);
        Assert.DoesNotContain("Text1", TypesOf(bytes));
        Assert.Contains("DateTime", TypesOf(bytes));
        Assert.Contains("and another", FastserArchive.ToJson(bytes));
        Assert.NotEmpty(FastserArchive.Convert(bytes, FastserFormat.Archive, FastserFormat.MessagePack));
    }

    [Fact]
    public void AClassThatIsChosenByItsNameKeepsIt()
    {
        var value = new OneOfThem { A = 1, Inner = new OneOfThem { A = 2 } };
        foreach (var options in new[] { s_nameless, s_nameless with { References = true } })
        {
            var bytes = FastSerializer.Serialize(value, options);
            Assert.Contains("OneOfThem", TypesOf(bytes));
            var again = FastSerializer.Deserialize<OneOfThem>(bytes, options with { Engine = FastserEngine.Native });
            Assert.Equal((1, 2), (again.A, ((OneOfThem)again.Inner!).A));
        }
    }

    [Fact]
    public void AClassOfTheRegistryKeepsItsName()
    {
        var options = s_nameless with { Registry = new FastserRegistry().Register<PlacedOnce>() };
        var value = new Dictionary<string, object?> { ["who"] = new PlacedOnce { Name = "Ada" } };
        foreach (var engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var bytes = FastSerializer.Serialize(value, options with { Engine = engine });
            Assert.Equal("Ada", ((PlacedOnce)FastSerializer.Deserialize<Dictionary<string, object?>>(bytes, options)["who"]!).Name);
            Assert.Contains("Placed", TypesOf(bytes));
        }
        Assert.Contains("Placed", TypesOf(FastSerializer.Serialize(new PlacedOnce(), options)));
    }

    [Fact]
    public void OtherHeadersAndFormatsAreTheSameAsWithNames()
    {
        foreach (var options in new FastSerializerOptions[]
        {
            new() { Header = FastserHeader.Bare }, new() { Header = FastserHeader.Fingerprint }, new() { Codec = FastserCodec.MessagePack },
        })
        {
            Assert.Equal(
                FastSerializer.Serialize(Article.Sample(), options), FastSerializer.Serialize(Article.Sample(), options with { Names = false }));
        }
        var flat = new FastSerializerOptions { Codec = FastserCodec.Flat };
        Assert.Equal(
            FastSerializer.Serialize(new PlacedOnce(), flat), FastSerializer.Serialize(new PlacedOnce(), flat with { Names = false }));
    }
}

[FastSerializable(Name = "Aging")]
public partial class AgingBefore
{
    public int A;
    public string B = "";
}

[FastSerializable(Name = "Aging")]
public partial class AgingNow
{
    public int A;
    public string B = "";
    public long C;
}
