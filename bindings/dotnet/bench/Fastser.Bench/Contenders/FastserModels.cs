// SPDX-License-Identifier: MIT
//
// The models once more, for our generator.
using System;
using System.Collections.Generic;
using Fastser;

[assembly: FastSerializableExternal(typeof(Fastser.Bench.Node))]
[assembly: FastSerializableExternal(typeof(Fastser.Bench.Tree))]

namespace Fastser.Bench.Own;

[FastSerializable]
public sealed partial class Record : IRecord
{
    public long Id { get; set; }
    public long Parent { get; set; }
    public long Version { get; set; }
    public string Code { get; set; } = "";
    public string Name { get; set; } = "";
    public string Title { get; set; } = "";
    public string Note { get; set; } = "";
    public DateTime Created { get; set; }
    public DateTime Changed { get; set; }
    public bool Active { get; set; }
    public bool Locked { get; set; }
    public bool Shared { get; set; }
    public byte Level { get; set; }
    public double Score { get; set; }
}

[FastSerializable]
public sealed partial class Seed : ISeed
{
    public long Id1 { get; set; }
    public long Id2 { get; set; }
    public long Id3 { get; set; }
    public string? Text1 { get; set; }
    public string? Text2 { get; set; }
    public string? Text3 { get; set; }
    public string? Text4 { get; set; }
    public DateTime Date1 { get; set; }
    public DateTime Date2 { get; set; }
    public bool Flag1 { get; set; }
    public bool Flag2 { get; set; }
    public bool Flag3 { get; set; }
    public byte Level { get; set; }
    public Dictionary<string, object?> Values { get; set; } = new();
}

[FastSerializable]
public sealed partial class Item : IItem
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public string Unit { get; set; } = "";
    public double Price { get; set; }
    public int Quantity { get; set; }
    public long Time { get; set; }
    public float Weight { get; set; }
    public bool InStock { get; set; }
}

[FastSerializable]
public sealed partial class Catalogue
{
    public Item[] Items { get; set; } = [];
}

[FastSerializable]
public sealed partial class IntBlock
{
    public int[] Values { get; set; } = [];
}

[FastSerializable]
public sealed partial class DoubleBlock
{
    public double[] Values { get; set; } = [];
}

[FastSerializable]
public partial struct Point : IPoint
{
    public float X { get; set; }
    public float Y { get; set; }
    public float Z { get; set; }
    public int Tag { get; set; }
}

[FastSerializable]
public sealed partial class PointBlock
{
    public Point[] Values { get; set; } = [];
}

[FastSerializable]
public sealed partial class Node : INode<Node>
{
    public int Id { get; set; }
    public string Label { get; set; } = "";
    public Node? Parent { get; set; }
    public Node? Left { get; set; }
    public Node? Right { get; set; }
    public Node? Link { get; set; }
}

[FastSerializable]
public sealed partial class Tree : ITree<Tree>
{
    public int Id { get; set; }
    public double Value { get; set; }
    public Tree? Left { get; set; }
    public Tree? Right { get; set; }
}

[FastSerializable]
public sealed partial class Chain : IChain<Chain>
{
    public int Id { get; set; }
    public Chain? Next { get; set; }
}
