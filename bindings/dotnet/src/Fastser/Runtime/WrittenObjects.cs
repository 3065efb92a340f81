// SPDX-License-Identifier: MIT
//
// The objects of one graph that is being written: their numbers, and whose bodies are still to come.
//
// An object of a generated class has a mark: the number that it got, plus one. One session at a time
// in the whole process writes marks; a mark counts only if the object of that number is the object
// itself, so marks of earlier sessions, and those that MemberwiseClone copied, mean nothing. All other
// sessions, and objects of other classes, go by a table of open addressing, keyed by
// RuntimeHelpers.GetHashCode: that costs about 50 ns for each object that had no hash code yet.
using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Fastser.Runtime;

internal sealed class WrittenObjects
{
    private struct Entry
    {
        public object? Object;
    }

    // Objects for which memory is kept from one graph to the next.
    private const int Kept = 1 << 18;

    private static int s_marksAreOwned;

    private Entry[] _objects = new Entry[64];
    // The same while this session owns the marks; else nothing.
    private Entry[] _marked = [];
    private int _count;
    private int[] _slots = [];  // number + 1; 0: free
    private int _hashed;
    private DeferredBodies _deferred = new();
    private object?[] _made = [];  // those whose bodies are being written, and that exist behind them only
    private int _madeCount;
    private bool _beganMade;
    private bool _ownsMarks;
    private bool _asked;

    /// <summary>Objects so far.</summary>
    public int Count => _count;

    /// <summary>Gives an object the next number if its mark is none of this session's for sure. False: it is for
    /// <see cref="NumberOf(object, ref int)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AddMarked(object value, ref int mark)
    {
        var objects = _marked;
        var count = _count;
        if ((uint)(mark - 1) < (uint)count || (uint)count >= (uint)objects.Length) return false;
        mark = _count = count + 1;
        objects[count].Object = value;
        return true;
    }

    /// <summary>The number of an object that was there before; else -1, and it gets the next one.</summary>
    public int NumberOf(object value, ref int mark)
    {
        if (!_asked) AskForMarks();
        if (!_ownsMarks) return NumberOf(value);
        var number = mark - 1;
        if ((uint)number < (uint)_count && ReferenceEquals(_objects[number].Object, value)) return number;
        Add(value);
        mark = _count;
        return -1;
    }

    private void AskForMarks()
    {
        _asked = true;
        _ownsMarks = Interlocked.CompareExchange(ref s_marksAreOwned, 1, 0) == 0;
        if (_ownsMarks) _marked = _objects;
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

    /// <summary>The body of the object that was numbered last comes later.</summary>
    public void DeferLast(Formatter formatter) => _deferred.Add(_count - 1, formatter);

    /// <summary>What was deferred.</summary>
    public ref readonly DeferredBodies Deferred => ref _deferred;

    /// <summary>To the next row of what was deferred; see <see cref="DeferredBodies.Turn"/>.</summary>
    public bool TurnDeferred(out Formatter formatter) => _deferred.Turn(out formatter);

    /// <summary>The next one of that row.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeDeferred(out object value)
    {
        var found = _deferred.Take(out var number);
#if NET8_0_OR_GREATER
        var later = _deferred.Later;
        if (later < (uint)_objects.Length) Prefetch.Object(ref _objects[later].Object);
#endif
        value = found ? _objects[number].Object! : null!;
        return found;
    }

    /// <summary>As new; memory is kept, objects are not.</summary>
    public void Clear()
    {
        if (_ownsMarks) Volatile.Write(ref s_marksAreOwned, 0);
        _ownsMarks = _asked = false;
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
