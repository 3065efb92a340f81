// SPDX-License-Identifier: MIT
using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Serializer;

public class FastSerializerTests
{
    private static readonly FastSerializerOptions s_sum = new() { Checksum = true, UserVersion = 3 };

    public FastSerializerTests()
    {
        FormatterOf.Register(FlatFormatter.Instance);
        FormatterOf.Register(PersonFormatter.Instance);
        FormatterOf.Register<List<Flat>>(new ListFormatter<Flat>(FlatFormatter.Instance));
    }

    private static List<Flat> Many() => [.. Enumerable.Range(0, 500).Select(i =>
    {
        var one = Flat.Sample();
        one.Id = i;
        one.Title = new string('t', i);
        return one;
    })];

    private static void Same(List<Flat> a, List<Flat> b) =>
        Assert.Equal(a.Select(one => (one.Id, one.Title, one.Path)), b.Select(one => (one.Id, one.Title, one.Path)));

    // Gives pieces of memory that are as small as its contract lets it.
    private sealed class Stingy : IBufferWriter<byte>
    {
        private readonly List<byte> _all = [];
        private byte[] _piece = [];

        public byte[] All => [.. _all];

        public void Advance(int count) => _all.AddRange(_piece.AsSpan(0, count).ToArray());

        public Memory<byte> GetMemory(int sizeHint = 0) => _piece = new byte[Math.Max(sizeHint, 1)];

        public Span<byte> GetSpan(int sizeHint = 0) => _piece = new byte[Math.Max(sizeHint, 1)];
    }

    [Fact]
    public void EveryWayOutGivesTheSameBytes()
    {
        var value = Many();
        foreach (var options in new[] { new(), s_sum, new() { Sharing = FastserSharing.On, Checksum = true } })
        {
            var bytes = FastSerializer.Serialize(value, options);
            var buffer = new ArrayBufferWriter<byte>();
            FastSerializer.Serialize(buffer, value, options);
            Assert.Equal(bytes, buffer.WrittenSpan.ToArray());
            var stingy = new Stingy();
            FastSerializer.Serialize(stingy, value, options);
            Assert.Equal(bytes, stingy.All);
            var stream = new MemoryStream();
            FastSerializer.Serialize(stream, value, options);
            Assert.Equal(bytes, stream.ToArray());
            Same(value, FastSerializer.Deserialize<List<Flat>>(bytes, options));
        }
    }

    [Fact]
    public async Task StreamsAndSequencesAreRead()
    {
        var value = Many();
        var stream = new MemoryStream();
        await FastSerializer.SerializeAsync(stream, value, s_sum, TestContext());
        var bytes = stream.ToArray();
        Assert.Equal(FastSerializer.Serialize(value, s_sum), bytes);
        stream.Position = 0;
        Same(value, FastSerializer.Deserialize<List<Flat>>(stream));
        stream.Position = 0;
        Same(value, await FastSerializer.DeserializeAsync<List<Flat>>(stream, s_sum, TestContext()));
        var first = new Part(bytes.AsMemory(0, 100), 0);
        var last = first.Add(bytes.AsMemory(100, 1)).Add(bytes.AsMemory(101));
        Same(value, FastSerializer.Deserialize<List<Flat>>(new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length)));
        Same(value, FastSerializer.Deserialize<List<Flat>>(new ReadOnlySequence<byte>(bytes)));
    }

    private static System.Threading.CancellationToken TestContext() => default;

    private sealed class Part : ReadOnlySequenceSegment<byte>
    {
        public Part(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Part Add(ReadOnlyMemory<byte> memory)
        {
            var next = new Part(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }

    [Fact]
    public void PopulateUsesWhatIsThere()
    {
        var bytes = FastSerializer.Serialize(Person.Sample());
        var person = new Person { Homes = [default, default, default] };
        var (same, homes) = (person, person.Homes);
        FastSerializer.Populate(bytes, ref person);
        Assert.Same(same, person);
        Assert.Same(homes, person.Homes);
        Assert.Equal(["Oslo", ""], homes.Select(one => one.City));
    }

    [Fact]
    public void WritingIntoAUsedBufferAllocatesNothing()
    {
        var value = Flat.Sample();
        var buffer = new ArrayBufferWriter<byte>(4096);
        void Write(FastSerializerOptions options)
        {
            buffer.ResetWrittenCount();
            FastSerializer.Serialize(buffer, value, options);
        }
        foreach (var options in new[] { new(), s_sum, new() { Sharing = FastserSharing.On }, new() { Header = FastserHeader.Bare } })
        {
            for (var i = 0; i < 100; ++i) Write(options);
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 100; ++i) Write(options);
            Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        }
    }

#pragma warning disable FS019  // The compiler says so before.
    [Fact]
    public void WhatHasNoFormatterSaysWhatToDo()
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new FastSerializerTests()));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains("FastSerializable", error.Message);
    }

    private sealed class Secret { }

    [Fact]
    public void APrivateTypeWithoutAFormatterIsNamed()
    {
        var errors = new[]
        {
            Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Secret())),
            Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Dictionary<int, Secret[]>>([1, 2])),
        };
        foreach (var error in errors)
        {
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains(typeof(Secret) + " is private or protected", error.Message);
            Assert.Contains("make it internal or public", error.Message);
        }
    }
#pragma warning restore FS019

    [Fact]
    public void AnotherTypesArchiveIsNotReadByGeneratedCode()
    {
        var bytes = FastSerializer.Serialize(7);
        var error = Assert.Throws<FastserException>(
            () => FastSerializer.Deserialize<string>(bytes, new() { Engine = FastserEngine.Managed }));
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
    }

    [Fact]
    public void LargeArraysAreOneCopyEachWay()
    {
        var value = Enumerable.Range(0, 1_000_000).ToArray();
        FormatterOf.Register(new ArrayFormatter<int>(Int32Formatter.Instance));
        Assert.Equal(value, FastSerializer.Deserialize<int[]>(FastSerializer.Serialize(value)));
        var stingy = new Stingy();
        FastSerializer.Serialize(stingy, value, s_sum);
        Assert.Equal(value, FastSerializer.Deserialize<int[]>(stingy.All));
    }

    private static byte[] ByPieces<T>(T value, FastSerializerOptions options)
    {
        var stingy = new Stingy();
        FastSerializer.Serialize(stingy, value, options);
        return stingy.All;
    }

    [Theory]
    [InlineData(FastserHeader.Bare)]
    [InlineData(FastserHeader.Fingerprint)]
    [InlineData(FastserHeader.SelfDescribed)]
    public void AnArrayThatIsMeasuredFirstIsTheSameArchive(FastserHeader header)
    {
        foreach (var count in new[] { 0, 1, 63, 64, 127, 128, 511, 512, 513, 16383, 16384, 300_000 })
        {
            var longs = Enumerable.Range(0, count).Select(i => (long)i).ToArray();
            var bytes = longs.Select(i => (byte)i).ToArray();
            foreach (var sharing in new[] { FastserSharing.Off, FastserSharing.On })
            {
                var options = s_sum with { Header = header, Sharing = sharing, Checksum = header != FastserHeader.Bare };
                Assert.Equal(ByPieces(longs, options), FastSerializer.Serialize(longs, options));
                Assert.Equal(ByPieces(bytes, options), FastSerializer.Serialize(bytes, options));
                Assert.Equal(ByPieces(longs.ToList(), options), FastSerializer.Serialize(longs.ToList(), options));
                Assert.Equal(ByPieces((Memory<long>)longs, options), FastSerializer.Serialize((Memory<long>)longs, options));
            }
        }
    }

    [Fact]
    public void ArchivesLargerThanTheMemoryThatIsKeptComeBackAgainAndAgain()
    {
        var large = Enumerable.Range(0, 300_000).Select(i => "number " + i).ToList();
        var bytes = FastSerializer.Serialize(large);
        Assert.Equal(large, FastSerializer.Deserialize<List<string>>(bytes));
        for (var i = 0; i < 3; ++i)
        {
            Assert.Equal(bytes, FastSerializer.Serialize(large));
            Same(Many(), FastSerializer.Deserialize<List<Flat>>(FastSerializer.Serialize(Many())));
        }
    }

    [Fact]
    public void CrcIsThatOfTheFormat()
    {
        Assert.Equal(0xE3069283u, Crc32C.Add(0, "123456789"u8));
        Assert.Equal(0xE3069283u, ~Crc32C.AddByTable(~0u, "123456789"u8));
        Assert.Equal(0xE3069283u, Crc32C.Add(Crc32C.Add(0, "1234"u8), "56789"u8));
    }
}
