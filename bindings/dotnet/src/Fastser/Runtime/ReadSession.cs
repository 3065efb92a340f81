// SPDX-License-Identifier: MIT
//
// ReadSession: what one archive on its way in needs beyond its position: strings and objects that were
// read before, the options, and what .NET refuses. Each thread keeps one with its memory.
using System;

namespace Fastser.Runtime;

internal sealed class ReadSession
{
    [ThreadStatic]
    private static ReadSession? t_free;

    private ReadObjects? _objects;
    private ReadTexts? _strings;
    private ReadTexts? _data;
    private FastserException? _refused;

    public FastSerializerOptions Options { get; private set; } = FastSerializerOptions.Default;

    public int Depth { get; private set; } = FastSerializerOptions.Default.Limits.Depth;

    /// <summary>Bytes before the payload, for the offsets of errors.</summary>
    public int PayloadOffset { get; set; }

    /// <summary>The shapes of the archive, for values of any type.</summary>
    public WireTable? Table { get; set; }

    public ReadObjects Objects => _objects ??= new ReadObjects(this);

    public ReadTexts Strings => _strings ??= new ReadTexts();

    public ReadTexts Data => _data ??= new ReadTexts();

    public static ReadSession Rent(FastSerializerOptions options)
    {
        var session = t_free ?? new ReadSession();
        t_free = null;
        if (!ReferenceEquals(session.Options, options))
        {
            session.Options = options;
            session.Depth = Math.Min(options.Limits.Depth, 512);
        }
        return session;
    }

    public void Return()
    {
        Clear();
        _objects?.Clear();
        Table = null;
        t_free = this;
    }

    /// <summary>Before the same archive is read again.</summary>
    public void Clear()
    {
        _strings?.Clear();
        _data?.Clear();
        _refused = null;
    }

    /// <summary>The exception of an error at a byte of the payload.</summary>
    public FastserException Failure(FastserStatus status, int at, string message) =>
        new(status, message, (long)PayloadOffset + at);

    /// <summary>Notes that .NET has no such value.</summary>
    public void Refuse(int at, string message)
    {
        if (_refused == null || at + (long)PayloadOffset < _refused.Offset)
        {
            _refused = Failure(FastserStatus.Malformed, at, message);
        }
    }

    /// <summary>Objects and values, all read: is there anything that .NET refuses?</summary>
    public void Complete()
    {
        if (_refused != null) throw _refused;
    }

    /// <summary>Whether promises were not kept, so that all has to be read again.</summary>
    public bool ReadAgain() => _objects != null && _objects.ReadAgain();

    public bool HasObjects => _objects != null && _objects.Count != 0;
}
