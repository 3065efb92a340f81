// SPDX-License-Identifier: MIT
//
// ArchiveReader: objects (docs/format.md sections 6 and 8). An object is made and gets its number
// before its body is read, so that the body may refer to it. Every use of a reference is checked
// against the class of its object.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

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
    /// <summary>Takes the slot of no object, or the flag of an optional record that is not there, which is the
    /// same; false: it is neither.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeNil()
    {
        var at = _position;
        if (at >= _span.Length || Unsafe.Add(ref MemoryMarshal.GetReference(_span), at) != 0) return false;
        _position = at + 1;
        return true;
    }

    /// <summary>Takes the flag of an optional record that is there: make it, read its fields, then
    /// <see cref="Leave"/>. False: it is another, or something is wrong, and nothing was taken.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeNew()
    {
        var at = _position;
        if (at >= _span.Length || Unsafe.Add(ref MemoryMarshal.GetReference(_span), at) != 1 || _depthLeft <= 0) return false;
        _position = at + 1;
        --_depthLeft;
        return true;
    }

    /// <summary>Takes the slot of a new object: make it, <see cref="Keep"/> it, read its fields, then
    /// <see cref="Leave"/>. False: it is another, or something is wrong, and nothing was taken.</summary>
    /// <param name="memory">Bytes that an object takes, for the budget.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeNewObject(int memory)
    {
        var budget = _budget - memory - ReadObjects.Memory;
        if (budget < 0 || !TakeNew()) return false;
        _budget = budget;
        return true;
    }

    /// <summary>Whether the next slot is that of a new object whose fields come later.</summary>
    public readonly bool IsDeferred
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _position < _span.Length && Unsafe.Add(ref MemoryMarshal.GetReference(_span), _position) == 2;
    }

    /// <summary>Takes the slot of a new object whose fields come later: make it, <see cref="Keep"/> it, then
    /// <see cref="Defer"/>. False: it is none, or something is wrong, and nothing was taken.</summary>
    public bool TakeDeferred(int memory)
    {
        var at = _position;
        if (at >= _span.Length || Unsafe.Add(ref MemoryMarshal.GetReference(_span), at) != 2 || !_references) return false;
        var budget = _budget - memory - ReadObjects.Memory;
        if (budget < 0) return false;
        _budget = budget;
        _position = at + 1;
        return true;
    }

    /// <summary>The fields of the object with this number come later.</summary>
    public void Defer(int number, Formatter formatter) => Objects.Defer(number, formatter);

    /// <summary>A new object, before its fields are read: its number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Keep(object value, Formatter formatter) => Objects.Keep(value, formatter);

    /// <summary>Takes a back-reference to an object of a class that is made before its body; null: it is none, or
    /// something is wrong, and nothing was taken.</summary>
    public T? TakeKnown<T>(Formatter<T> formatter) where T : class
    {
        var at = _position;
        ulong slot = 0;
        for (int shift = 0, i = at; shift < 28 && i < _span.Length; shift += 7, ++i)
        {
            ulong one = Unsafe.Add(ref MemoryMarshal.GetReference(_span), i);
            slot |= (one & 0x7F) << shift;
            if (one >= 0x80) continue;
            if (slot < 6) return null;
            var known = Objects.Find(slot - 6, formatter);
            if (known != null) _position = i + 1;
            return known;
        }
        return null;
    }

    /// <summary>Reads the slot of an object.</summary>
    /// <param name="formatter">The class that the object must have; makes objects whose bodies come
    /// later.</param>
    /// <param name="memory">Bytes that an object takes, for the budget.</param>
    /// <param name="known">The object, where it is known.</param>
    /// <param name="number">The number of a new one.</param>
    public ObjectSlot ReadSlot<T>(Formatter<T> formatter, int memory, out T? known, out int number) where T : class
    {
        var (read, state) = ReadAnySlot(formatter, memory, out number);
        known = Unsafe.As<T?>(read);
        return state;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private (object? Known, ObjectSlot Slot) ReadAnySlot(Formatter formatter, int memory, out int number)
    {
        object? known = null;
        number = -1;
        var at = _position;
        var slot = ReadVarint();
        if (slot >= 6) return (Objects.Find(slot - 6, formatter, at), ObjectSlot.Known);
        if (slot == 0) return (null, ObjectSlot.Known);
        var objects = Objects;
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
                    return (promised, ObjectSlot.Known);
                }
                Enter(at);
                return (null, ObjectSlot.New);
            case 2:
            case 5:
                known = promised ?? Make(formatter, number);
                objects.Defer(number, formatter);
                return (known, ObjectSlot.Known);
            default:
                objects.Promise(number);
                if (!objects.IsNil(number)) known = Make(formatter, number);
                return (known, ObjectSlot.Known);
        }
    }

    /// <summary>Objects that began so far.</summary>
    internal int ObjectCount => _references ? Objects.Count : 0;

    /// <summary>The same with those of Foundation, which are objects without References, too.</summary>
    internal readonly int AnyObjectCount => _session?.ObjectCount ?? 0;

    /// <summary>The object with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetObject(int number, object value) => Objects.Set(number, value);

    /// <summary>The object with this number wants <see cref="Formatter.Completed"/>.</summary>
    public void CallWhenComplete(int number, Formatter formatter) => Session.Objects.CallWhenComplete(number, formatter);

    /// <summary>Behind the body of the object with this number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(int number) => ++_depthLeft;

    private object Make(Formatter formatter, int number)
    {
        var made = formatter.MakeObject();
        Objects.Set(number, made);
        if (formatter.WantsCompleted) CallWhenComplete(number, formatter);
        return made;
    }

    /// <summary>Reads the bodies that were deferred, and those that they defer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReadDeferred()
    {
        var objects = _session!.Objects;
        var depth = _options.Depth;
        while (objects.TurnDeferred(out var formatter))
        {
            _depthLeft = depth;
            Enter(_position);
            formatter.ReadBodies(ref this);
        }
    }

    /// <summary>The next object of those for which <see cref="Formatter.ReadBodies"/> was called.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakeBody(out object value) => Objects.TakeDeferred(out value);
}
