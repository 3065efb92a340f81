// SPDX-License-Identifier: MIT
//
// A type by which the engines are compared: the same value has the same bytes, and the same bytes are the
// same value or the same error at the same byte. Values are compared by the bytes that they have again.
using System;
using Fastser.Runtime;

namespace Fastser.Tests.Fuzz;

/// <summary>What was compared.</summary>
internal sealed class Tally
{
    public long Inputs;
    public long Read;
    public long Refused;

    /// <summary>The archive has another table: Managed reads none but the type's own, Native goes by it.</summary>
    public long OtherTables;

    /// <summary>Objects that a constructor makes come before their bodies: Managed says that it cannot.</summary>
    public long MadeTooLate;

    /// <summary>A value of any type, changed to a type that .NET does not write (list of u8, set of i32): the
    /// engines take it for different types of .NET, or charge it differently.</summary>
    public long OtherAny;
}

internal sealed class Disagreement(string message) : Exception(message);

internal abstract partial class Subject
{
    /// <summary>How many inputs a case has.</summary>
    public const int Inputs = 10;

    public abstract void Compare(Draw draw, FastSerializerOptions options, Tally tally);
}

internal sealed partial class Subject<T>(Func<Draw, T> make) : Subject
{
    private static readonly bool s_hasAny = typeof(T) == typeof(object) || typeof(T) == typeof(Generated.Anything);

    public override void Compare(Draw draw, FastSerializerOptions options, Tally tally)
    {
        var bytes = Write(make(draw), options);
        draw.Left = 40;
        var other = Write(make(draw), options);
        CompareReading(bytes, options, true, tally);
        var front = FrontOf(options);
        var checksum = options.Checksum && options.Header != FastserHeader.Bare;
        for (var i = 1; i < Inputs; ++i)
        {
            var limited = draw.Is(80) ? options : options with
            {
                Limits = new FastserLimits(draw.One(0, 1, 2, 3, 5, 64), draw.One(1, 2, 4, 8), draw.One(1, 16, 64, 256, 1024)),
            };
            CompareReading(draw.Is(5) ? bytes : Mutation.Of(draw, bytes, other, front, checksum), limited, false, tally);
        }
    }

    private static byte[] Write(T value, FastSerializerOptions options)
    {
        var managed = FastSerializer.Serialize(value, options with { Engine = FastserEngine.Managed });
        var native = FastSerializer.Serialize(value, options with { Engine = FastserEngine.Native });
        if (managed.AsSpan().SequenceEqual(native)) return managed;
        throw new Disagreement(
            typeof(T) + " " + options + ": written as\n" + Convert.ToHexString(managed) + " by Managed,\n" + Convert.ToHexString(native) + " by Native");
    }

    // Bytes before the payload.
    private static int FrontOf(FastSerializerOptions options) => options.Header switch
    {
        FastserHeader.Bare => 0,
        FastserHeader.Fingerprint => 17,
        _ => TableOf(options).Prologue.Length,
    };

    private static WireTable TableOf(FastSerializerOptions options)
    {
        var table = FormatterOf.Get<T>().Type.Table(options.References, options.Sharing == FastserSharing.On);
        return options.Names ? table : table.WithoutNames;
    }

    private static void CompareReading(byte[] bytes, FastSerializerOptions options, bool whole, Tally tally)
    {
        ++tally.Inputs;
        var managed = Read(bytes, options with { Engine = FastserEngine.Managed }, out var error);
        if (error is { Status: FastserStatus.TypeMismatch or FastserStatus.Usage, Offset: -1 } && error.Message.Contains("Engine."))
        {
            if (error.Status == FastserStatus.Usage) ++tally.MadeTooLate;
            else ++tally.OtherTables;
            Read(bytes, options with { Engine = FastserEngine.Native }, out _);
            return;
        }
        var native = Read(bytes, options with { Engine = FastserEngine.Native }, out var otherError);
        if (s_hasAny && !whole && (error == null || otherError == null) && !managed.AsSpan().SequenceEqual(native))
        {
            ++tally.OtherAny;
            return;
        }
        if (error?.Status != otherError?.Status || error?.Offset != otherError?.Offset || !managed.AsSpan().SequenceEqual(native))
        {
            throw new Disagreement(
                typeof(T) + " " + options + " " + options.Limits.Depth + " " + options.Limits.MemoryFactor + " " + options.Limits.MemoryBase + ":\n"
                + Convert.ToHexString(bytes) + "\nManaged: " + Show(managed, error) + "\nNative:  " + Show(native, otherError));
        }
        if (error == null) ++tally.Read;
        else if (!whole) ++tally.Refused;
        else throw new Disagreement(typeof(T) + " " + options + ": what was written is not read: " + error.Message);
    }

    private static byte[] Read(byte[] bytes, FastSerializerOptions options, out FastserException? error)
    {
        T value;
        try
        {
            value = FastSerializer.Deserialize<T>(bytes, options);
            error = null;
        }
        catch (FastserException e)
        {
            error = e;
            return [];
        }
        try
        {
            return FastSerializer.Serialize(
                value, options with { Engine = FastserEngine.Managed, Header = FastserHeader.Bare, Checksum = false });
        }
        catch (FastserException e)
        {
            // Read, but not to be written: promises that were never kept, sets in a value of any type.
            return System.Text.Encoding.UTF8.GetBytes(e.Message);
        }
    }

    private static string Show(byte[] bytes, FastserException? error) => error?.Message ?? Convert.ToHexString(bytes);
}
