// SPDX-License-Identifier: MIT
//
// The members of a class as its formatter lists them, for classes of other assemblies that derive from it:
// metadata shows neither private members, nor whether a property without a setter holds a value.
// "Id:Assign;_name:Assign;Parts:Fill".
using System;
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

internal static class MemberList
{
    /// <summary>The constant of a formatter that has the list.</summary>
    public const string Constant = "Members";

    public static string Text(IEnumerable<MemberModel> own) =>
        string.Join(";", own.Select(one => one.Name.TrimStart('@') + ":" + one.Setting));

    /// <summary>What the formatter of a class of another assembly lists, in order; null of any other class.</summary>
    public static IReadOnlyList<(string Name, Setting Setting)>? Of(INamedTypeSymbol type)
    {
        if (type.Locations.Any(one => one.IsInSource)) return null;
        IFieldSymbol? list = type.GetTypeMembers(Names.FormatterClass).FirstOrDefault()?.GetMembers(Constant).OfType<IFieldSymbol>().FirstOrDefault();
        if (list?.ConstantValue is not string text) return null;
        var result = new List<(string, Setting)>();
        foreach (string one in text.Split(new[] { ';' }, StringSplitOptions.RemoveEmptyEntries))
        {
            int colon = one.IndexOf(':');
            if (colon > 0 && Enum.TryParse(one.Substring(colon + 1), out Setting setting)) result.Add((one.Substring(0, colon), setting));
        }
        return result;
    }

    /// <summary>A listed member; null if this assembly cannot see it.</summary>
    public static ISymbol? Find(INamedTypeSymbol type, string name) =>
        type.GetMembers(name).FirstOrDefault(one => !one.IsStatic && one is IFieldSymbol or IPropertySymbol { IsIndexer: false, GetMethod: not null });
}
