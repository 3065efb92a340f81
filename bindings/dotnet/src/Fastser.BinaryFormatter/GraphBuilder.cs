// SPDX-License-Identifier: MIT
//
// Objects from nodes: what is done when. An object whose fields are set is made empty when its node is
// entered, and each field is set as soon as its value is there, so cycles through fields and arrays are
// possible. What needs whole objects has to wait: an object that a registered function makes from a
// SerializationInfo (the function may look into all that it is given), and a dictionary or set (the hash
// codes of its keys are of their contents).
//
// So nodes are visited depth first, and those in cycles with each other (strongly connected components,
// found as Tarjan and Pearce do) are finished together, after all that they lead to. Inside such a cycle no
// order suits all: lists are filled first, then functions are called, then dictionaries and sets are filled;
// each as soon as nothing that it holds itself is missing. Where two things need each other first, no order
// is possible, and the payload is refused.
//
// The path is a list, not recursion: no payload is deep enough to need stack. GraphBuilder.Nodes.cs says
// what is made of each node.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Serialization;

namespace Fastser.Migration;

#if NET8_0_OR_GREATER
[System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("Fields of registered types are set by reflection.")]
[System.Diagnostics.CodeAnalysis.RequiresDynamicCode("Arrays and collections of registered types are made at run time.")]
#endif
internal sealed partial class GraphBuilder
{
    private readonly PayloadTypes _types;
    private readonly Queue<Action> _ready = new();
    private readonly Stack<PayloadNode> _path = new();
    private readonly List<PayloadNode> _unfinished = [];
    private int _entered;

    // What was made, in the order in which nodes were entered: callbacks are called backwards.
    private readonly List<object?> _made = [];

    internal GraphBuilder(PayloadTypes types) => _types = types;

    internal object? Build(object? root, Type type)
    {
        try
        {
            object? value = null;
            Give(root, type, made => value = made, null);
            if (root is PayloadNode node) Visit(node, type);
            for (var i = _made.Count - 1; i >= 0; i--)
                if (_made[i] is { } one) Call(FieldMap.Of(one.GetType()).Deserialized, one);
            for (var i = _made.Count - 1; i >= 0; i--) (_made[i] as IDeserializationCallback)?.OnDeserialization(this);
            return value;
        }
        catch (TargetInvocationException error)
        {
            throw Refused(error.InnerException ?? error);
        }
        catch (Exception error) when (error is not FastserException and not OutOfMemoryException)
        {
            throw Refused(error);
        }
    }

    // Whatever constructors, callbacks and collections throw is an error of the data to whoever reads it.
    private static FastserException Refused(Exception error) =>
        error as FastserException ?? new FastserException(FastserStatus.TypeMismatch, "the object cannot be created: " + error.Message);

    private static void Call(List<MethodInfo> methods, object value)
    {
        foreach (var method in methods) method.Invoke(value, [s_context]);
    }

    // ---- the order

    private void Visit(PayloadNode root, Type target)
    {
        Enter(root, target);
        while (_path.Count != 0)
        {
            var node = _path.Peek();
            if (NextPart(node) is (var part, var wanted))
            {
                if (part.Work.Number == 0) Enter(part, wanted);
                else if (!part.Work.IsDone) node.Work.Lowest = Math.Min(node.Work.Lowest, part.Work.Number);
                continue;
            }
            _path.Pop();
            if (node.Work.Lowest == node.Work.Number) FinishCycle(node);
            else _unfinished.Add(node);
            if (_path.Count != 0 && !node.Work.IsDone) _path.Peek().Work.Lowest = Math.Min(_path.Peek().Work.Lowest, node.Work.Lowest);
        }
    }

    private void Enter(PayloadNode node, Type target)
    {
        node.Work.Number = node.Work.Lowest = ++_entered;
        _path.Push(node);
        if (node is ArrayNode array) OpenArray(array);
        else OpenObject((ObjectNode)node, target);
        if (node.Work is { Missing: 0, Turn: Turn.AtOnce }) NothingMissing(node.Work);
        Drain();
    }

    // What a node leads to and has not been visited from it.
    private static (PayloadNode Node, Type Target)? NextPart(PayloadNode node)
    {
        var work = node.Work;
        if (work.Parts != null) return work.NextPart < work.Parts.Count ? work.Parts[work.NextPart++] : null;
        if (node is not ArrayNode array || work.PartType == null) return null;
        while (work.NextPart < array.Items.Length)
            if (array.Items[work.NextPart++] is PayloadNode item) return (item, work.PartType);
        return null;
    }

    // The nodes in cycles with this one, which was entered first, are those that were left after it was entered.
    private void FinishCycle(PayloadNode first)
    {
        var start = _unfinished.Count;
        while (start != 0 && _unfinished[start - 1].Work.Number > first.Work.Number) start--;
        _unfinished.Add(first);
        for (var turn = Turn.Fill; turn <= Turn.Hash; turn++)
        {
            for (var i = start; i < _unfinished.Count; i++)
            {
                var work = _unfinished[i].Work;
                if (work.Turn != turn) continue;
                work.IsDue = true;
                if (work.Missing == 0) NothingMissing(work);
                Drain();
            }
        }
        for (var i = start; i < _unfinished.Count; i++)
        {
            var work = _unfinished[i].Work;
            work.IsDone = true;
            if (work.HasValue && work.IsComplete) continue;
            throw new FastserException(FastserStatus.BadReference, "a cycle through " + _unfinished[i].FullName
                + ": the object can only be made when all that it is made of is there, so none of that may refer to it");
        }
        _unfinished.RemoveRange(start, _unfinished.Count - start);
    }

    private void Drain()
    {
        while (_ready.Count != 0) _ready.Dequeue()();
    }

    // ---- values that are there, and values that are not there yet

    // Sets a value of the owner's, now or when it is there; until then the owner misses it. Errors name the
    // member, if there is one.
    private void Give(object? value, Type target, Action<object?> set, PayloadNode? owner, string? member = null)
    {
        if (value is not PayloadNode { Work: { HasValue: false } work })
        {
            set(Fit(value, target, owner, member));
            return;
        }
        if (owner != null) owner.Work.Missing++;
        work.WhenMade(() =>
        {
            set(Fit(value, target, owner, member));
            if (owner != null) OneLess(owner.Work);
        });
    }

    private static object? Fit(object? value, Type target, PayloadNode? owner, string? member)
    {
        try
        {
            return Values.Fit(Simple(value, target), target);
        }
        catch (Exception error) when (member != null && error is not OutOfMemoryException)
        {
            throw Errors.At(Refused(error), owner!.FullName + "." + member);
        }
    }

    private void OneLess(NodeWork work)
    {
        if (--work.Missing == 0 && (work.Turn == Turn.AtOnce || work.IsDue)) NothingMissing(work);
    }

    private void NothingMissing(NodeWork work)
    {
        var last = work.Last;
        work.Last = null;
        last?.Invoke();
        if (!work.IsComplete) work.SetComplete(_ready);
    }

    /// <summary>A value that is there already, or a FastserException.</summary>
    private static object? Simple(object? value, Type target) => value switch
    {
        SoapText text => Values.Parse(text.Text, target),
        PayloadNode { Work.HasValue: true } node => node.Work.Value,
        PayloadNode node => throw new FastserException(FastserStatus.Malformed, node.FullName + " where a simple value belongs"),
        _ => value,
    };
}
