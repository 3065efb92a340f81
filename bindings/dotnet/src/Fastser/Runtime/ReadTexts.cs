// SPDX-License-Identifier: MIT
//
// Shared strings, or shared data, of one archive that is being read, by number.
using System;

namespace Fastser.Runtime;

internal sealed class ReadTexts
{
    internal struct Entry
    {
        public int Start;
        public int Size;
        public string? Text;
    }

    private Entry[] _entries = new Entry[32];

    public int Count { get; private set; }

    public ref Entry this[int number] => ref _entries[number];

    public void Add(int start, int size, string? text)
    {
        if (Count == _entries.Length) Array.Resize(ref _entries, 2 * Count);
        _entries[Count++] = new Entry { Start = start, Size = size, Text = text };
    }

    public void Clear()
    {
        if (Count == 0) return;
        Array.Clear(_entries, 0, Count);
        if (_entries.Length > 1 << 16) _entries = new Entry[32];
        Count = 0;
    }
}
