// SPDX-License-Identifier: MIT
//
// The garbage collector at work all the time, for tests of what must not move or be collected meanwhile.
// Such tests run alone: beside others each collection would look through all that those hold, and nobody
// would get on.
using System;
using System.Threading;
using Xunit;

namespace Fastser.Tests;

[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Collector
{
    public const string Name = "collector";

    /// <summary>Collects and moves everything, again and again; the others run for a moment in between.</summary>
    public static void Run(CancellationToken done)
    {
        while (!done.IsCancellationRequested)
        {
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
            Thread.Sleep(1);
        }
    }
}
