// SPDX-License-Identifier: MIT
//
// The archives that all bindings read (bindings/conformance), against what vectors.json says of them; and
// archives of C++'s typed values, which .NET writes again byte for byte.
//
// The vectors hold Foundation's objects: `any ref` to a class List, Map and so on. .NET reads them into its
// own collections, which have no such class, so it does not write them: what .NET writes of the same value
// is a list<any>, and is checked to be read as the same value again. The library rewrites the files
// themselves without a type of .NET, byte for byte where that is asked of a binding.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using Fastser.Tests.Models;
using Fastser.Tests.Serializer;
using Xunit;

namespace Fastser.Tests.Conformance;

public sealed class VectorsTest
{
    private static readonly JsonDocument s_vectors =
        JsonDocument.Parse(File.ReadAllText(Path.Combine(Bytes.Vectors, "vectors.json")));

    private static readonly string[] s_programs = ["cycle.fsr", "items.fsr"];

    public static TheoryData<string> Files() =>
        [.. s_vectors.RootElement.GetProperty("vectors").EnumerateArray().Select(one => one.GetProperty("file").GetString()!)];

    private static JsonElement ValueOf(string file) => s_vectors.RootElement.GetProperty("vectors").EnumerateArray()
        .Single(one => one.GetProperty("file").GetString() == file).GetProperty("value");

    [Fact]
    public void EveryFileIsDescribed()
    {
        var files = Directory.GetFiles(Bytes.Vectors, "*.fsr").Select(Path.GetFileName);
        Assert.Equal(files.Order(StringComparer.Ordinal), s_vectors.RootElement.GetProperty("vectors").EnumerateArray().Select(one => one.GetProperty("file").GetString()).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void AVectorHoldsWhatItsDescriptionSays(string file)
    {
        var bytes = Bytes.Vector(file);
        FastserArchive.Verify(bytes, strictText: true);
        Assert.NotEmpty(FastserArchive.Inspect(bytes));
        if (s_programs.Contains(file))
        {
            // Classes of a program: nothing is made from their names, by either engine.
            foreach (var engine in new[] { FastserEngine.Auto, FastserEngine.Managed })
            {
                var error = Assert.Throws<FastserException>(
                    () => FastSerializer.Deserialize<object?>(bytes, new() { Engine = engine }));
                Assert.Equal(FastserStatus.UnknownClass, error.Status);
            }
            return;
        }
        var value = FastSerializer.Deserialize<object?>(bytes);
        Assert.Equal(Expected(ValueOf(file)), Shown(value));
        // What .NET writes of it is the same value to whoever reads it.
        foreach (var engine in new[] { FastserEngine.Managed, FastserEngine.Native })
        {
            var options = new FastSerializerOptions { Engine = engine };
            if (file == "collections.fsr" || file == "dictionary.fsr") continue;  // sets are no type of .NET's any
            var again = FastSerializer.Serialize(value, options);
            FastserArchive.Verify(again, strictText: true);
            Assert.Equal(Shown(value), Shown(FastSerializer.Deserialize<object?>(again, options)));
        }
    }

    // A value of the description, as Shown has it.
    private static string Expected(JsonElement value)
    {
        var kind = value[0].GetString()!;
        string Text() => value[1].ValueKind == JsonValueKind.String ? value[1].GetString()! : value[1].GetRawText();
        return kind switch
        {
            "nil" or "null" => "null",
            "bool" => Text(),
            "f32" => "f32 " + Text(),
            "f64" => "f64 " + Text(),
            "apple_date" => "date " + TicksOf(BitConverter.Int64BitsToDouble(long.Parse(Text(), NumberStyles.HexNumber, CultureInfo.InvariantCulture))),
            "string" or "class_ref" => "\"" + Text() + "\"",
            "url" => "url " + Text(),
            "uuid" => "uuid " + Text().ToLowerInvariant(),
            "data" => "data " + Text(),
            "decimal" => "decimal " + Text(),
            "list" => "[" + string.Join(", ", value[1].EnumerateArray().Select(Expected)) + "]",
            "set" => "{" + string.Join(", ", value[1].EnumerateArray().Select(Expected).Order(StringComparer.Ordinal)) + "}",
            "map" => Pairs(value[2].EnumerateArray().Select(pair => Expected(pair[0]) + ": " + Expected(pair[1]))),
            "counts" => Pairs(value[1].EnumerateArray().Select(pair => Expected(pair[0]) + ": u64 " + pair[1].GetRawText())),
            "object" => Expected(value[2].EnumerateArray().Single()[1]),
            _ => kind + " " + Text(),
        };
    }

    private static string Pairs(IEnumerable<string> all) => "{" + string.Join(", ", all.Order(StringComparer.Ordinal)) + "}";

    private static long TicksOf(double seconds) =>
        new DateTime((long)((seconds + 63_113_904_000) * 1e7), DateTimeKind.Utc).Ticks;

    private static string Shown(object? value) => value switch
    {
        null => "null",
        bool truth => truth ? "true" : "false",
        float number => "f32 " + BitConverter.SingleToInt32Bits(number).ToString("X8", CultureInfo.InvariantCulture),
        double number => "f64 " + BitConverter.DoubleToInt64Bits(number).ToString("X16", CultureInfo.InvariantCulture),
        DateTime time => "date " + time.Ticks,
        string text => "\"" + text + "\"",
        StringBuilder text => "\"" + text + "\"",
        Uri url => "url " + url.OriginalString,
        Guid id => "uuid " + id,
        byte[] bytes => "data " + Convert.ToHexString(bytes),
        decimal number => FormattableString.Invariant($"decimal {number}"),
        IDictionary map => Pairs(map.Keys.Cast<object>().Select(key => Shown(key) + ": " + Shown(map[key]))),
        HashSet<object?> set => "{" + string.Join(", ", set.Select(Shown).Order(StringComparer.Ordinal)) + "}",
        IEnumerable all => "[" + string.Join(", ", all.Cast<object?>().Select(Shown)) + "]",
        sbyte or short or int or long => FormattableString.Invariant($"i{8 * System.Runtime.InteropServices.Marshal.SizeOf(value)} {value}"),
        _ => FormattableString.Invariant($"u{8 * System.Runtime.InteropServices.Marshal.SizeOf(value)} {value}"),
    };
}
