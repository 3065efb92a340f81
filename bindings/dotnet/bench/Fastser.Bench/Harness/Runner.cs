// SPDX-License-Identifier: MIT
//
// Times cases that are compared with each other. All take turns, in many short rounds, and each round
// begins with another one, so that whatever else the machine does hits all of them alike. Noise only
// ever adds time: the minimum is the figure, the median tells how noisy it was.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;

namespace Fastser.Bench;

/// <summary>What came out, by operation: nanoseconds, and bytes allocated by the calling thread.</summary>
public sealed record Measured(Case Case, double Min, double Median, double Allocated);

public sealed class Runner(int rounds, TimeSpan budget)
{
    private const double RoundMilliseconds = 4;
    private const double WarmMilliseconds = 120;
    private const int MostPasses = 6;
    // A step that leaves so much behind is soon at the collector's budget (3 MB for objects of 85,000 bytes
    // and more), and a collection takes ten times as long as the copy of an array. A round of it stays below
    // the budget: else the minimum tells whose round a collection missed.
    private const double Large = 64_000;
    private const double LargeRoundBytes = 2e6;
    private const int ShortRounds = 5;

    /// <summary>Times the cases of one operation.</summary>
    public List<Measured> Measure(IReadOnlyList<Case> cases)
    {
        var steps = Warm(cases);
        // Packed, so that nobody's objects lie further apart than another's.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        var allocated = cases.Select((c, i) => Allocated(c, Math.Min(steps[i], 64))).ToArray();
        for (var i = 0; i < steps.Length; i++)
        {
            if (allocated[i] >= Large) steps[i] = Math.Clamp((int)(LargeRoundBytes / allocated[i]), 1, steps[i]);
        }
        var times = cases.Select(_ => new List<double>(rounds)).ToArray();
        var watch = Stopwatch.StartNew();
        for (var round = 0; round < rounds && (round < 5 || watch.Elapsed < budget); round++)
        {
            for (var turn = 0; turn < cases.Count; turn++)
            {
                var i = (turn + round) % cases.Count;
                var step = cases[i].Step;
                // A short round must not pay for what the one before did to memory and caches, and where its
                // own memory lies is luck: so it gets some.
                var isShort = allocated[i] >= Large;
                for (var left = isShort ? ShortRounds : 1; left > 0; left--)
                {
                    for (var n = isShort ? steps[i] : 0; n > 0; n--) step();
                    // What one leaves behind, the next must not collect.
                    if (allocated[i] * steps[i] > 1e6) GC.Collect();
                    if (isShort) step();
                    var begin = Stopwatch.GetTimestamp();
                    for (var n = steps[i]; n > 0; n--) step();
                    var elapsed = Stopwatch.GetElapsedTime(begin);
                    times[i].Add(elapsed.TotalNanoseconds / steps[i] / cases[i].Calls);
                }
            }
        }
        return cases.Select((c, i) =>
        {
            times[i].Sort();
            return new Measured(c, times[i][0], times[i][times[i].Count / 2], allocated[i]);
        }).ToList();
    }

    // Runs everything until the runtime has compiled it for good, which it does in the background, a
    // while after a method was called 30 times, and again when it knows what calls it makes: three passes at
    // least, and further ones as long as one of the cases still becomes faster by a tenth. Returns how many
    // steps of each fill a round.
    private static int[] Warm(IReadOnlyList<Case> cases)
    {
        var fastest = cases.Select(_ => double.PositiveInfinity).ToArray();
        var isSettled = false;
        for (var pass = 0; pass < MostPasses && (pass < 3 || !isSettled); pass++)
        {
            isSettled = true;
            for (var i = 0; i < cases.Count; i++)
            {
                var each = WarmOne(cases[i]);
                if (each < 0.9 * fastest[i]) isSettled = false;
                fastest[i] = Math.Min(fastest[i], each);
            }
            Thread.Sleep(120);
        }
        return fastest.Select(each => Math.Max(1, (int)(RoundMilliseconds / each))).ToArray();
    }

    // Milliseconds that a step took.
    private static double WarmOne(Case c)
    {
        var count = 0;
        var watch = Stopwatch.StartNew();
        while (count == 0 || (watch.Elapsed.TotalMilliseconds < (count < 40 ? 2 : 1) * WarmMilliseconds))
        {
            c.Step();
            count++;
        }
        return watch.Elapsed.TotalMilliseconds / count;
    }

    private static double Allocated(Case c, int steps)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var n = steps; n > 0; n--) c.Step();
        return (double)(GC.GetAllocatedBytesForCurrentThread() - before) / steps / c.Calls;
    }
}
