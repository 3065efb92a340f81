// SPDX-License-Identifier: MIT
//
// Classes without members, wherever a class may stand: both engines, all codecs, other versions, graphs.
using System.Collections.Generic;
using Xunit;

namespace Fastser.Tests.Generated;

[FastSerializable] public partial class Nothing;
[FastSerializable] public partial class NothingMore : Nothing;
[FastSerializable] public partial class ANumber : Nothing { public byte Number; }
[FastSerializable] public partial struct NoValue;

[FastSerializable(Name = "NothingHolder")]
public partial class NothingHolder
{
    public int X;
    public Nothing? One;
    public Nothing? Two;
    public Nothing There = new();
    public NothingMore? More;
    public ANumber? Number;
    public NoValue Value;
    public NoValue? Maybe;
    public List<Nothing> List = [];
    public List<Nothing?> Optionals = [];
    public Dictionary<string, Nothing> Map = [];
}

[FastSerializable(Name = "NothingHolder", Version = 2)]
public partial class NewerNothingHolder
{
    public long X;
    public Nothing? One;
    public Nothing? Two;
    public NothingMore? More;
    public ANumber? Number;
    public List<Nothing?> Optionals = [];
    public string Added = "new";
}

public sealed class EmptyClassesTest
{
    private static NothingHolder Full() => new()
    {
        X = 1, One = new(), Two = new(), More = new(), Number = new() { Number = 7 }, Maybe = new NoValue(),
        List = [new(), new()], Optionals = [null, new()], Map = { ["a"] = new(), ["b"] = new() },
    };

    public static readonly TheoryData<FastSerializerOptions> Options = new()
    {
        new FastSerializerOptions(),
        new FastSerializerOptions { Engine = FastserEngine.Native },
        new FastSerializerOptions { Engine = FastserEngine.Managed, References = true },
        new FastSerializerOptions { Engine = FastserEngine.Native, References = true },
        new FastSerializerOptions { Codec = FastserCodec.MessagePack },
        new FastSerializerOptions { Codec = FastserCodec.Flat },
    };

    [Theory]
    [MemberData(nameof(Options))]
    public void TheyComeBack(FastSerializerOptions options)
    {
        var read = FastSerializer.Deserialize<NothingHolder>(FastSerializer.Serialize(Full(), options), options);
        Assert.Equal((1, 7, 2, 2), (read.X, read.Number!.Number, read.List.Count, read.Map.Count));
        Assert.NotNull(read.One);
        Assert.NotNull(read.Two);
        Assert.NotNull(read.There);
        Assert.NotNull(read.More);
        Assert.NotNull(read.Maybe);
        Assert.Equal([true, false], read.Optionals.ConvertAll(one => one == null));

        read = FastSerializer.Deserialize<NothingHolder>(FastSerializer.Serialize(new NothingHolder { X = 2 }, options), options);
        Assert.Equal((2, null, null, null, null, 0), (read.X, read.One, read.More, read.Number, read.Maybe, read.Optionals.Count));
        Assert.Null(FastSerializer.Deserialize<Nothing?>(FastSerializer.Serialize<Nothing?>(null, new() { References = true }), new() { References = true }));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void BothEnginesMakeTheSameBytes(bool references)
    {
        var options = new FastSerializerOptions { References = references };
        foreach (var value in new[] { Full(), new NothingHolder() })
        {
            Assert.Equal(FastSerializer.Serialize(value, options with { Engine = FastserEngine.Managed }),
                FastSerializer.Serialize(value, options with { Engine = FastserEngine.Native }));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AnOlderArchiveIsRead(bool references)
    {
        var options = new FastSerializerOptions { References = references };
        var read = FastSerializer.Deserialize<NewerNothingHolder>(FastSerializer.Serialize(Full(), options), options);
        Assert.Equal((1L, 7, "new"), (read.X, read.Number!.Number, read.Added));
        Assert.NotNull(read.One);
        Assert.NotNull(read.More);
        Assert.Equal([true, false], read.Optionals.ConvertAll(one => one == null));
        read = FastSerializer.Deserialize<NewerNothingHolder>(FastSerializer.Serialize(new NothingHolder(), options), options);
        Assert.Null(read.One);
    }

    // They have no members, but which is which still counts.
    [Theory]
    [InlineData(FastserEngine.Managed)]
    [InlineData(FastserEngine.Native)]
    public void AGraphKeepsWhichIsWhich(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var shared = new Nothing();
        var value = new NothingHolder { One = shared, Two = shared, List = [shared, new(), new()] };
        var read = FastSerializer.Clone(value, options);
        Assert.Same(read.One, read.Two);
        Assert.Same(read.One, read.List[0]);
        Assert.NotSame(read.One, read.List[1]);
        Assert.NotSame(read.List[1], read.List[2]);
        Assert.NotSame(read.One, read.There);
    }
}
