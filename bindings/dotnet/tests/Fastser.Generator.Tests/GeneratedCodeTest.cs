// SPDX-License-Identifier: MIT
//
// What is generated compiles without a warning, whatever the type looks like.
using System;
using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class GeneratedCodeTest
{
    private const string Using = "using System; using System.Collections; using System.Collections.Generic; using System.Collections.Immutable; using Fastser;\n";

    // Everything that generated code mentions, with an attribute that makes mentioning it a warning or an error.
    private static string Obsolete(string attribute) => """
        [FastSerializable] public partial class P { [@] public int A; [@] public string B { get; set; } = ""; public long C { [@] get; [@] set; } [@] public List<int> D { get; } = new(); [@] public int E { get; init; } [@] public readonly int F; [@, FastMember] private int _g; }
        [FastSerializable] public partial class D : P { [@, FastOnDeserialized] private void Done() { } }
        [FastSerializable] public partial class M { [@] public M(int a) { A = a; } public int A { get; } }
        [FastSerializable] public partial record R([property: @] int A, string B);
        [FastSerializable] public partial struct S { [@] public int A; [@] public string B; }
        [@, FastSerializable] public partial class O { public O? Next; public List<O> All = new(); }
        [@] public enum K { X }
        [@, FastSerializable] public partial class G<T> { public T? A; }
        [@, FastUnion(0, typeof(C))] public interface IU { }
        [@, FastUnion(0, typeof(C))] public abstract partial class U : IU { }
        [@, FastSerializable] public partial class C : U { }
        public static partial class Outer { [@, FastSerializable] private partial class I { public int A; private enum Z { A } [FastMember] private Z _z; } }
        [@, FastSerializable] public partial class User { public O? A; public List<O> B = new(); public K C; public Dictionary<K, O?> D = new(); public G<O>? E; public IU? F; public List<U> G = new(); }
        """.Replace("@", attribute);

    public static IEnumerable<object[]> Programs { get; } =
    [
        ["a class", "[FastSerializable] public partial class P { public int A; public string B { get; set; } = \"\"; public string? C { get; init; } public bool D { get; private set; } }"],
        ["a sealed class in a namespace", "namespace X.Y { [FastSerializable] public sealed partial class P { public long A { get; set; } } }"],
        ["a struct", "[FastSerializable] public partial struct P { public int A; public float B; [FastMember] private short _c; }"],
        ["a readonly struct", "[FastSerializable] public readonly partial struct P { public readonly int A; public double B { get; init; } public P(int a) { A = a; B = 0; } }"],
        ["a record", "[FastSerializable] public partial record P(string Name, int Age) { public string? Note { get; set; } }"],
        ["a record struct", "[FastSerializable] public partial record struct P(int X, int Y); [FastSerializable] public readonly partial record struct Q(int X, string Y);"],
        ["required members", "[FastSerializable] public partial class P { public required string A { get; init; } public required int B; [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public P(string a) { A = a; } }"],
        ["required members without a constructor", "[FastSerializable] public partial class P { public required string A { get; init; } public required int B; }"],
        ["readonly fields", "[FastSerializable] public partial class P { public readonly int A; [FastMember] private readonly string _b = \"\"; }"],
        ["private members and constructor", "[FastSerializable] public partial class P { private P() { } [FastMember] private int a; [FastMember(3)] private string? B { get; set; } }"],
        ["chosen constructors", "[FastSerializable] public partial class P { public int A { get; } public P() { } [FastConstructor] public P(int a) { A = a; } }"],
        ["default parameters", "[FastSerializable] public partial class P { public int A { get; } public P(int a, string other = \"x\") { A = a; } }"],
        ["nested types", "public partial class O { internal partial struct N { [FastSerializable] public partial class P { public int A; } } [FastSerializable] private partial class Q { public List<P2> Some = new(); } [FastSerializable] private partial class P2 { public int A; } }"],
        ["a generic type", "[FastSerializable] public partial class Pair<A, B> where A : notnull { public A First = default!; public B? Second; public List<A> All = new(); } [FastSerializable] public partial class User { public Pair<int, string>? P; public Pair<User, List<int>>? Q; }"],
        ["a generic struct", "[FastSerializable] public partial struct Box<T> where T : unmanaged { public T Value; public T[] More; } [FastSerializable] public partial class User { public Box<int> B; public Box<long>? C; }"],
        ["base classes", "[FastSerializable] public partial class B { public int Id { get; set; } [FastMember] private int _secret; } [FastSerializable] public partial class D : B { public string? Name; } [FastSerializable] public partial class E : D { public D? Other; }"],
        ["a base that is a record", "[FastSerializable] public partial record B(int Id); [FastSerializable] public partial record D(int Id, string Name) : B(Id);"],
        ["an abstract base", "[FastSerializable] public abstract partial class B { public int Id { get; init; } public abstract int X { get; set; } public virtual int Y { get; set; } } [FastSerializable] public partial class D : B { public override int X { get; set; } public override int Y { get; set; } }"],
        ["a union", "[FastUnion(0, typeof(A)), FastUnion(1, typeof(B))] public abstract partial class S { public int Id; public List<A>? As; } [FastSerializable] public partial class A : S { public S? Next; public S Must = null!; } [FastSerializable] public sealed partial class B : S { public List<S> Parts = new(); }"],
        ["a union that is an interface", "namespace N { [FastUnion(0, typeof(A))] public interface IS { } [FastSerializable] public partial class A : IS { public IS? Next; public IS[] More = new IS[0]; } public class O { [FastUnion(0, typeof(C))] internal interface II { } [FastUnion(0, typeof(C))] internal interface IJ { } } [FastSerializable] partial class C : O.II, O.IJ { } }"],
        ["callbacks", "[FastSerializable] public partial class P { public int A; [FastOnSerializing] private void B() { } [FastOnSerialized] private void C() { } [FastOnDeserializing] private void D() { } [FastOnDeserialized] public void E() { } } [FastSerializable] public partial class Q : P { public int F; } [FastSerializable] public partial struct R { public int A; [FastOnDeserialized] void B() { } }"],
        ["external types", "[assembly: FastSerializableExternal(typeof(Lib.Point))] [assembly: FastSerializableExternal(typeof(Lib.Person), Name = \"Human\")] [assembly: FastSerializableExternal(typeof(Lib.Pair<int>))] namespace Lib { public struct Point { public int X { get; set; } public int Y { get; set; } private int _z; } public class Person { public string Name { get; } public Person(string name) { Name = name; } public int Age { get; set; } } public class Pair<T> { public T? A { get; set; } } } [FastSerializable] public partial class P { public Lib.Point A; public Lib.Person? B; public List<Lib.Point> C = new(); public Lib.Pair<int>? D; }"],
        ["external types of one name", "[assembly: FastSerializableExternal(typeof(A.X))] [assembly: FastSerializableExternal(typeof(B.X))] [assembly: FastSerializableExternal(typeof(B.O<int>.X))] [assembly: FastSerializableExternal(typeof(B.O<string>.X))] namespace A { public class X { public int V; } } namespace B { public class X { public int V; } public class O<T> { public class X { public T V = default!; } } } [FastSerializable] public partial class P { public A.X? A; public B.X? B; public B.O<int>.X? C; public B.O<string>.X? D; }"],
        ["an external base that is abstract", "[assembly: FastSerializableExternal(typeof(B))] [assembly: FastSerializableExternal(typeof(C))] public abstract class B { public int X { get; set; } } public class C : B { public int Y; } [FastSerializable] public partial class D : B { public C? C; }"],
        ["a parameter whose tuple has other names", "[FastSerializable] public partial class P { public (int A, string? B) T { get; } public P((int X, string? Y) t) { T = t; } } [FastSerializable] public partial record R((int A, int B, int C, int D, int E, int F, int G, int H, int I) T, List<(string N, int[] V)> L);"],
        ["collections to fill", "[FastSerializable] public partial class P { public List<int> A { get; } = new(); public Dictionary<string, P> B { get; } = new(); public HashSet<long> C { get; } = new(); }"],
        ["options", "[FastSerializable] public partial class P { [FastMember(Varint = true)] public int A; [FastMember(Varint = true)] public ulong B { get; set; } [FastMember(Share = true)] public string C = \"\"; [FastMember(Varint = true)] public List<int> D = new(); [FastMember(Share = true)] public Dictionary<string, string?> E = new(); [FastMember(Varint = true)] public E1 F; [FastMember(Share = true)] public byte[] G = new byte[0]; [FastMember(Share = true)] public string? H; [FastMember(Varint = true)] public int? I; } public enum E1 : short { X }"],
        ["names that are words of the language", "[FastSerializable] public partial class @class { public int @int; public string? @base { get; init; } public int value; public int writer; public int reader; public int v; public int p0; }"],
        ["numbers", "public enum E : byte { A } [FastSerializable] public partial class P { public bool A; public sbyte B; public byte C; public short D; public ushort E; public int F; public uint G; public long H; public ulong I; public float J; public double K; public char L; public nint M; public nuint N; public decimal O; public Guid Q; public E R; public int? S; public E? T; public bool? U; }"],
        ["times", "[FastSerializable] public partial class P { public DateTime A; public DateTimeOffset B; public TimeSpan C; public DateOnly D; public TimeOnly E; public DateTime? F; }"],
        ["big and small numbers", "[FastSerializable] public partial class P { public Half A; public Int128 B; public UInt128 C; public System.Numerics.BigInteger D; public System.Numerics.Complex E; public System.Text.Rune F; public System.Collections.Specialized.BitVector32 G; }"],
        ["well-known classes", "[FastSerializable] public partial class P { public Uri A = null!; public Version? B; public BitArray C = null!; public System.Text.StringBuilder D = new(); public System.Globalization.CultureInfo? E; public object? F; public object G = 1; public Lazy<int>? H; }"],
        ["lists", "[FastSerializable] public partial class P { public int[] A = new int[0]; public List<string?> B = new(); public IList<int>? C; public IEnumerable<string>? D; public IReadOnlyList<P>? E; public Queue<int>? F; public Stack<int>? G; public LinkedList<int>? H; public System.Collections.ObjectModel.ObservableCollection<int>? I; public System.Collections.ObjectModel.Collection<int>? J; public ArraySegment<int> K; public Memory<int> L; public System.Collections.Concurrent.ConcurrentQueue<int>? M; public System.Collections.Concurrent.ConcurrentBag<int>? N; public System.Collections.Concurrent.ConcurrentStack<int>? O; public ICollection<int>? Q; public IReadOnlyCollection<int>? R; public ReadOnlyMemory<long> S; public int[][]? T; }"],
        ["immutable lists", "[FastSerializable] public partial class P { public ImmutableArray<int> A; public ImmutableList<string>? B; }"],
        ["data", "[FastSerializable] public partial class P { public byte[] A = new byte[0]; public byte[]? B; public Memory<byte> C; public ReadOnlyMemory<byte> D; public ImmutableArray<byte> E; public List<byte> F = new(); }"],
        ["sets and maps", "[FastSerializable] public partial class P { public HashSet<int> A = new(); public SortedSet<string>? B; public ISet<long>? C; public Dictionary<string, P?> D = new(); public IDictionary<int, int>? E; public IReadOnlyDictionary<int, List<int>>? F; public SortedDictionary<string, int>? G; public SortedList<string, int>? H; public System.Collections.Concurrent.ConcurrentDictionary<int, int>? I; }"],
        ["immutable sets and maps", "[FastSerializable] public partial class P { public ImmutableHashSet<int>? A; public ImmutableDictionary<int, string>? B; public System.Collections.Frozen.FrozenSet<int>? C; public System.Collections.Frozen.FrozenDictionary<int, string>? D; }"],
        ["tuples", "[FastSerializable] public partial class P { public (int, string) A; public (int X, P? Y, double Z) B; public KeyValuePair<int, string> C; public Tuple<int, long>? D; public List<(int, int)> E = new(); }"],
        ["arrays of more dimensions", "[FastSerializable] public partial class P { public int[,] A = new int[0, 0]; public string[,,]? B; }"],
        ["structs in structs", "[FastSerializable] public partial struct V { public float X, Y, Z; } [FastSerializable] public partial struct T { public V Position; public V? Maybe; public int Id; } [FastSerializable] public partial class P { public T Where; public V[] Path = new V[0]; public List<T> All = new(); public V? Last; }"],
        ["names that differ in case alone, or where files can have no such names", "[FastSerializable] public partial class Gen { public int A; } [FastSerializable] public partial class gen { public Gen? A; } [FastSerializable] public partial class Pair<T> { public T? A; } [FastSerializable] public partial class Pair_T_ { public Pair<int>? A; }"],
        ["private types of members", "[FastSerializable] public partial class O { private enum K { X } [FastMember] private K _a; [FastMember] private K? _b; [FastMember] private List<K> _c = new(); [FastSerializable] private partial class Q { [FastMember] private List<Q> _d = new(); private enum Z { A } [FastMember] private Z[] _e = new Z[1]; } [FastMember] private Q? _f; [FastSerializable] private partial struct S { public int A; } [FastMember] private (K, S) _g; [FastMember] private Pair<K, Q>? _h; } [FastSerializable] public partial class Pair<A, B> { public A? First; public B? Second; } [FastSerializable] public abstract partial class P { protected enum K { X } [FastMember] protected K A; [FastMember] protected List<K> B { get; } = new(); } [FastSerializable] public partial class D : P { [FastMember] private K[] _a = new K[0]; } [FastSerializable] public partial class E : P { public E(string c) { C = c; } public string C { get; } }"],
        ["type parameters named as what is generated", "[FastSerializable] public partial class P<Formats, Offsets, Instance, Shape> where Formats : notnull { public List<Formats> A = new(); public Offsets? B; public Instance? C; public Dictionary<Formats, Shape>? D; } [FastSerializable] public partial struct Q<Offsets, Formats_, Formats> { public Offsets A; public Formats B; public List<Formats_> C; } [FastSerializable] public partial class R<ReadRecord, Type, Members, var, made> { public ReadRecord? A { get; init; } public List<Type> B { get; } = new(); public Members? C; public var? D { get; init; } public List<var> E { get; } = new(); public made? F; public string H = \"\"; public string? I; [FastOnDeserialized] void G() { } } [FastSerializable] public partial class U { public P<int, string, int, long>? A; public Q<int, int, int> B; public R<int, int, int, int, int>? C; }"],
        ["several runs of strings", "[FastSerializable] public partial class B<T> { public string A = \"\"; public string? C; public List<T> D = new(); public string E = \"\"; public V F; public string text0_0 = \"\"; public string any1 = \"\"; } [FastSerializable] public partial class P : B<int> { public string ascii = \"\"; public string texts = \"\"; public object? G; public string p0 = \"\"; [FastMember(Varint = true)] public ulong H; public string done1 = \"\"; } [FastSerializable] public partial struct V { public byte A; public float B; } [FastSerializable] public readonly partial record struct S(string A, string? B, V C); [FastSerializable] public partial record Q(string A, string B);"],
        ["what is obsolete", Obsolete("Obsolete")],
        ["what is obsolete and an error to use", Obsolete("Obsolete(\"no\", true)")],
        ["what is experimental", Obsolete("System.Diagnostics.CodeAnalysis.Experimental(\"X1\")")],
        ["mixed", "[FastSerializable] public partial class P { public Dictionary<string, List<(int, P?)>>? A; public List<Dictionary<Guid, int?[]>>? B; }"],
    ];

    [Theory]
    [MemberData(nameof(Programs))]
    public void ItCompilesWithoutAWarning(string what, string source)
    {
        Assert.NotEmpty(what);
        Compiled.Clean(Using + source);
    }

    // Whether a graph knows its objects by their marks alone.
    [Theory]
    [InlineData(true, "public int A; public string B { get; set; } = \"\"; public P? C { get; private set; } public int? F { get; init; }")]
    [InlineData(true, "public List<P> A { get; } = new(); public Dictionary<string, P?> B = new(); public P[] C = new P[0];")]
    [InlineData(false, "private P? _a; public P? A { get => _a; set => _a = value; }")]
    [InlineData(false, "private P? _a; public P? A { get { return _a; } set { _a = value; } }")]
    [InlineData(false, "public virtual P? A { get; set; }")]
    [InlineData(false, "public IList<P> A { get; set; } = new List<P>();")]
    [InlineData(false, "public object? A { get; set; }")]
    [InlineData(false, "public P? A { get; set; } [FastOnSerializing] private void B() { }")]
    [InlineData(false, "public P? A { get; set; } [FastOnSerialized] private void B() { }")]
    public void AClassIsPlainIfNoCodeOfTheUsersRunsWhenItIsWritten(bool plain, string members)
    {
        string source = Compiled.Clean(Using + "[FastSerializable] public partial class P { " + members + " }").Generated;
        Assert.Equal(plain, source.Contains("Fields, true)", StringComparison.Ordinal));
    }

    private const string BothEngines = """
        public static class Program
        {
            public static string Of<T>(T value, Func<T, string> show)
            {
                var text = "";
                foreach (var engine in new[] { FastserEngine.Managed, FastserEngine.Native })
                {
                    foreach (var references in new[] { false, true })
                    {
                        try
                        {
                            text += show(FastSerializer.Clone(value, new FastSerializerOptions { Engine = engine, References = references })) + ";";
                        }
                        catch (ArgumentException error)
                        {
                            text += error.Message + ";";
                        }
                    }
                }
                return text;
            }
            public static string Main() => Run();
        """;

    private static string InBothEngines(string one) => one + one + one + one;

    [Theory]
    [InlineData("public S A;", "new P { A = new S { X = 1 } }", "p.A.X + \"\" + p.A.Y", "12")]
    [InlineData("public S[] A = new S[0];", "new P { A = new[] { new S { X = 1 }, new S { X = 1 } } }", "p.A[0].X + \"\" + p.A[1].X + p.A[0].Y + p.A[1].Y", "1122")]
    [InlineData("public List<S> A = new();", "new P { A = { new S { X = 1 }, new S { X = 1 } } }", "p.A[0].X + \"\" + p.A[1].X + p.A[0].Y + p.A[1].Y", "1122")]
    [InlineData("public T A; public T[] B = new T[0];", "new P { A = new T { S = new S { X = 1 } }, B = new T[2] }", "p.A.S.Y + \"\" + p.B[1].S.Y", "22")]
    [InlineData("public S? A;", "new P { A = new S { X = 1 } }", "p.A!.Value.X + \"\" + p.A!.Value.Y", "12")]
    [InlineData("public Dictionary<int, S> A = new();", "new P { A = { [7] = new S { X = 1 } } }", "p.A[7].X + \"\" + p.A[7].Y", "12")]
    public void TheCallbacksOfAStructOfOneSizeAreCalled(string members, string value, string show, string expected) =>
        Assert.Equal(InBothEngines(expected + ";"), Compiled.Clean(Using + "[FastSerializable] public partial struct S { public int X; public int Y; [FastOnSerializing] void Before() { Y = 1; } [FastOnDeserialized] void After() { Y += 1; } } "
            + "[FastSerializable] public partial struct T { public S S; public int Z; } "
            + "[FastSerializable] public partial class P { " + members + " } "
            + BothEngines + "static string Run() => Of(" + value + ", p => " + show + "); }").Run());

    [Theory]
    [InlineData("new P { A = new[] { new S { X = 1 }, new S { X = -1 } } }")]
    [InlineData("new P { B = { new S { X = -1 } } }")]
    [InlineData("new P { C = new S { X = -1 } }")]
    [InlineData("new P { D = new[] { new T { S = new S { X = -1 } } } }")]
    [InlineData("new[] { new S { X = -1 } }")]
    public void AStructThatRefusesItsValueIsNotReadFromAnArray(string value) =>
        Assert.Equal(InBothEngines("negative;"), Compiled.Clean(Using + "[FastSerializable] public partial struct S { public int X; [FastOnDeserialized] void Check() { if (X < 0) throw new ArgumentException(\"negative\"); } } "
            + "[FastSerializable] public partial struct T { public S S; } "
            + "[FastSerializable] public partial class P { public S[] A = new S[0]; public List<S> B = new(); public S C; public T[] D = new T[0]; } "
            + BothEngines + "static string Run() => Of(" + value + ", p => \"\"); }").Run());

    // Of a fixed width in archives, but not of those that are put in place.
    [Theory]
    [InlineData("DateOnly", "new DateOnly(2024, 2, 29)")]
    [InlineData("TimeOnly", "new TimeOnly(1, 2, 3)")]
    [InlineData("Half", "(Half)1.5")]
    [InlineData("nint", "(nint)(-7)")]
    [InlineData("nuint", "(nuint)7")]
    [InlineData("Int128", "Int128.MinValue")]
    [InlineData("UInt128", "UInt128.MaxValue")]
    [InlineData("System.Numerics.Complex", "new System.Numerics.Complex(1, 2)")]
    [InlineData("System.Text.Rune", "new System.Text.Rune(0x1F600)")]
    [InlineData("System.Collections.Specialized.BitVector32", "new System.Collections.Specialized.BitVector32(5)")]
    [InlineData("Version", "new Version(1, 2)")]
    public void AStructOfSuchValuesIsAMember(string type, string value) =>
        Assert.Equal(InBothEngines("TrueTrueTrueTrueTrueTrue;"), Compiled.Clean(Using + "[FastSerializable] public partial struct S { public " + type + " From, To; public int Id; } "
            + "[FastSerializable] public partial struct T { public S S; public long Other; } "
            + "[FastSerializable] public partial class P { public int Before; public S A; public T B; public S[] C = new S[0]; public List<T> D = new(); public S? E; public int After; } "
            + BothEngines + "static string Run() { " + type + " v = " + value + "; S s = new S { From = v, To = v, Id = 3 }; "
            + "return Of(new P { Before = 1, A = s, B = new T { S = s, Other = 4 }, C = new[] { s, s }, D = { new T { S = s, Other = 5 } }, E = s, After = 2 }, p => \"\" + (p.Before + p.After == 3) + p.A.Equals(s) + (p.B.S.Equals(s) && p.B.Other == 4) + p.C[1].Equals(s) + (p.D[0].S.Equals(s) && p.D[0].Other == 5) + p.E.Equals(s)); } }").Run());
}
