// SPDX-License-Identifier: MIT
//
// Memory of a thread for shadows: blocks that do not move, so that the native library may be given their
// addresses, and the garbage collector has nothing to pin. A value that is written takes what it needs
// front to back, and gives all of it back at once.
//
// Invariants: what is in use stays where it is; a thread that comes in again while its arena is in use
// (a property that serializes something itself) gets another one.
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

    [ThreadStatic] private static ShadowArena? t_free;

    private readonly List<Block> _blocks = new();
    private int _next;
    private long _before;

    /// <summary>Where memory is free, in the block in use.</summary>
    public byte* At;
    /// <summary>The end of the block in use.</summary>
    public byte* End;
    private byte* _begin;

    /// <summary>Objects that were written, by identity; made when first needed.</summary>
    public ObjectTable? Objects;

    /// <summary>Memory of the native library for what is read; made when first needed.</summary>
    public ArenaHandle? Native;

    /// <summary>Calls of the native library that carried a value.</summary>
    public long Calls;

    /// <summary>The same of the thread's arena, while nothing is written or read.</summary>
    public static long CallsOfThread => t_free?.Calls ?? 0;

    /// <summary>Where the native library says what went wrong.</summary>
    public NativeError* Error { get; private set; }

    private ShadowArena()
    {
        // The first block begins with it: it stays where it is as long as the arena.
        AddBlock(FirstBlock);
        Error = (NativeError*)At;
        Error->StructSize = (uint)sizeof(NativeError);
        SkipError();
    }

    /// <summary>The thread's arena, until it is given back.</summary>
    public static ShadowArena Take()
    {
        ref var free = ref t_free;
        var arena = free;
        if (arena == null) return new ShadowArena();
        free = null;
        return arena;
    }

    /// <summary>Gives it back; its memory is used again.</summary>
    public static void Return(ShadowArena arena)
    {
        arena.Reset();
        t_free = arena;
    }

    /// <summary>Memory that is all zero.</summary>
    public byte* Zeros(int size)
    {
        if (size + 8L > End - At) Grow(size + 8L);
        var at = (byte*)(((nuint)At + 7) & ~(nuint)7);
        At = at + size;
        new Span<byte>(at, size).Clear();
        return at;
    }

    /// <summary>Gives the native library's memory back.</summary>
    public void DropNative()
    {
        Native?.Dispose();
        Native = null;
    }

    private void SkipError() => _begin = At = At + ((sizeof(NativeError) + 15) & ~15);

    /// <summary>Bytes in use.</summary>
    public long Used => _before + (At - _begin);

    /// <summary>Goes on to a block with that much room.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Grow(long size)
    {
        _before += At - _begin;
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
            At = _begin;
            return;
        }
        Shrink();
        _before = 0;
        Use(_blocks[0]);
        SkipError();
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
        _begin = At = block.First;
        End = block.First + block.Size;
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
