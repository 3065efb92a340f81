// SPDX-License-Identifier: MIT
//
// SoapFormatter's payloads as nodes: XML without DTD and without anything from outside. An element is
// null (xsi:null), a reference (href="#id"), an object (a type in the name of a child of the body, or in
// xsi:type), an array (SOAP-ENC:Array), a simple value (a type of XML Schema in the same places), or a text, which the field that it goes to knows how to read.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Xml;
using System.Xml.Linq;

namespace Fastser.Migration;

internal sealed class SoapPayload
{
    private const string Schema = "http://www.w3.org/2001/XMLSchema", Instance = "http://www.w3.org/2001/XMLSchema-instance",
        Encoding = "http://schemas.xmlsoap.org/soap/encoding/", Envelope = "http://schemas.xmlsoap.org/soap/envelope/",
        ClrWithAssembly = "http://schemas.microsoft.com/clr/nsassem/", Clr = "http://schemas.microsoft.com/clr/ns/";
    private const int MaximalDepth = 128;

    private readonly Dictionary<string, XElement> _byId = new(StringComparer.Ordinal);
    private readonly Dictionary<XElement, object> _made = [];
    private readonly Queue<Action> _work = new();
    private long _budget;

    private SoapPayload(long budget) => _budget = budget;

    internal static object? Read(Stream input, long budget)
    {
        XDocument document;
        try
        {
            CheckDepth(input);
            input.Position = 0;
            var xml = Reader(input);
            document = XDocument.Load(xml, LoadOptions.PreserveWhitespace);
        }
        catch (Exception error) when (error is XmlException or ArgumentException or InvalidOperationException)
        {
            throw new FastserException(FastserStatus.Malformed, error.Message, Math.Min(input.Position, input.Length));
        }
        try
        {
            return new SoapPayload(budget).Root(document);
        }
        catch (Exception error) when (error is FormatException or OverflowException or ArgumentException or InvalidOperationException)
        {
            throw new FastserException(FastserStatus.Malformed, error.Message, input.Length);
        }
    }

    // The formatter wrote line ends and control characters as they were. Readers normalize the former and
    // refuse the latter, unless they are told otherwise; only this class of reader can be told. (It would close
    // the stream with itself, so it is not disposed of: there is nothing but memory behind it.)
    private static XmlTextReader Reader(Stream input) => new(input)
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        Normalization = false,
    };

    // What nests deeply would cost XDocument's users their stack.
    private static void CheckDepth(Stream input)
    {
        var xml = Reader(input);
        while (xml.Read())
            if (xml.Depth > MaximalDepth) throw new FastserException(FastserStatus.TooDeep, "elements nest too deep", 0);
    }

    private object? Root(XDocument document)
    {
        var body = document.Root is { } root && root.Name == XName.Get("Envelope", Envelope) ? root.Element(XName.Get("Body", Envelope)) : null;
        var first = body?.Elements().FirstOrDefault() ?? throw new FastserException(FastserStatus.Malformed, "this is not a SOAP envelope with a body", 0);
        foreach (var element in body.Descendants())
        {
            Charge(200);
            if (element.Attribute("id") is not { } id) continue;
            if (_byId.ContainsKey(id.Value)) throw new FastserException(FastserStatus.Malformed, "two elements of the id " + id.Value);
            _byId.Add(id.Value, element);
        }
        var value = Value(first, true);
        while (_work.Count != 0) _work.Dequeue()();
        return value;
    }

    private void Charge(long bytes)
    {
        if ((_budget -= bytes) < 0) throw new FastserException(FastserStatus.OverBudget, "the payload would take more memory than the limits allow; a long array of nulls is small in a payload, and FastserLimits with a larger memoryBase reads it");
    }

    private object? Value(XElement element, bool independent)
    {
        var nil = element.Attribute(XName.Get("null", Instance)) ?? element.Attribute(XName.Get("nil", Instance));
        if (nil?.Value.Trim() is "1" or "true") return null;
        if (element.Attribute("href") is { } href)
        {
            var id = href.Value;
            if (id.Length < 2 || id[0] != '#' || !_byId.TryGetValue(id.Substring(1), out var found))
                throw new FastserException(FastserStatus.BadReference, "a reference to " + id + ", which is not there");
            // An id stands at a child of the body, or at a text.
            independent = found.Parent?.Name == XName.Get("Body", Envelope);
            element = found;
        }
        if (_made.TryGetValue(element, out var known)) return known;
        var made = Make(element, independent);
        _made.Add(element, made);
        return made;
    }

    private object Make(XElement element, bool independent)
    {
        var said = element.Attribute(XName.Get("type", Instance))?.Value;
        var name = said == null ? null : Qualified(element, said);
        if (name == null && independent) name = element.Name;
        if (element.Attribute(XName.Get("arrayType", Encoding)) is { } array) return MakeArray(element, array.Value);
        if (name == null)
        {
            if (!element.HasElements) return new SoapText(element.Value);
            // A struct in a member of its own type: the field says which.
            return Members(new ObjectNode(null), element);
        }
        if (name.NamespaceName == Schema || name.NamespaceName == Encoding)
        {
            if (name.LocalName == "anyType") return element.IsEmpty || element.Value.Trim().Length == 0 ? new object() : new SoapText(element.Value);
            return SimpleValue(element, Simple(name.LocalName) ?? throw new FastserException(FastserStatus.TypeMismatch, "a value of type " + name.LocalName));
        }
        var named = Clean(name);
        // XML Schema has no char.
        if (named.FullName == "System.Char") return SimpleValue(element, typeof(char));
        var made = new ObjectNode(named);
        if (!element.HasElements && element.Value.Trim().Length != 0)
        {
            // An enum in an object member is the name of its value.
            made.Members.Add(new("value__", new SoapText(element.Value)));
            return made;
        }
        return Members(made, element);
    }

    // A text; but the root of a payload has the fields of its struct.
    private static object SimpleValue(XElement element, Type type)
    {
        if (!element.HasElements) return Values.Parse(element.Value, type) ?? "";
        string Field(string name) => element.Element(name)?.Value
            ?? throw new FastserException(FastserStatus.Malformed, "a " + type + " without its " + name);
        int Part(string name) => XmlConvert.ToInt32(Field(name));
        if (type == typeof(decimal)) return new decimal([Part("lo"), Part("mid"), Part("hi"), Part("flags")]);
        if (type == typeof(TimeSpan)) return new TimeSpan(XmlConvert.ToInt64(Field("_ticks")));
        if (type != typeof(DateTime)) return Values.Parse(Field("m_value"), type) ?? "";
        // The two bits above the ticks are its kind: 0 unspecified, 1 UTC, 2 and 3 local.
        var data = XmlConvert.ToUInt64(Field("dateData"));
        var kind = (DateTimeKind)Math.Min(data >> 62, (ulong)DateTimeKind.Local);
        return new DateTime((long)(data & 0x3FFFFFFFFFFFFFFF), kind);
    }

    private ObjectNode Members(ObjectNode node, XElement element)
    {
        _work.Enqueue(() =>
        {
            foreach (var child in element.Elements())
                node.Members.Add(new(XmlConvert.DecodeName(child.Name.LocalName)!, Value(child, false)));
        });
        return node;
    }

    private ArrayNode MakeArray(XElement element, string said)
    {
        var bracket = said.LastIndexOf('[');
        if (bracket < 1 || !said.EndsWith("]", StringComparison.Ordinal)) throw new FastserException(FastserStatus.Malformed, "an array of type " + said);
        var lengths = said.Substring(bracket + 1, said.Length - bracket - 2).Split(',').Select(one => int.Parse(one, System.Globalization.CultureInfo.InvariantCulture)).ToArray();
        long count = 1;
        foreach (var length in lengths)
        {
            if (length < 0) throw new FastserException(FastserStatus.Malformed, "an array of type " + said);
            count = Math.Min(int.MaxValue, count * length);
        }
        // Nulls at the end may be left out.
        Charge(256 + 24 * count);
        var name = Qualified(element, said.Substring(0, bracket));
        var type = name.NamespaceName == Schema || name.NamespaceName == Encoding
            ? TypeName.Parse((Simple(name.LocalName) ?? typeof(object)).FullName.AsSpan()) : Clean(name);
        var node = new ArrayNode(type, lengths, new object?[count]);
        _work.Enqueue(() =>
        {
            var next = 0;
            foreach (var item in element.Elements())
            {
                if (next == node.Items.Length) throw new FastserException(FastserStatus.Malformed, "an array with more items than its length");
                node.Items[next++] = Value(item, false);
            }
        });
        return node;
    }

    private static XName Qualified(XElement element, string name)
    {
        var colon = name.IndexOf(':');
        var space = colon < 0 ? element.GetDefaultNamespace() : element.GetNamespaceOfPrefix(name.Substring(0, colon));
        return space == null ? throw new FastserException(FastserStatus.Malformed, "a type " + name + " of no namespace")
            : space + XmlConvert.EncodeLocalName(name.Substring(colon + 1))!;
    }

    // "http://schemas.microsoft.com/clr/nsassem/App.Model/App%2C%20Version%3D..." and the name in it.
    private static TypeName Clean(XName name)
    {
        var space = name.NamespaceName;
        string? clr = null;
        if (space.StartsWith(ClrWithAssembly, StringComparison.Ordinal))
        {
            clr = space.Substring(ClrWithAssembly.Length);
            var slash = clr.IndexOf('/');
            clr = slash < 0 ? "" : clr.Substring(0, slash);
        }
        else if (space.StartsWith(Clr, StringComparison.Ordinal))
        {
            clr = space.Substring(Clr.Length);
        }
        if (clr == null) throw new FastserException(FastserStatus.UnknownClass, "the type " + name + " is no type of .NET");
        var full = (clr.Length == 0 ? "" : Uri.UnescapeDataString(clr) + ".") + XmlConvert.DecodeName(name.LocalName);
        return TypeName.TryParse(full.AsSpan(), out var parsed) ? parsed : throw new FastserException(FastserStatus.Malformed, "a type " + full);
    }

    private static Type? Simple(string name) => name switch
    {
        "string" or "normalizedString" => typeof(string),
        "boolean" => typeof(bool),
        "byte" => typeof(sbyte),
        "unsignedByte" => typeof(byte),
        "short" => typeof(short),
        "unsignedShort" => typeof(ushort),
        "int" => typeof(int),
        "unsignedInt" => typeof(uint),
        "long" or "integer" => typeof(long),
        "unsignedLong" => typeof(ulong),
        "float" => typeof(float),
        "double" => typeof(double),
        "decimal" => typeof(decimal),
        "dateTime" => typeof(DateTime),
        "duration" => typeof(TimeSpan),
        "char" => typeof(char),
        "base64" or "base64Binary" => typeof(byte[]),
        _ => null,
    };
}
