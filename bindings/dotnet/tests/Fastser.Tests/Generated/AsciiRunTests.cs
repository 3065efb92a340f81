// SPDX-License-Identifier: MIT
//
// Records whose strings are written in one go where they are short and ASCII (AsciiRun): of all lengths, with
// something in one of them that is not so, into memory of all sizes.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Fastser.Tests.Generated;

[FastSerializable]
public sealed partial class Label
{
    public int Id;
    public string Code = "";
    public string? Unit;
    [FastMember(Varint = true)] public long Count;
    public string Name = "";
    public DateTime Time;
}

[FastSerializable]
public partial struct LabelValue
{
    public string Code;
    public string Name;
}

public sealed class AsciiRunTests
{
    private static readonly FastSerializerOptions s_managed = new()
    {
        Engine = FastserEngine.Managed, Header = FastserHeader.Bare,
    };
    private static readonly FastSerializerOptions s_native = s_managed with { Engine = FastserEngine.Native };

    private static string Text(int length) => string.Concat(Enumerable.Range(0, length).Select(i => (char)('!' + (i % 90))));

    private static Label Make(string code, string? unit, string name) => new()
    {
        Id = -7, Code = code, Unit = unit, Count = -70_000, Name = name,
        Time = new DateTime(638_000_000_012_345_678, DateTimeKind.Local),
    };

    private static void WrittenAlike(Label value, FastSerializerOptions? managed = null)
    {
        managed ??= s_managed;
        var bytes = FastSerializer.Serialize(value, managed);
        Assert.Equal(FastSerializer.Serialize(value, managed with { Engine = FastserEngine.Native }), bytes);
        var read = FastSerializer.Deserialize<Label>(bytes, managed);
        Assert.Equal(
            (value.Id, value.Code, value.Unit, value.Count, value.Name, value.Time),
            (read.Id, read.Code, read.Unit, read.Count, read.Name, read.Time));
    }

    [Fact]
    public void StringsOfAllLengthsAreWrittenAsTheNativeLibraryDoes()
    {
        foreach (var length in Enumerable.Range(0, 70).Concat([126, 127, 128, 129, 1024, 1025, 5000]))
        {
            WrittenAlike(Make(Text(length), null, ""));
            WrittenAlike(Make("", Text(length), Text(3)));
            WrittenAlike(Make(Text(1), "", Text(length)));
            WrittenAlike(Make(Text(length), Text(length), Text(length)));
        }
    }

    [Theory]
    [InlineData('\u0080'), InlineData('\u00FF'), InlineData('\u0100'), InlineData('\u7F00'), InlineData('\uFFFD')]
    public void OneCharacterThatIsNotAsciiIsFoundWhereverItStands(char other)
    {
        for (var length = 1; length < 50; ++length)
        {
            for (var at = 0; at < length; ++at)
            {
                var text = Text(at) + other + Text(length - at - 1);
                WrittenAlike(Make(text, Text(5), Text(20)));
                WrittenAlike(Make(Text(9), text, ""));
                WrittenAlike(Make("", null, text));
            }
        }
    }

    [Fact]
    public void SharedStringsAreStillShared()
    {
        var shared = s_managed with { Sharing = FastserSharing.On };
        WrittenAlike(Make("same", "same", "same"), shared);
        Assert.True(FastSerializer.Serialize(Make("the same", "the same", "the same"), shared).Length
            < FastSerializer.Serialize(Make("the same", "the same", "the same"), s_managed).Length);
    }

    [Fact]
    public void MemoryThatIsTooSmallForAllIsEnoughForEach()
    {
        var values = Enumerable.Range(0, 40).Select(i => Make(Text(i), i % 3 == 0 ? null : Text(i), Text(40 - i))).ToList();
        var whole = FastSerializer.Serialize(values, s_managed);
        for (var more = 0; more < 200; ++more)
        {
            var pieces = new Pieces(more);
            FastSerializer.Serialize(pieces, values, s_managed);
            Assert.Equal(whole, pieces.Written);
        }
    }

    [Fact]
    public void NullIsRefusedByNameWhereverItStands()
    {
        Assert.Contains("Label.Code", Assert.Throws<FastserException>(
            () => FastSerializer.Serialize(Make(null!, "a", "b"), s_managed)).Message);
        Assert.Contains("Label.Name", Assert.Throws<FastserException>(
            () => FastSerializer.Serialize(Make("a", null, null!), s_managed)).Message);
        Assert.Contains("LabelValue.Name", Assert.Throws<FastserException>(
            () => FastSerializer.Serialize(new LabelValue { Code = "a" }, s_managed)).Message);
    }

    [Fact]
    public void HalfASurrogatePairIsRefusedOrReplaced()
    {
        var value = Make("a", "b", "half \uD800");
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(
            () => FastSerializer.Serialize(value, s_managed)).Status);
        var replaced = s_managed with { Surrogates = FastserSurrogates.Replace };
        Assert.Equal("half \uFFFD", FastSerializer.Deserialize<Label>(
            FastSerializer.Serialize(value, replaced), replaced).Name);
    }

    // Gives so many bytes more than it is asked for, so that pieces end anywhere in a record.
    private sealed class Pieces(int more) : IBufferWriter<byte>
    {
        private readonly List<byte> _written = [];
        private byte[] _piece = [];

        public byte[] Written => [.. _written];

        public void Advance(int count) => _written.AddRange(_piece.AsSpan(0, count).ToArray());

        public Memory<byte> GetMemory(int sizeHint = 0) => _piece = new byte[sizeHint + more];

        public Span<byte> GetSpan(int sizeHint = 0) => _piece = new byte[sizeHint + more];
    }
}
