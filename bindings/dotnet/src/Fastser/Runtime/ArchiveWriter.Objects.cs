// SPDX-License-Identifier: MIT
//
// ArchiveWriter: objects (docs/format.md sections 6 and 8). An object that was there before is a
// back-reference. The seventeenth in another is deferred, as the C++ library's typed writer does it: so
// a chain of any length needs no stack.
using System;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

public ref partial struct ArchiveWriter
{
    /// <summary>Objects that lie in each other before bodies are deferred.</summary>
    internal const int InlineObjects = 16;

    /// <summary>The slot of an object: nil, a reference to what was there before, or a new one. True: its
    /// body is to be written now, then <see cref="EndObject"/>. The mark is a field of the object itself,
    /// by which it is known again without a table.</summary>
    /// <param name="value">The object; not null.</param>
    /// <param name="mark">Its mark: any number, 0 at first.</param>
    /// <param name="formatter">Writes its body when that is deferred.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool BeginObject(object value, ref int mark, Formatter formatter)
    {
        var objects = Objects;
        return BeginObject(value, objects.NumberOf(value, ref mark), formatter);
    }

    /// <summary>The same of an object without a mark.</summary>
    public bool BeginObject(object value, Formatter formatter) =>
        BeginObject(value, Objects.NumberOf(value), formatter);

    /// <summary>Behind the body of an object.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject()
    {
        --Objects.Open;
        ++_depthLeft;
    }

    /// <summary>The slot of no object.</summary>
    public void WriteNil() => Write8(0);

    // `number` is that of the object, or its complement when the object is new.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool BeginObject(object value, int number, Formatter formatter)
    {
        if (number >= 0)
        {
            WriteVarint((ulong)number + 6);
            return false;
        }
        var objects = Objects;
        if (objects.Open >= InlineObjects && formatter.Defers)
        {
            Write8(2);
            objects.Defer(value, formatter);
            return false;
        }
        Write8(1);
        ++objects.Open;
        Enter();
        return true;
    }

    /// <summary>Writes the bodies that were deferred, and those that they defer.</summary>
    internal void WriteDeferred()
    {
        var objects = _session!.Objects;
        while (objects.TakeDeferred(out var value, out var formatter))
        {
            objects.Open = 0;
            _depthLeft = Math.Min(_options.Limits.Depth, 512);
            Enter();
            formatter.WriteBody(ref this, value);
        }
    }
}
