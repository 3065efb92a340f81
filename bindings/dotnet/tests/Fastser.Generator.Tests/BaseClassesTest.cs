// SPDX-License-Identifier: MIT
//
// Members of base classes that a derived class cannot name: private ones, those with a private setter, those
// behind a member of the same name, and all that metadata of another assembly does not show. Programs run.
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Fastser.Generator.Tests;

public sealed class BaseClassesTest
{
    private const string Using = "using System; using System.Collections.Generic; using Fastser;\n";
    private const string AllWays = "new[] { new FastSerializerOptions { Engine = FastserEngine.Managed }, new FastSerializerOptions { Engine = FastserEngine.Native }, FastSerializerOptions.Graph, new FastSerializerOptions { Engine = FastserEngine.Native, References = true } }";
    private const string Kinds = """
        [FastSerializable] public partial class B
        {
            [FastMember] private List<int> Parts { get; } = new();
            [FastMember] private Dictionary<int, int> Map { get; } = new();
            [FastMember] private readonly int _readonly;
            [FastMember] private string? _field;
            public int PrivateInit { get; private init; }
            public int PrivateSet { get; private set; }
            public int ProtectedSet { get; protected set; }
            public B() { }
            public B(int x) { _readonly = PrivateInit = PrivateSet = ProtectedSet = x; _field = "s"; Parts.Add(x); Map[1] = 2; }
            public string Dump() => string.Join(",", _readonly, PrivateInit, PrivateSet, ProtectedSet, _field, Parts.Count, Map.Count);
        }
        """;

    [Fact]
    public void AnObjectThatItsConstructorMakesGetsThePrivateMembersOfItsBase()
    {
        Assert.Equal("3,3,3,3,s,1,1n0 3,3,3,3,s,1,1n5;3,3,3,3,s,1,1n0 3,3,3,3,s,1,1n5;3,3,3,3,s,1,1n0 3,3,3,3,s,1,1n5;3,3,3,3,s,1,1n0 3,3,3,3,s,1,1n5;",
            Compiled.Clean(Using + Kinds + $$"""
                [FastSerializable] public partial class D : B
                {
                    public string Name { get; }
                    [FastConstructor] public D(string name) { Name = name; }
                    public D(int x, string n) : base(x) { Name = n; }
                    public virtual int More { get => 0; init { } }
                }
                [FastSerializable] public partial class E : D
                {
                    private int _more;
                    public override int More { get => _more; init => _more = value; }
                    [FastConstructor] public E(string name) : base(name) { }
                    public E(int x, string n) : base(x, n) { }
                }
                public static class Program
                {
                    public static string Main()
                    {
                        var text = "";
                        foreach (var options in {{AllWays}})
                        {
                            var d = FastSerializer.Clone(new D(3, "n"), options);
                            var e = FastSerializer.Clone(new E(3, "n") { More = 5 }, options);
                            text += d.Dump() + d.Name + d.More + " " + e.Dump() + e.Name + e.More + ";";
                        }
                        return text;
                    }
                }
                """).Run());
    }

    [Fact]
    public void AMemberBehindAnotherOfItsNameIsSetInTheBaseClass()
    {
        Assert.Equal("a7 a7 ", Compiled.Clean(Using + """
            [FastSerializable] public partial class B { public int X { get; set; } }
            [FastSerializable] public partial class D : B { public new string X { get; } public D(string x) { X = x; } }
            public static class Program
            {
                public static string Main()
                {
                    var d = new D("a");
                    ((B)d).X = 7;
                    var text = "";
                    foreach (var engine in new[] { FastserEngine.Managed, FastserEngine.Native })
                    {
                        var e = FastSerializer.Clone(d, new FastSerializerOptions { Engine = engine });
                        text += e.X + ((B)e).X + " ";
                    }
                    return text;
                }
            }
            """).Run());
    }

    [Fact]
    public void ACallbackThatOverridesOneIsCalledOnce()
    {
        Assert.Equal("11", Compiled.Clean(Using + """
            [FastSerializable] public partial class B { public int A; [FastOnDeserialized] protected virtual void Done() { A += 1; } }
            [FastSerializable] public partial class D : B { [FastOnDeserialized] protected override void Done() { base.Done(); A += 10; } }
            public static class Program { public static string Main() => FastSerializer.Clone(new D()).A.ToString(); }
            """).Run());
    }

    [Fact]
    public void APrivateMemberOfAPrivateTypeIsRefusedWhereOnlyItsBaseCanSetIt()
    {
        Compiled result = Compiled.Of(Using + "[FastSerializable] public partial class B { private enum K { X } [FastMember] private K _k; } [FastSerializable] public partial class D : B { public string Name { get; } public D(string name) { Name = name; } }");
        Diagnostic one = Assert.Single(result.Findings);
        Assert.Equal("FS012", one.Id);
        Assert.StartsWith("'D._k' can only be set by its class 'B'; give 'D' a constructor without parameters", one.GetMessage(), System.StringComparison.Ordinal);
    }

    [Fact]
    public void MembersOfABaseInAnotherAssemblyKeepTheirPlaces()
    {
        // An older archive lacks two members: they keep their own values, although the base has members that only
        // its assembly can see.
        Assert.Equal("3,3,3,3,s,1,1 n78", WithLibrary(Using + Kinds, Using + """
            [FastSerializable(Name = "D")] public partial class Old : B { public string? Name; public Old() { } public Old(int x) : base(x) { } }
            [FastSerializable] public partial class D : B { public string? Name; public int More = 7; public int Still = 8; }
            public static class Program
            {
                public static string Main()
                {
                    D d = FastSerializer.Deserialize<D>(FastSerializer.Serialize(new Old(3) { Name = "n" }));
                    return d.Dump() + " " + d.Name + d.More + d.Still;
                }
            }
            """));
    }

    [Fact]
    public void MembersWithoutASetterOfABaseInAnotherAssemblyAreMembers()
    {
        const string Library = """
            [FastSerializable] public partial class B { public int X { get; init; } = 1; public readonly int Y = 2; public required string Z { get; init; } public List<int> L { get; } = new(); }
            [FastSerializable] public partial class C { public int A { get; } public C(int a) { A = a; } }
            [FastSerializable] public partial record R(int Id) { public int Y { get; set; } }
            """;
        Assert.Equal("3z1n 3z1q 52 D { Id = 1, Y = 4, Name = z }", WithLibrary(Using + Library, Using + """
            [FastSerializable] public partial class Made : B { public string Name { get; } public Made(string name) { Name = name; } }
            [FastSerializable] public partial class Filled : B { public string? Name { get; set; } }
            [FastSerializable] public partial class E : C { public E(int a) : base(a) { } public int Q; }
            [FastSerializable] public partial record D(int Id, string Name) : R(Id);
            public static class Program
            {
                public static string Main()
                {
                    var m = FastSerializer.Clone(new Made("n") { X = 3, Z = "z", L = { 1 } });
                    var f = FastSerializer.Clone(new Filled { X = 3, Z = "z", L = { 1 }, Name = "q" });
                    var e = FastSerializer.Clone(new E(5) { Q = 2 });
                    return m.X + m.Z + m.L.Count + m.Name + " " + f.X + f.Z + f.L.Count + f.Name + " " + e.A + e.Q + " "
                        + FastSerializer.Clone(new D(1, "z") { Y = 4 });
                }
            }
            """));
    }

    [Fact]
    public void WhatOnlyAnotherAssemblyCanSetIsRefusedForAnObjectThatItsConstructorMakes()
    {
        Compiled library = Library(Using + "[FastSerializable] public partial class B { [FastMember] private int _x; public int Y { get; private set; } public int Z { get; protected set; } }", out PortableExecutableReference reference);
        Compiled result = Compiled.Of(Using + "[FastSerializable] public partial class D : B { public string Name { get; } public D(string name) { Name = name; } }",
            references: library.Output.References.Append(reference));
        Assert.Equal(["'D.Y' can only be set by its class 'B'", "'D._x' can only be set by its class 'B'"],
            result.Findings.Select(one => one.GetMessage().Split(';')[0]).OrderBy(one => one, System.StringComparer.Ordinal));
    }

    private static Compiled Library(string source, out PortableExecutableReference reference)
    {
        Compiled library = Compiled.Clean(source);
        using var image = new MemoryStream();
        Assert.True(library.Output.WithAssemblyName("Library").Emit(image).Success);
        reference = MetadataReference.CreateFromImage(image.ToArray());
        return library;
    }

    private static string WithLibrary(string source, string program)
    {
        Compiled library = Library(source, out PortableExecutableReference reference);
        Compiled result = Compiled.Clean(program, references: library.Output.References.Append(reference));
        var context = new AssemblyLoadContext(null);
        Load(context, library.Output.WithAssemblyName("Library"));
        return (string)Load(context, result.Output).GetType("Program", true)!.GetMethod("Main")!.Invoke(null, null)!;
    }

    private static Assembly Load(AssemblyLoadContext context, Compilation compilation)
    {
        var image = new MemoryStream();
        Assert.True(compilation.Emit(image).Success);
        image.Position = 0;
        return context.LoadFromStream(image);
    }
}
