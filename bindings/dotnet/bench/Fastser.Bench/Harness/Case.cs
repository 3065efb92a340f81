// SPDX-License-Identifier: MIT
//
// A case is one operation of one contender; entries are the cases of one group and who is not among
// them. Nobody is timed whose value does not come back the same, field by field.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fastser.Bench;

/// <summary>One operation of one contender.</summary>
/// <param name="Variant">What one does that others in the same table do not, as keeping references;
/// only the same is compared with the best rival.</param>
/// <param name="Calls">How many operations one step is.</param>
public sealed record Case(string Operation, string Contender, string Variant, bool Ours, Action Step, long Bytes,
                          int Calls = 1)
{
    public string Name => Contender + Variant;
}

/// <summary>The cases of a group.</summary>
public sealed class Entries
{
    public const string Write = "write into a used buffer";
    public const string WriteNew = "write to a new array";
    public const string Read = "read to a new object";

    private readonly List<Case> _cases = [];
    private readonly List<(string Who, string Why)> _absent = [];

    public IReadOnlyList<Case> Cases => _cases;

    /// <summary>Who is not among them and why, those with the same reason together.</summary>
    public IEnumerable<string> Absent =>
        _absent.GroupBy(a => a.Why).Select(g => string.Join(", ", g.Select(a => a.Who)) + ": " + g.Key);

    /// <summary>The variant that is being entered.</summary>
    public string Variant { get; set; } = "";

    /// <summary>Whether the strings of a record are ASCII.</summary>
    public bool IsAscii { get; set; } = true;

    /// <summary>Tells why someone is not among them.</summary>
    public void Refuse(Contender contender, string why) => _absent.Add((contender.Name + Variant, why));

    /// <summary>A step that is no codec's.</summary>
    public void AddStep(string operation, string name, bool ours, Action step, int calls) =>
        _cases.Add(new Case(operation, name, Variant, ours, step, 0, calls));

    /// <summary>Enters a codec with all three operations, if the value survives a round trip.</summary>
    public void Add<T>(Contender contender, Func<Codec<T>> open, T value, Func<T, T, string?> difference,
                       string? name = null)
    {
        name ??= contender.Name;
        try
        {
            var codec = open();
            var buffer = new ReusedBuffer();
            var bytes = codec.ToArray(value);
            // Twice: the second time everything is warm, and must not be different for that.
            for (var i = 0; i < 2; i++)
            {
                buffer.Reset();
                codec.Write(value, buffer);
                var wrong = difference(value, codec.Read(buffer.Written.ToArray())) ??
                            difference(value, codec.Read(bytes));
                if (wrong == null) continue;
                _absent.Add((name + Variant, "does not come back the same: " + wrong));
                return;
            }
            _cases.Add(new Case(Write, name, Variant, contender.Ours, () =>
            {
                buffer.Reset();
                codec.Write(value, buffer);
            }, buffer.Written.Length));
            _cases.Add(new Case(WriteNew, name, Variant, contender.Ours, () => codec.ToArray(value), bytes.Length));
            _cases.Add(new Case(Read, name, Variant, contender.Ours, () => codec.Read(bytes), bytes.Length));
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            var first = e.GetBaseException().Message.Split('\n').First().Trim();
            _absent.Add((name + Variant, first.Length > 160 ? first[..160] + "..." : first));
        }
    }
}
