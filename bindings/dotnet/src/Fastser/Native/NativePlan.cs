// SPDX-License-Identifier: MIT
//
// A plan of the native library for one type: a formatter keeps one for trees and one for graphs, made when
// first needed; those of a registry are kept here.
using System;
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Native;

internal sealed unsafe class NativePlan
{
    private readonly PlanHandle _handle;
    private readonly TypeHandle _described;

    private NativePlan(PlanHandle handle, TypeHandle described, WireType type, bool references, WireTable table)
    {
        _handle = handle;
        _described = described;
        Type = type;
        RootSize = ShadowLayout.SlotOf(type, references);
        Front = table.Bytes.Length + FrontRoom;
    }

    // Header, size of the table, checksum.
    private const int FrontRoom = 64;

    /// <summary>The type of the root.</summary>
    public WireType Type { get; }

    /// <summary>Bytes of the root's shadow.</summary>
    public int RootSize { get; }

    /// <summary>Most bytes that stand in an archive around the values.</summary>
    public int Front { get; }

    /// <summary>Classes and enums of the registry that it knows.</summary>
    public int Registered { get; private init; }

    /// <summary>Whether values are written by way of an archive: one may be of any type, or a formatter was met
    /// that only reads shadows, or knows none.</summary>
    public bool WritesByArchive { get; set; }

    /// <summary>What values of any type may be; null where nothing in the root is of any type.</summary>
    public AnyCases? Cases { get; private init; }

    /// <summary>The library's description of the type.</summary>
    public IntPtr Described => _described.Value;

    /// <summary>The plan itself; it lives as long as this does.</summary>
    public IntPtr Value => _handle.Value;

    /// <summary>Makes a plan; what does not fit is an error that says which class and member.</summary>
    public static NativePlan Make(WireType type, bool references, FastserRegistry? registry)
    {
        NativeLoader.Require();
        var table = registry == null ? type.Table(references, false) : registry.TableOf(type, references, false);
        var described = Parse(table);
        using var layout = LayoutHandle.Create();
        var cases = AnyCases.Of(type, registry);
        var root = new ShadowForms(layout.Value, references, cases).Root(type);
        IntPtr plan;
        var error = NativeFailure.Begin();
        NativeFailure.Check(
            NativeMethods.fastser_plan_compile(described.Value, layout.Value, root, &plan, &error), &error);
        return new NativePlan(new PlanHandle(plan), described, type, references, table)
        {
            WritesByArchive = cases != null,
            Cases = cases,
            Registered = registry?.Count ?? 0,
        };
    }

    /// <summary>The library's own description of the root of a table.</summary>
    public static TypeHandle Parse(WireTable table)
    {
        IntPtr handle;
        var error = NativeFailure.Begin();
        fixed (byte* at = table.Bytes)
        {
            NativeFailure.Check(
                NativeMethods.fastser_type_parse(at, (nuint)table.Bytes.Length, &handle, &error), &error);
        }
        return new TypeHandle(handle);
    }
}

/// <summary>The plans of one .NET type.</summary>
internal static class NativePlans<T>
{
    private static readonly ConditionalWeakTable<FastserRegistry, NativePlan?[]> s_registered = new();

    public static NativePlan Of(Formatter<T> formatter, FastSerializerOptions options)
    {
        if (options.Registry == null)
        {
            return (options.References ? formatter.GraphPlan : formatter.TreePlan) ?? Make(formatter, options.References);
        }
        ref var known = ref s_registered.GetValue(options.Registry, static _ => new NativePlan?[2])
            [options.References ? 1 : 0];
        // Classes that were registered since make another plan necessary.
        if (known == null || !ReferenceEquals(known.Type, formatter.Type)
            || known.Registered != options.Registry.Count)
        {
            known = NativePlan.Make(formatter.Type, options.References, options.Registry);
        }
        return known;
    }

    private static NativePlan Make(Formatter<T> formatter, bool references)
    {
        var plan = NativePlan.Make(formatter.Type, references, null);
        if (references) formatter.GraphPlan = plan;
        else formatter.TreePlan = plan;
        return plan;
    }
}
