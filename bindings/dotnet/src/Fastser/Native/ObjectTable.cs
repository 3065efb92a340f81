// SPDX-License-Identifier: MIT
//
// Objects by identity, and where the shadow of each lies. Open addressing: an address is no identity,
// since objects move, and a Dictionary takes four times as long.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

internal sealed unsafe class ObjectTable
{
    private const int First = 64;
    private const int MostKept = 8192;

    private object?[] _keys = new object?[First];
    private IntPtr[] _shadows = new IntPtr[First];
    private int _count;

    /// <summary>The shadow of an object; <paramref name="isNew"/>: it was not there, and a place for it is
    /// given, to be filled before the next call.</summary>
    public ref IntPtr Find(object key, out bool isNew)
    {
        var mask = _keys.Length - 1;
        var at = Hash(key) & mask;
        for (; ; at = (at + 1) & mask)
        {
            var found = _keys[at];
            if (found == null) break;
            if (!ReferenceEquals(found, key)) continue;
            isNew = false;
            return ref _shadows[at];
        }
        isNew = true;
        if (++_count * 2 > _keys.Length)
        {
            Grow();
            mask = _keys.Length - 1;
            for (at = Hash(key) & mask; _keys[at] != null;) at = (at + 1) & mask;
        }
        _keys[at] = key;
        return ref _shadows[at];
    }

    /// <summary>Forgets all objects.</summary>
    public void Clear()
    {
        if (_count == 0) return;
        if (_keys.Length > MostKept)
        {
            _keys = new object?[First];
            _shadows = new IntPtr[First];
        }
        else
        {
            Array.Clear(_keys, 0, _keys.Length);
        }
        _count = 0;
    }

    // The runtime's hash codes differ in their lower bits enough; a product spreads those of Mono.
    private static int Hash(object key) => (int)((uint)RuntimeHelpers.GetHashCode(key) * 2654435769u >> 4);

    private void Grow()
    {
        var keys = _keys;
        var shadows = _shadows;
        _keys = new object?[2 * keys.Length];
        _shadows = new IntPtr[2 * keys.Length];
        var mask = _keys.Length - 1;
        for (var i = 0; i < keys.Length; ++i)
        {
            var key = keys[i];
            if (key == null) continue;
            var at = Hash(key) & mask;
            while (_keys[at] != null) at = (at + 1) & mask;
            _keys[at] = key;
            _shadows[at] = shadows[i];
        }
    }
}
