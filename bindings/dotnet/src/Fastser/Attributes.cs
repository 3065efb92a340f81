// SPDX-License-Identifier: MIT
//
// What the source generator is told about a type. A type needs the first attribute and the word
// `partial`; the rest is for what differs from the default.
using System;

namespace Fastser;

/// <summary>Makes a <see langword="partial"/> class, struct, record or interface serializable. Its
/// members are the public fields and properties that can be read and set (also by a constructor, or by
/// <see langword="init"/>), in the order of the source, and others that have
/// <see cref="FastMemberAttribute"/>.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface, Inherited = false)]
public sealed class FastSerializableAttribute : Attribute
{
    /// <summary>The name of the class in archives. The default is the name of the type, without its namespace.</summary>
    public string? Name { get; set; }

    /// <summary>The version of the class. It is written and shown by tools; reading goes by the fields.</summary>
    public uint Version { get; set; }
}

/// <summary>Takes a type of another library as serializable, by its public members.</summary>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class FastSerializableExternalAttribute : Attribute
{
    /// <summary>Makes <paramref name="type"/> serializable. It may be a closed generic type.</summary>
    public FastSerializableExternalAttribute(Type type) => Type = type;

    /// <summary>The type.</summary>
    public Type Type { get; }

    /// <summary>The name of the class in archives. The default is the name of the type, without its namespace.</summary>
    public string? Name { get; set; }

    /// <summary>The version of the class.</summary>
    public uint Version { get; set; }
}

/// <summary>A field or property is a member, also when it is private.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class FastMemberAttribute : Attribute
{
    /// <summary>A member at its place in the source.</summary>
    public FastMemberAttribute() { }

    /// <summary>A member that stands at this place: members are written by ascending order, those
    /// without one behind them.</summary>
    public FastMemberAttribute(int order) => Order = order;

    /// <summary>Its place, or -1.</summary>
    public int Order { get; } = -1;

    /// <summary>Its name in archives. The default is the name of the field or property.</summary>
    public string? Name { get; set; }

    /// <summary>A name that it had in archives before; several are separated by commas.</summary>
    public string? RenamedFrom { get; set; }

    /// <summary>An integer, or integers in a collection, in as few bytes as its value needs.</summary>
    public bool Varint { get; set; }

    /// <summary>Strings or bytes that are equal are written once.</summary>
    public bool Share { get; set; }
}

/// <summary>A field or property that is no member.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class FastIgnoreAttribute : Attribute { }

/// <summary>One of the classes that a value of this abstract class or interface may be.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true, Inherited = false)]
public sealed class FastUnionAttribute : Attribute
{
    /// <summary>The class has this place among the alternatives; places begin at 0 and have no gaps.</summary>
    public FastUnionAttribute(int tag, Type type) => (Tag, Type) = (tag, type);

    /// <summary>The place.</summary>
    public int Tag { get; }

    /// <summary>The class.</summary>
    public Type Type { get; }
}

/// <summary>The constructor that makes new values. Its parameters are members of the same name.</summary>
[AttributeUsage(AttributeTargets.Constructor)]
public sealed class FastConstructorAttribute : Attribute { }

/// <summary>A method without parameters that is called before a value is written.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FastOnSerializingAttribute : Attribute { }

/// <summary>A method without parameters that is called after a value was written.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FastOnSerializedAttribute : Attribute { }

/// <summary>A method without parameters that is called before the members of a new value are set.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FastOnDeserializingAttribute : Attribute { }

/// <summary>A method without parameters that is called after the members of a value were set; in a graph,
/// when all of the graph is complete.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class FastOnDeserializedAttribute : Attribute { }
