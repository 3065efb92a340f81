// SPDX-License-Identifier: MIT
//
// Maps and sets whose keys are objects, or hold some. A key is hashed or compared by its members, and those of an
// object may come later: its body was deferred, or it leads back to the object that owns the map. So such maps are
// filled when the whole graph was read, in the order in which they ended. They are filled once before, as far as
// that goes: a constructor or setter may copy what it is given.
using System;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal abstract class LateEntries
{
    /// <summary>What an immutable map or set is told when it finds a key twice, or does not find one.</summary>
    public const string NoWait =
        "a key or element whose object is read after the collection, which is immutable: let it be a Dictionary or HashSet";

    /// <summary>What a map or set is told that sorts, of archives whose keys differ.</summary>
    public const string Equal = "keys or elements that differ, which the comparer of their collection holds for equal";

    /// <summary>The same where its keys have no order.</summary>
    public const string NoOrder = "keys or elements that cannot be put into their collection: ";

    /// <summary>Whether a collection says so that it does not take its keys.</summary>
    public static bool IsRefusal(Exception error) => error is ArgumentException or InvalidOperationException;

    /// <summary>All was read: puts them in; a key that is there already is refused.</summary>
    public abstract void Put(ReadSession session);

    /// <summary>Not all was read: puts in those that seem different.</summary>
    public virtual void PutEarly() { }

    /// <summary>Whether values of this type are objects, or hold some, in an archive with references.</summary>
    public static bool Needs(WireType type) => Needs(type, []);

    private static bool Needs(WireType type, HashSet<WireShape> seen)
    {
        if (type.IsClass || type.IsUnion || type.Code is WireCode.Ref or WireCode.Any) return true;
        foreach (var inner in type.Operands)
        {
            if (Needs(inner, seen)) return true;
        }
        for (var shape = type.Shape; shape != null && seen.Add(shape); shape = shape.Super)
        {
            foreach (var field in shape.Fields)
            {
                if (Needs(field.Type, seen)) return true;
            }
        }
        return false;
    }
}

internal sealed class LateMap<TKey, TValue> : LateEntries
{
    private readonly IDictionary<TKey, TValue> _map;
    private readonly (TKey Key, TValue Value, int Place)[] _entries;

    public LateMap(IDictionary<TKey, TValue> map, (TKey Key, TValue Value, int Place)[] entries) =>
        (_map, _entries) = (map, entries);

    public override void PutEarly()
    {
        try
        {
            foreach (var (key, value, _) in _entries)
            {
                if (key is not null && !_map.ContainsKey(key)) _map.Add(key, value);
            }
        }
        catch (Exception)
        {
            _map.Clear();  // Keys that cannot be hashed or compared yet.
        }
    }

    public override void Put(ReadSession session)
    {
        _map.Clear();
        foreach (var (key, value, place) in _entries)
        {
            try
            {
                if (_map.ContainsKey(key)) session.Refuse(place, "a key twice");
                else _map.Add(key, value);
            }
            catch (Exception error) when (IsRefusal(error))
            {
                session.Refuse(place, NoOrder + error.Message);
            }
        }
    }
}

internal sealed class LateSet<T> : LateEntries
{
    private readonly ISet<T> _set;
    private readonly (T Element, int Place)[] _elements;

    public LateSet(ISet<T> set, (T Element, int Place)[] elements) => (_set, _elements) = (set, elements);

    public override void PutEarly()
    {
        try
        {
            foreach (var (element, _) in _elements) _set.Add(element);
        }
        catch (Exception)
        {
            _set.Clear();  // As for maps.
        }
    }

    public override void Put(ReadSession session)
    {
        _set.Clear();
        foreach (var (element, place) in _elements)
        {
            try
            {
                if (!_set.Add(element)) session.Refuse(place, "an element twice");
            }
            catch (Exception error) when (IsRefusal(error))
            {
                session.Refuse(place, NoOrder + error.Message);
            }
        }
    }
}

/// <summary>Keys of an immutable map or set, which was made of them too early, perhaps: are they found?</summary>
internal sealed class LateLook<T> : LateEntries
{
    private readonly Func<T, bool> _finds;
    private readonly (T Key, int Place)[] _keys;

    public LateLook(Func<T, bool> finds, (T Key, int Place)[] keys) => (_finds, _keys) = (finds, keys);

    public override void Put(ReadSession session)
    {
        foreach (var (key, place) in _keys)
        {
            if (!_finds(key)) session.Refuse(place, NoWait);
        }
    }
}

/// <summary>A collection that is copied into that of a member without a setter.</summary>
internal sealed class LateCopy : LateEntries
{
    private readonly Action _copy;

    private LateCopy(Action copy) => _copy = copy;

    // Apart from their callers, which need no closure most times.
    public static LateCopy OfMap<TKey, TValue>(IDictionary<TKey, TValue> into,
        IEnumerable<KeyValuePair<TKey, TValue>> from, string className, string memberName) =>
        new(() => Generated.FillMap(into, from, className, memberName));

    public static LateCopy OfList<T>(ICollection<T> into, IEnumerable<T> from, string className, string memberName) =>
        new(() => Generated.FillList(into, from, className, memberName));

    public override void Put(ReadSession session) => _copy();
}
