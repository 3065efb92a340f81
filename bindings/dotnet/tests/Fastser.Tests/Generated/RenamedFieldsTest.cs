// SPDX-License-Identifier: MIT
//
// FastMember.RenamedFrom finds the former field wherever its class is and whatever that is called now, by the
// rules of docs/versions.md.
using System;
using System.Collections.Generic;
using Xunit;

namespace Fastser.Tests.Generated.Renamed
{
    namespace Old
    {
        [FastSerializable] public partial class Part { public string Title = ""; public int Count; }
        [FastSerializable] public partial class Whole { public Part? One; public List<Part> Many = []; public Dictionary<string, Part> ByName = []; }
        [FastSerializable] public partial class Any { public object? Value; }
        [FastSerializable] public partial class Base { public string Title = ""; }
        [FastSerializable] public partial class Derived : Base { public int Size; }
        [FastSerializable] public partial class Both { public string Title = ""; public string Name = ""; }
        [FastSerializable, FastUnion(0, typeof(Square))] public abstract partial class Shape { }
        [FastSerializable] public partial class Square : Shape { public int Edge; }
        [FastSerializable] public partial class Drawing { public Shape? Only; public Line? Either; }
        [FastSerializable, FastUnion(0, typeof(Dash)), FastUnion(1, typeof(Curve))] public abstract partial class Line { }
        [FastSerializable] public partial class Dash : Line { public int Length; }
        [FastSerializable] public partial class Curve : Line { public int Bend; }
        [FastSerializable] public partial class Pair { public Part A = new(); public Part B = new(); }
    }

    namespace New
    {
        [FastSerializable] public partial class Part { public int Count; [FastMember(RenamedFrom = "Label, Title")] public string Name = "?"; }
        [FastSerializable] public partial class Renamed { [FastMember(RenamedFrom = "Title")] public string Name = "?"; public int Count; }
        [FastSerializable] public partial class Whole { public Renamed? One; public List<Renamed> Many = []; public Dictionary<string, Renamed> ByName = []; }
        [FastSerializable] public partial class Any { public object? Value; }
        [FastSerializable] public partial class Named { [FastMember(RenamedFrom = "Title")] public string Name = "?"; }
        [FastSerializable(Name = "Part")] public partial class Moved : Named { public int Count; }
        [FastSerializable] public partial class Flat { public int Size; [FastMember(RenamedFrom = "Title")] public string Name = "?"; }
        [FastSerializable] public partial class Both { [FastMember(RenamedFrom = "Title")] public string Name = "?"; }
        [FastSerializable, FastUnion(0, typeof(Square))] public abstract partial class Shape { }
        [FastSerializable] public partial class Square : Shape { [FastMember(RenamedFrom = "Edge")] public int Side = -1; }
        [FastSerializable] public partial class Drawing { public Shape? Only; public Line? Either; }
        [FastSerializable, FastUnion(0, typeof(Dash)), FastUnion(1, typeof(Curve))] public abstract partial class Line { }
        [FastSerializable] public partial class Dash : Line { [FastMember(RenamedFrom = "Length")] public int Gap = -1; }
        [FastSerializable] public partial class Curve : Line { [FastMember(RenamedFrom = "Bend, Length")] public int Radius = -1; }
        [FastSerializable] public partial class Other { [FastMember(RenamedFrom = "Title")] public string Heading = "?"; }
        [FastSerializable] public partial class Pair { public Renamed A = new(); public Other B = new(); }
    }

    public sealed class RenamedFieldsTest
    {
        public static IEnumerable<object[]> Ways()
        {
            foreach (var references in new[] { false, true })
            {
                foreach (var engine in new[] { FastserEngine.Auto, FastserEngine.Native })
                {
                    yield return [new FastSerializerOptions { References = references, Engine = engine }];
                    yield return [new FastSerializerOptions { References = references, Engine = engine, Sharing = FastserSharing.On, Checksum = true }];
                }
            }
        }

        private static TNew Read<TOld, TNew>(TOld old, FastSerializerOptions options) =>
            FastSerializer.Deserialize<TNew>(FastSerializer.Serialize(old, options), options);

        [Theory]
        [MemberData(nameof(Ways))]
        public void InAClassThatWasRenamed(FastSerializerOptions options)
        {
            var part = new Old.Part { Title = "a", Count = 3 };
            Assert.Equal("a", Read<Old.Part, New.Renamed>(part, options).Name);
            var whole = Read<Old.Whole, New.Whole>(
                new() { One = part, Many = [new() { Title = "b" }], ByName = { ["x"] = new() { Title = "c" } } }, options);
            Assert.Equal(("a", 3, "b", "c"), (whole.One!.Name, whole.One.Count, whole.Many[0].Name, whole.ByName["x"].Name));
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void InABaseClassToWhichItMoved(FastSerializerOptions options)
        {
            var moved = Read<Old.Part, New.Moved>(new() { Title = "a", Count = 3 }, options);
            Assert.Equal(("a", 3), (moved.Name, moved.Count));
            var flat = Read<Old.Derived, New.Flat>(new() { Title = "b", Size = 4 }, options);
            Assert.Equal(("b", 4), (flat.Name, flat.Size));
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void InARegisteredClassInAValueOfAnyType(FastSerializerOptions options)
        {
            var old = options with { Registry = new FastserRegistry().Register<Old.Part>() };
            var now = options with { Registry = new FastserRegistry().Register<New.Part>() };
            byte[] bytes = FastSerializer.Serialize(new Old.Any { Value = new Old.Part { Title = "a", Count = 3 } }, old);
            var part = Assert.IsType<New.Part>(FastSerializer.Deserialize<New.Any>(bytes, now).Value);
            Assert.Equal(("a", 3), (part.Name, part.Count));
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void InAClassOfAUnion(FastSerializerOptions options)
        {
            var drawing = Read<Old.Drawing, New.Drawing>(
                new() { Only = new Old.Square { Edge = 5 }, Either = new Old.Curve { Bend = 6 } }, options);
            Assert.Equal(5, Assert.IsType<New.Square>(drawing.Only).Side);
            Assert.Equal(6, Assert.IsType<New.Curve>(drawing.Either).Radius);
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void WhereAnArchiveHasBothNamesThePresentOneCounts(FastSerializerOptions options) =>
            Assert.Equal("n", Read<Old.Both, New.Both>(new() { Title = "t", Name = "n" }, options).Name);

        [Theory]
        [MemberData(nameof(Ways))]
        public void TwoNewNamesOfOneFieldAreAnErrorAndNoDefault(FastSerializerOptions options)
        {
            var error = Assert.Throws<FastserException>(() => Read<Old.Pair, New.Pair>(new(), options));
            Assert.Equal(FastserStatus.TypeMismatch, error.Status);
            Assert.Contains("Title", error.Message);
        }

        [Fact]
        public void InMessagePack()
        {
            var options = new FastSerializerOptions { Codec = FastserCodec.MessagePack };
            var whole = Read<Old.Whole, New.Whole>(
                new() { One = new() { Title = "a", Count = 3 }, Many = [new() { Title = "b" }], ByName = { ["Title"] = new() { Title = "c" } } }, options);
            Assert.Equal(("a", 3, "b", "c"), (whole.One!.Name, whole.One.Count, whole.Many[0].Name, whole.ByName["Title"].Name));
            Assert.Equal("n", Read<Old.Both, New.Both>(new() { Title = "t", Name = "n" }, options).Name);
            InAClassOfAUnion(options);
            byte[] message = FastSerializer.Serialize(new Old.Part { Title = "long", Count = 3 }, options);
            for (var size = 0; size < message.Length; ++size)
            {
                Assert.Throws<FastserException>(() => FastSerializer.Deserialize<New.Renamed>(message.AsSpan(0, size), options));
            }
        }

        [Fact]
        public void AnErrorHasTheByteOfTheArchiveItself()
        {
            byte[] bytes = FastSerializer.Serialize(new Old.Part { Title = "xyz", Count = 3 });
            var at = bytes.AsSpan().LastIndexOf("xyz"u8);
            bytes[at] = 0xFF;
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<New.Renamed>(bytes));
            Assert.Equal(at, error.Offset);
        }

        [Fact]
        public void NoTableIsTooDamagedForAnError()
        {
            byte[] bytes = FastSerializer.Serialize(new Old.Whole { One = new() { Title = "xyz", Count = 3 } });
            for (var i = 9; i < bytes.Length; ++i)
            {
                for (var bit = 0; bit < 8; ++bit)
                {
                    byte[] damaged = [.. bytes];
                    damaged[i] ^= (byte)(1 << bit);
                    try
                    {
                        FastSerializer.Deserialize<New.Whole>(damaged);
                    }
                    catch (FastserException)
                    {
                        // That, or a value: nothing else.
                    }
                }
            }
        }
    }
}
