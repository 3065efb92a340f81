// SPDX-License-Identifier: MIT
//
// Values whose size is known before they are written go straight into the array that is handed out: the
// bytes are those that a buffer gets, also where the size was guessed wrong.
using System;
using System.Buffers;
using System.Linq;
using Xunit;

namespace Fastser.Tests.Serializer;

[FastSerializable]
public partial class Measured
{
    public int Number { get; set; }
    public string Text { get; set; } = "";
    public string? Note { get; set; }
    public double[] Values { get; set; } = [];
    public byte[]? Data { get; set; }
    public long Last { get; set; }
}

public class WholeArrayTests
{
    [Theory]
    [InlineData("ASCII", null, 1000, -1)]
    [InlineData("ASCII", "a note", 64, 0)]
    [InlineData("Königlich, 北京", "Ω", 1000, 500)]
    [InlineData("", "", 0, 700)]
    public void AnArrayHasTheBytesOfABuffer(string text, string? note, int values, int data)
    {
        var value = new Measured
        {
            Number = 7, Text = text, Note = note, Values = [.. Enumerable.Range(0, values).Select(i => i * 0.5)],
            Data = data < 0 ? null : new byte[data], Last = -1,
        };
        foreach (var references in new[] { false, true })
        {
            foreach (var header in Enum.GetValues<FastserHeader>())
            {
                var options = new FastSerializerOptions { References = references, Header = header, Checksum = header != FastserHeader.Bare };
                var buffer = new ArrayBufferWriter<byte>();
                FastSerializer.Serialize(buffer, value, options);
                var array = FastSerializer.Serialize(value, options);
                Assert.Equal(buffer.WrittenSpan.ToArray(), array);
                var read = FastSerializer.Deserialize<Measured>(array, options);
                Assert.Equal(value.Values, read.Values);
                Assert.Equal((text, note, -1L), (read.Text, read.Note, read.Last));
                Assert.Equal(value.Data, read.Data);
            }
        }
    }

    [Fact]
    public void AnArrayOfKnownSizeIsAllThatIsAllocated()
    {
        var value = new Measured { Text = "ASCII", Values = new double[10_000] };
        var options = new FastSerializerOptions { Header = FastserHeader.Bare };
        FastSerializer.Serialize(value, options);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var bytes = FastSerializer.Serialize(value, options);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(allocated, bytes.Length, bytes.Length + 64);
    }
}
