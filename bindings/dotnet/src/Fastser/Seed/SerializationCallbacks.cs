// SPDX-License-Identifier: MIT
//
// The methods of a class with ISerializable that are marked [OnSerializing], [OnSerialized] and
// [OnDeserialized], those of base classes first. [OnDeserializing] is for an object without members, and
// there is none: it is made with them.
using System;
using System.Collections.Generic;
#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
#endif
using System.Reflection;
using System.Runtime.Serialization;

namespace Fastser.Seed;

internal sealed class SerializationCallbacks<
#if NET8_0_OR_GREATER
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)]
#endif
    T> where T : class
{
    private readonly Action<T, StreamingContext>[] _serializing = Find(typeof(OnSerializingAttribute));
    private readonly Action<T, StreamingContext>[] _serialized = Find(typeof(OnSerializedAttribute));
    private readonly Action<T, StreamingContext>[] _deserialized = Find(typeof(OnDeserializedAttribute));

    public void Serializing(T value, StreamingContext context) => Call(_serializing, value, context);

    public void Serialized(T value, StreamingContext context) => Call(_serialized, value, context);

    public void Deserialized(T value, StreamingContext context) => Call(_deserialized, value, context);

    private static void Call(Action<T, StreamingContext>[] all, T value, StreamingContext context)
    {
        foreach (var one in all) one(value, context);
    }

    private static Action<T, StreamingContext>[] Find(Type attribute)
    {
        var found = new List<Action<T, StreamingContext>>();
        const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        for (var type = typeof(T); type != null && type != typeof(object); type = type.BaseType)
        {
            foreach (var method in type.GetMethods(own))
            {
                if (!method.IsDefined(attribute, false)) continue;
                var parameters = method.GetParameters();
                if (method.ReturnType != typeof(void) || parameters.Length != 1 || parameters[0].ParameterType != typeof(StreamingContext))
                {
                    throw new FastserException(
                        FastserStatus.Usage, type + "." + method.Name + ": a callback takes a StreamingContext and gives nothing");
                }
                found.Add((Action<T, StreamingContext>)method.CreateDelegate(typeof(Action<T, StreamingContext>)));
            }
        }
        found.Reverse();
        return found.ToArray();
    }
}
