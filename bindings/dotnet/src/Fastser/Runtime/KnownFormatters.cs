// SPDX-License-Identifier: MIT
//
// The formatters that the library has from the start: those of types without type arguments. Looked at
// once for each type.
using System;
using System.Collections.Generic;

namespace Fastser.Runtime;

internal static class KnownFormatters
{
    private static readonly Dictionary<Type, Formatter> s_all = Make();

    public static Formatter? Find(Type type) => s_all.TryGetValue(type, out var formatter) ? formatter : null;

    private static Dictionary<Type, Formatter> Make()
    {
        var all = new Dictionary<Type, Formatter>();
        foreach (var formatter in All()) all.Add(formatter.ValueType, formatter);
        return all;
    }

    private static IEnumerable<Formatter> All()
    {
        yield return Formatters.Int32Formatter.Instance;
        yield return Formatters.StringFormatter.Instance;
    }
}
