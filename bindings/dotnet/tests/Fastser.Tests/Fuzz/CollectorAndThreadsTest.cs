// SPDX-License-Identifier: MIT
//
// Both engines while the garbage collector moves everything that can be moved, and on many threads at once:
// values of all kinds, whole archives and changed ones, come to what they come to alone.
using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Fastser.Tests.Fuzz;

[Collection(Collector.Name)]
public sealed class CollectorAndThreadsTest
{
    [Fact]
    public async Task NothingChangesWhileTheCollectorMovesEverything()
    {
        using var done = new CancellationTokenSource();
        var before = GC.CollectionCount(2);
        var collector = new Thread(() => Collector.Run(done.Token));
        collector.Start();
        try
        {
            await Task.WhenAll(Task.Run(() => RunCases(100_000, 200, new Tally())), Task.Run(() => RunCases(200_000, 200, new Tally())));
        }
        finally
        {
            done.Cancel();
            collector.Join();
        }
        Assert.InRange(GC.CollectionCount(2) - before, 10, int.MaxValue);
    }

    [Fact]
    public void ManyThreadsAtOnceDisturbNobody()
    {
        var together = new ConcurrentDictionary<int, string>();
        using var start = new Barrier(16);
        var threads = new Thread[16];
        Exception? failed = null;
        for (var i = 0; i < threads.Length; ++i)
        {
            var first = 300_000 + (i % 4 * 66);  // four threads each have the same cases
            threads[i] = new Thread(() =>
            {
                try
                {
                    start.SignalAndWait();
                    var tally = new Tally();
                    RunCases(first, 66, tally);
                    var said = tally.Read + " read, " + tally.Refused + " refused";
                    Assert.Equal(together.GetOrAdd(first, said), said);
                }
                catch (Exception e)
                {
                    failed = e;
                }
            });
            threads[i].Start();
        }
        foreach (var thread in threads) thread.Join();
        Assert.Null(failed);
        Assert.Equal(4, together.Count);
    }

    private static void RunCases(int first, int count, Tally tally)
    {
        for (var seed = first; seed < first + count; ++seed) EnginesAgreeTest.RunCase(seed, tally);
        Assert.InRange(tally.Read, count, long.MaxValue);
    }
}
