// SPDX-License-Identifier: MIT
//
// Goes through the groups: who enters, what it takes, what it comes to.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Fastser.Bench;

public sealed class Options
{
    public Regex? Filter { get; set; }
    public int Rounds { get; set; } = 31;
    public string? Out { get; set; }
    public bool List { get; set; }
    public bool Bdn { get; set; }
}

public static class Bench
{
    // No operation of a group takes longer than this, as long as every contender has its five turns.
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(6);

    public static int Run(Options options)
    {
        if (options.Bdn) return BdnEntry.Run(options);
        if (options.List)
        {
            Console.WriteLine("groups: " + string.Join(", ", Groups.All.Select(g => g.Name)));
            Console.WriteLine("contenders: " + string.Join(", ", Contenders.All().Select(c => c.Name)));
            return 0;
        }
        var runner = new Runner(options.Rounds, Budget);
        var report = new Report(options.Rounds);
        Console.Write(report.Text);
        foreach (var group in Groups.All)
        {
            var entries = Enter(group, options);
            if (entries.Cases.Count == 0 && !entries.Absent.Any()) continue;
            var measured = new List<Measured>();
            foreach (var operation in entries.Cases.GroupBy(c => c.Operation))
                measured.AddRange(runner.Measure(operation.ToList()));
            Console.Write(report.Add(group, new Results(measured), entries.Absent));
            if (options.Out != null) report.Save(options.Out);
            GC.Collect();
        }
        return 0;
    }

    /// <summary>The cases of a group, as far as the filter wants them.</summary>
    public static Entries Enter(Group group, Options options)
    {
        var entries = new Entries();
        foreach (var contender in Contenders.All())
            if (options.Filter?.IsMatch(group.Name + "/" + contender.Name) ?? true)
                group.Enter(contender, entries);
        return entries;
    }
}
