// SPDX-License-Identifier: MIT
//
// Objects from nodes, in two phases, so that cycles are possible: an object whose fields are set is made
// empty first and filled in later, from a list of work (a chain of a million objects needs no stack).
//
// What cannot wait is made at once, with all that it needs: structs, and objects that a registered
// function makes from a SerializationInfo. Such an object may lie in a cycle as long as the cycle goes
// through a field or an array, which is set when the object is there; where its own SerializationInfo
// would have to hold it, no order is possible, and the payload is refused.
//
// Collections are filled when the objects in them are, since keys must have their hash codes.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Serialization;

namespace Fastser.Migration;

#if NET8_0_OR_GREATER
[System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("Fields of registered types are set by reflection.")]
[System.Diagnostics.CodeAnalysis.RequiresDynamicCode("Arrays and collections of registered types are made at run time.")]
#endif
internal sealed class GraphBuilder
{
    private static readonly StreamingContext s_context = MakeContext();

    private readonly PayloadTypes _types;
    private readonly int _depthLimit;
    private int _depth;
    private Stack<Action> _work = new();
    private List<Action> _collections = [];
    private readonly List<(PayloadNode Node, Action<object?> Set)> _awaiting = [];
    private readonly List<object> _made = [];

    internal GraphBuilder(PayloadTypes types, int depth)
    {
        _types = types;
        _depthLimit = Math.Min(depth, 512);
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // Old types want these.
    private static StreamingContext MakeContext() => new(StreamingContextStates.Persistence);
    private static SerializationInfo MakeInfo(Type type) => new(type, new FormatterConverter());
    private static object? RealObject(object value) => value is IObjectReference reference ? reference.GetRealObject(s_context) : value;
    private static bool IsReference(object value) => value is IObjectReference;
#if NET8_0_OR_GREATER
    private static object Empty(Type type) => System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(type);
#else
    private static object Empty(Type type) => FormatterServices.GetUninitializedObject(type);
#endif
#pragma warning restore SYSLIB0050, SYSLIB0051

    internal object? Build(object? root, Type type)
    {
        try
        {
            object? value = null;
            Assign(root, type, made => value = made);
            Drain();
            foreach (var (node, set) in _awaiting) set(node.Made);
            for (var i = _made.Count - 1; i >= 0; i--) Call(FieldMap.Of(_made[i].GetType()).Deserialized, _made[i]);
            for (var i = _made.Count - 1; i >= 0; i--) (_made[i] as IDeserializationCallback)?.OnDeserialization(this);
            return value;
        }
        catch (TargetInvocationException error)
        {
            throw Refused(error.InnerException ?? error);
        }
        catch (Exception error) when (error is not FastserException and not OutOfMemoryException)
        {
            throw Refused(error);
        }
    }

    // Whatever constructors, callbacks and collections throw is an error of the data to whoever reads it.
    private static FastserException Refused(Exception error) =>
        error as FastserException ?? new FastserException(FastserStatus.TypeMismatch, "the object cannot be created: " + error.Message);

    private static void Call(List<MethodInfo> methods, object value)
    {
        foreach (var method in methods) method.Invoke(value, [s_context]);
    }

    private void Drain()
    {
        while (true)
        {
            while (_work.Count != 0) _work.Pop()();
            if (_collections.Count == 0) return;
            // Those made last are inside the others: they are filled first.
            var last = _collections[_collections.Count - 1];
            _collections.RemoveAt(_collections.Count - 1);
            last();
        }
    }

    /// <summary>Makes a value and sets it: at once, or when the object that is being made is there.</summary>
    private void Assign(object? value, Type target, Action<object?> set)
    {
        if (value is PayloadNode { State: NodeState.Making } node)
        {
            _awaiting.Add((node, made => set(Values.Fit(made, target))));
            return;
        }
        set(Values.Fit(Resolve(value, target), target));
    }

    private object? Resolve(object? value, Type target)
    {
        if (value is SoapText text) return Values.Parse(text.Text, target);
        if (value is not PayloadNode node) return value;
        if (node.State == NodeState.Made) return node.Made;
        if (node.State == NodeState.Making)
        {
            throw new FastserException(FastserStatus.BadReference,
                "a cycle through " + node.Type.FullName + ": its constructor creates the object, so nothing that the constructor needs may refer to it");
        }
        if (++_depth > _depthLimit) throw new FastserException(FastserStatus.TooDeep, "objects that constructors create nest deeper than the limit");
        node.Made = node is ArrayNode array ? MakeArray(array, target) : MakeObject((ObjectNode)node, target);
        node.State = NodeState.Made;
        _depth--;
        return node.Made;
    }

    // ---- arrays

    private Array MakeArray(ArrayNode node, Type target)
    {
        var element = TypeNames.Resolve(node.Type, _types) ?? throw Unknown(node.Type.FullName + "[]");
        var array = Array.CreateInstance(element, node.Lengths);
        node.Made = array;
        node.State = NodeState.Made;
        _work.Push(() => Fill(array, node, element));
        return array;
    }

    private void Fill(Array array, ArrayNode node, Type element)
    {
        if (array.Rank == 1)
        {
            for (var i = 0; i < node.Items.Length; i++)
            {
                var at = i;
                if (node.Items[i] != null) Assign(node.Items[i], element, value => array.SetValue(value, at));
            }
            return;
        }
        var index = new int[array.Rank];
        foreach (var item in node.Items)
        {
            var at = (int[])index.Clone();
            if (item != null) Assign(item, element, value => array.SetValue(value, at));
            for (var i = index.Length - 1; i >= 0 && ++index[i] == node.Lengths[i]; i--) index[i] = 0;
        }
    }

    // ---- objects

    private static FastserException Unknown(string name) => new(FastserStatus.UnknownClass,
        "the type " + name + " is not registered (PayloadTypes.Add)");

    private object? MakeObject(ObjectNode node, Type target)
    {
        var name = TypeNames.Of(node.Type);
        var entry = _types.Find(name);
        if (entry?.Create != null) return MakeSerializable(node, entry);
        var type = entry?.Type;
        if (type == null)
        {
            // An enum that is not registered is known by the field that it goes to.
            var wanted = Nullable.GetUnderlyingType(target) ?? target;
            if (wanted.IsEnum && node.Members.Count == 1 && node.TryGet("value__", out var number)) return Values.Fit(ResolveSimple(number, Enum.GetUnderlyingType(wanted)), wanted);
            if (Comparers.TryMake(node, out var comparer)) return comparer;
            if (Collections.TryMakeSpecial(node, this, out var special)) return special;
            type = TypeNames.Resolve(node.Type, _types) ?? throw Unknown(node.Type.FullName);
            if (type.IsInterface || type.IsAbstract || type == typeof(object) && node.Members.Count != 0) throw Unknown(node.Type.FullName);
            if (Collections.Find(type) is { } collection)
            {
                var made = collection.Make(type, node, this);
                node.Made = made;
                node.State = NodeState.Made;
                _collections.Add(() => collection.Fill(made, type, node, this));
                return made;
            }
        }
        if (type.IsEnum) return Enum.ToObject(type, ResolveSimple(node.TryGet("value__", out var value) ? value : null, Enum.GetUnderlyingType(type)) ?? 0);
        if (type.IsAbstract || type.IsArray || type == typeof(string) || typeof(Delegate).IsAssignableFrom(type)) throw Unknown(node.Type.FullName);
        var empty = Empty(type);
        var map = FieldMap.Of(type);
        Call(map.Deserializing, empty);
        if (entry != null) _made.Add(empty);
        if (type.IsValueType)
        {
            node.State = NodeState.Making;
            foreach (var member in node.Members)
            {
                if (Field(map, member.Key, entry, node) is { } field) field.SetValue(empty, Values.Fit(Resolve(member.Value, field.FieldType), field.FieldType));
            }
            return RealObject(empty);
        }
        if (IsReference(empty))
        {
            node.State = NodeState.Making;
            Nested(() => Fill(empty, map, node, entry));
            return RealObject(empty);
        }
        node.Made = empty;
        node.State = NodeState.Made;
        _work.Push(() => Fill(empty, map, node, entry));
        return empty;
    }

    private object? ResolveSimple(object? value, Type type) => Resolve(value, type);

    private void Fill(object made, FieldMap map, ObjectNode node, PayloadTypes.Entry? entry)
    {
        foreach (var member in node.Members)
        {
            if (Field(map, member.Key, entry, node) is { } field) Assign(member.Value, field.FieldType, value => field.SetValue(made, value));
        }
    }

    private FieldInfo? Field(FieldMap map, string name, PayloadTypes.Entry? entry, ObjectNode node)
    {
        var field = map.Find(name, entry);
        if (field == null && _types.Strict)
            throw new FastserException(FastserStatus.TypeMismatch, node.Type.FullName + " has no field for the payload's " + name);
        return field;
    }

    // All that an object made by a function needs is made and filled in before, as far as it can be.
    private object? MakeSerializable(ObjectNode node, PayloadTypes.Entry entry)
    {
        node.State = NodeState.Making;
        var info = MakeInfo(entry.Type);
        Nested(() =>
        {
            foreach (var member in node.Members)
            {
                var value = member.Value is SoapText text ? text.Text : Resolve(member.Value, typeof(object));
                info.AddValue(member.Key, value, value?.GetType() ?? typeof(object));
            }
        });
        var made = entry.Create!(info, s_context);
        _made.Add(made);
        return RealObject(made);
    }

    internal void Nested(Action make)
    {
        var (work, collections) = (_work, _collections);
        (_work, _collections) = (new Stack<Action>(), []);
        make();
        Drain();
        (_work, _collections) = (work, collections);
    }

    // ---- for collections

    internal object? Member(ObjectNode node, string name, Type type) =>
        node.TryGet(name, out var value) ? Values.Fit(Resolve(value, type), type)
        : throw new FastserException(FastserStatus.Malformed, node.Type.FullName + " without its " + name);

    internal object? OptionalMember(ObjectNode node, string name, Type type) => node.TryGet(name, out var value) ? Values.Fit(Resolve(value, type), type) : null;

    /// <summary>An array of a collection's, filled in.</summary>
    internal Array Items(ObjectNode node, string name)
    {
        Array? items = null;
        Nested(() => items = Member(node, name, typeof(Array)) as Array);
        return items ?? throw new FastserException(FastserStatus.Malformed, node.Type.FullName + " without its items");
    }
}
