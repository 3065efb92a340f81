// SPDX-License-Identifier: MIT
//
// Bytes from text, and the archives that the repository has.
using System;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;

namespace Fastser.Tests;

internal static class Bytes
{
    /// <summary>Hex digits, of which a line's part behind # is a remark.</summary>
    public static byte[] Of(string hex)
    {
        var digits = string.Concat(hex.Split('\n').Select(line => line.Split('#')[0])).Where(Uri.IsHexDigit);
        return Convert.FromHexString(string.Concat(digits));
    }

    /// <summary>The repository.</summary>
    public static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../../../.."));

    /// <summary>The blocks of hex digits in docs/format.md.</summary>
    public static byte[][] Examples()
    {
        var text = File.ReadAllText(Path.Combine(Root(), "docs/format.md"));
        return text.Split("```hex\n").Skip(1).Select(block => Of(block.Split("```")[0])).ToArray();
    }

    /// <summary>The folder of the archives that all languages read.</summary>
    public static string Vectors { get; } = Path.Combine(Root(), "bindings/conformance");

    /// <summary>An archive that all languages read.</summary>
    public static byte[] Vector(string name) => File.ReadAllBytes(Path.Combine(Vectors, name));
}
