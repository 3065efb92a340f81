// SPDX-License-Identifier: MIT
//
// A place in a shadow, for generated code: that must compile where a project does not allow pointers. All
// offsets come from ShadowLayout.
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

/// <summary>A place in a shadow: where a value's fields lie, or one of them.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly unsafe struct ShadowSlot
{
    internal ShadowSlot(byte* place) => Place = place;

    internal byte* Place { get; }

    /// <summary>The place so many bytes on.</summary>
    public ShadowSlot Behind(int bytes) => new(Place + bytes);

#pragma warning disable CS1591 // Put and Get of the type in their name, at an offset.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put<T>(int offset, T value) where T : unmanaged => ShadowWriter.Put(Place + offset, value);

    public void PutGuid(int offset, System.Guid value) => ShadowWriter.PutGuid(Place + offset, value);

    public void PutDecimal(int offset, decimal value) => ShadowWriter.PutDecimal(Place + offset, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutString(ref ShadowWriter writer, int offset, string value) => writer.PutString(Place + offset, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutOptionalString(ref ShadowWriter writer, int offset, string? value) =>
        writer.PutOptionalString(Place + offset, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Get<T>(int offset) where T : unmanaged => ShadowReader.Get<T>(Place + offset);

    public System.Guid GetGuid(int offset) => ShadowReader.GetGuid(Place + offset);

    public decimal GetDecimal(int offset) => ShadowReader.GetDecimal(Place + offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string GetString(ref ShadowReader reader, int offset) => reader.GetString(Place + offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? GetOptionalString(ref ShadowReader reader, int offset) => reader.GetOptionalString(Place + offset);
#pragma warning restore CS1591

    /// <summary>A value of any type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put<T>(ref ShadowWriter writer, int offset, Formatter<T> formatter, T value) =>
        formatter.ToShadow(ref writer, Place + offset, value);

    /// <summary>A class that may be null.</summary>
    public void PutOptional<T>(ref ShadowWriter writer, int offset, Formatter<T> formatter, T? value) =>
        writer.PutOptional(Place + offset, value, formatter);

    /// <summary>One of several classes.</summary>
    public void PutUnion<T>(ref ShadowWriter writer, int index, Formatter<T> formatter, T value) =>
        writer.PutUnion(Place, index, value, formatter);

    /// <summary>A value of any type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Get<T>(ref ShadowReader reader, int offset, Formatter<T> formatter) =>
        formatter.FromShadow(ref reader, Place + offset);

    /// <summary>A value that may not be null, of a member that the archive does not have.</summary>
    public T GetMissing<T>(ref ShadowReader reader, int offset, Formatter<T> formatter, WireShape of, string member) =>
        reader.GetMissing(Place + offset, formatter, of, member);

    /// <summary>A class that may be null.</summary>
    public T? GetOptional<T>(ref ShadowReader reader, int offset, Formatter<T> formatter) =>
        reader.GetOptional(Place + offset, formatter);

    /// <summary>Which of several classes it is.</summary>
    public int GetUnionIndex() => ShadowReader.GetIndex(Place);

    /// <summary>One of several classes.</summary>
    public T GetUnion<T>(ref ShadowReader reader, Formatter<T> formatter) => reader.GetUnion(Place, formatter);
}
