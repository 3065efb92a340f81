// SPDX-License-Identifier: MIT
//
// Values of type object.
using System.ComponentModel;
using Fastser.Runtime;

namespace Fastser.Formatters;

/// <summary>Values of type object: plain values, collections of them, and classes of the registry.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class AnyFormatter : Formatter<object?>
{
    /// <summary>The one instance.</summary>
    public static readonly AnyFormatter Instance = new();

    /// <inheritdoc/>
    public override WireType Type => WireType.Any;

    /// <inheritdoc/>
    public override int MemorySize => 32;

    /// <inheritdoc/>
    public override void Write(ref ArchiveWriter writer, object? value) => writer.WriteAny(value);

    /// <inheritdoc/>
    public override object? Read(ref ArchiveReader reader) => reader.ReadAny();
}
