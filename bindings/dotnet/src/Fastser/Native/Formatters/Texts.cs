// SPDX-License-Identifier: MIT
//
// Strings, for the native engine.
using Fastser.Runtime;

namespace Fastser.Formatters;

public sealed unsafe partial class StringFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, string value) =>
        writer.PutString(slot, value ?? ArchiveWriter.Null<string>("a collection", "String"));

    /// <inheritdoc/>
    public override string FromShadow(ref ShadowReader reader, byte* slot) => reader.GetString(slot);
}

public sealed unsafe partial class SharedStringFormatter
{
    /// <inheritdoc/>
    public override void ToShadow(ref ShadowWriter writer, byte* slot, string value) =>
        writer.PutString(slot, value ?? ArchiveWriter.Null<string>("a collection", "String"));

    /// <inheritdoc/>
    public override string FromShadow(ref ShadowReader reader, byte* slot) => reader.GetString(slot);
}
