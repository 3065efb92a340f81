// SPDX-License-Identifier: MIT
//
// What a call costs by itself, without any serializer: the measure for "one native call per value".
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fastser.Bench;

internal sealed partial class PlainCalls : Absent
{
    private const int Many = 1_000;
    private const string Library = "libc";
    private static int s_sum;

    public override string Name => "calls";

    public override void Calls(Entries e)
    {
        if (OperatingSystem.IsWindows())
        {
            e.Refuse(this, "the function that is called is the C library's, here called libc");
            return;
        }
        e.AddStep("one call", "managed, not inlined", false, () =>
        {
            var sum = 0;
            for (var i = 0; i < Many; i++) sum += Managed(i);
            s_sum += sum;
        }, Many);
        e.AddStep("one call", "native by LibraryImport", false, () =>
        {
            var sum = 0;
            for (var i = 0; i < Many; i++) sum += Native(i);
            s_sum += sum;
        }, Many);
        e.AddStep("one call", "native, no transition of the collector", false, () =>
        {
            var sum = 0;
            for (var i = 0; i < Many; i++) sum += NativeBare(i);
            s_sum += sum;
        }, Many);
        e.AddStep("one call", "GCHandle pinned and freed", false, () =>
        {
            var array = new byte[16];
            for (var i = 0; i < Many; i++) GCHandle.Alloc(array, GCHandleType.Pinned).Free();
        }, Many);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Managed(int value) => value < 0 ? -value : value;

    [LibraryImport(Library, EntryPoint = "abs")]
    private static partial int Native(int value);

    [LibraryImport(Library, EntryPoint = "abs"), SuppressGCTransition]
    private static partial int NativeBare(int value);
}
