// SPDX-License-Identifier: MIT
//
// The native engine while the garbage collector moves everything, on many threads at once, and inside of
// itself.
using System;
using System.Threading;
using System.Threading.Tasks;
using Fastser.Native;
using Xunit;

namespace Fastser.Tests.Native;

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
        var collector = Task.Run(() =>
        {
            while (!done.IsCancellationRequested) GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        });
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

    [Fact]
    public void PlansAreMadeOnceAndSharedByAllThreads()
    {
        var expected = NativeCodec.Serialize(NodeFormatter.Instance, Sample(3), FastSerializerOptions.Graph);
        Parallel.For(0, 200, _ =>
            Assert.Equal(expected, NativeCodec.Serialize(NodeFormatter.Instance, Sample(3), FastSerializerOptions.Graph)));
    }
}
