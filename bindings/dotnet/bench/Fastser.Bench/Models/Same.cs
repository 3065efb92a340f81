// SPDX-License-Identifier: MIT
//
// Field by field: null when two values are the same, else where they differ. Graphs must have the same
// shape, so an object that came back as two is a difference.
using System;
using System.Collections.Generic;
using System.Data;

namespace Fastser.Bench;

public static class Same
{
    public static string? Record<T>(T a, T b) where T : IRecord =>
        Field("Id", a.Id, b.Id) ?? Field("Parent", a.Parent, b.Parent) ?? Field("Version", a.Version, b.Version) ??
        Field("Code", a.Code, b.Code) ?? Field("Name", a.Name, b.Name) ?? Field("Title", a.Title, b.Title) ??
        Field("Note", a.Note, b.Note) ?? Time("Created", a.Created, b.Created) ??
        Time("Changed", a.Changed, b.Changed) ?? Field("Active", a.Active, b.Active) ??
        Field("Locked", a.Locked, b.Locked) ?? Field("Shared", a.Shared, b.Shared) ??
        Field("Level", a.Level, b.Level) ?? Field("Score", a.Score, b.Score);

    public static string? Seed<T>(T a, T b) where T : ISeed =>
        Field("Id1", a.Id1, b.Id1) ?? Field("Id2", a.Id2, b.Id2) ?? Field("Id3", a.Id3, b.Id3) ??
        Field("Text1", a.Text1, b.Text1) ?? Field("Text2", a.Text2, b.Text2) ?? Field("Text3", a.Text3, b.Text3) ??
        Field("Text4", a.Text4, b.Text4) ?? Time("Date1", a.Date1, b.Date1) ?? Time("Date2", a.Date2, b.Date2) ??
        Field("Flag1", a.Flag1, b.Flag1) ?? Field("Flag2", a.Flag2, b.Flag2) ?? Field("Flag3", a.Flag3, b.Flag3) ??
        Field("Level", a.Level, b.Level) ?? Entries(a.Values, b.Values);

    public static string? Items<T>(IList<T> a, IList<T> b) where T : IItem
    {
        var difference = Field("Count", a.Count, b.Count);
        for (var i = 0; difference == null && i < a.Count; i++)
            difference = Field("Id", a[i].Id, b[i].Id) ?? Field("Name", a[i].Name, b[i].Name) ??
                         Field("Unit", a[i].Unit, b[i].Unit) ?? Field("Price", a[i].Price, b[i].Price) ??
                         Field("Quantity", a[i].Quantity, b[i].Quantity) ?? Field("Time", a[i].Time, b[i].Time) ??
                         Field("Weight", a[i].Weight, b[i].Weight) ?? Field("InStock", a[i].InStock, b[i].InStock);
        return difference;
    }

    public static string? Array<T>(IList<T> a, IList<T> b)
    {
        var difference = Field("Count", a.Count, b.Count);
        for (var i = 0; difference == null && i < a.Count; i++) difference = Field("element " + i, a[i], b[i]);
        return difference;
    }

    public static string? Points<T>(IList<T> a, IList<T> b) where T : IPoint
    {
        var difference = Field("Count", a.Count, b.Count);
        for (var i = 0; difference == null && i < a.Count; i++)
            difference = Field("X", a[i].X, b[i].X) ?? Field("Y", a[i].Y, b[i].Y) ?? Field("Z", a[i].Z, b[i].Z) ??
                         Field("Tag", a[i].Tag, b[i].Tag);
        return difference;
    }

    public static string? Graph<T>(T a, T b) where T : class, INode<T>
    {
        var partners = new Dictionary<T, T>(ReferenceEqualityComparer.Instance);
        var open = new Stack<(T, T)>();
        string? Pair(string name, T? x, T? y)
        {
            if (x == null || y == null) return ReferenceEquals(x, y) ? null : name + ": only one is null";
            if (partners.TryGetValue(x, out var known))
                return ReferenceEquals(known, y) ? null : name + ": one object came back as two";
            partners.Add(x, y);
            open.Push((x, y));
            return null;
        }
        var difference = Pair("root", a, b);
        while (difference == null && open.TryPop(out var pair))
        {
            var (x, y) = pair;
            difference = Field("Id", x.Id, y.Id) ?? Field("Label", x.Label, y.Label) ??
                         Pair("Parent", x.Parent, y.Parent) ?? Pair("Left", x.Left, y.Left) ??
                         Pair("Right", x.Right, y.Right) ?? Pair("Link", x.Link, y.Link);
        }
        return difference ?? Field("number of nodes", partners.Count, Data.GraphCount);
    }

    public static string? Tree<T>(T? a, T? b) where T : class, ITree<T> =>
        a == null || b == null
            ? ReferenceEquals(a, b) ? null : "only one is null"
            : Field("Id", a.Id, b.Id) ?? Field("Value", a.Value, b.Value) ?? Tree(a.Left, b.Left) ??
              Tree(a.Right, b.Right);

    public static string? Chain<T>(T a, T b) where T : class, IChain<T>
    {
        T? x = a, y = b;
        for (; x != null && y != null; x = x.Next, y = y.Next)
            if (x.Id != y.Id) return Field("Id", x.Id, y.Id);
        return x == null && y == null ? null : "one is shorter";
    }

    public static string? DataSets(DataSet a, DataSet b)
    {
        var difference = Field("tables", a.Tables.Count, b.Tables.Count) ??
                         Field("relations", a.Relations.Count, b.Relations.Count);
        for (var t = 0; difference == null && t < a.Tables.Count; t++)
        {
            DataTable x = a.Tables[t], y = b.Tables[t];
            difference = Field("name", x.TableName, y.TableName) ?? Field("rows", x.Rows.Count, y.Rows.Count) ??
                         Field("columns", x.Columns.Count, y.Columns.Count);
            for (var r = 0; difference == null && r < x.Rows.Count; r++)
            {
                difference = Field("state of row " + r, x.Rows[r].RowState, y.Rows[r].RowState);
                for (var c = 0; difference == null && c < x.Columns.Count; c++)
                {
                    var name = x.TableName + "." + x.Columns[c].ColumnName;
                    difference = Value(name, x.Rows[r][c], y.Rows[r][c]);
                    if (difference == null && x.Rows[r].RowState == DataRowState.Modified)
                        difference = Value(name, x.Rows[r][c, DataRowVersion.Original], y.Rows[r][c, DataRowVersion.Original]);
                }
            }
        }
        return difference;
    }

    private static string? Entries(Dictionary<string, object?> a, Dictionary<string, object?> b)
    {
        if (b == null) return "Values: null";
        var difference = Field("Values.Count", a.Count, b.Count);
        foreach (var (key, value) in a)
            difference ??= b.TryGetValue(key, out var other) ? Value(key, value, other) : key + " is missing";
        return difference;
    }

    // The type counts: an int that comes back as a byte is a difference.
    private static string? Value(string name, object? a, object? b) =>
        a?.GetType() != b?.GetType() ? $"{name}: {a?.GetType().Name ?? "null"} became {b?.GetType().Name ?? "null"}"
        : a is DateTime x ? Time(name, x, (DateTime)b!)
        : a is byte[] bytes ? bytes.AsSpan().SequenceEqual((byte[])b!) ? null : name + " differs"
        : Field(name, a, b);

    private static string? Time(string name, DateTime a, DateTime b) =>
        Field(name, a.Ticks, b.Ticks) ?? Field(name + ".Kind", a.Kind, b.Kind);

    private static string? Field<T>(string name, T a, T b) =>
        EqualityComparer<T>.Default.Equals(a, b) ? null : $"{name}: {a} became {b}";
}
