// SPDX-License-Identifier: MIT
//
// ArchiveWriter: objects (docs/format.md sections 6 and 8). An object that was there before is a
// back-reference. What would lie in seventeen others is deferred, as the C++ library's typed writer does it:
// so a chain of any length needs no stack.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

public ref partial struct ArchiveWriter
{
    /// <summary>Objects that lie in each other before bodies are deferred.</summary>
    internal const int InlineObjects = 17;

    private const long OneObject = 1L << 32;

    // There are marks for more, but not for any number of them.
    private const ulong MostObjects = 1 << 30;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long LevelsOf(FastSerializerOptions options) =>
        InlineObjects * OneObject + options.Depth;

    /// <summary>The slot of an object that is not null: a reference to what was there before, or a new one.
    /// True: its body is to be written now, then <see cref="EndObject"/>. The mark is a field of the object
    /// itself, by which it is known again without a table.</summary>
    /// <param name="value">The object; not null.</param>
    /// <param name="mark">Its mark: any number, 0 at first.</param>
    /// <param name="formatter">Writes its body when that is deferred.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool BeginObject(object value, ref int mark, Formatter formatter)
    {
        // What most objects are comes first, and little is done for it: no table, nothing but the writer and the
        // object has to be kept in registers.
        var count = _markCount;
        if ((uint)mark - _firstMark < count) return BeginAny(value, ref mark, formatter);
        mark = (int)(_firstMark + (uint)count);
        _markCount = count + 1;
        if (_levels < OneObject) return Defer(value, formatter);
        BeginNew();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool BeginAny(object value, ref int mark, Formatter formatter)
    {
        var objects = Objects;
        if (MarksOnly)
        {
            var number = (uint)mark - _firstMark;
            return number < _markCount ? Refer((int)number, value, formatter) : BeginObject(value, ref mark, formatter);
        }
        if (!objects.AddMarked(value, ref mark))
        {
            var number = objects.NumberOf(value, ref mark);
            if (number >= 0) return Refer(number, value, formatter);
        }
        if (_levels < OneObject) return Defer(value, formatter);
        BeginNew();
        return true;
    }

    /// <summary>The same of an object without a mark.</summary>
    public bool BeginObject(object value, Formatter formatter)
    {
        var number = Objects.NumberOf(value);
        if (MarksOnly) throw new InvalidOperationException(formatter.ValueType + " is no class with marks");
        if (number >= 0) return Refer(number, value, formatter);
        // Where bodies cannot come later, it stands where it is, however deep.
        if (_levels < OneObject && formatter.Defers) return Defer(value, formatter);
        BeginNew();
        return true;
    }

    /// <summary>The slot of a new object, and the flag of an optional record that is there, which is the same;
    /// then what is in it, then <see cref="EndObject"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginNew()
    {
        Begin(1) = 1;
        _position += 1;
        _levels -= _step;
        if ((int)_levels < 0) FailDepth();
    }

    /// <summary>Behind the body of an object, or an optional record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject() => _levels += _step;

    /// <summary>What follows, until <see cref="EndMade"/>, is the body of an object that its constructor creates.
    /// There is no such object before the end of its body, so nothing in it may lead back to it.</summary>
    public void BeginMade(object value)
    {
        if (_references) Objects.BeginMade(value);
    }

    /// <summary>Behind such a body.</summary>
    public void EndMade()
    {
        if (_references) Objects.EndMade();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void FailCircle(Type type) => throw new FastserException(FastserStatus.Usage,
        "an object of " + type + ", which its constructor creates, refers to itself: such a graph cannot be read. Give "
        + type + " members that can be set");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FailCount() =>
        throw new FastserException(FastserStatus.NoMemory, "a graph of more than " + MostObjects + " objects");

    /// <summary>The slot of no object, and the flag of an optional record that is not there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteNil() => Write8(0);

    /// <summary>Objects that began so far.</summary>
    internal int ObjectCount
    {
        get
        {
            if (!_references) return 0;
            var objects = Objects;
            return MarksOnly ? (int)_markCount : objects.Count;
        }
    }

    // An object that was there before.
    private bool Refer(int number, object value, Formatter formatter)
    {
        if (_objects!.HasMade && !formatter.MakesFirst && _objects.ReferToMade(value)) FailCircle(formatter.ValueType);
        WriteVarint((ulong)number + 6);
        return false;
    }

    // A new object, which lies too deep in others.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Defer(object value, Formatter formatter)
    {
        Write8(2);
        _objects!.Defer(value, formatter);
        return false;
    }

    /// <summary>Whether there were references to objects that constructors create, where there are objects.</summary>
    internal readonly bool RefersToMade => _objects!.RefersToMade;

    /// <summary>What was deferred, where there are objects.</summary>
    internal readonly ref readonly DeferredBodies<WrittenObjects.Entry> Deferred => ref _objects!.Deferred;

    /// <summary>Writes the bodies that were deferred, and those that they defer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void WriteDeferred()
    {
        var objects = _objects!;
        var levels = LevelsOf(_options);
        while (objects.TurnDeferred(out var formatter))
        {
            _levels = levels;
            Enter();
            formatter.WriteBodies(ref this);
        }
    }

    /// <summary>The next object of those for which <see cref="Formatter.WriteBodies"/> was called.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeBody(out object value) => _objects!.TakeDeferred(out value);
}
