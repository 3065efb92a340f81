// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using Fastser.Runtime;
using Fastser.Tests.Models;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class RegisteredClassesTests
{
    private sealed class Money : ISerializable, IDeserializationCallback
    {
        public decimal Amount;
        public object? Owner;
        public bool Called;

        public Money(decimal amount) => Amount = amount;

        public Money(SerializationInfo info, StreamingContext context)
        {
            Amount = info.GetDecimal("amount");
            Owner = info.GetValue("owner", typeof(object));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("amount", Amount);
            info.AddValue("owner", Owner);
        }

        public void OnDeserialization(object? sender) => Called = true;
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // Old types want these.
    private sealed class Unit : ISerializable, IObjectReference
    {
        public static readonly Unit Metre = new();
        private Unit() { }
        public Unit(SerializationInfo info, StreamingContext context) { }
        public void GetObjectData(SerializationInfo info, StreamingContext context) { }
        public object GetRealObject(StreamingContext context) => Metre;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    private sealed class Ring : ISerializable
    {
        public object? Next;
        public Ring() { }
        public Ring(SerializationInfo info, StreamingContext context) => Next = info.GetValue("next", typeof(object));
        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("next", Next);
    }

    // Takes a value out of a dictionary while that is written.
    private sealed class Taker : ISerializable
    {
        public Dictionary<string, object?> From = [];
        public Taker() { }
        public Taker(SerializationInfo info, StreamingContext context) { }
        public void GetObjectData(SerializationInfo info, StreamingContext context) => From.Remove("last");
    }

    private static readonly FastserRegistry s_registry = MakeRegistry();

    private static FastserRegistry MakeRegistry()
    {
        FormatterOf.Register(NodeFormatter.Instance);
        return new FastserRegistry()
            .Register<Node>()
            .RegisterSerializable("Money", (info, context) => new Money(info, context))
            .RegisterSerializable("Unit", (info, context) => new Unit(info, context))
            .RegisterSerializable("Ring", (info, context) => new Ring(info, context))
            .RegisterSerializable("Taker", (info, context) => new Taker(info, context));
    }

    private static readonly FastSerializerOptions s_options = new() { Registry = s_registry };

    public static readonly TheoryData<FastSerializerOptions> Headers = new() { s_options, s_options with { Header = FastserHeader.Bare } };

    private static object? Nest(object? value, int lists)
    {
        for (; lists != 0; --lists) value = new List<object?> { value };
        return value;
    }

    [Fact]
    public void RegisteredClassesCountAmongTheValuesTheyLieIn()
    {
        byte[] Written(int outer, int inner, FastSerializerOptions options)
        {
            using var writer = SerializationWriter.GetWriter(options);
            writer.WriteObject(Nest(new Ring { Next = Nest(1, inner) }, outer));
            return writer.ToArray();
        }
        foreach (var (outer, inner) in new[] { (0, 126), (60, 66), (120, 6) })
        {
            // The object and its members are two levels: 128 in all.
            var bytes = Written(outer, inner, s_options);
            FastserArchive.Verify(bytes);
            var value = SerializationReader.GetReader(bytes, s_options).ReadObject();
            for (var i = 0; i < outer; ++i) value = Assert.Single(Assert.IsType<List<object?>>(value));
            Assert.IsType<Ring>(value);
            Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => Written(outer, inner + 1, s_options)).Status);
        }
        var deep = s_options with { Limits = new FastserLimits(depth: 512) };
        var archive = Written(100, 100, deep);
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => FastserArchive.Verify(archive)).Status);
        Assert.Equal(FastserStatus.TooDeep, Assert.Throws<FastserException>(() => SerializationReader.GetReader(archive, s_options).ReadObject()).Status);
        Assert.NotNull(SerializationReader.GetReader(archive, deep).ReadObject());
    }

    [Fact]
    public void ADictionaryThatChangesWhileItIsWrittenIsAnError()
    {
        Dictionary<string, object?> Changing()
        {
            var taker = new Taker();
            return taker.From = new Dictionary<string, object?> { ["first"] = taker, ["last"] = 1 };
        }
        using var writer = SerializationWriter.GetWriter(s_options);
        writer.Write(1);
        Assert.Throws<InvalidOperationException>(() => writer.WriteObject(Changing()));
        Assert.Throws<InvalidOperationException>(() => writer.Write((IDictionary<string, object?>)Changing()));
        Assert.Throws<InvalidOperationException>(() => writer.Write<string, object?>(Changing()));
        writer.Write(2);
        var reader = SerializationReader.GetReader(writer.ToArray(), s_options);
        Assert.Equal((1, 2), (reader.ReadInt32(), reader.ReadInt32()));
        reader.RequireEnd();
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(() => FastSerializer.Serialize<object>(Changing(), s_options)).Status);
    }

    [Theory]
    [MemberData(nameof(Headers))]
    public void WriteObjectTakesRegisteredClasses(FastSerializerOptions options)
    {
        using var writer = SerializationWriter.GetWriter(options);
        writer.Write(5);
        writer.WriteObject(new Node { Value = 1, Next = new Node { Value = 2 } });
        writer.WriteObject(new List<object?> { new Money(1.5m) { Owner = "me" }, null, new DateTime(7) });
        writer.WriteObject(new DateTime(8));
        var reader = SerializationReader.GetReader(writer.ToArray(), options);
        Assert.Equal(5, reader.ReadInt32());
        var node = Assert.IsType<Node>(reader.ReadObject());
        Assert.Equal((1, 2), (node.Value, node.Next!.Value));
        var list = Assert.IsType<List<object?>>(reader.ReadObject());
        var money = Assert.IsType<Money>(list[0]);
        Assert.Equal((1.5m, "me", true), (money.Amount, money.Owner, money.Called));
        Assert.Equal(new DateTime(7), list[2]);
        Assert.Equal(new DateTime(8), reader.ReadObject());
        reader.RequireEnd();
    }

    [Fact]
    public void AnArchiveOfAClassThatTheReaderDoesNotKnowIsRefused()
    {
        using var writer = SerializationWriter.GetWriter(s_options);
        writer.WriteObject(new Money(1));
        var error = Assert.Throws<FastserException>(() => SerializationReader.GetReader(writer.ToArray()).ReadObject());
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
        Assert.Contains("Money", error.Message);
        Assert.True(error.Offset > 0);
    }

    // Tables are kept for all readers of a process.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void AReaderMakesOnlyTheClassesOfItsOwnRegistry(bool moreFirst)
    {
        var more = s_options with { Registry = new FastserRegistry().Register<HeldItem>().Register<HeldSecret>() };
        var less = s_options with { Registry = new FastserRegistry().Register<HeldItem>() };
        using var writer = SerializationWriter.GetWriter(more);
        writer.WriteObject(new HeldItem { O = new HeldSecret { Code = 7 } });
        var archive = writer.ToArray();
        foreach (var options in moreFirst ? new[] { more, less, more } : new[] { less, more, less })
        {
            var item = Assert.IsType<HeldItem>(SerializationReader.GetReader(archive, options).ReadObject());
            if (options == more) Assert.Equal(7, Assert.IsType<HeldSecret>(item.O).Code);
            else Assert.Equal(7, Assert.IsType<Dictionary<string, object?>>(item.O)["Code"]);
        }
        less.Registry.Register<HeldSecret>();
        Assert.IsType<HeldSecret>(Assert.IsType<HeldItem>(SerializationReader.GetReader(archive, less).ReadObject()).O);
    }

    [Fact]
    public void AllObjectsOfAReaderAreOnOneBudget()
    {
        var options = s_options with
        {
            Registry = new FastserRegistry().Register<HeldItem>(),
            Limits = new FastserLimits(memoryFactor: 1, memoryBase: 2_000_000),
        };
        using var writer = SerializationWriter.GetWriter(options);
        for (var i = 0; i < 5; ++i) writer.WriteObject(new HeldItem { O = 0x1122334455667788 });
        var archive = writer.ToArray();
        // A list of 100,000 nulls instead, which takes 900,000 of the budget.
        byte[] number = [0x08, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], nulls = [0x21, 0, 0xA0, 0x8D, 0x86, 0x80, 0x80, 0x80, 0];
        for (var at = 0; (at = archive.AsSpan().IndexOf(number)) >= 0;) nulls.CopyTo(archive, at);
        var reader = SerializationReader.GetReader(archive, options);
        for (var i = 0; i < 2; ++i)
        {
            Assert.Equal(100_000, Assert.IsType<List<object?>>(Assert.IsType<HeldItem>(reader.ReadObject()).O).Count);
        }
        Assert.Equal(FastserStatus.OverBudget, Assert.Throws<FastserException>(() => reader.ReadObject()).Status);
    }

    [Fact]
    public void SharingOverSeveralObjectsIsRefused()
    {
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(
            () => SerializationWriter.GetWriter(s_options with { Sharing = FastserSharing.On })).Status);
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(
            () => SerializationReader.GetReader(new byte[9], s_options with { Sharing = FastserSharing.On })).Status);
    }

    [Fact]
    public void DamagedObjectsAreErrorsWithCodeAndOffset()
    {
        using var writer = SerializationWriter.GetWriter(s_options);
        writer.WriteObject(new List<object?> { new Node { Value = 1, Next = new Node() }, new Money(2) { Owner = 3 } });
        writer.Write("end");
        var archive = writer.ToArray();
        var random = new Random(4);
        for (var round = 0; round < 10000; round++)
        {
            var damaged = (byte[])archive.Clone();
            if (round % 4 == 0) damaged = damaged[..random.Next(damaged.Length)];
            for (var n = random.Next(1, 4); n > 0 && damaged.Length != 0; n--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                var reader = SerializationReader.GetReader(damaged, s_options);
                reader.ReadObject();
                reader.ReadString();
            }
            catch (FastserException error)
            {
                Assert.NotEqual(FastserStatus.Ok, error.Status);
                Assert.InRange(error.Offset, 0, damaged.Length);
            }
        }
    }

    private static readonly FastSerializerOptions s_graph = FastSerializerOptions.Graph with { Registry = s_registry, Engine = FastserEngine.Managed };

    private static object? Cycle(object? value) =>
        FastSerializer.Deserialize<object?>(FastSerializer.Serialize<object?>(value, s_graph), s_graph);

    [Fact]
    public void SerializableObjectsOfAGraphKeepTheirIdentity()
    {
        var money = new Money(5) { Owner = new List<object?> { new Money(6) { Owner = "inner" } } };
        var read = Assert.IsType<List<object?>>(Normal(Cycle(new List<object?> { money, money })));
        var first = Assert.IsType<Money>(read[0]);
        Assert.Same(first, read[1]);
        Assert.Equal((5m, true), (first.Amount, first.Called));
        var inner = Assert.IsType<Money>(Assert.IsType<List<object?>>(Normal(first.Owner))[0]);
        Assert.Equal((6m, "inner"), (inner.Amount, inner.Owner));
    }

    // (A list in a value of any type may come back as an array.)
    private static object? Normal(object? value) => value is object?[] array ? new List<object?>(array) : value;

    [Fact]
    public void ObjectReferencesBecomeWhatTheyStandFor()
    {
        var read = Assert.IsType<List<object?>>(Normal(Cycle(new List<object?> { Unit.Metre, Unit.Metre })));
        Assert.Same(Unit.Metre, read[0]);
        Assert.Same(Unit.Metre, read[1]);
    }

    [Fact]
    public void AnObjectWhoseOwnMembersLeadBackToItIsRefused()
    {
        var money = new Money(1);
        money.Owner = new List<object?> { money };
        Assert.Throws<FastserException>(() => Cycle(money));
    }

    [Fact]
    public void DeepNestsOfSerializableObjectsAreWrittenInPlace()
    {
        var money = new Money(0);
        for (var i = 1; i < 40; i++) money = new Money(i) { Owner = money };
        var at = Assert.IsType<Money>(Cycle(money));
        for (var i = 39; i > 0; i--)
        {
            Assert.Equal(i, at.Amount);
            at = Assert.IsType<Money>(at.Owner);
        }
    }

    [Fact]
    public void OneWhoseMembersLeadBackToItIsRefusedWhenItIsWritten()
    {
        var options = FastSerializerOptions.Graph with { Registry = s_registry };
        var inner = new Ring();
        var outer = new Ring { Next = new List<object?> { inner, inner } };
        var read = (Ring)FastSerializer.Clone<object?>(outer, options)!;
        var list = Assert.IsAssignableFrom<IList<object?>>(read.Next);
        Assert.Same(list[0], list[1]);
        inner.Next = outer;
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize<object?>(outer, options));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains(nameof(Ring), error.Message);
    }

    private sealed class Caller : ISerializable
    {
        public Action<SerializationWriter>? Call;
        public SerializationWriter? Writer;
        public bool Swallows;
        public Caller() { }
        public Caller(SerializationInfo info, StreamingContext context) { }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            try
            {
                Call?.Invoke(Writer!);
            }
            catch (FastserException) when (Swallows)
            {
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AValueThatIsBeingWrittenCannotWriteIntoItsWriter(bool swallows)
    {
        var options = new FastSerializerOptions
        {
            Registry = new FastserRegistry().RegisterSerializable("Caller", (info, context) => new Caller(info, context)),
        };
        var registered = new Caller();
        var calls = new Action<SerializationWriter>[]
        {
            writer => writer.Write(7), writer => writer.Write("text"), writer => writer.Write(1m), writer => writer.WriteObject(registered),
        };
        foreach (var call in calls)
        {
            using var writer = SerializationWriter.GetWriter(options);
            writer.Write(1);
            writer.Write(2);
            var value = new Caller { Call = call, Writer = writer, Swallows = swallows };
            var error = Assert.Throws<FastserException>(() => writer.WriteObject(new object[] { 5, value, 6 }));
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains("the SerializationWriter that writes it", error.Message);
            // What was written before is there, and writing goes on.
            writer.Write(3);
            writer.WriteObject(registered);
            var reader = SerializationReader.GetReader(writer.ToArray(), options);
            Assert.Equal((1, 2, 3), (reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32()));
            Assert.IsType<Caller>(reader.ReadObject());
        }
        // Nothing else of the writer may be used then.
        foreach (var call in new Action<SerializationWriter>[] { writer => writer.Reset(), writer => writer.ToArray(), writer => writer.EnterBlock(1) })
        {
            using var writer = SerializationWriter.GetWriter(options);
            writer.Write(1);
            Assert.Throws<FastserException>(() => writer.WriteObject(new Caller { Call = call, Writer = writer }));
            Assert.Equal(1, SerializationReader.GetReader(writer.ToArray(), options).ReadInt32());
        }
    }
}

[FastSerializable]
public partial class HeldItem
{
    public object? O;
}

[FastSerializable]
public partial class HeldSecret
{
    public int Code;
}
