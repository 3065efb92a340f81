// SPDX-License-Identifier: MIT
//
// What is written and read. Each model has an interface, by which the data are made and compared; a
// contender that needs classes of its own (Google.Protobuf's messages, our generated ones with their
// mark field) implements it again, so that nobody pays for a field of somebody else.
//
// The classes here carry the attributes of all rivals. Those of rivals that are not there are in
// AbsentAttributes.cs.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using Id = Orleans.IdAttribute;
using MemoryOrder = MemoryPack.MemoryPackOrderAttribute;
using MpKey = MessagePack.KeyAttribute;
using NbKey = Nerdbank.MessagePack.KeyAttribute;
using Pn = ProtoBuf.ProtoMemberAttribute;

namespace Fastser.Bench;

/// <summary>14 fields, 4 of them strings.</summary>
public interface IRecord
{
    long Id { get; set; }
    long Parent { get; set; }
    long Version { get; set; }
    string Code { get; set; }
    string Name { get; set; }
    string Title { get; set; }
    string Note { get; set; }
    DateTime Created { get; set; }
    DateTime Changed { get; set; }
    bool Active { get; set; }
    bool Locked { get; set; }
    bool Shared { get; set; }
    byte Level { get; set; }
    double Score { get; set; }
}

/// <summary>The object of the article that this project began with: a record and its dictionary.</summary>
public interface ISeed
{
    long Id1 { get; set; }
    long Id2 { get; set; }
    long Id3 { get; set; }
    string? Text1 { get; set; }
    string? Text2 { get; set; }
    string? Text3 { get; set; }
    string? Text4 { get; set; }
    DateTime Date1 { get; set; }
    DateTime Date2 { get; set; }
    bool Flag1 { get; set; }
    bool Flag2 { get; set; }
    bool Flag3 { get; set; }
    byte Level { get; set; }
    Dictionary<string, object?> Values { get; set; }
}

/// <summary>One of 10,000; 8 fields, 2 of them strings.</summary>
public interface IItem
{
    int Id { get; set; }
    string Name { get; set; }
    string Unit { get; set; }
    double Price { get; set; }
    int Quantity { get; set; }
    long Time { get; set; }
    float Weight { get; set; }
    bool InStock { get; set; }
}

/// <summary>16 bytes without a pointer.</summary>
public interface IPoint
{
    float X { get; set; }
    float Y { get; set; }
    float Z { get; set; }
    int Tag { get; set; }
}

/// <summary>A node of a graph with cycles.</summary>
public interface INode<T> where T : class, INode<T>
{
    int Id { get; set; }
    string Label { get; set; }
    T? Parent { get; set; }
    T? Left { get; set; }
    T? Right { get; set; }
    T? Link { get; set; }
}

/// <summary>A node of a tree.</summary>
public interface ITree<T> where T : class, ITree<T>
{
    int Id { get; set; }
    double Value { get; set; }
    T? Left { get; set; }
    T? Right { get; set; }
}

/// <summary>A link of a chain.</summary>
public interface IChain<T> where T : class, IChain<T>
{
    int Id { get; set; }
    T? Next { get; set; }
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Record : IRecord
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public long Id { get; set; }
    [MpKey(1), NbKey(1), Pn(2), Id(1)] public long Parent { get; set; }
    [MpKey(2), NbKey(2), Pn(3), Id(2)] public long Version { get; set; }
    [MpKey(3), NbKey(3), Pn(4), Id(3)] public string Code { get; set; } = "";
    [MpKey(4), NbKey(4), Pn(5), Id(4)] public string Name { get; set; } = "";
    [MpKey(5), NbKey(5), Pn(6), Id(5)] public string Title { get; set; } = "";
    [MpKey(6), NbKey(6), Pn(7), Id(6)] public string Note { get; set; } = "";
    [MpKey(7), NbKey(7), Pn(8), Id(7)] public DateTime Created { get; set; }
    [MpKey(8), NbKey(8), Pn(9), Id(8)] public DateTime Changed { get; set; }
    [MpKey(9), NbKey(9), Pn(10), Id(9)] public bool Active { get; set; }
    [MpKey(10), NbKey(10), Pn(11), Id(10)] public bool Locked { get; set; }
    [MpKey(11), NbKey(11), Pn(12), Id(11)] public bool Shared { get; set; }
    [MpKey(12), NbKey(12), Pn(13), Id(12)] public byte Level { get; set; }
    [MpKey(13), NbKey(13), Pn(14), Id(13)] public double Score { get; set; }
}

// No attribute of MemoryPack: it does not compile a Dictionary<string, object>.
[Serializable, MessagePack.MessagePackObject, Orleans.GenerateSerializer]
[PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Seed : ISeed
{
    [MpKey(0), NbKey(0), Id(0)] public long Id1 { get; set; }
    [MpKey(1), NbKey(1), Id(1)] public long Id2 { get; set; }
    [MpKey(2), NbKey(2), Id(2)] public long Id3 { get; set; }
    [MpKey(3), NbKey(3), Id(3)] public string? Text1 { get; set; }
    [MpKey(4), NbKey(4), Id(4)] public string? Text2 { get; set; }
    [MpKey(5), NbKey(5), Id(5)] public string? Text3 { get; set; }
    [MpKey(6), NbKey(6), Id(6)] public string? Text4 { get; set; }
    [MpKey(7), NbKey(7), Id(7)] public DateTime Date1 { get; set; }
    [MpKey(8), NbKey(8), Id(8)] public DateTime Date2 { get; set; }
    [MpKey(9), NbKey(9), Id(9)] public bool Flag1 { get; set; }
    [MpKey(10), NbKey(10), Id(10)] public bool Flag2 { get; set; }
    [MpKey(11), NbKey(11), Id(11)] public bool Flag3 { get; set; }
    [MpKey(12), NbKey(12), Id(12)] public byte Level { get; set; }
    [MpKey(13), NbKey(13), Id(13)] public Dictionary<string, object?> Values { get; set; } = new();
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Item : IItem
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public int Id { get; set; }
    [MpKey(1), NbKey(1), Pn(2), Id(1)] public string Name { get; set; } = "";
    [MpKey(2), NbKey(2), Pn(3), Id(2)] public string Unit { get; set; } = "";
    [MpKey(3), NbKey(3), Pn(4), Id(3)] public double Price { get; set; }
    [MpKey(4), NbKey(4), Pn(5), Id(4)] public int Quantity { get; set; }
    [MpKey(5), NbKey(5), Pn(6), Id(5)] public long Time { get; set; }
    [MpKey(6), NbKey(6), Pn(7), Id(6)] public float Weight { get; set; }
    [MpKey(7), NbKey(7), Pn(8), Id(7)] public bool InStock { get; set; }
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Catalogue
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public Item[] Items { get; set; } = [];
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class IntBlock
{
    [MpKey(0), NbKey(0), Pn(1, IsPacked = true), Id(0)] public int[] Values { get; set; } = [];
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class DoubleBlock
{
    [MpKey(0), NbKey(0), Pn(1, IsPacked = true), Id(0)] public double[] Values { get; set; } = [];
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public partial struct Point : IPoint
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public float X { get; set; }
    [MpKey(1), NbKey(1), Pn(2), Id(1)] public float Y { get; set; }
    [MpKey(2), NbKey(2), Pn(3), Id(2)] public float Z { get; set; }
    [MpKey(3), NbKey(3), Pn(4), Id(3)] public int Tag { get; set; }
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class PointBlock
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public Point[] Values { get; set; } = [];
}

[Serializable, MemoryPack.MemoryPackable(MemoryPack.GenerateType.CircularReference)]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Node : INode<Node>
{
    [NbKey(0), Id(0), MemoryOrder(0)] public int Id { get; set; }
    [NbKey(1), Id(1), MemoryOrder(1)] public string Label { get; set; } = "";
    [NbKey(2), Id(2), MemoryOrder(2)] public Node? Parent { get; set; }
    [NbKey(3), Id(3), MemoryOrder(3)] public Node? Left { get; set; }
    [NbKey(4), Id(4), MemoryOrder(4)] public Node? Right { get; set; }
    [NbKey(5), Id(5), MemoryOrder(5)] public Node? Link { get; set; }
}

[Serializable, MemoryPack.MemoryPackable, MessagePack.MessagePackObject, ProtoBuf.ProtoContract]
[Orleans.GenerateSerializer, PolyType.GenerateShape, Apache.Fory.ForyStruct]
public sealed partial class Tree : ITree<Tree>
{
    [MpKey(0), NbKey(0), Pn(1), Id(0)] public int Id { get; set; }
    [MpKey(1), NbKey(1), Pn(2), Id(1)] public double Value { get; set; }
    [MpKey(2), NbKey(2), Pn(3), Id(2)] public Tree? Left { get; set; }
    [MpKey(3), NbKey(3), Pn(4), Id(3)] public Tree? Right { get; set; }
}

/// <summary>MemoryPack says by the type whether references are kept.</summary>
[MemoryPack.MemoryPackable(MemoryPack.GenerateType.CircularReference)]
public sealed partial class KeptTree : ITree<KeptTree>
{
    [MemoryOrder(0)] public int Id { get; set; }
    [MemoryOrder(1)] public double Value { get; set; }
    [MemoryOrder(2)] public KeptTree? Left { get; set; }
    [MemoryOrder(3)] public KeptTree? Right { get; set; }
}

[Serializable]
public sealed class Chain : IChain<Chain>
{
    public int Id { get; set; }
    public Chain? Next { get; set; }
}

/// <summary>System.Text.Json's generated code for the models.</summary>
[JsonSerializable(typeof(Record))]
[JsonSerializable(typeof(Catalogue))]
[JsonSerializable(typeof(IntBlock))]
[JsonSerializable(typeof(DoubleBlock))]
[JsonSerializable(typeof(PointBlock))]
[JsonSerializable(typeof(Node))]
[JsonSerializable(typeof(Tree))]
public sealed partial class JsonModels : JsonSerializerContext;
