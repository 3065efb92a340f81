// SPDX-License-Identifier: MIT
//
// How far GraphBuilder has come with one node. There are two events: the node has a value (others can refer
// to it), and the value is complete (a collection can copy its items). What waits for an event is called
// from GraphBuilder's queue, never from inside another such call, so that no chain of them needs a stack.
using System;
using System.Collections.Generic;

namespace Fastser.Migration;

/// <summary>When the last step of a node is done, of all nodes that are in cycles with each other.</summary>
internal enum Turn : byte
{
    /// <summary>As soon as nothing is missing.</summary>
    AtOnce,
    /// <summary>Lists: first, so that constructors see them filled.</summary>
    Fill,
    /// <summary>Objects that functions make.</summary>
    Create,
    /// <summary>Dictionaries and sets: last, since hash codes are of whole keys.</summary>
    Hash,
}

internal sealed class NodeWork
{
    private List<Action>? _whenMade;
    private List<Action>? _whenComplete;

    internal bool HasValue { get; private set; }
    internal object? Value { get; private set; }
    internal bool IsComplete { get; private set; }

    /// <summary>How many values of others are still missing.</summary>
    internal int Missing;

    /// <summary>The last step, if there is one: done once, in its turn, when nothing is missing.</summary>
    internal Action? Last;
    internal Turn Turn;
    internal bool IsDue;

    // The search for cycles: the number of the node, 0 before it is entered; the smallest number that it
    // reaches; whether its cycle is done; and what it leads to, with the next one to visit.
    internal int Number;
    internal int Lowest;
    internal bool IsDone;
    internal List<(PayloadNode Node, Type Target)>? Parts;
    internal Type? PartType;
    internal int NextPart;

    internal void WhenMade(Action action) => (_whenMade ??= []).Add(action);

    internal void WhenComplete(Action action) => (_whenComplete ??= []).Add(action);

    internal void SetValue(object? value, Queue<Action> ready)
    {
        (HasValue, Value) = (true, value);
        Release(ref _whenMade, ready);
    }

    internal void SetComplete(Queue<Action> ready)
    {
        IsComplete = true;
        Release(ref _whenComplete, ready);
    }

    private static void Release(ref List<Action>? waiting, Queue<Action> ready)
    {
        if (waiting == null) return;
        foreach (var action in waiting) ready.Enqueue(action);
        waiting = null;
    }
}
