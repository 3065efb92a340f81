// SPDX-License-Identifier: MIT
//
// Classes of a registry as values of SerializationWriter.WriteObject. They are written by the formatters
// that FastSerializer uses, into the same archive: its table has all classes of the registry, behind the
// root's shape, by the numbers that those formatters use.
using System;
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
        if (options.Registry?.Find(value.GetType()) == null) return false;
        var output = new ArchiveWriter(WriteSession.Rent(options, null)) { Root = SeedRoot.Instance };
        try
        {
            output.WriteAny(value);
            writer.Bytes(output.Written);
        }
        finally
        {
            output.Release();
        }
        return true;
    }
}
