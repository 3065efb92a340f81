// SPDX-License-Identifier: MIT
//
// Archives of an older version of a generated type are read by the present one.
using System.Collections.Generic;
using Xunit;

namespace Fastser.Tests.Generated;

[FastSerializable(Name = "Versioned")]
public partial class Older
{
    public int Age;
    public string Name = "";
    public List<short> Numbers = [];
    public Point Gone;
    public Older? Next;
}

[FastSerializable(Name = "Versioned", Version = 2)]
public partial class Newer
{
    [FastMember(RenamedFrom = "Title, Name")] public string FullName = "";
    public List<long> Numbers = [];
    public double Age;
    public string? Added;
    public int Five = 5;
    public List<string> Words = ["new"];
    public Point Where = new() { X = 7 };
    public Newer? Next;
}

public sealed class VersionsTest
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AnOlderArchiveIsReadByName(bool references)
    {
        var options = new FastSerializerOptions { References = references, UserVersion = 5 };
        var old = new Older { Age = 36, Name = "Ada", Numbers = [1, -2], Gone = new Point { X = 3 }, Next = new Older { Name = "Bob" } };
        foreach (bool checksum in new[] { false, true })
        {
            Newer now = FastSerializer.Deserialize<Newer>(FastSerializer.Serialize(old, options with { Checksum = checksum }), options);
            Assert.Equal(("Ada", 36.0, null), (now.FullName, now.Age, now.Added));
            Assert.Equal([1L, -2L], now.Numbers);
            Assert.Equal("Bob", now.Next!.FullName);
            Assert.Null(now.Next.Next);
            foreach (Newer one in new[] { now, now.Next })
            {
                Assert.Equal((5, 7), (one.Five, one.Where.X));
                Assert.Equal(["new"], one.Words);
            }
        }
    }

    [Fact]
    public void ATableThatEndsAnywhereIsAnErrorThoughFieldsWereRenamed()
    {
        byte[] whole = FastSerializer.Serialize(new Older { Name = "Ada" });
        var tables = new List<byte[]>();
        // The last is a table whose only field is an enum, without its integer type.
        for (int size = 0; size < whole[9]; ++size) tables.Add(whole[10..(10 + size)]);
        tables.Add([1, 1, (byte)'R', 0, 0, 1, 3, 3, (byte)'o', (byte)'l', (byte)'d', 0x27, 0]);
        foreach (byte[] table in tables)
        {
            byte[] bytes = [0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0, (byte)table.Length, .. table];
            foreach (var engine in new[] { FastserEngine.Auto, FastserEngine.Native })
            {
                Assert.Throws<FastserException>(
                    () => FastSerializer.Deserialize<Newer>(bytes, new FastSerializerOptions { Engine = engine }));
            }
        }
    }

    [Fact]
    public void WhatCannotBeConvertedIsAnErrorThatNamesTheField()
    {
        byte[] bytes = FastSerializer.Serialize(new Newer { Age = 1.5 });
        var error = Assert.Throws<FastserException>(() => FastSerializer.Deserialize<Older>(bytes));
        Assert.Equal(FastserStatus.TypeMismatch, error.Status);
        Assert.Contains("Age", error.Message);
    }
}
