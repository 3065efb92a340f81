// SPDX-License-Identifier: MIT
//
// Random values of plain types, by a seed: with a leaning to what is at the edges.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text;

namespace Fastser.Tests.Fuzz;

internal sealed class Draw(int seed)
{
    private static readonly string[] s_texts =
        ["", "a", "again", "Zoë", "日本語", "a😀b", "\0", "https://example.org/", new string('x', 63), new string('x', 64), new string('é', 200)];

    private readonly Random _random = new(seed);

    /// <summary>Whether objects keep their identity.</summary>
    public bool Graph { get; init; }

    /// <summary>How many classes may still be made: values end.</summary>
    public int Left { get; set; } = 40;

    public int Below(int count) => _random.Next(count);

    public bool Is(int percent) => _random.Next(100) < percent;

    public T One<T>(params T[] all) => all[_random.Next(all.Length)];

    public ulong Bits() => _random.Next(6) switch
    {
        0 => 0,
        1 => (ulong)_random.Next(300),
        2 => ulong.MaxValue - (ulong)_random.Next(300),
        3 => 1UL << _random.Next(64),
        4 => (1UL << _random.Next(64)) - 1,
        _ => (ulong)_random.NextInt64() ^ ((ulong)_random.NextInt64() << 1),
    };

    public int Int() => (int)Bits();

    public long Long() => (long)Bits();

    public double Double() => _random.Next(3) == 0 ? BitConverter.UInt64BitsToDouble(Bits()) : _random.NextDouble() * 1000;

    public float Float() => (float)(_random.NextDouble() * 100);

    public decimal Decimal() => new(Int(), Int(), Int(), Is(50), (byte)_random.Next(29));

    public Guid Guid() => new(Data(16));

    public byte[] Data() => Data(_random.Next(4) == 0 ? _random.Next(200) : _random.Next(6));

    private byte[] Data(int size)
    {
        var bytes = new byte[size];
        _random.NextBytes(bytes);
        return bytes;
    }

    public string Text() => Is(70) ? One(s_texts) : Made();

    private string Made()
    {
        var text = new StringBuilder();
        for (var left = _random.Next(80); left != 0; --left)
        {
            var most = One(0x80, 0x80, 0x800, 0xD800, 0x110000);
            var rune = _random.Next(most);
            text.Append(Rune.IsValid(rune) ? new Rune(rune).ToString() : "?");
        }
        return text.ToString();
    }

    public string? MaybeText() => Is(40) ? null : Text();

    public T? Maybe<T>(Func<T> make) where T : class => Is(40) ? null : make();

    public T? Perhaps<T>(Func<T> make) where T : struct => Is(40) ? null : make();

    public T[] Array<T>(Func<T> make)
    {
        var all = new T[_random.Next(12) == 0 ? _random.Next(100) : _random.Next(5)];
        for (var i = 0; i < all.Length; ++i) all[i] = make();
        return all;
    }

    public List<T> List<T>(Func<T> make) => [.. Array(make)];

    public HashSet<T> Set<T>(Func<T> make) => [.. Array(make)];

    public Dictionary<TKey, TValue> Map<TKey, TValue>(Func<TKey> key, Func<TValue> value) where TKey : notnull
    {
        var map = new Dictionary<TKey, TValue>();
        foreach (var one in Array(key)) map[one] = value();
        return map;
    }

    public DateTime Time() => new(
        One(0, DateTime.MaxValue.Ticks, DateTime.UnixEpoch.Ticks, DateTime.UnixEpoch.Ticks - 1, _random.NextInt64(DateTime.MaxValue.Ticks)),
        One(DateTimeKind.Unspecified, DateTimeKind.Utc));

    public DateTimeOffset OffsetTime() =>
        new(_random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), TimeSpan.FromMinutes(_random.Next(-840, 841)));

    public BigInteger Big() => new BigInteger(Data(_random.Next(20))) * One(1, -1);

    /// <summary>A value of any type that archives keep.</summary>
    public object? Any(int depth = 3) => _random.Next(depth == 0 ? 19 : 24) switch
    {
        0 => null,
        1 => Is(50),
        2 => (sbyte)Int(),
        3 => (byte)Int(),
        4 => (short)Int(),
        5 => (ushort)Int(),
        6 => Int(),
        7 => (uint)Bits(),
        8 => Long(),
        9 => Bits(),
        10 => Float(),
        11 => Double(),
        12 => Text(),
        13 => Data(),
        14 => Decimal(),
        15 => Guid(),
        16 => Time(),
        17 => TimeSpan.FromTicks(Long()),
        18 => OffsetTime(),
        19 => Array(Int),
        20 => Array(Text),
        21 => List(() => Any(depth - 1)),
        22 => Map(Text, () => Any(depth - 1)),
        _ => Array(Double),
    };
}
