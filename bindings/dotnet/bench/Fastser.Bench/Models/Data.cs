// SPDX-License-Identifier: MIT
//
// The data, the same in every run and for every contender: seeded, made through the interfaces.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fastser.Bench;

public static class Data
{
    public const int ItemCount = 10_000;
    public const int IntCount = 20_000;
    public const int DoubleCount = 10_000;
    public const int PointCount = 10_000;
    public const int GraphCount = 100_000;
    public const int TreeCount = 100_000;
    public const int ChainCount = 1_000_000;

    private static readonly DateTime Epoch = new(2024, 3, 9, 17, 45, 12, 345, DateTimeKind.Utc);

    /// <summary>A record; its strings have 5, 12, 22 and 31 characters.</summary>
    public static T Record<T>(bool isAscii = true) where T : IRecord, new()
    {
        var record = AsciiRecord<T>();
        if (isAscii) return record;
        record.Name = "Große Straße";
        record.Title = "Хранитель старых ворот";
        record.Note = "手渡しで配達、誰も尋ねなかった";
        return record;
    }

    private static T AsciiRecord<T>() where T : IRecord, new() => new()
    {
        Id = 4_294_967_311, Parent = 271_828, Version = 42, Code = "AX-17", Name = "Hudson River",
        Title = "Keeper of the old gate", Note = "delivered by hand; nobody asked", Created = Epoch,
        Changed = Epoch.AddDays(211).AddTicks(1_234_567), Active = true, Locked = false, Shared = true,
        Level = 7, Score = 0.8125390625,
    };

    /// <summary>The seed's object: one string is null, the dictionary has eight entries. The article did
    /// not print its contents; it is a little larger than there by BinaryFormatter (2,080 bytes).</summary>
    public static T Seed<T>() where T : ISeed, new() => new()
    {
        Id1 = 1_234, Id2 = 987_654_321, Id3 = -5, Text1 = "The first of the strings",
        Text2 = "a short one", Text3 = null, Text4 = "and the last of the four",
        Date1 = Epoch, Date2 = Epoch.AddHours(1_001), Flag1 = true, Flag2 = false, Flag3 = true, Level = 200,
        Values = new Dictionary<string, object?>
        {
            ["integer"] = 1_000_003, ["long"] = 1L << 40, ["double"] = 2.718281828, ["flag"] = true,
            ["name"] = "a dictionary value", ["date"] = Epoch.AddYears(1), ["price"] = 1299.95m,
            ["nothing"] = null,
        },
    };

    public static IEnumerable<T> Items<T>() where T : IItem, new()
    {
        var random = new Random(20_061);
        string[] units = ["piece", "kg", "litre", "box of 12"];
        for (var i = 0; i < ItemCount; i++)
            yield return new T
            {
                Id = i, Name = "item-" + random.Next(1_000_000), Unit = units[random.Next(units.Length)],
                Price = random.Next(100_000) / 100.0, Quantity = random.Next(500),
                Time = Epoch.Ticks + random.NextInt64(1L << 44), Weight = random.NextSingle() * 20,
                InStock = random.Next(3) != 0,
            };
    }

    public static int[] Ints()
    {
        var random = new Random(1);
        return Enumerable.Range(0, IntCount).Select(_ => random.Next()).ToArray();
    }

    public static double[] Doubles()
    {
        var random = new Random(2);
        return Enumerable.Range(0, DoubleCount).Select(_ => random.NextDouble() * 1e6).ToArray();
    }

    public static IEnumerable<T> Points<T>() where T : IPoint, new()
    {
        var random = new Random(3);
        for (var i = 0; i < PointCount; i++)
            yield return new T
            {
                X = random.NextSingle(), Y = random.NextSingle(), Z = random.NextSingle(), Tag = i,
            };
    }

    /// <summary>A balanced tree whose nodes know their parent and one more node, anywhere before them
    /// in the order of the children. So there are cycles everywhere, but a serializer that goes down by
    /// recursion is never deep: those would end the process on a long chain.</summary>
    public static T Graph<T>() where T : class, INode<T>, new() => Once<T>.Value ??= MakeGraph<T>();

    private static T MakeGraph<T>() where T : class, INode<T>, new()
    {
        var random = new Random(4);
        var all = new List<T>(GraphCount);
        T? Make(int count, T? parent)
        {
            if (count == 0) return null;
            var node = new T { Id = all.Count, Label = "n" + all.Count, Parent = parent };
            node.Link = all.Count == 0 ? node : all[random.Next(all.Count)];
            all.Add(node);
            node.Left = Make((count - 1) / 2, node);
            node.Right = Make(count - 1 - (count - 1) / 2, node);
            return node;
        }
        return Make(GraphCount, null)!;
    }

    public static T Tree<T>() where T : class, ITree<T>, new() => Once<T>.Value ??= MakeTree<T>();

    private static T MakeTree<T>() where T : class, ITree<T>, new()
    {
        var next = 0;
        T? Make(int count)
        {
            if (count == 0) return null;
            var node = new T { Id = next, Value = next++ * 0.5 };
            node.Left = Make((count - 1) / 2);
            node.Right = Make(count - 1 - (count - 1) / 2);
            return node;
        }
        return Make(TreeCount)!;
    }

    public static T Chain<T>() where T : class, IChain<T>, new()
    {
        T? first = null;
        for (var i = ChainCount; i-- > 0;) first = new T { Id = i, Next = first };
        return first!;
    }

    // One of each type, for all contenders: the big ones do not crowd each other out of the caches.
    private static class Once<T> where T : class
    {
        public static T? Value;
    }
}
