// SPDX-License-Identifier: MIT
//
// Types with ISerializable: a record of one field, `members`, the names and values that GetObjectData
// gave, in its order. They come back through a function that was registered with them.
//
// Such an object is there only when all that it wrote is read. It may be referred to by others as often
// as one likes; where its own members lead back to it, no order is possible, and it is refused when it is
// written.
using System;
#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
#endif
using System.Runtime.Serialization;
using Fastser.Formatters;
using Fastser.Runtime;

namespace Fastser
{
    public sealed partial class FastserRegistry
    {
        /// <summary>A member may be a <typeparamref name="T"/>, which implements ISerializable: it is written
        /// by GetObjectData, and made by <paramref name="create"/>. Its methods with [OnSerializing] and
        /// [OnSerialized] are called around GetObjectData, those with [OnDeserialized] and then
        /// IDeserializationCallback when the whole graph is there.</summary>
        /// <param name="name">Its name in archives.</param>
        /// <param name="create">As <c>(info, context) => new T(info, context)</c>.</param>
        public FastserRegistry RegisterSerializable<
#if NET8_0_OR_GREATER
            [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)]
#endif
            T>(string name, Func<SerializationInfo, StreamingContext, T> create)
            where T : class, ISerializable
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            if (create == null) throw new ArgumentNullException(nameof(create));
            var formatter = new Seed.SerializableFormatter<T>(name, create);
            Add(typeof(T), name, formatter);
            FormatterOf.Register(formatter);
            return this;
        }

        private void Add(Type type, string name, Runtime.Formatter formatter)
        {
            if (_byType.ContainsKey(type)) return;
            if (_byName.ContainsKey(name)) throw new FastserException(FastserStatus.Usage, "two classes of the name " + name);
            _formatters.Add(formatter);
            _byName.Add(name, formatter);
            _byType.Add(type, formatter);
            _tables.Clear();
        }
    }
}

namespace Fastser.Seed
{
#pragma warning disable SYSLIB0050, SYSLIB0051 // Old types want these.
    internal sealed class SerializableFormatter<
#if NET8_0_OR_GREATER
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)]
#endif
        T> : Formatter<T> where T : class, ISerializable
    {
        private readonly SerializationCallbacks<T> _callbacks = new();
        private readonly Func<SerializationInfo, StreamingContext, T> _create;
        private readonly WireType _type;

        internal SerializableFormatter(string name, Func<SerializationInfo, StreamingContext, T> create)
        {
            _create = create;
            _type = WireType.Class(new WireShape(name, 0, null, static () => [new("members", WireType.OrderedMap(WireType.String, WireType.Any))]));
        }

        public override WireType Type => _type;

        // There is no object before its members: its body stands where it is.
        internal override bool Defers => false;

        public override object MakeObject() =>
            throw new FastserException(FastserStatus.BadReference, typeof(T) + " is made by its constructor: its members cannot come later");

        private static StreamingContext Context => new(StreamingContextStates.Persistence);

        public override void Write(ref ArchiveWriter writer, T value)
        {
            if (!writer.References)
            {
                WriteBody(ref writer, value);
            }
            else if (value == null)
            {
                writer.WriteNil();
            }
            else if (writer.BeginObject(value, this))
            {
                WriteBody(ref writer, value);
                writer.EndObject();
            }
        }

        public override void WriteBody(ref ArchiveWriter writer, object value)
        {
            var info = new SerializationInfo(typeof(T), new FormatterConverter());
            writer.BeginMade(value);
            _callbacks.Serializing((T)value, Context);
            ((T)value).GetObjectData(info, Context);
            writer.WriteVarint((ulong)info.MemberCount);
            if (info.MemberCount != 0)
            {
                writer.Enter();
                foreach (var member in info)
                {
                    writer.WriteString(member.Name);
                    writer.WriteAny(member.Value);
                }
                writer.Leave();
            }
            _callbacks.Serialized((T)value, Context);
            writer.EndMade();
        }

        public override T Read(ref ArchiveReader reader)
        {
            if (!reader.References)
            {
                var alone = Make(ref reader);
                Completed(alone);
                return alone;
            }
            if (reader.ReadSlot(this, 64, out var known, out var number) == ObjectSlot.Known) return known!;
            var value = Make(ref reader);
            reader.SetObject(number, value);
            reader.CallWhenComplete(number, this);
            reader.EndObject(number);
            return value;
        }

        public override void Completed(object value)
        {
            // What stood for another object has been called already.
            if (!typeof(IObjectReference).IsAssignableFrom(typeof(T))) _callbacks.Deserialized((T)value, Context);
            (value as IDeserializationCallback)?.OnDeserialization(null);
        }

        private T Make(ref ArchiveReader reader)
        {
            var info = new SerializationInfo(typeof(T), MemberConverter.Instance);
            var start = reader.Position;
            var count = reader.ReadCount(2, 64);
            if (count != 0)
            {
                reader.Enter(start);
                for (; count > 0; --count)
                {
                    var at = reader.Position;
                    var name = reader.ReadString();
                    var value = reader.ReadAny();
                    try
                    {
                        info.AddValue(name, value, value?.GetType() ?? typeof(object));
                    }
                    catch (SerializationException)
                    {
                        reader.Fail(FastserStatus.Malformed, at, "two members of one name");
                    }
                }
                reader.Leave();
            }
            try
            {
                return Create(info);
            }
            catch (Exception error) when (IsRefusal(error))
            {
                reader.Fail(FastserStatus.TypeMismatch, start, NotCreated + error.Message);
                throw;
            }
        }

        public override bool MakesObjects => false;

        public override unsafe T BodyFromShadow(ref ShadowReader reader, byte* body, T? value)
        {
            var info = new SerializationInfo(typeof(T), MemberConverter.Instance);
            var members = body + ShadowLayout.OffsetOf(_type.Shape!, 0);
            var entry = reader.GetMap(members, WireType.String, WireType.Any, out var count, out var toValue, out var stride);
            T made;
            try
            {
                for (; count > 0; --count, entry += stride)
                {
                    var member = AnyFormatter.Instance.FromShadow(ref reader, entry + toValue);
                    info.AddValue(reader.GetString(entry), member, member?.GetType() ?? typeof(object));
                }
                made = Create(info);
            }
            catch (Exception error) when (IsRefusal(error))
            {
                throw new FastserException(FastserStatus.TypeMismatch, NotCreated + error.Message);
            }
            if (reader.References) reader.OnCompleted(() => Completed(made));
            else Completed(made);
            return made;
        }

        private T Create(SerializationInfo info)
        {
            var made = _create(info, Context);
            if (made is not IObjectReference reference) return made;
            var real = (T)reference.GetRealObject(Context);
            _callbacks.Deserialized(made, Context);
            return real;
        }

        private const string NotCreated = "the object cannot be created: ";

        private static bool IsRefusal(Exception error) => error is SerializationException or InvalidCastException
            or ArgumentException or NullReferenceException or FormatException or OverflowException or InvalidOperationException;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051
}
