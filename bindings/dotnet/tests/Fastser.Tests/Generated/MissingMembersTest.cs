// SPDX-License-Identifier: MIT
//
// A member that an older archive does not have keeps the value of a new object: beside members of every kind, in
// whatever holds the object, whatever was read before, and however the object is made.
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using Xunit;

namespace Fastser.Tests.Generated;

public interface IAdded
{
    int Five { get; }
    string Word { get; }
    List<int> Ones { get; }
}

[FastSerializable(Name = "Beside")]
public partial class BesideOlder<T>
{
    public int Kept = 3;
    public T Member = default!;
}

[FastSerializable(Name = "Beside")]
public partial class BesideNewer<T> : IAdded
{
    public int Kept;
    public int Five { get; set; } = 5;
    public string Word { get; set; } = "word";
    public List<int> Ones { get; set; } = [1];
    public T Member = default!;
}

[FastSerializable(Name = "Maybe")]
public partial class MaybeOlder<T>
{
    public int Kept = 3;
    public T? Member;
}

[FastSerializable(Name = "Maybe")]
public partial class MaybeNewer<T>
{
    public int Kept;
    public int Five = 5;
    public T? Member;
}

[FastSerializable(Name = "Small")]
public partial class SmallOlder
{
    public byte Id;
}

[FastSerializable(Name = "Small")]
public partial class SmallNewer
{
    public byte Id;
    public int Five = 5;
    public long A, B, C;
}

[FastSerializable(Name = "Key")]
public partial struct KeyOlder
{
    public byte Id;
}

[FastSerializable(Name = "Key")]
public partial struct KeyNewer
{
    public KeyNewer() { }
    public byte Id;
    public int Five = 5;
}

[FastSerializable(Name = "Holder")]
public partial class HolderOlder
{
    public List<SmallOlder> List = [];
    public IReadOnlyList<SmallOlder> View = [];
    public KeyOlder[] Structs = [];
    public Dictionary<KeyOlder, SmallOlder> Map = [];
    public HashSet<KeyOlder> Set = [];
    public (SmallOlder One, string Two) Pair = (new(), "");
    public (int, int, int, int, int, int, byte, SmallOlder, string) Nine = (1, 2, 3, 4, 5, 6, 7, new(), "");
    public Lazy<SmallOlder> Later = new(() => new());
    public SmallOlder[,] Grid = { { new(), new() } };
}

[FastSerializable(Name = "Holder")]
public partial class HolderNewer
{
    public List<SmallNewer> List = [];
    public IReadOnlyList<SmallNewer> View = [];
    public KeyNewer[] Structs = [];
    public Dictionary<KeyNewer, SmallNewer> Map = [];
    public HashSet<KeyNewer> Set = [];
    public (SmallNewer One, string Two) Pair = (new(), "");
    public (int, int, int, int, int, int, byte, SmallNewer, string) Nine = (1, 2, 3, 4, 5, 6, 7, new(), "");
    public Lazy<SmallNewer> Later = new(() => new());
    public SmallNewer[,] Grid = { };
}

[FastSerializable(Name = "Holder")]
public partial class ListHolder
{
    public List<SmallNewer> List = [];
}

[FastSerializable(Name = "Grids")]
public partial class GridsOlder
{
    public int Kept = 3;
}

[FastSerializable(Name = "Grids")]
public partial class GridsNewer
{
    public int Kept;
    public int[,] Grid = { { 1, 2 } };
    public object? Any = "any";
    public Uri Place = new("http://a/");
}

// ---- objects that their constructors make

[FastSerializable(Name = "Made")]
public partial class MadeOlder
{
    public int A = 3;
}

[FastSerializable(Name = "Made")]
public partial class MadeNewer(int a)
{
    public int A { get; } = a;
    public int Five = 5;
    public string Word { get; init; } = "word";
    public List<int> Ones { get; set; } = [1];
    public List<int> Filled { get; } = [2];
    public int? Maybe = 6;
    public MadeShape Shape = new MadeCircle { Radius = 7 };
    public MadeShape Init { get; init; } = new MadeCircle { Radius = 8 };
}

[FastSerializable(Name = "Made")]
public partial record MadeRecord(int A)
{
    public string Word { get; init; } = "word";
    public required string Needed { get; init; }
}

[FastSerializable(Name = "Made")]
public partial class MadeGeneric<T>
{
    public int A;
    public string Word { get; init; } = "word";
    public T? Value { get; init; }
}

[FastSerializable(Name = "Made")]
public partial class MadeRequired
{
    public int A;
    public required string Text;
    public required List<int> List { get; set; }
    public required MadeInner Inner;
    public required string? Maybe;
}

[FastSerializable]
public partial class MadeInner
{
    public int Five = 5;
    public required string Text;
}

[FastSerializable]
public partial record MadeInnerRecord(int Number, string Text)
{
    public int Five { get; set; } = 5;
}

[FastSerializable(Name = "Made")]
public partial record MadeParameters(int A, string Text, List<int> List, int[] Array, Dictionary<string, int> Map,
    Uri Place, int[,] Grid, MadeInner Inner, MadeInnerRecord Record, Lazy<MadeInner> Later, string? Maybe, DateTime When);

[FastSerializable, FastUnion(0, typeof(MadeCircle))]
public abstract partial class MadeShape;

[FastSerializable]
public partial class MadeCircle : MadeShape
{
    public int Radius;
}

[FastSerializable(Name = "Made")]
public partial record MadeChoice(int A, MadeShape Shape);

public sealed class MissingMembersTest
{
    private static void IsKept<T>(Func<FastSerializerOptions, T> read) where T : IAdded
    {
        foreach (bool references in new[] { false, true })
        {
            T now = read(new FastSerializerOptions { References = references });
            Assert.Equal((5, "word"), (now.Five, now.Word));
            Assert.Equal([1], now.Ones);
        }
    }

    private static TNow Read<TOld, TNow>(TOld old, FastSerializerOptions? options = null) =>
        FastSerializer.Deserialize<TNow>(FastSerializer.Serialize(old, options), options);

    [Fact]
    public void BesideMembersOfEveryKind()
    {
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Dictionary<int, int>>>(FastSerializer.Serialize(new BesideOlder<Dictionary<int, int>> { Member = new() { [1] = 2 } }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<SortedDictionary<string, int>>>(FastSerializer.Serialize(new BesideOlder<SortedDictionary<string, int>> { Member = new() { ["a"] = 2 } }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<HashSet<string>>>(FastSerializer.Serialize(new BesideOlder<HashSet<string>> { Member = ["a"] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Queue<int>>>(FastSerializer.Serialize(new BesideOlder<Queue<int>> { Member = new([1, 2]) }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Stack<int>>>(FastSerializer.Serialize(new BesideOlder<Stack<int>> { Member = new([1, 2]) }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<IList<int>>>(FastSerializer.Serialize(new BesideOlder<IList<int>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<IReadOnlyList<int>>>(FastSerializer.Serialize(new BesideOlder<IReadOnlyList<int>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ConcurrentBag<int>>>(FastSerializer.Serialize(new BesideOlder<ConcurrentBag<int>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ObservableCollection<int>>>(FastSerializer.Serialize(new BesideOlder<ObservableCollection<int>> { Member = [1] }, o), o));
#if !FASTSER_NETSTANDARD
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ImmutableArray<int>>>(FastSerializer.Serialize(new BesideOlder<ImmutableArray<int>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ImmutableArray<byte>>>(FastSerializer.Serialize(new BesideOlder<ImmutableArray<byte>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ImmutableList<int>>>(FastSerializer.Serialize(new BesideOlder<ImmutableList<int>> { Member = [1] }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<ImmutableDictionary<int, int>>>(FastSerializer.Serialize(new BesideOlder<ImmutableDictionary<int, int>> { Member = ImmutableDictionary<int, int>.Empty.Add(1, 2) }, o), o));
#endif
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Uri>>(FastSerializer.Serialize(new BesideOlder<Uri> { Member = new("http://a/") }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<StringBuilder>>(FastSerializer.Serialize(new BesideOlder<StringBuilder> { Member = new("a") }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<CultureInfo>>(FastSerializer.Serialize(new BesideOlder<CultureInfo> { Member = CultureInfo.InvariantCulture }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<BigInteger>>(FastSerializer.Serialize(new BesideOlder<BigInteger> { Member = 5 }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<BitArray>>(FastSerializer.Serialize(new BesideOlder<BitArray> { Member = new(3) }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Lazy<int>>>(FastSerializer.Serialize(new BesideOlder<Lazy<int>> { Member = new(() => 4) }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<int[,]>>(FastSerializer.Serialize(new BesideOlder<int[,]> { Member = new[,] { { 1 } } }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<(int, string)>>(FastSerializer.Serialize(new BesideOlder<(int, string)> { Member = (1, "a") }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<Tuple<int, string>>>(FastSerializer.Serialize(new BesideOlder<Tuple<int, string>> { Member = new(1, "a") }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<KeyValuePair<int, string>>>(FastSerializer.Serialize(new BesideOlder<KeyValuePair<int, string>> { Member = new(1, "a") }, o), o));
        IsKept(o => FastSerializer.Deserialize<BesideNewer<object>>(FastSerializer.Serialize(new BesideOlder<object> { Member = 4 }, o), o));
    }

    [Fact]
    public void WhatWasReadBeforeDoesNotMatter()
    {
        byte[] isNull = FastSerializer.Serialize(new MaybeOlder<Queue<short>>());
        byte[] isSet = FastSerializer.Serialize(new MaybeOlder<Queue<short>> { Member = new([1]) });
        foreach (byte[] bytes in new[] { isNull, isSet, isNull })
        {
            Assert.Equal(5, FastSerializer.Deserialize<MaybeNewer<Queue<short>>>(bytes).Five);
        }
    }

    [Fact]
    public void ValuesOfAnyTypeComeBackAsTheyWere()
    {
        var registry = new FastserRegistry().Register<SmallOlder>().RegisterEnum<DayOfWeek>();
        var newer = new FastserRegistry().Register<SmallNewer>().RegisterEnum<DayOfWeek>();
        object?[] values =
        [
            null, true, (sbyte)-1, (byte)2, (short)-3, (ushort)4, -5, 6u, -7L, 8ul, 1.5f, 2.5, "text", 'c', 3.5m, Guid.NewGuid(),
            new byte[] { 1 }, new[] { 1, 2 }, new[] { "a" }, new[] { 'b' }, new Uri("http://a/"), TimeSpan.FromSeconds(1),
            DateTime.UnixEpoch, DateTimeOffset.UnixEpoch, DayOfWeek.Friday,
#if !FASTSER_NETSTANDARD
            DateOnly.MaxValue, TimeOnly.MaxValue, (Half)1.5,
#endif
            new List<object?> { 1, "two", new List<object?> { null } },
            new Dictionary<string, object?> { ["a"] = 1 }, new Dictionary<string, string> { ["a"] = "b" },
            new Dictionary<object, object?> { [1] = "one" },
        ];
        foreach (bool references in new[] { false, true })
        {
            var writing = new FastSerializerOptions { References = references, Registry = registry };
            var reading = writing with { Registry = newer };
            foreach (object? value in values)
            {
                var now = FastSerializer.Deserialize<MaybeNewer<object>>(
                    FastSerializer.Serialize(new MaybeOlder<object> { Member = value }, writing), writing);
                Assert.Equal((3, 5), (now.Kept, now.Five));
                Assert.Equal(value?.GetType(), now.Member?.GetType());
                Assert.Equal(value, now.Member);
            }
            object old = new List<object?> { new SmallOlder { Id = 1 }, new SmallOlder { Id = 2 } };
            var objects = FastSerializer.Deserialize<MaybeNewer<object>>(
                FastSerializer.Serialize(new MaybeOlder<object> { Member = old }, writing), reading);
            var all = Assert.IsType<List<object?>>(objects.Member);
            Assert.Equal([(1, 5), (2, 5)], all.Cast<SmallNewer>().Select(one => ((int)one.Id, one.Five)));
        }
    }

    [Fact]
    public void InWhateverHoldsTheObject()
    {
        var old = new HolderOlder
        {
            List = [new(), new()], View = [new()], Structs = [new(), new()], Map = { [new()] = new() }, Set = [new(), new() { Id = 1 }],
        };
        foreach (bool references in new[] { false, true })
        {
            var now = Read<HolderOlder, HolderNewer>(old, new FastSerializerOptions { References = references });
            Assert.Equal([5, 5], now.List.Select(one => one.Five));
            Assert.Equal([5], now.View.Select(one => one.Five));
            Assert.Equal([5, 5], now.Structs.Select(one => one.Five));
            Assert.Equal((5, 5), (now.Map.Single().Key.Five, now.Map.Single().Value.Five));
            Assert.Equal([5, 5], now.Set.Select(one => one.Five));
            Assert.Equal((5, 5, 5), (now.Pair.One.Five, now.Nine.Item8.Five, now.Later.Value.Five));
            Assert.Equal((1, 6, 7), (now.Nine.Item1, now.Nine.Item6, (int)now.Nine.Item7));
            Assert.Equal([5, 5], now.Grid.Cast<SmallNewer>().Select(one => one.Five));
        }
    }

    // Longer than what the bytes can prove when the list begins: the native library must not move the elements.
    [Fact]
    public void InLongLists()
    {
        var options = new FastSerializerOptions { Limits = new FastserLimits(0, 1000, 1 << 24) };
        var old = new HolderOlder { List = Enumerable.Range(0, 20_000).Select(_ => new SmallOlder()).ToList() };
        Assert.All(Read<HolderOlder, ListHolder>(old, options).List, one => Assert.Equal(5, one.Five));
    }

    [Fact]
    public void AnArrayOfTwoDimensionsBesideAnyValue()
    {
        var now = Read<GridsOlder, GridsNewer>(new());
        Assert.Equal([1, 2], now.Grid.Cast<int>());
        Assert.Equal((3, "any", "http://a/"), (now.Kept, now.Any, now.Place.OriginalString));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void InObjectsThatTheirConstructorMakes(bool references)
    {
        var options = new FastSerializerOptions { References = references };
        var made = Read<MadeOlder, MadeNewer>(new(), options);
        Assert.Equal((3, 5, "word", 6), (made.A, made.Five, made.Word, made.Maybe));
        Assert.Equal([1], made.Ones);
        Assert.Equal([2], made.Filled);
        Assert.Equal((7, 8), (((MadeCircle)made.Shape).Radius, ((MadeCircle)made.Init).Radius));

        var record = Read<MadeOlder, MadeRecord>(new(), options);
        Assert.Equal((3, "word", ""), (record.A, record.Word, record.Needed));

        var generic = FastSerializer.Deserialize<MadeGeneric<int>>(FastSerializer.Serialize(new MadeOlder(), options), options);
        Assert.Equal((3, "word", 0), (generic.A, generic.Word, generic.Value));
    }

    // Such an object can be written again.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WhatMustBeGivenAndMustNotBeNullIsEmpty(bool references)
    {
        var options = new FastSerializerOptions { References = references };
        var required = Read<MadeOlder, MadeRequired>(new(), options);
        Assert.Equal((3, "", 0, null), (required.A, required.Text, required.List.Count, required.Maybe));
        Assert.Equal((5, ""), (required.Inner.Five, required.Inner.Text));
        Assert.NotEmpty(FastSerializer.Serialize(required, options));

        var made = Read<MadeOlder, MadeParameters>(new(), options);
        Assert.Equal((3, "", null, default), (made.A, made.Text, made.Maybe, made.When));
        Assert.Empty(made.List);
        Assert.Empty(made.Array);
        Assert.Empty(made.Map);
        Assert.Empty(made.Grid);
        Assert.Equal("", made.Place.OriginalString);
        Assert.Equal((5, ""), (made.Inner.Five, made.Inner.Text));
        Assert.Equal((0, "", 5), (made.Record.Number, made.Record.Text, made.Record.Five));
        Assert.Equal(5, made.Later.Value.Five);
        Assert.NotEmpty(FastSerializer.Serialize(made, options));

        var error = Assert.Throws<FastserException>(() => Read<MadeOlder, MadeChoice>(new(), options));
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
        Assert.Contains("Made.Shape", error.Message);
    }
}
