// SPDX-License-Identifier: MIT
//
// One class of an archive: its name, version, super-class and fields. The fields are given by a
// function that is called once, when a table is first made: so shapes may lead back to themselves.
using System;
using System.ComponentModel;

namespace Fastser.Runtime;

/// <summary>A field of a shape.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly struct WireField
{
    /// <summary>A field of that name and type; an empty name: the field has none. Names that it
    /// had before come last.</summary>
    public WireField(string name, WireType type, params string[] former) => (Name, Type, Former) = (name, type, former);

    /// <summary>Its name in archives.</summary>
    public string Name { get; }

    /// <summary>Its type.</summary>
    public WireType Type { get; }

    /// <summary>Names that it had before.</summary>
    public string[] Former { get; }
}

/// <summary>One class of an archive. Shapes are compared by identity: one instance for each class.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class WireShape
{
    private readonly Func<WireField[]> _make;
    private WireField[]? _fields;

    /// <summary>A class of that name, version and super-class; its own fields come from a function.</summary>
    /// <param name="name">The class name; may be empty.</param>
    /// <param name="version">The version of the class.</param>
    /// <param name="super">The class whose fields come before its own.</param>
    /// <param name="fields">Makes its own fields.</param>
    /// <param name="isPlain">Whether no code of the user's runs when its own fields are written: no property that
    /// does more than give a value, no callback, no collection of a type that is not known.</param>
    public WireShape(string name, uint version, WireShape? super, Func<WireField[]> fields, bool isPlain = false)
    {
        IsPlain = isPlain;
        Name = name;
        Version = version;
        Super = super;
        _make = fields;
    }

    /// <summary>The class name; may be empty.</summary>
    public string Name { get; }

    /// <summary>The version of the class.</summary>
    public uint Version { get; }

    /// <summary>The class whose fields come before its own.</summary>
    public WireShape? Super { get; }

    /// <summary>Its own fields, in order.</summary>
    public WireField[] Fields => _fields ??= _make();

    internal bool IsPlain { get; }

    /// <summary>What of a record of this shape a table says: sizes, by whether classes are objects.</summary>
    internal WireMeasure Measure;
}
