// SPDX-License-Identifier: MIT
//
// The first example of docs/format.md, with formatters written by hand as the generator would.
using System;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser.Tests.Models;

public struct Address
{
    public string City;
    public ushort Number;
}

public sealed class AddressFormatter : Formatter<Address>
{
    public static readonly AddressFormatter Instance = new();
    public static readonly WireShape Shape = new("Address", 0, null, static () =>
        [new("city", WireType.String), new("number", WireType.U16)]);
    private static readonly WireType s_type = WireType.Record(Shape);

    public override WireType Type => s_type;

    public override void Write(ref ArchiveWriter writer, Address value)
    {
        ref var p = ref writer.PutString(ref writer.Begin(1), value.City, 2);
        Wire.Put16(ref p, 0, value.Number);
        writer.End(ref System.Runtime.CompilerServices.Unsafe.Add(ref p, 2));
    }

    public override Address Read(ref ArchiveReader reader) =>
        new() { City = reader.ReadString(), Number = reader.Read16() };
}

public class Person
{
    public int Age;
    public string Name = "";
    public List<Address> Homes = [];

    public static Person Sample() => new()
    {
        Age = -2,
        Name = "Zoë",
        Homes = [new Address { City = "Oslo", Number = 300 }, new Address { City = "", Number = 1 }],
    };
}

public sealed class PersonFormatter : Formatter<Person>
{
    public static readonly PersonFormatter Instance = new();
    private static readonly ListFormatter<Address> s_homes = new(AddressFormatter.Instance);
    public static readonly WireShape Shape = new("Person", 2, null, static () =>
        [new("age", WireType.I32), new("name", WireType.String), new("homes", s_homes.Type)]);
    private static readonly WireType s_type = WireType.Class(Shape);

    public override WireType Type => s_type;

    public override void Write(ref ArchiveWriter writer, Person value)
    {
        writer.Write32((uint)value.Age);
        writer.WriteString(value.Name ?? ArchiveWriter.Null<string>("Person", "Name"));
        s_homes.Write(ref writer, value.Homes);
    }

    public override Person Read(ref ArchiveReader reader)
    {
        var value = new Person();
        Populate(ref reader, ref value);
        return value;
    }

    public override void Populate(ref ArchiveReader reader, ref Person value)
    {
        value.Age = (int)reader.Read32();
        value.Name = reader.ReadString();
        s_homes.Populate(ref reader, ref value.Homes!);
    }
}
