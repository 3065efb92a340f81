// SPDX-License-Identifier: MIT
//
// System.Text.Json by its source generator, into a writer that is used again.
using System;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Fastser.Bench;

internal sealed class Json : Contender
{
    public override string Name => "System.Text.Json";

    public override Codec<T> Open<T>(bool references)
    {
        if (typeof(T) == typeof(Seed))
            throw new NotSupportedException("values of type object come back as JsonElement");
        if (!references) return new JsonCodec<T>((JsonTypeInfo<T>)JsonModels.Default.GetTypeInfo(typeof(T))!);
        var options = new JsonSerializerOptions
        {
            ReferenceHandler = ReferenceHandler.Preserve, TypeInfoResolver = JsonModels.Default, MaxDepth = 1_000,
        };
        return new JsonCodec<T>((JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));
    }

    private sealed class JsonCodec<T>(JsonTypeInfo<T> info) : Codec<T>
    {
        private Utf8JsonWriter? _writer;

        public override void Write(T value, ReusedBuffer into)
        {
            // As JsonSerializer itself makes it: what was generated needs no check.
            _writer ??= new Utf8JsonWriter(into, new JsonWriterOptions { SkipValidation = true, MaxDepth = 1_000 });
            _writer.Reset(into);
            JsonSerializer.Serialize(_writer, value, info);
        }

        public override byte[] ToArray(T value) => JsonSerializer.SerializeToUtf8Bytes(value, info);

        public override T Read(byte[] data) => JsonSerializer.Deserialize(data, info)!;
    }
}
