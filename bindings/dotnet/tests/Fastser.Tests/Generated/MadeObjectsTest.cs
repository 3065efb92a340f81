// SPDX-License-Identifier: MIT
//
// Objects that their constructors make, deep in each other in a graph: what is written can be read, and what
// could not be read is refused when it is written.
using System.Collections.Immutable;
using Xunit;

namespace Fastser.Tests.Generated;

#pragma warning disable FS010 // None leads back to itself.
[FastSerializable] public partial record MadeLink(string Name, MadeLink? Next);
[FastSerializable] public partial record MadeTagged(string Name, object? Tag, MadeTagged? Next);
#if !FASTSER_NETSTANDARD
[FastSerializable] public partial record MadeNumbers(ImmutableArray<int> Numbers, MadeNumbers? Next);
#endif
#pragma warning restore FS010

public sealed class MadeObjectsTest
{
    private static MadeLink Chain(int count)
    {
        var chain = new MadeLink("end", null);
        for (var i = 1; i < count; ++i) chain = new MadeLink("link", chain);
        return chain;
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void WhatIsWrittenIsRead(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        foreach (var count in new[] { 16, 17, 18, 100, 599, 600, 601, 602, 700, 800 })
        {
            var chain = Chain(count);
            byte[] bytes;
            try
            {
                bytes = FastSerializer.Serialize(chain, options);
            }
            catch (FastserException error)
            {
                Assert.True(count > 600, error.Message);
                Assert.Equal(FastserStatus.TooDeep, error.Status);
                Assert.Contains(nameof(MadeLink), error.Message);
                continue;
            }
            Assert.True(count <= 600);
            var read = FastSerializer.Deserialize<MadeLink>(bytes, options);
            Assert.Equal(chain.ToString().Length, read.ToString().Length);
        }
    }

    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void WhatOnlyGeneratedCodeReadsIsRefusedInTime(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var tagged = new MadeTagged("end", 1, null);
        for (var i = 1; i < 16; ++i) tagged = new("link", i, tagged);
        Assert.Equal(tagged, FastSerializer.Clone(tagged, options));

        tagged = new("first", null, tagged);
        CheckRefused(tagged, options);
        // As a tree it is what its limits allow.
        Assert.Equal(tagged, FastSerializer.Clone(tagged, new() { Engine = engine }));
    }

    private static void CheckRefused<T>(T value, FastSerializerOptions options)
    {
        var error = Assert.Throws<FastserException>(() => FastSerializer.Serialize(value, options));
        Assert.Equal(FastserStatus.Usage, error.Status);
        Assert.Contains(typeof(T).ToString(), error.Message);
        Assert.Contains("members that can be set", error.Message);
    }

#if !FASTSER_NETSTANDARD
    [Theory]
    [InlineData(FastserEngine.Auto)]
    [InlineData(FastserEngine.Native)]
    public void SoIsAMemberThatHasNoShadow(FastserEngine engine)
    {
        var options = FastSerializerOptions.Graph with { Engine = engine };
        var numbers = new MadeNumbers([1, 2], null);
        for (var i = 1; i < 16; ++i) numbers = new([i], numbers);
        Assert.Equal(2, Last(FastSerializer.Clone(numbers, options)).Numbers.Length);
        CheckRefused(new MadeNumbers([], numbers), options);
    }

    private static MadeNumbers Last(MadeNumbers numbers)
    {
        while (numbers.Next != null) numbers = numbers.Next;
        return numbers;
    }
#endif
}
