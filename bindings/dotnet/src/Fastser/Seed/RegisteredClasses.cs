// SPDX-License-Identifier: MIT
//
// Classes of a registry as values of SerializationWriter.WriteObject. They are written by the formatters
// that FastSerializer uses, into the same archive: its table has all classes of the registry, behind the
// root's shape, by the numbers that those formatters use.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Seed;

/// <summary>Stands for the root of the archive where formatters ask for its table.</summary>
internal sealed class SeedRoot : Formatter
{
    internal static readonly SeedRoot Instance = new();
    private static readonly WireType s_type = WireType.Record(new WireShape("", 0, null, static () => [new("", WireType.Any)]));
    public override WireType Type => s_type;
    public override Type ValueType => typeof(object);
    internal override void WriteBoxed(ref ArchiveWriter writer, object value) => throw new InvalidOperationException();
    internal override object? ReadBoxed(ref ArchiveReader reader) => throw new InvalidOperationException();
}

internal static class RegisteredClasses
{
    private static readonly ConditionalWeakTable<WireTable, SeedShape[]> s_shapes = new();

    /// <summary>The shapes that an archive has before its first value: number 0 is the root.</summary>
    internal static SeedShape[] FirstShapes(FastSerializerOptions options)
    {
        var bare = options.Header == FastserHeader.Bare;
        if (options.Registry == null) return bare ? WellKnownShapes.All : s_root;
        var own = s_shapes.GetValue(options.Registry.TableOf(SeedRoot.Instance.Type, false, false), static table => SeedTable.Get(table.Bytes, 0).Shapes);
        if (!bare) return own;
        var all = new SeedShape[own.Length + WellKnownShapes.All.Length - 1];
        own.CopyTo(all, 0);
        Array.Copy(WellKnownShapes.All, 1, all, own.Length, WellKnownShapes.All.Length - 1);
        return all;
    }

    private static readonly SeedShape[] s_root = [new("", 0, [])];

    /// <summary>Writes an object of a registered class as an `any`; false where its class is not registered.</summary>
    internal static bool TryWrite(SerializationWriter writer, FastSerializerOptions options, object value)
    {
        if (options.Registry?.Find(value.GetType()) is not { } formatter) return false;
        foreach (var shape in FirstShapes(options))
        {
            if (shape.Name == formatter.Type.Shape!.Name && HasShared(shape))
            {
                throw new FastserException(FastserStatus.Usage, shape.Name + " has members that share strings or data, which "
                    + "values of WriteObject cannot: their numbers go through all of an archive");
            }
        }
        var output = new ArchiveWriter(WriteSession.Rent(options, null)) { Root = SeedRoot.Instance };
        output.LieIn(writer.Depth);
        var before = writer.BeginCallOut();
        var failed = true;
        try
        {
            output.WriteAny(value);
            failed = false;
        }
        finally
        {
            if (failed) output.Release();
            writer.EndCallOut(before, failed);
        }
        try
        {
            writer.Bytes(output.Written);
        }
        finally
        {
            output.Release();
        }
        return true;
    }

    /// <summary>Whether a record may hold shared strings or data. Not recursion: a table may hold long chains.</summary>
    internal static bool HasShared(SeedShape shape)
    {
        if (shape.Shared == 0) shape.Shared = FindShared(shape) ? (byte)2 : (byte)1;
        return shape.Shared == 2;
    }

    private static bool FindShared(SeedShape shape)
    {
        var seen = new HashSet<SeedShape> { shape };
        var shapes = new Stack<SeedShape>();
        shapes.Push(shape);
        while (shapes.Count != 0)
        {
            foreach (var entry in shapes.Pop().Row.Fields)
                if (Look(entry.Type, seen, shapes)) return true;
        }
        return false;
    }

    private static bool Look(SeedType type, HashSet<SeedShape> seen, Stack<SeedShape> shapes)
    {
        if (type.Code is Code.SharedString or Code.SharedData) return true;
        if (type.Shape != null && seen.Add(type.Shape)) shapes.Push(type.Shape);
        if ((type.A != null && Look(type.A, seen, shapes)) || (type.B != null && Look(type.B, seen, shapes))) return true;
        if (type.Items == null) return false;
        foreach (var item in type.Items)
            if (Look(item, seen, shapes)) return true;
        return false;
    }
}
