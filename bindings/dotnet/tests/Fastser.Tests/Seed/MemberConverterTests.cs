// SPDX-License-Identifier: MIT
//
// A class with ISerializable gets its lists and dictionaries as the types that it asks for, though archives know
// only the nearest ones.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class MemberConverterTests
{
#pragma warning disable SYSLIB0050 // Old types want these.
    public sealed class Bag : ISerializable
    {
        public Dictionary<string, object?> Members = [];

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            foreach (var (name, value) in Members) info.AddValue(name, value, value?.GetType() ?? typeof(object));
        }

        public static Bag Make(SerializationInfo info, StreamingContext context)
        {
            var bag = new Bag();
            foreach (var member in info) bag.Members[member.Name] = info.GetValue(member.Name, s_types[member.Name]);
            return bag;
        }
    }

    private static readonly Dictionary<string, Type> s_types = [];

    [Fact]
    public void ListsAndDictionariesAreOfTheTypesThatAreAskedFor()
    {
        object[] values =
        [
            new List<int> { 1, 2 }, new List<byte> { 3 }, new List<string?> { "a", null }, new List<DateTime> { DateTime.MaxValue },
            new List<int?> { 1, null }, new List<List<int>> { new() { 1 }, new() }, new[] { DateTime.MinValue }, new int[][] { [1], [] },
            new string?[] { "a", null }, new object?[] { 1, null, "a" }, new Dictionary<string, int> { ["a"] = 1 },
            new Dictionary<int, string> { [1] = "a" }, new Dictionary<string, string?> { ["a"] = null },
            new Dictionary<string, List<int>> { ["a"] = [1, 2] }, new Dictionary<string, object?> { ["a"] = 1 }, new List<object?> { 1, "a" },
        ];
        var bag = new Bag();
        foreach (var value in values)
        {
            var name = "m" + bag.Members.Count;
            bag.Members[name] = value;
            s_types[name] = value.GetType();
        }
        var options = FastSerializerOptions.Graph with { Registry = new FastserRegistry().RegisterSerializable("Bag", Bag.Make) };
        foreach (var engine in new[] { FastserEngine.Auto, FastserEngine.Native })
        {
            var how = options with { Engine = engine };
            var read = Assert.IsType<Bag>(FastSerializer.Deserialize<object?>(FastSerializer.Serialize<object?>(bag, how), how));
            foreach (var (name, value) in bag.Members)
            {
                Assert.IsType(value!.GetType(), read.Members[name]);
                Assert.Equal(value, read.Members[name]);
            }
        }
    }
#pragma warning restore SYSLIB0050
}
