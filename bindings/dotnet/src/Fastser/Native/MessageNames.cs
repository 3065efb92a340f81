// SPDX-License-Identifier: MIT
//
// Fields that had other names when a message of MessagePack was written (FastMemberAttribute.RenamedFrom).
// There the names stand as the keys of each record, so the message is walked by the reader's type, and a
// former key is replaced by the present one where the record does not have that as well.
//
// Invariant: a message that cannot be walked stays as it is: the native library says what is wrong with it.
using System;
using System.Collections.Generic;
using System.Text;
using Fastser.Runtime;

namespace Fastser.Native;

internal sealed class MessageNames
{
    private const int MaxDepth = 512;

    private readonly byte[] _message;
    private readonly List<(int Start, int End, byte[] Key)> _edits = [];
    private int _at;
    private bool _failed;

    private MessageNames(byte[] message) => _message = message;

    /// <summary>The message with present names: the same bytes where there is nothing to rename.</summary>
    public static ReadOnlySpan<byte> Apply(WireType root, ReadOnlySpan<byte> message)
    {
        if (!root.Table(false, false).HasFormerNames) return message;
        var names = new MessageNames(message.ToArray());
        names.Walk(root, 0);
        return names._failed || names._edits.Count == 0 ? message : names.Edited();
    }

    private byte[] Edited()
    {
        // Those of a record come behind those of its fields.
        _edits.Sort(static (one, other) => one.Start.CompareTo(other.Start));
        var result = new List<byte>(_message.Length);
        var from = 0;
        foreach (var (start, end, key) in _edits)
        {
            result.AddRange(new ArraySegment<byte>(_message, from, start - from));
            result.AddRange(key);
            from = end;
        }
        result.AddRange(new ArraySegment<byte>(_message, from, _message.Length - from));
        return result.ToArray();
    }

    // A value; null: of a type that has no records.
    private void Walk(WireType? type, int depth)
    {
        while (type != null && type.Code is WireCode.Optional or WireCode.Ref) type = type!.Operands[0];
        if (depth > MaxDepth || _at >= _message.Length) _failed = true;
        if (_failed) return;
        var head = _message[_at];
        switch (head)
        {
            case >= 0x80 and <= 0x8F or 0xDE or 0xDF:
                // A class of a union stands without its index where there is no other.
                if (type?.Code == WireCode.Variant) type = Array.Find(type.Operands, static one => one.Shape != null);
                WalkMap(type, Count(head, 0x80, 0xDE), depth);
                break;
            case >= 0x90 and <= 0x9F or 0xDC or 0xDD:
                WalkArray(type, Count(head, 0x90, 0xDC), depth);
                break;
            default:
                SkipPlain(head);
                break;
        }
    }

    private void WalkArray(WireType? type, uint count, int depth)
    {
        for (uint i = 0; i < count && !_failed; ++i)
        {
            switch (type?.Code)
            {
                case WireCode.List or WireCode.Set or WireCode.Array:
                    Walk(type.Operands[0], depth + 1);
                    break;
                case WireCode.Tuple:
                    Walk(i < type.Operands.Length ? type.Operands[i] : null, depth + 1);
                    break;
                case WireCode.Variant when i == 0 && count == 2:
                    // [index, value]
                    var index = _at < _message.Length ? _message[_at] : byte.MaxValue;
                    Walk(null, depth + 1);
                    type = index < type.Operands.Length ? type.Operands[index] : null;
                    Walk(type, depth + 1);
                    return;
                default:
                    Walk(null, depth + 1);
                    break;
            }
        }
    }

    private void WalkMap(WireType? type, uint count, int depth)
    {
        if (type?.Shape == null)
        {
            var map = type?.Code is WireCode.Map or WireCode.OrderedMap;
            for (uint i = 0; i < count && !_failed; ++i)
            {
                Walk(map ? type!.Operands[0] : null, depth + 1);
                Walk(map ? type!.Operands[1] : null, depth + 1);
            }
            return;
        }
        var present = new HashSet<string>();
        List<(int Start, int End, string Name)>? former = null;
        for (uint i = 0; i < count && !_failed; ++i)
        {
            var start = _at;
            var key = ReadKey();
            if (_failed) return;
            var field = key == null ? null : Find(type.Shape, key);
            if (field != null && field.Value.Name == key) present.Add(key);
            else if (field != null) (former ??= []).Add((start, _at, field.Value.Name));
            Walk(field?.Type, depth + 1);
        }
        if (former == null) return;
        foreach (var (start, end, name) in former)
        {
            if (present.Add(name)) _edits.Add((start, end, KeyOf(name)));
        }
    }

    private static WireField? Find(WireShape shape, string key)
    {
        WireField? former = null;
        for (var one = shape; one != null; one = one.Super)
        {
            foreach (var field in one.Fields)
            {
                if (field.Name == key) return field;
                if (Array.IndexOf(field.Former, key) >= 0) former ??= field;
            }
        }
        return former;
    }

    // Null: a key that is no text.
    private string? ReadKey()
    {
        if (_at >= _message.Length)
        {
            _failed = true;
            return null;
        }
        var head = _message[_at];
        var (front, size) = head switch
        {
            >= 0xA0 and <= 0xBF => (1, (uint)(head & 0x1F)),
            0xD9 => (2, Number(1)),
            0xDA => (3, Number(2)),
            0xDB => (5, Number(4)),
            _ => (0, 0u),
        };
        if (front == 0)
        {
            Walk(null, 0);
            return null;
        }
        if (!Advance(front + (long)size)) return null;
        return Encoding.UTF8.GetString(_message, _at - (int)size, (int)size);
    }

    private static byte[] KeyOf(string name)
    {
        var text = Encoding.UTF8.GetBytes(name);
        byte[] front = text.Length switch
        {
            < 32 => [(byte)(0xA0 | text.Length)],
            < 256 => [0xD9, (byte)text.Length],
            _ => [0xDA, (byte)(text.Length >> 8), (byte)text.Length],
        };
        var key = new byte[front.Length + text.Length];
        front.CopyTo(key, 0);
        text.CopyTo(key, front.Length);
        return key;
    }

    // The count of a map or array; behind it is what it has.
    private uint Count(byte head, byte small, byte wide)
    {
        if (head < small + 16 && head >= small)
        {
            ++_at;
            return (uint)(head & 0x0F);
        }
        var bytes = head == wide ? 2 : 4;
        var count = Number(bytes);
        return Advance(1 + bytes) ? count : 0;
    }

    private void SkipPlain(byte head) => Advance(head switch
    {
        <= 0x7F or >= 0xE0 or 0xC0 or 0xC2 or 0xC3 => 1,
        >= 0xA0 and <= 0xBF => 1 + (head & 0x1F),
        0xC4 or 0xD9 => 2L + Number(1),
        0xC5 or 0xDA => 3L + Number(2),
        0xC6 or 0xDB => 5L + Number(4),
        0xC7 => 3L + Number(1),
        0xC8 => 4L + Number(2),
        0xC9 => 6L + Number(4),
        0xCC or 0xD0 => 2,
        0xCD or 0xD1 => 3,
        0xCA or 0xCE or 0xD2 => 5,
        0xCB or 0xCF or 0xD3 => 9,
        >= 0xD4 and <= 0xD8 => 2 + (1 << (head - 0xD4)),
        _ => long.MaxValue,  // 0xC1
    });

    private bool Advance(long bytes)
    {
        if (bytes > _message.Length - _at)
        {
            _failed = true;
            return false;
        }
        _at += (int)bytes;
        return true;
    }

    // A number of so many bytes behind the first; 0 where they are not there.
    private uint Number(int bytes)
    {
        if (bytes >= _message.Length - _at) return 0;
        uint number = 0;
        for (var i = 1; i <= bytes; ++i) number = (number << 8) | _message[_at + i];
        return number;
    }
}
