// SPDX-License-Identifier: MIT
//
// Who takes part. A partial method that nobody implements, because the rival or our own package was
// not there when this was built, is a call that is not made.
using System.Collections.Generic;

namespace Fastser.Bench;

public static partial class Contenders
{
    /// <summary>Everyone, made anew.</summary>
    public static List<Contender> All()
    {
        var all = new List<Contender>();
        AddFastser(all);
        AddMemoryPack(all);
        AddCeras(all);
        AddMessagePack(all);
        AddNerdbank(all);
        AddFory(all);
        AddOrleans(all);
        AddProtobufNet(all);
        AddHyperion(all);
        all.Add(new GoogleProtobuf());
        all.Add(new Json());
        all.Add(new Formatter());
        all.Add(new XmlDiffgram());
        all.Add(new PlainCalls());
        return all;
    }

    static partial void AddFastser(List<Contender> all);
    static partial void AddMemoryPack(List<Contender> all);
    static partial void AddCeras(List<Contender> all);
    static partial void AddMessagePack(List<Contender> all);
    static partial void AddNerdbank(List<Contender> all);
    static partial void AddFory(List<Contender> all);
    static partial void AddOrleans(List<Contender> all);
    static partial void AddProtobufNet(List<Contender> all);
    static partial void AddHyperion(List<Contender> all);
}
