// SPDX-License-Identifier: MIT
//
// Times, for the native engine: the slot of a DateTime has the bytes of the wire, on a machine whose
// numbers lie as they do there.
using System;
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class DateTimeFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, DateTime value)
    {
        if (BitConverter.IsLittleEndian) Put(ref *slot, 0, value);
        else base.ToShadow(ref writer, slot, value);
    }

    /// <inheritdoc/>
    public override DateTime FromShadow(ref ShadowReader reader, byte* slot)
    {
        var seconds = ShadowReader.Get<ulong>(slot) + (ulong)(EpochTicks / TicksPerSecond);
        var nanoseconds = ShadowReader.Get<uint>(slot + 8);
        var fraction = nanoseconds / 100;
        if (BitConverter.IsLittleEndian && seconds <= LastSecond && fraction * 100 == nanoseconds
            && fraction < TicksPerSecond && slot[12] < 2)
        {
            return new DateTime(((long)seconds * TicksPerSecond) + fraction, (DateTimeKind)slot[12]);
        }
        return base.FromShadow(ref reader, slot);
    }
}
