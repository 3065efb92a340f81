// SPDX-License-Identifier: MIT
//
// A type that is refused has no formatter. Whatever else mentions it, the compiler then has nothing to say of
// generated code: the finding that says why is all that the user sees.
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class RefusedTypesTest
{
    private const string Using = "using System; using System.Collections.Generic; using Fastser;\n";

    // X is refused. (A base class, the class of a union or a parameter of a constructor may be, too.)
    public static IEnumerable<object[]> Refused { get; } =
    [
        ["FS001", "[FastSerializable] public class X { public int A; }"],
        ["FS001", "public class Y { [FastSerializable] public partial class Z { public int A; } } public class X : Y.Z { }"],
        ["FS004", "[FastSerializable] public partial class X { public int A; [FastMember(Name = \"A\")] public int B; }"],
        ["FS005", "[FastSerializable] public partial class C : X { } [FastUnion(1, typeof(C))] public abstract partial class X { }"],
        ["FS006", "public partial class C : X { } [FastUnion(0, typeof(C))] public abstract partial class X { }"],
        ["FS006", "public partial class C : X { } [FastUnion(0, typeof(C))] public interface X { }"],
        ["FS007", "[FastSerializable] public partial class X { public int A; public X(int a) { } public X(int a, int b) { } }"],
        ["FS007", "[FastSerializable] public partial class X { public int A { get; } public X(int a, int b) { A = a; } }"],
        ["FS015", "[FastSerializable] public partial class X { [FastOnSerializing] void Before(int a) { } }"],
        ["FS016", "[FastSerializable] public interface X { }"],
        ["FS016", "[FastUnion(0, typeof(C))] public partial class X { } [FastSerializable] public partial class C : X { }"],
    ];

    private const string Users = """
        [FastSerializable] public partial class Holder { public X? A; public List<X> B = new(); public Dictionary<string, X?[]>? C; public (int, X?) D; public G<X>? E; public int F; }
        [FastSerializable] public partial class G<T> { public T? A; }
        [FastSerializable] public partial struct S { public X A; public int B; }
        [FastSerializable] public partial record R(int A, X? B);
        public static class Program { public static byte[] Main(X x) => FastSerializer.Serialize(new List<X> { x }); public static byte[] More(X x) => FastSerializer.Serialize(x); }
        """;

    private static void OnlySays(string source, params string[] ids)
    {
        Compiled compiled = Compiled.Of(Using + source);
        Assert.Equal(ids, compiled.Findings.Select(one => one.Id).Distinct());
        Assert.True(!compiled.Complaints.Any(), string.Join("\n", compiled.Complaints.Take(10)) + "\n" + compiled.Generated);
    }

    [Theory]
    [MemberData(nameof(Refused))]
    public void TheCompilerHasNothingToAdd(string id, string type) => OnlySays(type, id);

    [Theory]
    [MemberData(nameof(Refused))]
    public void NorOfTypesThatHoldIt(string id, string type) => OnlySays(type.Contains("public class Y") ? type : type + "\n" + Users, id);

    [Theory]
    [InlineData("[FastSerializable] public class X { public int A; [FastOnDeserialized] void Done() { } } [FastSerializable] public partial class D : X { public int B; } [FastSerializable] public partial class E : D { public D? C; }")]
    [InlineData("[FastSerializable] public record X(int A, string B); [FastSerializable] public partial record D(int A, string B, int C) : X(A, B);")]
    public void NorOfTypesThatDeriveFromIt(string source) => OnlySays(source, "FS001");

    [Theory]
    [InlineData("[FastUnion(0, typeof(X)), FastUnion(1, typeof(Y))] public abstract partial class U { } [FastSerializable] public class X : U { } [FastSerializable] public partial class Y : U { public U? A; }")]
    [InlineData("[FastUnion(0, typeof(X))] public interface U { } [FastSerializable] public class X : U { } [FastSerializable] public partial class Y { public U? A; public List<U> B = new(); }")]
    public void NorOfUnionsThatNameIt(string source) => OnlySays(source, "FS001");

    [Theory]
    [InlineData("[assembly: FastSerializableExternal(typeof(int))] [FastSerializable] public partial class P { public int A; public List<int>? B; }")]
    [InlineData("[assembly: FastSerializableExternal(typeof(IDisposable))] [FastSerializable] public partial class P { public int A; }")]
    [InlineData("[assembly: FastSerializableExternal(typeof(DayOfWeek))] [FastSerializable] public partial class P { public DayOfWeek A; }")]
    [InlineData("[assembly: FastSerializableExternal(typeof(List<int>))] [FastSerializable] public partial class P { public List<int>? A; }")]
    [InlineData("[assembly: FastSerializableExternal(typeof(P))] [FastSerializable] public partial class P { public P? A; }")]
    [InlineData("[assembly: FastSerializableExternal(typeof(KeyValuePair<,>))] [FastSerializable] public partial class P { public KeyValuePair<int, int> A; }")]
    public void NorOfExternalTypesThatCannotBeTaken(string source) => OnlySays(source, "FS017");

    [Fact]
    public void NorWhereTheLanguageIsTooOld()
    {
        Compiled compiled = Compiled.Of("using Fastser; [FastSerializable] public partial class P { public int A; } public static class Q { public static byte[] R(P p) { return FastSerializer.Serialize(p); } }", LanguageVersion.CSharp7_3);
        Assert.Equal("FS018", Assert.Single(compiled.Findings).Id);
        Assert.Empty(compiled.Complaints);
    }
}
