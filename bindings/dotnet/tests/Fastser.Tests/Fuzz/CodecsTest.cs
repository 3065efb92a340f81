// SPDX-License-Identifier: MIT
//
// MessagePack and FlatBuffers of all kinds of types, with random values and with bytes that were changed.
// FASTSER_FUZZ_RUNS is the number of inputs.
using System;
using System.Globalization;
using System.Linq;
using Xunit;

namespace Fastser.Tests.Fuzz;

public sealed class CodecsTest
{
    public static TheoryData<FastserCodec, int> All()
    {
        var all = new TheoryData<FastserCodec, int>();
        foreach (var codec in new[] { FastserCodec.MessagePack, FastserCodec.Flat })
        {
            for (var i = 0; i < Subjects.All.Length; ++i) all.Add(codec, i);
        }
        return all;
    }

    private static int Runs =>
        int.Parse(Environment.GetEnvironmentVariable("FASTSER_FUZZ_RUNS") ?? "20000", CultureInfo.InvariantCulture) / 20 / Subjects.All.Length;

    [Theory]
    [MemberData(nameof(All))]
    public void ValuesComeBackToTheLastBit(FastserCodec codec, int index)
    {
        var subject = Subjects.All[index];
        if (codec == FastserCodec.Flat && subject.HasAny)
        {
            var error = Assert.Throws<FastserException>(() => subject.ComesBack(new Draw(0), codec));
            Assert.Equal(FastserStatus.TypeMismatch, error.Status);
            return;
        }
        for (var seed = 0; seed < Math.Max(Runs, 10); ++seed)
        {
            try
            {
                subject.ComesBack(new Draw(seed), codec);
            }
            catch (Exception e)
            {
                throw new InvalidOperationException(codec + " " + subject.Name + " seed " + seed + ": " + e.Message, e);
            }
        }
    }

    [Theory]
    [InlineData(FastserCodec.MessagePack)]
    [InlineData(FastserCodec.Flat)]
    public void BytesOfStrangersAreAValueOrAnException(FastserCodec codec)
    {
        var subjects = Subjects.All.Where(one => codec == FastserCodec.MessagePack || !one.HasAny).ToArray();
        var (read, refused) = (0, 0);
        for (var seed = 0; seed < 20 * Math.Max(Runs, 10); ++seed)
        {
            if (subjects[seed % subjects.Length].Survives(new Draw(seed), codec)) ++read;
            else ++refused;
        }
        Assert.True(read > 10 && refused > 10, read + " read, " + refused + " refused");
    }
}
