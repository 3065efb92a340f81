// SPDX-License-Identifier: MIT
//
// Tells the native library how shadows lie in memory: one form for each type, by the rule of
// ShadowLayout. Records and objects are told once, before their fields: they may lead back to themselves.
using System;
using System.Collections.Generic;
using System.Text;
using Fastser.Native;

namespace Fastser.Runtime;

internal sealed unsafe class ShadowForms
{
    private const uint Plain = 0;
    private const uint Count32 = 1;
    private const uint HasFlag = 1;
    private const uint HasPointer = 2;
    private const uint IndexSize = 4;

    private readonly IntPtr _layout;
    private readonly bool _references;
    private readonly Dictionary<WireShape, uint> _records = new();
    private readonly Dictionary<WireShape, uint> _refs = new();
    private readonly Queue<WireShape> _untold = new();
    private readonly AnyCases? _cases;
    private uint _any;

    public ShadowForms(IntPtr layout, bool references, AnyCases? cases)
    {
        _layout = layout;
        _references = references;
        _cases = cases;
    }

    /// <summary>The form of the root, with all that it leads to.</summary>
    public uint Root(WireType type)
    {
        var root = Of(type);
        while (_untold.Count != 0) Fields(_untold.Dequeue());
        return root;
    }

    private uint Of(WireType type)
    {
        switch (type.Code)
        {
            case WireCode.String:
            case WireCode.SharedString:
            case WireCode.Url:
            case WireCode.ClassRef:
                return Text(0);
            case WireCode.Data:
            case WireCode.SharedData:
                return Text(1);
            case WireCode.List:
                return List(type.Operands[0]);
            case WireCode.Set:
                return Set(type.Operands[0]);
            case WireCode.Map:
            case WireCode.OrderedMap:
                return Map(type.Operands[0], type.Operands[1]);
            case WireCode.Array:
                var element = type.Operands[0];
                return NativeMethods.fastser_layout_array(
                    _layout, Of(element), (nuint)ShadowLayout.SlotOf(element, _references));
            case WireCode.Tuple:
                return Tuple(type);
            case WireCode.Record:
                if (!type.IsClass) return Record(type.Shape!, ShadowLayout.BytesOf(type.Shape!));
                return _references ? Ref(type.Shape!) : Class(type.Shape!);
            case WireCode.Optional:
                return Optional(type.Operands[0]);
            case WireCode.Variant:
                return Variant(type);
            case WireCode.Any:
                return Any();
            default:
                return Plain;
        }
    }

    private uint Text(uint isData)
    {
        var access = new TextAccess
        {
            StructSize = (uint)sizeof(TextAccess), IsData = isData, Size = ShadowLayout.SpanSize,
            Extent = Count32, ExtentAt = ShadowLayout.SpanCount,
        };
        return NativeMethods.fastser_layout_text(_layout, &access);
    }

    private uint List(WireType element)
    {
        var access = new ListAccess
        {
            StructSize = (uint)sizeof(ListAccess), Size = ShadowLayout.SpanSize,
            // Elements without bytes still need a place each.
            Stride = (nuint)Math.Max(ShadowLayout.SlotOf(element, _references), 1),
            Extent = Count32, ExtentAt = ShadowLayout.SpanCount,
        };
        return NativeMethods.fastser_layout_list(_layout, &access, Of(element));
    }

    private uint Set(WireType element)
    {
        var size = ShadowLayout.SlotOf(element, _references);
        var access = Entries(size, size, 0);
        return NativeMethods.fastser_layout_set(_layout, &access, Of(element));
    }

    private uint Map(WireType key, WireType value)
    {
        var (at, stride) = ShadowWriter.MapEntry(key, value, _references);
        var access = Entries(ShadowLayout.SlotOf(key, _references), stride, at);
        return NativeMethods.fastser_layout_map(_layout, &access, Of(key), Of(value));
    }

    private static MapAccess Entries(int key, int stride, int value) => new()
    {
        StructSize = (uint)sizeof(MapAccess), IsUnordered = 1, Size = ShadowLayout.SpanSize,
        KeySize = (nuint)key, Node = (nuint)Math.Max(stride, 1), Stride = (nuint)Math.Max(stride, 1),
        ValueAt = (nuint)value, Extent = Count32, ExtentAt = ShadowLayout.SpanCount,
    };

    private uint Tuple(WireType type)
    {
        var count = type.Operands.Length;
        var offsets = stackalloc nuint[count];
        var forms = stackalloc uint[count];
        for (var i = 0; i < count; ++i)
        {
            offsets[i] = (nuint)ShadowLayout.OffsetOf(type, i);
            forms[i] = Of(type.Operands[i]);
        }
        return NativeMethods.fastser_layout_tuple(
            _layout, (nuint)ShadowLayout.SizeOf(type), offsets, forms, (nuint)count);
    }

    private uint Optional(WireType element)
    {
        if (_references && element.IsClass) return Ref(element.Shape!);
        if (_references && element.IsUnion) return Variant(element);
        var access = new OptionalAccess { StructSize = (uint)sizeof(OptionalAccess), Has = HasFlag };
        var size = ShadowLayout.SizeOf(element);
        if (ShadowLayout.IsSpan(element.Code))
        {
            access.Size = ShadowLayout.SpanSize;
            access.FlagAt = ShadowLayout.SpanFlag;
        }
        else if (element.IsClass)
        {
            access.Has = HasPointer;
            access.Size = ShadowLayout.PointerSize;
            access.Owned = (nuint)size;
        }
        else if (element.Code == WireCode.Variant)
        {
            access.Size = ShadowLayout.UnionSize;
            access.FlagAt = ShadowLayout.UnionFlag;
        }
        else
        {
            access.Size = (nuint)(ShadowLayout.SizeOf(WireType.Optional(element)));
            access.FlagAt = (nuint)size;
        }
        return NativeMethods.fastser_layout_optional(_layout, &access, Of(element));
    }

    private uint Variant(WireType type)
    {
        var count = type.Operands.Length;
        var forms = stackalloc uint[count];
        for (var i = 0; i < count; ++i) forms[i] = Of(type.Operands[i]);
        var access = Choice(ShadowLayout.UnionSize, ShadowLayout.UnionValue);
        return NativeMethods.fastser_layout_variant(_layout, &access, forms, (nuint)count);
    }

    private static VariantAccess Choice(int size, int value) => new()
    {
        StructSize = (uint)sizeof(VariantAccess), IndexSize = IndexSize, Size = (nuint)size,
        ValueAt = (nuint)value, Boxes = 1,
    };

    // One form for all: what a case holds may lead to it again.
    private uint Any()
    {
        if (_any != 0) return _any;
        var access = Choice(ShadowLayout.AnySize, ShadowLayout.AnyValue);
        _any = NativeMethods.fastser_layout_any(_layout, &access);
        if (_cases == null) return _any;
        foreach (var one in _cases.All)
        {
            using var handle = NativePlan.Parse(one.Type.Table(_references, false));
            NativeMethods.fastser_layout_any_case(_layout, _any, handle.Value, Of(one.Type));
        }
        return _any;
    }

    // The native library makes nothing of no size for a pointer to lead to, as one to a class does.
    private uint Class(WireShape shape) => Record(shape, Math.Max(ShadowLayout.BytesOf(shape), 1));

    private uint Record(WireShape shape, int size)
    {
        if (_records.TryGetValue(shape, out var form)) return form;
        form = NativeMethods.fastser_layout_record(_layout, (nuint)size);
        _records.Add(shape, form);
        _untold.Enqueue(shape);
        return form;
    }

    private uint Ref(WireShape shape)
    {
        if (_refs.TryGetValue(shape, out var form)) return form;
        var body = Class(shape);
        // Behind the body, the number that the reader gives to the object.
        var size = ShadowReader.ObjectNumber(shape) + 8;
        var access = new ObjectAccess { StructSize = (uint)sizeof(ObjectAccess), Size = (nuint)size };
        var number = NativeMethods.fastser_layout_object(_layout, &access, body);
        var slot = new RefAccess { StructSize = (uint)sizeof(RefAccess), Size = ShadowLayout.PointerSize };
        form = NativeMethods.fastser_layout_ref(_layout, &slot, number);
        _refs.Add(shape, form);
        return form;
    }

    private void Fields(WireShape shape)
    {
        var record = _records[shape];
        var defaults = MissingFields.Of(shape);
        NativeMethods.fastser_layout_defaults(_layout, record, &defaults);
        if (shape.Super != null) NativeMethods.fastser_layout_super(_layout, record, 0, Class(shape.Super));
        for (var i = 0; i < shape.Fields.Length; ++i)
        {
            var field = shape.Fields[i];
            var offset = (nuint)ShadowLayout.OffsetOf(shape, i);
            var form = Of(field.Type);
            if (field.Name.Length == 0)
            {
                NativeMethods.fastser_layout_unnamed(_layout, record, offset, form);
                continue;
            }
            var name = Encoding.UTF8.GetBytes(field.Name);
            fixed (byte* at = name)
            {
                NativeMethods.fastser_layout_field(_layout, record, at, (nuint)name.Length, offset, form);
            }
        }
    }
}
