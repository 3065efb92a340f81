// SPDX-License-Identifier: MIT
//
// The benchmark's program. Its options are in the usage text below.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using Fastser.Bench;

const string Usage = """
    Fastser.Bench [options]: times Fastser and every rival that was found when it was built.
      --filter=REGEX   only groups whose name contains a match, or "group/contender"
      --rounds=N       rounds in which all take turns; 31 by default
      --quick          7 rounds: good for a look, not for a claim
      --out=DIR        writes results.md and results.json
      --list           names groups and contenders
      --bdn            the same cases by BenchmarkDotNet
    Rivals: build with FASTSER_DOTNET_RIVALS_DIR set to a folder that has, in a folder of its name each,
    MemoryPack, Ceras, MessagePack, Fory, Orleans, protobuf-net, Hyperion, Nerdbank.MessagePack.
    """;

var options = new Options();
foreach (var argument in args)
{
    var (name, value) = argument.Split('=', 2) is [var n, var v] ? (n, v) : (argument, "");
    switch (name)
    {
        case "--filter": options.Filter = new Regex(value); break;
        case "--rounds": options.Rounds = int.Parse(value); break;
        case "--quick": options.Rounds = 7; break;
        case "--out": options.Out = value; break;
        case "--list": options.List = true; break;
        case "--bdn": options.Bdn = true; break;
        default:
            Console.WriteLine(Usage);
            return name == "--help" ? 0 : 2;
    }
}

// Serializers that go down by recursion get room for the trees; more than the main thread has.
var status = 0;
var thread = new Thread(() => status = Bench.Run(options), 256 << 20);
thread.Start();
thread.Join();
return status;
