// SPDX-License-Identifier: MIT
//
// A group: cases that are compared with each other, and the bars that ours must clear.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fastser.Bench;

/// <summary>What a group came to; a bar asks it.</summary>
public sealed class Results(IReadOnlyList<Measured> all)
{
    public IReadOnlyList<Measured> All => all;

    /// <summary>The least time, or NaN when there is none of that name.</summary>
    public double Min(string operation, string contender) => Find(operation, contender)?.Min ?? double.NaN;

    public double Bytes(string contender) => all.FirstOrDefault(m => m.Case.Name == contender)?.Case.Bytes ?? double.NaN;

    public double Allocated(string operation, string contender) =>
        Find(operation, contender)?.Allocated ?? double.NaN;

    /// <summary>Writing to a new array and reading it back.</summary>
    public double Cycle(string contender) => Min(Entries.WriteNew, contender) + Min(Entries.Read, contender);

    /// <summary>The fastest that is not ours and does the same.</summary>
    public double Best(string operation, string variant = "") =>
        all.Where(m => m.Case.Operation == operation && m.Case.Variant == variant && !m.Case.Ours)
           .Select(m => m.Min)
           .DefaultIfEmpty(double.NaN).Min();

    private Measured? Find(string operation, string contender) =>
        all.FirstOrDefault(m => m.Case.Operation == operation && m.Case.Name == contender);
}

/// <summary>A promise: the value is at most the limit, or at least when so said.</summary>
public sealed record Bar(string Text, Func<Results, double> Value, double Limit, bool AtLeast = false)
{
    public bool Met(double value) => AtLeast ? value >= Limit : value <= Limit;
}

public sealed record Group(string Name, string Title, Action<Contender, Entries> Enter, Bar[] Bars);
