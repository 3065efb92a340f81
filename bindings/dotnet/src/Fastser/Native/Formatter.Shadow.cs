// SPDX-License-Identifier: MIT
//
// What formatters have for the native engine: values into shadows and back (ShadowLayout says what lies
// where). Those of classes give the two functions of bodies; whether a slot holds a body or leads to one
// is seen to here.
using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Fastser.Native;

namespace Fastser.Runtime;

public abstract unsafe partial class Formatter<T> : IShadowBody
{
    /// <summary>What the native library knows of the type, as trees and as graphs; null: not asked yet.</summary>
    internal NativePlan? TreePlan;
    internal NativePlan? GraphPlan;

    /// <summary>Stores a value in a slot of <see cref="ShadowLayout.SlotOf"/> bytes. Formatters of numbers
    /// and classes leave this alone; those of classes have <see cref="BodyToShadow"/>.</summary>
    public virtual void ToShadow(ref ShadowWriter writer, byte* slot, T value)
    {
        if (Type.IsClass)
        {
            if (writer.References) writer.PutObject(slot, value, this);
            else BodyToShadow(ref writer, slot, value);
            return;
        }
        if (IsCopied) Unsafe.WriteUnaligned(slot, value);
        else if (ShadowLayout.IsWire(Type)) ShadowBytes.Store(this, slot, value);
        else throw NoShadow();
    }

    /// <summary>Stores values in slots that lie so many bytes apart.</summary>
    public virtual void ToShadows(ref ShadowWriter writer, ShadowSlot first, int stride, ReadOnlySpan<T> values)
    {
        var to = first.Place;
        foreach (var value in values)
        {
            ToShadow(ref writer, to, value);
            to += stride;
        }
    }

    /// <summary>The value that a slot holds. Formatters of classes leave this alone and have
    /// <see cref="BodyFromShadow"/>.</summary>
    public virtual T FromShadow(ref ShadowReader reader, byte* slot)
    {
        if (!Type.IsClass)
        {
            if (IsCopied) return Unsafe.ReadUnaligned<T>(slot);
            return ShadowLayout.IsWire(Type) ? ShadowBytes.Load(this, ref reader, slot) : throw NoShadow();
        }
        return reader.References ? reader.GetObject(slot, this)! : BodyFromShadow(ref reader, slot, default);
    }

    /// <summary>The value that a slot holds, in <paramref name="existing"/>, where that is a collection that can be
    /// filled again. (Objects have <see cref="BodyFromShadow"/>.)</summary>
    internal virtual T FromShadowOver(ref ShadowReader reader, byte* slot, T existing) => FromShadow(ref reader, slot);

    /// <summary>Of classes: stores the fields, those of the super-class first, each at its
    /// <see cref="ShadowLayout.OffsetOf(WireShape, int)"/>.</summary>
    public virtual void BodyToShadow(ref ShadowWriter writer, byte* body, T value) => throw NoShadow();

    /// <summary>Of classes: reads the fields into <paramref name="value"/>, or into a new object where that
    /// is null.</summary>
    public virtual T BodyFromShadow(ref ShadowReader reader, byte* body, T? value) => throw NoShadow();

    /// <summary>Of classes: whether <see cref="Formatter.MakeObject"/> can make an object before its fields are read;
    /// not where the constructor needs them.</summary>
    public virtual bool MakesObjects => true;

    internal sealed override bool MakesFirst => MakesObjects;

    /// <summary>Whether a value was found to have shadows; false: not asked yet.</summary>
    internal bool HasShadows;

    void IShadowBody.Fill(ref ShadowWriter writer, byte* body, object value) =>
        BodyToShadow(ref writer, body, (T)value);

    void IShadowBody.Fill(ref ShadowReader reader, byte* body, object value) =>
        BodyFromShadow(ref reader, body, (T)value);

    object? IShadowBody.Read(ref ShadowReader reader, byte* slot) => FromShadow(ref reader, slot);

    void IShadowBody.Completed(object value) => Completed(value);

    // Whether a value is a number, or what is one in memory, as it is. Kept: to find out takes a fifth of the time of a
    // call that writes one number.
    private bool IsCopied => (_copied != Copied.Unknown ? _copied : FindCopied()) == Copied.Yes;

    private Copied FindCopied() => _copied =
        ShadowLayout.IsNumber(Type.Code) && Unsafe.SizeOf<T>() == ShadowLayout.SizeOf(Type) ? Copied.Yes : Copied.No;

    private enum Copied : byte { Unknown, Yes, No }

    private Copied _copied;

    private NoShadowException NoShadow() => new(GetType());
}

/// <summary>A formatter that has no code for shadows: the value goes by way of an archive then.</summary>
internal sealed class NoShadowException : System.Exception
{
    public NoShadowException(System.Type formatter) : base(formatter + " has no code for shadows.") => Formatter = formatter;

    public System.Type Formatter { get; }
}

/// <summary>The same of a class that is only known at run time.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
internal unsafe interface IShadowBody
{
    void Fill(ref ShadowWriter writer, byte* body, object value);
    void Fill(ref ShadowReader reader, byte* body, object value);
    object? Read(ref ShadowReader reader, byte* slot);
    void Completed(object value);
}
