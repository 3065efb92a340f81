// SPDX-License-Identifier: MIT
//
// Builds values from shadows that the native library filled: what formatters call for the native engine.
// Everything was checked there: counts, references, nesting. Texts lie in the archive itself.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Fastser.Native;

namespace Fastser.Runtime;

/// <summary>Builds a value from the shadow that the native library filled.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public unsafe ref partial struct ShadowReader
{
    // As deep as the native library may let anything nest, and what graphs add to it.
    private const int MostLevels = 600;
    private const int MostInline = 64;

    private readonly FastSerializerOptions _options;
    private readonly NativePlan _plan;
    private readonly byte* _input;
    private List<object?>? _objects;
    private Queue<Waiting>? _waiting;
    private List<Action>? _completed;
    private ReadSession? _late;
    private int _levels;

    private readonly Dictionary<(IntPtr Record, int Shape), byte[]>? _missing;
    private bool _isMissing;  // What is read now is not in the archive at all.

    internal ShadowReader(FastSerializerOptions options, NativePlan plan, byte* input)
    {
        _missing = MissingFields.Take();
        _options = options;
        _plan = plan;
        _input = input;
        _objects = null;
        _waiting = null;
        _completed = null;
        _late = null;
        _levels = 0;
        _isMissing = false;
        References = options.References;
    }

    /// <summary>Whether classes are objects.</summary>
    public bool References { get; }

    // ---- values of fixed size

    /// <summary>A value that lies in memory as on the wire: numbers, enums, bool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Get<T>(byte* slot) where T : unmanaged => Unsafe.ReadUnaligned<T>(slot);

    /// <summary>A UUID.</summary>
    public static Guid GetGuid(byte* slot) => Wire.GetGuid(in *slot, 0);

    /// <summary>A decimal.</summary>
    public static decimal GetDecimal(byte* slot) =>
        new(Little32(slot), Little32(slot + 4), Little32(slot + 8), (slot[15] & 0x80) != 0, slot[14]);

    // ---- what a slot leads to

    /// <summary>Whether a string, data, list, set, map that may be null is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsThere(byte* slot) => slot[ShadowLayout.SpanFlag] != 0;

    /// <summary>Bytes; good as long as the value is read.</summary>
    public static ReadOnlySpan<byte> GetBytes(byte* slot) => new(Pointer(slot), Count(slot));

    /// <summary>The first of the elements of a list, set or map.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetList(byte* slot, out int count)
    {
        count = Count(slot);
        return Pointer(slot);
    }

    /// <summary>Values that lie in memory as on the wire; good as long as the value is read.</summary>
    public static ReadOnlySpan<T> GetBlock<T>(byte* slot) where T : unmanaged => new(Pointer(slot), Count(slot));

    /// <summary>The elements of a list or set, into memory of the same length.</summary>
    public void GetList<T>(byte* slot, Span<T> values, Formatter<T> formatter)
    {
        var stride = ShadowLayout.SlotOf(formatter.Type, References);
        var from = Pointer(slot);
        // What an older archive does not have is no zero in the block, but what a new value has.
        if (formatter.BlockSize != 0 && formatter.BlockSize == stride && BitConverter.IsLittleEndian && _missing == null)
        {
            Blocks.Load(from, values);
            return;
        }
        for (var i = 0; i < values.Length; ++i, from += stride)
        {
            values[i] = formatter.FromShadow(ref this, from);
        }
    }

    /// <summary>The entries of a map: bytes from key to value, and from entry to entry.</summary>
    public byte* GetMap(byte* slot, WireType key, WireType value, out int count, out int toValue, out int stride)
    {
        (toValue, stride) = ShadowWriter.MapEntry(key, value, References);
        return GetList(slot, out count);
    }

    // ---- values that may be missing

    /// <summary>Whether an optional of a type that has no place for null itself is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool GetFlag(byte* slot, int valueSize) => slot[valueSize] != 0;

    // ---- classes

    /// <summary>A class that may be null.</summary>
    public T? GetOptional<T>(byte* slot, Formatter<T> formatter)
    {
        if (References) return GetObject(slot, formatter);
        var body = Pointer(slot);
        if (body == null) return default;
        Enter();
        var value = formatter.BodyFromShadow(ref this, body, default);
        Leave();
        return value;
    }

    /// <summary>A reference to an object, or null, with References on.</summary>
    public T? GetObject<T>(byte* slot, Formatter<T> formatter)
    {
        var body = Pointer(slot);
        if (body == null) return default;
        var number = body + ObjectNumber(formatter.Type.Shape!);
        var known = Get<int>(number);
        var objects = _objects ??= new List<object?>();
        if (known != 0) return (T)(objects[known - 1] ?? FailCircle(formatter.Type.Shape!));
        var value = formatter.MakesObjects ? formatter.MakeObject() : null;
        objects.Add(value);
        known = objects.Count;
        Unsafe.WriteUnaligned(number, known);
        if (value != null && _levels >= MostInline)
        {
            (_waiting ??= new Queue<Waiting>()).Enqueue(new Waiting(formatter, value, body));
            return (T)value;
        }
        Enter();
        var made = formatter.BodyFromShadow(ref this, body, (T?)value);
        Leave();
        objects[known - 1] = made;
        return made;
    }

    /// <summary>One of several types: which one, and where it lies; -1: it is null.</summary>
    public int GetVariant(byte* slot, out byte* value)
    {
        value = slot + ShadowLayout.UnionValue;
        return slot[ShadowLayout.UnionFlag] == 0 ? -1 : (int)Get<uint>(slot);
    }

    /// <summary>The same where null is not possible.</summary>
    public static int GetIndex(byte* slot) => (int)Get<uint>(slot);

    /// <summary>Where a variant's alternative of <paramref name="size"/> bytes lies.</summary>
    public static byte* GetAlternative(byte* slot, int size) =>
        size <= ShadowLayout.UnionRoom ? slot + ShadowLayout.UnionValue : Pointer(slot + ShadowLayout.UnionValue);

    /// <summary>The class of a union.</summary>
    public T GetUnion<T>(byte* slot, Formatter<T> formatter)
    {
        Enter();
        var value = formatter.FromShadow(ref this,
            GetAlternative(slot, ShadowLayout.SlotOf(formatter.Type, References)));
        Leave();
        return value;
    }

    /// <summary>What reads a value of any type, and where that lies; null: it is null.</summary>
    internal IShadowBody? CaseOf(byte* slot, out byte* value)
    {
        var one = _plan.Cases!.All[(int)Get<uint>(slot)];
        value = slot + ShadowLayout.AnyValue;
        if (ShadowLayout.SlotOf(one.Type, References) > ShadowLayout.AnyRoom) value = Pointer(value);
        return one.Formatter;
    }

    /// <summary>Which fields of a record the archive does not have, by a byte that is not 0, those of the
    /// super-class first; null: it has all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte[]? Missing(ShadowSlot record, WireShape shape) =>
        _missing == null ? null : MissingOf(record, shape);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte[]? MissingOf(ShadowSlot record, WireShape shape)
    {
        if (_isMissing) return MissingFields.AllOf(shape);
        return _missing!.TryGetValue(((IntPtr)record.Place, MissingFields.IdOf(shape)), out var missing) ? missing : null;
    }

    /// <summary>What a member gets that is not in the archive, must be given when its object is made, and is not
    /// nullable: an empty text or collection, an object of which no field is in the archive. A union has no such
    /// value: an exception names the member.</summary>
    internal T GetMissing<T>(byte* slot, Formatter<T> formatter, WireShape of, string member)
    {
        if (default(T) != null) return default!;
        var type = formatter.Type;
        if (!type.IsClass && !ShadowLayout.IsValueOfZeros(type))
        {
            throw new FastserException(FastserStatus.TypeMismatch, of.Name + "." + member
                + " is not in the archive, and must not be null: make it nullable, or give it a value of its own");
        }
        var outer = _isMissing;
        _isMissing = true;
        Enter();
        T value;
        if (!type.IsClass)
        {
            value = formatter.FromShadow(ref this, slot);
        }
        else
        {
            fixed (byte* body = new byte[Math.Max(ShadowLayout.BytesOf(type.Shape!), 1)])
            {
                value = formatter.BodyFromShadow(ref this, body, default);
            }
        }
        Leave();
        _isMissing = outer;
        return value;
    }

    /// <summary>Fills the map that its object made.</summary>
    public readonly void FillMap<TKey, TValue>(IDictionary<TKey, TValue> into,
        IEnumerable<KeyValuePair<TKey, TValue>> from, string className, string memberName)
    {
        if (_late == null) Generated.FillMap(into, from, className, memberName);
        else _late.Later(LateCopy.OfMap(into, from, className, memberName));
    }

    /// <summary>Fills the list or set that its object made.</summary>
    public readonly void FillList<T>(ICollection<T> into, IEnumerable<T> from, string className, string memberName)
    {
        if (_late == null) Generated.FillList(into, from, className, memberName);
        else _late.Later(LateCopy.OfList(into, from, className, memberName));
    }

    /// <summary>Something to be done when all of the root is there.</summary>
    public void OnCompleted(Action action) => (_completed ??= new List<Action>()).Add(action);

    // ---- inside

    /// <summary>The root, into an object that is there.</summary>
    internal T GetRoot<T>(byte* slot, Formatter<T> formatter, T existing)
    {
        var body = slot;
        if (References)
        {
            body = Pointer(slot);
            if (body == null) return default!;
            (_objects ??= new List<object?>()).Add(existing);
            Unsafe.WriteUnaligned(body + ObjectNumber(formatter.Type.Shape!), _objects.Count);
        }
        return formatter.BodyFromShadow(ref this, body, existing);
    }

    internal FastSerializerOptions Options => _options;

    /// <summary>What waits for the members of keys; Finish() puts it in.</summary>
    internal ReadSession Late => _late ??= ReadSession.Rent(0);

    /// <summary>Whether what is read is not in the archive: its slot is zeros.</summary>
    internal bool IsMissing => _isMissing;

    /// <summary>What waited.</summary>
    internal void Finish()
    {
        while (_waiting != null && _waiting.Count != 0)
        {
            var next = _waiting.Dequeue();
            next.Formatter.Fill(ref this, next.Body, next.Value);
        }
        if (_late != null)
        {
            _late.Complete();
            _late.Return();
            _late = null;
        }
        if (_completed == null) return;
        foreach (var action in _completed) action();
    }

    internal void Enter()
    {
        if (++_levels > MostLevels)
        {
            throw new FastserException(FastserStatus.TooDeep, "values are nested too deep");
        }
    }

    internal void Leave() => --_levels;

    /// <summary>Where a shadow of an object has its number.</summary>
    internal static int ObjectNumber(WireShape shape) => ShadowLayout.Align(ShadowLayout.BytesOf(shape));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static byte* Pointer(byte* slot) => (byte*)Unsafe.ReadUnaligned<IntPtr>(slot);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Count(byte* slot)
    {
        var count = Unsafe.ReadUnaligned<int>(slot + ShadowLayout.SpanCount);
        return count >= 0 ? count : FailCount();
    }

    private static int FailCount() =>
        throw new FastserException(FastserStatus.OverBudget, "more elements than a .NET collection can have");

    private static object FailCircle(WireShape shape) =>
        throw new FastserException(FastserStatus.BadReference,
            "an object of class " + shape.Name + ", which its constructor creates, refers to itself");

    private static int Little32(byte* at) => at[0] | at[1] << 8 | at[2] << 16 | at[3] << 24;

    private readonly struct Waiting
    {
        public Waiting(IShadowBody formatter, object value, byte* body)
        {
            Formatter = formatter;
            Value = value;
            Body = body;
        }

        public readonly IShadowBody Formatter;
        public readonly object Value;
        public readonly byte* Body;
    }
}
