// SPDX-License-Identifier: MIT
//
// What a type is in an archive, as words: how the schema lock writes it, and how two of them compare.
// `list<optional<record App.Address>>`; names of generic classes have [ ] in place of < >.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Fastser.Generator.Model;

namespace Fastser.Generator.Lock;

internal sealed class WireText
{
    private WireText(string word, IReadOnlyList<WireText> args) => (Word, Args) = (word, args);

    public string Word { get; }

    public IReadOnlyList<WireText> Args { get; }

    public override string ToString() => Args.Count == 0 ? Word : Word + "<" + string.Join(",", Args) + ">";

    // ---- from a type

    public static string Of(TypeRef type)
    {
        string text = OfNotNull(type);
        return type.IsOptional ? "optional<" + text + ">" : text;
    }

    private static string OfNotNull(TypeRef type) => type.Kind switch
    {
        Kind.Enum => "enum " + Plain(type.WireName) + " " + Integer(type.Underlying, type.Varint),
        Kind.Char => "u16",
        Kind.NInt => "i64",
        Kind.NUInt => "u64",
        Kind.Rune or Kind.BitVector32 => "u32",
        Kind.String => type.Share ? "shared string" : "string",
        Kind.Data => type.Share ? "shared data" : "data",
        Kind.StringBuilder or Kind.CultureInfo => "string",
        Kind.Uri => "url",
        Kind.Guid => "uuid",
        Kind.Complex => "tuple<f64,f64>",
        Kind.Nullable => "optional<" + Of(type.Args[0]) + ">",
        Kind.Lazy => Of(type.Args[0]),
        Kind.List or Kind.Set or Kind.Map or Kind.Tuple => NameOf(type.Kind) + "<" + string.Join(",", type.Args.Select(Of)) + ">",
        Kind.Grid => "array" + type.Rank + "<" + Of(type.Args[0]) + ">",
        Kind.Record => "record " + Plain(type.Name.Replace("global::", "")),
        Kind.Union => "union " + Plain(type.Name.Replace("global::", "")),
        Kind.Parameter => "parameter " + type.Name,
        >= Kind.Bool and <= Kind.F64 => Integer(type.Kind, type.Varint),
        _ => NameOf(type.Kind),
    };

    private static string Integer(Kind kind, bool varint) => (varint ? "v" : "") + NameOf(kind);

    private static string NameOf(Kind kind) => kind.ToString().ToLowerInvariant();

    private static string Plain(string name) =>
        new StringBuilder(name).Replace('<', '[').Replace('>', ']').Replace(", ", ";").Replace(',', ';').ToString();

    // ---- from text

    /// <summary>Null where the text is none.</summary>
    public static WireText? Parse(string text)
    {
        int at = 0;
        WireText? result = Parse(text, ref at, 0);
        return at == text.Length ? result : null;
    }

    private static WireText? Parse(string text, ref int at, int depth)
    {
        int end = text.IndexOfAny(new[] { '<', '>', ',' }, at);
        if (end < 0) end = text.Length;
        string word = text.Substring(at, end - at).Trim();
        at = end;
        if (word.Length == 0 || depth > 64) return null;
        var args = new List<WireText>();
        if (at == text.Length || text[at] != '<') return new WireText(word, args);
        do
        {
            ++at;
            if (Parse(text, ref at, depth + 1) is not { } arg) return null;
            args.Add(arg);
        }
        while (at < text.Length && text[at] == ',');
        if (at == text.Length || text[at] != '>') return null;
        ++at;
        return new WireText(word, args);
    }

    // ---- what may be read as what (docs/versions.md, "Types of a field")

    /// <summary>Whether values that were written as this type are read as another.</summary>
    public bool CanBeReadAs(WireText other)
    {
        if (ToString() == other.ToString()) return true;
        if (Word == "any") return true;
        if (other.Word == "optional") return (Word == "optional" ? Args[0] : this).CanBeReadAs(other.Args[0]);
        if (Number(this) is { } from && Number(other) is { } to) return Fits(from, to);
        if (IsText(this) && IsText(other)) return true;
        if (other.Word is "data" or "shared data") return Word is "data" or "shared data" || Word == "list" && Args[0].Word == "u8";
        if (Word is "list" or "set" && other.Word is "list" or "set") return Args[0].CanBeReadAs(other.Args[0]);
        if (Word == other.Word && Word is "map" or "tuple") return Args.Count == other.Args.Count && Args.Zip(other.Args, (a, b) => a.CanBeReadAs(b)).All(one => one);
        bool record = Word.StartsWith("record ", StringComparison.Ordinal), union = Word.StartsWith("union ", StringComparison.Ordinal);
        if (record) return other.Word.StartsWith("record ", StringComparison.Ordinal) || other.Word.StartsWith("union ", StringComparison.Ordinal);
        return union && other.Word.StartsWith("union ", StringComparison.Ordinal);
    }

    private static bool IsText(WireText type) => type.Word is "string" or "shared string" or "url";

    // The name of a number's type, fixed: that of an enum is its integer.
    private static string? Number(WireText type)
    {
        string word = type.Word;
        if (word.StartsWith("enum ", StringComparison.Ordinal)) word = word.Substring(word.LastIndexOf(' ') + 1);
        if (word.Length > 1 && word[0] == 'v') word = word.Substring(1);
        return word is "i8" or "u8" or "i16" or "u16" or "i32" or "u32" or "i64" or "u64" or "f32" or "f64" ? word : null;
    }

    private static bool Fits(string from, string to)
    {
        int bits = int.Parse(from.Substring(1)), room = int.Parse(to.Substring(1));
        if (from == to) return true;
        if (to[0] == 'f') return from[0] == 'f' ? bits <= room : bits < room && bits <= (room == 32 ? 16 : 32);
        if (from[0] == 'f') return false;
        return from[0] == to[0] ? bits <= room : from[0] == 'u' && bits < room;
    }
}
