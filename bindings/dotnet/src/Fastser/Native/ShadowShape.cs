// SPDX-License-Identifier: MIT
//
// The shadow of one class or tuple: where its fields lie. Made once for each.
using System.Runtime.CompilerServices;

namespace Fastser.Runtime;

internal sealed class ShadowShape
{
    private static readonly ConditionalWeakTable<WireShape, ShadowShape> s_shapes = new();
    private static readonly ConditionalWeakTable<WireType, ShadowShape> s_tuples = new();

    private ShadowShape(int[] offsets, int size, bool isPlain) =>
        (Offsets, Size, IsPlain) = (offsets, size, isPlain);

    /// <summary>Of the class's own fields.</summary>
    public int[] Offsets { get; }

    /// <summary>With the super-class, which lies at 0.</summary>
    public int Size { get; }

    /// <summary>No pointer anywhere in it.</summary>
    public bool IsPlain { get; }

    public static ShadowShape Of(WireShape shape) => s_shapes.GetValue(shape, Make);
    public static ShadowShape Of(WireType tuple) => s_tuples.GetValue(tuple, one => Place(one.Operands, 0, true));

    private static ShadowShape Make(WireShape shape)
    {
        WireMeasure.Of(shape, false);  // refuses what contains itself
        var fields = shape.Fields;
        var types = new WireType[fields.Length];
        for (var i = 0; i < types.Length; ++i) types[i] = fields[i].Type;
        if (shape.Super == null) return Place(types, 0, true);
        var super = Of(shape.Super);
        return Place(types, super.Size, super.IsPlain);
    }

    private static ShadowShape Place(WireType[] types, int at, bool isPlain)
    {
        var offsets = new int[types.Length];
        for (var i = 0; i < types.Length; ++i)
        {
            var slot = ShadowLayout.Measure(types[i]);
            if (!slot.IsPlain) at = ShadowLayout.Align(at);
            isPlain &= slot.IsPlain;
            offsets[i] = at;
            at = checked(at + slot.Size);
        }
        return new ShadowShape(offsets, isPlain ? at : ShadowLayout.Align(at), isPlain);
    }
}
