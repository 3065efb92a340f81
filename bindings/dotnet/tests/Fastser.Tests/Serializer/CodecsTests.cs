// SPDX-License-Identifier: MIT
//
// What the codecs beside archives promise: one native call, alternatives of unions, trees only, and a
// schema for FlatBuffers by which others read them.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using Fastser.Native;
using Fastser.Tests.Generated;
using Xunit;

namespace Fastser.Tests.Serializer;

public sealed class CodecsTests
{
    private static readonly FastSerializerOptions s_flat = new() { Codec = FastserCodec.Flat };
    private static readonly FastSerializerOptions s_messagePack = new() { Codec = FastserCodec.MessagePack };

    public static TheoryData<FastserCodec> Codecs() => [FastserCodec.Flat, FastserCodec.MessagePack];

    private static Tree Sample() => new()
    {
        Name = "root", Left = new Tree { Name = "left", Others = { new Tree { Name = "ä" } } }, Others = { new Tree(), new Tree { Name = "x" } },
    };

    [Theory]
    [MemberData(nameof(Codecs))]
    public void AValueIsOneNativeCallEachWay(FastserCodec codec)
    {
        foreach (var engine in new[] { FastserEngine.Auto, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { Codec = codec, Engine = engine };
            FastSerializer.Deserialize<Tree>(FastSerializer.Serialize(Sample(), options), options);
            var before = NativeCodec.Calls;
            var bytes = FastSerializer.Serialize(Sample(), options);
            Assert.Equal(before + 1, NativeCodec.Calls);
            var again = FastSerializer.Deserialize<Tree>(bytes, options);
            Assert.Equal(before + 2, NativeCodec.Calls);
            Assert.Equal(("root", "left", "ä", 2, "x"), (again.Name, again.Left!.Name, again.Left.Others[0].Name, again.Others.Count, again.Others[1].Name));
            Assert.Null(again.Right);
            var buffer = new ArrayBufferWriter<byte>();
            FastSerializer.Serialize(buffer, Sample(), options);
            Assert.Equal(bytes, buffer.WrittenSpan.ToArray());
            using var stream = new MemoryStream(bytes);
            Assert.Equal("root", FastSerializer.Deserialize<Tree>(stream, options).Name);
        }
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void AnAlternativeThatLooksLikeAnotherIsItself(FastserCodec codec)
    {
        var options = new FastSerializerOptions { Codec = codec };
        // Of the same fields but for one, and with that one 0.
        Shape[] all = [new Circle { Id = 1 }, new Square { Id = 1 }, new Group { Id = 1, First = new Square() }];
        foreach (var one in all)
        {
            var again = FastSerializer.Deserialize<Shape>(FastSerializer.Serialize(one, options), options);
            Assert.Equal((one.GetType(), 1), (again.GetType(), again.Id));
            if (again is Group group) Assert.IsType<Square>(group.First);
        }
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void ACycleIsRefusedWithOrWithoutReferences(FastserCodec codec)
    {
        var tree = new Tree { Name = "me" };
        tree.Left = tree;
        foreach (var references in new[] { false, true })
        {
            var options = new FastSerializerOptions { Codec = codec, References = references };
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(tree, options));
            Assert.Equal(FastserStatus.TooDeep, error.Status);
        }
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void WhatIsSharedIsTold(FastserCodec codec)
    {
        var options = FastSerializerOptions.Graph with { Codec = codec };
        var child = new Tree { Name = "child" };
        var again = FastSerializer.Deserialize<Tree>(
            FastSerializer.Serialize(new Tree { Left = child, Right = child }, options), options);
        Assert.Equal(("child", "child"), (again.Left!.Name, again.Right!.Name));
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void GeneratedCodeAloneSaysThatItCannot(FastserCodec codec)
    {
        var options = new FastSerializerOptions { Codec = codec, Engine = FastserEngine.Managed };
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(Sample(), options));
        Assert.Equal(FastserStatus.Usage, error.Status);
        error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Tree>(new byte[] { 0x80 }, options));
        Assert.Equal(FastserStatus.Usage, error.Status);
    }

    [Fact]
    public void OthersReadFlatBuffersByTheSchemaOfTheType()
    {
        var value = new Named("Zoë", 41) { Note = null };
        var flat = FastSerializer.Serialize(value, s_flat);
        var text = FastSerializer.FlatSchema<Named>();
        Assert.Contains("table Named", text);
        Assert.Contains("root_type Named;", text);
        var schema = FastSerializer.FlatBinarySchema<Named>();
        var archive = FastserArchive.FromFlatBuffers(flat, schema);
        Assert.Equal("""{"Name":"Zoë","Age":41,"Note":null}""", FastserArchive.ToJson(archive).Trim());
    }

    [Fact]
    public void AMemberOfAnyTypeHasNoSchemaAndTheErrorSaysWhich()
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.FlatSchema<Anything>());
        Assert.Equal((FastserStatus.TypeMismatch, "Anything.A"), (error.Status, error.Path));
        error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Anything(), s_flat));
        Assert.Equal((FastserStatus.TypeMismatch, "Anything.A"), (error.Status, error.Path));
    }

    [Fact]
    public void MessagePackOfOthersIsRead()
    {
        // {"Age": 7, "extra": [], "Name": "n"}: fields by name in any order, what is unknown is passed by.
        var message = Bytes.Of("83 a3416765 07 a56578747261 90 a44e616d65 a16e");
        var value = FastSerializer.Deserialize<Named>(message, s_messagePack);
        Assert.Equal(("n", 7, null), (value.Name, value.Age, value.Note));
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Named>(Bytes.Of("81 a3416765 a161"), s_messagePack));
        Assert.Equal((FastserStatus.TypeMismatch, "Age"), (error.Status, error.Path));
    }

    [Fact]
    public void ATimeKeepsItsTicksItsKindAndItsOffset()
    {
        var value = new Times
        {
            A = new DateTime(9999, 12, 31, 23, 59, 59, DateTimeKind.Local).AddTicks(9_999_999), B = new DateTimeOffset(1, 1, 2, 0, 0, 0, TimeSpan.FromHours(14)),
            C = TimeSpan.MinValue, D = Net8.Value(DateOnly.MaxValue), E = Net8.Value(TimeOnly.MaxValue), F = DateTime.MinValue,
        };
        foreach (var options in new[] { s_flat, s_messagePack })
        {
            var again = FastSerializer.Deserialize<Times>(FastSerializer.Serialize(value, options), options);
            Assert.Equal((value.A, value.A.Kind, value.B, value.B.Offset, value.C, value.D, value.E, value.F),
                (again.A, again.A.Kind, again.B, again.B.Offset, again.C, again.D, again.E, again.F));
        }
    }

    [Fact]
    public void ListsAndPlainValuesAreRootsToo()
    {
        foreach (var options in new[] { s_flat, s_messagePack })
        {
            Assert.Equal(7, FastSerializer.Deserialize<int>(FastSerializer.Serialize(7, options), options));
            Assert.Equal("text", FastSerializer.Deserialize<string>(FastSerializer.Serialize("text", options), options));
            List<int> list = [1, -2, int.MaxValue];
            Assert.Equal(list, FastSerializer.Deserialize<List<int>>(FastSerializer.Serialize(list, options), options));
        }
    }
}
