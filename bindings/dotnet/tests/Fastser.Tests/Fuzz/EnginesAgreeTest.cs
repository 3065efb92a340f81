// SPDX-License-Identifier: MIT
//
// The two engines are one: whatever the value, whatever the bytes. FASTSER_FUZZ_RUNS is the number of
// inputs; FASTSER_FUZZ_SEED runs the one case that a failure named.
using System;
using System.Collections.Generic;
using System.Globalization;
using Xunit;
using Xunit.Abstractions;

namespace Fastser.Tests.Fuzz;

public sealed class EnginesAgreeTest(ITestOutputHelper output)
{
    [Fact]
    public void BytesValuesAndErrorsAreTheSame()
    {
        var tally = new Tally();
        var only = Environment.GetEnvironmentVariable("FASTSER_FUZZ_SEED");
        if (only != null)
        {
            RunCase(int.Parse(only, CultureInfo.InvariantCulture), tally);
            return;
        }
        var inputs = int.Parse(Environment.GetEnvironmentVariable("FASTSER_FUZZ_RUNS") ?? "20000", CultureInfo.InvariantCulture);
        var most = int.Parse(Environment.GetEnvironmentVariable("FASTSER_FUZZ_FAILURES") ?? "1", CultureInfo.InvariantCulture);
        var failures = new List<string>();
        for (var seed = 0; seed < inputs / Subject.Inputs && failures.Count < most; ++seed)
        {
            try
            {
                RunCase(seed, tally);
            }
            catch (Exception e)
            {
                failures.Add("FASTSER_FUZZ_SEED=" + seed + " " + (e is Disagreement ? e.Message : e.ToString()));
            }
        }
        output.WriteLine($"{tally.Inputs} inputs: {tally.Read} read, {tally.Refused} refused, {tally.OtherTables} with another table, {tally.MadeTooLate} with objects that Managed cannot make, {tally.OtherAny} with types of others");
        Assert.True(failures.Count == 0, string.Join("\n\n", failures));
        // The inputs are worth something: many are read, many are refused by what they hold.
        if (inputs < 20_000) return;
        Assert.InRange(tally.Read, tally.Inputs / 5, tally.Inputs);
        Assert.InRange(tally.Refused, tally.Inputs / 5, tally.Inputs);
        Assert.InRange(tally.OtherTables, 1, tally.Inputs / 5);
        Assert.InRange(tally.MadeTooLate + tally.OtherAny, 0, tally.Inputs / 200);
    }

    internal static void RunCase(int seed, Tally tally)
    {
        var draw = new Draw(seed);
        var options = new FastSerializerOptions
        {
            Header = draw.One(FastserHeader.SelfDescribed, FastserHeader.Fingerprint, FastserHeader.Bare),
            Checksum = draw.Is(20),
            References = draw.Is(50),
            Sharing = draw.One(FastserSharing.Off, FastserSharing.On),
            UserVersion = draw.Is(10) ? (uint)draw.Int() : 0,
            Names = !draw.Is(20),
        };
        var subject = Subjects.All[seed % Subjects.All.Length];
        subject.Compare(new Draw(draw.Int()) { Graph = options.References }, options, tally);
    }
}
