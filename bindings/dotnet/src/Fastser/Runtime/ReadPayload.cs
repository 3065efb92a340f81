// SPDX-License-Identifier: MIT
//
// What an ArchiveReader starts from: the payload of an archive that was taken apart.
using System;

namespace Fastser.Runtime;

internal ref struct ReadPayload
{
    /// <summary>The bytes.</summary>
    public ReadOnlySpan<byte> Bytes;

    /// <summary>Bytes of the archive before them.</summary>
    public int Offset;

    /// <summary>What the read may spend.</summary>
    public long Budget;

    /// <summary>Whether all strings and data are shared.</summary>
    public bool Shares;

    /// <summary>The formatter of the root, of which the table is made where values of any type need it.</summary>
    public Formatter Root;

    /// <summary>The table of an archive of other types.</summary>
    public AnyTable? Foreign;
}
