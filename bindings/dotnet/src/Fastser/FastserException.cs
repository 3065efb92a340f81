// SPDX-License-Identifier: MIT
//
// The one exception of this library. What went wrong is a number; where, a byte and a path.
using System;

namespace Fastser;

/// <summary>What went wrong; the numbers of the C interface (fastser/c/base.h).</summary>
public enum FastserStatus
{
    /// <summary>Nothing.</summary>
    Ok = 0,
    /// <summary>The call itself is wrong, or the value cannot be written.</summary>
    Usage = 1,
    /// <summary>The caller's memory is too small.</summary>
    NoSpace = 2,
    /// <summary>The input ends inside a value.</summary>
    Truncated = 10,
    /// <summary>Bytes that no writer produces.</summary>
    Malformed = 11,
    /// <summary>Bytes behind the end of the value.</summary>
    Trailing = 12,
    /// <summary>The checksum does not match.</summary>
    Checksum = 13,
    /// <summary>Nested deeper than <see cref="FastserLimits.Depth"/>.</summary>
    TooDeep = 20,
    /// <summary>Would take more memory than the limits allow.</summary>
    OverBudget = 21,
    /// <summary>A value of another type, which is not converted.</summary>
    TypeMismatch = 30,
    /// <summary>A reference to nothing, or to the wrong kind of object.</summary>
    BadReference = 31,
    /// <summary>A class that is not registered.</summary>
    UnknownClass = 32,
    /// <summary>A version of the format that this library does not know.</summary>
    BadVersion = 40,
    /// <summary>The fingerprint is another type's.</summary>
    Fingerprint = 41,
    /// <summary>There is no memory left.</summary>
    NoMemory = 50,
    /// <summary>The operating system refused; the message says why.</summary>
    Io = 60,
}

/// <summary>A value could not be written or read.</summary>
public sealed class FastserException : Exception
{
    /// <summary>Makes the exception of a status, an offset (or -1) and a path (or "").</summary>
    public FastserException(FastserStatus status, string message, long offset = -1, string path = "")
        : base(Compose(status, message, offset, path))
    {
        Status = status;
        Reason = message;
        Offset = offset;
        Path = path;
    }

    /// <summary>What went wrong.</summary>
    public FastserStatus Status { get; }

    /// <summary>The byte of the input where it went wrong, or -1.</summary>
    public long Offset { get; }

    /// <summary>The place in the value, as in "items[3].name"; empty where it is not known: generated code, which
    /// reads the archives of a type's own version, does not say it.</summary>
    public string Path { get; }

    /// <summary>The message without place and status.</summary>
    internal string Reason { get; }

    private static string Compose(FastserStatus status, string message, long offset, string path)
    {
        var text = message;
        if (path.Length != 0) text = path + ": " + text;
        text += offset < 0 ? " (" + status + ")" : " (" + status + ", byte " + offset + ")";
        var next = NextStep(status);
        return next.Length == 0 ? text : text + ". " + next;
    }

    // What to do, where the status alone says it; other messages name an option or a type.
    private static string NextStep(FastserStatus status) => status switch
    {
        FastserStatus.Truncated => "The data may be cut off: were all of its bytes kept and read?",
        FastserStatus.Checksum => "Take another copy of the data, or a backup.",
        FastserStatus.Trailing => "Was it written as this type, and alone?",
        FastserStatus.BadVersion => "A newer version of Fastser may read it.",
        FastserStatus.Fingerprint => "FastserHeader.SelfDescribed writes what other versions of a class can read.",
        _ => "",
    };
}
