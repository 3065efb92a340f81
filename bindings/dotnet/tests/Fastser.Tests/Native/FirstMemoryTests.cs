// SPDX-License-Identifier: MIT
//
// The native engine's first memory, on the stack: values that just fit, and that just do not.
using System.Buffers;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Native;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests.Native;

public class FirstMemoryTests
{
    private static readonly FastSerializerOptions s_native = new() { Engine = FastserEngine.Native };
    private static readonly FastSerializerOptions s_managed = new() { Engine = FastserEngine.Managed };

    [Fact]
    public void BytesAreTheSameWhateverFitsThere()
    {
        var output = new ArrayBufferWriter<byte>();
        for (var length = 0; length < 1800; ++length)
        {
            // The last one is not ASCII: it is tried as if it were, and taken back.
            var value = new List<string> { new('a', length / 2), new('b', length - length / 2), "é" };
            var expected = FastSerializer.Serialize(value, s_managed);
            Assert.Equal(expected, FastSerializer.Serialize(value, s_native));
            output.ResetWrittenCount();
            FastSerializer.Serialize(output, value, s_native);
            Assert.Equal(expected, output.WrittenSpan.ToArray());
        }
    }

    [Fact]
    public void ManyElementsGoBeyondIt()
    {
        for (var count = 0; count < 300; ++count)
        {
            var value = new List<int?>();
            for (var i = 0; i < count; ++i) value.Add(i % 3 == 0 ? null : i);
            Assert.Equal(FastSerializer.Serialize(value, s_managed), FastSerializer.Serialize(value, s_native));
        }
    }

    [Fact]
    public void WhatFailsBehindItGivesTheThreadsMemoryBack()
    {
        var arena = ShadowArena.Take();
        ShadowArena.Return(arena);
        var wrong = new List<string> { new('a', 3000), "half a pair: \uD800" };
        Assert.Throws<FastserException>(() => FastSerializer.Serialize(wrong, s_native));
        Assert.Throws<FastserException>(() => FastSerializer.Serialize(new ArrayBufferWriter<byte>(), wrong, s_native));
        Assert.Same(arena, ShadowArena.Take());
        ShadowArena.Return(arena);
    }
}
