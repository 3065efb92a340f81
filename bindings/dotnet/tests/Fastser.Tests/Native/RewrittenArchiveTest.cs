// SPDX-License-Identifier: MIT
//
// An archive of an older version that is read by way of another archive leaves nothing behind: which fields
// its records lacked is not said of the records that the next read happens to have at the same place.
using Fastser.Native;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests.Native;

public sealed class RewrittenArchiveTest
{
    // Knows no shadows; with or without the field that came later.
    private sealed class Version(bool newer) : Formatter<string>
    {
        public override WireType Type { get; } = WireType.Class(new WireShape("Rewritten", 0, null,
            () => newer ? [new("name", WireType.String), new("later", WireType.String)] : [new("name", WireType.String)]));

        public override void Write(ref ArchiveWriter writer, string value)
        {
            writer.WriteString(value);
            if (newer) writer.WriteString("");
        }

        public override string Read(ref ArchiveReader reader)
        {
            var value = reader.ReadString();
            if (newer) reader.ReadString();
            return value;
        }
    }

    [Fact]
    public void WhatAnOlderArchiveLackedIsForgotten()
    {
        var options = FastSerializerOptions.Default;
        var older = NativeCodec.Serialize(new Version(false), "name", options);
        var formatter = new Version(true);
        Assert.Equal("name", NativeCodec.Deserialize(formatter, older, options, out _));
        Assert.Null(MissingFields.Take());
        Assert.Equal("name", NativeCodec.Deserialize(formatter, older, options, out _));
        Assert.Null(MissingFields.Take());
    }
}
