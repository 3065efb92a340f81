// SPDX-License-Identifier: MIT
//
// ReadSession: what one archive on its way in needs beyond its position: strings and objects that were
// read before, the options, and what .NET refuses. Each thread keeps one with its memory.
using System;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal sealed class ReadSession
{
    [ThreadStatic]
    private static ReadSession? t_free;

    private ReadObjects? _objects;
    private ReadTexts? _strings;
    private ReadTexts? _data;
    private FastserException? _refused;
    private List<LateEntries>? _late;

    private int _offset;

    public ReadObjects Objects => _objects ??= new ReadObjects(this);

    /// <summary>Objects that began so far.</summary>
    public int ObjectCount => _objects?.Count ?? 0;

    public ReadTexts Strings => _strings ??= new ReadTexts();

    public ReadTexts Data => _data ??= new ReadTexts();

    /// <summary>A session for this thread, of a payload that begins at this byte; give it back.</summary>
    public static ReadSession Rent(int offset)
    {
        var session = t_free ?? new ReadSession();
        t_free = null;
        session._offset = offset;
        return session;
    }

    /// <summary>Ready for the next archive; memory is kept.</summary>
    public void Return()
    {
        Forget();
        _objects?.Clear();
        t_free = this;
    }

    private void Forget()
    {
        _late = null;
        _strings?.Clear();
        _data?.Clear();
        _refused = null;
    }

    /// <summary>The exception of an error at a byte of the payload.</summary>
    public FastserException Failure(FastserStatus status, int at, string message) =>
        new(status, message, (long)_offset + at);

    /// <summary>Notes that .NET has no such value.</summary>
    public void Refuse(int at, string message)
    {
        if (_refused == null || (long)_offset + at < _refused.Offset)
        {
            _refused = Failure(FastserStatus.Malformed, at, message);
        }
    }

    /// <summary>Whether anything waits until all was read.</summary>
    public bool IsLate => _late != null;

    /// <summary>Entries that are put in when all was read.</summary>
    public void Later(LateEntries entries)
    {
        entries.PutEarly();
        (_late ??= []).Add(entries);
    }

    /// <summary>All was read: maps get their late entries, then the objects that want to know get to know, unless
    /// .NET refuses anything.</summary>
    public void Complete()
    {
        if (_refused == null && _late != null)
        {
            foreach (var late in _late) late.Put(this);
        }
        if (_refused != null) throw _refused;
        _objects?.Complete();
    }

    /// <summary>Whether promises were not kept, so that all has to be read again.</summary>
    public bool ReadAgain()
    {
        if (_objects == null || !_objects.ReadAgain()) return false;
        Forget();
        return true;
    }
}
