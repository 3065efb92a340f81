// SPDX-License-Identifier: MIT
//
// The objects of one graph that is being read, by number: what each is, and whose bodies are still to
// come. Objects are known by their formatter, of which there is one for each class.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

internal sealed class ReadObjects
{
    /// <summary>What the budget pays for an object beyond its own size.</summary>
    public const int Memory = 33;

    // Objects for which memory is kept from one graph to the next.
    private const int Kept = 1 << 18;

    private struct Entry
    {
        public object? Object;
        public Formatter? Formatter;
    }

    private readonly ReadSession _session;
    private Entry[] _entries = new Entry[64];
    private int _count;
    private int[] _deferred = [];
    private int _deferredCount;
    private int _deferredNext;
    private HashSet<int>? _promises;
    private HashSet<int>? _nils;
    private List<int>? _callbacks;

    public ReadObjects(ReadSession session) => _session = session;

    public int Count => _count;

    /// <summary>Gives the next object its number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Add(Formatter formatter)
    {
        if (_count == _entries.Length) Array.Resize(ref _entries, 2 * _count);
        _entries[_count].Formatter = formatter;
        return _count++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int number, object value) => _entries[number].Object = value;

    /// <summary>The object of a back-reference; null for a promise that was not kept.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Find(ulong number, Formatter formatter, int at)
    {
        if (number < (ulong)_count)
        {
            ref var entry = ref _entries[(int)number];
            if (ReferenceEquals(entry.Formatter, formatter) && entry.Object != null && _nils == null) return entry.Object;
        }
        return FindRare(number, formatter, at);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? FindRare(ulong number, Formatter formatter, int at)
    {
        if (number >= (ulong)_count) throw _session.Failure(FastserStatus.BadReference, at, "a back-reference to no object");
        ref var entry = ref _entries[(int)number];
        if (!ReferenceEquals(entry.Formatter, formatter))
        {
            throw _session.Failure(FastserStatus.TypeMismatch, at, "a back-reference to an object of another type");
        }
        if (_nils != null && _nils.Contains((int)number)) return null;
        if (entry.Object == null)
        {
            _session.Refuse(at, "an object that is made by its constructor refers to itself");
        }
        return entry.Object;
    }

    /// <summary>The object of a back-reference, of whatever class.</summary>
    public object? FindAny(ulong number, int at)
    {
        if (number >= (ulong)_count) throw _session.Failure(FastserStatus.BadReference, at, "a back-reference to no object");
        return Find(number, _entries[(int)number].Formatter!, at);
    }

    /// <summary>The object whose body now comes. Null: it is not made yet.</summary>
    public object? Keep(ulong number, Formatter formatter, int at)
    {
        if (_promises == null || number >= (ulong)_count || !_promises.Remove((int)number))
        {
            throw _session.Failure(
                FastserStatus.BadReference, at,
                number < (ulong)_count ? "a second body of one object" : "the body of an object that there is not");
        }
        ref var entry = ref _entries[(int)number];
        if (!ReferenceEquals(entry.Formatter, formatter))
        {
            throw _session.Failure(FastserStatus.TypeMismatch, at, "a back-reference to an object of another type");
        }
        return entry.Object;
    }

    public void Promise(int number) => (_promises ??= []).Add(number);

    /// <summary>Whether the promise of this number was found never to be kept, by a read before.</summary>
    public bool IsNil(int number) => _nils != null && _nils.Contains(number);

    public void Defer(int number)
    {
        if (_deferredCount == _deferred.Length) Array.Resize(ref _deferred, Math.Max(16, 2 * _deferredCount));
        _deferred[_deferredCount++] = number;
    }

    public bool TakeDeferred(out object value, out Formatter formatter)
    {
        if (_deferredNext == _deferredCount)
        {
            value = formatter = null!;
            return false;
        }
        ref var entry = ref _entries[_deferred[_deferredNext++]];
        if (_deferredNext == _deferredCount) _deferredNext = _deferredCount = 0;
        (value, formatter) = (entry.Object!, entry.Formatter!);
        return true;
    }

    /// <summary>The object of this number wants to know when the graph is complete.</summary>
    public void CallWhenComplete(int number) => (_callbacks ??= []).Add(number);

    public void Complete()
    {
        if (_callbacks == null) return;
        foreach (var number in _callbacks)
        {
            ref var entry = ref _entries[number];
            if (entry.Object != null) entry.Formatter!.Completed(entry.Object);
        }
    }

    /// <summary>Promises that were never kept: every reference to them means nil, so all has to be read
    /// again with that known. False: there are none.</summary>
    public bool ReadAgain()
    {
        if (_promises == null || _promises.Count == 0 || _nils != null) return false;
        var nils = _promises;
        Clear();
        _nils = nils;
        return true;
    }

    public void Clear()
    {
        if (_count != 0) Array.Clear(_entries, 0, _count);
        if (_entries.Length > Kept) _entries = new Entry[64];
        if (_deferred.Length > Kept) _deferred = [];
        _count = _deferredCount = _deferredNext = 0;
        _promises = _nils = null;
        _callbacks = null;
    }
}
