// SPDX-License-Identifier: MIT
//
// Fastser.schema.lock: what archives of a program hold, kept beside its source. A class is a line with
// its name, its name in archives, its version and its base class; its fields are the lines below it. A
// field that is no more, or was of another type once, keeps a line with a minus: archives still hold it.
//
//     App.Person Person 2 : App.Base
//       Age: i32
//     - Age: i16
//     App.Shape Shape union
//       App.Circle
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Fastser.Generator.Model;

namespace Fastser.Generator.Lock;

/// <summary>A field: its name and type; whether it is one of the past.</summary>
internal sealed record LockField(string Name, string Type, bool IsPast);

/// <summary>A class, or a union, whose fields are then the names of its classes.</summary>
internal sealed record LockClass(string Key, string Name, uint Version, string Base, bool IsUnion, IReadOnlyList<LockField> Fields);

internal static class SchemaLock
{
    private const string Prefix = "Fastser.", Suffix = ".schema.lock";
    public const string Property = "build_property.FastserUpdateSchemaLock";
    public const string HintName = "Fastser.schema.lock.g.cs";
    private const string First = "# Fastser schema lock 1: what archives hold. Written by dotnet build -p:FastserUpdateSchemaLock=true";

    /// <summary>Whether a file is a lock by its name: of all targets of a project, or Fastser.net8.0.schema.lock of one.</summary>
    public static bool IsLock(string path)
    {
        string name = Path.GetFileName(path);
        return name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && name.EndsWith(Suffix, StringComparison.OrdinalIgnoreCase)
            && name.Length + 1 >= Prefix.Length + Suffix.Length;
    }

    public static string Key(TypeRef type) => type.Name.Replace("global::", "").Replace(", ", ",").Replace(" ", "");

    /// <summary>What the models are as a lock.</summary>
    public static List<LockClass> Of(IEnumerable<TypeModel> models)
    {
        var result = new List<LockClass>();
        foreach (TypeModel model in models)
        {
            string key = Key(model.Self), name = model.NameParts.Count == 0 ? model.Self.WireName : model.NameParts[0];
            if (model.IsUnion)
            {
                LockField[] cases = model.Cases.Select(one => new LockField(Key(one.Type), "", false)).ToArray();
                result.Add(new LockClass(key, name, 0, "", true, cases));
            }
            LockField[] fields = model.Members.Where(one => one.IsOwn)
                .Select(one => new LockField(one.WireName, WireText.Of(one.Type), false)).ToArray();
            if (model.IsUnion && fields.Length == 0) continue;
            result.Add(new LockClass(key, name, model.Version, model.Base is null ? "" : Key(model.Base), false, fields));
        }
        return result.OrderBy(one => one.Key, StringComparer.Ordinal).ThenBy(one => one.IsUnion).ToList();
    }

    /// <summary>The text of a lock, which keeps what an older one knows of the past.</summary>
    public static string Write(IEnumerable<LockClass> present, IEnumerable<LockClass> old)
    {
        Dictionary<(string, bool), LockClass> before = ByKey(old);
        var text = new StringBuilder(First).Append('\n');
        foreach (LockClass one in present)
        {
            text.Append('\n').Append(one.Key).Append(' ').Append(one.Name);
            if (one.IsUnion) text.Append(" union");
            else text.Append(' ').Append(one.Version);
            if (one.Base.Length != 0) text.Append(" : ").Append(one.Base);
            text.Append('\n');
            foreach (LockField field in one.Fields) Append(text, field, one.IsUnion);
            if (!before.TryGetValue((one.Key, one.IsUnion), out LockClass? was)) continue;
            foreach (LockField past in was.Fields.Select(field => field with { IsPast = true }).Distinct())
            {
                bool still = one.Fields.Any(field => field.Name == past.Name && field.Type == past.Type);
                if (!still) Append(text, past, one.IsUnion);
            }
        }
        return text.ToString();
    }

    public static Dictionary<(string, bool), LockClass> ByKey(IEnumerable<LockClass> classes)
    {
        var result = new Dictionary<(string, bool), LockClass>();
        foreach (LockClass one in classes) result[(one.Key, one.IsUnion)] = one;
        return result;
    }

    private static void Append(StringBuilder text, LockField field, bool union)
    {
        text.Append(field.IsPast ? "- " : "  ").Append(field.Name);
        if (!union) text.Append(": ").Append(field.Type);
        text.Append('\n');
    }

    /// <summary>Reads a lock; a line that is none of one is given back with its number.</summary>
    public static List<LockClass> Parse(string text, out (int Number, string Line) bad)
    {
        bad = default;
        var classes = new List<LockClass>();
        var fields = new List<LockField>();
        string[] lines = text.Replace("\r", "").Split('\n');
        for (int i = 0; i < lines.Length; ++i)
        {
            string line = lines[i].TrimEnd();
            if (line.Length == 0 || line[0] == '#') continue;
            bool past = line.StartsWith("- ", StringComparison.Ordinal);
            bool good = past || line.StartsWith("  ", StringComparison.Ordinal)
                ? classes.Count != 0 && ParseField(line.Substring(2), past, classes[classes.Count - 1].IsUnion, fields)
                : ParseClass(line, classes, fields = new List<LockField>());
            if (good) continue;
            bad = (i + 1, line);
            return classes;
        }
        return classes;
    }

    private static bool ParseField(string line, bool past, bool union, List<LockField> fields)
    {
        int colon = line.LastIndexOf(": ", StringComparison.Ordinal);  // A name may have one in it, a type has none.
        if (union)
        {
            fields.Add(new LockField(line.Trim(), "", past));
            return true;
        }
        if (colon <= 0 || WireText.Parse(line.Substring(colon + 2)) is not { } type) return false;
        fields.Add(new LockField(line.Substring(0, colon), type.ToString(), past));
        return true;
    }

    private static bool ParseClass(string line, List<LockClass> classes, List<LockField> fields)
    {
        int colon = line.IndexOf(" : ", StringComparison.Ordinal);
        string basis = colon < 0 ? "" : line.Substring(colon + 3);
        string[] words = (colon < 0 ? line : line.Substring(0, colon)).Split(' ');
        if (words.Length < 3) return false;
        string last = words[words.Length - 1], name = string.Join(" ", words, 1, words.Length - 2);
        bool union = last == "union";
        uint version = 0;
        if (!union && !uint.TryParse(last, out version)) return false;
        classes.Add(new LockClass(words[0], name, version, basis, union, fields));
        return true;
    }

    /// <summary>The lock as comments of a source file, from which the build takes it; "" where there are neither
    /// types nor a lock.</summary>
    public static string AsSource(IReadOnlyCollection<TypeModel> models, string old)
    {
        if (models.Count == 0 && old.Length == 0) return "";
        var text = new StringBuilder("// <auto-generated/>\n");
        foreach (string line in Write(Of(models), Parse(old, out _)).TrimEnd('\n').Split('\n')) text.Append("//|").Append(line).Append('\n');
        return text.ToString();
    }
}
