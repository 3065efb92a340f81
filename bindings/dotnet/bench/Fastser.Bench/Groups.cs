// SPDX-License-Identifier: MIT
//
// The groups, and what ours must show in each, beside what it shows.
using static Fastser.Bench.Entries;

namespace Fastser.Bench;

public static class Groups
{
    // The names under which ours enters (Contenders/Fastser.cs), and who the bars speak of.
    public const string Own = "Fastser";
    public const string Native = "Fastser native";
    public const string Described = "Fastser self-described";
    public const string Nameless = "Fastser self-described without names";
    public const string Foreign = "Fastser, foreign class";
    public const string Writer = "SerializationWriter";
    public const string Under = "SerializationWriter under BinaryFormatter";
    public const string MemoryPack = "MemoryPack";
    public const string Formatter = "BinaryFormatter";
    public const string Kept = " (references)";

    public static readonly Group[] All =
    [
        new("record", "A record of 14 fields, 4 of them strings", (c, e) => c.Record(e),
        [
            Times("write ≤ 0.5 × MemoryPack", Write, Own, MemoryPack, 0.5),
            Times("read ≤ 0.85 × MemoryPack", Read, Own, MemoryPack, 0.85),
            Times("native write ≤ 0.9 × MemoryPack", Write, Native, MemoryPack, 0.9),
            new("nothing allocated on write into a used buffer", r => r.Allocated(Write, Own), 0),
        ]),
        new("unicode", "The same record, three of its strings not ASCII: German, Russian, Japanese", (c, e) =>
        {
            e.IsAscii = false;
            c.Record(e);
        }, []),
        new("seed", "The seed's object with a dictionary of 8 objects", (c, e) => c.Seed(e),
        [
            new("≤ 250 bytes bare", r => r.Bytes(Own), 250),
            new("≤ 300 bytes self-described without names", r => r.Bytes(Nameless), 300),
            new("write ≥ 80 × faster than BinaryFormatter",
                r => r.Min(Write, Formatter) / r.Min(Write, Own), 80, AtLeast: true),
            new("cycle ≥ 45 × faster than BinaryFormatter", r => r.Cycle(Formatter) / r.Cycle(Own), 45, AtLeast: true),
            new("cycle under ISerializable ≥ 5 × faster than BinaryFormatter",
                r => r.Cycle(Formatter) / r.Cycle(Under), 5, AtLeast: true),
        ]),
        new("items", "10,000 items of 8 fields", (c, e) => c.Items(e),
        [
            Times("write ≤ 0.5 × MemoryPack", Write, Own, MemoryPack, 0.5),
            Times("read ≤ 0.9 × MemoryPack", Read, Own, MemoryPack, 0.9),
        ]),
        Array("ints", "int[20000]", (c, e) => c.Ints(e)),
        Array("doubles", "double[10000]", (c, e) => c.Doubles(e)),
        Array("points", "An array of 10,000 unmanaged structs of 16 bytes", (c, e) => c.Points(e)),
        new("graph", "A graph of 100,000 nodes with cycles", (c, e) => c.Graph(e),
        [
            new("write ≤ 0.4 × the fastest rival", r => r.Min(Write, Own) / r.Best(Write), 0.4),
            new("read ≤ 0.6 × the fastest rival", r => r.Min(Read, Own) / r.Best(Read), 0.6),
        ]),
        new("chain", "A chain of 1,000,000 objects", (c, e) => c.Chain(e),
        [
            new("is written and read; milliseconds", r => r.Cycle(Own) / 1e6, double.MaxValue),
        ]),
        new("tree", "A tree of 100,000 nodes, with references kept and without", (c, e) =>
        {
            c.Tree(e, false);
            e.Variant = Kept;
            c.Tree(e, true);
            e.Variant = "";
        },
        [
            new("write with references ≤ 1.3 × without",
                r => r.Min(Write, Own + Kept) / r.Min(Write, Own), 1.3),
            new("read with references ≤ 1.3 × without", r => r.Min(Read, Own + Kept) / r.Min(Read, Own), 1.3),
            // No promise: a class without a mark field costs a table.
            new("write with references by the hash table, × without",
                r => r.Min(Write, Foreign + Kept) / r.Min(Write, Foreign), double.MaxValue),
        ]),
        new("dataset", "A DataSet like Northwind", (c, e) => c.DataSet(e),
        [
            new("cycle ≥ 10 × faster than the binary remoting format",
                r => r.Cycle("BinaryFormatter, binary remoting") / r.Cycle(Writer), 10, AtLeast: true),
            new("≥ 3 × smaller than the binary remoting format",
                r => r.Bytes("BinaryFormatter, binary remoting") / r.Bytes(Writer), 3, AtLeast: true),
            new("cycle ≥ 10 × faster than the XML diffgram", r => r.Cycle("XML diffgram") / r.Cycle(Writer), 10, AtLeast: true),
            new("≥ 3 × smaller than the XML diffgram", r => r.Bytes("XML diffgram") / r.Bytes(Writer), 3, AtLeast: true),
        ]),
        new("calls", "One call, in nanoseconds", (c, e) => c.Calls(e), []),
    ];

    private static Group Array(string name, string title, System.Action<Contender, Entries> enter) =>
        new(name, title, enter,
        [
            Times("write ≤ 1.05 × MemoryPack", Write, Own, MemoryPack, 1.05),
            Times("write to a new array ≤ 1.05 × MemoryPack", WriteNew, Own, MemoryPack, 1.05),
            Times("read ≤ 1.05 × MemoryPack", Read, Own, MemoryPack, 1.05),
        ]);

    private static Bar Times(string text, string operation, string ours, string rival, double limit) =>
        new(text, r => r.Min(operation, ours) / r.Min(operation, rival), limit);
}
