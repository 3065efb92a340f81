// SPDX-License-Identifier: MIT
//
// The schema lock: what may change is let through, what older archives could not be read with is not.
using System.Linq;
using Fastser.Generator.Lock;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class SchemaLockTest
{
    private const string Using = "using System; using System.Collections.Generic; using Fastser; namespace App;\n";

    private static string Class(string members) => Using + "[FastSerializable] public partial class P { " + members + " }";

    /// <summary>The lock that the build writes for a source.</summary>
    private static string Lock(string source, string old = "")
    {
        Compiled compiled = Compiled.Of(source, schemaLock: old, updatesLock: true);
        Assert.Empty(compiled.Findings.Where(one => one.Id != "FS051" && one.Id != "FS053"));
        SyntaxTree tree = compiled.Driver.GetRunResult().GeneratedTrees.Single(one => one.FilePath.EndsWith(SchemaLock.HintName));
        return string.Concat(tree.ToString().Split('\n').Where(one => one.StartsWith("//|")).Select(one => one.Substring(3) + "\n"));
    }

    private static Diagnostic[] Change(string before, string after) => Compiled.Of(after, schemaLock: Lock(before)).Findings.ToArray();

    [Fact]
    public void NamesWithAColonAreReadAgain()
    {
        string source = Class("[FastMember(Name = \"a: b\")] public int A; public string B = \"\";");
        Assert.Contains("  a: b: i32\n", Lock(source));
        Assert.Empty(Change(source, source));
        Assert.Equal("FS051", Assert.Single(Change(source, source.Replace("public int A", "public bool A")), one => one.Id == "FS051").Id);
    }

    [Fact]
    public void AProjectWithoutTypesHasNoLock()
    {
        Compiled compiled = Compiled.Of(Using + "public class P { }", updatesLock: true);
        Assert.Empty(compiled.Driver.GetRunResult().GeneratedTrees);
        Assert.DoesNotContain("App.P", Lock(Using + "public class P { }", Lock(Class("public int A;"))));
    }

    [Fact]
    public void TheLockSaysWhatArchivesHold()
    {
        string text = Lock(Using + """
            [FastSerializable(Name = "Human", Version = 3)] public partial class Person { public int Age; public string Name = ""; public string? Note; public List<Person?>? Friends; [FastMember(Varint = true, Name = "n")] public long Number; }
            [FastSerializable] public partial class Child : Person { public Color Color; public Dictionary<string, Shape> Shapes = new(); public DateTime When; public (int, double) Pair; }
            public enum Color : byte { Red }
            [FastUnion(0, typeof(Circle))] public abstract partial class Shape { public int Id; }
            [FastSerializable] public partial class Circle : Shape { public byte[] Data = new byte[0]; }
            [FastSerializable] public partial class Pair<A, B> { public A First = default!; public B? Second; }
            """);
        Assert.Equal("""
            # Fastser schema lock 1: what archives hold. Written by dotnet build -p:FastserUpdateSchemaLock=true

            App.Child Child 0 : App.Person
              Color: enum Color u8
              Shapes: map<string,union App.Shape>
              When: datetime
              Pair: tuple<i32,f64>

            App.Circle Circle 0 : App.Shape
              Data: data

            App.Pair<A,B> Pair 0
              First: parameter A
              Second: optional<parameter B>

            App.Person Human 3
              Age: i32
              Name: string
              Note: optional<string>
              Friends: optional<list<optional<record App.Person>>>
              n: vi64

            App.Shape Shape 0
              Id: i32

            App.Shape Shape union
              App.Circle

            """.Replace("\r", ""), text);
    }

    [Theory]
    [InlineData("public int A;")]
    [InlineData("public int A; public List<string?>? B; public (int, long) C;")]
    public void AProgramThatHasNotChangedIsLetThrough(string members) => Assert.Empty(Change(Class(members), Class(members)));

    [Theory]
    [InlineData("public int A;", "public int A; public string B = \"\";", "'App.P.B' is new")]
    [InlineData("public int A; public string B = \"\";", "public int A;", "'App.P.B' is gone")]
    [InlineData("public int A; public long B;", "public long B; public int A;", "the order")]
    [InlineData("public int A;", "public long A;", "'App.P.A' is another type")]
    [InlineData("public ushort A;", "public float A;", "another type")]
    [InlineData("public string A = \"\";", "public string? A;", "another type")]
    [InlineData("public int A;", "[FastMember(Varint = true)] public long A;", "another type")]
    [InlineData("public int[] A = null!;", "public HashSet<long> A = null!;", "another type")]
    [InlineData("public float A;", "public double? A;", "another type")]
    [InlineData("public DayOfWeek A;", "public long A;", "another type")]
    [InlineData("public List<byte> A = null!;", "public byte[] A = null!;", "another type")]
    [InlineData("public int A;", "[FastMember(RenamedFrom = \"A\")] public long B;", "'App.P.B' is new")]
    public void WhatMayChangeOnlyMakesTheLockStale(string before, string after, string what)
    {
        Diagnostic[] found = Change(Class(before), Class(after));
        Assert.Equal(["FS050"], found.Select(one => one.Id));
        Assert.Contains(what, found[0].GetMessage());
        Assert.Equal(DiagnosticSeverity.Warning, found[0].Severity);
    }

    [Theory]
    [InlineData("public long A;", "public int A;", "i64", "i32")]
    [InlineData("public string? A;", "public string A = \"\";", "optional<string>", "string")]
    [InlineData("public int A;", "public string A = \"\";", "i32", "string")]
    [InlineData("public int A;", "public float A;", "i32", "f32")]
    [InlineData("public int A;", "public uint A;", "i32", "u32")]
    [InlineData("public bool A;", "public int A;", "bool", "i32")]
    [InlineData("public List<long> A = null!;", "public List<int> A = null!;", "list<i64>", "list<i32>")]
    [InlineData("public Dictionary<string, int> A = null!;", "public List<int> A = null!;", "map<string,i32>", "list<i32>")]
    [InlineData("public long A;", "[FastMember(RenamedFrom = \"A\")] public int B;", "i64", "i32")]
    public void AMemberThatCanNoLongerBeReadIsAnError(string before, string after, string was, string now)
    {
        Diagnostic found = Assert.Single(Change(Class(before), Class(after)), one => one.Id == "FS051");
        Assert.Equal(DiagnosticSeverity.Error, found.Severity);
        Assert.Contains("'" + was + "'", found.GetMessage());
        Assert.Contains("'" + now + "'", found.GetMessage());
        Assert.True(found.Location.IsInSource);
    }

    [Fact]
    public void AMemberThatMayHaveBeenRenamedIsAskedFor()
    {
        Diagnostic found = Assert.Single(Change(Class("public int Age;"), Class("public int Years;")), one => one.Id == "FS052");
        Assert.Contains("RenamedFrom = \"Age\"", found.GetMessage());
    }

    [Fact]
    public void AnAlternativeThatIsGoneIsAnError()
    {
        const string classes = "[FastSerializable] public partial class A : S {} [FastSerializable] public partial class B : S {} ";
        Diagnostic found = Assert.Single(Change(
            Using + classes + "[FastUnion(0, typeof(A)), FastUnion(1, typeof(B))] public abstract partial class S {}",
            Using + classes + "[FastUnion(0, typeof(A))] public abstract partial class S {}"), one => one.Id == "FS053");
        Assert.Contains("App.B", found.GetMessage());
    }

    [Fact]
    public void MembersMayMoveIntoABaseClass()
    {
        Diagnostic[] found = Change(
            Using + "[FastSerializable] public partial class P { public int A; public int B; }",
            Using + "[FastSerializable] public partial class Q { public int A; } [FastSerializable] public partial class P : Q { public int B; }");
        Assert.Equal(["FS050"], found.Select(one => one.Id));
    }

    [Fact]
    public void WhatIsGoneIsRememberedAndComesBackOnlyAsWhatItWas()
    {
        string gone = Lock(Class("public int B;"), Lock(Class("public long A; public int B;")));
        Assert.Contains("- A: i64", gone);
        Assert.Empty(Compiled.Of(Class("public int B;"), schemaLock: gone).Findings);
        Assert.Contains(Compiled.Of(Class("public int B; public int A;"), schemaLock: gone).Findings, one => one.Id == "FS051");
        Assert.DoesNotContain(Compiled.Of(Class("public int B; public long A;"), schemaLock: gone).Findings, one => one.Id == "FS051");
    }

    [Theory]
    [InlineData("App.P\n", 1)]
    [InlineData("# first\n  A: i32\n", 2)]
    [InlineData("App.P P 0\n  A: list<i32\n", 2)]
    public void ALineThatIsNoneIsNamed(string text, int line)
    {
        Diagnostic found = Assert.Single(Compiled.Of(Class("public int A;"), schemaLock: text).Findings);
        Assert.Equal("FS054", found.Id);
        Assert.Contains("line " + line, found.GetMessage());
    }

    [Theory]
    [InlineData("/project/Fastser.schema.lock", true)]
    [InlineData("/project/Fastser.net8.0.schema.lock", true)]
    [InlineData("/project/Fastser.net10.0-android35.0.schema.lock", true)]
    [InlineData("/project/Other.schema.lock", false)]
    [InlineData("/project/Fastser.lock", false)]
    public void LocksAreKnownByTheirNames(string path, bool isLock) => Assert.Equal(isLock, SchemaLock.IsLock(path));

    [Fact]
    public void WithoutALockNothingIsSaid() => Assert.Empty(Compiled.Of(Class("public int A;")).Findings);
}
