// SPDX-License-Identifier: MIT
//
// Projects of C# 9 for .NET Standard 2.0: what is generated compiles there as well.
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class OldProjectTest
{
    private static readonly ImmutableArray<MetadataReference> s_old = Compiled.References(
        Metadata("Old").SelectMany(one => Directory.GetFiles(one, "*.dll")).Concat(Metadata("OldFastser")));

    private static IEnumerable<string> Metadata(string key) =>
        typeof(OldProjectTest).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Where(one => one.Key == key).Select(one => one.Value!);

    [Theory]
    [InlineData("public int A; public string B { get; set; } = \"\"; public string? C; public readonly long D; [FastMember] private short _e;")]
    [InlineData("public List<P>? A; public Dictionary<string, List<int>> B = new(); public P? Left { get; set; } public P[] More = new P[0]; public (int, string) T;")]
    [InlineData("public DateTime A; public Guid B; public decimal C; public TimeSpan D; public int? E; public Uri? F; public object? G; public byte[]? H; public System.Numerics.BigInteger I;")]
    [InlineData("[FastMember(Varint = true)] public int A; [FastMember(Share = true)] public string B = \"\"; public List<int> C { get; } = new(); public int[,] D = new int[0, 0];")]
    [InlineData("public int A { get; } public P(int a) { A = a; } [FastOnDeserialized] private void Done() { }")]
    public void ClassesCompile(string members) =>
        Compiled.Clean("using System; using System.Collections.Generic; using Fastser;\n[FastSerializable] public partial class P { " + members + " }",
            LanguageVersion.CSharp9, s_old);

    [Fact]
    public void TypesOfAllKindsCompile() => Compiled.Clean("""
        using System; using System.Collections.Generic; using Fastser;
        [assembly: FastSerializableExternal(typeof(Foreign))]
        namespace System.Runtime.CompilerServices { internal static class IsExternalInit { } }
        public class Foreign { public int A { get; set; } }
        [FastSerializable] public partial struct Point { public int X, Y; }
        [FastSerializable] public readonly partial struct Fixed { public readonly int X; public Fixed(int x) { X = x; } }
        [FastSerializable] public partial record Person(string Name, int Age) { public string? Note { get; init; } }
        [FastSerializable] public partial record Student(string Name, int Age, string School) : Person(Name, Age);
        [FastSerializable] public partial class Pair<T> { public T First = default!; public List<T> All = new(); public Foreign? F; }
        [FastUnion(0, typeof(Circle)), FastUnion(1, typeof(Square))] public abstract partial class Shape { public int Id; }
        [FastSerializable] public partial class Circle : Shape { public Point[] Points = new Point[0]; }
        [FastSerializable] public partial class Square : Shape { public Shape? Inner; public Pair<int>? Pair; public Fixed F; }
        [FastUnion(0, typeof(Cat))] public interface IAnimal { }
        [FastSerializable] public partial class Cat : IAnimal { public IAnimal? Friend; public List<Person?> People = new(); }
        public static partial class Outer { [FastSerializable] private partial class Hidden { public int A { get; init; } } }
        """, LanguageVersion.CSharp9, s_old);

    [Fact]
    public void WithoutAnnotationsEveryReferenceMayBeNull()
    {
        Compiled compiled = Compiled.Clean(
            "using System.Collections.Generic; using Fastser;\n[FastSerializable] public partial class P { public string A; public List<string> B; public P C; }",
            LanguageVersion.CSharp9, s_old, nullable: false);
        Assert.Contains("new global::Fastser.Runtime.WireField(\"A\", global::Fastser.Runtime.WireType.Optional(global::Fastser.Runtime.WireType.String))", compiled.Generated);
    }
}
