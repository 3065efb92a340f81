// SPDX-License-Identifier: MIT
//
// FastSerializer: the schemas of FlatBuffers that are written with FastserCodec.Flat.
using System.Text;
using Fastser.Native;
using Fastser.Runtime;

namespace Fastser;

public static partial class FastSerializer
{
    /// <summary>The schema of a type for flatc (.fbs): what <see cref="FastserCodec.Flat"/> writes is read by code
    /// that flatc makes of it, and the other way round. Members of type object have none.</summary>
    public static string FlatSchema<T>()
    {
        NativeLoader.Require();
        return Encoding.UTF8.GetString(OtherCodecs.FlatSchema(FormatterOf<T>.Instance ?? FormatterOf.Get<T>(), true));
    }

    /// <summary>The same as bytes (.bfbs), for <see cref="FastserArchive.FromFlatBuffers"/> and other programs that
    /// read FlatBuffers by their schema.</summary>
    public static byte[] FlatBinarySchema<T>()
    {
        NativeLoader.Require();
        return OtherCodecs.FlatSchema(FormatterOf<T>.Instance ?? FormatterOf.Get<T>(), false);
    }
}
