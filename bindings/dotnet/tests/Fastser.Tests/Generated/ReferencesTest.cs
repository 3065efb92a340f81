// SPDX-License-Identifier: MIT
//
// References between objects of one class, and of several: known by a look at the table of objects alone,
// or at the object too. And values whose members are archives that are made meanwhile.
using System;
using System.Linq;
using Xunit;

namespace Fastser.Tests.Generated;

[FastSerializable]
public sealed partial class Tabby
{
    public int Lives { get; set; }
    public Hound? Enemy { get; set; }
    public Tabby? Friend { get; set; }

    public Tabby Copied() => (Tabby)MemberwiseClone();
}

[FastSerializable]
public sealed partial class Stencil
{
    private Tabby? _copy;

    public Tabby? First { get; set; }

    // A copy that is made when it is asked for.
    public Tabby? Copy
    {
        get => _copy ?? First?.Copied();
        set => _copy = value;
    }

    public Tabby? Last { get; set; }
}

[FastSerializable]
public sealed partial class Hound
{
    public Tabby? Chases { get; set; }
    public Hound? Friend { get; set; }
}

[FastSerializable]
public sealed partial class Parcel
{
    private byte[] _inside = [];

    public Parcel? Within { get; set; }
    public string Name { get; set; } = "";

    // An archive that is made when it is asked for.
    public byte[] Inside
    {
        get => Within == null ? _inside : FastSerializer.Serialize(Within, ReferencesTest.Options(FastserEngine.Native));
        set => _inside = value;
    }

    public string Behind { get; set; } = "";
}

public class ReferencesTest
{
    private static readonly FastserEngine[] s_engines = [FastserEngine.Managed, FastserEngine.Native];

    internal static FastSerializerOptions Options(FastserEngine engine) =>
        new() { Engine = engine, References = true, Header = FastserHeader.Bare };

    [Fact]
    public void AReferenceToAnObjectOfAnotherClassIsAnErrorThoughAllAreOfOne()
    {
        // A tabby whose enemy, a hound, is the tabby itself.
        byte[] bytes = [1, 9, 0, 0, 0, 6, 0];
        foreach (var engine in s_engines)
        {
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Tabby>(bytes, Options(engine)));
            Assert.Equal((FastserStatus.TypeMismatch, 5), (error.Status, error.Offset));
        }
    }

    [Fact]
    public void AReferenceToAnObjectOfAnotherClassIsAnErrorAmongSeveral()
    {
        // A tabby whose enemy chases the enemy itself, as if that were a tabby.
        byte[] bytes = [1, 9, 0, 0, 0, 1, 7, 0, 0];
        foreach (var engine in s_engines)
        {
            var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Tabby>(bytes, Options(engine)));
            Assert.Equal((FastserStatus.TypeMismatch, 6), (error.Status, error.Offset));
        }
    }

    [Fact]
    public void ObjectsOfSeveralClassesWhoseFieldsComeLaterComeInTurns()
    {
        var random = new Random(8);
        Hound? Pack(int depth) => depth == 0 || random.Next(6) == 0 ? null
            : new Hound { Chases = Litter(depth - 1), Friend = Pack(depth - 1) };
        Tabby? Litter(int depth) => depth == 0 || random.Next(6) == 0 ? null
            : new Tabby { Lives = random.Next(9), Enemy = Pack(depth - 1), Friend = Litter(depth - 1) };
        for (var round = 0; round < 20; ++round)
        {
            var root = new Tabby { Lives = 1, Enemy = Pack(10), Friend = Litter(10) };
            // Deep enough that all depths of the trees are there where bodies are deferred.
            for (var i = 0; i < 12; ++i) root = new Tabby { Lives = 9 - i % 9, Friend = root };
            var bytes = FastSerializer.Serialize(root, Options(FastserEngine.Managed));
            Assert.Equal(bytes, FastSerializer.Serialize(root, Options(FastserEngine.Native)));
            foreach (var engine in s_engines)
            {
                var again = FastSerializer.Deserialize<Tabby>(bytes, Options(engine));
                Assert.Equal(bytes, FastSerializer.Serialize(again, Options(FastserEngine.Managed)));
            }
        }
    }

    [Fact]
    public void ObjectsOfOneClassAndOfSeveralAreTheSameObjectsAgain()
    {
        foreach (var engine in s_engines)
        {
            var options = Options(engine);
            var cat = new Tabby { Lives = 9, Friend = new Tabby { Lives = 8 } };
            cat.Friend.Friend = cat;
            var cats = FastSerializer.Deserialize<Tabby>(FastSerializer.Serialize(cat, options), options);
            Assert.Same(cats, cats.Friend!.Friend);

            cat.Enemy = new Hound { Chases = cat.Friend };
            cat.Enemy.Friend = cat.Enemy;
            var again = FastSerializer.Deserialize<Tabby>(FastSerializer.Serialize(cat, options), options);
            Assert.Same(again, again.Friend!.Friend);
            Assert.Same(again.Friend, again.Enemy!.Chases);
            Assert.Same(again.Enemy, again.Enemy.Friend);
        }
    }

    [Fact]
    public void ACopyThatIsMadeMeanwhileIsAnObjectOfItsOwn()
    {
        foreach (var engine in s_engines)
        {
            var options = Options(engine);
            var one = new Tabby { Lives = 7 };
            for (var round = 0; round < 2; ++round)
            {
                var again = FastSerializer.Deserialize<Stencil>(
                    FastSerializer.Serialize(new Stencil { First = one, Last = one }, options), options);
                Assert.Same(again.First, again.Last);
                Assert.NotSame(again.First, again.Copy);
                Assert.Equal(7, again.Copy!.Lives);
            }
        }
    }

    private static Tabby Litter(int count)
    {
        var root = new Tabby();
        for (var i = 0; i < count; ++i) root = new Tabby { Lives = i, Enemy = new Hound { Chases = root }, Friend = root };
        return root;
    }

    [Fact]
    public void WhatWasWrittenBeforeChangesNothing()
    {
        var options = Options(FastserEngine.Managed);
        var expected = FastSerializer.Serialize(new Tabby { Enemy = new Hound { Chases = Litter(40) }, Friend = Litter(40).Copied() }, options);
        for (var round = 0; round < 3; ++round)
        {
            var one = Litter(40);
            var two = Litter(40);
            FastSerializer.Serialize(one.Friend!.Friend!, options);
            FastSerializer.Serialize(two, options);
            for (var i = 0; i < round; ++i) FastSerializer.Serialize(one, options);
            var root = new Tabby { Enemy = new Hound { Chases = one }, Friend = two.Copied() };
            Assert.Equal(expected, FastSerializer.Serialize(root, options));
            Assert.Equal(expected, FastSerializer.Serialize(root, Options(FastserEngine.Native)));
        }
    }

    [Fact]
    public void AGraphThatCouldNotBeWrittenChangesNothing()
    {
        var options = Options(FastserEngine.Managed);
        var root = Litter(40);
        var expected = FastSerializer.Serialize(Litter(40), options);
        var shallow = options with { Limits = new FastserLimits(depth: 8) };
        for (var round = 0; round < 3; ++round)
        {
            var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(root, shallow));
            Assert.Equal(FastserStatus.TooDeep, error.Status);
            Assert.Equal(expected, FastSerializer.Serialize(root, options));
        }
    }

    [Fact]
    public void OneGraphInTwoThreadsIsWrittenTheSame()
    {
        var options = Options(FastserEngine.Managed);
        var root = Litter(2_000);
        var expected = FastSerializer.Serialize(Litter(2_000), options);
        System.Threading.Tasks.Parallel.For(0, 40, _ => Assert.Equal(expected, FastSerializer.Serialize(root, options)));
    }

    [Fact]
    public void AMemberMayBeAnArchiveThatIsMadeMeanwhile()
    {
        var value = new Parcel { Name = "c", Behind = "3" };
        value = new Parcel { Name = "b", Behind = "2", Within = value };
        value = new Parcel { Name = "a", Behind = "1", Within = value };
        var expected = FastSerializer.Serialize(value, Options(FastserEngine.Managed));
        for (var i = 0; i < 3; ++i)
        {
            var bytes = FastSerializer.Serialize(value, Options(FastserEngine.Native));
            Assert.True(expected.SequenceEqual(bytes));
        }
        var again = FastSerializer.Deserialize<Parcel>(expected, Options(FastserEngine.Native));
        Assert.Equal(("a", "1", "b", "3"), (again.Name, again.Behind, again.Within!.Name, again.Within.Within!.Behind));
    }
}
