// SPDX-License-Identifier: MIT
//
// The classes of today for what LegacyApp wrote (tests/Fastser.Fixtures/LegacyModel.cs): some have other
// names, some fields became properties.
#pragma warning disable CS0649, CS0169, CS0414 // Fields are set by reflection.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.Serialization;

namespace Fastser.Tests.Migration;

public enum Colour : short { Red = 1, Green = 2 }

public class Entity
{
    private int id;
    protected string? tag;
    public int Id => id;
    public string? Tag => tag;
}

public struct Point
{
    public int X, Y;
    public object? Label;
}

public sealed class Person : Entity
{
    public string? Name { get; }
    private DateTime born;
    private decimal _balance;
    public Person? BestFriend { get; private set; }
    public Colour Colour { get; init; }
    private Point point;
    private byte[]? data;
    private readonly string?[]? names;
    private Person?[]? family;
    public object? Anything;
    public long Age { get; set; }
    public int Completed;

    public DateTime Born => born;
    public decimal Balance => _balance;
    public Point Point => point;
    public byte[]? Data => data;
    public string?[]? Names => names;
    public Person?[]? Family => family;

    [OnDeserialized]
    private void WhenDone(StreamingContext context) => Completed += BestFriend?.Name == null ? 0 : 1;
}

public sealed class Money
{
    public decimal Amount { get; }
    public string Currency { get; }
    public object? Owner { get; }

    public Money(SerializationInfo info, StreamingContext context)
    {
        Amount = info.GetDecimal("amount");
        Currency = info.GetString("currency")!;
        Owner = info.GetValue("owner", typeof(object));
    }
}

public sealed class Wallet
{
    public string? Name;
    public Money? Main;
    public List<Money>? Others;
}

public sealed class Unit
{
    public static readonly Unit Metre = new();
}

#pragma warning disable SYSLIB0050
public sealed class UnitReference : IObjectReference
{
    public object GetRealObject(StreamingContext context) => Unit.Metre;
}
#pragma warning restore SYSLIB0050

public sealed class Everything
{
    public List<int>? Ints;
    public List<Entity?>? Entities;
    public Dictionary<string, object?>? Objects;
    public Dictionary<int, string>? Empty;
    public HashSet<string>? Set;
    public Queue<int>? Queue;
    public Stack<string>? Stack;
    public SortedList<string, int>? Sorted;
    public SortedDictionary<int, string>? Tree;
    public LinkedList<int>? Linked;
    public ArrayList? List;
    public Hashtable? Table;
    public BitArray? Bits;
    public int[,]? Grid;
    public int[][]? Jagged;
    public KeyValuePair<string, int> Pair;
    public Tuple<int, string>? Tuple;
    public Guid Id;
    public TimeSpan Span;
    public DateTimeOffset Offset;
    public Uri? Uri;
    public Version? Version;
    public int? Some;
    public int? None;
    public object? Null;
}

public sealed class Node
{
    public int Value;
    public Node? Next;
}

public sealed class Letter
{
    private string? subject;
    private int pages;
    private double weight;
    private bool sent;
    private DateTime date;
    private Colour colour;
    private Person2? from;
    private Person2? to;
    private Person2[]? copies;
    private ArrayList? notes;
    private Hashtable? table;
    private int[]? numbers;
    private byte[]? data;
    private object? nothing = "something";
    private object? boxed;
    private char mark;
    private decimal price;

    public (string?, int, double, bool, DateTime, Colour, object?, object?, char, decimal) Simple =>
        (subject, pages, weight, sent, date.ToUniversalTime(), colour, nothing, boxed, mark, price);
    public (Person2? From, Person2? To, Person2[]? Copies) People => (from, to, copies);
    public (ArrayList? Notes, Hashtable? Table, int[]? Numbers, byte[]? Data) Lists => (notes, table, numbers, data);
}

public sealed class Person2
{
    public string? Name;
    public Person2? Friend;
}
