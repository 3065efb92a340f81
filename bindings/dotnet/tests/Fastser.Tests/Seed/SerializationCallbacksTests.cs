// SPDX-License-Identifier: MIT
//
// [OnSerializing] and its like, of classes with ISerializable.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class SerializationCallbacksTests
{
    private class Base(List<string> log)
    {
        public List<string> Log = log;

        [OnSerializing] private void Begin(StreamingContext context) => Log.Add("serializing base");
        [OnDeserialized] private void End(StreamingContext context) => Log.Add("deserialized base");
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // Old types want these.
    private sealed class Entry : Base, ISerializable, IDeserializationCallback
    {
        public string Name;
        public object? Other;

        public Entry(string name) : base([]) => Name = name;

        public Entry(SerializationInfo info, StreamingContext context) : base([])
        {
            Name = info.GetString("name")!;
            Other = info.GetValue("other", typeof(object));
            Log.Add("made");
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            Log.Add("asked");
            info.AddValue("name", Name);
            info.AddValue("other", Other);
        }

        [OnSerializing] internal void BeginMine(StreamingContext context) => Log.Add("serializing");
        [OnSerialized] internal void EndMine(StreamingContext context) => Log.Add("serialized");
        [OnDeserialized] internal void Made(StreamingContext context) => Log.Add("deserialized, other is " + ((Other as Entry)?.Log[^1] ?? "none"));
        public void OnDeserialization(object? sender) => Log.Add("callback");
    }

    private sealed class Stand : ISerializable, IObjectReference
    {
        public static readonly Stand One = new();
        public static int Calls;
        public Stand() { }
        public void GetObjectData(SerializationInfo info, StreamingContext context) { }
        public object GetRealObject(StreamingContext context) => One;
        [OnDeserialized] internal void End(StreamingContext context) => Calls += ReferenceEquals(this, One) ? 1000 : 1;
    }

    private sealed class Wrong : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context) { }
        [OnSerialized] internal void End() { }
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    private static readonly FastserRegistry s_registry = new FastserRegistry()
        .RegisterSerializable("Entry", (info, context) => new Entry(info, context))
        .RegisterSerializable("Stand", (info, context) => new Stand());

    [Theory]
    [InlineData(false, FastserEngine.Managed)]
    [InlineData(true, FastserEngine.Managed)]
    [InlineData(true, FastserEngine.Native)]
    public void AreCalledAroundGetObjectDataAndWhenTheGraphIsThere(bool references, FastserEngine engine)
    {
        var options = new FastSerializerOptions { References = references, Registry = s_registry, Engine = engine };
        var entry = new Entry("a") { Other = new Entry("b") };
        var bytes = FastSerializer.Serialize<object>(entry, options);
        Assert.Equal(["serializing base", "serializing", "asked", "serialized"], entry.Log);
        var again = (Entry)FastSerializer.Deserialize<object>(bytes, options)!;
        Assert.Equal(("a", "b"), (again.Name, ((Entry)again.Other!).Name));
        Assert.Equal(("made", "deserialized base", "callback"), (again.Log[0], again.Log[1], again.Log[^1]));
        Assert.StartsWith("deserialized, other is", again.Log[2]);
        Assert.Equal(4, ((Entry)again.Other).Log.Count);
    }

    [Fact]
    public void SerializationWriterCallsThemToo()
    {
        var options = new FastSerializerOptions { Registry = s_registry };
        using var writer = SerializationWriter.GetWriter(options);
        var entry = new Entry("a");
        writer.WriteObject(entry);
        Assert.Equal(4, entry.Log.Count);
        var again = Assert.IsType<Entry>(SerializationReader.GetReader(writer.ToArray(), options).ReadObject());
        Assert.Equal(["made", "deserialized base", "deserialized, other is none", "callback"], again.Log);
    }

    [Fact]
    public void WhatStandsForAnotherObjectIsCalledItself()
    {
        var options = FastSerializerOptions.Graph with { Registry = s_registry };
        Stand.Calls = 0;
        Assert.Same(Stand.One, FastSerializer.Deserialize<object>(FastSerializer.Serialize<object>(new Stand(), options), options));
        Assert.Equal(1, Stand.Calls);
    }

    [Fact]
    public void AMethodThatCannotBeCalledIsAnErrorWhenTheClassIsRegistered()
    {
        var error = Assert.Throws<FastserException>(() => new FastserRegistry().RegisterSerializable("Wrong", (info, context) => new Wrong()));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains("End", error.Message);
    }
}
