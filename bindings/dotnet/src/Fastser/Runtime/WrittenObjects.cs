// SPDX-License-Identifier: MIT
//
// The objects of one graph that is being written: their numbers, and whose bodies are still to come.
//
// An object of a generated class has a mark: a number that grows with each object of each graph. One session at
// a time in the whole process writes marks, so those of earlier sessions are less than its first one and mean
// nothing. A mark says which object it is, unless MemberwiseClone copied it meanwhile. Where no code of the
// user's runs while the graph is written (WireType.IsPlain), that cannot be, and nothing but marks is needed. Else a
// mark counts only if the object of that number is the object itself.
//
// All other sessions, and objects of other classes, go by a table of open addressing, keyed by
// RuntimeHelpers.GetHashCode: that costs about 50 ns for each object that had no hash code yet.
using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Fastser.Runtime;

internal sealed class WrittenObjects
{
    internal struct Entry
    {
        public object? Object;
    }

    // Objects for which memory is kept from one graph to the next.
    private const int Kept = 1 << 18;

    // Where marks alone say which object it is, as long as there is a number for each object of a graph.
    private const long MostMarks = int.MaxValue;

    private static int s_marksAreOwned;
    // The next session's first mark; the owner's.
    private static long s_nextMark = 1;

    private Entry[] _objects = new Entry[64];
    // The same while this session owns the marks; else nothing.
    private Entry[] _marked = [];
    private int _count;
    private int[] _slots = [];  // number + 1; 0: free
    private int _hashed;
    private DeferredBodies<Entry> _deferred = new();
    private object?[] _made = [];  // those whose bodies are being written, and that exist behind them only
    private int _madeCount;
    private bool _beganMade;
    private uint _firstMark;
    private bool _ownsMarks;
    private bool _asked;
    private bool _isPlain;

    /// <summary>Objects so far.</summary>
    public int Count => _count;

    /// <summary>The first mark of a graph that knows its objects by their marks alone; 0: it cannot, and asks here
    /// for each object.</summary>
    public uint BeginPlain()
    {
        AskForMarks();
        if (!_ownsMarks || s_nextMark > MostMarks) return 0;
        _isPlain = true;
        return _firstMark;
    }

    /// <summary>So many objects got marks since.</summary>
    public void EndPlain(ulong count) => _count = (int)count;

    /// <summary>Gives an object the next number if its mark is none of this session's for sure. False: it is for
    /// <see cref="NumberOf(object, ref int)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AddMarked(object value, ref int mark)
    {
        var objects = _marked;
        var count = _count;
        if ((uint)mark - _firstMark < (uint)count || (uint)count >= (uint)objects.Length) return false;
        mark = (int)(_firstMark + (uint)count);
        _count = count + 1;
        objects[count].Object = value;
        return true;
    }

    /// <summary>The number of an object that was there before; else -1, and it gets the next one.</summary>
    public int NumberOf(object value, ref int mark)
    {
        if (!_asked) AskForMarks();
        if (!_ownsMarks) return NumberOf(value);
        var number = (uint)mark - _firstMark;
        if (number < (uint)_count && ReferenceEquals(_objects[(int)number].Object, value)) return (int)number;
        mark = (int)(_firstMark + (uint)_count);
        Add(value);
        return -1;
    }

    private void AskForMarks()
    {
        _asked = true;
        _ownsMarks = Interlocked.CompareExchange(ref s_marksAreOwned, 1, 0) == 0;
        if (!_ownsMarks) return;
        _marked = _objects;
        // (What is checked may begin anywhere.)
        _firstMark = s_nextMark > MostMarks ? 1 : (uint)s_nextMark;
    }

    private void Add(object value)
    {
        if (_count == _objects.Length)
        {
            Array.Resize(ref _objects, 2 * _count);
            if (_ownsMarks) _marked = _objects;
        }
        _objects[_count++].Object = value;
    }

    /// <summary>The same of an object without a mark.</summary>
    public int NumberOf(object value)
    {
        if (2 * _hashed >= _slots.Length) Rehash();
        var mask = _slots.Length - 1;
        for (var at = Place(value, mask); ; at = (at + 1) & mask)
        {
            var known = _slots[at] - 1;
            if (known < 0)
            {
                Add(value);
                _slots[at] = _count;
                ++_hashed;
                return -1;
            }
            if (ReferenceEquals(_objects[known].Object, value)) return known;
        }
    }

    private static int Place(object value, int mask)
    {
        var hash = (uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B9u;
        return (int)(hash >> 7) & mask;
    }

    private void Rehash()
    {
        var old = _slots;
        _slots = new int[Math.Max(64, 4 * old.Length)];
        var mask = _slots.Length - 1;
        foreach (var slot in old)
        {
            if (slot == 0) continue;
            var at = Place(_objects[slot - 1].Object!, mask);
            while (_slots[at] != 0) at = (at + 1) & mask;
            _slots[at] = slot;
        }
    }

    /// <summary>The body of an object that its constructor creates begins.</summary>
    public void BeginMade(object value)
    {
        if (_madeCount == _made.Length) Array.Resize(ref _made, Math.Max(16, 2 * _madeCount));
        _made[_madeCount++] = value;
        _beganMade = true;
    }

    /// <summary>The body that began last ends.</summary>
    public void EndMade() => _made[--_madeCount] = null;

    /// <summary>Whether a constructor creates any of the objects so far.</summary>
    public bool HasMade => _beganMade || _deferred.Made != null;

    /// <summary>Whether there were references to such objects.</summary>
    public bool RefersToMade { get; private set; }

    /// <summary>A reference to such an object. Whether it stands in the body of the object itself.</summary>
    public bool ReferToMade(object value)
    {
        RefersToMade = true;
        for (var i = _madeCount; --i >= 0;)
            if (ReferenceEquals(_made[i], value)) return true;
        return false;
    }

    /// <summary>The body of the object comes later.</summary>
    public void Defer(object value, Formatter formatter) => _deferred.Add(new Entry { Object = value }, formatter);

    /// <summary>What was deferred.</summary>
    public ref readonly DeferredBodies<Entry> Deferred => ref _deferred;

    /// <summary>To the next row of what was deferred; see <see cref="DeferredBodies{T}.Turn"/>.</summary>
    public bool TurnDeferred(out Formatter formatter) => _deferred.Turn(out formatter);

    /// <summary>The next one of that row.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeDeferred(out object value)
    {
        var found = _deferred.Take(out var one);
#if NET8_0_OR_GREATER
        if (_deferred.Later(out var later)) Prefetch.Object(ref later.Object);
#endif
        value = one.Object!;
        return found;
    }

    /// <summary>As new; memory is kept, objects are not.</summary>
    public void Clear()
    {
        if (_ownsMarks)
        {
            if (s_nextMark <= MostMarks) s_nextMark += _count;
            Volatile.Write(ref s_marksAreOwned, 0);
        }
        if (_isPlain) _count = 0;  // of the table
        _ownsMarks = _asked = _isPlain = false;
        _marked = [];
        if (_objects.Length > Kept) _objects = new Entry[64];
        else Array.Clear(_objects, 0, _count);
        if (_hashed != 0)
        {
            if (_slots.Length > 4 * Kept) _slots = [];
            else Array.Clear(_slots, 0, _slots.Length);
        }
        _deferred.Clear();
        Array.Clear(_made, 0, _madeCount);  // those of a write that failed
        _count = _hashed = _madeCount = 0;
        _beganMade = RefersToMade = false;
    }
}
