// SPDX-License-Identifier: MIT
//
// Strings and data of one archive that were written as shared: their numbers, by content. Two tables
// of open addressing; hashes are the runtime's seeded ones, so nobody can choose strings that collide.
using System;

namespace Fastser.Runtime;

internal sealed class WrittenTexts
{
    private struct Entry
    {
        public object Text;  // a string, or a byte[]
        public int Hash;
    }

    private Entry[] _entries = [];
    private int[] _slots = [];  // number + 1; 0: free
    private int _count;

    public int NumberOf(string value)
    {
        var hash = value.GetHashCode();
        for (var at = First(hash); ; at = Next(at))
        {
            var known = _slots[at] - 1;
            if (known < 0) return Add(at, value, hash);
            ref var entry = ref _entries[known];
            if (entry.Hash == hash && string.Equals((string)entry.Text, value, StringComparison.Ordinal)) return known;
        }
    }

    public int NumberOf(ReadOnlySpan<byte> value)
    {
        var hash = HashOf(value);
        for (var at = First(hash); ; at = Next(at))
        {
            var known = _slots[at] - 1;
            if (known < 0) return Add(at, value.ToArray(), hash);
            ref var entry = ref _entries[known];
            if (entry.Hash == hash && value.SequenceEqual((byte[])entry.Text)) return known;
        }
    }

    private int First(int hash)
    {
        if (2 * _count >= _slots.Length) Rehash();
        return (int)((uint)hash * 0x9E3779B9u >> 7) & (_slots.Length - 1);
    }

    private int Next(int at) => (at + 1) & (_slots.Length - 1);

    private int Add(int at, object text, int hash)
    {
        if (_count == _entries.Length) Array.Resize(ref _entries, Math.Max(32, 2 * _count));
        _entries[_count] = new Entry { Text = text, Hash = hash };
        _slots[at] = ++_count;
        return -1;
    }

    private void Rehash()
    {
        _slots = new int[Math.Max(64, 4 * _slots.Length)];
        for (var number = 0; number < _count; ++number)
        {
            var at = (int)((uint)_entries[number].Hash * 0x9E3779B9u >> 7) & (_slots.Length - 1);
            while (_slots[at] != 0) at = Next(at);
            _slots[at] = number + 1;
        }
    }

    internal static int HashOf(ReadOnlySpan<byte> value)
    {
#if NET8_0_OR_GREATER
        var hash = new HashCode();
        hash.AddBytes(value);
        return hash.ToHashCode();
#else
        var hash = s_seed;
        foreach (var one in value) hash = (hash ^ one) * 0x100000001b3UL;
        return (int)(hash ^ (hash >> 32));
#endif
    }

#if !NET8_0_OR_GREATER
    private static readonly ulong s_seed = (ulong)Guid.NewGuid().GetHashCode() << 32 | (uint)Guid.NewGuid().GetHashCode();
#endif

    public void Clear()
    {
        if (_count == 0) return;
        Array.Clear(_entries, 0, _count);
        if (_slots.Length > 1 << 16) (_entries, _slots) = ([], []);
        else Array.Clear(_slots, 0, _slots.Length);
        _count = 0;
    }
}
