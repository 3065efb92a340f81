// SPDX-License-Identifier: MIT
//
// How values are written and read. All options are immutable: make one set and keep it.
using System;

namespace Fastser;

/// <summary>A form of bytes.</summary>
public enum FastserCodec
{
    /// <summary>libfastser's own format (docs/format.md).</summary>
    Archive,
    /// <summary>FlatBuffers of the schema that <see cref="FastSerializer.FlatSchema"/> gives. No references,
    /// no members of type object; the native library is needed.</summary>
    Flat,
    /// <summary>MessagePack, records as maps by name. No references; the native library is needed.</summary>
    MessagePack,
}

/// <summary>What stands before the values of an archive.</summary>
public enum FastserHeader
{
    /// <summary>The types: any tool, and other versions of the types, can read it.</summary>
    SelfDescribed = 0,
    /// <summary>Eight bytes that stand for the types: both sides have the same.</summary>
    Fingerprint = 1,
    /// <summary>Nothing: both sides know the types; no user version, no checksum.</summary>
    Bare = 2,
}

/// <summary>Which code does the work. Bytes, values and errors are the same.</summary>
public enum FastserEngine
{
    /// <summary>Generated code where there is some, the native library for the rest.</summary>
    Auto,
    /// <summary>Generated code alone; what it cannot do is <see cref="FastserStatus.Usage"/>.</summary>
    Managed,
    /// <summary>The native library, by one call for each value.</summary>
    Native,
}

/// <summary>Whether equal strings are written once.</summary>
public enum FastserSharing
{
    /// <summary>Where a member says so (<see cref="FastMemberAttribute.Share"/>).</summary>
    Off = 1,
    /// <summary>Always.</summary>
    On = 2,
}

/// <summary>What to do with half a surrogate pair, which UTF-8 cannot say.</summary>
public enum FastserSurrogates
{
    /// <summary>It is an error; nothing is lost without a word.</summary>
    Refuse,
    /// <summary>U+FFFD is written in its place.</summary>
    Replace,
}

/// <summary>What one read may spend, in all; it protects against data from strangers.</summary>
public readonly struct FastserLimits
{
    /// <summary>Makes limits; 0 means the default.</summary>
    public FastserLimits(int depth = 0, long memoryFactor = 0, long memoryBase = 0) =>
        (_depth, _memoryFactor, _memoryBase) = (depth, memoryFactor, memoryBase);

    internal const int DefaultDepth = 128;
    internal const int MostDepth = 512;

    private readonly int _depth;
    private readonly long _memoryFactor;
    private readonly long _memoryBase;

    /// <summary>Values nested in values; 128, at most 512.</summary>
    public int Depth => _depth == 0 ? DefaultDepth : _depth;
    /// <summary>The budget in bytes: this many times the size of the input (32) ...</summary>
    public long MemoryFactor => _memoryFactor == 0 ? 32 : _memoryFactor;
    /// <summary>... and this many bytes (60 KiB).</summary>
    public long MemoryBase => _memoryBase == 0 ? 60 * 1024 : _memoryBase;
}

/// <summary>How values are written and read.</summary>
public sealed record FastSerializerOptions
{
    /// <summary>What is used when no options are given.</summary>
    public static FastSerializerOptions Default { get; } = new();

    /// <summary>For programs that used BinaryFormatter: objects are kept as objects.</summary>
    public static FastSerializerOptions Graph { get; } = new() { References = true };

    /// <summary>The form of the bytes.</summary>
    public FastserCodec Codec { get; init; }
    /// <summary>What stands before the values.</summary>
    public FastserHeader Header { get; init; }
    /// <summary>Whether a self-described archive says the names of fields. Without them it is smaller; other
    /// versions of a class then find its fields by their places, so new ones must come last and none may be taken
    /// away, and tools show values without names. The class of the root has no name either, unless it is met again
    /// further down.</summary>
    public bool Names { get; init; } = true;
    /// <summary>Which code does the work.</summary>
    public FastserEngine Engine { get; init; }
    /// <summary>Whether equal strings are written once.</summary>
    public FastserSharing Sharing { get; init; } = FastserSharing.Off;
    /// <summary>What to do with half a surrogate pair.</summary>
    public FastserSurrogates Surrogates { get; init; }
    /// <summary>Whether objects of [FastSerializable] classes keep their identity: one that is referred to twice is
    /// written once and is one object again, and cycles are possible. Lists, arrays and dictionaries are values.</summary>
    public bool References { get; init; }
    /// <summary>A CRC-32C behind an archive (not with <see cref="FastserHeader.Bare"/>).</summary>
    public bool Checksum { get; init; }
    /// <summary>A number of the application's own, in the header.</summary>
    public uint UserVersion { get; init; }
    /// <summary>What a read may spend.</summary>
    public FastserLimits Limits
    {
        get => _limits;
        init => (_limits, Depth) = (value, Math.Min(value.Depth, FastserLimits.MostDepth));
    }
    /// <summary>Limits.Depth, at most MostDepth: worked out once, since each call asks for it.</summary>
    internal int Depth { get; private init; } = FastserLimits.DefaultDepth;
    private readonly FastserLimits _limits;
    /// <summary>The classes that a member of type <see cref="object"/> may be, beside plain values and
    /// collections of them; and those with an ISerializable constructor.</summary>
    public FastserRegistry? Registry { get; init; }
}
