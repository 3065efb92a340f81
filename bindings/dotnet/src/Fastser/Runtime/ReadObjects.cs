// SPDX-License-Identifier: MIT
//
// The objects of one graph that is being read, by number: what each is, and whose bodies are still to
// come. An object that was made before its body is known by its class; others, and those whose class
// does not say what they are in the archive, by their formatter beside them.
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
    }

    private static readonly object s_none = new();

    private readonly ReadSession _session;
    // The formatter of all objects so far; null: there are several. So a reference to one of many needs no look
    // at the object itself, which is seldom in the processor's cache.
    private object? _all = s_none;
    private Entry[] _entries = new Entry[64];
    private int _count;
    // Of those that came by Add; as long as the last of them needs.
    private Formatter?[] _formatters = [];
    private DeferredBodies<int> _deferred = new();
    private HashSet<int>? _promises;
    private HashSet<int>? _nils;
    private List<(int Number, Formatter Formatter)>? _callbacks;

    public ReadObjects(ReadSession session) => _session = session;

    public int Count => _count;

    /// <summary>Gives a new object its number; its class, which is the formatter's, says what it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Keep(object value, Formatter formatter)
    {
        See(formatter);
        var entries = _entries;
        var number = _count;
        if ((uint)number < (uint)entries.Length) entries[number].Object = value;
        else KeepInMore(value, number);
        _count = number + 1;
        return number;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void KeepInMore(object value, int number)
    {
        Grow();
        _entries[number].Object = value;
    }

    private void Grow() => Array.Resize(ref _entries, 2 * _count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void See(Formatter formatter)
    {
        if (!ReferenceEquals(_all, formatter) && _all != null) _all = _count == 0 ? formatter : null;
    }

    /// <summary>Gives the next object its number; it is made later, or its class does not say what it is.</summary>
    public int Add(Formatter formatter)
    {
        See(formatter);
        var number = _count;
        if (number == _entries.Length) Grow();
        if (number >= _formatters.Length) Array.Resize(ref _formatters, Math.Max(64, 2 * number));
        _formatters[number] = formatter;
        _count = number + 1;
        return number;
    }

    public void Set(int number, object value) => _entries[number].Object = value;

    private bool IsOf(int number, Formatter formatter)
    {
        var own = number < _formatters.Length ? _formatters[number] : null;
        return own == null ? _entries[number].Object!.GetType() == formatter.ValueType : ReferenceEquals(own, formatter);
    }

    /// <summary>The object of a back-reference; null for a promise that was not kept.</summary>
    public object? Find(ulong number, Formatter formatter, int at)
    {
        if (number >= (ulong)_count) throw _session.Failure(FastserStatus.BadReference, at, "a back-reference to no object");
        if (!IsOf((int)number, formatter))
        {
            throw _session.Failure(FastserStatus.TypeMismatch, at, "a back-reference to an object of another type");
        }
        return Known((int)number, at);
    }

    /// <summary>The same for objects of one class, the formatter's; null where a closer look is needed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Find<T>(ulong number, Formatter<T> formatter) where T : class
    {
        var entries = _entries;
        if (number >= (ulong)entries.Length || _nils != null) return null;
        // (What is behind the last one was cleared.)
        var known = entries[(int)number].Object;
        if (ReferenceEquals(_all, formatter)) return Unsafe.As<T>(known);
        // A class whose objects are known by their formatters is never looked for here.
        return known != null && known.GetType() == typeof(T) ? Unsafe.As<T>(known) : null;
    }

    private object? Known(int number, int at)
    {
        if (_nils != null && _nils.Contains(number)) return null;
        var known = _entries[number].Object;
        if (known == null) _session.Refuse(at, "an object that its constructor creates refers to itself");
        return known;
    }

    /// <summary>The object of a back-reference, of whatever class.</summary>
    public object? FindAny(ulong number, int at)
    {
        if (number >= (ulong)_count) throw _session.Failure(FastserStatus.BadReference, at, "a back-reference to no object");
        return Known((int)number, at);
    }

    /// <summary>The object whose body now comes. Null: it is not made yet.</summary>
    public object? Keep(ulong number, Formatter formatter, int at)
    {
        if (_promises == null || number >= (ulong)_count || !_promises.Remove((int)number))
        {
            throw _session.Failure(
                FastserStatus.BadReference, at,
                number < (ulong)_count ? "a second body of one object" : "the body of an object that does not exist");
        }
        if (!IsOf((int)number, formatter))
        {
            throw _session.Failure(FastserStatus.TypeMismatch, at, "a back-reference to an object of another type");
        }
        return _entries[(int)number].Object;
    }

    public void Promise(int number) => (_promises ??= []).Add(number);

    /// <summary>Whether the promise of this number was found never to be kept, by a read before.</summary>
    public bool IsNil(int number) => _nils != null && _nils.Contains(number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Defer(int number, Formatter formatter) => _deferred.Add(number, formatter);

    /// <summary>To the next row of what was deferred; see <see cref="DeferredBodies{T}.Turn"/>.</summary>
    public bool TurnDeferred(out Formatter formatter) => _deferred.Turn(out formatter);

    /// <summary>The next one of that row.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeDeferred(out object value)
    {
        var found = _deferred.Take(out var number);
#if NET8_0_OR_GREATER
        if (_deferred.Later(out var later) && (uint)later < (uint)_entries.Length) Prefetch.Object(ref _entries[later].Object);
#endif
        value = found ? _entries[number].Object! : null!;
        return found;
    }

    /// <summary>The object of this number wants to know when the graph is complete.</summary>
    public void CallWhenComplete(int number, Formatter formatter) => (_callbacks ??= []).Add((number, formatter));

    public void Complete()
    {
        if (_callbacks == null) return;
        foreach (var (number, formatter) in _callbacks)
        {
            if (_entries[number].Object is { } value) formatter.Completed(value);
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
        if (_entries.Length > Kept) _entries = new Entry[64];
        else Array.Clear(_entries, 0, _count);
        if (_formatters.Length > Kept) _formatters = [];
        else Array.Clear(_formatters, 0, Math.Min(_count, _formatters.Length));
        _deferred.Clear();
        _count = 0;
        _all = s_none;
        _promises = _nils = null;
        _callbacks = null;
    }
}
