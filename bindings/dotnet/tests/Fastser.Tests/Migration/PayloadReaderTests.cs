// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Fastser.Migration;
using Xunit;

namespace Fastser.Tests.Migration;

public sealed class PayloadReaderTests
{
    private static byte[] Fixture(string name) => File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Migration", "Fixtures", name));

    private static PayloadTypes Types() => new PayloadTypes()
        .Add<Entity>("LegacyApp.Entity").Add<Colour>("LegacyApp.Colour").Add<Point>("LegacyApp.Point")
        .Add<Person>("LegacyApp.Person", ("friend", nameof(Person.BestFriend)))
        .AddSerializable((info, context) => new Money(info, context), "LegacyApp.Money")
        .Add<Wallet>("LegacyApp.Wallet").Add<UnitReference>("LegacyApp.UnitReference").Add<Everything>("LegacyApp.Collections")
        .Add<Node>("LegacyApp.Node").Add<Letter>("LegacyApp.Letter").Add<Person2>("LegacyApp.Person2");

    private static T Read<T>(string name) => PayloadReader.ReadBinaryFormatter<T>(Fixture(name), Types());

    private static void AssertPerson(Person first)
    {
        var second = first.BestFriend!;
        Assert.Same(first, second.BestFriend);
        Assert.Equal((1, "tag 1", "Zo\u00EB", 31L), (first.Id, first.Tag, first.Name, first.Age));
        Assert.Equal((2, "tag 2", "Adam", 32L), (second.Id, second.Tag, second.Name, second.Age));
        Assert.Equal(new DateTime(1971, 2, 3, 4, 5, 6, DateTimeKind.Utc), first.Born);
        Assert.Equal(DateTimeKind.Utc, first.Born.Kind);
        Assert.Equal(12.50m, first.Balance);
        Assert.Equal(Colour.Green, first.Colour);
        Assert.Equal(new byte[] { 1, 2, 3 }, first.Data);
        Assert.Equal(new[] { "Zo\u00EB", null, "x" }, first.Names);
        Assert.Equal(new[] { first, second, null }, first.Family);
        Assert.Equal(Colour.Red, first.Anything);
        Assert.Equal(5L, second.Anything);
        Assert.Equal((3, 4), (first.Point.X, first.Point.Y));
        Assert.Same(second, first.Point.Label);
        Assert.Equal((1, 1), (first.Completed, second.Completed));
    }

    [Fact]
    public void FieldsOfClassesAndTheirBasesAreSetAndCyclesKept() => AssertPerson(Read<Person>("person.bin"));

    [Fact]
    public void AListOfRegisteredObjectsIsOne() => AssertPerson(Read<List<Person>>("list.bin").Single());

    [Fact]
    public void SerializableTypesAreMadeByTheirFunctionAlsoInCycles()
    {
        var wallet = Read<Wallet>("wallet.bin");
        Assert.Equal((5.25m, "EUR"), (wallet.Main!.Amount, wallet.Main.Currency));
        Assert.Same(wallet, wallet.Main.Owner);
        Assert.Same(wallet.Main, wallet.Others![0]);
        Assert.Equal("USD", wallet.Others[1].Currency);
    }

    [Fact]
    public void ObjectReferencesBecomeWhatTheyStandFor()
    {
        var units = Read<object[]>("unit.bin");
        Assert.Same(Unit.Metre, units[0]);
        Assert.Same(Unit.Metre, units[1]);
    }

    [Fact]
    public void CollectionsOfTheFrameworkAreRead()
    {
        var read = Read<Everything>("collections.bin");
        Assert.Equal([1, 2, 3], read.Ints);
        Assert.Equal(new int?[] { 1, null, 2 }, read.Entities!.Select(one => one?.Id));
        Assert.Equal(1, read.Objects!["one"]);
        Assert.Equal("two", read.Objects["text"]);
        Assert.Equal(["x"], (List<string>)read.Objects["list"]!);
        Assert.Empty(read.Empty!);
        Assert.Contains("a", read.Set!);
        Assert.Equal(2, read.Set!.Count);
        Assert.Equal([1, 2, 3, 4, 5, 6], read.Queue);
        Assert.Equal(["top", "bottom"], read.Stack);
        Assert.Equal(["a", "b"], read.Sorted!.Keys);
        Assert.Equal(["one", "two"], read.Tree!.Values);
        Assert.Equal([7, 8], read.Linked);
        Assert.Equal([1, "x", null, 2.5], read.List!.Cast<object?>());
        Assert.Equal(1, read.Table!["k"]);
        Assert.Equal([true, false, true], read.Bits!.Cast<bool>());
        Assert.Equal(new[,] { { 1, 2 }, { 3, 4 } }, read.Grid);
        Assert.Equal([[1], [2, 3]], read.Jagged);
        Assert.Equal(new KeyValuePair<string, int>("p", 1), read.Pair);
        Assert.Equal(Tuple.Create(1, "t"), read.Tuple);
        Assert.Equal(new Guid("00112233-4455-6677-8899-aabbccddeeff"), read.Id);
        Assert.Equal(TimeSpan.FromMinutes(90), read.Span);
        Assert.True(new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)).EqualsExact(read.Offset));
        Assert.Equal(new Uri("http://example.org/"), read.Uri);
        Assert.Equal(new Version(1, 2, 3, 4), read.Version);
        Assert.Equal(5, read.Some);
        Assert.Null(read.None);
        Assert.Equal(DBNull.Value, read.Null);
    }

    [Fact]
    public void LongChainsNeedNoStack()
    {
        var node = Read<Node>("chain.bin");
        var count = 0;
        for (var at = node; at != null; at = at.Next) Assert.Equal(++count, at.Value);
        Assert.Equal(300, count);
    }

    [Fact]
    public void WhatIsNotRegisteredIsRefused()
    {
        var error = Assert.Throws<FastserException>(() => PayloadReader.ReadBinaryFormatter<object>(Fixture("person.bin"), new PayloadTypes()));
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
        Assert.Contains("LegacyApp.Person", error.Message);
    }

    [Fact]
    public void StrictTypesRefuseMembersWithoutAField()
    {
        var types = Types();
        types.Add<Node>("LegacyApp.Person2");
        types.Strict = true;
        Assert.Equal(FastserStatus.TypeMismatch,
            Assert.Throws<FastserException>(() => PayloadReader.ReadSoapFormatter<Letter>(Fixture("letter.soap"), types)).Status);
    }

    [Fact]
    public void SoapIsReadByTheSameTypes()
    {
        var letter = PayloadReader.ReadSoapFormatter<Letter>(Fixture("letter.soap"), Types());
        Assert.Equal(("a < b & \"c\"", 3, 1.5, true, new DateTime(2006, 8, 31, 12, 30, 15, DateTimeKind.Utc), Colour.Green, null, 7L, 'x', 9.99m), letter.Simple);
        Assert.Equal("Zo\u00EB", letter.People.From!.Name);
        Assert.Same(letter.People.To, letter.People.From.Friend);
        Assert.Same(letter.People.From, letter.People.To!.Friend);
        Assert.Equal([letter.People.To, letter.People.From], letter.People.Copies!);
        Assert.Equal([1, "two", null], letter.Lists.Notes!.Cast<object?>());
        Assert.Equal(5, letter.Lists.Table!["k"]);
        Assert.Equal([1, 2, 3], letter.Lists.Numbers!);
        Assert.Equal([1, 2, 254], letter.Lists.Data!);
    }

    [Theory]
    [InlineData("<!DOCTYPE x [<!ENTITY a \"b\">]><x/>")]
    [InlineData("<x/>")]
    [InlineData("")]
    [InlineData("<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\"><SOAP-ENV:Body/></SOAP-ENV:Envelope>")]
    public void OtherXmlIsMalformed(string xml) =>
        Assert.Equal(FastserStatus.Malformed, Assert.Throws<FastserException>(() => PayloadReader.ReadSoapFormatter<object>(Encoding.UTF8.GetBytes(xml), Types())).Status);

    [Fact]
    public void DeepXmlIsRefused()
    {
        var xml = string.Concat(Enumerable.Repeat("<a>", 100000)) + string.Concat(Enumerable.Repeat("</a>", 100000));
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => PayloadReader.ReadSoapFormatter<object>(Encoding.UTF8.GetBytes(xml), Types())).Status);
    }

    [Theory]
    [InlineData("person.bin")]
    [InlineData("wallet.bin")]
    [InlineData("collections.bin")]
    [InlineData("unit.bin")]
    [InlineData("letter.soap")]
    public void DamageIsAnErrorWithCodeAndOffset(string name)
    {
        var payload = Fixture(name);
        var random = new Random(3);
        for (var round = 0; round < 1500; round++)
        {
            var damaged = (byte[])payload.Clone();
            if (round % 3 == 0) damaged = damaged[..random.Next(damaged.Length)];
            for (var n = random.Next(1, 4); n > 0 && damaged.Length != 0; n--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                if (name.EndsWith("soap", StringComparison.Ordinal)) PayloadReader.ReadSoapFormatter<object>(damaged, Types());
                else PayloadReader.ReadBinaryFormatter<object>(damaged, Types());
            }
            catch (FastserException error)
            {
                Assert.NotEqual(FastserStatus.Ok, error.Status);
                Assert.InRange(error.Offset, 0, damaged.Length);
            }
        }
    }

    [Fact]
    public void EveryTruncationIsAnError()
    {
        foreach (var name in new[] { "person.bin", "wallet.bin" })
        {
            var payload = Fixture(name);
            for (var length = 0; length < payload.Length; length++)
            {
                var part = payload[..length];
                Assert.Throws<FastserException>(() => PayloadReader.ReadBinaryFormatter<object>(part, Types()));
            }
        }
    }
}
