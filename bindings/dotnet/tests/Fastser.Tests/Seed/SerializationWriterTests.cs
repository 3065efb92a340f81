// SPDX-License-Identifier: MIT
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.Serialization;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class SerializationWriterTests
{
    private enum Colour : short { Red = -1, Green = 300 }

    private enum Wide : ulong { Most = ulong.MaxValue }

    private enum Tiny : sbyte { Least = sbyte.MinValue }

    private static SerializationReader Written(Action<SerializationWriter> write, FastSerializerOptions? options = null)
    {
        using var writer = SerializationWriter.GetWriter(options ?? FastSerializerOptions.Default);
        write(writer);
        return SerializationReader.GetReader(writer.ToArray(), options ?? FastSerializerOptions.Default);
    }

    public static readonly TheoryData<FastSerializerOptions> Headers = new()
    {
        FastSerializerOptions.Default,
        new FastSerializerOptions { Header = FastserHeader.Bare },
        new FastSerializerOptions { Checksum = true, UserVersion = 77 },
    };

    [Theory]
    [MemberData(nameof(Headers))]
    public void EveryTypeComesBackAsItWas(FastSerializerOptions options)
    {
        var guid = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
        var local = new DateTime(2024, 7, 1, 12, 0, 0, 1, DateTimeKind.Local);
        var reader = Written(w =>
        {
            w.Write(true);
            w.Write((byte)200);
            w.Write((sbyte)-100);
            w.Write('\u20AC');
            w.Write((short)-30000);
            w.Write((ushort)60000);
            w.Write(int.MinValue);
            w.Write(uint.MaxValue);
            w.Write(long.MinValue);
            w.Write(ulong.MaxValue);
            w.Write(1.5f);
            w.Write(-0.0);
            w.Write(-79228162514264337593543950335m);
            w.Write("Zo\u00EB \U0001F600");
            w.Write((string?)null);
            w.Write("");
            w.Write(local);
            w.Write(DateTime.MinValue);
            w.Write(DateTime.MaxValue);
            w.Write(new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromMinutes(-330)));
            w.Write(TimeSpan.MinValue);
            w.Write(guid);
            w.Write(BigInteger.Parse("-123456789012345678901234567890"));
            w.Write(new Complex(1, -2));
#if !FASTSER_NETSTANDARD
            w.Write(new DateOnly(1600, 2, 29));
            w.Write(new TimeOnly(23, 59, 59, 999));
            w.Write((Half)1.25);
            w.Write(Int128.MinValue);
            w.Write(UInt128.MaxValue);
#endif
            w.Write(new Uri("https://example.org/a?b=c"));
            w.Write((Uri?)null);
            w.Write(new Version(1, 2, 3));
            w.Write(new BitArray([true, false, true, true, false, false, false, true, true]));
            w.Write((int?)null);
            w.Write((int?)5);
            w.Write((DateTime?)DateTime.UnixEpoch);
            w.WriteEnum(Colour.Green);
        }, options);
        Assert.Equal(options.UserVersion, reader.UserVersion);
        Assert.True(reader.ReadBoolean());
        Assert.Equal(200, reader.ReadByte());
        Assert.Equal(-100, reader.ReadSByte());
        Assert.Equal('\u20AC', reader.ReadChar());
        Assert.Equal(-30000, reader.ReadInt16());
        Assert.Equal(60000, reader.ReadUInt16());
        Assert.Equal(int.MinValue, reader.ReadInt32());
        Assert.Equal(uint.MaxValue, reader.ReadUInt32());
        Assert.Equal(long.MinValue, reader.ReadInt64());
        Assert.Equal(ulong.MaxValue, reader.ReadUInt64());
        Assert.Equal(1.5f, reader.ReadSingle());
        Assert.Equal(BitConverter.DoubleToInt64Bits(-0.0), BitConverter.DoubleToInt64Bits(reader.ReadDouble()));
        Assert.Equal(-79228162514264337593543950335m, reader.ReadDecimal());
        Assert.Equal("Zo\u00EB \U0001F600", reader.ReadString());
        Assert.Null(reader.ReadString());
        Assert.Equal("", reader.ReadString());
        var read = reader.ReadDateTime();
        Assert.Equal((local, DateTimeKind.Local), (read, read.Kind));
        Assert.Equal(DateTime.MinValue, reader.ReadDateTime());
        Assert.Equal(DateTime.MaxValue, reader.ReadDateTime());
        var offset = reader.ReadDateTimeOffset();
        Assert.Equal((2024, TimeSpan.FromMinutes(-330)), (offset.Year, offset.Offset));
        Assert.Equal(TimeSpan.MinValue, reader.ReadTimeSpan());
        Assert.Equal(guid, reader.ReadGuid());
        Assert.Equal(BigInteger.Parse("-123456789012345678901234567890"), reader.ReadBigInteger());
        Assert.Equal(new Complex(1, -2), reader.ReadComplex());
#if !FASTSER_NETSTANDARD
        Assert.Equal(new DateOnly(1600, 2, 29), reader.ReadDateOnly());
        Assert.Equal(new TimeOnly(23, 59, 59, 999), reader.ReadTimeOnly());
        Assert.Equal((Half)1.25, reader.ReadHalf());
        Assert.Equal(Int128.MinValue, reader.ReadInt128());
        Assert.Equal(UInt128.MaxValue, reader.ReadUInt128());
#endif
        Assert.Equal(new Uri("https://example.org/a?b=c"), reader.ReadUri());
        Assert.Null(reader.ReadUri());
        Assert.Equal(new Version(1, 2, 3), reader.ReadVersion());
        Assert.Equal(new[] { true, false, true, true, false, false, false, true, true }, reader.ReadBitArray()!.Cast<bool>());
        Assert.Null(reader.ReadNullable<int>());
        Assert.Equal(5, reader.ReadNullable<int>());
        Assert.Equal(DateTime.UnixEpoch, reader.ReadNullable<DateTime>());
        Assert.Equal(Colour.Green, reader.ReadEnum<Colour>());
        Assert.True(reader.AtEnd);
        reader.RequireEnd();
    }

    [Theory]
    [MemberData(nameof(Headers))]
    public void ArraysListsAndDictionariesComeBackAsTheyWere(FastSerializerOptions options)
    {
        var reader = Written(w =>
        {
            w.Write(new byte[] { 1, 2, 3 });
            w.Write((byte[]?)null);
            w.Write("abc".ToCharArray());
            w.Write(new[] { 1, -2, 3 });
            w.Write((int[]?)null);
            w.Write(new double[] { 1, double.NaN });
            w.Write(new string?[] { "a", null });
            w.Write(new DateTime?[] { null, DateTime.UnixEpoch });
            w.Write(new Colour[] { Colour.Red, Colour.Green });
            w.Write(new List<int> { 7, 8 });
            w.Write(new HashSet<string?> { "x", "y" });
            w.Write(new List<object?> { 1, "two", null, 3.0 });
            w.Write(new Dictionary<string, int> { ["a"] = 1 });
            w.Write(new SortedDictionary<Guid, string?> { [Guid.Empty] = "e" });
            w.Write((IDictionary<string, int>?)null);
            w.Write((IDictionary<string, object?>)new SortedList<string, object?> { ["k"] = new[] { 1, 2 } });
            w.WriteOptimized(new[] { 1, -1, int.MaxValue });
            w.WriteOptimized(new[] { long.MinValue });
            w.Write(new List<int>[] { new() { 1 }, new() });
        }, options);
        Assert.Equal(new byte[] { 1, 2, 3 }, reader.ReadByteArray());
        Assert.Null(reader.ReadByteArray());
        Assert.Equal("abc", new string(reader.ReadCharArray()));
        Assert.Equal(new[] { 1, -2, 3 }, reader.ReadInt32Array());
        Assert.Null(reader.ReadInt32Array());
        Assert.Equal(new double[] { 1, double.NaN }, reader.ReadDoubleArray());
        Assert.Equal(new string?[] { "a", null }, reader.ReadStringArray());
        Assert.Equal(new DateTime?[] { null, DateTime.UnixEpoch }, reader.ReadArray<DateTime?>());
        Assert.Equal(new[] { Colour.Red, Colour.Green }, reader.ReadArray<Colour>());
        Assert.Equal([7, 8], reader.ReadList<int>());
        Assert.Equal(["x", "y"], reader.ReadList<string?>());
        Assert.Equal([1, "two", null, 3.0], reader.ReadList<object?>());
        Assert.Equal(1, reader.ReadDictionary<string, int>()!["a"]);
        Assert.Equal("e", reader.ReadDictionary<Guid, string?>()![Guid.Empty]);
        Assert.Null(reader.ReadDictionary<string, int>());
        Assert.Equal(new[] { 1, 2 }, reader.ReadDictionary<string, object?>()!["k"]);
        Assert.Equal(new[] { 1, -1, int.MaxValue }, reader.ReadOptimizedInt32Array());
        Assert.Equal(new[] { long.MinValue }, reader.ReadOptimizedInt64Array());
        var lists = reader.ReadArray<List<int>>()!;
        Assert.Equal([1], lists[0]);
        Assert.Empty(lists[1]);
        reader.RequireEnd();
    }

    public static IEnumerable<object?[]> Objects() => new object?[]
    {
        null, true, (byte)1, (sbyte)-1, 'x', (short)-2, (ushort)2, 3, 3u, 4L, 4UL, 1.5f, 2.5, 1.10m, "text", "",
        new DateTime(5, DateTimeKind.Unspecified), DateTimeOffset.UnixEpoch, TimeSpan.FromTicks(1), Guid.NewGuid(),
        BigInteger.One, new Complex(1, 2),
#if !FASTSER_NETSTANDARD
        new DateOnly(2024, 1, 1), new TimeOnly(5), (Half)1, (Int128)1, (UInt128)1,
#endif
        new Uri("a/b", UriKind.Relative), new Version(1, 2), new byte[] { 1 }, new int[] { 1, 2 }, new List<int> { 1 },
        new string?[] { "a", null }, new List<string?> { null }, new object?[] { 1, null }, new List<object?> { "x" },
        new HashSet<int> { 1, 2 }, new Dictionary<string, object?> { ["a"] = new List<object?> { 1 } },
        new Dictionary<int, string?> { [1] = "x" }, new Dictionary<object, object?> { [1] = "x", ["y"] = 2 },
        new int?[] { 1, null }, new DateTime[] { DateTime.UnixEpoch }, new Dictionary<string, DateTime> { ["d"] = DateTime.UnixEpoch },
        new TimeSpan[] { TimeSpan.Zero }, new Guid[] { Guid.Empty }, Array.Empty<int>(), new bool[] { true, false },
        new char[] { 'a' }, new Uri?[] { null },
    }.Select(value => new[] { value });

    [Theory]
    [MemberData(nameof(Objects))]
    public void WriteObjectKeepsTheTypeAndTheValue(object? value)
    {
        foreach (var options in Headers)
        {
            var reader = Written(w => w.WriteObject(value), options);
            var read = reader.ReadObject();
            reader.RequireEnd();
            Assert.Equal(value, read);
            Assert.Equal(value?.GetType(), read?.GetType());
        }
    }

    [Fact]
    public void TheTestObjectTakesTheBytesThatWerePromised()
    {
        var value = TestObject.Make();
        using var writer = SerializationWriter.GetWriter();
        value.Write(writer);
        Assert.InRange(writer.ToArray().Length, 1, 300);
        using var bare = SerializationWriter.GetWriter(new FastSerializerOptions { Header = FastserHeader.Bare });
        value.Write(bare);
        Assert.InRange(bare.ToArray().Length, 1, 250);
        var read = TestObject.Read(SerializationReader.GetReader(writer.ToArray()));
        Assert.Equivalent(value, read, strict: true);
    }

    [Fact]
    public void RunsOfFieldsAreOneEntryOfTheTable()
    {
        using var writer = SerializationWriter.GetWriter();
        for (var i = 0; i < 20000; i++) writer.Write(i);
        // Header, numbers, one shape with one entry, the root's type, the size of the table.
        Assert.Equal(9 + 4 * 20000 + 1 + 4 + 3 + 1 + 2 + 8, writer.ToArray().Length);
    }

    [Fact]
    public void TheArchiveIsTheOneOfTheDocumentation()
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(1);
        writer.Write(2);
        writer.Write("a");
        Assert.Equal("4653520101" + "00000000" + "01000000" + "02000000" + "010161" + "01" + "00000002" + "0406" + "022014" + "2800" + "0C00000000000000",
            Convert.ToHexString(writer.ToArray()));
    }

    [Fact]
    public void OptimizedNumbersTakeAsFewBytesAsTheyNeed()
    {
        using var writer = SerializationWriter.GetWriter(new FastSerializerOptions { Header = FastserHeader.Bare });
        writer.WriteOptimized(33);
        writer.WriteOptimized(-1L);
        writer.WriteOptimized((short)300);
        writer.WriteOptimized((ushort)5);
        writer.WriteOptimized(5u);
        writer.WriteOptimized(5UL);
        Assert.Equal(7, writer.ToArray().Length);
    }

    [Fact]
    public void OptimizedNumbersAreReadByEitherName()
    {
        var reader = Written(w =>
        {
            w.WriteOptimized(33);
            w.WriteOptimized(long.MinValue);
            w.Write(34);
            w.WriteOptimized(ulong.MaxValue);
            w.WriteOptimized((short)-1);
        });
        Assert.Equal(33, reader.ReadInt32());
        Assert.Equal(long.MinValue, reader.ReadOptimizedInt64());
        Assert.Equal(34, reader.ReadOptimizedInt32());
        Assert.Equal(ulong.MaxValue, reader.ReadUInt64());
        Assert.Equal(-1, reader.ReadInt64());
        reader.RequireEnd();
    }

    [Fact]
    public void OptimizedStringsAreWrittenOnce()
    {
        using var writer = SerializationWriter.GetWriter();
        for (var i = 0; i < 100; i++) writer.WriteOptimized(i % 2 == 0 ? "a string that comes again and again" : null);
        var archive = writer.ToArray();
        Assert.InRange(archive.Length, 1, 250);
        var reader = SerializationReader.GetReader(archive);
        string? first = null;
        for (var i = 0; i < 100; i++)
        {
            var read = reader.ReadString();
            first ??= read;
            Assert.Same(i % 2 == 0 ? first : null, read);
        }
    }

    [Fact]
    public void AnotherOrderOfReadsNamesFieldTypesAndByte()
    {
        var reader = Written(w =>
        {
            w.Write(1);
            w.Write("text");
        });
        Assert.Equal(1, reader.ReadInt32());
        var error = Assert.Throws<FastserException>(() => reader.ReadDateTime());
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
        Assert.Equal(13, error.Offset);
        Assert.Equal("field 1", error.Path);
        Assert.Contains("optional<string>", error.Message);
        Assert.Contains("record DateTime", error.Message);
        Assert.Equal("text", reader.ReadString());
        error = Assert.Throws<FastserException>(() => reader.ReadInt32());
        Assert.Equal(FastserStatus.Truncated, error.Status);
    }

    [Fact]
    public void IntegersAreReadByWiderTypesOnly()
    {
        var reader = Written(w =>
        {
            w.Write((short)-5);
            w.Write(7u);
            w.Write(7L);
        });
        Assert.Equal(-5, reader.ReadInt32());
        Assert.Equal(7L, reader.ReadInt64());
        Assert.Equal(FastserStatus.TypeMismatch, Assert.Throws<FastserException>(() => reader.ReadInt32()).Status);
        Assert.Equal(7L, reader.ReadInt64());
    }

    [Fact]
    public void BlocksAreVersionedAndTheirRestIsPassedBy()
    {
        var reader = Written(w =>
        {
            w.Write("before");
            using (w.EnterBlock(3))
            {
                w.Write(1);
                w.Write("inner");
                using (w.EnterBlock(1)) w.Write(new[] { 1, 2, 3 });
                w.WriteObject(new Dictionary<string, object?> { ["a"] = new List<object?> { 1, "x", DateTime.UnixEpoch } });
                w.WriteOptimized("shared");
            }
            w.WriteOptimized("shared");
            using (w.EnterBlock(0)) { }
            w.Write(9);
        });
        Assert.Equal("before", reader.ReadString());
        using (var block = reader.EnterBlock())
        {
            Assert.Equal(3, block.Version);
            Assert.Equal(1, reader.ReadInt32());
            Assert.False(reader.AtEnd);
        }
        Assert.Equal("shared", reader.ReadString());
        using (var block = reader.EnterBlock())
        {
            Assert.Equal(0, block.Version);
            Assert.True(reader.AtEnd);
            Assert.Throws<FastserException>(() => reader.ReadInt32());
        }
        Assert.Equal(9, reader.ReadInt32());
        reader.RequireEnd();
    }

    [Fact]
    public void BlocksOfOneKindAreOneClassOfTheTable()
    {
        using var writer = SerializationWriter.GetWriter();
        for (var i = 0; i < 1000; i++)
        {
            using (writer.EnterBlock(1))
            {
                writer.Write(i);
                writer.Write("x");
            }
        }
        Assert.InRange(writer.ToArray().Length, 7000, 7100);
        var reader = SerializationReader.GetReader(writer.ToArray());
        for (var i = 0; i < 1000; i++)
        {
            using (reader.EnterBlock())
            {
                Assert.Equal(i, reader.ReadInt32());
                Assert.Equal("x", reader.ReadString());
            }
        }
        reader.RequireEnd();
    }

    [Fact]
    public void WhatIsNotRegisteredIsRefused()
    {
        using var writer = SerializationWriter.GetWriter();
        var error = Assert.Throws<FastserException>(() => writer.WriteObject(new SerializationWriterTests()));
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
        Assert.Contains(nameof(SerializationWriterTests), error.Message);
    }

    [Fact]
    public void AnObjectOfTheClassObjectIsRefused()
    {
        using var writer = SerializationWriter.GetWriter();
        foreach (var write in new Action[]
        {
            () => writer.WriteObject(new object()),
            () => writer.Write(new[] { 1, new object() }),
            () => writer.Write(new List<object?> { null, new object() }),
            () => writer.Write(new Dictionary<string, object?> { ["lock"] = new object() }),
        })
        {
            Assert.Equal(FastserStatus.UnknownClass, Assert.Throws<FastserException>(write).Status);
        }
        writer.Write(new object[] { 1, "a" });
        Assert.Equal(new object[] { 1, "a" }, SerializationReader.GetReader(writer.ToArray()).ReadArray<object>());
    }

    /// <summary>Says that it holds more than it has.</summary>
    private sealed class Short : List<int>, ICollection<int>
    {
        int ICollection<int>.Count => 3;
    }

    /// <summary>Writes that fail, each beginning another run than the one before it.</summary>
    public static readonly TheoryData<Action<SerializationWriter>> Failing = new()
    {
        w => w.Write("abc\uD800"),
        w => w.Write(new string('x', 200) + "\uD800"),
        w => w.WriteOptimized("abc\uD800"),
        w => w.WriteObject(new List<object?> { 1, DateTime.UnixEpoch, new Version(1, 2), new SerializationWriterTests() }),
        w => w.Write(new object[] { 1, new SerializationWriterTests() }),
        w => w.Write(new List<string?> { "a", "\uD800" }),
        w => w.Write((ICollection<int>)new Short()),
        w => w.Write(new Dictionary<string, string?> { ["a"] = "\uDC00" }),
        w => w.Write(new Dictionary<string, object?> { ["a"] = new List<object?> { new SerializationWriterTests() } }),
        w => w.Write(new Uri("\uD800x", UriKind.Relative)),
    };

    [Theory]
    [MemberData(nameof(Failing))]
    public void AWriteThatFailsLeavesTheArchiveAsItWas(Action<SerializationWriter> failing)
    {
        using var whole = SerializationWriter.GetWriter();
        using var writer = SerializationWriter.GetWriter();
        foreach (var one in new Action<SerializationWriter>[]
        {
            w => w.Write(1), w => w.Write("a"), w => w.WriteOptimized("abc"), w => w.WriteObject(TimeSpan.Zero), w => w.Write(2),
            w => w.WriteOptimized("def"), w => w.WriteOptimized("abc"), w => w.WriteObject(new List<object?> { DateTime.UnixEpoch }),
        })
        {
            Assert.ThrowsAny<Exception>(() => failing(writer));
            one(writer);
            one(whole);
            Assert.ThrowsAny<Exception>(() => failing(writer));
            Assert.Equal(whole.ToArray(), writer.ToArray());
        }
        FastserArchive.Verify(writer.ToArray());
    }

    [Fact]
    public void ABlockThatIsTooDeepIsNone()
    {
        using var writer = SerializationWriter.GetWriter();
        var blocks = new Stack<SerializationWriter.Block>();
        var error = Assert.Throws<FastserException>((Action)(() => { while (true) blocks.Push(writer.EnterBlock(0)); }));
        Assert.Equal((FastserStatus.TooDeep, 124), (error.Status, blocks.Count));
        Assert.Throws<FastserException>(() => writer.EnterBlock(0));
        while (blocks.Count != 0) blocks.Pop().Dispose();
        for (var again = 0; again < 124; again++) blocks.Push(writer.EnterBlock(0));
        while (blocks.Count != 0) blocks.Pop().Dispose();
        FastserArchive.Verify(writer.ToArray());
    }

    [Fact]
    public void AWriteThatFailsInABlockLeavesTheBlockAsItWas()
    {
        using var writer = SerializationWriter.GetWriter();
        using (writer.EnterBlock(1))
        {
            writer.Write(1);
            // Deeper than any value may lie: the block's own level must still be counted afterwards.
            object? deep = 1;
            for (var i = 0; i < 200; i++) deep = new List<object?> { deep };
            Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => writer.WriteObject(deep)).Status);
            Assert.Throws<FastserException>(() => writer.Write("\uD800"));
            writer.Write("after");
        }
        var bytes = writer.ToArray();
        FastserArchive.Verify(bytes);
        var reader = SerializationReader.GetReader(bytes);
        using (reader.EnterBlock()) Assert.Equal((1, "after"), (reader.ReadInt32(), reader.ReadString()));
        reader.RequireEnd();
    }

    [Fact]
    public void EnumsThatMayBeNullAreOptional()
    {
        var reader = Written(w =>
        {
            w.Write((DayOfWeek?)DayOfWeek.Friday);
            w.Write((DayOfWeek?)null);
            w.Write((Colour?)Colour.Red);
            w.Write((Wide?)Wide.Most);
            w.Write((Tiny?)Tiny.Least);
            w.Write(new Colour?[] { null, Colour.Green });
            w.Write(new List<DayOfWeek?> { DayOfWeek.Monday, null });
            w.Write(new Dictionary<string, DayOfWeek?> { ["a"] = DayOfWeek.Sunday, ["b"] = null });
        });
        Assert.Equal(DayOfWeek.Friday, reader.ReadNullable<DayOfWeek>());
        Assert.Null(reader.ReadNullable<DayOfWeek>());
        Assert.Equal(Colour.Red, reader.ReadNullable<Colour>());
        Assert.Equal(Wide.Most, reader.ReadNullable<Wide>());
        Assert.Equal(Tiny.Least, reader.ReadNullable<Tiny>());
        Assert.Equal(new Colour?[] { null, Colour.Green }, reader.ReadArray<Colour?>());
        Assert.Equal(new List<DayOfWeek?> { DayOfWeek.Monday, null }, reader.ReadList<DayOfWeek?>());
        var read = reader.ReadDictionary<string, DayOfWeek?>()!;
        Assert.Equal((2, DayOfWeek.Sunday, null), (read.Count, read["a"], read["b"]));
        reader.RequireEnd();
    }

    [Fact]
    public void AnEnumThatMayBeNullIsAnOptionalOfTheEnum()
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write((Colour?)Colour.Green);
        var optional = writer.ToArray();
        writer.Reset();
        writer.WriteEnum(Colour.Green);
        // A byte for "there", and one for the type: else the same.
        Assert.Equal(writer.ToArray().Length + 2, optional.Length);
        Assert.Contains("optional<", FastserArchive.Inspect(optional));
    }

    [Fact]
    public void ListsInListsEndAtTheLimit()
    {
        using var writer = SerializationWriter.GetWriter();
        object? value = 1;
        for (var i = 0; i < 2000; i++) value = new List<object?> { value };
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => writer.WriteObject(value)).Status);
    }

    [Fact]
    public void HalfASurrogatePairIsRefusedUnlessItIsReplaced()
    {
        using var writer = SerializationWriter.GetWriter();
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(() => writer.Write("a\uD800b")).Status);
        var reader = Written(w => w.Write("a\uD800b"), new FastSerializerOptions { Surrogates = FastserSurrogates.Replace });
        Assert.Equal("a\uFFFDb", reader.ReadString());
    }

    [Fact]
    public void WritingGoesOnAfterToArray()
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(1);
        Assert.Equal(1, SerializationReader.GetReader(writer.ToArray()).ReadInt32());
        writer.Write(2);
        writer.Write("x");
        var reader = SerializationReader.GetReader(writer.ToBinary());
        Assert.Equal((1, 2, "x"), (reader.ReadInt32(), reader.ReadInt32(), reader.ReadString()));
        Assert.Equal(writer.ToArray(), writer.ToArray());
    }

    [Fact]
    public void ADisposedWriterCannotGetIntoAnothersArchive()
    {
        var first = SerializationWriter.GetWriter();
        first.Write(1);
        first.Dispose();
        using var second = SerializationWriter.GetWriter();
        second.Write(2);
        Assert.Throws<ObjectDisposedException>(() => first.Write(3));
        Assert.Throws<ObjectDisposedException>(() => first.Write("x"));
        Assert.Throws<ObjectDisposedException>(() => first.ToArray());
        var reader = SerializationReader.GetReader(second.ToArray());
        Assert.Equal(2, reader.ReadInt32());
        reader.RequireEnd();
    }

#pragma warning disable SYSLIB0050 // FormatterConverter is what formatters give to SerializationInfo.
    [Fact]
    public void AddToInfoAndGetReaderWorkWithAnySerializationInfo()
    {
        var info = new SerializationInfo(typeof(TestObject), new FormatterConverter());
        var writer = SerializationWriter.GetWriter();
        TestObject.Make().Write(writer);
        writer.AddToInfo(info);
        Assert.Equal(1, info.MemberCount);
        Assert.Equivalent(TestObject.Make(), TestObject.Read(SerializationReader.GetReader(info)), strict: true);
    }
#pragma warning restore SYSLIB0050

    [Fact]
    public void WritersOfManyThreadsDoNotMeet()
    {
        System.Threading.Tasks.Parallel.For(0, 200, i =>
        {
            using var writer = SerializationWriter.GetWriter();
            for (var j = 0; j <= i % 7; j++) writer.Write(i);
            writer.Write(i % 3 == 0 ? "a" : null);
            var reader = SerializationReader.GetReader(writer.ToArray());
            for (var j = 0; j <= i % 7; j++) Assert.Equal(i, reader.ReadInt32());
            Assert.Equal(i % 3 == 0 ? "a" : null, reader.ReadString());
        });
    }

    private sealed class LongerList : System.Collections.ArrayList
    {
        public override int Count => base.Count + 1;
        public override System.Collections.IEnumerator GetEnumerator() => ToArray().GetEnumerator();
    }

    private sealed class LongerTable : System.Collections.Hashtable
    {
        public override int Count => base.Count + 1;
    }

    [Fact]
    public void ACollectionThatSaysAnotherCountThanItHasIsAnError()
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(1);
        Assert.Throws<InvalidOperationException>(() => writer.WriteObject(new LongerList { 1, 2 }));
        Assert.Throws<InvalidOperationException>(() => writer.WriteObject(new List<object?> { new LongerTable { [1] = 2 } }));
        writer.Write(2);
        var reader = SerializationReader.GetReader(writer.ToArray());
        Assert.Equal((1, 2), (reader.ReadInt32(), reader.ReadInt32()));
        reader.RequireEnd();
    }
}
