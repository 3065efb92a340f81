// SPDX-License-Identifier: MIT
//
// ArchiveReader: objects (docs/format.md sections 6 and 8). An object is made and gets its number
// before its body is read, so that the body may refer to it. Every use of a reference is checked
// against the class of its object.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

/// <summary>What an object slot asks of generated code.</summary>
public enum ObjectSlot
{
    /// <summary>Nothing: the value is the one that came with it (or null).</summary>
    Known,
    /// <summary>A new object, whose body follows: make it, give it to
    /// <see cref="ArchiveReader.SetObject"/> (before its body, if it can be), read the body, then call
    /// <see cref="ArchiveReader.EndObject"/>.</summary>
    New,
}

public ref partial struct ArchiveReader
{
    /// <summary>Reads the slot of an object.</summary>
    /// <param name="formatter">The class that the object must have; makes objects whose bodies come
    /// later.</param>
    /// <param name="memory">Bytes that an object takes, for the budget.</param>
    /// <param name="known">The object, where it is known.</param>
    /// <param name="number">The number of a new one.</param>
    public ObjectSlot ReadSlot<T>(Formatter<T> formatter, int memory, out T? known, out int number) where T : class
    {
        known = null;
        number = -1;
        var at = _position;
        var slot = ReadVarint();
        if (slot >= 6)
        {
            known = Unsafe.As<T?>(Session.Objects.Find(slot - 6, formatter, at));
            return ObjectSlot.Known;
        }
        if (slot == 0) return ObjectSlot.Known;
        var objects = Session.Objects;
        object? promised = null;
        if (slot is 4 or 5)
        {
            var kept = ReadVarint();
            promised = objects.Keep(kept, formatter, at);
            number = (int)kept;
        }
        else
        {
            Charge(at, memory + ReadObjects.Memory);
            number = objects.Add(formatter);
        }
        switch (slot)
        {
            case 1:
            case 4:
                if (promised != null)  // made when it was promised
                {
                    Enter(at);
                    formatter.ReadBody(ref this, promised);
                    EndObject(number);
                    known = Unsafe.As<T>(promised);
                    return ObjectSlot.Known;
                }
                Enter(at);
                return ObjectSlot.New;
            case 2:
            case 5:
                known = Unsafe.As<T>(promised ?? Make(formatter, number));
                objects.Defer(number);
                return ObjectSlot.Known;
            default:
                objects.Promise(number);
                if (!objects.IsNil(number)) known = Unsafe.As<T>(Make(formatter, number));
                return ObjectSlot.Known;
        }
    }

    /// <summary>The object with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetObject(int number, object value) => Session.Objects.Set(number, value);

    /// <summary>Behind the body of the object with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(int number) => ++_depthLeft;

    private object Make(Formatter formatter, int number)
    {
        var made = formatter.MakeObject();
        Session.Objects.Set(number, made);
        return made;
    }

    /// <summary>Reads the bodies that were deferred, and those that they defer.</summary>
    internal void ReadDeferred()
    {
        if (_session == null) return;
        var objects = _session.Objects;
        while (objects.TakeDeferred(out var value, out var formatter))
        {
            _depthLeft = Math.Min(_options.Limits.Depth, 512);
            Enter(_position);
            formatter.ReadBody(ref this, value);
        }
    }
}
