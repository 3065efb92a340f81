// SPDX-License-Identifier: MIT
//
// Markdown tables, one for each operation of a group, the fastest first, and the bars below them; the
// same as JSON for programs.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace Fastser.Bench;

public sealed class Report
{
    private readonly StringBuilder _text = new();
    private readonly List<object> _rows = [];

    public string Text => _text.ToString();

    public Report(int rounds) => _text.Append(CultureInfo.InvariantCulture, $"""
        ## .NET: {RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}

        Minimum and median of up to {rounds} rounds in which all contenders take turns. "× best rival" is by
        the minimum. Every value came back the same, field by field, before it was timed.


        """);

    /// <summary>Adds a group and returns its text.</summary>
    public string Add(Group group, Results results, IEnumerable<string> absent)
    {
        var text = new StringBuilder();
        text.AppendLine($"### {group.Name}: {group.Title}").AppendLine();
        foreach (var rows in results.All.GroupBy(m => m.Case.Operation)) Table(text, group, results, rows);
        var count = text.Length;
        foreach (var line in absent) text.AppendLine($"- Not here: {line.TrimEnd('.')}.");
        if (text.Length != count) text.AppendLine();
        if (group.Bars.Length != 0)
        {
            text.AppendLine("| bar | measured | |").AppendLine("|---|--:|---|");
            foreach (var bar in group.Bars)
            {
                var value = bar.Value(results);
                text.AppendLine(double.IsNaN(value)
                    ? $"| {bar.Text} | – | not measured |"
                    : $"| {bar.Text} | {Number(value)} | {(bar.Met(value) ? "met" : "**missed**")} |");
            }
            text.AppendLine();
        }
        _text.Append(text);
        return text.ToString();
    }

    /// <summary>Writes results.md and results.json.</summary>
    public void Save(string directory)
    {
        Directory.CreateDirectory(directory);
        File.WriteAllText(Path.Combine(directory, "results.md"), Text);
        File.WriteAllText(Path.Combine(directory, "results.json"),
                          JsonSerializer.Serialize(_rows, new JsonSerializerOptions { WriteIndented = true }));
    }

    private void Table(StringBuilder text, Group group, Results results, IGrouping<string, Measured> rows)
    {
        var (unit, scale) = Unit(rows.Min(m => m.Min));
        text.AppendLine($"| {rows.Key} | min {unit} | median {unit} | × best rival | bytes | allocated B |");
        text.AppendLine("|---|--:|--:|--:|--:|--:|");
        foreach (var m in rows.OrderBy(m => m.Min))
        {
            var best = results.Best(rows.Key, m.Case.Variant);
            var name = m.Case.Ours ? $"**{m.Case.Name}**" : m.Case.Name;
            text.AppendLine($"| {name} | {Number(m.Min / scale)} | {Number(m.Median / scale)} | " +
                            $"{(double.IsNaN(best) ? "–" : Number(m.Min / best))} | " +
                            $"{(m.Case.Bytes == 0 ? "–" : Whole(m.Case.Bytes))} | {Whole(m.Allocated)} |");
            _rows.Add(new
            {
                group = group.Name, operation = rows.Key, contender = m.Case.Name, ours = m.Case.Ours,
                min_ns = m.Min, median_ns = m.Median, bytes = m.Case.Bytes, allocated = m.Allocated,
            });
        }
        text.AppendLine();
    }

    private static (string, double) Unit(double least) =>
        least < 2e3 ? ("ns", 1) : least < 2e6 ? ("µs", 1e3) : ("ms", 1e6);

    private static string Number(double value) => value.ToString(
        value < 10 ? "0.00" : value < 100 ? "0.0" : "#,0", CultureInfo.InvariantCulture);

    private static string Whole(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}
