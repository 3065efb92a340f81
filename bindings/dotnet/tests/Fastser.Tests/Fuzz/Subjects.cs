// SPDX-License-Identifier: MIT
//
// What the engines are compared by: generated types of all kinds, with random values.
using System;
using System.Collections;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using Fastser.Tests.Generated;

namespace Fastser.Tests.Fuzz;

internal static class Subjects
{
    public static readonly Subject[] All =
    [
        new Subject<Numbers>(Numbers),
        new Subject<Times>(Times),
        new Subject<Varints>(Varints),
        new Subject<Texts>(Texts),
        new Subject<Lists>(Lists),
        new Subject<Maps>(Maps),
        new Subject<Structs>(Structs),
        new Subject<Point>(Point),
        new Subject<List<Gappy>>(draw => draw.List(() => Gappy(draw))),
        new Subject<Named>(Named),
        new Subject<Student>(draw => new Student(draw.Text(), draw.Int(), draw.Text()) { Note = draw.MaybeText() }),
        new Subject<InitOnly>(draw => new InitOnly(draw.Int(), draw.MaybeText()) { A = draw.Int(), B = draw.Text(), C = draw.List(draw.Int) }),
        new Subject<Private>(draw => Private.Make(draw.Int(), draw.Text(), draw.Int())),
        new Subject<Chosen>(draw => new Chosen(draw.Int(), draw.Text())),
        new Subject<Generics>(Generics),
        new Subject<Puppy>(Puppy),
        new Subject<Shape>(Shape),
        new Subject<Areas>(Areas),
        new Subject<Tree>(Tree),
        new Subject<Externals>(Externals),
        new Subject<Anything>(Anything),
        new Subject<object?>(draw => draw.Any()),
    ];

    private static Numbers Numbers(Draw draw) => new()
    {
        A = draw.Is(50), B = (sbyte)draw.Int(), C = (byte)draw.Int(), D = (short)draw.Int(), E = (ushort)draw.Int(), F = draw.Int(),
        G = (uint)draw.Int(), H = draw.Long(), I = draw.Bits(), J = draw.Float(), K = draw.Double(), L = (char)draw.Int(), M = (nint)draw.Long(),
        N = (nuint)draw.Bits(), O = draw.Decimal(), P = draw.Guid(), Q = (Color)draw.Int(), R = (Wide)draw.Long(), S = draw.Perhaps(draw.Int),
        T = draw.Perhaps(() => Color.Green), U = draw.Perhaps(() => draw.Is(50)), V = Net8.Value((Half)draw.Float()), W = Net8.Value(new Int128(draw.Bits(), draw.Bits())),
        X = Net8.Value(new UInt128(draw.Bits(), draw.Bits())), Y = draw.Big(), Z = new Complex(draw.Double(), draw.Double()),
    };

    private static Times Times(Draw draw) => new()
    {
        A = draw.Time(), B = draw.OffsetTime(), C = TimeSpan.FromTicks(draw.Long()), D = Net8.Value(DateOnly.FromDayNumber(draw.Below(DateOnly.MaxValue.DayNumber))),
        E = Net8.Value(new TimeOnly((long)(draw.Bits() % (ulong)TimeSpan.TicksPerDay))), F = draw.Perhaps(draw.Time),
    };

    private static Varints Varints(Draw draw) => new()
    {
        A = (short)draw.Int(), B = (ushort)draw.Int(), C = draw.Int(), D = (uint)draw.Bits(), E = draw.Long(), F = draw.Bits(), G = (Wide)draw.Long(),
        H = draw.List(draw.Int), I = draw.Perhaps(draw.Int), J = draw.Map(draw.Long, () => (uint)draw.Bits()),
    };

    private static Texts Texts(Draw draw) => new()
    {
        A = draw.Text(), B = draw.MaybeText(), C = draw.MaybeText(), D = draw.Text(), E = draw.MaybeText(), F = draw.List(draw.Text),
        G = new Uri("https://example.org/" + draw.Below(100)), H = draw.Maybe(() => new Version(draw.Below(9), draw.Below(9), draw.Below(9))),
        I = new StringBuilder(draw.Text()), J = CultureInfo.InvariantCulture, K = draw.Data(), L = draw.Maybe(draw.Data), M = draw.Data(), N = draw.Data(),
        O = new Rune(draw.Below(0xD800)), P = new BitArray(draw.Array(() => draw.Is(50))),
    };

    private static Lists Lists(Draw draw)
    {
        var value = new Lists
        {
            A = draw.Array(draw.Int), B = draw.List(draw.MaybeText), C = draw.Maybe(() => draw.List(draw.Long)), D = draw.Maybe(() => draw.List(draw.Text)),
            E = draw.Maybe(() => draw.Array(() => Point(draw))), F = draw.Maybe(() => new Queue<int>(draw.Array(draw.Int))),
            G = draw.Maybe(() => new Stack<int>(draw.Array(draw.Int))), H = draw.Maybe(() => new LinkedList<int>(draw.Array(draw.Int))),
            I = draw.Maybe(() => new System.Collections.ObjectModel.ObservableCollection<int>(draw.Array(draw.Int))),
            J = draw.Maybe(() => new System.Collections.Concurrent.ConcurrentQueue<int>(draw.Array(draw.Int))), K = [.. draw.Array(draw.Int)],
            L = draw.Maybe(() => ImmutableList.CreateRange(draw.Array(draw.Text))), M = draw.Array(() => draw.Array(draw.Int)),
            N = new int[draw.Below(4), draw.Below(4)], P = (draw.Int(), draw.Text()), Q = new(draw.Text(), draw.Perhaps(draw.Int)),
            R = draw.Maybe(() => Tuple.Create(draw.Int(), Point(draw))), S = (1, 2, 3, 4, 5, 6, draw.Int(), 8, draw.Text()),
        };
        value.O.AddRange(draw.Array(draw.Int));
        return value;
    }

    private static Maps Maps(Draw draw)
    {
        var value = new Maps
        {
            A = draw.Map(draw.Text, draw.Int), B = draw.Maybe(() => draw.Map(draw.Guid, () => draw.List(draw.Int))),
            C = draw.Maybe(() => draw.Map(draw.Int, () => draw.Maybe(() => Named(draw)))),
            D = draw.Maybe(() => new SortedDictionary<string, string?>(draw.Map(draw.Text, draw.MaybeText), StringComparer.Ordinal)),
            E = draw.Maybe(() => new System.Collections.Concurrent.ConcurrentDictionary<int, int>(draw.Map(draw.Int, draw.Int))),
            F = draw.Maybe(() => draw.Map(draw.Int, draw.Text).ToImmutableDictionary()),
            G = draw.Maybe(() => draw.Map(draw.Text, draw.Int).ToFrozenDictionary()), H = draw.Set(draw.Text),
            I = draw.Maybe(() => new SortedSet<int>(draw.Array(draw.Int))), J = draw.Maybe(() => draw.Set(draw.Int).ToFrozenSet()),
        };
        foreach (var one in draw.Map(draw.Text, draw.Int)) value.K.Add(one.Key, one.Value);
        value.L.UnionWith(draw.Set(draw.Int));
        return value;
    }

    private static Point Point(Draw draw) => new() { X = draw.Int(), Y = draw.Int() };

    private static Gappy Gappy(Draw draw) => new() { A = (byte)draw.Int(), B = draw.Long(), C = Point(draw), D = (short)draw.Int() };

    private static Sealed Sealed(Draw draw) => new(draw.Int(), draw.Is(50));

    private static Money Money(Draw draw) => new(draw.Decimal(), draw.Text());

    private static Structs Structs(Draw draw) => new()
    {
        A = Point(draw), B = draw.Perhaps(() => Point(draw)), C = draw.Array(() => Point(draw)), D = draw.List(() => Gappy(draw)), E = Sealed(draw),
        F = Money(draw), G = Gappy(draw), H = draw.Array(() => Sealed(draw)), I = (Point(draw), Money(draw)),
    };

    private static Named Named(Draw draw) => new(draw.Text(), draw.Int()) { Note = draw.MaybeText() };

    private static Generics Generics(Draw draw) => new()
    {
        A = draw.Maybe(() => new Pair<int, string> { First = draw.Int(), Second = draw.MaybeText(), All = draw.List(draw.Int) }),
        B = draw.Maybe(() => new Pair<Point, List<int>> { First = Point(draw), Second = draw.Maybe(() => draw.List(draw.Int)), All = draw.List(() => Point(draw)) }),
        C = draw.Maybe(() => new Pair<string, int?> { First = draw.Text(), Second = draw.Perhaps(draw.Int), All = draw.List(draw.Text) }),
        D = draw.Maybe(() => new Around.Inner<string>.Deep { Value = draw.MaybeText(), Number = draw.Int() }),
    };

    private static Puppy Puppy(Draw draw) => new()
    {
        Name = draw.Text(), Secret = draw.Int(), Barks = draw.Is(50), Weeks = draw.Int(),
        Mother = draw.Maybe(() => new Dog { Name = draw.Text(), Secret = draw.Int(), Barks = draw.Is(50) }),
    };

    private static Shape Shape(Draw draw)
    {
        if (--draw.Left < 0 || draw.Is(30)) return new Circle { Id = draw.Int(), Radius = draw.Double() };
        if (draw.Is(30)) return new Square { Id = draw.Int(), Side = draw.Double() };
        return new Group
        {
            Id = draw.Int(), Parts = draw.List(() => Shape(draw)), First = draw.Maybe(() => Shape(draw)),
            ByName = draw.Map(draw.Text, () => draw.Maybe(() => Shape(draw))),
        };
    }

    private static IArea Area(Draw draw) => draw.Is(50) ? new Square { Id = draw.Int(), Side = draw.Double() } : new Field(draw.Text());

    private static Areas Areas(Draw draw) => new() { Main = Area(draw), Other = draw.Maybe(() => Area(draw)), All = draw.Array(() => Area(draw)) };

    // A tree; with objects a graph, whose edges lead anywhere.
    private static Tree Tree(Draw draw)
    {
        var all = new List<Tree>();
        return Tree(draw, all);
    }

    private static Tree Tree(Draw draw, List<Tree> all)
    {
        --draw.Left;
        var value = new Tree { Name = draw.Text(), Parent = draw.Graph && all.Count != 0 && draw.Is(50) ? all[draw.Below(all.Count)] : null };
        all.Add(value);
        Tree Next() => draw.Graph && draw.Is(30) ? all[draw.Below(all.Count)] : Tree(draw, all);
        if (draw.Left > 0 && draw.Is(60)) value.Left = Next();
        if (draw.Left > 0 && draw.Is(60)) value.Right = Next();
        while (draw.Left > 0 && draw.Is(40)) value.Others.Add(Next());
        return value;
    }

    private static Externals Externals(Draw draw) => new()
    {
        A = draw.Maybe(() => Foreign(draw)), B = draw.Maybe(() => new ForeignPair<int> { First = draw.Int(), Second = draw.Int() }),
        C = new ForeignPoint { X = draw.Int() }, D = draw.List(() => new ForeignPoint { Y = draw.Int() }), E = draw.Array(() => Foreign(draw)),
    };

    private static Foreign Foreign(Draw draw) => new(draw.Text()) { Age = draw.Int() };

    private static Anything Anything(Draw draw) => new()
    {
        A = draw.Any(), B = draw.Any(), C = draw.List(() => draw.Any(2)), D = draw.Map(draw.Text, () => draw.Any(2)), E = new(9),
    };
}
