// SPDX-License-Identifier: MIT
//
// The objects of one graph whose bodies are still to come, by number, first in first out. Many of one class
// come in a row, so a formatter is kept for each row of them and not for each object.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

internal struct DeferredBodies
{
    // Objects for which memory is kept from one graph to the next.
    private const int Kept = 1 << 18;

    private struct Run
    {
        public Formatter Formatter;
        public int End;
    }

    private int[]? _numbers;
    private int _count;
    private int _next;
    private Run[]? _runs;
    private int _runCount;
    private int _run;
    private Formatter? _last;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(int number, Formatter formatter)
    {
        var numbers = _numbers;
        var count = _count;
        if (numbers == null || (uint)count >= (uint)numbers.Length) numbers = Grow();
        numbers[count] = number;
        _count = count + 1;
        if (!ReferenceEquals(formatter, _last)) Begin(formatter);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int[] Grow()
    {
        Array.Resize(ref _numbers, Math.Max(64, 2 * _count));
        return _numbers!;
    }

    // A row of another class, whose first is the last that was added.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Begin(Formatter formatter)
    {
        if (_runCount != 0) _runs![_runCount - 1].End = _count - 1;
        if (_runs == null || _runCount == _runs.Length) Array.Resize(ref _runs, Math.Max(4, 2 * _runCount));
        _runs![_runCount++] = new Run { Formatter = formatter, End = int.MaxValue };
        _last = formatter;
    }

    /// <summary>The next one; false: there is none.</summary>
    public bool Take(out int number, out Formatter formatter)
    {
        if (_next == _count)
        {
            number = 0;
            formatter = null!;
            _count = _next = _runCount = _run = 0;
            _last = null;
            return false;
        }
        if (_next == _runs![_run].End) ++_run;
        number = _numbers![_next++];
        formatter = _runs[_run].Formatter;
        return true;
    }

    /// <summary>As new; memory is kept.</summary>
    public void Clear()
    {
        if (_numbers != null && _numbers.Length > Kept) _numbers = null;
        if (_runs != null && _runs.Length > 64) _runs = null;
        _count = _next = _runCount = _run = 0;
        _last = null;
    }
}
