// SPDX-License-Identifier: MIT
//
// A plan of the native library for one type, and where it is kept: per .NET type one for trees and one
// for graphs, made when first needed.
using System;
using System.Collections.Generic;
using Fastser.Runtime;

namespace Fastser.Native;

internal sealed unsafe class NativePlan
{
    private readonly PlanHandle _handle;
    private readonly TypeHandle _described;

    private NativePlan(PlanHandle handle, TypeHandle described, WireType type, bool references)
    {
        _handle = handle;
        _described = described;
        Type = type;
        RootSize = ShadowLayout.SlotOf(type, references);
        Front = type.Table(references, true).Bytes.Length + FrontRoom;
    }

    // Header, size of the table, checksum.
    private const int FrontRoom = 64;

    /// <summary>The type of the root.</summary>
    public WireType Type { get; }

    /// <summary>Bytes of the root's shadow.</summary>
    public int RootSize { get; }

    /// <summary>Most bytes that stand in an archive around the values.</summary>
    public int Front { get; }

    /// <summary>Whether values of any type are in it.</summary>
    public bool HasAny => Cases != null;

    /// <summary>What they can be.</summary>
    public AnyCases? Cases { get; }

    /// <summary>Most bytes of the type of one of them.</summary>
    public int LongestCase { get; }

    /// <summary>The library's description of the type.</summary>
    public IntPtr Described => _described.Value;

    /// <summary>The plan itself; it lives as long as this does.</summary>
    public IntPtr Value => _handle.Value;

    /// <summary>Makes a plan; what does not fit is an error that says which class and member.</summary>
    public static NativePlan Make(WireType type, bool references)
    {
        NativeLoader.Require();
        var described = Parse(type, references, sharing: false);
        using var layout = LayoutHandle.Create();
        var root = new ShadowForms(layout.Value, references, null).Root(type);
        IntPtr plan;
        var error = NativeFailure.Begin();
        NativeFailure.Check(
            NativeMethods.fastser_plan_compile(described.Value, layout.Value, root, &plan, &error), &error);
        return new NativePlan(new PlanHandle(plan), described, type, references);
    }

    /// <summary>The library's own description of a type.</summary>
    public static TypeHandle Parse(WireType type, bool references, bool sharing)
    {
        NativeLoader.Require();
        var table = type.Table(references, sharing).Bytes;
        IntPtr handle;
        var error = NativeFailure.Begin();
        fixed (byte* at = table)
        {
            NativeFailure.Check(
                NativeMethods.fastser_type_parse(at, (nuint)table.Length, &handle, &error), &error);
        }
        return new TypeHandle(handle);
    }
}

/// <summary>The plans of one .NET type.</summary>
internal static class NativePlans<T>
{
    private static NativePlan? s_tree;
    private static NativePlan? s_graph;

    public static NativePlan Of(Formatter<T> formatter, bool references)
    {
        var plan = references ? s_graph : s_tree;
        return plan != null && ReferenceEquals(plan.Type, formatter.Type) ? plan : Make(formatter, references);
    }

    private static NativePlan Make(Formatter<T> formatter, bool references)
    {
        var plan = NativePlan.Make(formatter.Type, references);
        if (references) s_graph = plan;
        else s_tree = plan;
        return plan;
    }
}
