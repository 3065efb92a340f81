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

public sealed class CollectorAndThreadsTest
{
    [Fact]
    public async Task NothingChangesWhileTheCollectorMovesEverything()
    {
        using var done = new CancellationTokenSource();
        var moved = 0;
        var collector = Task.Run(() =>
        {
            while (!done.IsCancellationRequested)
            {
                GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
                ++moved;
                Thread.Yield();
            }
        });
        try
        {
            await Task.WhenAll(Task.Run(() => RunCases(100_000, 330, new Tally())), Task.Run(() => RunCases(200_000, 330, new Tally())));
        }
        finally
        {
            done.Cancel();
            await collector;
        }
        Assert.InRange(moved, 1, int.MaxValue);
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
