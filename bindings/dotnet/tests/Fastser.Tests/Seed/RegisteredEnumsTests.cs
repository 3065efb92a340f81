// SPDX-License-Identifier: MIT
//
// Enums as values of any type, in SerializationWriter and in members of type object.
using System;
using System.Collections.Generic;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class RegisteredEnumsTests
{
    private enum Colour : short { Red = -1, Green = 300 }

    private enum Wide : ulong { Most = ulong.MaxValue }

    private enum Half : ushort { None }

    private static readonly FastSerializerOptions s_options = new()
    {
        Registry = new FastserRegistry().RegisterEnum<Colour>().RegisterEnum<Wide>("App.Wide").RegisterEnum<DayOfWeek>(),
    };

    private static readonly object?[] s_values = [Colour.Red, Colour.Green, (Colour)7, Wide.Most, DayOfWeek.Friday, 5, null];

    [Theory]
    [InlineData(FastserHeader.SelfDescribed)]
    [InlineData(FastserHeader.Bare)]
    public void WriteObjectTakesThem(FastserHeader header)
    {
        var options = s_options with { Header = header };
        using var writer = SerializationWriter.GetWriter(options);
        foreach (var value in s_values) writer.WriteObject(value);
        writer.WriteObject(new List<object?>(s_values));
        writer.WriteObject(new Dictionary<string, object?> { ["day"] = DayOfWeek.Monday });
        writer.Write(9);
        var reader = SerializationReader.GetReader(writer.ToArray(), options);
        foreach (var value in s_values) Assert.Equal(value, reader.ReadObject());
        Assert.Equal(s_values, Assert.IsType<List<object?>>(reader.ReadObject()));
        Assert.Equal(DayOfWeek.Monday, Assert.IsAssignableFrom<IDictionary<string, object?>>(reader.ReadObject())["day"]);
        Assert.Equal(9, reader.ReadInt32());
    }

    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void MembersOfTypeObjectMayBeThem(FastserEngine engine)
    {
        var options = s_options with { Engine = engine };
        foreach (var value in s_values)
        {
            var bytes = FastSerializer.Serialize<object?>(value, options);
            Assert.Equal(FastSerializer.Serialize<object?>(value, s_options), bytes);
            Assert.Equal(value, FastSerializer.Deserialize<object?>(bytes, options));
        }
    }

    [Fact]
    public void OneThatIsNotRegisteredIsRefused()
    {
        using var writer = SerializationWriter.GetWriter(s_options);
        Assert.Equal(FastserStatus.UnknownClass, Assert.Throws<FastserException>(() => writer.WriteObject(StringComparison.Ordinal)).Status);
        Assert.Equal(
            FastserStatus.UnknownClass,
            Assert.Throws<FastserException>(() => FastSerializer.Serialize<object>(StringComparison.Ordinal, s_options)).Status);
        using var known = SerializationWriter.GetWriter(s_options);
        known.WriteObject(Colour.Green);
        var error = Assert.Throws<FastserException>(() => SerializationReader.GetReader(known.ToArray()).ReadObject());
        Assert.Equal(FastserStatus.UnknownClass, error.Status);
        Assert.Contains("Colour", error.Message);
    }

    [Fact]
    public void TwoOfOneNameAndTheLibrarysOwnNamesAreRefused()
    {
        var registry = new FastserRegistry().RegisterEnum<Colour>();
        Assert.Same(registry, registry.RegisterEnum<Colour>("again"));
        Assert.Equal(
            FastserStatus.Usage,
            Assert.Throws<FastserException>(() => new FastserRegistry().RegisterEnum<Wide>("A").RegisterEnum<Other>("A")).Status);
        Assert.Equal(FastserStatus.Usage, Assert.Throws<FastserException>(() => registry.RegisterEnum<Half>()).Status);
    }

    private enum Other : ulong { None }

    [Fact]
    public void OneThatIsRegisteredLaterIsKnownToTheNativeEngineToo()
    {
        var options = new FastSerializerOptions { Registry = new FastserRegistry().RegisterEnum<Colour>(), Engine = FastserEngine.Native };
        Assert.Equal(Colour.Red, FastSerializer.Deserialize<object?>(FastSerializer.Serialize<object?>(Colour.Red, options), options));
        options.Registry.RegisterEnum<Wide>();
        Assert.Equal(Wide.Most, FastSerializer.Deserialize<object?>(FastSerializer.Serialize<object?>(Wide.Most, options), options));
    }
}
