// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Linq;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Serializer;

public class HostileTests
{
    private static readonly FastSerializerOptions s_bare = new() { Header = FastserHeader.Bare };
    private static readonly FastSerializerOptions s_graph = new() { References = true };

    private static void CheckAll<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var bytes = Hostile.Write(formatter, value, options);
        Hostile.CheckEveryCut(formatter, bytes, options);
        Hostile.CheckEveryBit(formatter, bytes, options);
    }

    [Fact]
    public void ChangedArchivesAreAnsweredByAValueOrAnException()
    {
        CheckAll(FlatFormatter.Instance, Flat.Sample(), new());
        CheckAll(FlatFormatter.Instance, Flat.Sample(), new() { Sharing = FastserSharing.On });
        CheckAll(PersonFormatter.Instance, Person.Sample(), new() { Checksum = true });
        CheckAll(PersonFormatter.Instance, Person.Sample(), s_bare);
        CheckAll(
            new DictionaryFormatter<string, List<decimal>>(StringFormatter.Instance, new ListFormatter<decimal>(DecimalFormatter.Instance)),
            new() { ["a"] = [1.5m, -2], ["b"] = [], ["c"] = [decimal.MaxValue] },
            new());
        CheckAll(SetFormatters.HashSet(DateTimeFormatter.Instance), [DateTime.UnixEpoch, DateTime.MaxValue], new());
        CheckAll(new Array2Formatter<int>(Int32Formatter.Instance), new[,] { { 1, 2 }, { 3, 4 } }, new());
        CheckAll(VersionFormatter.Instance, new Version(1, 2, 3), new());
        CheckAll(BitArrayFormatter.Instance, new([true, false, true]), new());
    }

    [Fact]
    public void ChangedGraphsAreAnsweredByAValueOrAnException()
    {
        Node? first = null;
        for (var i = 0; i < 40; ++i) first = new Node { Value = (byte)i, Next = first };
        first!.Next!.Back = first;
        first.Back = first.Next.Next;
        CheckAll(NodeFormatter.Instance, first, s_graph);
        CheckAll(NodeFormatter.Instance, first, s_graph with { Header = FastserHeader.Bare });
    }

    // Shapes that contain each other, with as many arrays between them as a type may have.
    [Theory]
    [InlineData(512, FastserStatus.Ok)]
    [InlineData(5000, FastserStatus.Ok)]
    [InlineData(-512, FastserStatus.Malformed)]
    public void ATableOfShapesThatNestDeepTakesNoStack(int shapes, FastserStatus expected)
    {
        var goesRound = shapes < 0;
        shapes = Math.Abs(shapes);
        var table = new List<byte>();
        AddVarint(table, shapes);
        for (var i = 0; i < shapes; ++i)
        {
            var isLast = i == shapes - 1 && !goesRound;
            table.AddRange(new byte[] { 0, 0, 0, 1, 2 });  // no name, version, super-class; one field, once
            for (var n = 0; n < 63; ++n) table.Add((byte)WireCode.Array);
            table.Add((byte)(isLast ? WireCode.U8 : WireCode.Record));
            if (!isLast) AddVarint(table, (i + 1) % shapes);
            for (var n = 0; n < 63; ++n) table.Add(1);
        }
        table.Add((byte)WireCode.Record);
        table.Add(0);
        var status = FastserStatus.Ok;
        var minimal = -1;
        var thread = new System.Threading.Thread(() =>
        {
            try
            {
                minimal = new AnyTable(table.ToArray(), 0).Shapes[0].MinimalSize;
            }
            catch (FastserException error)
            {
                status = error.Status;
            }
        }, 512 * 1024);
        thread.Start();
        thread.Join();
        Assert.Equal(expected, status);
        if (expected == FastserStatus.Ok) Assert.Equal(1, minimal);
    }

    // A value whose type is a list of lists of such tuples.
    private static List<byte> ListsOfTuples(int operands, int lists)
    {
        var bytes = new List<byte> { (byte)WireCode.List, (byte)WireCode.List, (byte)WireCode.Tuple };
        AddVarint(bytes, operands);
        for (var i = 0; i < operands; ++i) bytes.Add((byte)WireCode.Bool);
        AddVarint(bytes, lists);
        for (var i = 0; i < lists; ++i) bytes.Add(0);
        return bytes;
    }

    private static void AddVarint(List<byte> bytes, int value)
    {
        for (; value >= 0x80; value >>= 7) bytes.Add((byte)(value | 0x80));
        bytes.Add((byte)value);
    }

    [Fact]
    public void ManyListsOfALargeTypeTakeTimeInProportionToTheirBytes()
    {
        var bytes = ListsOfTuples(50_000, 200_000).ToArray();
        var watch = System.Diagnostics.Stopwatch.StartNew();
        Assert.Null(Hostile.Read(AnyFormatter.Instance, bytes, s_bare));
        Assert.Equal(200_000, Assert.IsType<List<object?>>(SerializationReader.GetReader(bytes, s_bare).ReadObject()).Count);
        Assert.InRange(watch.Elapsed.TotalSeconds, 0, 10);
    }

    [Fact]
    public void TuplesThatPromiseManyTypesTakeNoMemoryForThem()
    {
        var bytes = new List<byte>();
        for (var i = 0; i < 60; ++i)
        {
            bytes.Add((byte)WireCode.Tuple);
            AddVarint(bytes, 900_000);
        }
        for (var i = 0; i < 1_000_000; ++i) bytes.Add(0xFF);
        var all = bytes.ToArray();
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(FastserStatus.Malformed, Hostile.Read(AnyFormatter.Instance, all, s_bare)?.Status);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_000_000);
        var reader = SerializationReader.GetReader(all, s_bare);
        before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.ReadObject()).Status);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_000_000);
    }

    [Fact]
    public void NoiseIsAnsweredByAValueOrAnException()
    {
        var random = new Random(7);
        var noise = new byte[64];
        for (var i = 0; i < 20_000; ++i)
        {
            var size = random.Next(64);
            random.NextBytes(noise);
            for (var at = 0; at < size; ++at) noise[at] = (byte)(noise[at] % (i % 3 == 0 ? 256 : 50));
            Hostile.Read(NodeFormatter.Instance, noise.AsSpan(0, size), s_graph with { Header = FastserHeader.Bare });
            Hostile.Read(AnyFormatter.Instance, noise.AsSpan(0, size), s_bare);
            Hostile.Read(PersonFormatter.Instance, noise.AsSpan(0, size), s_bare);
            var sharing = s_bare with { Sharing = FastserSharing.On };
            Hostile.Read(new ArrayFormatter<string>(StringFormatter.Instance), noise.AsSpan(0, size), sharing);
        }
    }

    private static (FastserStatus, long) Error<T>(Formatter<T> formatter, string hex, FastSerializerOptions? options = null)
    {
        var error = Hostile.Read(formatter, Bytes.Of(hex), options ?? s_bare);
        Assert.NotNull(error);
        return (error.Status, error.Offset);
    }

    [Fact]
    public void ErrorsNameTheByte()
    {
        Assert.Equal((FastserStatus.Truncated, 0L), Error(Int32Formatter.Instance, "010203"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(BooleanFormatter.Instance, "02"));
        Assert.Equal((FastserStatus.Malformed, 12L), Error(DecimalFormatter.Instance, "00000000 00000000 00000000 01000000"));
        Assert.Equal((FastserStatus.Malformed, 8L), Error(DateTimeFormatter.Instance, "0000000000000000 00CA9A3B 00"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(DateTimeFormatter.Instance, "0000000000000000 01000000 00"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(new NullableFormatter<int>(Int32Formatter.Instance), "02"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(VarUInt64Formatter.Instance, "FFFFFFFFFFFFFFFFFF02"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(VarUInt16Formatter.Instance, "808004"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(StringFormatter.Instance, "05 61"));
        Assert.Equal((FastserStatus.Malformed, 1L), Error(StringFormatter.Instance, "02 C328"));
        // What others find wrong comes first.
        Assert.Equal((FastserStatus.Trailing, 3L), Error(StringFormatter.Instance, "02 C328 00"));
        Assert.Equal((FastserStatus.Trailing, 1L), Error(ByteFormatter.Instance, "0102"));
        Assert.Equal((FastserStatus.BadReference, 0L), Error(SharedStringFormatter.Instance, "01"));
        Assert.Equal((FastserStatus.Malformed, 3L), Error(new DictionaryFormatter<byte, byte>(ByteFormatter.Instance, ByteFormatter.Instance), "02 01 02 01 02"));
        Assert.Equal((FastserStatus.Malformed, 3L), Error(SetFormatters.HashSet(BytesFormatter.Instance), "02 01AA 01AA"));
        Assert.Equal(
            (FastserStatus.Malformed, 5L),
            Error(new DictionaryFormatter<Address, byte>(AddressFormatter.Instance, ByteFormatter.Instance), "02 000100 07 000100 07"));
        Assert.Equal((FastserStatus.Malformed, 2L), Error(SetFormatters.HashSet(ByteFormatter.Instance), "02 01 01"));
        Assert.Equal((FastserStatus.Malformed, 0L), Error(ByteFormatter.Instance, "465354", new()));
    }

    [Fact]
    public void CountsAreCheckedBeforeAnythingIsAllocated()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal((FastserStatus.Truncated, 0L), Error(new ArrayFormatter<long>(Int64Formatter.Instance), "FFFFFFFFFFFFFFFFFF01"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(new ListFormatter<string>(StringFormatter.Instance), "FFFFFFFF07"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(StringFormatter.Instance, "FFFFFFFF07"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(BytesFormatter.Instance, "FFFFFFFFFFFFFFFF7F"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(new DictionaryFormatter<int, int>(Int32Formatter.Instance, Int32Formatter.Instance), "FFFFFFFF07"));
        Assert.Equal((FastserStatus.Truncated, 0L), Error(SetFormatters.HashSet(Int32Formatter.Instance), "FFFFFFFF07"));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void TheBudgetIsForTheWholeRead()
    {
        // Lists of empty lists: each takes a byte of the archive, and more of memory.
        var formatter = new ListFormatter<List<long>>(new ListFormatter<long>(Int64Formatter.Instance));
        var value = Enumerable.Range(0, 10_000).Select(_ => new List<long>()).ToList();
        var bytes = Hostile.Write(formatter, value, s_bare);
        Assert.Null(Hostile.Read(formatter, bytes, s_bare));
        var little = s_bare with { Limits = new(memoryFactor: 1, memoryBase: 1) };
        Assert.Equal(FastserStatus.OverBudget, Hostile.Read(formatter, bytes, little)!.Status);
        // 2^60 nulls.
        Assert.Equal((FastserStatus.OverBudget, 2L), Error(AnyFormatter.Instance, "21 00 808080808080808010"));
    }

    [Fact]
    public void DepthIsLimitedOnBothWays()
    {
        object? value = null;
        for (var i = 0; i < 128; ++i) value = new List<object?> { value };
        var bytes = FastSerializer.Serialize(value, s_bare);
        Assert.Null(Hostile.Read(AnyFormatter.Instance, bytes, s_bare));
        value = new List<object?> { value };
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => FastSerializer.Serialize(value, s_bare)).Status);
        var deep = s_bare with { Limits = new(depth: 200) };
        bytes = FastSerializer.Serialize(value, deep);
        Assert.Equal(FastserStatus.TooDeep, Hostile.Read(AnyFormatter.Instance, bytes, s_bare)!.Status);
        Assert.Null(Hostile.Read(AnyFormatter.Instance, bytes, deep));
        // Never deeper than a stack bears.
        var bomb = Enumerable.Repeat(new byte[] { 0x21, 0x2C, 0x01 }, 100_000).SelectMany(one => one).ToArray();
        var most = s_bare with { Limits = new(depth: int.MaxValue, memoryFactor: 1 << 20) };
        Assert.Equal(FastserStatus.TooDeep, Hostile.Read(AnyFormatter.Instance, bomb, most)!.Status);
    }

    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void MessagesSayWhatToDoInTermsOfThisPackage(FastserEngine engine)
    {
        var options = new FastSerializerOptions { Engine = engine };
        var value = Enumerable.Repeat("text", 1000).ToArray();
        var bytes = FastSerializer.Serialize(value, options);

        string Said(ReadOnlySpan<byte> from, FastSerializerOptions how)
        {
            try
            {
                FastSerializer.Deserialize<string[]>(from, how);
            }
            catch (FastserException error)
            {
                Assert.DoesNotContain("::", error.Message);
                return error.Message;
            }
            return "";
        }

        Assert.Contains("cut off", Said(bytes.AsSpan(0, bytes.Length - 1), options));
        Assert.Contains("as this type", Said([.. bytes, 0], options));
        var little = options with { Limits = new(memoryFactor: 1, memoryBase: 1) };
        Assert.Contains("FastSerializerOptions.Limits can allow more", Said(bytes, little));
        var shallow = options with { Limits = new(depth: 1) };
        var lists = FastSerializer.Serialize(new int[][][] { [[1]] }, options);
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<int[][][]>(lists, shallow));
        Assert.Equal(FastserStatus.TooDeep, error.Status);
        Assert.DoesNotContain("::", error.Message);
    }

    [Fact]
    public void AFileThatIsTooLargeNamesTheArgument()
    {
        var file = System.IO.Path.GetTempFileName();
        try
        {
            System.IO.File.WriteAllBytes(file, new byte[100]);
            var error = Assert.Throws<FastserException>(() => FastserArchive.Load(file, maxBytes: 99));
            Assert.Equal(FastserStatus.OverBudget, error.Status);
            Assert.Contains("larger than 99 bytes", error.Message);
            Assert.DoesNotContain("::", error.Message);
        }
        finally
        {
            System.IO.File.Delete(file);
        }
    }

    [Fact]
    public void HalfASurrogatePairIsRefusedOrReplaced()
    {
        foreach (var bad in new[] { "\ud83d", "a\ude00", "\ude00\ud83d", new string('x', 2000) + "\ud83d" })
        {
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(bad, s_bare));
            Assert.Equal(FastserStatus.Usage, error.Status);
            var replace = s_bare with { Surrogates = FastserSurrogates.Replace };
            var again = FastSerializer.Deserialize<string>(FastSerializer.Serialize(bad, replace), replace);
            Assert.Equal(bad.Replace('\ud83d', '\ufffd').Replace('\ude00', '\ufffd'), again);
        }
        Assert.Contains("character 1", Assert.Throws<FastserException>(() => FastSerializer.Serialize("a\ude00")).Message);
    }

    [Fact]
    public void NullWhereThereIsNoneNamesClassAndMember()
    {
        var error = Assert.Throws<FastserException>(() => Hostile.Write(FlatFormatter.Instance, new Flat { Title = null! }, s_bare));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains("Flat.Title", error.Message);
    }

    [Fact]
    public void AFailedWriteLeavesTheThreadsSessionGood()
    {
        var bad = new Node { Next = new Node() };
        for (var i = 0; i < 200; ++i) bad = new Node { Next = bad };
        Assert.Throws<FastserException>(() => Hostile.Write(NodeFormatter.Instance, bad, s_bare));
        var good = Hostile.Write(NodeFormatter.Instance, bad, s_graph);
        Assert.Equal(good, Hostile.Write(NodeFormatter.Instance, bad, s_graph));
    }
}
