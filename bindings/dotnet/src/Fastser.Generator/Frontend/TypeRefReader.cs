// SPDX-License-Identifier: MIT
//
// From the type of a member to what it is in an archive. What cannot be in one is Kind.Unknown, and the
// reader says which type is to blame and what helps.
//
// Invariant: what comes out is equal for equal types, whatever compilation they come from.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Frontend;

/// <summary>What a member says about its type.</summary>
internal readonly record struct TypeOptions(bool Varint, bool Share);

internal sealed class TypeRefReader
{
    private const string OldLibrary = " with the library for .NET Standard 2.0: it needs .NET 8 or later; use another type" + OrLeaveOut;
    private const string LeaveOut = "; add [FastIgnore] to the member", OrLeaveOut = ", or [FastIgnore] to the member";
    private const int MaxNesting = 60; // A type expression nests at most 64 deep.
    private readonly ExternalTypes _externals;
    private readonly Dictionary<INamedTypeSymbol, StructLayout> _layouts = new(SymbolEqualityComparer.Default);

    public TypeRefReader(ExternalTypes externals) => _externals = externals;

    /// <summary>The type that cannot be serialized, after a call that returned Kind.Unknown; null where it is one
    /// that is refused itself, which is said there.</summary>
    public ITypeSymbol? Culprit { get; private set; }

    /// <summary>What helps, as the end of a sentence.</summary>
    public string Remedy { get; private set; } = "";

    /// <summary>The same where the type is no member's.</summary>
    public string RemedyOfRoot => Remedy.Replace(OrLeaveOut, "").Replace(LeaveOut, "");

    /// <summary>Whether a varint or shared option met a value that it fits.</summary>
    public bool OptionUsed { get; private set; }

    /// <summary>What a type is where null counts as its annotation says.</summary>
    public TypeRef Read(ITypeSymbol type, TypeOptions options = default)
    {
        Culprit = null;
        Remedy = "";
        OptionUsed = false;
        return Read(type, type.NullableAnnotation, options, 0);
    }

    private TypeRef Fail(ITypeSymbol type, string remedy)
    {
        Culprit ??= type;
        if (Remedy.Length == 0) Remedy = remedy;
        return new TypeRef(Kind.Unknown, Names.Code(type), type.IsReferenceType);
    }

    private TypeRef Read(ITypeSymbol type, NullableAnnotation annotation, TypeOptions options, int depth)
    {
        if (depth > MaxNesting) return Fail(type, "; types nest at most 64 deep in an archive");
        TypeRef result = ReadNotNull(type, options, depth);
        if (result.Kind == Kind.Unknown) return result;
        bool open = result.Kind == Kind.Parameter && !type.IsValueType;
        if ((result.IsReference || open) && annotation != NullableAnnotation.NotAnnotated)
        {
            result = result with { MayBeNull = true };
        }
        // A value's own null is its type's: those that have no null in archives.
        return result;
    }

    private TypeRef ReadNotNull(ITypeSymbol type, TypeOptions options, int depth)
    {
        string name = Names.Code(type);
        if (WellKnown.IsSpecial(type.SpecialType, out Kind kind, out int size)) return Special(type, kind, size, name, options);
        switch (type)
        {
            case ITypeParameterSymbol parameter:
                return new TypeRef(Kind.Parameter, name, !parameter.IsValueType, Formatter: name);
            case IArrayTypeSymbol array:
                return Array(array, name, options, depth);
            case IPointerTypeSymbol or IFunctionPointerTypeSymbol:
                return Fail(type, ": an address means nothing to another process" + LeaveOut);
            case IDynamicTypeSymbol:
                return Fail(type, ": use 'object'");
            case INamedTypeSymbol named:
                return Named(named, name, options, depth);
            default:
                return Fail(type, "");
        }
    }

    private TypeRef Special(ITypeSymbol type, Kind kind, int size, string name, TypeOptions options)
    {
        bool wide = kind is Kind.I16 or Kind.U16 or Kind.I32 or Kind.U32 or Kind.I64 or Kind.U64;
        bool varint = options.Varint && wide;
        bool share = options.Share && kind == Kind.String;
        OptionUsed |= varint || share;
        return new TypeRef(kind, name, type.IsReferenceType, Size: size, IsBlock: WellKnown.IsBlock(kind) && !varint,
            Varint: varint, Share: share);
    }

    private TypeRef Array(IArrayTypeSymbol array, string name, TypeOptions options, int depth)
    {
        if (array.Rank == 1 && array.ElementType.SpecialType == SpecialType.System_Byte) return Data(name, "Array", true, options);
        if (array.Rank > 4) return Fail(array, "; an array has at most 4 dimensions");
        TypeRef element = Read(array.ElementType, array.ElementNullableAnnotation, options, depth + 1);
        if (element.Kind == Kind.Unknown) return element;
        return array.Rank == 1
            ? new TypeRef(Kind.List, name, true, Args: One(element), Form: "Array")
            : new TypeRef(Kind.Grid, name, true, Args: One(element), Form: "Array", Rank: array.Rank);
    }

    private TypeRef Data(string name, string form, bool isReference, TypeOptions options)
    {
        bool share = options.Share && form == "Array";
        OptionUsed |= share;
        return new TypeRef(Kind.Data, name, isReference, Form: form, Share: share);
    }

    private TypeRef Named(INamedTypeSymbol type, string name, TypeOptions options, int depth)
    {
        if (type.TypeKind == TypeKind.Error) return Fail(type, "");
        if (type.IsRefLikeType) return Fail(type, ": a ref struct lives on the stack; use an array or Memory<T>");
        if (type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
        {
            TypeRef inner = Read(type.TypeArguments[0], NullableAnnotation.NotAnnotated, options, depth + 1);
            return inner.Kind == Kind.Unknown ? inner : new TypeRef(Kind.Nullable, name, Args: One(inner));
        }
        if (type.TypeKind == TypeKind.Enum)
        {
            WellKnown.IsSpecial(type.EnumUnderlyingType!.SpecialType, out Kind underlying, out int size);
            bool varint = options.Varint && size > 1 && depth == 0;
            OptionUsed |= varint;
            return new TypeRef(Kind.Enum, name, WireName: Names.Wire(type), Underlying: underlying, Size: size,
                IsBlock: underlying != Kind.Bool && !varint, Varint: varint, IsHidden: IsHidden(type));
        }
        if (type.TypeKind == TypeKind.Delegate) return Fail(type, ": code is no data" + LeaveOut);
        // The generator's own types first: a user may have told it about any type.
        if (_externals.Formatter(type) is { } external) return Generated(type, name, external, depth);
        if (Attributes.MakesFormatter(type)) return Generated(type, name, Names.Formatter(type), depth);
        if (WellKnown.IsSimple(type, out var known))
        {
            if (_externals.Lacks(known.Kind)) return Fail(type, OldLibrary);
            OptionUsed |= options.Share && known.Kind is Kind.StringBuilder or Kind.Uri;
            return new TypeRef(known.Kind, name, type.IsReferenceType, Size: known.Size, IsBlock: known.IsBlock);
        }
        if (WellKnown.IsCollection(type, out Kind kind))
        {
            return _externals.Lacks(kind, type.Name) ? Fail(type, OldLibrary) : Collection(type, kind, name, options, depth);
        }
        if (type.SpecialType != SpecialType.None || type.ContainingNamespace is { Name: "System", ContainingNamespace.IsGlobalNamespace: true })
        {
            return Fail(type, "; use another type" + OrLeaveOut);
        }
        if (type.IsAnonymousType) return Fail(type, ": it has no name; use a class, a record or a tuple");
        bool here = type.Locations.Any(one => one.IsInSource);
        return Fail(type, here
            ? "; add [FastSerializable] to '" + Names.Short(type) + "'" + OrLeaveOut
            : "; add [assembly: FastSerializableExternal(typeof(" + Names.Short(type) + "))]" + OrLeaveOut);
    }

    private TypeRef Collection(INamedTypeSymbol type, Kind kind, string name, TypeOptions options, int depth)
    {
        string form = type.Name;
        if (form is "Memory" or "ReadOnlyMemory" or "ArraySegment" or "ImmutableArray"
            && type.TypeArguments[0].SpecialType == SpecialType.System_Byte) return Data(name, form, false, options);
        var arguments = new List<TypeRef>();
        for (int i = 0; i < type.TypeArguments.Length; ++i)
        {
            ITypeSymbol argument = type.TypeArguments[i];
            TypeRef one = Read(argument, type.TypeArgumentNullableAnnotations[i], options, depth + 1);
            if (one.Kind == Kind.Unknown) return one;
            // A key is never null: the dictionaries of the framework refuse it.
            if (kind == Kind.Map && i == 0) one = one.NotNull;
            arguments.Add(one);
        }
        return new TypeRef(kind, name, type.IsReferenceType, Args: arguments.ToEquatable(), Form: form);
    }

    /// <summary>A type with a formatter of the generator's.</summary>
    private TypeRef Generated(INamedTypeSymbol type, string name, string formatter, int depth)
    {
        if (_externals.IsRefused(type)) return new TypeRef(Kind.Unknown, name, type.IsReferenceType);
        var arguments = new List<TypeRef>();
        foreach (ITypeSymbol argument in AllArguments(type))
        {
            TypeRef one = Read(argument, NullableAnnotation.NotAnnotated, default, depth + 1);
            if (one.Kind == Kind.Unknown) return one;
            arguments.Add(one);
        }
        bool union = Attributes.Has(type.OriginalDefinition, Attributes.Union);
        if (!union && type.IsReferenceType && type.IsAbstract)
        {
            return Fail(type, ", for it is abstract; name the classes that it may be at it by [FastUnion(0, typeof(...))]");
        }
        StructLayout layout = type.IsValueType && arguments.Count == 0 ? Layout(type, depth) : default;
        return new TypeRef(union ? Kind.Union : Kind.Record, name, type.IsReferenceType, Args: arguments.ToEquatable(),
            Form: type.IsReferenceType ? "Class" : "Struct", Formatter: formatter, WireName: Names.Wire(type),
            Size: layout.Size, IsBlock: layout.IsBlock, IsHidden: IsHidden(type), StructBytes: layout.BlockSize);
    }

    private static bool IsHidden(INamedTypeSymbol type) => !Names.Around(type).Prepend(type).All(one => Names.IsOpenToAll(one) && !one.IsFileLocal);

    private static IEnumerable<ITypeSymbol> AllArguments(INamedTypeSymbol type)
    {
        IEnumerable<ITypeSymbol> own = type.TypeArguments;
        return type.ContainingType is { } around ? AllArguments(around).Concat(own) : own;
    }

    /// <summary>The bytes of a struct whose members all have a fixed width; only of structs whose private
    /// members can be seen: those of other assemblies may have more than meets the eye.</summary>
    private StructLayout Layout(INamedTypeSymbol type, int depth)
    {
        bool external = _externals.Formatter(type) is not null;
        if (!external && !type.Locations.Any(one => one.IsInSource)) return default;
        if (_layouts.TryGetValue(type, out StructLayout known)) return known;
        _layouts[type] = default; // What holds itself has no fixed width.
        (ITypeSymbol? culprit, string remedy, bool used) = (Culprit, Remedy, OptionUsed);
        StructLayout result = StructLayout.Of(type, external, (member, options) =>
            Read(member, NullableAnnotation.NotAnnotated, options, depth + 1));
        (Culprit, Remedy, OptionUsed) = (culprit, remedy, used);
        return _layouts[type] = result;
    }

    /// <summary>A type that has the attribute, as itself.</summary>
    public TypeRef ReadSelf(INamedTypeSymbol type, bool union)
    {
        StructLayout layout = type.IsValueType && type.TypeParameters.Length == 0 ? Layout(type, 0) : default;
        return new TypeRef(union ? Kind.Union : Kind.Record, Names.Code(type), type.IsReferenceType,
            Form: type.IsReferenceType ? "Class" : "Struct", Formatter: _externals.Formatter(type) ?? Names.Formatter(type),
            WireName: Names.Wire(type), Size: layout.Size, IsBlock: layout.IsBlock, StructBytes: layout.BlockSize);
    }

    private static EquatableArray<TypeRef> One(TypeRef type) => new[] { type }.ToEquatable();
}
