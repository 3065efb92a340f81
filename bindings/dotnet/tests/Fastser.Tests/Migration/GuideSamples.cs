// SPDX-License-Identifier: MIT
//
// The samples of docs/binaryformatter.md, compiled and run. A test holds them against the page.
#pragma warning disable CS0649 // Fields are set by reflection.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text.RegularExpressions;
using Fastser.Migration;
using Xunit;

namespace Fastser.Tests.Migration;

public sealed class GuideSamples
{
    [Fact]
    public void FieldByField()
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(42);
        writer.Write("text");
        writer.Write(new Dictionary<string, object?> { ["when"] = DateTime.UtcNow, ["tags"] = new List<string?> { "a", "b" } });
        using (writer.EnterBlock(2))
        {
            writer.Write(19.99m);
            writer.Write("new in version 2");
        }
        byte[] archive = writer.ToArray();

        var reader = SerializationReader.GetReader(archive);
        int number = reader.ReadInt32();
        string? text = reader.ReadString();
        Dictionary<string, object?>? map = reader.ReadDictionary<string, object?>();
        using (var block = reader.EnterBlock())
        {
            decimal price = reader.ReadDecimal();
            string note = block.Version >= 2 ? reader.ReadString()! : "";
            Assert.Equal((19.99m, "new in version 2"), (price, note));
        }
        Assert.Equal((42, "text", 2), (number, text, map!.Count));
    }

    public sealed class Invoice : ISerializable
    {
        public long Number;
        public string? Customer;

        public Invoice() { }

        private Invoice(SerializationInfo info, StreamingContext context)
        {
            var reader = SerializationReader.GetReader(info);
            Number = reader.ReadInt64();
            Customer = reader.ReadString();
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            var writer = SerializationWriter.GetWriter();
            writer.Write(Number);
            writer.Write(Customer);
            writer.AddToInfo(info);
        }

        public static Invoice Make(SerializationInfo info, StreamingContext context) => new(info, context);
    }

    [Fact]
    public void Registered()
    {
        var registry = new FastserRegistry().RegisterSerializable("Invoice", Invoice.Make);
        var options = FastSerializerOptions.Graph with { Registry = registry };
        byte[] bytes = FastSerializer.Serialize<object?>(new Invoice { Number = 7 }, options);
        var invoice = (Invoice)FastSerializer.Deserialize<object?>(bytes, options)!;
        Assert.Equal((7, null), (invoice.Number, invoice.Customer));
    }

    public sealed class Customer
    {
        public string? Name;
        public Customer? Referrer;
    }

    public sealed class Chain
    {
        public int Value;
        public Chain? Next;
    }

    public sealed record Price(decimal Amount);

    [Fact]
    public void OldData()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "Migration", "Fixtures", "chain.bin");
        var types = new PayloadTypes()
            .Add<Customer>("LegacyApp.Person2", ("Friend", "Referrer"))
            .Add<Chain>("LegacyApp.Node")
            .AddSerializable((info, context) => new Price(info.GetDecimal("amount")), "LegacyApp.Money");

        Chain chain = PayloadReader.ReadBinaryFormatter<Chain>(File.ReadAllBytes(path), types);
        Assert.Equal((1, 2), (chain.Value, chain.Next!.Value));
        Assert.Equal(1, Load<Chain>(File.ReadAllBytes(path), types).Value);
        Assert.Equal("x", Load<object>(FastSerializer.Serialize<object?>("x"), types));
    }

    static T Load<T>(byte[] bytes, PayloadTypes types) where T : class => PayloadReader.IsBinaryFormatter(bytes)
        ? PayloadReader.ReadBinaryFormatter<T>(bytes, types)
        : FastSerializer.Deserialize<T>(bytes);

    [Fact]
    public void ThePageHasTheseSamples()
    {
        var here = new FileInfo(Here());
        var page = Path.GetFullPath(Path.Combine(here.DirectoryName!, "../../../../../docs/binaryformatter.md"));
        var own = Lines(File.ReadAllText(here.FullName)).ToHashSet();
        var blocks = Regex.Matches(File.ReadAllText(page), "```csharp\n(.*?)```", RegexOptions.Singleline);
        Assert.Equal(5, blocks.Count);
        foreach (Match block in blocks)
            foreach (var line in Lines(block.Groups[1].Value)) Assert.Contains(line, own);
    }

    private static IEnumerable<string> Lines(string text) => text.Split('\n').Select(line => line.Trim()).Where(line => line.Length != 0 && line != "...");

    private static string Here([CallerFilePath] string path = "") => path;
}
