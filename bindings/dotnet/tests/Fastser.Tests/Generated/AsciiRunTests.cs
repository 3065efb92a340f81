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

[FastSerializable]
public partial struct Spot
{
    public short X;
    public float Y;
}

// Two runs, with a list between them; and a class below with a run of its own.
[FastSerializable]
public partial class Sheet<T>
{
    public string Title = "";
    public string? Author;
    public List<T> Items = [];
    public Spot Where;
    public string Place = "";
    public string? Note;
}

[FastSerializable]
public sealed partial class Form : Sheet<string>
{
    public string First = "";
    public string Second = "";
}

// More strings than one run has.
[FastSerializable]
public sealed partial record Many26(
    string A, string B, string C, string D, string E, string F, string G, string H, string I, string J, string K,
    string L, string M, string N, string O, string P, string Q, string R, string S, string T, string U, string V,
    string W, string X, string Y, string Z);

[FastSerializable]
public sealed partial class Parent
{
    public Setter Child = new();
    public string A = "";
    public string B = "";
}

[FastSerializable]
public sealed partial class Setter
{
    public int Number;
    [FastIgnore] public Parent? Of;
    [FastOnSerializing] private void Set() => Of!.A = "set by the child";
}

[FastSerializable]
public sealed partial class Counting
{
    [FastIgnore] public int Reads;
    public int Id
    {
        get
        {
            A = "read " + ++Reads;
            return 1;
        }
        set { }
    }
    public string A = "";
    public string B = "";
}

public sealed class AsciiRunTests
{
    private static readonly FastSerializerOptions s_managed = new()
    {
        Engine = FastserEngine.Managed, Header = FastserHeader.Bare,
    };
    private static readonly FastSerializerOptions s_native = s_managed with { Engine = FastserEngine.Native };
    private static readonly FastSerializerOptions[] s_both = [s_managed, s_native];

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

    [Theory]
    [InlineData("\u00E9"), InlineData("\u4E2D"), InlineData("\U0001F600"), InlineData("ab\u00E9")]
    public void TextThatIsNotAsciiIsWrittenAsTheNativeLibraryDoesWhateverItsLength(string part)
    {
        var lengths = Enumerable.Range(1, 140).Concat([254, 255, 256, 257, 341, 342, 500, 1023, 1024, 1025, 1026, 5460, 5462, 9000]);
        foreach (var length in lengths)
        {
            var text = string.Concat(Enumerable.Repeat(part, (length / part.Length) + 1));
            WrittenAlike(Make(text, text, Text(4)));
            WrittenAlike(Make(Text(3), null, text), s_managed with { Sharing = FastserSharing.On });
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
    public void ListsOfAnyLengthAreWrittenAlike()
    {
        for (var count = 0; count < 60; ++count)
        {
            var values = Enumerable.Range(0, count).Select(i => Make(Text(i), Text(i % 7), i % 11 == 3 ? "\u00E4" : Text(33))).ToList();
            Assert.Equal(FastSerializer.Serialize(values, s_native), FastSerializer.Serialize(values, s_managed));
        }
    }

    [Fact]
    public void SeveralRunsAndThoseOfBaseClassesComeBack()
    {
        foreach (var other in new[] { "plain", "\u00FC", new string('l', 200), "" })
        {
            foreach (var at in Enumerable.Range(0, 6))
            {
                string Text(int i) => i == at ? other : "text " + i;
                var value = new Form
                {
                    Title = Text(0), Author = at == 1 ? null : Text(1), Items = ["a", "b"], Where = new Spot { X = -3, Y = 0.5f },
                    Place = Text(2), Note = Text(3), First = Text(4), Second = Text(5),
                };
                Assert.Equal(FastSerializer.Serialize(value, s_native), FastSerializer.Serialize(value, s_managed));
                foreach (var options in s_both)
                {
                    var read = FastSerializer.Deserialize<Form>(FastSerializer.Serialize(value, options), options);
                    Assert.Equal(
                        (value.Title, value.Author, value.Place, value.Note, value.First, value.Second, -3, 0.5f),
                        (read.Title, read.Author, read.Place, read.Note, read.First, read.Second, read.Where.X, read.Where.Y));
                    Assert.Equal(value.Items, read.Items);
                }
            }
        }
    }

    [Fact]
    public void MoreStringsThanOneRunHasComeBack()
    {
        var value = new Many26(
            "a", "bb", "", "d\u00E9", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
            "x", "y\u4E2D", "z");
        foreach (var options in s_both)
        {
            foreach (var one in new[] { value, value with { D = "d" }, value with { D = "d", Y = "y" } })
            {
                Assert.Equal(one, FastSerializer.Deserialize<Many26>(FastSerializer.Serialize(one, options), options));
                Assert.Equal(FastSerializer.Serialize(one, s_managed), FastSerializer.Serialize(one, options));
            }
        }
    }

    [Fact]
    public void WhatTheUsersCodeChangesWhileAValueIsWrittenIsWrittenInTheOrderOfTheMembers()
    {
        foreach (var options in s_both)
        {
            foreach (var b in new[] { "b", "\u00DF", new string('b', 300) })
            {
                var parent = new Parent { A = "before", B = b };
                parent.Child.Of = parent;
                Assert.Equal("set by the child", FastSerializer.Deserialize<Parent>(FastSerializer.Serialize(parent, options), options).A);
                var counting = new Counting { B = b };
                Assert.Equal("read 1", FastSerializer.Deserialize<Counting>(FastSerializer.Serialize(counting, options), options).A);
                Assert.Equal(1, counting.Reads);
            }
        }
    }

    [Fact]
    public void NullIsRefusedByNameWhereverItStands()
    {
        foreach (var options in s_both)
        {
            Assert.Contains("Label.Code", Assert.Throws<FastserException>(
                () => FastSerializer.Serialize(Make(null!, "a", "b"), options)).Message);
            Assert.Contains("Label.Name", Assert.Throws<FastserException>(
                () => FastSerializer.Serialize(Make("a", null, null!), options)).Message);
            Assert.Contains("LabelValue.Name", Assert.Throws<FastserException>(
                () => FastSerializer.Serialize(new LabelValue { Code = "a" }, options)).Message);
        }
    }

    [Fact]
    public void HalfASurrogatePairIsRefusedOrReplaced()
    {
        var value = Make("a", "b", "half \uD800");
        foreach (var options in s_both)
        {
            Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(
                () => FastSerializer.Serialize(value, options)).Status);
            var replaced = options with { Surrogates = FastserSurrogates.Replace };
            Assert.Equal("half \uFFFD", FastSerializer.Deserialize<Label>(
                FastSerializer.Serialize(value, replaced), replaced).Name);
        }
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
