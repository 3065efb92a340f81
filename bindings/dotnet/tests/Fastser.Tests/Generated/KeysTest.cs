// SPDX-License-Identifier: MIT
//
// Keys of maps and elements of sets that are objects: they are hashed when their members are there, and two of
// them are equal where the format says so. What no reader would accept is not written.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests.Generated;

[FastSerializable]
public sealed partial class Coin : IComparable<Coin>
{
    public int Worth { get; set; }
    public Purse? Owner { get; set; }

    public override bool Equals(object? other) => other is Coin coin && coin.Worth == Worth;
    public override int GetHashCode() => Worth;
    public int CompareTo(Coin? other) => Worth.CompareTo(other?.Worth);
}

[FastSerializable]
public sealed partial record Stamp
{
    public int Worth { get; init; }
    public string Land { get; init; } = "";
}

[FastSerializable]
public sealed partial class Purse
{
    public Purse? Next { get; set; }
    public Dictionary<Coin, int> Coins { get; set; } = [];
    public HashSet<Stamp> Stamps { get; set; } = [];
    public Dictionary<Coin, string> Given { get; } = [];
    public ISet<Coin> Found { get; } = new SortedSet<Coin>();
    public SortedDictionary<Coin, int> Sorted { get; set; } = [];
    public ConcurrentDictionary<Coin, int> Shared { get; set; } = [];
    public HashSet<(Coin, int)> Pairs { get; set; } = [];
    [FastIgnore] public bool WasWhole { get; private set; }

    [FastOnDeserialized] private void Look() => WasWhole = Coins.Keys.All(Coins.ContainsKey);
}

#if !FASTSER_NETSTANDARD
[FastSerializable]
public sealed partial class Chest
{
    public Chest? Next { get; set; }
    public ImmutableDictionary<Coin, int> Coins { get; set; } = ImmutableDictionary<Coin, int>.Empty;
    public ImmutableHashSet<Coin> More { get; set; } = [];
}
#endif

[FastSerializable]
public sealed partial class Vault
{
    public Vault(Dictionary<Coin, int> coins, HashSet<Stamp> stamps) => (Coins, Stamps) = (new(coins), [.. stamps]);
    public Dictionary<Coin, int> Coins { get; }
    public HashSet<Stamp> Stamps { get; }
}

[FastSerializable]
public sealed partial record Book
{
    public string Title { get; set; } = null!;
    public override int GetHashCode() => Title.Length;
}

[FastSerializable]
public sealed partial class Shelf
{
    public Shelf? Next { get; set; }
    public Dictionary<Book, int> Books { get; set; } = [];
}

[FastSerializable]
public sealed partial class Bag
{
    public Bag? Next { get; set; }
    public object? Anything { get; set; }
}

[FastSerializable]
public sealed partial class Pebble
{
    public int Weight { get; set; }
    [FastIgnore] public int Colour { get; set; }
    public double Size { get; set; }
}

[FastSerializable]
public partial struct Seed
{
    public int Kind { get; set; }
    [FastIgnore] public int Age { get; set; }
}

[FastSerializable]
public sealed partial class Beach
{
    public HashSet<Pebble> Pebbles { get; set; } = [];
    public Dictionary<Pebble, int> Counts { get; set; } = [];
}

[FastSerializable]
public sealed partial class Garden
{
    public HashSet<Seed> Seeds { get; set; } = [];
    public Dictionary<byte[], int> Data { get; set; } = [];
    public HashSet<string> Names { get; set; } = [];
    public Dictionary<string, object?> Members { get; set; } = [];
}

/// <summary>Two of one place are two to a dictionary, and one to what sorts: as texts are to a culture.</summary>
[FastSerializable]
public sealed partial record Rank : IComparable<Rank>
{
    public int Place { get; init; }
    public string Name { get; init; } = "";

    public int CompareTo(Rank? other) => Place.CompareTo(other?.Place);
}

[FastSerializable(Name = "Ranking")]
public sealed partial class Ranking
{
    public HashSet<Rank> All { get; set; } = [];
    public Dictionary<Rank, int> Points { get; set; } = [];
}

[FastSerializable(Name = "Ranking")]
public sealed partial class SortedRanking
{
    public SortedSet<Rank> All { get; set; } = [];
    public SortedDictionary<Rank, int> Points { get; set; } = [];
}

[FastSerializable(Name = "Ranking")]
public sealed partial class ListedRanking
{
    public SortedSet<Rank> All { get; set; } = [];
    public SortedList<Rank, int> Points { get; set; } = [];
}

#if !FASTSER_NETSTANDARD
[FastSerializable(Name = "Ranking")]
public sealed partial class FixedRanking
{
    public ImmutableSortedSet<Rank> All { get; set; } = [];
    public ImmutableSortedDictionary<Rank, int> Points { get; set; } = ImmutableSortedDictionary<Rank, int>.Empty;
}
#endif

[FastSerializable(Name = "Beach")]
public sealed partial class SortedBeach
{
    public SortedSet<Pebble> Pebbles { get; set; } = [];
    public SortedDictionary<Pebble, int> Counts { get; set; } = [];
}

[FastSerializable(Name = "Words")]
public sealed partial class Words
{
    public Dictionary<string, int> Counts { get; set; } = [];
    public HashSet<string> Known { get; set; } = [];
}

[FastSerializable(Name = "Words")]
public sealed partial class CaselessWords
{
    public Dictionary<string, int> Counts { get; } = new(StringComparer.OrdinalIgnoreCase);
    public HashSet<string> Known { get; } = new(StringComparer.OrdinalIgnoreCase);
}

public class KeysTest
{
    private static readonly FastserEngine[] s_engines = [FastserEngine.Auto, FastserEngine.Managed, FastserEngine.Native];

    private static FastSerializerOptions Options(FastserEngine engine, bool references) =>
        new() { Engine = engine, References = references };

    private sealed class ByReference<T> : IEqualityComparer<T> where T : class
    {
        public bool Equals(T? x, T? y) => ReferenceEquals(x, y);
        public int GetHashCode(T one) => RuntimeHelpers.GetHashCode(one);
    }

    // A purse behind so many others.
    private static Purse Behind(int purses, Purse last)
    {
        for (; purses != 0; --purses) last = new Purse { Next = last };
        return last;
    }

    private static Purse Full()
    {
        var purse = new Purse
        {
            Coins = { [new Coin { Worth = 1 }] = 10, [new Coin { Worth = 2 }] = 20 },
            Stamps = { new Stamp { Worth = 3, Land = "no" }, new Stamp { Worth = 4 } },
            Given = { [new Coin { Worth = 5 }] = "five", [new Coin { Worth = 6 }] = "six" },
            Sorted = { [new Coin { Worth = 7 }] = 70, [new Coin { Worth = 8 }] = 80 },
            Pairs = { (new Coin { Worth = 9 }, 1), (new Coin { Worth = 9 }, 2) },
        };
        purse.Found.Add(new Coin { Worth = 11 });
        purse.Found.Add(new Coin { Worth = 12 });
        purse.Shared[new Coin { Worth = 13 }] = 130;
        purse.Shared[new Coin { Worth = 14 }] = 140;
        return purse;
    }

    [Fact]
    public void KeysWhoseMembersComeLaterAreFound()
    {
        foreach (var engine in s_engines)
        {
            for (var depth = 0; depth < 140; ++depth)
            {
                var options = Options(engine, true);
                var again = FastSerializer.Deserialize<Purse>(FastSerializer.Serialize(Behind(depth, Full()), options), options);
                for (; again.Next != null; again = again.Next) Assert.Empty(again.Coins);
                Assert.Equal((10, 20), (again.Coins[new Coin { Worth = 1 }], again.Coins[new Coin { Worth = 2 }]));
                Assert.Contains(new Stamp { Worth = 3, Land = "no" }, again.Stamps);
                Assert.Contains(new Stamp { Worth = 4 }, again.Stamps);
                Assert.Equal("six", again.Given[new Coin { Worth = 6 }]);
                Assert.Equal([11, 12], again.Found.Select(one => one.Worth));
                Assert.Contains(new Coin { Worth = 12 }, again.Found);
                Assert.Equal(80, again.Sorted[new Coin { Worth = 8 }]);
                Assert.Equal(130, again.Shared[new Coin { Worth = 13 }]);
                Assert.Contains((new Coin { Worth = 9 }, 2), again.Pairs);
                Assert.Equal((2, 2, 2, 2, 2, 2), (again.Coins.Count, again.Stamps.Count, again.Given.Count,
                    again.Sorted.Count, again.Shared.Count, again.Pairs.Count));
                Assert.True(again.WasWhole);
            }
        }
    }

    [Fact]
    public void AKeyMayReferToTheOwnerOfItsMap()
    {
        var purse = new Purse();
        for (var i = 1; i < 20; ++i) purse.Coins[new Coin { Worth = i, Owner = purse }] = i;
        foreach (var engine in s_engines)
        {
            // The coin is the root, so that it is incomplete when the map of its owner is read.
            var options = Options(engine, true);
            var coin = purse.Coins.Keys.Last();
            var again = FastSerializer.Deserialize<Coin>(FastSerializer.Serialize(coin, options), options);
            Assert.Equal(19, again.Owner!.Coins[again]);
            Assert.Equal(7, again.Owner.Coins[new Coin { Worth = 7 }]);
        }
    }

    [Fact]
    public void ValuesOfAnyTypeAreKeysToo()
    {
        var registry = new FastserRegistry().Register<Coin>();
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true) with { Registry = registry };
            var bag = new Bag
            {
                Anything = new Dictionary<object, object?>
                {
                    [new Coin { Worth = 1 }] = "one", [new Coin { Worth = 2 }] = "two",
                },
            };
            var coins = new Bag { Anything = new List<object?> { new Coin { Worth = 3 }, new Coin { Worth = 4 } } };
            for (var i = 0; i < 15; ++i) (bag, coins) = (new Bag { Next = bag }, new Bag { Next = coins });
            var again = FastSerializer.Deserialize<Bag>(FastSerializer.Serialize(bag, options), options);
            while (again.Next != null) again = again.Next;
            Assert.Equal("two", ((Dictionary<object, object?>)again.Anything!)[new Coin { Worth = 2 }]);

            // .NET writes no sets of any type: one is made of the list. The native library cannot tell them.
            if (engine == FastserEngine.Native) continue;
            var bytes = FastSerializer.Serialize(coins, options);
            bytes[bytes.AsSpan().LastIndexOf([(byte)WireCode.List, (byte)WireCode.Any])] = (byte)WireCode.Set;
            again = FastSerializer.Deserialize<Bag>(bytes, options);
            while (again.Next != null) again = again.Next;
            Assert.Contains(new Coin { Worth = 4 }, (HashSet<object?>)again.Anything!);
        }
    }

    [Fact]
    public void AConstructorThatCopiesAMapHasItsEntries()
    {
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true);
            var vault = new Vault(new() { [new Coin { Worth = 1 }] = 10 }, [new Stamp { Worth = 2 }]);
            var again = FastSerializer.Deserialize<Vault>(FastSerializer.Serialize(vault, options), options);
            Assert.Equal(10, again.Coins[new Coin { Worth = 1 }]);
            Assert.Contains(new Stamp { Worth = 2 }, again.Stamps);
        }
    }

    [Fact]
    public void KeysThatCannotBeHashedWithoutTheirMembersAreFound()
    {
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true);
            var shelf = new Shelf { Books = { [new Book { Title = "a" }] = 1, [new Book { Title = "b" }] = 2 } };
            for (var i = 0; i < 15; ++i) shelf = new Shelf { Next = shelf };
            var again = FastSerializer.Deserialize<Shelf>(FastSerializer.Serialize(shelf, options), options);
            while (again.Next != null) again = again.Next;
            Assert.Equal(2, again.Books[new Book { Title = "b" }]);
        }
    }

#if !FASTSER_NETSTANDARD
    [Fact]
    public void AnImmutableMapIsCompleteOrRefused()
    {
        var refused = 0;
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true);
            // Deeper than the bodies of objects lie in each other, for either engine.
            for (var depth = 0; depth < 140; ++depth)
            {
                var chest = new Chest
                {
                    Coins = ImmutableDictionary<Coin, int>.Empty.Add(new Coin { Worth = 1 }, 1),
                    More = [new Coin { Worth = 2 }],
                };
                for (var i = 0; i < depth; ++i) chest = new Chest { Next = chest };
                var bytes = FastSerializer.Serialize(chest, options);
                Chest again;
                try
                {
                    again = FastSerializer.Deserialize<Chest>(bytes, options);
                }
                catch (FastserException error)
                {
                    Assert.Equal(FastserStatus.Malformed, error.Status);
                    Assert.Contains("immutable", error.Message);
                    ++refused;
                    continue;
                }
                while (again.Next != null) again = again.Next;
                Assert.Equal(1, again.Coins[new Coin { Worth = 1 }]);
                Assert.Contains(new Coin { Worth = 2 }, again.More);
            }
        }
        Assert.InRange(refused, 1, 40);
    }
#endif

    [Fact]
    public void ObjectsOfEqualContentsAreTwoKeysWithReferences()
    {
        var beach = new Beach { Pebbles = { new Pebble(), new Pebble() }, Counts = { [new Pebble()] = 1, [new Pebble()] = 2 } };
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true);
            var bytes = FastSerializer.Serialize(beach, options);
            FastserArchive.Verify(bytes);
            var again = FastSerializer.Deserialize<Beach>(bytes, options);
            Assert.Equal((2, 2), (again.Pebbles.Count, again.Counts.Count));
            Assert.Equal([1, 2], again.Counts.Values.Order());
        }
    }

    [Fact]
    public void OneObjectTwiceInAnArchiveIsRefused()
    {
        // A beach whose set has a pebble, and the same again.
        byte[] bytes = [1, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0];
        foreach (var engine in s_engines)
        {
            var options = Options(engine, true) with { Header = FastserHeader.Bare };
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Beach>(bytes, options));
            Assert.Equal((FastserStatus.Malformed, 15), (error.Status, error.Offset));
        }
    }

    [Fact]
    public void KeysThatAreWrittenAlikeAreNotWritten()
    {
        foreach (var engine in s_engines)
        {
            Refuse(new Beach { Pebbles = { new Pebble(), new Pebble() } }, engine, false, "Pebble");
            Refuse(new Beach { Counts = { [new Pebble()] = 1, [new Pebble { Colour = 3 }] = 2 } }, engine, false, "Pebble");
            foreach (var references in new[] { false, true })
            {
                Refuse(new Garden { Seeds = { new Seed { Kind = 1, Age = 1 }, new Seed { Kind = 1, Age = 2 } } }, engine, references, "Seed");
                Refuse(new Garden { Data = { [[1, 2]] = 1, [[1, 2]] = 2 } }, engine, references, "Byte[]");
                var names = new HashSet<string>(new ByReference<string>()) { "name", new string("name".AsSpan()) };
                Refuse(new Garden { Names = names }, engine, references, "String");
                var members = new Dictionary<string, object?>(new ByReference<string>()) { ["name"] = 1, [new string("name".AsSpan())] = 2 };
                Refuse(new Garden { Members = members }, engine, references, "String");
            }
        }
    }

    private static void Refuse<T>(T value, FastserEngine engine, bool references, string type)
    {
        var options = Options(engine, references);
        Check(Assert.Throws<FastserException>(() => FastSerializer.Serialize(value, options)));
        Check(Assert.Throws<FastserException>(() => FastSerializer.Serialize(new MemoryStream(), value, options)));

        void Check(FastserException error)
        {
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains(type, error.Message);
            Assert.Contains("differ in .NET", error.Message);
        }
    }

    [Fact]
    public void KeysAreLookedAtAcrossThePiecesOfAnOutput()
    {
        // Each key is longer than a piece.
        var garden = new Garden { Data = { [new byte[10_000]] = 1, [new byte[10_001]] = 2, [[1]] = 3 } };
        foreach (var more in new byte[][] { [2], new byte[10_000], [1] })
        {
            var options = Options(FastserEngine.Auto, false);
            var large = new Garden { Data = new(garden.Data) { [more] = 4 } };
            if (more[0] == 2)
            {
                var output = new MemoryStream();
                FastSerializer.Serialize(output, large, options);
                Assert.Equal(FastSerializer.Serialize(large, options), output.ToArray());
                Assert.Equal(4, FastSerializer.Deserialize<Garden>(output.ToArray(), options).Data.Count);
            }
            else
            {
                Assert.Throws<FastserException>(() => FastSerializer.Serialize(new MemoryStream(), large, options));
            }
        }
    }

    [Fact]
    public void KeysThatHoldANaNEqualNothing()
    {
        foreach (var engine in s_engines)
        {
            var options = Options(engine, false);
            var beach = new Beach { Pebbles = { new Pebble { Size = double.NaN }, new Pebble { Size = double.NaN } } };
            Assert.Equal(2, FastSerializer.Deserialize<Beach>(FastSerializer.Serialize(beach, options), options).Pebbles.Count);
        }
    }

    [Fact]
    public void KeysThatWhatSortsHoldsForEqualAreRefused()
    {
        CheckSorted<SortedRanking>(one => (one.All.Count, one.Points.Count));
        CheckSorted<ListedRanking>(one => (one.All.Count, one.Points.Count));
#if !FASTSER_NETSTANDARD
        CheckSorted<FixedRanking>(one => (one.All.Count, one.Points.Count));
#endif
    }

    private static void CheckSorted<T>(Func<T, (int, int)> counts)
    {
        Rank first = new() { Place = 1, Name = "a" }, second = new() { Place = 2, Name = "b" }, other = new() { Place = 1, Name = "c" };
        foreach (var references in new[] { false, true })
        {
            var places = new HashSet<long>();
            foreach (var engine in s_engines)
            {
                var options = Options(engine, references);
                var fine = new Ranking { All = { first, second }, Points = { [second] = 1, [other] = 2 } };
                Assert.Equal((2, 2), counts(FastSerializer.Deserialize<T>(FastSerializer.Serialize(fine, options), options)));
                places.Add(Refused(new Ranking { All = { first, second, other } }, options));
                places.Add(Refused(new Ranking { Points = { [first] = 1, [second] = 2, [other] = 1 } }, options));
            }
            Assert.Equal(2, places.Count);
        }

        static long Refused(Ranking value, FastSerializerOptions options)
        {
            var bytes = FastSerializer.Serialize(value, options);
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<T>(bytes, options));
            Assert.Equal(FastserStatus.Malformed, error.Status);
            Assert.InRange(error.Offset, 1, bytes.Length);
            return error.Offset;
        }
    }

    [Fact]
    public void KeysWithoutAnOrderAreRefused()
    {
        foreach (var engine in s_engines)
        {
            foreach (var references in new[] { false, true })
            {
                var options = Options(engine, references);
                foreach (var beach in new Beach[] { new() { Pebbles = { new() { Size = 1 }, new() { Size = 2 } } }, new() { Counts = { [new() { Size = 1 }] = 1, [new() { Size = 2 }] = 2 } } })
                {
                    var bytes = FastSerializer.Serialize(beach, options);
                    Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => FastSerializer.Deserialize<SortedBeach>(bytes, options)).Status);
                }
            }
        }
    }

    [Fact]
    public void AComparerOfAMembersOwnThatHoldsKeysForEqualIsAnError()
    {
        foreach (var engine in s_engines)
        {
            foreach (var references in new[] { false, true })
            {
                var options = Options(engine, references);
                var fine = FastSerializer.Serialize(new Words { Counts = { ["a"] = 1, ["b"] = 2 }, Known = { "c" } }, options);
                var again = FastSerializer.Deserialize<CaselessWords>(fine, options);
                Assert.Equal((2, true), (again.Counts["B"], again.Known.Contains("C")));
                Check(new Words { Counts = { ["a"] = 1, ["A"] = 2 } }, options, "Words.Counts");
                Check(new Words { Known = { "a", "A" } }, options, "Words.Known");
            }
        }

        static void Check(Words words, FastSerializerOptions options, string member)
        {
            var bytes = FastSerializer.Serialize(words, options);
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<CaselessWords>(bytes, options));
            Assert.Equal(FastserStatus.Malformed, error.Status);
            Assert.Contains(member, error.Message);
        }
    }
}
