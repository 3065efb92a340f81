// SPDX-License-Identifier: MIT
//
// The classes that data may name. Nothing is ever made from a name in the data alone: a name that is
// not here is an error.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using Fastser.Runtime;

namespace Fastser;

/// <summary>The classes that data may name; the names are the class names in archives. Fill it, then use
/// it: it must not change while values are written or read by it.</summary>
public sealed partial class FastserRegistry
{
    private readonly List<Formatter> _formatters = [];
    private readonly Dictionary<string, Formatter> _byName = [];
    private readonly Dictionary<Type, Formatter> _byType = [];
    private readonly ConcurrentDictionary<(WireType, bool, bool), WireTable> _tables = new();

    /// <summary>A member of type <see cref="object"/> may be a <typeparamref name="T"/>, which is marked
    /// [FastSerializable].</summary>
    public FastserRegistry Register<T>()
    {
        var formatter = FormatterOf.Get<T>();
        var shape = formatter.Type.Shape ?? throw new FastserException(
            FastserStatus.Usage, typeof(T) + " is no class or struct with a name in archives");
        if (_byType.ContainsKey(typeof(T))) return this;
        if (_byName.ContainsKey(shape.Name))
        {
            throw new FastserException(FastserStatus.Usage, "two classes of the name " + shape.Name);
        }
        _formatters.Add(formatter);
        _byName.Add(shape.Name, formatter);
        _byType.Add(typeof(T), formatter);
        _tables.Clear();
        return this;
    }

    internal Formatter? Find(Type type) => _byType.TryGetValue(type, out var formatter) ? formatter : null;

    internal Formatter? Find(string name) => _byName.TryGetValue(name, out var formatter) ? formatter : null;

    /// <summary>The classes, in the order in which they were registered.</summary>
    internal IReadOnlyList<Formatter> Formatters => _formatters;

    // The table of a root, with all classes of the registry.
    internal WireTable TableOf(WireType root, bool references, bool sharing) =>
        _tables.GetOrAdd((root, references, sharing), key =>
        {
            var shapes = new List<WireShape>();
            foreach (var formatter in _formatters) shapes.Add(formatter.Type.Shape!);
            return WireTable.Make(key.Item1, key.Item2, key.Item3, shapes);
        });
}
