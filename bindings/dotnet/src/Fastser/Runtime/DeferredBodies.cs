// SPDX-License-Identifier: MIT
//
// The objects of one graph whose bodies are still to come, first in first out: themselves, or by number. Many
// of one class come in a row, so a formatter is kept for each row of them and not for each object.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

internal struct DeferredBodies<T> where T : struct
{
    // Objects for which memory is kept from one graph to the next.
    private const int Kept = 1 << 18;

    private struct Run
    {
        public Formatter Formatter;
        public int End;
    }

    private T[] _objects = [];
    private int _count;
    private int _next;
    private Run[]? _runs;
    private int _runCount;
    private int _run;
    private Formatter? _last;
    private int _end;  // of the row at hand, as far as it is known
    private int _depthEnd;

    public DeferredBodies() { }

    /// <summary>A formatter of deferred bodies whose objects are made by constructors; null: there was none.</summary>
    public Formatter? Made { get; private set; }

    /// <summary>How often the body of a deferred body's own was deferred, at most.</summary>
    public int Depth { get; private set; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T one, Formatter formatter)
    {
        var objects = _objects;
        var count = _count;
        if ((uint)count < (uint)objects.Length) objects[count] = one;
        else AddToMore(one, count);
        _count = count + 1;
        if (!ReferenceEquals(formatter, _last)) Begin(formatter);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddToMore(T one, int count)
    {
        Array.Resize(ref _objects, Math.Max(64, 2 * count));
        _objects[count] = one;
    }

    // A row of another class, whose first is the last that was added.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Begin(Formatter formatter)
    {
        if (!formatter.MakesFirst) Made = formatter;
        if (_runCount != 0) _runs![_runCount - 1].End = _count - 1;
        if (_runs == null || _runCount == _runs.Length) Array.Resize(ref _runs, Math.Max(4, 2 * _runCount));
        _runs![_runCount++] = new Run { Formatter = formatter, End = int.MaxValue };
        _last = formatter;
    }

    /// <summary>The next one of the row at hand; false: the row is at its end, as far as it was known when
    /// <see cref="Turn"/> came to it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Take(out T one)
    {
        var next = _next;
        var objects = _objects;
        if (next >= _end || (uint)next >= (uint)objects.Length)
        {
            one = default;
            return false;
        }
        one = objects[next];
        _next = next + 1;
        return true;
    }

#if NET8_0_OR_GREATER
    /// <summary>The one that comes <see cref="Prefetch.Ahead"/> ones later; false: there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool Later(out T one)
    {
        var objects = _objects;
        var later = _next + Prefetch.Ahead;
        if (later >= _count || (uint)later >= (uint)objects.Length)
        {
            one = default;
            return false;
        }
        one = objects[later];
        return true;
    }
#endif

    /// <summary>To the next row, or to what was added to the last one: its formatter. False: all were taken.</summary>
    public bool Turn(out Formatter formatter)
    {
        formatter = null!;
        if (_next == _count)
        {
            Empty();
            return false;
        }
        if (_next >= _depthEnd)
        {
            ++Depth;
            _depthEnd = _count;
        }
        if (_next == _runs![_run].End) ++_run;
        _end = Math.Min(_runs[_run].End, _count);
        formatter = _runs[_run].Formatter;
        return true;
    }

    private void Empty()
    {
        // (Objects are not kept.)
        if (typeof(T) != typeof(int)) Array.Clear(_objects, 0, _count);
        _count = _next = _end = _depthEnd = _runCount = _run = 0;
        _last = null;
    }

    /// <summary>As new; memory is kept.</summary>
    public void Clear()
    {
        if (_objects.Length > Kept)
        {
            _objects = [];
            _count = 0;
        }
        if (_runs != null && _runs.Length > 64) _runs = null;
        Made = null;
        Depth = 0;
        Empty();
    }
}
