// SPDX-License-Identifier: MIT
using System;
using System.Linq;
using System.Threading.Tasks;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Serializer;

public class GraphTests
{
    private static readonly FastSerializerOptions s_graph = new() { References = true, Header = FastserHeader.Bare };

    public GraphTests() => FormatterOf.Register<Node>(NodeFormatter.Instance);

    private static Node Chain(int length)
    {
        Node? first = null;
        for (var i = length - 1; i >= 0; --i) first = new Node { Value = (byte)i, Next = first };
        return first!;
    }

    [Fact]
    public void ACycleComesBackAsACycle()
    {
        var one = new Node { Value = 1 };
        var two = new Node { Value = 2, Next = one, Back = one };
        one.Next = two;
        var bytes = FastSerializer.Serialize(one, s_graph);
        Assert.Equal("01" + "01" + "01" + "02" + "06" + "06" + "00", Convert.ToHexString(bytes));
        var again = FastSerializer.Deserialize<Node>(bytes, s_graph);
        Assert.Same(again, again.Next!.Next);
        Assert.Same(again, again.Next.Back);
    }

    [Fact]
    public void NullIsNil() => Assert.Null(FastSerializer.Deserialize<Node>(FastSerializer.Serialize<Node>(null!, s_graph), s_graph));

    [Fact]
    public void ThatWouldLieInSeventeenOthersIsDeferred()
    {
        var bytes = FastSerializer.Serialize(Chain(18), s_graph);
        var slots = Enumerable.Range(0, 17).SelectMany(i => new byte[] { 1, (byte)i });
        Assert.Equal([.. slots, 2, .. new byte[17], 17, 0, 0], bytes);
        var node = FastSerializer.Deserialize<Node>(bytes, s_graph);
        for (var i = 0; i < 18; ++i, node = node.Next) Assert.Equal(i, node!.Value);
        Assert.Null(node);
    }

    [Fact]
    public void AChainOfAMillionNeedsNoStack()
    {
        var failure = default(Exception);
        var thread = new System.Threading.Thread(
            () =>
            {
                try
                {
                    var node = FastSerializer.Clone(Chain(1_000_000));
                    var count = 0;
                    for (; node != null; node = node.Next) Assert.Equal((byte)count++, node.Value);
                    Assert.Equal(1_000_000, count);
                }
                catch (Exception error)
                {
                    failure = error;
                }
            },
            256 * 1024);
        thread.Start();
        thread.Join();
        Assert.Null(failure);
    }

    [Theory]
    [InlineData(64)]  // for so many the table has room before it grows
    [InlineData(65)]
    [InlineData(20_000)]
    public void ReferencesLeadToTheirObjectsHoweverManyThereAre(int count)
    {
        var nodes = new Node[count];
        for (var i = count; i-- > 0;) nodes[i] = new Node { Value = (byte)i, Next = i + 1 < count ? nodes[i + 1] : null };
        for (var i = 0; i < count; ++i) nodes[i].Back = nodes[i * 7919L % count];
        for (var round = 0; round < 2; ++round)
        {
            var again = new Node[count];
            var node = FastSerializer.Clone(nodes[0]);
            for (var i = 0; i < count; ++i, node = node.Next!) again[i] = node;
            for (var i = 0; i < count; ++i) Assert.Same(again[i * 7919L % count], again[i].Back);
            // A small graph after a large one, by the same session.
            var small = FastSerializer.Clone(new Node { Value = 1, Next = new Node { Value = 2 } });
            Assert.Equal(2, small.Next!.Value);
            Assert.Null(small.Back);
            Assert.Equal(FastserStatus.BadReference,
                Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Node>(Bytes.Of("01 05 07 00"), s_graph)).Status);
        }
    }

    [Fact]
    public void ACopiedMarkMeansNothing()
    {
        var one = new Node { Value = 1 };
        FastSerializer.Serialize(one, s_graph);
        var root = new Node { Next = one, Back = one.Copy() };
        var again = FastSerializer.Clone(root);
        Assert.NotSame(again.Next, again.Back);
        // Copied in the middle of things: the mark is that of an object of this very archive.
        one.Back = one.Copy();
        one.Back.Mark = 1;
        var twice = FastSerializer.Clone(one);
        Assert.NotSame(twice, twice.Back);
    }

    [Fact]
    public void ManyThreadsWriteOneGraphAtOnce()
    {
        var root = Chain(100);
        root.Next!.Back = root;
        var expected = FastSerializer.Serialize(root, s_graph);
        Parallel.For(0, 2000, _ => Assert.Equal(expected, FastSerializer.Serialize(root, s_graph)));
    }

    [Fact]
    public void ObjectsWithoutMarksAreWrittenTheSame()
    {
        var root = Chain(5000);
        root.Next!.Back = root;
        var session = WriteSession.Rent(s_graph, null);
        var writer = new ArchiveWriter(session);
        var formatter = new UnmarkedNodeFormatter();
        formatter.Write(ref writer, root);
        writer.WriteDeferred();
        Assert.Equal(FastSerializer.Serialize(root, s_graph), writer.Written.ToArray());
        writer.Release();
    }

    [Fact]
    public void APromiseThatIsNotKeptIsNil()
    {
        // A root whose next is promised and never comes, and whose back is the promise.
        var node = FastSerializer.Deserialize<Node>(Bytes.Of("01 05 03 07"), s_graph);
        Assert.Equal(5, node.Value);
        Assert.Null(node.Next);
        Assert.Null(node.Back);
    }

    [Fact]
    public void APromiseIsKeptOnce()
    {
        var node = FastSerializer.Deserialize<Node>(Bytes.Of("01 05 03 04 01 09 00 06"), s_graph);
        Assert.Same(node.Next, node.Back);
        Assert.Equal(9, node.Next!.Value);
        Assert.Same(node, node.Next.Back);
    }

    [Theory]
    [InlineData("07", FastserStatus.BadReference, 0)]
    [InlineData("01 05 08 00", FastserStatus.BadReference, 2)]
    [InlineData("01 05 04 00 00", FastserStatus.BadReference, 2)]
    [InlineData("01 05 03 05 00", FastserStatus.BadReference, 3)]
    [InlineData("01 05 04 07", FastserStatus.BadReference, 2)]
    [InlineData("01 05 00", FastserStatus.Truncated, 3)]
    [InlineData("01 05 00 00 00", FastserStatus.Trailing, 4)]
    [InlineData("01 05 02 00", FastserStatus.Truncated, 4)]
    public void AWrongSlotIsAnErrorAtItsByte(string hex, FastserStatus status, long offset)
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Node>(Bytes.Of(hex), s_graph));
        Assert.Equal((status, offset), (error.Status, error.Offset));
    }

    [Fact]
    public void WithoutReferencesATooDeepChainIsRefused()
    {
        var tree = new FastSerializerOptions { Header = FastserHeader.Bare };
        var bytes = FastSerializer.Serialize(Chain(129), tree);
        Assert.Equal(128, FastSerializer.Deserialize<Node>(bytes, tree).Next!.Next!.Value + 126);
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(Chain(130), tree));
        Assert.Equal(FastserStatus.TooDeep, error.Status);
    }
}
