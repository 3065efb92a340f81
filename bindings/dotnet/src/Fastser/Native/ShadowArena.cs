// SPDX-License-Identifier: MIT
//
// Memory of a thread for shadows: blocks that do not move, so that the native library may be given their
// addresses, and the garbage collector has nothing to pin. A value takes what it needs front to back, and
// gives all of it back at once.
//
// Invariants: what is in use stays where it is; a thread that comes in again while its arena is in use
// (a property that serializes something itself) gets the next one of its own; the first few are kept as well.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Fastser.Native;
#if !NET8_0_OR_GREATER
using System.Runtime.InteropServices;
#endif

namespace Fastser.Runtime;

internal sealed unsafe class ShadowArena
{
    private const int FirstBlock = 16 * 1024;
    private const int LargestBlock = 1024 * 1024;
    // What a thread keeps from one value to the next.
    private const int MostKept = 4 * 1024 * 1024;
    // Arenas that a thread keeps behind its first.
    private const int MostWithin = 3;

    [ThreadStatic] private static ShadowArena? t_first;

    // In use; then the arena for those who come in again.
    private bool _isTaken;
    private ShadowArena? _within;

    private readonly List<Block> _blocks = new();
    private int _next;
    // Where memory is free in the block in use, its end and its begin.
    private byte* _at;
    private byte* _end;
    private byte* _begin;

    /// <summary>Objects that were written, by identity; made when first needed.</summary>
    public ObjectTable? Objects;

    /// <summary>Memory of the native library for what is read; made when first needed.</summary>
    public ArenaHandle? Native;

    /// <summary>Where the native library says what went wrong.</summary>
    public NativeError* Error { get; private set; }

    private ShadowArena()
    {
        // The first block begins with it: it stays where it is as long as the arena.
        AddBlock(FirstBlock);
        Error = (NativeError*)_at;
        Error->StructSize = (uint)sizeof(NativeError);
        SkipFront();
    }

    /// <summary>The thread's arena, until it is given back.</summary>
    public static ShadowArena Take()
    {
        var arena = t_first;
        if (arena == null || arena._isTaken) return TakeAnother(arena);
        arena._isTaken = true;
        return arena;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ShadowArena TakeAnother(ShadowArena? arena)
    {
        if (arena == null) arena = t_first = new ShadowArena();
        // A few are kept for archives within archives; how deep those nest may be a stranger's choice.
        for (int kept = 0; arena._isTaken; ++kept)
        {
            arena = kept == MostWithin ? new ShadowArena() : arena._within ??= new ShadowArena();
        }
        arena._isTaken = true;
        return arena;
    }

    /// <summary>Gives it back; its memory is used again.</summary>
    public static void Return(ShadowArena arena)
    {
        arena.Reset();
        arena._isTaken = false;
    }

    /// <summary>The rest of the block in use, or the next one, where that has less than so much room.</summary>
    public byte* Next(long size, out byte* end)
    {
        if (size > _end - _at) Grow(size);
        var first = _at;
        end = _at = _end;
        return first;
    }

    /// <summary>Memory that is all zero.</summary>
    public byte* Zeros(int size)
    {
        if (size + 8L > _end - _at) Grow(size + 8L);
        var at = (byte*)(((nuint)_at + 7) & ~(nuint)7);
        _at = at + size;
        new Span<byte>(at, size).Clear();
        return at;
    }

    /// <summary>Gives the native library's memory back.</summary>
    public void DropNative()
    {
        Native?.Dispose();
        Native = null;
    }

    private void SkipFront() => _begin = _at = _at + ((sizeof(NativeError) + 15) & ~15);

    // Goes on to a block with that much room.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long size)
    {
        for (; _next < _blocks.Count; ++_next)
        {
            if (_blocks[_next].Size < size) continue;
            Use(_blocks[_next++]);
            return;
        }
        long largest = _blocks[_blocks.Count - 1].Size;
        AddBlock(Math.Max(size, Math.Min(2 * largest, LargestBlock)));
    }

    private void Reset()
    {
        Objects?.Clear();
        if (_next == 1)  // the first block was enough
        {
            _at = _begin;
            return;
        }
        Shrink();
        Use(_blocks[0]);
        SkipFront();
        _next = 1;
    }

    private void Shrink()
    {
        long kept = 0;
        for (var i = 0; i < _blocks.Count; ++i)
        {
            kept += _blocks[i].Size;
            if (i == 0 || kept <= MostKept) continue;
            for (var j = i; j < _blocks.Count; ++j) _blocks[j].Free();
            _blocks.RemoveRange(i, _blocks.Count - i);
        }
    }

    private void AddBlock(long size)
    {
        if (size > int.MaxValue - 64)
        {
            throw new FastserException(FastserStatus.NoMemory, "one value of more than 2 GiB");
        }
        var block = new Block((int)size);
        _blocks.Add(block);
        _next = _blocks.Count;
        Use(block);
    }

    private void Use(Block block)
    {
        _begin = _at = block.First;
        _end = block.First + block.Size;
    }

#if NET8_0_OR_GREATER
    private readonly struct Block
    {
        private readonly byte[] _bytes;

        public Block(int size)
        {
            _bytes = GC.AllocateUninitializedArray<byte>(size, pinned: true);
            First = (byte*)Unsafe.AsPointer(ref _bytes[0]);
            Size = size;
        }

        public readonly byte* First;
        public readonly int Size;

        public void Free() { }
    }
#else
    // No arrays stay where they are here: native memory, which a finalizer frees.
    private sealed class Block
    {
        public Block(int size)
        {
            First = (byte*)Marshal.AllocHGlobal(size);
            Size = size;
        }

        ~Block() => Marshal.FreeHGlobal((IntPtr)First);

        public readonly byte* First;
        public readonly int Size;

        public void Free()
        {
            GC.SuppressFinalize(this);
            Marshal.FreeHGlobal((IntPtr)First);
        }
    }
#endif
}
