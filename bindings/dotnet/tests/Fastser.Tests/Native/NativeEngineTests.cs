// SPDX-License-Identifier: MIT
//
// What the native engine promises by itself: values come back, by one call each way; objects keep their
// identity; errors say what and where.
using System;
using System.Buffers;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Native;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests.Native;

public class NativeEngineTests
{
    private static readonly FastSerializerOptions s_tree = FastSerializerOptions.Default;
    private static readonly FastSerializerOptions s_graph = FastSerializerOptions.Graph;

    private static T There<T>(Formatter<T> formatter, T value, FastSerializerOptions options) =>
        NativeCodec.Deserialize(formatter, NativeCodec.Serialize(formatter, value, options), options, out _);

    private static void SameFlat(Flat one, Flat other)
    {
        Assert.Equal((one.A, one.B, one.C, one.D, one.E, one.F, one.G), (other.A, other.B, other.C, other.D, other.E, other.F, other.G));
        Assert.Equal((one.H, one.I, one.J, one.First, one.Last, one.City, one.Note),
            (other.H, other.I, other.J, other.First, other.Last, other.City, other.Note));
    }

    [Fact]
    public void ARecordComesBackInEveryKindOfArchive()
    {
        foreach (var header in new[] { FastserHeader.SelfDescribed, FastserHeader.Fingerprint, FastserHeader.Bare })
        foreach (var sharing in new[] { FastserSharing.Off, FastserSharing.On })
        foreach (var references in new[] { false, true })
        foreach (var note in new[] { null, "", "ß note", new string('x', 5000), new string('é', 5000) })
        {
            var options = new FastSerializerOptions { Header = header, Sharing = sharing, References = references };
            var value = Flat.Sample();
            value.Note = note;
            SameFlat(value, There(FlatFormatter.Instance, value, options));
        }
    }

    [Fact]
    public void OneNativeCallEachWayWhateverTheValue()
    {
        var value = new Node { Name = "root", Counts = new() { ["a"] = 1, ["b"] = 2 } };
        for (var i = 0; i < 1000; ++i) value.Children.Add(new Node { Name = "child " + i, Maybe = i });
        foreach (var options in new[] { s_tree, s_graph })
        {
            There(NodeFormatter.Instance, value, options);  // makes the plan
            var before = NativeCodec.Calls;
            var bytes = NativeCodec.Serialize(NodeFormatter.Instance, value, options);
            Assert.Equal(before + 1, NativeCodec.Calls);
            NativeCodec.Deserialize(NodeFormatter.Instance, bytes, options, out _);
            Assert.Equal(before + 2, NativeCodec.Calls);
        }
    }

    // (Little is written by another kind of call than much.)
    [Fact]
    public void TheSameBytesAsTheManagedEngineHoweverLong()
    {
        foreach (var options in new[] { s_tree, s_tree with { Header = FastserHeader.Bare } })
        for (var length = 0; length < 1200; ++length)
        {
            var text = new string('x', length);
            var native = new ArrayBufferWriter<byte>();
            FastSerializer.Serialize(native, text, options with { Engine = FastserEngine.Native });
            Assert.Equal(FastSerializer.Serialize(text, options with { Engine = FastserEngine.Managed }), native.WrittenSpan.ToArray());
            Assert.Equal(native.WrittenSpan.ToArray(), FastSerializer.Serialize(text, options with { Engine = FastserEngine.Native }));
        }
    }

    [Fact]
    public void ElementsWithoutBytesAreWrittenHoweverMany()
    {
        var bare = s_tree with { Header = FastserHeader.Bare };
        for (var turn = 0; turn < 2; ++turn)
        foreach (var count in new[] { 0, 1, 1000, 100_000, 10_000_000 })
        {
            Assert.Equal(FastSerializer.Serialize(new Nothing[count], bare with { Engine = FastserEngine.Managed }),
                FastSerializer.Serialize(new Nothing[count], bare with { Engine = FastserEngine.Native }));
        }
    }

    [Fact]
    public void ATreeComesBack()
    {
        var value = new Node
        {
            Name = "a", Id = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"), Price = -12345.6789m,
            Next = new Node { Name = "b", Next = new Node { Name = "c", Counts = new() } },
            Children = { new Node { Name = "d", Maybe = -1 }, new Node { Name = "e", Price = decimal.MaxValue } },
            Counts = new() { ["x"] = 1, [""] = -2 },
        };
        var again = There(NodeFormatter.Instance, value, s_tree);
        Assert.Equal(value.Id, again.Id);
        Assert.Equal(value.Price, again.Price);
        Assert.Equal("c", again.Next!.Next!.Name);
        Assert.Empty(again.Next.Next.Counts!);
        Assert.Null(again.Next.Counts);
        Assert.Equal(-1, again.Children[0].Maybe);
        Assert.Null(again.Children[1].Maybe);
        Assert.Equal(decimal.MaxValue, again.Children[1].Price);
        Assert.Equal(value.Counts, again.Counts);
        Assert.Null(again.Next.Next.Next);
    }

    [Fact]
    public void ObjectsKeepTheirIdentityAndCyclesComeBack()
    {
        var value = new Node { Name = "a" };
        value.Next = new Node { Name = "b", Next = value };
        value.Children.Add(value.Next);
        value.Children.Add(value);
        value.Children.Add(value.Next);
        var again = There(NodeFormatter.Instance, value, s_graph);
        Assert.Same(again, again.Next!.Next);
        Assert.Same(again.Next, again.Children[0]);
        Assert.Same(again, again.Children[1]);
        Assert.Same(again.Next, again.Children[2]);
    }

    [Fact]
    public void AChainOfAMillionObjectsNeedsNoStack()
    {
        var first = new Node { Name = "0" };
        var last = first;
        for (var i = 1; i < 1_000_000; ++i) last = last.Next = new Node();
        last.Name = "end";
        last.Next = first;
        var again = There(NodeFormatter.Instance, first, s_graph);
        var at = again;
        for (var i = 1; i < 1_000_000; ++i) at = at.Next!;
        Assert.Equal("end", at.Name);
        Assert.Same(again, at.Next);
    }

    [Fact]
    public void ATreeThatIsTooDeepIsAnErrorBothWays()
    {
        var value = new Node();
        for (var i = 0; i < 100_000; ++i) value = new Node { Next = value };
        var e = Assert.Throws<FastserException>(() => NativeCodec.Serialize(NodeFormatter.Instance, value, s_tree));
        Assert.Equal(FastserStatus.TooDeep, e.Status);
    }

    [Fact]
    public void AnotherVersionIsReadByItsOwnShapes()
    {
        var bytes = NativeCodec.Serialize(OlderFlatFormatter.Instance, 77, s_tree);
        var again = NativeCodec.Deserialize(FlatFormatter.Instance, bytes, s_tree, out _);
        Assert.Equal(77, again.A);
        Assert.Equal("", again.First);
        Assert.Null(again.Note);
    }

    [Fact]
    public void EveryTruncationIsAnErrorWithAByte()
    {
        var bytes = NativeCodec.Serialize(FlatFormatter.Instance, Flat.Sample(), s_tree);
        for (var size = 0; size < bytes.Length; ++size)
        {
            var part = bytes.AsSpan(0, size).ToArray();
            var e = Assert.Throws<FastserException>(() => NativeCodec.Deserialize(FlatFormatter.Instance, part, s_tree, out _));
            Assert.NotEqual(FastserStatus.Usage, e.Status);
            Assert.InRange(e.Offset, 0, size);
        }
    }

    [Fact]
    public void HalfAPairIsRefusedOrReplacedAsAsked()
    {
        var value = Flat.Sample();
        value.City = "a\ud800b";
        var e = Assert.Throws<FastserException>(() => NativeCodec.Serialize(FlatFormatter.Instance, value, s_tree));
        Assert.Equal(FastserStatus.Usage, e.Status);
        var again = There(FlatFormatter.Instance, value, new FastSerializerOptions { Surrogates = FastserSurrogates.Replace });
        Assert.Equal("a\ufffdb", again.City);
    }

    [Fact]
    public void UserVersionAndChecksumGoAlong()
    {
        var options = new FastSerializerOptions { UserVersion = 9, Checksum = true };
        var bytes = NativeCodec.Serialize(FlatFormatter.Instance, Flat.Sample(), options);
        NativeCodec.Deserialize(FlatFormatter.Instance, bytes, options, out var version);
        Assert.Equal(9u, version);
        bytes[^8] ^= 1;
        var e = Assert.Throws<FastserException>(() => NativeCodec.Deserialize(FlatFormatter.Instance, bytes, options, out _));
        Assert.Equal(FastserStatus.Checksum, e.Status);
    }

#if !FASTSER_NETSTANDARD  // whose calls of the native library take 32 bytes each
    [Fact]
    public void WritingIntoABufferThatWasUsedAllocatesNothing()
    {
        var value = Flat.Sample();
        var buffer = new ArrayBufferWriter<byte>(1 << 16);
        for (var i = 0; i < 100; ++i) Once();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; ++i) Once();
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());

        void Once()
        {
            buffer.ResetWrittenCount();
            NativeCodec.Serialize(FlatFormatter.Instance, value, s_tree, buffer);
        }
    }
#endif

    [Fact]
    public void MessagePackGoesThereAndBack()
    {
        var options = new FastSerializerOptions { Codec = FastserCodec.MessagePack };
        var output = new ArrayBufferWriter<byte>();
        OtherCodecs.Serialize(FlatFormatter.Instance, Flat.Sample(), options, output);
        Assert.Equal(0x8e, output.WrittenSpan[0]);  // a map of 14
        SameFlat(Flat.Sample(), OtherCodecs.Deserialize(FlatFormatter.Instance, output.WrittenSpan, options));
    }

    [Fact]
    public void AFormatterWithoutShadowsGoesByWayOfAnArchive()
    {
        var formatter = new WithoutShadow();
        foreach (var options in new[] { s_tree, new FastSerializerOptions { Header = FastserHeader.Bare } })
        {
            There(formatter, 5, options);  // finds out that it does not write them
            var before = NativeCodec.Calls;
            var bytes = NativeCodec.Serialize(formatter, 70_000, options);
            Assert.Equal(before + 1, NativeCodec.Calls);
            // Each archive is tried as shadows first: what one archive had does not matter for the next.
            Assert.Equal(70_000, NativeCodec.Deserialize(formatter, bytes, options, out _));
            Assert.Equal(before + 3, NativeCodec.Calls);
        }
        var older = NativeCodec.Serialize(OlderFlatFormatter.Instance, 77, s_tree);
        Assert.Equal(77, NativeCodec.Deserialize(new WithoutShadow("Flat", "A"), older, s_tree, out _));
    }

    private sealed class WithoutShadow(string name = "Text", string field = "number") : Formatter<int>
    {
        public override WireType Type { get; } = WireType.Record(new WireShape(name, 0, null,
            () => [new(field, WireType.I32), new("text", WireType.String)]));
        public override void Write(ref ArchiveWriter writer, int value)
        {
            writer.Write32((uint)value);
            writer.WriteString("text");
        }
        public override int Read(ref ArchiveReader reader)
        {
            var value = (int)reader.Read32();
            reader.ReadString();
            return value;
        }
    }

    [Fact]
    public void CollectionsAndOptionalsComeBack()
    {
        There(new ListFormatter<int?>(new NullableFormatter<int>(Int32Formatter.Instance)), [1, null, -3], s_tree, Assert.Equal);
        There(new ArrayFormatter<string?>(new OptionalFormatter<string>(StringFormatter.Instance)), ["a", null, ""], s_tree, Assert.Equal);
        There(new ArrayFormatter<int[]>(new ArrayFormatter<int>(Int32Formatter.Instance)), [[1, 2], [], [3]], s_tree, Assert.Equal);
        There(new ArrayFormatter<Guid>(GuidFormatter.Instance), [Guid.Empty, Guid.NewGuid()], s_tree, Assert.Equal);
        There(new ArrayFormatter<DateTime>(DateTimeFormatter.Instance), [DateTime.UtcNow, new DateTime(5), DateTime.MaxValue], s_tree, Assert.Equal);
        There(new OptionalFormatter<byte[]>(BytesFormatter.Instance), [1, 2, 3], s_tree, Assert.Equal);
        There<byte[]?>(new OptionalFormatter<byte[]>(BytesFormatter.Instance), null, s_tree, Assert.Equal);
        There(new NullableFormatter<decimal>(DecimalFormatter.Instance), -1.50m, s_tree, Assert.Equal);
    }

    [Fact]
    public void ValuesOfAnyTypeComeBackByteForByte()
    {
        var value = new Dictionary<string, object?>
        {
            ["integer"] = 1_000_003, ["long"] = 1L << 40, ["double"] = 2.5, ["flag"] = true, ["name"] = "text",
            ["date"] = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), ["price"] = 1299.95m, ["nothing"] = null,
            ["bytes"] = new byte[] { 1, 2 }, ["ints"] = new[] { 1, 2, 3 }, ["texts"] = new List<string> { "a", "" },
            ["list"] = new List<object?> { 1, "two", null, new Dictionary<string, object?> { ["x"] = 3.0 } },
            ["char"] = 'c', ["span"] = TimeSpan.FromMinutes(5), ["id"] = Guid.NewGuid(), ["uri"] = new Uri("http://a/b"),
            ["offset"] = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), ["day"] = Net8.Value<object?>(new DateOnly(2026, 5, 6)),
        };
        foreach (var sharing in new[] { FastserSharing.Off, FastserSharing.On })
        foreach (var references in new[] { false, true })
        {
            var options = new FastSerializerOptions { References = references, Sharing = sharing };
            var formatter = FormatterOf.Get<object>();
            var bytes = FastSerializer.Serialize<object>(value, options);
            Assert.Equal(bytes, NativeCodec.Serialize(formatter, value, options));
            var again = (Dictionary<string, object?>)NativeCodec.Deserialize(formatter, bytes, options, out _);
            Assert.Equal(value["ints"], again["ints"]);
            Assert.Equal(value["offset"], again["offset"]);
            Assert.Equal(value.Count, again.Count);
        }
    }

    private static void There<T>(Formatter<T> formatter, T value, FastSerializerOptions options, Action<T, T> equal)
    {
        equal(value, There(formatter, value, options));
        equal(value, There(formatter, value, options with { Header = FastserHeader.Bare }));
    }

    // One field of Flat, wider.
    private sealed unsafe class OlderFlatFormatter : Formatter<long>
    {
        public static readonly OlderFlatFormatter Instance = new();
        private static readonly WireShape s_shape = new("Flat", 0, null, () => [new("Gone", WireType.String), new("A", WireType.I16)]);
        private static readonly WireType s_type = WireType.Record(s_shape);
        public override WireType Type => s_type;
        public override void Write(ref ArchiveWriter writer, long value) => throw new NotSupportedException();
        public override long Read(ref ArchiveReader reader) => throw new NotSupportedException();
        public override void ToShadow(ref ShadowWriter writer, byte* slot, long value)
        {
            writer.PutString(slot + ShadowLayout.OffsetOf(s_shape, 0), "gone");
            ShadowWriter.Put(slot + ShadowLayout.OffsetOf(s_shape, 1), (short)value);
        }
    }
}

/// <summary>A record that takes no bytes.</summary>
[FastSerializable]
public partial struct Nothing
{
}
