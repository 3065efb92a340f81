// SPDX-License-Identifier: MIT
//
// Fields that an archive of another version does not have: the native library says which, record by
// record, and the members keep what a new object has (docs/versions.md). An archive of the type's own
// version never comes here.
//
// Invariant: what is told lasts from one decode to the reader that is made behind it, on one thread.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fastser.Native;

namespace Fastser.Runtime;

internal static unsafe class MissingFields
{
    private static readonly List<int> s_counts = [];
    private static readonly ConditionalWeakTable<WireShape, object> s_ids = new();

    [ThreadStatic] private static Dictionary<(IntPtr Record, int Shape), byte[]>? t_told;

#if NET8_0_OR_GREATER
    private static readonly IntPtr s_tell = (IntPtr)(delegate* unmanaged[Cdecl]<IntPtr, IntPtr, byte*, int>)&Tell;
#else
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate int Teller(IntPtr context, IntPtr record, byte* missing);

    private static readonly Teller s_teller = Tell;
    private static readonly IntPtr s_tell = Marshal.GetFunctionPointerForDelegate(s_teller);
#endif

    /// <summary>What the native library is given for records of a shape.</summary>
    public static DefaultAccess Of(WireShape shape) => new()
    {
        StructSize = (uint)sizeof(DefaultAccess), Context = (IntPtr)IdOf(shape), Reset = s_tell,
    };

    /// <summary>What the decode before told; null: nothing was missing.</summary>
    public static Dictionary<(IntPtr Record, int Shape), byte[]>? Take()
    {
        var told = t_told;
        t_told = null;
        return told;
    }

    public static int IdOf(WireShape shape) => (int)s_ids.GetValue(shape, Number);

    /// <summary>Of a record that the archive does not have: every field.</summary>
    public static byte[] AllOf(WireShape shape)
    {
        var all = new byte[CountOf(shape)];
        for (var i = 0; i < all.Length; ++i) all[i] = 1;
        return all;
    }

    private static int CountOf(WireShape shape)
    {
        var count = 0;
        for (var one = shape; one != null; one = one.Super) count += one.Fields.Length;
        return count;
    }

    private static object Number(WireShape shape)
    {
        var count = CountOf(shape);
        lock (s_counts)
        {
            s_counts.Add(count);
            return s_counts.Count - 1;
        }
    }

#if NET8_0_OR_GREATER
    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
#endif
    private static int Tell(IntPtr context, IntPtr record, byte* missing)
    {
        try
        {
            int count;
            lock (s_counts) count = s_counts[(int)context];
            (t_told ??= [])[(record, (int)context)] = new ReadOnlySpan<byte>(missing, count).ToArray();
            return 0;
        }
        catch (OutOfMemoryException)
        {
            return (int)FastserStatus.NoMemory;
        }
    }
}
