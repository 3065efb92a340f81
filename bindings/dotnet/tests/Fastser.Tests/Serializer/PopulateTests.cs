// SPDX-License-Identifier: MIT
//
// Populate: the root stays the same object, by every engine and from an archive of another version, too.
using System.Collections.Generic;
using Fastser.Tests.Generated;
using Xunit;

namespace Fastser.Tests.Serializer;

[FastSerializable]
public partial class Ring
{
    public int Number;
    public Ring? Next;
}

public sealed class PopulateTests
{
    public static TheoryData<FastserEngine, bool> Engines => new()
    {
        { FastserEngine.Managed, false }, { FastserEngine.Managed, true },
        { FastserEngine.Native, false }, { FastserEngine.Native, true },
        { FastserEngine.Auto, false }, { FastserEngine.Auto, true },
    };

    [Theory]
    [MemberData(nameof(Engines))]
    public void ObjectsAndCollectionsStayTheSame(FastserEngine engine, bool references)
    {
        var options = new FastSerializerOptions { Engine = engine, References = references };
        var ring = new Ring { Number = 1, Next = new Ring() };
        var same = ring;
        FastSerializer.Populate(FastSerializer.Serialize(new Ring { Number = 2, Next = new Ring { Number = 3 } }, options), ref ring, options);
        Assert.Same(same, ring);
        Assert.Equal((2, 3), (ring.Number, ring.Next!.Number));

        List<int> list = [9, 9, 9], sameList = list;
        FastSerializer.Populate(FastSerializer.Serialize(new List<int> { 1, 2 }, options), ref list, options);
        Assert.Same(sameList, list);
        Assert.Equal([1, 2], list);

        int[] array = [9, 9], sameArray = array;
        FastSerializer.Populate(FastSerializer.Serialize(new[] { 1, 2 }, options), ref array, options);
        Assert.Same(sameArray, array);
        Assert.Equal([1, 2], array);
        FastSerializer.Populate(FastSerializer.Serialize(new[] { 1, 2, 3 }, options), ref array, options);
        Assert.Equal([1, 2, 3], array);

        Dictionary<string, int> map = new() { ["old"] = 1 }, sameMap = map;
        FastSerializer.Populate(FastSerializer.Serialize(new Dictionary<string, int> { ["new"] = 2 }, options), ref map, options);
        Assert.Same(sameMap, map);
        Assert.Equal(new Dictionary<string, int> { ["new"] = 2 }, map);

        Ring nothing = null!;
        FastSerializer.Populate(FastSerializer.Serialize(new Ring { Number = 4 }, options), ref nothing, options);
        Assert.Equal(4, nothing.Number);
    }

    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void AReferenceToTheRootIsTheObjectThatWasThere(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var circle = new Ring { Number = 1 };
        circle.Next = new Ring { Number = 2, Next = circle };
        var ring = new Ring();
        var same = ring;
        FastSerializer.Populate(FastSerializer.Serialize(circle, options), ref ring, options);
        Assert.Same(same, ring);
        Assert.Same(same, ring.Next!.Next);
    }

    // What its constructor makes is replaced; references to the root lead to the new object.
    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void WhatAConstructorMakesIsReplaced(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var made = new MadeNewer(1);
        var before = made;
        FastSerializer.Populate(FastSerializer.Serialize(new MadeNewer(2) { Five = 6 }, options), ref made, options);
        Assert.NotSame(before, made);
        Assert.Equal((2, 6), (made.A, made.Five));
    }

    [Fact]
    public void MembersThatAnOlderArchiveDoesNotHaveStay()
    {
        foreach (bool references in new[] { false, true })
        {
            var options = new FastSerializerOptions { References = references };
            var small = new SmallNewer { Id = 1, Five = 55 };
            var same = small;
            FastSerializer.Populate(FastSerializer.Serialize(new SmallOlder { Id = 2 }, options), ref small, options);
            Assert.Same(same, small);
            Assert.Equal((2, 55), ((int)small.Id, small.Five));
        }
    }

    [Fact]
    public void AMessageFillsTheObject()
    {
        var options = new FastSerializerOptions { Codec = FastserCodec.MessagePack };
        var ring = new Ring();
        var same = ring;
        FastSerializer.Populate(FastSerializer.Serialize(new Ring { Number = 2 }, options), ref ring, options);
        Assert.Same(same, ring);
        Assert.Equal(2, ring.Number);
    }
}
