// SPDX-License-Identifier: MIT
//
// The same cases by BenchmarkDotNet, for those who trust its statistics more than ours. It runs one case
// after the other, so on a busy machine its ratios are the noisier ones.
using System;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Fastser.Bench;

public static class BdnEntry
{
    internal static Options Options { get; private set; } = new();

    public static int Run(Options options)
    {
        Options = options;
        // In this process: it has the rivals, which a project made anew would have to find again.
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance))
            .AddColumn(StatisticColumn.Min, StatisticColumn.Median)
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(80))
            .WithOptions(ConfigOptions.JoinSummary);
        if (options.Out != null) config = config.WithArtifactsPath(options.Out);
        return BenchmarkRunner.Run<BdnCases>(config).HasCriticalValidationErrors ? 1 : 0;
    }
}

[MemoryDiagnoser]
public class BdnCases
{
    private Action _step = () => { };

    [ParamsSource(nameof(Names))]
    public string Case { get; set; } = "";

    public static IEnumerable<string> Names() =>
        from g in Groups.All
        where g.Name != "calls"
        from c in Bench.Enter(g, BdnEntry.Options).Cases
        select $"{g.Name}/{c.Name}/{c.Operation}";

    [GlobalSetup]
    public void Find()
    {
        var group = Groups.All.First(g => Case.StartsWith(g.Name + "/", StringComparison.Ordinal));
        _step = Bench.Enter(group, BdnEntry.Options).Cases
                     .First(c => $"{group.Name}/{c.Name}/{c.Operation}" == Case).Step;
    }

    [Benchmark]
    public void Run() => _step();
}
