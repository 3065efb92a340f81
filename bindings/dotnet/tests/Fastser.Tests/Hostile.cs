// SPDX-License-Identifier: MIT
//
// What strangers send: archives that were cut off or changed. Whatever it is, the answer is a value or a
// FastserException, and never anything else.
using System;
using Fastser.Runtime;
using Xunit;

namespace Fastser.Tests;

internal static class Hostile
{
    public static byte[] Write<T>(Formatter<T> formatter, T value, FastSerializerOptions options)
    {
        var writer = new ArchiveWriter(WriteSession.Rent(options, null));
        try
        {
            ManagedEngine.Write(ref writer, formatter, value, options);
            ManagedEngine.End(ref writer, options);
            return writer.Written.ToArray();
        }
        finally
        {
            writer.Release();
        }
    }

    public static FastserException? Read<T>(Formatter<T> formatter, ReadOnlySpan<byte> bytes, FastSerializerOptions options)
    {
        try
        {
            T value = default!;
            ManagedEngine.TryRead(formatter, bytes, options, false, ref value);
            return null;
        }
        catch (FastserException error)
        {
            return error;
        }
    }

    /// <summary>No archive that was cut off is read; the first and last hundred cuts of a long one.</summary>
    public static void CheckEveryCut<T>(Formatter<T> formatter, byte[] bytes, FastSerializerOptions options)
    {
        for (var size = 0; size < bytes.Length; ++size)
        {
            if (size == 100 && bytes.Length > 200) size = bytes.Length - 100;
            var error = Read(formatter, bytes.AsSpan(0, size), options);
            Assert.True(error != null, "cut at " + size);
            Assert.InRange(error.Offset, -1, size);
        }
    }

    /// <summary>Every bit turned, every byte made 0 and 255.</summary>
    public static void CheckEveryBit<T>(Formatter<T> formatter, byte[] bytes, FastSerializerOptions options)
    {
        var copy = (byte[])bytes.Clone();
        for (var at = 0; at < copy.Length; ++at)
        {
            for (var bit = 0; bit < 10; ++bit)
            {
                copy[at] = bit < 8 ? (byte)(bytes[at] ^ (1 << bit)) : bit == 8 ? (byte)0 : (byte)255;
                var error = Read(formatter, copy, options);
                if (error != null) Assert.InRange(error.Offset, -1, copy.Length);
            }
            copy[at] = bytes[at];
        }
    }
}
