// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Text;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class SerializationReaderTests
{
    private static byte[] Archive(bool checksum = false)
    {
        using var writer = SerializationWriter.GetWriter(new FastSerializerOptions { Checksum = checksum });
        TestObject.Make().Write(writer);
        using (writer.EnterBlock(2))
        {
            writer.WriteOptimized("again");
            writer.WriteOptimized("again");
            writer.WriteOptimized(-77);
            writer.Write(new int?[] { 1, null });
            writer.WriteObject(new object?[] { 1, "x", new List<string?> { "y" }, 'c', TimeSpan.Zero, new HashSet<long> { 1 } });
        }
        writer.Write(new Version(1, 2));
        return writer.ToArray();
    }

    private static void Read(byte[] archive)
    {
        var reader = SerializationReader.GetReader(archive);
        TestObject.Read(reader);
        using (reader.EnterBlock())
        {
            reader.ReadOptimizedString();
            reader.ReadOptimizedString();
            reader.ReadOptimizedInt32();
            reader.ReadArray<int?>();
            reader.ReadObject();
        }
        reader.ReadVersion();
        reader.RequireEnd();
    }

    private static void PassBy(byte[] archive)
    {
        var reader = SerializationReader.GetReader(archive);
        while (!reader.AtEnd) reader.SkipValue();
        reader.RequireEnd();
    }

    // Damage shows as a FastserException, or not at all: never as another exception.
    private static void Try(Action<byte[]> read, byte[] archive)
    {
        try
        {
            read(archive);
        }
        catch (FastserException error)
        {
            Assert.NotEqual(FastserStatus.Ok, error.Status);
            Assert.InRange(error.Offset, 0, archive.Length);
        }
    }

    [Fact]
    public void EveryTruncationIsAnErrorWithCodeAndOffset()
    {
        var archive = Archive();
        for (var length = 0; length < archive.Length; length++)
        {
            var part = archive.AsSpan(0, length).ToArray();
            var error = Assert.Throws<FastserException>(() => Read(part));
            Assert.InRange(error.Offset, 0, length);
            Assert.Throws<FastserException>(() => PassBy(part));
        }
        Read(archive);
        PassBy(archive);
    }

    [Fact]
    public void EveryByteMayBeAnyOther()
    {
        var archive = Archive();
        for (var at = 0; at < archive.Length; at++)
        {
            foreach (var value in new byte[] { 0, 1, 2, 3, 0x14, 0x20, 0x21, 0x22, 0x24, 0x27, 0x28, 0x2C, 0x7F, 0x80, 0xFE, 0xFF, (byte)(archive[at] ^ 1) })
            {
                var damaged = (byte[])archive.Clone();
                damaged[at] = value;
                Try(Read, damaged);
                Try(PassBy, damaged);
            }
        }
    }

    [Fact]
    public void ThousandsOfRandomDamagesAreErrorsOrOtherValues()
    {
        var archive = Archive();
        var random = new Random(1);
        for (var round = 0; round < 30000; round++)
        {
            var damaged = (byte[])archive.Clone();
            for (var n = random.Next(1, 6); n > 0; n--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            Try(Read, damaged);
            Try(PassBy, damaged);
        }
    }

    [Fact]
    public void TheChecksumFindsEveryFlip()
    {
        var archive = Archive(checksum: true);
        Read(archive);
        for (var at = 5; at < archive.Length; at++)
        {
            var damaged = (byte[])archive.Clone();
            damaged[at] ^= 0x10;
            Assert.Equal(FastserStatus.Checksum, Assert.Throws<FastserException>(() => Read(damaged)).Status);
        }
    }

    private static byte[] Hex(string hex) => Convert.FromHexString(hex.Replace(" ", ""));

    // Header, payload, table and its size.
    private static byte[] Make(string payload, string table)
    {
        var bytes = new List<byte>(Hex("46 53 52 01 01 00 00 00 00"));
        bytes.AddRange(Hex(payload));
        bytes.AddRange(Hex(table));
        bytes.AddRange(BitConverter.GetBytes((ulong)Hex(table).Length));
        return bytes.ToArray();
    }

    [Theory]
    [InlineData("", "01 00 00 00 01 02 2800 2800", FastserStatus.Malformed)]                 // contains itself
    [InlineData("", "02 00 00 02 00 00 00 01 00 2800", FastserStatus.Malformed)]             // super-classes go round
    [InlineData("", "01 00 00 00 02 03 01 61 06 03 01 61 06 2800", FastserStatus.Malformed)] // two fields of a name
    [InlineData("", "01 00 00 00 01 00 06 2800", FastserStatus.Malformed)]                   // a run of none
    [InlineData("", "01 00 00 00 01 05 01 61 06 2800", FastserStatus.Malformed)]             // two fields with one name
    [InlineData("", "01 00 00 00 01 02 2801 2800", FastserStatus.Malformed)]                 // no such class
    [InlineData("", "01 00 00 00 01 02 30 2800", FastserStatus.Malformed)]                   // no such code
    [InlineData("", "01 01 FF 00 00 00 2800", FastserStatus.Malformed)]                      // a name that is not UTF-8
    [InlineData("", "FF FF FF FF 0F 2800", FastserStatus.Truncated)]                         // too many classes
    [InlineData("", "01 00 00 00 00 2800 00", FastserStatus.Malformed)]                      // bytes behind
    public void TablesThatNoWriterMakesAreRefused(string payload, string table, FastserStatus status)
    {
        var error = Assert.Throws<FastserException>(() => PassBy(Make(payload, table)));
        Assert.Equal(status, error.Status);
    }

    [Fact]
    public void ManyClassesInEachOtherNeedNoStack()
    {
        // 100,000 classes: each has the next one as its only field.
        var table = new List<byte>();
        void Varint(uint value)
        {
            for (; value >= 0x80; value >>= 7) table.Add((byte)(value | 0x80));
            table.Add((byte)value);
        }
        const uint Count = 100000;
        Varint(Count);
        for (uint i = 0; i < Count; i++)
        {
            table.AddRange([0, 0, 0, (byte)(i + 1 < Count ? 1 : 0)]);
            if (i + 1 == Count) continue;
            table.AddRange([2, 0x28]);
            Varint(i + 1);
        }
        table.AddRange([0x28, 0]);
        var archive = Make("", Convert.ToHexString(table.ToArray()));
        var error = Assert.Throws<FastserException>(() => PassBy(archive));
        Assert.Contains(error.Status, new[] { FastserStatus.TooDeep, FastserStatus.OverBudget });
    }

    [Fact]
    public void WhatTakesNoBytesIsCharged()
    {
        // A list of 2^60 nulls.
        var error = Assert.Throws<FastserException>(() => PassBy(Make("80 80 80 80 80 80 80 80 10", "01 00 00 00 01 02 21 00 2800")));
        Assert.Equal(FastserStatus.OverBudget, error.Status);
        // 60 classes: each has the next one twice.
        var table = "3C";
        for (var i = 0; i < 60; i++) table += i + 1 < 60 ? "00000001" + "04" + "28" + (i + 1).ToString("X2") : "00000000";
        error = Assert.Throws<FastserException>(() => PassBy(Make("", table + "2800")));
        Assert.Equal(FastserStatus.OverBudget, error.Status);
        var reader = SerializationReader.GetReader(Make("2C" + "22 00 FFFFFFFF0F", "01 00 00 00 01 02 2C 2800"));
        Assert.Throws<FastserException>(() => reader.ReadObject());
    }

    [Fact]
    public void ArchivesOfOtherProgramsAreReadFieldByField()
    {
        // docs/format.md, example A, without its checksum: Person {age i32, name string, homes}.
        var reader = SerializationReader.GetReader(Hex(
            "46535201000700 0000 3F 02 06506572736F6E 02 00 03 03 03616765 06 03 046E616D65 14 03 05686F6D6573 21 28 01"
            + "07 41646472657373 00 00 02 03 0463697479 14 03 066E756D626572 05 28 00"
            + "FEFFFFFF 04 5A6FC3AB 02 04 4F736C6F 2C01 00 0100"));
        Assert.Equal(7u, reader.UserVersion);
        Assert.Equal(-2, reader.ReadInt32());
        Assert.Equal("Zo\u00EB", reader.ReadString());
        Assert.Throws<FastserException>(() => reader.ReadList<int>());
        reader.SkipValue();
        reader.RequireEnd();
    }

    [Fact]
    public void AfterAMismatchInABlockReadsGoOnBehindTheBlock()
    {
        using var writer = SerializationWriter.GetWriter();
        using (writer.EnterBlock(1))
        {
            writer.Write(1L);
            writer.Write(2);
        }
        writer.Write(7);
        var reader = SerializationReader.GetReader(writer.ToArray());
        using (reader.EnterBlock())
        {
            Assert.Equal(FastserStatus.TypeMismatch, Assert.Throws<FastserException>(() => reader.ReadInt32()).Status);
            Assert.Equal(FastserStatus.TypeMismatch, Assert.Throws<FastserException>(() => reader.EnterBlock()).Status);
            Assert.Equal(1L, reader.ReadInt64());
        }
        Assert.Equal(7, reader.ReadInt32());
        reader.RequireEnd();
        Assert.Equal(FastserStatus.Truncated, Assert.Throws<FastserException>(() => reader.ReadInt32()).Status);
        reader.RequireEnd();
    }

    [Fact]
    public void AMismatchIsToldThoughTheRestOfTheBlockIsDamaged()
    {
        using var writer = SerializationWriter.GetWriter();
        using (writer.EnterBlock(1)) writer.Write("abc");
        writer.Write(7);
        var archive = writer.ToArray();
        archive[10] = 0x7F;  // The size of the text, behind the header and a flag.
        var reader = SerializationReader.GetReader(archive);
        var error = Assert.Throws<FastserException>(() =>
        {
            using (reader.EnterBlock()) reader.ReadInt32();
        });
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
        Assert.Equal(FastserStatus.Truncated, Assert.Throws<FastserException>(() => reader.ReadInt32()).Status);
    }

    [Fact]
    public void AfterDamageAllFurtherReadsThrow()
    {
        using var writer = SerializationWriter.GetWriter();
        using (writer.EnterBlock(1))
        {
            writer.Write(new[] { true, true });
            writer.WriteObject(1);
        }
        writer.Write(7);
        var archive = writer.ToArray();
        var flag = (byte[])archive.Clone();
        flag[12] = 2;  // The second bool, behind the header, a flag and a count.
        var code = (byte[])archive.Clone();
        code[13] = 0x30;  // The type code of the object.
        foreach (var damaged in new[] { flag, code })
        {
            var reader = SerializationReader.GetReader(damaged);
            using (reader.EnterBlock())
            {
                Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() =>
                {
                    reader.ReadBooleanArray();
                    reader.ReadObject();
                }).Status);
            }
            Assert.False(reader.AtEnd);
            Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.ReadInt32()).Status);
            Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.SkipValue()).Status);
            Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.EnterBlock()).Status);
            Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.RequireEnd()).Status);
        }
    }

    [Fact]
    public void EqualKeysAreRefused()
    {
        var reader = SerializationReader.GetReader(Make("01 02 01 61 06 01000000 01 61 06 01000000", "01 00 00 00 01 02 20 24 14 2C 2800"));
        Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => reader.ReadDictionary<string, object>()).Status);
    }

    [Fact]
    public void LimitsBeyondAllAreNoLessThanAll()
    {
        var options = new FastSerializerOptions { Limits = new FastserLimits(depth: 100_000, memoryFactor: long.MaxValue / 2) };
        Assert.Equal(7, SerializationReader.GetReader(Make("07 00 00 00", "01 00 00 00 01 02 06 2800"), options).ReadInt32());
        // Depth ends at 512, whatever is asked for.
        var nested = new StringBuilder();
        for (var i = 0; i < 600; ++i) nested.Append("21 2C 01 ");
        var reader = SerializationReader.GetReader(Make(nested + "00", "01 00 00 00 01 02 2C 2800"), options);
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => reader.ReadObject()).Status);
    }

    [Fact]
    public void LimitsHold()
    {
        using var writer = SerializationWriter.GetWriter();
        object? value = 1;
        for (var i = 0; i < 50; i++) value = new List<object?> { value };
        writer.WriteObject(value);
        writer.Write(new string('x', 100000));
        var archive = writer.ToArray();
        SerializationReader.GetReader(archive).ReadObject();
        var reader = SerializationReader.GetReader(archive, new FastSerializerOptions { Limits = new FastserLimits(depth: 20) });
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => reader.ReadObject()).Status);
        reader = SerializationReader.GetReader(archive, new FastSerializerOptions { Limits = new FastserLimits(memoryFactor: 1, memoryBase: 10000) });
        reader.ReadObject();
        Assert.Equal(FastserStatus.OverBudget, Assert.Throws<FastserException>(() => reader.ReadString()).Status);
    }

    private enum E8 : sbyte { A = -3 }

    private enum E16 : ushort { A = 65535 }

    private enum E32 { A = -70000 }

    private enum E64 : long { A = long.MinValue + 1 }

    private enum U64 : ulong { A = ulong.MaxValue - 1 }

    // Its codec finds the bytes at run time, that of the enum itself when it is compiled.
    private static void NullableIsFlagAndEnum<T>(T value) where T : unmanaged, Enum
    {
        byte[] Bytes(Action<SerializationWriter> write)
        {
            using var writer = SerializationWriter.GetWriter();
            write(writer);
            return writer.ToArray();
        }
        var archive = Bytes(writer => writer.Write<T?>(new T?[] { value, null, default(T) }));
        Assert.Equal(new T?[] { value, null, default(T) }, SerializationReader.GetReader(archive).ReadArray<T?>());
        // A flag, then what stands for the enum in a list of enums.
        var there = Bytes(writer => writer.Write<T?>(new T?[] { value }));
        byte[] expected = [1, .. System.Runtime.InteropServices.MemoryMarshal.AsBytes(new[] { value }.AsSpan())];
        Assert.True(there.AsSpan().IndexOf(expected) >= 0, BitConverter.ToString(there));
    }

    [Fact]
    public void NullableEnumsHaveTheBytesOfTheEnum()
    {
        NullableIsFlagAndEnum(E8.A);
        NullableIsFlagAndEnum(E16.A);
        NullableIsFlagAndEnum(E32.A);
        NullableIsFlagAndEnum(E64.A);
        NullableIsFlagAndEnum(U64.A);
    }
}
