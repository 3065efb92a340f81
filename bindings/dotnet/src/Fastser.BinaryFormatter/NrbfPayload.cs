// SPDX-License-Identifier: MIT
//
// BinaryFormatter's payloads ([MS-NRBF]) as nodes. System.Formats.Nrbf reads the bytes and makes no types;
// here its records become nodes, without recursion, each once.
using System;
using System.Collections.Generic;
using System.Formats.Nrbf;
using System.IO;
using System.Reflection.Metadata;

namespace Fastser.Migration;

internal sealed class NrbfPayload
{
    private readonly Dictionary<SerializationRecordId, PayloadNode> _nodes = [];
    private readonly Queue<(ClassRecord Record, ObjectNode Node)> _objects = new();
    private readonly Queue<(Array Records, object?[] Items)> _arrays = new();
    private readonly PayloadTypes _types;
    private long _budget;

    private NrbfPayload(PayloadTypes types, long budget)
    {
        _types = types;
        _budget = budget;
    }

    /// <summary>The root.</summary>
    internal static object? Read(Stream input, PayloadTypes types, long budget)
    {
        var payload = new NrbfPayload(types, budget);
        var start = input.Position;
        try
        {
            var root = NrbfDecoder.Decode(input, new PayloadOptions { UndoTruncatedTypeNames = true }, leaveOpen: true);
            return payload.All(root);
        }
        catch (EndOfStreamException)
        {
            throw new FastserException(FastserStatus.Truncated, "the payload ends inside a record", input.Position - start);
        }
        catch (Exception error) when (error is System.Runtime.Serialization.SerializationException or NotSupportedException
            or ArgumentException or InvalidOperationException or OverflowException or IOException or FormatException)
        {
            throw new FastserException(FastserStatus.Malformed, error.Message, input.Position - start);
        }
    }

    private object? All(SerializationRecord root)
    {
        var value = Value(root);
        while (true)
        {
            if (_objects.Count != 0)
            {
                var (record, node) = _objects.Dequeue();
                foreach (var name in record.MemberNames) node.Members.Add(new(name, Value(record.GetRawValue(name))));
            }
            else if (_arrays.Count != 0)
            {
                var (records, items) = _arrays.Dequeue();
                var next = 0;
                foreach (var item in records) items[next++] = Value(item);
            }
            else
            {
                return value;
            }
        }
    }

    private object? Value(object? raw)
    {
        switch (raw)
        {
            case PrimitiveTypeRecord simple:
                return simple.Value;
            case ClassRecord record:
                if (_nodes.TryGetValue(record.Id, out var known)) return known;
                Charge(256);
                var node = new ObjectNode(record.TypeName);
                _nodes.Add(record.Id, node);
                _objects.Enqueue((record, node));
                return node;
            case ArrayRecord array:
                return _nodes.TryGetValue(array.Id, out known) ? known : ArrayOf(array);
            case SerializationRecord other:
                throw new FastserException(FastserStatus.TypeMismatch, "a record of the kind " + other.RecordType);
            default:
                return raw;
        }
    }

    private ArrayNode ArrayOf(ArrayRecord record)
    {
        var element = record.TypeName.GetElementType();
        var lengths = record.Lengths.ToArray();
        var type = record is SZArrayRecord<SerializationRecord> ? null : TypeNames.Resolve(record.TypeName, _types);
        if (type == null && record is not SZArrayRecord<SerializationRecord>)
        {
            // The elements can be had by the type only. If the array is in a member that has no field, nobody wants them.
            Charge(256);
            var unread = new ArrayNode(element, lengths, []) { Unread = true };
            _nodes.Add(record.Id, unread);
            return unread;
        }
        long length = 1;
        foreach (var one in lengths) length = Math.Min(int.MaxValue, length * one);
        Charge(256 + 24 * length);
        var values = record is SZArrayRecord<SerializationRecord> records ? records.GetArray() : record.GetArray(type!);
        var node = new ArrayNode(element, lengths, new object?[length]);
        _nodes.Add(record.Id, node);
        _arrays.Enqueue((values, node.Items));
        return node;
    }

    private void Charge(long bytes)
    {
        if ((_budget -= bytes) < 0) throw new FastserException(FastserStatus.OverBudget, "the payload would take more memory than the limits allow; a long array of nulls is small in a payload, and FastserLimits with a larger memoryBase reads it");
    }
}
