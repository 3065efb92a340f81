// SPDX-License-Identifier: MIT
//
// Whether a struct has one size in archives, and whether its bytes in memory may be those bytes. The
// second is a candidate only: generated code asks for the struct's real size once more when it runs.
using System;
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Emit;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

/// <param name="Size">The bytes of a struct whose members are all put in place; else 0.</param>
/// <param name="IsBlock">Whether its bytes in memory are its bytes in an archive, if they are as many.</param>
/// <param name="BlockSize">How many those are, whether its members are put in place or not.</param>
internal readonly record struct StructLayout(int Size, bool IsBlock, int BlockSize)
{
    public static StructLayout Of(INamedTypeSymbol type, bool external, Func<ITypeSymbol, TypeOptions, TypeRef> read)
    {
        // Its own code is to run for each value, so its bytes are neither put in place nor copied.
        if (type.GetMembers().OfType<IMethodSymbol>().Any(Attributes.IsCallback)) return default;
        int size = 0;
        int blockSize = 0;
        bool inline = true;
        bool block = true;
        List<Member> members = MemberFinder.Of(type, external).ToList();
        foreach (Member member in members)
        {
            TypeRef one = read(member.Type, member.Options);
            inline &= Fixed.IsInline(one);
            block &= one.IsBlock;
            if (!inline && !block) return default;
            size += one.Size;
            blockSize += one.BlockBytes;
        }
        return new StructLayout(inline ? size : 0, block && !external && InMemoryOrder(type, members), blockSize);
    }

    // Every field of the struct is a member, and they lie in memory as they are written.
    private static bool InMemoryOrder(INamedTypeSymbol type, List<Member> members)
    {
        if (type.GetAttributes().Any(one => one.AttributeClass?.Name == "StructLayoutAttribute"
                && one.ConstructorArguments.FirstOrDefault().Value is int kind && kind != 0)) return false;
        IFieldSymbol[] fields = type.GetMembers().OfType<IFieldSymbol>().Where(one => !one.IsStatic && !one.IsConst).ToArray();
        if (fields.Length != members.Count) return false;
        Array.Sort(fields, (a, b) => MemberFinder.Place(a.AssociatedSymbol ?? a, b.AssociatedSymbol ?? b));
        for (int i = 0; i < fields.Length; ++i)
        {
            ISymbol field = fields[i].AssociatedSymbol ?? fields[i];
            if (!SymbolEqualityComparer.Default.Equals(field, members[i].Symbol)) return false;
        }
        return type.DeclaringSyntaxReferences.Length == 1;
    }
}
