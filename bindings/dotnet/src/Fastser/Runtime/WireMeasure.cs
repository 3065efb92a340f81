// SPDX-License-Identifier: MIT
//
// Least sizes on the wire: what counts are checked against before anything is allocated.
//
// Invariant: a shape is open, being measured, only under the lock, so the one thread that finds it open is
// the one that measures it: the class contains itself.
using System;

namespace Fastser.Runtime;

/// <summary>Least bytes of a record of one shape, by whether classes are objects; 0: not known yet.</summary>
internal struct WireMeasure
{
    private const int Open = -1;
    private static readonly object s_measuring = new();
    private int _tree;
    private int _graph;

    public static int Minimal(WireType type, bool references)
    {
        switch (type.Code)
        {
            case WireCode.Null:
                return 0;
            case WireCode.I16:
            case WireCode.U16:
                return 2;
            case WireCode.I32:
            case WireCode.U32:
            case WireCode.F32:
                return 4;
            case WireCode.I64:
            case WireCode.U64:
            case WireCode.F64:
            case WireCode.Duration:
            case WireCode.AppleDate:
                return 8;
            case WireCode.Date:
                return 12;
            case WireCode.Uuid:
            case WireCode.Decimal:
                return 16;
            case WireCode.Enum:
                return Minimal(OfCode(type.Integer), references);
            case WireCode.Bits:
                return (type.Count + 7) / 8;
            case WireCode.Array:
                return Clamp((long)type.Count * Minimal(type.Operands[0], references));
            case WireCode.Tuple:
                long sum = 0;
                foreach (var one in type.Operands) sum += Minimal(one, references);
                return Clamp(sum);
            case WireCode.Record:
                return type.IsClass && references ? 1 : Of(type.Shape!, references);
            default:
                return 1;
        }
    }

    /// <summary>Least bytes of a record's body.</summary>
    public static int Of(WireShape shape, bool references)
    {
        var known = Known(shape, references);
        if (known > 0) return known - 1;
        lock (s_measuring) return Measured(shape, references);
    }

    private static int Measured(WireShape shape, bool references)
    {
        var known = Known(shape, references);
        if (known == Open)
        {
            throw new FastserException(FastserStatus.Usage, "class " + shape.Name + " contains itself");
        }
        if (known != 0) return known - 1;
        Set(shape, references, Open);
        long sum = 0;
        try
        {
            if (shape.Super != null) sum = Of(shape.Super, references);
            foreach (var field in shape.Fields) sum += Minimal(field.Type, references);
        }
        catch
        {
            Set(shape, references, 0);
            throw;
        }
        Set(shape, references, Clamp(sum) + 1);
        return Clamp(sum);
    }

    private static int Known(WireShape shape, bool references) =>
        references ? shape.Measure._graph : shape.Measure._tree;

    private static void Set(WireShape shape, bool references, int value)
    {
        if (references) shape.Measure._graph = value;
        else shape.Measure._tree = value;
    }

    private static int Clamp(long size) => (int)Math.Min(size, int.MaxValue - 1);

    private static WireType OfCode(WireCode code) => code switch
    {
        WireCode.I16 or WireCode.U16 => WireType.I16,
        WireCode.I32 or WireCode.U32 => WireType.I32,
        WireCode.I64 or WireCode.U64 => WireType.I64,
        _ => WireType.I8,
    };
}
