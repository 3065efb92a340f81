// SPDX-License-Identifier: MIT
//
// The native engine while the garbage collector moves everything, on many threads at once, and inside of
// itself.
using System;
using System.Threading;
using System.Threading.Tasks;
using Fastser.Native;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests.Native;

[Collection(Collector.Name)]
public class NativeThreadsTests
{
    private static Node Sample(int seed)
    {
        var root = new Node { Name = "root " + seed, Counts = new() { ["a"] = seed, ["ü"] = -seed } };
        for (var i = 0; i < 20; ++i)
        {
            root.Children.Add(new Node { Name = new string((char)('a' + i), i * seed % 300), Maybe = i });
        }
        return root;
    }

    private static void Check(Node one, Node other)
    {
        Assert.Equal(one.Name, other.Name);
        Assert.Equal(one.Counts, other.Counts);
        Assert.Equal(one.Children.Count, other.Children.Count);
        for (var i = 0; i < one.Children.Count; ++i)
        {
            Assert.Equal((one.Children[i].Name, one.Children[i].Maybe), (other.Children[i].Name, other.Children[i].Maybe));
        }
    }

    [Fact]
    public async Task ValuesStayWhatTheyAreWhileTheCollectorMovesEverything()
    {
        using var done = new CancellationTokenSource();
        var collector = Task.Run(() => Collector.Run(done.Token));
        try
        {
            await Task.WhenAll(Task.Run(Work), Task.Run(Work), Task.Run(Work));
        }
        finally
        {
            done.Cancel();
            await collector;
        }

        static void Work()
        {
            for (var i = 0; i < 150; ++i)
            {
                var options = i % 2 == 0 ? FastSerializerOptions.Default : FastSerializerOptions.Graph;
                var value = Sample(i);
                var bytes = NativeCodec.Serialize(NodeFormatter.Instance, value, options);
                Check(value, NativeCodec.Deserialize(NodeFormatter.Instance, bytes, options, out _));
            }
        }
    }

    // A class that another thread was measuring was once taken for one that contains itself.
    [Fact]
    public void ThreadsThatMeetAClassFirstAllKnowIt()
    {
        for (var round = 0; round < 300; ++round)
        {
            var fields = new WireField[100];
            WireShape? last = null;
            for (var depth = 0; depth < 8; ++depth)
            {
                var inner = last;
                for (var i = 0; i < fields.Length; ++i)
                {
                    fields[i] = new("f" + i, inner == null || i > 1 ? WireType.U16 : WireType.Record(inner));
                }
                var own = (WireField[])fields.Clone();
                last = new WireShape("Shape" + depth, 0, null, () => own);
            }
            using var start = new Barrier(4);
            var sizes = new int[4];
            Exception? failed = null;
            var threads = new Thread[sizes.Length];
            for (var i = 0; i < threads.Length; ++i)
            {
                var own = i;
                threads[i] = new Thread(() =>
                {
                    start.SignalAndWait();
                    try
                    {
                        sizes[own] = WireType.Record(last!).MinimalSize(false);
                    }
                    catch (FastserException e)
                    {
                        failed = e;
                    }
                });
                threads[i].Start();
            }
            foreach (var thread in threads) thread.Join();
            Assert.Null(failed);
            Assert.All(sizes, size => Assert.Equal(sizes[0], size));
        }
    }

    [Fact]
    public void PlansAreMadeOnceAndSharedByAllThreads()
    {
        var expected = NativeCodec.Serialize(NodeFormatter.Instance, Sample(3), FastSerializerOptions.Graph);
        Parallel.For(0, 200, _ =>
            Assert.Equal(expected, NativeCodec.Serialize(NodeFormatter.Instance, Sample(3), FastSerializerOptions.Graph)));
    }
}
