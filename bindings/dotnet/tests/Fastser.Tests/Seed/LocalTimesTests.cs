// SPDX-License-Identifier: MIT
//
// Local times at the ends of time, in time zones of both sides of UTC. The zone of the process is another
// one meanwhile, so these tests run alone.
using System;
using Xunit;

namespace Fastser.Tests.Seed;

[CollectionDefinition(nameof(TimeZone), DisableParallelization = true)]
public sealed class TimeZone;

[Collection(nameof(TimeZone))]
public sealed class LocalTimesTests : IDisposable
{
    private readonly string? _before = Environment.GetEnvironmentVariable("TZ");

    public void Dispose() => Set(_before);

    private static void Set(string? zone)
    {
        Environment.SetEnvironmentVariable("TZ", zone);
        TimeZoneInfo.ClearCachedData();
    }

    // Where the variable TZ means nothing, the zone of the machine is tried three times.
    [Theory]
    [InlineData("UTC")]
    [InlineData("Europe/Berlin")]
    [InlineData("America/New_York")]
    public void TheEndsOfTimeComeBack(string zone)
    {
        Set(zone);
        using var writer = SerializationWriter.GetWriter();
        DateTime[] times =
        [
            DateTime.MinValue, DateTime.MaxValue, DateTime.MinValue.AddTicks(1), DateTime.MinValue.AddHours(1),
            DateTime.MaxValue.AddHours(-1), new(2024, 7, 1, 12, 0, 0), new(1969, 12, 31, 23, 59, 59),
        ];
        foreach (var time in times)
        {
            var local = DateTime.SpecifyKind(time, DateTimeKind.Local);
            writer.Reset();
            writer.Write(local);
            writer.WriteObject(local);
            writer.Write(new[] { local });
            var bytes = writer.ToArray();
            FastserArchive.Verify(bytes);
            var reader = SerializationReader.GetReader(bytes);
            foreach (var read in new[] { reader.ReadDateTime(), (DateTime)reader.ReadObject()!, reader.ReadArray<DateTime>()![0] })
                Assert.Equal((time.Ticks, DateTimeKind.Local), (read.Ticks, read.Kind));
            // The record is that of FastSerializer.
            Assert.Equal(FastSerializer.Serialize(local, s_bare), Bare(local));
        }
    }

    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };

    private static byte[] Bare(DateTime value)
    {
        using var writer = SerializationWriter.GetWriter(s_bare);
        writer.Write(value);
        return writer.ToArray();
    }
}
