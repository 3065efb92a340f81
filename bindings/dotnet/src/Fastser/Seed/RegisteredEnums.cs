// SPDX-License-Identifier: MIT
//
// Enums as values of any type: an enum of the name that was registered, and its integer. One that is not
// registered is not written, and read as its integer by FastSerializer (other languages have enums, too).
using System;
using System.Collections.Generic;
using Fastser.Formatters;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser
{
    public sealed partial class FastserRegistry
    {
        private readonly List<RegisteredEnum> _enums = [];
        private readonly Dictionary<Type, RegisteredEnum> _enumByType = [];
        private readonly Dictionary<(string, WireCode), RegisteredEnum> _enumByName = [];

        /// <summary>A member of type <see cref="object"/>, and a value of
        /// <see cref="SerializationWriter.WriteObject(object)"/>, may be a <typeparamref name="T"/>.</summary>
        /// <param name="name">Its name in archives; that of the type, if it is not given.</param>
        public FastserRegistry RegisterEnum<T>(string? name = null) where T : unmanaged, Enum
        {
            if (_enumByType.ContainsKey(typeof(T))) return this;
            var made = new RegisteredEnum<T>(name ?? typeof(T).Name);
            if (AnyKinds.IsOwnEnum(made.Type.Name))
            {
                throw new FastserException(FastserStatus.Usage, "an enum of the name " + made.Type.Name + ", which the library uses itself");
            }
            var key = (made.Type.Name, made.Type.Integer);
            if (_enumByName.ContainsKey(key)) throw new FastserException(FastserStatus.Usage, "two enums of the name " + made.Type.Name);
            _enums.Add(made);
            _enumByName.Add(key, made);
            _enumByType.Add(typeof(T), made);
            return this;
        }

        internal RegisteredEnum? FindEnum(Type type) => _enumByType.TryGetValue(type, out var found) ? found : null;

        internal RegisteredEnum? FindEnum(string name, WireCode integer) =>
            _enumByName.TryGetValue((name, integer), out var found) ? found : null;

        /// <summary>The enums, in the order in which they were registered.</summary>
        internal IReadOnlyList<RegisteredEnum> Enums => _enums;

        /// <summary>Classes and enums: it grows when something is registered.</summary>
        internal int Count => _formatters.Count + _enums.Count;
    }
}

namespace Fastser.Seed
{
    /// <summary>An enum of a registry.</summary>
    internal abstract class RegisteredEnum
    {
        internal abstract WireType Type { get; }

        /// <summary>Reads it for the native engine.</summary>
        internal abstract IShadowBody Formatter { get; }

        /// <summary>Writes and reads it for SerializationWriter and SerializationReader.</summary>
        internal abstract SeedCodec Codec { get; }

        /// <summary>Writes the type expression and the value.</summary>
        internal abstract void Write(ref ArchiveWriter writer, object value);

        /// <summary>Reads the value.</summary>
        internal abstract object Read(ref ArchiveReader reader);
    }

    internal sealed class RegisteredEnum<T> : RegisteredEnum where T : unmanaged, Enum
    {
        private readonly EnumFormatter<T> _formatter;
        private readonly byte[] _expression;

        internal RegisteredEnum(string name)
        {
            var codec = new EnumCodec<T>(name);
            Codec = codec;
            _formatter = new EnumFormatter<T>(name, (WireCode)codec.Type.Count);
            _expression = WireTable.ExpressionOf(_formatter.Type, false);
        }

        internal override WireType Type => _formatter.Type;

        internal override IShadowBody Formatter => _formatter;

        internal override SeedCodec Codec { get; }

        internal override void Write(ref ArchiveWriter writer, object value)
        {
            writer.WriteBytes(_expression);
            _formatter.Write(ref writer, (T)value);
        }

        internal override object Read(ref ArchiveReader reader) => _formatter.Read(ref reader);
    }
}
