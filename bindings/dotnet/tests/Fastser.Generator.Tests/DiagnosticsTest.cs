// SPDX-License-Identifier: MIT
//
// What the analyzer says: of each rule a program that breaks it, and that the message names the class and
// the member.
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class DiagnosticsTest
{
    private static void Breaks(string id, string source, params string[] words)
    {
        Compiled compiled = Compiled.Of("using System; using System.Collections.Generic; using Fastser;\n" + source);
        Diagnostic[] found = compiled.Findings.Where(one => one.Id == id).ToArray();
        Assert.True(found.Length == 1, id + " found " + found.Length + " times in: " + string.Join("\n", compiled.Findings));
        foreach (string word in words) Assert.Contains(word, found[0].GetMessage());
        Assert.True(compiled.Findings.Length == 1, string.Join("\n", compiled.Findings));
        Assert.True(found[0].Location.IsInSource);
    }

    [Fact]
    public void TypesThatAreNotPartialAreNamed() =>
        Breaks("FS001", "[FastSerializable] class Person { public int Age; }", "'Person' must be partial");

    [Fact]
    public void TypesAroundThatAreNotPartialAreNamed() =>
        Breaks("FS001", "class Outer { [FastSerializable] internal partial class Person { public int Age; } }", "'Person'", "'partial' to 'Outer'");

    [Theory]
    [InlineData("public Stranger? Other;", "'Person.Other'", "'Stranger'", "add [FastSerializable] to 'Stranger'")]
    [InlineData("public List<Stranger>? Others { get; set; }", "'Person.Others'", "'Stranger'", "[FastIgnore]")]
    [InlineData("public Action? Done;", "'Person.Done'", "code is no data")]
    [InlineData("public System.IO.Stream? Stream;", "'Person.Stream'", "FastSerializableExternal(typeof(Stream))")]
    [InlineData("public dynamic? Any;", "'Person.Any'", "use 'object'")]
    [InlineData("public Type? Type;", "'Person.Type'", "'Type'", "use another type")]
    [InlineData("public Base? Thing;", "'Person.Thing'", "'Base'", "FastUnion")]
    public void MembersThatCannotBeSerializedAreNamed(string member, params string[] words) =>
        Breaks("FS002", "class Stranger {} [FastSerializable] abstract partial class Base {} [FastSerializable] partial class Person { " + member + " }", words);

    [Fact]
    public void PlacesThatStandTwiceAreNamed() =>
        Breaks("FS003", "[FastSerializable] partial class P { [FastMember(1)] public int A; [FastMember(1)] public int B; }", "'P.B'", "place 1", "'A'");

    [Fact]
    public void NamesThatStandTwiceAreNamed() =>
        Breaks("FS004", "[FastSerializable] partial class P { public int A; [FastMember(Name = \"A\")] public int B; }", "'P.B'", "\"A\"", "'A'");

    private const string Shapes = "[FastSerializable] partial class Circle : Shape {} [FastSerializable] partial class Square : Shape {} [FastSerializable] partial class Other {} ";

    [Fact]
    public void GapsInUnionsAreNamed() =>
        Breaks("FS005", Shapes + "[FastUnion(0, typeof(Circle)), FastUnion(2, typeof(Square))] abstract partial class Shape {}", "'Shape'", "0 to 1", "1 is missing");

    [Fact]
    public void PlacesOfUnionsThatStandTwiceAreNamed() =>
        Breaks("FS005", Shapes + "[FastUnion(0, typeof(Circle)), FastUnion(0, typeof(Square))] abstract partial class Shape {}", "'Shape'", "both 'Circle' and 'Square'");

    [Fact]
    public void AlternativesThatDoNotDeriveAreNamed() =>
        Breaks("FS006", Shapes + "[FastUnion(0, typeof(Circle)), FastUnion(1, typeof(Other))] abstract partial class Shape {}", "'Shape'", "'Other'", "does not derive");

    [Fact]
    public void AlternativesThatAreNotSerializableAreNamed() =>
        Breaks("FS006", "class Circle : IShape {} [FastUnion(0, typeof(Circle))] interface IShape {}", "'IShape'", "'Circle'", "is not serializable");

    [Fact]
    public void ClassesWithoutAConstructorToChooseAreNamed() =>
        Breaks("FS007", "[FastSerializable] partial class P { public int A; public P(int a) {} public P(int a, int b) {} }", "'P'", "several constructors", "[FastConstructor]");

    [Fact]
    public void ParametersThatAreNoMembersAreNamed() =>
        Breaks("FS007", "[FastSerializable] partial class P { public int A { get; } public P(int a, int b) { A = a; } }", "'P'", "'b'");

    [Fact]
    public void PropertiesThatAreLostAreNamed() =>
        Breaks("FS008", "[FastSerializable] partial class P { public int A { get; } = 3; }", "'P.A'", "'init'", "[FastIgnore]");

    [Theory]
    [InlineData("[FastSerializable] partial class P { public P Next { get; set; } = null!; }", "'P.Next'", "'P?'")]
    [InlineData("[FastSerializable] partial class P { public Q Next { get; set; } = null!; } [FastSerializable] partial struct Q { public int A; public P? Back; public R Rest; } [FastSerializable] partial class R { public P? Again; public P Never = null!; }", "'P'")]
    public void ClassesThatAlwaysHoldThemselvesAreNamed(string source, params string[] words)
    {
        Compiled compiled = Compiled.Of("using Fastser;\n" + source);
        // Each class of a cycle is named, in any order.
        Assert.Contains(compiled.Findings, one => one.Id == "FS009" && words.All(one.GetMessage().Contains));
    }

    [Fact]
    public void CyclesOfWhatAConstructorMakesAreNamed() =>
        Breaks("FS010", "[FastSerializable] partial record Node(int Value, Node? Next);", "'Node.Next'", "its constructor");

    [Fact]
    public void StaticMembersAreNamed() =>
        Breaks("FS011", "[FastSerializable] partial class P { [FastMember] public static int Count; }", "'P.Count'", "static");

    [Fact]
    public void MembersWithoutAGetterAreNamed() =>
        Breaks("FS012", "[FastSerializable] partial class P { [FastMember] public int Count { set { } } }", "'P.Count'", "getter");

    [Fact]
    public void MembersOfABaseClassThatAreLostAreNamed() =>
        Breaks("FS013", "class B { public int Id { get; set; } } [FastSerializable] partial class P : B { public int A; }", "'P'", "'B'", "'Id'");

    [Theory]
    [InlineData("[FastMember(Varint = true)] public string A = \"\";", "Varint")]
    [InlineData("[FastMember(Share = true)] public int A;", "Share")]
    public void OptionsThatDoNotFitAreNamed(string member, string option) =>
        Breaks("FS014", "[FastSerializable] partial class P { " + member + " }", "'P.A'", option);

    [Fact]
    public void MembersOfABaseOfAnExternalTypeThatAreLostAreNamed()
    {
        Compiled compiled = Compiled.Of("using Fastser; [assembly: FastSerializableExternal(typeof(C))] public class B { public int X; } public class C : B { public int Y; }");
        Diagnostic one = Assert.Single(compiled.Findings);
        Assert.Equal("FS013", one.Id);
        Assert.Contains("'X' of it is not written; add [assembly: FastSerializableExternal(typeof(B))]", one.GetMessage());
    }

    [Fact]
    public void MembersThatImplementAnInterfaceExplicitlyAreNamed() =>
        Breaks("FS012", "interface I { int X { get; set; } } [FastSerializable] partial class P : I { [FastMember] int I.X { get; set; } }", "'P.I.X'", "explicitly", "remove [FastMember]");

    [Fact]
    public void CallbacksThatStandTwiceAreNamed() =>
        Breaks("FS015", "[FastSerializable] partial class P { [FastOnDeserialized] void A() { } [FastOnDeserialized] void B() { } }", "'P.B'", "'A'");

    [Fact]
    public void CallbacksThatCannotBeCalledAreNamed() =>
        Breaks("FS015", "[FastSerializable] partial class P { [FastOnSerializing] void Before(int a) { } }", "'P.Before'");

    [Theory]
    [InlineData("[FastSerializable] ref partial struct P { public int A; }", "ref struct")]
    [InlineData("[FastSerializable] static partial class P { }", "static")]
    [InlineData("[FastSerializable] file partial class P { public int A; }", "remove 'file'")]
    [InlineData("[FastSerializable] partial interface P { }", "interface")]
    [InlineData("[FastSerializable] partial class P<FastserFormatter> { }", "rename the parameter")]
    [InlineData("[FastSerializable] partial class A : P<int> { } [FastUnion(0, typeof(A))] interface P<T> { }", "union with type parameters")]
    [InlineData("[FastSerializable] partial class A<T> : P<T> { } [FastUnion(0, typeof(A<>))] interface P<T> { } [FastSerializable] partial class H { public P<int>? V; }", "remove the parameters")]
    [InlineData("[FastSerializable] partial class A<T> : P<T> { } [FastUnion(0, typeof(A<>))] abstract partial class P<T> { } [FastSerializable] partial class H { public P<int>? V; public A<int>? W; }", "remove the parameters")]
    public void KindsThatCannotBeSerializableAreNamed(string source, string word) => Breaks("FS016", source, "'P", word);

    [Theory]
    [InlineData("[assembly: FastSerializableExternal(typeof(KeyValuePair<,>))]", "open generic")]
    [InlineData("[assembly: FastSerializableExternal(typeof(int))]", "serializable as it is")]
    [InlineData("[assembly: FastSerializableExternal(typeof(IDisposable))]", "no class")]
    public void ExternalTypesThatCannotBeTakenAreNamed(string source, string word) => Breaks("FS017", source, word);

    [Theory]
    [InlineData("Serialize(new Stranger())", "'Stranger'", "add [FastSerializable] to 'Stranger'")]
    [InlineData("Serialize(new List<Stranger[]>())", "Serialize<List<Stranger[]>>", "'Stranger'")]
    [InlineData("Deserialize<Action>(new byte[0])", "'Action'", "code is no data")]
    [InlineData("Clone(new System.IO.MemoryStream())", "FastSerializableExternal(typeof(MemoryStream))")]
    [InlineData("Serialize(new { A = 1 })", "use a class, a record or a tuple")]
    [InlineData("Serialize((Base)null!)", "'Base'", "FastUnion")]
    [InlineData("Serialize(Secret.A)", "Serialize<Secret>", "private", "make that type internal or public")]
    [InlineData("Serialize(new Dictionary<int, Secret>())", "private")]
    [InlineData("Serialize(new List<Known>())", "private")]
    [InlineData("Serialize(new Stranger2())", "'Stranger2'", "add [FastSerializable]")]
    public void CallsThatWillFindNoFormatterAreNamed(string call, params string[] words)
    {
        Breaks("FS019", Roots + "FastSerializer." + call + "; }", words);
    }

    private const string Roots = "class Stranger {} [FastSerializable] abstract partial class Base {} [FastSerializable] partial class Person { public int A; } "
        + "partial class Program { private enum Secret { A } private class Stranger2 {} [FastSerializable] private partial class Known { public int A; private enum Inner { A } [FastMember] private Inner[] _b = new Inner[0]; static object C() => FastSerializer.Serialize(new Inner[0]); } "
        + "static T Open<T>(byte[] a) => FastSerializer.Deserialize<List<T>>(a)[0]; static object Main() => ";

    [Theory]
    [InlineData("Serialize(new Person())")]
    [InlineData("Serialize(new Known())")]
    [InlineData("Serialize(new Dictionary<string, List<(Person?, int)>>())")]
    [InlineData("Serialize<object>(1)")]
    [InlineData("Serialize(3)")]
    public void OtherCallsAreLetThrough(string call) => Compiled.Clean("using System.Collections.Generic; using Fastser;\n" + Roots + "FastSerializer." + call + "; }");

    [Fact]
    public void CallsThatNeedNoFormatterAreLetThrough() => Compiled.Clean("using Fastser; public class C { private enum E { A } "
        + "public static void M(SerializationWriter w, C[] c, FastserRegistry r) { w.Write(c); w.WriteEnum(E.A); r.RegisterEnum<E>(); } "
        + "public static byte[] N(Fastser.Runtime.Formatter<C> f) { Fastser.Runtime.FormatterOf.Register(f); return FastSerializer.Serialize(new C()); } }");

    [Fact]
    public void AnOlderLanguageIsNamed()
    {
        Compiled compiled = Compiled.Of("using Fastser; [FastSerializable] partial class P { public int A; }", Microsoft.CodeAnalysis.CSharp.LanguageVersion.CSharp7_3);
        Assert.Contains(compiled.Findings, one => one.Id == "FS018" && one.GetMessage().Contains("C# 7.3"));
    }
}
