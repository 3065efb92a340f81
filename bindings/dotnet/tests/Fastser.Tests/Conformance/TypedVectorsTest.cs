// SPDX-License-Identifier: MIT
//
// bindings/conformance/typed: what a C++ program wrote of classes that both have is read, and written again
// byte for byte, by both engines. tests/unit/archive/typed/dotnet_vectors_test.cc reads the same files.
using System;
using System.Collections.Generic;
using System.IO;
using Xunit;

namespace Fastser.Tests.Conformance;

public sealed class TypedVectorsTest
{
    public static TheoryData<FastserEngine> Engines() => [FastserEngine.Auto, FastserEngine.Managed, FastserEngine.Native];

    private static byte[] File(string name) => System.IO.File.ReadAllBytes(Path.Combine(Bytes.Vectors, "typed", name));

    [Theory]
    [MemberData(nameof(Engines))]
    public void ObjectsThatLeadToEachOtherAreTheSameObjects(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var archive = File("knot.fsr");
        var first = FastSerializer.Deserialize<CppKnot>(archive, options);
        Assert.Equal(("first", 7, "zwölf", null), (first.Name, first.Weight, first.Next!.Name, first.Next.Weight));
        Assert.Same(first, first.Next.Next);
        Assert.Equal([first.Next, null, first], first.Others);
        Assert.Equal(Convert.ToHexString(archive), Convert.ToHexString(FastSerializer.Serialize(first, options)));
        // Not only what was read: the same graph made here.
        var made = new CppKnot { Name = "first", Weight = 7, Next = new CppKnot { Name = "zwölf" } };
        made.Next.Next = made;
        made.Others.AddRange([made.Next, null, made]);
        Assert.Equal(Convert.ToHexString(archive), Convert.ToHexString(FastSerializer.Serialize(made, options)));
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public void ValuesOfManyKindsAreTheSameBytes(FastserEngine engine)
    {
        var options = new FastSerializerOptions { Engine = engine };
        var archive = File("order.fsr");
        var order = FastSerializer.Deserialize<CppOrder>(archive, options);
        Assert.Equal((4_000_000_000, 2, 10.5, Colour.Green), (order.Number, order.Lines.Count, ((CppCash)order.Paid).Given, order.Colour));
        Assert.Equal((TimeSpan.FromTicks(-15_000_000), (5, "five"), null), (order.Wait, order.Pair, order.Note));
        Assert.Equal(Convert.ToHexString(archive), Convert.ToHexString(FastSerializer.Serialize(order, options)));
        var made = new CppOrder
        {
            Number = 4_000_000_000, Lines = { new CppLine { Item = "tea", Count = 2, Price = 4.25 }, new CppLine { Item = "", Count = -70_000 } },
            Tags = { ["rush"] = -1 }, Paid = new CppCash { Exact = true, Given = 10.5 }, Colour = Colour.Green, Wait = TimeSpan.FromTicks(-15_000_000),
            Sizes = [1, -2, 300], Seal = [0xFF, 0], Pair = (5, "five"),
        };
        Assert.Equal(Convert.ToHexString(archive), Convert.ToHexString(FastSerializer.Serialize(made, options)));
    }
}

[FastSerializable(Name = "Knot")]
public partial class CppKnot
{
    [FastMember(Name = "name")] public string Name = "";
    [FastMember(Name = "next")] public CppKnot? Next;
    [FastMember(Name = "others")] public List<CppKnot?> Others = [];
    [FastMember(Name = "weight")] public int? Weight;
}

/// <summary>An enum has the name of its type in archives.</summary>
public enum Colour : byte { Red, Green = 200 }

/// <summary>As a variant has it: an abstract class would be the super-class of both in archives.</summary>
[FastUnion(0, typeof(CppCard)), FastUnion(1, typeof(CppCash))]
public interface ICppPayment { }

[FastSerializable(Name = "Card")]
public partial class CppCard : ICppPayment
{
    [FastMember(Name = "number")] public ulong Number;
}

[FastSerializable(Name = "Cash")]
public partial class CppCash : ICppPayment
{
    [FastMember(Name = "exact")] public bool Exact;
    [FastMember(Name = "given")] public double Given;
}

[FastSerializable(Name = "Line")]
public partial struct CppLine
{
    [FastMember(Name = "item")] public string Item;
    [FastMember(Name = "count", Varint = true)] public int Count;
    [FastMember(Name = "price")] public double? Price;
}

[FastSerializable(Name = "Order")]
public partial class CppOrder
{
    [FastMember(Name = "number")] public uint Number;
    [FastMember(Name = "lines")] public List<CppLine> Lines = [];
    [FastMember(Name = "tags")] public Dictionary<string, long> Tags = [];
    [FastMember(Name = "paid")] public ICppPayment Paid = new CppCard();
    [FastMember(Name = "colour")] public Colour Colour;
    [FastMember(Name = "wait")] public TimeSpan Wait;
    [FastMember(Name = "sizes")] public short[] Sizes = [];
    [FastMember(Name = "seal")] public byte[] Seal = [];
    [FastMember(Name = "pair")] public (int, string) Pair = (0, "");
    [FastMember(Name = "note")] public string? Note;
}
