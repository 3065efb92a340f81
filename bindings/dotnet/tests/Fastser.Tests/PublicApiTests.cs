// SPDX-License-Identifier: MIT
//
// What programs may call, line by line, is the file PublicApi.txt: a change to it is seen in a review. To
// make it anew: FASTSER_WRITE_API=1 dotnet test.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace Fastser.Tests;

public class PublicApiTests
{
    [Fact]
    public void IsWhatThePublicApiFileSays()
    {
        // Namespace Fastser: what users see. Fastser.Runtime and Fastser.Formatters are for generated code.
        var lines = typeof(FastSerializer).Assembly.GetExportedTypes()
            .Where(type => type.Namespace == "Fastser").SelectMany(Lines).OrderBy(line => line, StringComparer.Ordinal);
        var now = string.Join("\n", lines) + "\n";
        var file = Path.Combine(Folder(), "PublicApi.txt");
        if (Environment.GetEnvironmentVariable("FASTSER_WRITE_API") == "1") File.WriteAllText(file, now);
        Assert.Equal(File.ReadAllText(file).Replace("\r\n", "\n"), now);
    }

    [Fact]
    public void TheAssemblyHasAStrongName() =>
        Assert.Equal("A74D4A8B20173FC3", Convert.ToHexString(typeof(FastSerializer).Assembly.GetName().GetPublicKeyToken()!));

    private static string Folder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;

    private static IEnumerable<string> Lines(Type type)
    {
        yield return Name(type) + (type.BaseType == null || type.BaseType == typeof(object) ? "" : " : " + Name(type.BaseType));
        const BindingFlags own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        foreach (var member in type.GetMembers(own))
        {
            var line = member switch
            {
                FieldInfo { IsPublic: true } field when !field.IsSpecialName =>
                    field.Name + ": " + Name(field.FieldType) + (field.IsLiteral ? " = " + Convert.ToInt64(field.GetRawConstantValue()) : ""),
                MethodBase method when method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly =>
                    (method.IsStatic ? "static " : "") + method.Name + Generics(method) + "("
                    + string.Join(", ", method.GetParameters().Select(one => Name(one.ParameterType) + " " + one.Name + (one.HasDefaultValue ? "?" : "")))
                    + ")" + (method is MethodInfo made ? ": " + Name(made.ReturnType) : ""),
                _ => null,
            };
            if (line != null && !line.Contains('<' + "Clone>$") && !line.Contains("PrintMembers")) yield return Name(type) + "." + line;
        }
    }

    private static string Generics(MethodBase method) =>
        method.IsGenericMethod ? "<" + string.Join(", ", method.GetGenericArguments().Select(Name)) + ">" : "";

    private static string Name(Type type)
    {
        if (type.IsByRef) return "ref " + Name(type.GetElementType()!);
        if (type.IsArray) return Name(type.GetElementType()!) + "[]";
        if (!type.IsGenericType) return type.IsGenericParameter || type.Namespace == "System" ? type.Name : type.FullName ?? type.Name;
        return (type.Namespace == "System" ? "" : type.Namespace + ".") + type.Name.Split('`')[0]
            + "<" + string.Join(", ", type.GetGenericArguments().Select(Name)) + ">";
    }
}
