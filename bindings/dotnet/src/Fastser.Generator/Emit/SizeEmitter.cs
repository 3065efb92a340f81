// SPDX-License-Identifier: MIT
//
// FormatterEmitter: how many bytes a value takes, for types with a large member whose size is known at
// once (an array of numbers, bytes): then an archive of it is written where it stays.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private void SizeAtOnce()
    {
        if (_model.Base is not null || !Own.Any(one => IsBulk(one.Type)) || !Own.All(one => HasSize(one.Type))) return;
        using (_code.Open($"public override long SizeAtOnce({Type} v)"))
        {
            if (IsClass) _code.Line("if (v is null) return -1;");
            var terms = new List<string> { Own.Sum(one => Fixed.IsInline(one.Type) ? one.Type.Size : IsText(one.Type) && one.Type.MayBeNull ? 1 : 0) + "L" };
            foreach (MemberModel member in Own.Where(one => IsText(one.Type)))
            {
                terms.Add($"{Lib.Runtime}Generated.SizeOf(v.{member.Name})");
            }
            int sizes = 0;
            foreach (MemberModel member in Own.Where(one => IsBulk(one.Type)))
            {
                string size = "s" + sizes++;
                _code.Line($"long {size} = {_formats.Field(member.Type)}.SizeAtOnce(v.{member.Name});");
                _code.Line($"if ({size} < 0) return -1;");
                terms.Add(size);
            }
            _code.Line($"return {string.Join(" + ", terms)};");
        }
        _code.Line();
    }

    private static bool HasSize(TypeRef type) => Fixed.IsInline(type) || IsText(type) || IsBulk(type);

    private static bool IsBulk(TypeRef type) => !type.Share && !type.Varint && (type.Kind switch
    {
        Kind.Data => type.Form == "Array",
        Kind.List => type.Form is "Array" or "List" or "Memory" or "ReadOnlyMemory" or "ArraySegment" && type.Args[0].IsBlock,
        _ => false,
    });
}
