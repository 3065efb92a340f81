// SPDX-License-Identifier: MIT
//
// What a payload says, before anything is made of it: objects with members, and arrays. Both formatters'
// payloads come to this; GraphBuilder makes .NET objects of it.
//
// A value is null, a string or boxed simple value, a SoapText, or a node; a node is one object, however
// many values lead to it.
using System;
using System.Collections.Generic;
using System.Reflection.Metadata;

namespace Fastser.Migration;

internal abstract class PayloadNode
{
    /// <summary>The type that the payload names; null where only the field that it goes to knows (SOAP).</summary>
    internal TypeName? Type { get; set; }
    private protected PayloadNode(TypeName? type) => Type = type;

    internal string FullName => Type?.FullName ?? "an object";

    /// <summary>What GraphBuilder makes of it.</summary>
    internal readonly NodeWork Work = new();
}

internal sealed class ObjectNode : PayloadNode
{
    internal ObjectNode(TypeName? type) : base(type) { }
    internal List<KeyValuePair<string, object?>> Members { get; } = [];

    internal bool TryGet(string name, out object? value)
    {
        foreach (var member in Members)
        {
            if (member.Key != name && !member.Key.EndsWith("+" + name, StringComparison.Ordinal)) continue;
            value = member.Value;
            return true;
        }
        value = null;
        return false;
    }
}

internal sealed class ArrayNode : PayloadNode
{
    internal ArrayNode(TypeName element, int[] lengths, object?[] items) : base(element)
    {
        Lengths = lengths;
        Items = items;
    }

    /// <summary>The elements, the last index the fastest. (Type is the type of an element.)</summary>
    internal object?[] Items { get; }
    internal int[] Lengths { get; }

    /// <summary>Its elements were not read, because their type is not registered: an error if anything needs them.</summary>
    internal bool Unread { get; set; }
}

/// <summary>A text of SOAP that may be a string or any simple value: whoever takes it knows.</summary>
internal sealed class SoapText
{
    internal SoapText(string text) => Text = text;
    internal string Text { get; }
}
