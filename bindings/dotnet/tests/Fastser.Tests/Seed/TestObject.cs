// SPDX-License-Identifier: MIT
//
// The object of "A fast serialization technique" (2006), with a dictionary of eight entries.
using System;
using System.Collections.Generic;

namespace Fastser.Tests.Seed;

public sealed class TestObject
{
    public long Id1, Id2, Id3;
    public string? S1, S2, S3, S4;
    public DateTime Dt1, Dt2;
    public bool B1, B2, B3;
    public byte E1;
    public IDictionary<string, object?>? D1;

    public static TestObject Make() => new()
    {
        Id1 = 1,
        Id2 = -2,
        Id3 = 1234567890123,
        S1 = "The quick brown fox",
        S2 = "jumps over",
        S4 = "the lazy dog",
        Dt1 = new DateTime(2006, 8, 31, 12, 30, 15, DateTimeKind.Utc),
        Dt2 = new DateTime(2026, 11, 22, 1, 2, 3, DateTimeKind.Unspecified),
        B1 = true,
        B3 = true,
        E1 = 200,
        D1 = new Dictionary<string, object?>
        {
            ["count"] = 42,
            ["name"] = "Fastser",
            ["big"] = 5000000000L,
            ["ratio"] = 0.75,
            ["flag"] = true,
            ["when"] = new DateTime(2020, 2, 29, 0, 0, 0, DateTimeKind.Utc),
            ["small"] = (byte)7,
            ["note"] = "a longer text value",
        },
    };

    public void Write(SerializationWriter writer)
    {
        writer.Write(Id1);
        writer.Write(Id2);
        writer.Write(Id3);
        writer.Write(S1);
        writer.Write(S2);
        writer.Write(S3);
        writer.Write(S4);
        writer.Write(Dt1);
        writer.Write(Dt2);
        writer.Write(B1);
        writer.Write(B2);
        writer.Write(B3);
        writer.Write(E1);
        writer.Write(D1);
    }

    public static TestObject Read(SerializationReader reader) => new()
    {
        Id1 = reader.ReadInt64(),
        Id2 = reader.ReadInt64(),
        Id3 = reader.ReadInt64(),
        S1 = reader.ReadString(),
        S2 = reader.ReadString(),
        S3 = reader.ReadString(),
        S4 = reader.ReadString(),
        Dt1 = reader.ReadDateTime(),
        Dt2 = reader.ReadDateTime(),
        B1 = reader.ReadBoolean(),
        B2 = reader.ReadBoolean(),
        B3 = reader.ReadBoolean(),
        E1 = reader.ReadByte(),
        D1 = reader.ReadDictionary<string, object?>(),
    };
}
