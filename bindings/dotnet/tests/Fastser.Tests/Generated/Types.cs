// SPDX-License-Identifier: MIT
//
// One type of each kind that the generator takes.
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Text;
using Fastser;
using Fastser.Tests.Generated;

[assembly: FastSerializableExternal(typeof(Foreign))]
[assembly: FastSerializableExternal(typeof(ForeignPair<int>), Name = "IntPair")]
[assembly: FastSerializableExternal(typeof(ForeignPoint))]

namespace Fastser.Tests.Generated;

/// <summary>As if it were of another library.</summary>
public class Foreign
{
    public Foreign(string name) => Name = name;

    public string Name { get; }
    public int Age { get; set; }
}

public class ForeignPair<T>
{
    public T? First { get; set; }
    public T? Second { get; set; }
}

public struct ForeignPoint
{
    public int X { get; set; }
    public int Y { get; set; }
}

[FastSerializable]
public partial class Numbers
{
    public bool A;
    public sbyte B;
    public byte C;
    public short D;
    public ushort E;
    public int F;
    public uint G;
    public long H;
    public ulong I;
    public float J;
    public double K;
    public char L;
    public nint M;
    public nuint N;
    public decimal O;
    public Guid P;
    public Color Q;
    public Wide R;
    public int? S;
    public Color? T;
    public bool? U;
    [Net8] public Half V;
    [Net8] public Int128 W;
    [Net8] public UInt128 X;
    public BigInteger Y;
    public Complex Z;
}

public enum Color : byte { Red, Green = 200 }

public enum Wide : long { Least = long.MinValue, Most = long.MaxValue }

[FastSerializable]
public partial class Times
{
    public DateTime A;
    public DateTimeOffset B;
    public TimeSpan C;
    [Net8] public DateOnly D;
    [Net8] public TimeOnly E;
    public DateTime? F;
}

[FastSerializable]
public partial class Varints
{
    [FastMember(Varint = true)] public short A;
    [FastMember(Varint = true)] public ushort B;
    [FastMember(Varint = true)] public int C { get; set; }
    [FastMember(Varint = true)] public uint D;
    [FastMember(Varint = true)] public long E;
    [FastMember(Varint = true)] public ulong F;
    [FastMember(Varint = true)] public Wide G;
    [FastMember(Varint = true)] public List<int> H = [];
    [FastMember(Varint = true)] public int? I;
    [FastMember(Varint = true)] public Dictionary<long, uint> J = [];
}

[FastSerializable]
public partial class Texts
{
    public string A = "";
    public string? B;
    public string? C;
    [FastMember(Share = true)] public string D = "";
    [FastMember(Share = true)] public string? E;
    [FastMember(Share = true)] public List<string> F = [];
    public Uri G = new("https://example.org/");
    public Version? H;
    public StringBuilder I = new();
    public CultureInfo J = CultureInfo.InvariantCulture;
    public byte[] K = [];
    public byte[]? L;
    [FastMember(Share = true)] public byte[] M = [];
    public ReadOnlyMemory<byte> N;
    [Net8] public Rune O;
    public BitArray P = new(0);
}

[FastSerializable]
public partial class Lists
{
    public int[] A = [];
    public List<string?> B = [];
    public IList<long>? C;
    public IEnumerable<string>? D;
    public IReadOnlyList<Point>? E;
    public Queue<int>? F;
    public Stack<int>? G;
    public LinkedList<int>? H;
    public ObservableCollection<int>? I;
    public ConcurrentQueue<int>? J;
    [Net8] public ImmutableArray<int> K = [];
    [Net8] public ImmutableList<string>? L;
    public int[][] M = [];
    public int[,] N = new int[0, 0];
    public List<int> O { get; } = [];
    public (int, string) P = (0, "");
    public KeyValuePair<string, int?> Q = new("", null);
    public Tuple<int, Point>? R;
    public (int, int, int, int, int, int, int, int, string) S = (0, 0, 0, 0, 0, 0, 0, 0, "");
}

[FastSerializable]
public partial class Maps
{
    public Dictionary<string, int> A = [];
    public Dictionary<Guid, List<int>>? B;
    public IReadOnlyDictionary<int, Named?>? C;
    public SortedDictionary<string, string?>? D;
    public ConcurrentDictionary<int, int>? E;
    [Net8] public ImmutableDictionary<int, string>? F;
    [Net8] public FrozenDictionary<string, int>? G;
    public HashSet<string> H = [];
    public SortedSet<int>? I;
    [Net8] public FrozenSet<int>? J;
    public Dictionary<string, int> K { get; } = [];
    public HashSet<int> L { get; } = [];
}

[FastSerializable]
public partial struct Point
{
    public int X;
    public int Y;
}

[FastSerializable]
public partial struct Gappy
{
    public byte A;
    public long B;
    public Point C;
    [FastMember] private short _d;

    public short D
    {
        readonly get => _d;
        set => _d = value;
    }
}

[FastSerializable]
public readonly partial struct Sealed
{
    public readonly int A;
    public readonly bool B;

    public Sealed(int a, bool b) => (A, B) = (a, b);
}

[FastSerializable]
public readonly partial record struct Money(decimal Amount, string Currency);

[FastSerializable]
public partial record Named(string Name, int Age)
{
    public string? Note { get; set; }
}

[FastSerializable]
public partial record Student(string Name, int Age, string School) : Named(Name, Age);

#pragma warning disable FS010 // What these two are for.
[FastSerializable]
public partial record Link(int Value, Link? Next);

[FastSerializable]
public partial class Knot
{
    public Knot(List<Knot> others) => Others = others;

    public List<Knot> Others { get; }
}
#pragma warning restore FS010

/// <summary>A Knot in archives, whose members can be set.</summary>
[FastSerializable(Name = "Knot")]
public partial class LooseKnot
{
    public List<LooseKnot> Others { get; set; } = [];
}

[FastSerializable]
public partial class InitOnly
{
    public int A { get; init; } = 5;
    public required string B { get; init; }
    public required List<int> C { get; set; }
    public readonly int D;
    [FastMember] private readonly string? _e;

    public InitOnly() { }

    [SetsRequiredMembers]
    public InitOnly(int d, string? e) => (B, C, D, _e) = ("", [], d, e);

    public string? E => _e;
}

[FastSerializable]
public partial class Private
{
    [FastMember] private int _a;
    [FastMember(0)] private string B { get; set; } = "";
    public int C { get; private set; }

    private Private() { }

    public static Private Make(int a, string b, int c) => new() { _a = a, B = b, C = c };

    public (int, string, int) All => (_a, B, C);
}

[FastSerializable]
public partial class Chosen
{
    public Chosen() => Other = "not this one";

    [FastConstructor]
    public Chosen(int value, string other = "default")
    {
        Value = value;
        Other = other;
    }

    public int Value { get; }
    public string Other { get; }
}

public static partial class Around
{
    public partial class Inner<T>
    {
        [FastSerializable]
        public partial class Deep
        {
            public T? Value;
            public int Number;
        }
    }

    [FastSerializable(Name = "Hidden", Version = 7)]
    private partial class Secret
    {
        public int A;
    }

    public static (int, byte[]) OfSecret()
    {
        byte[] bytes = FastSerializer.Serialize(new Secret { A = 7 });
        return (FastSerializer.Deserialize<Secret>(bytes).A, bytes);
    }
}

[FastSerializable]
public partial class Pair<TFirst, TSecond> where TFirst : notnull
{
    public TFirst First = default!;
    public TSecond? Second;
    public List<TFirst> All = [];
}

[FastSerializable]
public partial class Generics
{
    public Pair<int, string>? A;
    public Pair<Point, List<int>>? B;
    public Pair<string, int?>? C;
    public Around.Inner<string>.Deep? D;
}

[FastSerializable]
public partial class Cell<T>
{
    public T Value = default!;
    public T? Other;
    public List<T> All = [];
}

[FastSerializable]
public partial class Cells
{
    public Cell<int?>? Numbers;
    public Cell<Point?>? Points;
}

[FastSerializable]
public partial class Animal
{
    public string Name { get; set; } = "";
    [FastMember] private int _secret;

    public int Secret
    {
        get => _secret;
        set => _secret = value;
    }
}

[FastSerializable]
public partial class Dog : Animal
{
    public bool Barks { get; set; }
}

[FastSerializable]
public sealed partial class Puppy : Dog
{
    public int Weeks;
    public Dog? Mother;
}

[FastUnion(0, typeof(Circle)), FastUnion(1, typeof(Square)), FastUnion(2, typeof(Group))]
public abstract partial class Shape
{
    public int Id { get; set; }
}

[FastSerializable]
public partial class Circle : Shape
{
    public double Radius;
}

[FastSerializable]
public partial class Square : Shape, IArea
{
    public double Side;
}

[FastSerializable]
public partial class Group : Shape
{
    public List<Shape> Parts = [];
    public Shape? First;
    public Dictionary<string, Shape?> ByName = [];
}

[FastUnion(0, typeof(Square)), FastUnion(1, typeof(Field))]
public interface IArea { }

[FastSerializable]
public partial record Field(string Owner) : IArea;

[FastSerializable]
public partial class Areas
{
    public IArea Main = new Field("");
    public IArea? Other;
    public IArea[] All = [];
}

[FastSerializable]
public partial class Tree
{
    public string Name = "";
    public Tree? Left;
    public Tree? Right;
    public List<Tree> Others = [];
    public Tree? Parent { get; init; }
}

[FastSerializable]
public partial class Calls
{
    public int Value;
    public Calls? Other;
    [FastIgnore] public List<string> Log = [];

    [FastOnSerializing] private void Before() => Log.Add("serializing");
    [FastOnSerialized] private void After() => Log.Add("serialized");
    [FastOnDeserializing] private void Begin() => Log.Add("deserializing " + Value);
    [FastOnDeserialized] private void End() => Log.Add("deserialized " + Value + " " + (Other?.Value ?? -1));
}

[FastSerializable]
public partial class MoreCalls : Calls
{
    public int More;

    [FastOnDeserialized] private void EndMore() => Log.Add("more " + More);
}

[FastSerializable]
public partial class Externals
{
    public Foreign? A;
    public ForeignPair<int>? B;
    public ForeignPoint C;
    public List<ForeignPoint> D = [];
    public Foreign[] E = [];
}

[FastSerializable]
public partial class Structs
{
    public Point A;
    public Point? B;
    public Point[] C = [];
    public List<Gappy> D = [];
    public Sealed E;
    public Money F;
    public Gappy G;
    public Sealed[] H = [];
    public (Point, Money) I = (default, new Money(0, ""));
}

[FastSerializable]
public partial class Anything
{
    public object? A;
    public object? B;
    public List<object?> C = [];
    public Dictionary<string, object?> D = [];
    public Lazy<int> E = new(() => 0);
}
