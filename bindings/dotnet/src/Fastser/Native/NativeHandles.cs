// SPDX-License-Identifier: MIT
//
// What the library made and is to get back, once, whatever happens.
using System;
using System.Runtime.InteropServices;

namespace Fastser.Native;

internal sealed class TypeHandle : SafeHandle
{
    public TypeHandle(IntPtr handle) : base(IntPtr.Zero, true) => SetHandle(handle);
    public override bool IsInvalid => handle == IntPtr.Zero;
    public IntPtr Value => handle;

    protected override bool ReleaseHandle()
    {
        NativeMethods.fastser_type_release(handle);
        return true;
    }
}

internal sealed class PlanHandle : SafeHandle
{
    public PlanHandle(IntPtr handle) : base(IntPtr.Zero, true) => SetHandle(handle);
    public override bool IsInvalid => handle == IntPtr.Zero;
    public IntPtr Value => handle;

    protected override bool ReleaseHandle()
    {
        NativeMethods.fastser_plan_release(handle);
        return true;
    }
}

internal sealed class ArenaHandle : SafeHandle
{
    private ArenaHandle(IntPtr handle) : base(IntPtr.Zero, true) => SetHandle(handle);
    public override bool IsInvalid => handle == IntPtr.Zero;
    public IntPtr Value => handle;

    public static unsafe ArenaHandle Create()
    {
        IntPtr made;
        var error = NativeFailure.Begin();
        NativeFailure.Check(NativeMethods.fastser_arena_create(&made, &error), &error);
        return new ArenaHandle(made);
    }

    protected override bool ReleaseHandle()
    {
        NativeMethods.fastser_arena_destroy(handle);
        return true;
    }
}

internal sealed class LayoutHandle : SafeHandle
{
    private LayoutHandle(IntPtr handle) : base(IntPtr.Zero, true) => SetHandle(handle);
    public override bool IsInvalid => handle == IntPtr.Zero;
    public IntPtr Value => handle;

    public static unsafe LayoutHandle Create()
    {
        IntPtr made;
        var error = NativeFailure.Begin();
        NativeFailure.Check(NativeMethods.fastser_layout_create(&made, &error), &error);
        return new LayoutHandle(made);
    }

    protected override bool ReleaseHandle()
    {
        NativeMethods.fastser_layout_destroy(handle);
        return true;
    }
}
