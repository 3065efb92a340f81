// SPDX-License-Identifier: MIT
//
// Objects that their constructors make, deep in each other in a graph: what is written can be read, and what
// could not be read is refused when it is written.
using System.Collections.Generic;
using System.Collections.Immutable;
using Xunit;

namespace Fastser.Tests.Generated;

#pragma warning disable FS010 // Whether one leads back to itself is what is tested.
[FastSerializable] public partial record MadeLink(string Name, MadeLink? Next);
[FastSerializable] public partial record MadeTagged(string Name, object? Tag, MadeTagged? Next);
[FastSerializable] public partial record Hub(string Name, Spoke? Spoke, List<Spoke>? More);
[FastSerializable] public partial class Spoke { public Hub? Hub; public Spoke? Next; }
[FastSerializable] public partial record MadeBox(string Name, object? Value);
#if !FASTSER_NETSTANDARD
[FastSerializable] public partial record MadeNumbers(ImmutableArray<int> Numbers, MadeNumbers? Next);
#endif
#pragma warning restore FS010

public sealed class MadeObjectsTest
{
    private static MadeLink Chain(int count)
    {
        var chain = new MadeLink("end", null);
        for (var i = 1; i < count; ++i) chain = new MadeLink("link", chain);
        return chain;
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void WhatIsWrittenIsRead(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        foreach (var count in new[] { 16, 17, 18, 19, 100, 599, 600, 601, 602, 700, 800 })
        {
            var chain = Chain(count);
            byte[] bytes;
            try
            {
                bytes = FastSerializer.Serialize(chain, options);
            }
            catch (FastserException error)
            {
                Assert.True(count > 600, error.Message);
                Assert.Equal(FastserStatus.TooDeep, error.Status);
                Assert.Contains(nameof(MadeLink), error.Message);
                continue;
            }
            Assert.True(count <= 600);
            var read = FastSerializer.Deserialize<MadeLink>(bytes, options);
            Assert.Equal(chain.ToString().Length, read.ToString().Length);
        }
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void WhatOnlyGeneratedCodeReadsIsRefusedInTime(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var tagged = new MadeTagged("end", 1, null);
        for (var i = 1; i < 17; ++i) tagged = new("link", i, tagged);
        Assert.Equal(tagged, FastSerializer.Clone(tagged, options));

        tagged = new("first", null, tagged);
        CheckRefused(tagged, options);
        // As a tree it is what its limits allow.
        Assert.Equal(tagged, FastSerializer.Clone(tagged, new() { Engine = engine }));
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void OneThatLeadsBackToItselfIsRefusedInTime(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var spoke = new Spoke();
        var hub = new Hub("hub", spoke, null);
        spoke.Hub = hub;
        CheckRefused(hub, options);
        spoke.Hub = null;
        Assert.Equal("hub", FastSerializer.Clone(hub, options).Name);

        var other = new Spoke { Next = new Spoke { Next = new Spoke() } };
        hub = new Hub("hub", new Spoke(), [new Spoke(), other]);
        other.Next.Next.Hub = hub;
        CheckRefused(hub, options);

        // So is one that is not the root, and after a write that was refused all is as before.
        CheckRefused(new Spoke { Next = new Spoke { Hub = hub } }, options, typeof(Hub));
        other.Next.Next.Hub = null;
        Assert.Equal(2, FastSerializer.Clone(hub, options).More!.Count);
    }

    // Bodies that come later change what can be read: an object whose way back leads through one may be there by
    // then. Whatever is written is read.
    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void OneThatLiesDeepIsRefusedOrRead(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        for (var above = 0; above <= 40; ++above)
        {
            for (var back = 1; back <= 37; back += 3)
            {
                var last = new Spoke();
                var first = last;
                for (var i = 1; i < back; ++i) first = new Spoke { Next = first };
                var hub = new Hub("hub", first, null);
                var root = new Spoke { Hub = hub };
                for (var i = 0; i < above; ++i) root = new Spoke { Next = root };
                last.Hub = hub;
                Spoke read;
                try
                {
                    read = FastSerializer.Deserialize<Spoke>(FastSerializer.Serialize(root, options), options);
                }
                catch (FastserException error)
                {
                    Assert.Equal(FastserStatus.Usage, error.Status);
                    Assert.Contains(typeof(Hub).ToString(), error.Message);
                    continue;
                }
                Assert.True(above + back >= 15, "all bodies stand where they are");
                for (var i = 0; i < above; ++i) read = read.Next!;
                var end = read.Hub!.Spoke!;
                while (end.Next != null) end = end.Next;
                Assert.Same(read.Hub, end.Hub);
            }
        }
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void WhatOthersReferToIsNot(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        // The way back leads to an object whose members can be set.
        var root = new Spoke();
        root.Hub = new Hub("hub", root, [root]);
        root.Next = new Spoke { Hub = root.Hub, Next = new Spoke { Hub = root.Hub } };
        var read = FastSerializer.Clone(root, options);
        Assert.Same(read, read.Hub!.Spoke);
        Assert.Same(read, read.Hub.More![0]);
        Assert.Same(read.Hub, read.Next!.Hub);
        Assert.Same(read.Hub, read.Next.Next!.Hub);
    }

    [Fact]
    public void MembersOfTypeObjectLeadBackToo()
    {
        var options = FastSerializerOptions.Graph with { Registry = new FastserRegistry().Register<MadeBox>() };
        var list = new List<object?>();
        var box = new MadeBox("box", list);
        Assert.Equal("box", FastSerializer.Clone(box, options).Name);
        list.Add(box);
        CheckRefused(box, options);
    }

    private static void CheckRefused<T>(T value, FastSerializerOptions options, System.Type? type = null)
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(value, options));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains((type ?? typeof(T)).ToString(), error.Message);
        Assert.Contains("members that can be set", error.Message);
    }

#if !FASTSER_NETSTANDARD
    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void SoIsAMemberThatHasNoShadow(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var numbers = new MadeNumbers([1, 2], null);
        for (var i = 1; i < 17; ++i) numbers = new([i], numbers);
        Assert.Equal(2, Last(FastSerializer.Clone(numbers, options)).Numbers.Length);
        CheckRefused(new MadeNumbers([], numbers), options);
    }

    private static MadeNumbers Last(MadeNumbers numbers)
    {
        while (numbers.Next != null) numbers = numbers.Next;
        return numbers;
    }
#endif
}
