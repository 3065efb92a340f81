// SPDX-License-Identifier: MIT
//
// A null where none may be is named by its parameter, at every entry of the libraries, before anything is done.
using System;
using System.Buffers;
using System.IO;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Fastser.Migration;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests;

public class NullArgumentsTests
{
    private static void Named(string parameter, Action call) => Assert.Equal(parameter, Assert.Throws<ArgumentNullException>(call).ParamName);

    private static async Task Named(string parameter, Func<Task> call) =>
        Assert.Equal(parameter, (await Assert.ThrowsAsync<ArgumentNullException>(call)).ParamName);

    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public async Task FastSerializerNamesThem(FastserEngine engine)
    {
        var options = new FastSerializerOptions { Engine = engine };
        Named("output", () => FastSerializer.Serialize((Stream)null!, 1, options));
        Named("output", () => FastSerializer.Serialize((IBufferWriter<byte>)null!, 1, options));
        Named("input", () => FastSerializer.Deserialize<int>((Stream)null!, options));
        await Named("output", async () => await FastSerializer.SerializeAsync(null!, 1, options));
        await Named("input", async () => await FastSerializer.DeserializeAsync<int>(null!, options));
    }

    [Fact]
    public void FastserArchiveNamesThem()
    {
        Named("json", () => FastserArchive.FromJson(null!));
        Named("path", () => FastserArchive.Save(null!, default));
        Named("path", () => FastserArchive.Load(null!));
    }

    [Fact]
    public void RegistriesNameThem()
    {
        Named("formatter", () => FormatterOf.Register<NullArgumentsTests>(null!));
        Named("name", () => new FastserRegistry().RegisterSerializable<Exception>(null!, (_, _) => new Exception()));
        Named("create", () => new FastserRegistry().RegisterSerializable<Exception>("E", null!));
        Named("create", () => new PayloadTypes().AddSerializable<Exception>(null!));
        Named("renamed", () => new PayloadTypes().Add<Exception>("E", null!));
    }

    [Fact]
    public void WritersAndReadersNameThem()
    {
        Named("options", () => SerializationWriter.GetWriter(null!));
        Named("info", () => SerializationWriter.GetWriter().AddToInfo(null!));
        Named("archive", () => SerializationReader.GetReader((byte[])null!));
        Named("info", () => SerializationReader.GetReader((SerializationInfo)null!));
        using var writer = SerializationWriter.GetWriter();
        writer.Write(1);
        var archive = writer.ToArray();
        Named("options", () => SerializationReader.GetReader(archive, (FastSerializerOptions)null!));
        Named("target", () => SerializationReader.GetReader(archive).ReadDataSet(null!));
    }

    [Fact]
    public void PayloadReaderNamesThem()
    {
        Named("payload", () => PayloadReader.ReadBinaryFormatter<int>((byte[])null!, new PayloadTypes()));
        Named("payload", () => PayloadReader.ReadBinaryFormatter<int>((Stream)null!, new PayloadTypes()));
        Named("payload", () => PayloadReader.ReadSoapFormatter<int>((byte[])null!, new PayloadTypes()));
        Named("payload", () => PayloadReader.ReadSoapFormatter<int>((Stream)null!, new PayloadTypes()));
        Named("types", () => PayloadReader.ReadBinaryFormatter<int>([1], null!));
        Named("types", () => PayloadReader.ReadSoapFormatter<int>([1], null!));
    }
}
