// SPDX-License-Identifier: MIT
//
// Values of all kinds of generated types come back, by both engines, which write the same bytes; with and
// without objects.
using System;
using System.Collections;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using Xunit;

namespace Fastser.Tests.Generated;

public sealed class RoundTripTest
{
    /// <summary>All ways from a value to bytes and back; what came back by each.</summary>
    internal static IEnumerable<T> There<T>(T value, bool graphOnly = false)
    {
        foreach (bool references in graphOnly ? new[] { true } : [false, true])
        foreach (FastserSharing sharing in new[] { FastserSharing.Off, FastserSharing.On })
        {
            var managed = new FastSerializerOptions { References = references, Sharing = sharing, Engine = FastserEngine.Managed };
            FastSerializerOptions native = managed with { Engine = FastserEngine.Native };
            byte[] bytes = FastSerializer.Serialize(value, managed);
            Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(FastSerializer.Serialize(value, native)));
            yield return FastSerializer.Deserialize<T>(bytes, managed);
            yield return FastSerializer.Deserialize<T>(bytes, native);
        }
    }

    // Fields of classes are compared where xunit would only look at public properties.
    private static void Same<T>(T value, Func<T, object?>? look = null)
    {
        foreach (T back in There(value))
        {
            if (look is null) Assert.Equivalent(value, back, strict: true);
            else Assert.Equal(look(value), look(back));
        }
    }

    [Fact]
    public void NumbersComeBack()
    {
        var value = new Numbers
        {
            A = true, B = -5, C = 250, D = -30000, E = 60000, F = int.MinValue, G = uint.MaxValue, H = long.MinValue, I = ulong.MaxValue,
            J = 1.5f, K = double.Epsilon, L = 'ß', M = -7, N = 9, O = -79228162514264337593543950335m,
            P = new Guid("00112233-4455-6677-8899-aabbccddeeff"), Q = Color.Green, R = Wide.Least, S = -1, T = Color.Red, U = false,
            V = Net8.Value((Half)0.5), W = Net8.Value(Int128.MinValue + 3), X = Net8.Value(UInt128.MaxValue - 1), Y = BigInteger.Pow(-7, 99), Z = new Complex(1, -2),
        };
        Same(value);
        Same(new Numbers());
    }

    [Fact]
    public void NullIsAValueWhereTheParameterOfAGenericClassIsANullable()
    {
        static object Look(Cells one) => (one.Numbers!.Value, one.Numbers.Other, Join(one.Numbers.All),
            one.Points!.Value?.X, one.Points.Other?.X, Join(one.Points.All.Select(p => p?.Y)));
        Same(new Cells { Numbers = new(), Points = new() }, Look);
        var value = new Cells
        {
            Numbers = new() { Value = 7, Other = 8, All = [1, null] },
            Points = new() { Value = new Point { X = 2 }, Other = new Point { X = 3 }, All = [null, new Point { Y = 4 }] },
        };
        Same(value, Look);
    }

    [Fact]
    public void ACopyMayTakeAnyMemory()
    {
        foreach (FastserEngine engine in new[] { FastserEngine.Auto, FastserEngine.Managed, FastserEngine.Native })
        {
            var value = new (Guid, Guid, Guid)?[100_000];
            value[^1] = (Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), Guid.Empty);
            foreach (FastserHeader header in new[] { FastserHeader.SelfDescribed, FastserHeader.Bare })
            {
                Assert.Equal(value, FastSerializer.Clone(value, new FastSerializerOptions { Engine = engine, Header = header }));
            }
        }
    }

    [Fact]
    public void TimesComeBack()
    {
        var value = new Times
        {
            A = new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc).AddTicks(1234567), B = new DateTimeOffset(2001, 9, 9, 1, 46, 40, TimeSpan.FromMinutes(-90)),
            C = TimeSpan.FromTicks(-1), D = Net8.Value(new DateOnly(1, 1, 1)), E = Net8.Value(new TimeOnly(23, 59, 59)), F = DateTime.MaxValue,
        };
        Same(value, one => (one.A, one.A.Kind, one.B, one.B.Offset, one.C, one.D, one.E, one.F));
        Same(new Times { A = new DateTime(1, DateTimeKind.Unspecified) }, one => (one.A, one.A.Kind, one.F));
    }

    [Fact]
    public void VarintsComeBack()
    {
        Same(new Varints());
        Same(new Varints
        {
            A = short.MinValue, B = ushort.MaxValue, C = int.MinValue, D = uint.MaxValue, E = long.MinValue, F = ulong.MaxValue, G = Wide.Most,
            H = [1, -1, 64, -65, int.MaxValue], I = -3, J = new() { [-1] = 5, [long.MaxValue] = uint.MaxValue },
        });
    }

    [Fact]
    public void TextsComeBack()
    {
        var value = new Texts
        {
            A = "Zoë", B = null, C = "", D = "again", E = "again", F = ["again", "once", "again"], G = new Uri("https://example.org/a?b=c"),
            H = new Version(1, 2, 3), I = new StringBuilder("built"), J = CultureInfo.GetCultureInfo(""), K = [1, 2, 3], L = null, M = [9, 9],
            N = new byte[] { 4, 5 }, O = Net8.Value(new Rune(0x1F600)), P = new BitArray(new[] { true, false, true, true, false, true, true, true, true }),
        };
        static object Look(Texts one) => (one.A, one.B, one.C, one.D, one.E, string.Join("|", one.F), one.G, one.H,
            (one.I.ToString(), one.J.Name, Convert.ToHexString(one.K), one.L is null, Convert.ToHexString(one.M), Convert.ToHexString(one.N.Span), one.O,
                string.Concat(one.P.Cast<bool>().Select(bit => bit ? 1 : 0))));
        Same(value, Look);
        value.L = [];
        Same(value, Look);
    }

    [Fact]
    public void ListsComeBack()
    {
        var value = new Lists
        {
            A = [1, 2, 3], B = ["a", null, "b"], C = [1, 2], D = ["x"], E = [new Point { X = 1, Y = 2 }], F = new([1, 2, 3]), G = new([1, 2, 3]),
            H = new([4, 5]), I = [6], J = new([7, 8]), K = Net8.Value<ImmutableArray<int>>([9, 10], []), L = Net8.Value<ImmutableList<string>?>(["i", "j"]), M = [[1], [], [2, 3]], N = new[,] { { 1, 2, 3 }, { 4, 5, 6 } },
            P = (5, "five"), Q = new("k", 3), R = Tuple.Create(1, new Point { X = 3 }), S = (1, 2, 3, 4, 5, 6, 7, 8, "nine"),
        };
        value.O.AddRange([10, 11]);
        static object Look(Lists one) => string.Join(" ", string.Join(",", one.A), string.Join(",", one.B), Join(one.C), Join(one.D), Join(one.E?.Select(p => (p.X, p.Y))),
            Join(one.F), Join(one.G), Join(one.H), Join(one.I), Join(one.J), Join(one.K), Join(one.L), Join(one.M.Select(Join)), Join(one.N.Cast<int>()), one.N.GetLength(0),
            Join(one.O), one.P, one.Q, one.R?.Item1, one.R?.Item2.X, one.S);
        Same(value, Look);
        Same(new Lists(), Look);
    }

    private static string Join<T>(IEnumerable<T>? all) => all is null ? "null" : "[" + string.Join(",", all) + "]";

    private static string JoinSorted<T>(IEnumerable<T>? all) => all is null ? "null" : "[" + string.Join(",", all.Select(one => one!.ToString()).Order(StringComparer.Ordinal)) + "]";

    [Fact]
    public void MapsAndSetsComeBack()
    {
        var value = new Maps
        {
            A = new() { ["one"] = 1, ["two"] = 2 }, B = new() { [Guid.Empty] = [1, 2] },
            C = new Dictionary<int, Named?> { [1] = new Named("n", 2), [2] = null }, D = new() { ["b"] = null, ["a"] = "x" }, E = new() { [1] = 2 },
            F = Net8.Value<ImmutableDictionary<int, string>?>(ImmutableDictionary<int, string>.Empty.Add(3, "three")),
            G = Net8.Value<FrozenDictionary<string, int>?>(new Dictionary<string, int> { ["f"] = 6 }.ToFrozenDictionary()), H = ["x", "y"],
            I = [3, 1, 2], J = Net8.Value<FrozenSet<int>?>(new[] { 5 }.ToFrozenSet()),
        };
        value.K["k"] = 11;
        value.L.Add(12);
        static object Look(Maps one) => string.Join(" ", JoinSorted(one.A), JoinSorted(one.B?.Select(b => b.Key + Join(b.Value))), JoinSorted(one.C), JoinSorted(one.D),
            JoinSorted(one.E), JoinSorted(one.F), JoinSorted(one.G), JoinSorted(one.H), Join(one.I), JoinSorted(one.J), JoinSorted(one.K), JoinSorted(one.L));
        Same(value, Look);
        Same(new Maps(), Look);
    }

    [Fact]
    public void StructsComeBack()
    {
        var value = new Structs
        {
            A = new Point { X = 1, Y = -1 }, B = new Point { X = 2 }, C = [new Point { X = 3, Y = 4 }, default, new Point { Y = 5 }],
            D = [new Gappy { A = 1, B = 2, C = new Point { X = 3 }, D = 4 }, default], E = new Sealed(5, true), F = new Money(1.50m, "EUR"),
            G = new Gappy { A = 255, B = -1, D = -4 }, H = [new Sealed(1, false), new Sealed(2, true)], I = (new Point { X = 9 }, new Money(2, "USD")),
        };
        static object Look(Structs one) => string.Join(" ", (one.A.X, one.A.Y), (one.B?.X, one.B?.Y), Join(one.C.Select(p => (p.X, p.Y))),
            Join(one.D.Select(g => (g.A, g.B, g.C.X, g.D))), (one.E.A, one.E.B), one.F, (one.G.A, one.G.B, one.G.D), Join(one.H.Select(h => (h.A, h.B))), one.I.Item1.X, one.I.Item2);
        Same(value, Look);
        Same(new Structs { F = new Money(0, "") }, Look);
        Same(value.C, all => Join(all.Select(p => (p.X, p.Y))));
        Same(value.D, all => Join(all.Select(g => (g.A, g.B, g.C.X, g.D))));
        Same(value.F);
        Same(value.E, one => (one.A, one.B));
    }

    [Fact]
    public void RecordsComeBackByTheirConstructors()
    {
        Same(new Named("Ada", 36) { Note = "first" }, one => one);
        Same(new Student("Ada", 36, "Home") { Note = null }, one => one);
        var list = new List<Named> { new("a", 1), new("b", 2) };
        Assert.Equal(list, FastSerializer.Deserialize<List<Named>>(FastSerializer.Serialize(list)));
        Same(list, Join);
    }

    [Fact]
    public void WhatOnlyAnInitializerSetsComesBack()
    {
        var value = new InitOnly(4, "e") { A = 1, B = "b", C = [3] };
        Same(value, one => (one.A, one.B, Join(one.C), one.D, one.E));
    }

    [Fact]
    public void PrivateMembersComeBackInTheOrderTheyAskFor()
    {
        Same(Private.Make(1, "two", 3), one => one.All);
        byte[] bytes = FastSerializer.Serialize(Private.Make(1, "two", 3), new FastSerializerOptions { Header = FastserHeader.Bare });
        Assert.Equal("0374776F0100000003000000", Convert.ToHexString(bytes));
    }

    [Fact]
    public void TheChosenConstructorIsCalled() => Same(new Chosen(3, "other"), one => (one.Value, one.Other));

    [Fact]
    public void GenericTypesComeBack()
    {
        var value = new Generics
        {
            A = new() { First = 1, Second = "s", All = [2, 3] }, B = new() { First = new Point { X = 1 }, Second = [1], All = [new Point { Y = 2 }] },
            C = new() { First = "f", Second = 5, All = ["g"] }, D = new() { Value = "v", Number = 6 },
        };
        static object Look(Generics one) => string.Join(" ", one.A?.First, one.A?.Second, Join(one.A?.All), one.B?.First.X, Join(one.B?.Second), Join(one.B?.All.Select(p => p.Y)),
            one.C?.First, one.C?.Second, Join(one.C?.All), one.D?.Value, one.D?.Number);
        Same(value, Look);
        Same(new Generics { A = new() { Second = null } }, Look);
        Same(value.A, one => (one!.First, one.Second, Join(one.All)));
        Assert.Contains("Pair<Int32,String>", Encoding.Latin1.GetString(FastSerializer.Serialize(value.A)));
    }

    [Fact]
    public void TypesThatNobodySeesComeBack()
    {
        var (a, bytes) = Around.OfSecret();
        Assert.Equal(7, a);
        Assert.Contains("Hidden\x07", Encoding.Latin1.GetString(bytes));
    }

    [Fact]
    public void BaseClassesComeBack()
    {
        var value = new Puppy { Name = "Rex", Secret = 5, Barks = true, Weeks = 9, Mother = new Dog { Name = "Mum", Secret = 6 } };
        Same(value, one => (one.Name, one.Secret, one.Barks, one.Weeks, one.Mother?.Name, one.Mother?.Secret));
    }

    [Fact]
    public void AnObjectOfADerivedClassIsRefusedWhereItsBaseIsDeclared()
    {
        foreach (FastserEngine engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { Engine = engine };
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Puppy { Mother = new Puppy() }, options));
            Assert.Contains("FastUnion", error.Message);
        }
    }

    [Fact]
    public void UnionsComeBack()
    {
        var circle = new Circle { Id = 1, Radius = 2 };
        var value = new Group { Id = 3, Parts = [circle, new Square { Id = 4, Side = 5 }, new Group { Id = 6 }], First = new Square { Id = 7 }, ByName = new() { ["c"] = new Circle { Id = 8 }, ["none"] = null } };
        static string Look(Shape? shape) => shape switch
        {
            null => "null",
            Circle one => "circle " + one.Id + " " + one.Radius,
            Square one => "square " + one.Id + " " + one.Side,
            Group one => "group " + one.Id + Join(one.Parts.Select(Look)) + Look(one.First) + JoinSorted(one.ByName.Select(named => named.Key + Look(named.Value))),
            _ => throw new InvalidOperationException(),
        };
        Same<Shape>(value, Look);
        Same(value, Look);
        Same(new List<Shape> { circle, value }, all => Join(all.Select(Look)));
        Same(new Areas { Main = new Square { Side = 1 }, Other = null, All = [new Field("me"), new Square()] }, one => (one.Main is Square, one.Other, Join(one.All.Select(a => a.GetType().Name))));
        Same(new Areas { Other = new Field("you") }, one => (one.Main, one.Other));
    }

    [Fact]
    public void ClassesOfOthersComeBack()
    {
        var value = new Externals { A = new Foreign("Bob") { Age = 4 }, B = new() { First = 1, Second = 2 }, C = new() { X = 3, Y = 4 }, D = [new() { X = 5 }], E = [new Foreign("x")] };
        Same(value, one => string.Join(" ", one.A?.Name, one.A?.Age, one.B?.First, one.B?.Second, one.C.X, one.C.Y, one.D[0].X, one.E[0].Name));
        Same(new Foreign("root") { Age = 1 }, one => (one.Name, one.Age));
    }

    [Fact]
    public void ValuesOfAnyTypeComeBack()
    {
        var value = new Anything { A = 5, B = "text", C = [1L, null, "x", 2.5], D = new() { ["a"] = true, ["b"] = null }, E = new(() => 9) };
        Same(value, one => string.Join(" ", one.A, one.B, Join(one.C), JoinSorted(one.D), one.E.Value));
    }

    [Fact]
    public void CyclesComeBackWithReferences()
    {
        var root = new Tree { Name = "root" };
        root.Left = new Tree { Name = "left", Parent = root };
        root.Right = root.Left;
        root.Others = [root, root.Left, new Tree { Name = "third", Parent = root }];
        foreach (Tree back in There(root, graphOnly: true))
        {
            Assert.Equal("left", back.Left!.Name);
            Assert.Same(back, back.Left.Parent);
            Assert.Same(back.Left, back.Right);
            Assert.Same(back, back.Others[0]);
            Assert.Same(back.Left, back.Others[1]);
            Assert.Same(back, back.Others[2].Parent);
        }
    }

    [Fact]
    public void RecordsThatNestDeepComeBackWithReferences()
    {
        Link? chain = null;
        for (int i = 0; i < 100; ++i) chain = new Link(i, chain);
        byte[] bytes = FastSerializer.Serialize(chain!, FastSerializerOptions.Graph);
        Assert.Equal(chain, FastSerializer.Deserialize<Link>(bytes, FastSerializerOptions.Graph));
        var managed = Assert.Throws<FastserException>(() =>
            FastSerializer.Deserialize<Link>(bytes, FastSerializerOptions.Graph with { Engine = FastserEngine.Managed }));
        Assert.Contains("constructor", managed.Message);
    }

    [Fact]
    public void AnObjectOfAConstructorThatRefersToItselfIsAnError()
    {
        var self = new Knot([]);
        self.Others.Add(self);
        var loose = new LooseKnot();
        loose.Others.Add(loose);
        byte[] bytes = FastSerializer.Serialize(loose, FastSerializerOptions.Graph);
        foreach (FastserEngine engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = FastSerializerOptions.Graph with { Engine = engine };
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Knot>(bytes, options));
            Assert.Contains("constructor", error.Message);
            error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(self, options));
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains("constructor", error.Message);
        }
    }

    [Fact]
    public void AMillionObjectsInAChainComeBack()
    {
        Tree? chain = null;
        for (int i = 0; i < 1_000_000; ++i) chain = new Tree { Left = chain };
        foreach (FastserEngine engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { References = true, Engine = engine, Limits = new FastserLimits(memoryFactor: 100) };
            Tree? back = FastSerializer.Deserialize<Tree>(FastSerializer.Serialize(chain!, options), options);
            int count = 0;
            for (; back is not null; back = back.Left) ++count;
            Assert.Equal(1_000_000, count);
        }
    }

    [Fact]
    public void CallbacksAreCalledInOrder()
    {
        var value = new MoreCalls { Value = 1, More = 2, Other = new Calls { Value = 3 } };
        foreach (MoreCalls back in There(value))
        {
            Assert.Equal(["deserializing 0", "deserialized 1 3", "more 2"], back.Log);
            Assert.Equal(["deserializing 0", "deserialized 3 -1"], back.Other!.Log);
        }
        Assert.Equal("serializing serialized", string.Join(" ", value.Log.Take(2)));
    }

    [Fact]
    public void NullWhereNoneIsAllowedNamesClassAndMember()
    {
        foreach (FastserEngine engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { Engine = engine };
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Texts { A = null! }, options));
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains("Texts.A", error.Message);
            error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Lists { A = null! }, options));
            Assert.Contains("Lists.A", error.Message);
            error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(new Areas { Main = null! }, options));
            Assert.Contains("Areas.Main", error.Message);
        }
    }

    [Fact]
    public void PopulateFillsTheObjectThatIsThere()
    {
        byte[] bytes = FastSerializer.Serialize(new Dog { Name = "new", Secret = 2, Barks = true });
        var dog = new Dog { Name = "old" };
        Dog same = dog;
        FastSerializer.Populate(bytes, ref dog);
        Assert.Same(same, dog);
        Assert.Equal(("new", 2, true), (dog.Name, dog.Secret, dog.Barks));
    }

    [Fact]
    public void ANullWithoutASetterStaysNullOrIsAnErrorThatNamesIt()
    {
        foreach (FastserEngine engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { Engine = engine };
            Unset back = FastSerializer.Clone(new Unset(), options);
            Assert.Null(back.Never);
            Assert.Empty(back.Made!);
            byte[] bytes = FastSerializer.Serialize(new Unset(null), options);
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Unset>(bytes, options));
            Assert.Equal(FastserStatus.Usage, error.Status);
            Assert.Contains("Unset.Made has no setter", error.Message);
        }
    }
}

[FastSerializable]
public partial class Unset
{
    public Unset() => Made = [];

    public Unset(List<int>? other) => Made = other;

    public List<int>? Never { get; }

    public List<int>? Made { get; }
}
