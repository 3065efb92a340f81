// SPDX-License-Identifier: MIT
//
// What a user's program does first, with the package alone: both engines, the native library, a graph.
using System;
using System.Collections.Generic;
using Fastser;

namespace Shop;

[FastSerializable]
public partial class Customer
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public string? Note { get; set; }
    public List<Order> Orders { get; set; } = new();
    public Dictionary<string, int> Points { get; set; } = new();
    public Customer? Friend { get; set; }
}

[FastSerializable]
public partial struct Order
{
    public Guid Id;
    public DateTime At;
    public decimal Price;
    public string[] Items;
}

internal static class Program
{
    private static int s_failed;

    private static int Main(string[] arguments)
    {
        var ada = new Customer
        {
            Id = 1, Name = "Ada", Points = { ["chess"] = 3, ["go"] = -1 },
            Orders = { new Order { Id = Guid.NewGuid(), At = new DateTime(2026, 5, 6, 7, 8, 9, DateTimeKind.Utc), Price = 1.50m, Items = new[] { "tea", "Größe" } } },
        };
        var managed = FastSerializer.Serialize(ada, new FastSerializerOptions { Engine = FastserEngine.Managed });
        var native = FastSerializer.Serialize(ada, new FastSerializerOptions { Engine = FastserEngine.Native });
        Check("the engines' bytes are equal", managed.AsSpan().SequenceEqual(native));
        foreach (var engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var again = FastSerializer.Deserialize<Customer>(native, new FastSerializerOptions { Engine = engine });
            Check(engine + " reads", again.Name == "Ada" && again.Points["go"] == -1 && again.Orders[0].Price == 1.50m
                && again.Orders[0].Items[1] == "Größe" && again.Orders[0].At == ada.Orders[0].At && again.Friend == null);
        }
        ada.Friend = new Customer { Id = 2, Name = "Bob", Friend = ada };
        var twin = FastSerializer.Clone(ada);
        Check("a cycle is cloned", ReferenceEquals(twin.Friend!.Friend, twin));
        FastserArchive.Verify(native);
        Check("JSON", FastserArchive.ToJson(native).Contains("\"Ada\""));
        Check("MessagePack", FastSerializer.Deserialize<Customer>(
            FastSerializer.Serialize(twin.Friend.Orders.Count == 0 ? new Customer { Name = "m" } : ada, new FastSerializerOptions { Codec = FastserCodec.MessagePack }),
            new FastSerializerOptions { Codec = FastserCodec.MessagePack }).Name == "m");
        try
        {
            FastSerializer.Deserialize<Customer>(native.AsSpan(0, native.Length - 1));
            Check("a truncated archive is refused", false);
        }
        catch (FastserException e)
        {
            Check("a truncated archive is refused", e.Status == FastserStatus.Truncated);
        }
        Console.WriteLine(s_failed == 0 ? "ok" : "FAILED");
        return s_failed;
    }

    private static void Check(string what, bool isTrue)
    {
        if (isTrue) return;
        Console.WriteLine("not true: " + what);
        ++s_failed;
    }
}
