// SPDX-License-Identifier: MIT
//
// From a type with the attribute to its model, and what is wrong with it on the way. The generator takes
// the model, the analyzer takes the findings: both see the same.
using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Fastser.Generator.Diagnostics;
using Fastser.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fastser.Generator.Frontend;

internal sealed class TypeReader
{
    private readonly INamedTypeSymbol _type;
    private readonly AttributeData? _external;
    private readonly TypeRefReader _types;
    private readonly ExternalTypes _externals;
    private readonly Compilation _compilation;
    private readonly bool _hasAccessor;
    private readonly List<Finding> _findings = new();
    private bool _broken;
    private readonly List<(string Name, string Of)> _unseen = new();
    private readonly HashSet<string> _lost = new();  // Names of members whose types cannot be serialized, as parameters have them.

    /// <summary>A reader of one type.</summary>
    public TypeReader(INamedTypeSymbol type, Compilation compilation, ExternalTypes externals, AttributeData? external = null)
    {
        _type = type;
        _external = external;
        _externals = externals;
        _compilation = compilation;
        _types = new TypeRefReader(externals);
        _hasAccessor = compilation.GetTypeByMetadataName("System.Runtime.CompilerServices.UnsafeAccessorAttribute") is not null;
    }

    public IReadOnlyList<Finding> Findings => _findings;

    private bool IsExternal => _external is not null;

    private string Name => Names.Short(_type);

    /// <summary>The model; null where no code can be made.</summary>
    public TypeModel? Read()
    {
        bool union = !IsExternal && Attributes.Has(_type, Attributes.Union);
        if (!CheckKind(union)) return null;
        CheckPartial();
        IReadOnlyList<MemberModel> members = _type.TypeKind == TypeKind.Interface ? Array.Empty<MemberModel>() : ReadMembers();
        IMethodSymbol? constructor = null;
        IReadOnlyList<ParameterModel> parameters = Array.Empty<ParameterModel>();
        if (!_type.IsAbstract || _type.IsValueType) parameters = ReadConstructor(ref members, out constructor);
        INamedTypeSymbol? baseType = SerializableBase(_type);
        CallbackModel callbacks = ReadCallbacks();
        IReadOnlyList<CaseModel> cases = union ? ReadCases() : Array.Empty<CaseModel>();
        var loops = new LoopFinder(_type, _externals);
        _findings.AddRange(loops.Find(parameters.Count != 0 || members.Any(one => one.Setting == Setting.Init)));
        bool twoPhase = parameters.Count == 0 && members.All(one => one.Setting is not (Setting.Init or Setting.Constructor));
        if (!twoPhase && !_type.IsAbstract) CheckReach(members, parameters);
        if (_broken) return null;
        TypeRef self = Self(union);
        bool alone = IsExternal || _type.TypeKind == TypeKind.Interface;
        return new TypeModel(
            self,
            IsExternal ? ExternalTypes.Space : Names.Space(_type.ContainingNamespace),
            alone ? EquatableArray<string>.Empty
                : Names.Around(_type).Reverse().Append(_type).Select(Names.Header).ToEquatable(),
            IsExternal ? Names.External(_type) : alone ? Names.Alone(_type) : Names.FormatterClass,
            alone && (IsExternal || !IsVisible(_type)) ? "internal" : "public",
            string.Join(", ", AllParameters(_type).Select(one => Names.Code(one.Name))),
            _type.IsAbstract && _type.IsReferenceType,
            _type.IsSealed,
            union,
            Version(),
            NameParts(),
            baseType is null ? null : new TypeRefReader(_externals).ReadSelf(baseType, false),
            members.ToEquatable(),
            _unseen.Count,
            parameters.ToEquatable(),
            twoPhase,
            callbacks,
            BaseHasCallbacks(baseType),
            cases.ToEquatable(),
            loops.HoldsItself,
            DeclaresMark(_type),
            _type is { TypeKind: TypeKind.Class, IsRecord: false } && (DeclaresMark(_type) || InheritsMark(_type)),
            self.BlockBytes,
            constructor is not null && constructor.GetAttributes().Any(one => one.AttributeClass?.Name == "SetsRequiredMembersAttribute"),
            Names.Around(_type).Prepend(_type).All(Names.IsOpenToAll),
            Registrar(out string owner),
            owner);
    }

    // A mark is a field: records compare all of theirs, and a class that inherits one needs no second.
    private bool DeclaresMark(INamedTypeSymbol type) =>
        !IsExternal && type is { TypeKind: TypeKind.Class, IsRecord: false } && !InheritsMark(type);

    private bool InheritsMark(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? one = type.BaseType; one is not null; one = one.BaseType)
        {
            if (Attributes.MakesFormatter(one) && one.Locations.Any(place => place.IsInSource) && !_externals.IsRefused(one)) return true;
        }
        return false;
    }

    // The innermost type around a private one that everybody can name and that can name it.
    private int Registrar(out string owner)
    {
        INamedTypeSymbol[] path = Names.Around(_type).Reverse().Append(_type).ToArray();
        int depth = 0;
        while (depth < path.Length && Names.IsOpenToAll(path[depth])) ++depth;
        bool can = depth > 0 && depth < path.Length && path.Skip(depth + 1).All(Names.IsOpenToAll);
        owner = can ? Names.Code(path[depth - 1]) : "";
        return can ? depth : 0;
    }

    private static bool IsVisible(INamedTypeSymbol type) =>
        type.DeclaredAccessibility == Accessibility.Public && Names.Around(type).All(one => one.DeclaredAccessibility == Accessibility.Public);

    private static IEnumerable<ITypeParameterSymbol> AllParameters(INamedTypeSymbol type) =>
        Names.Around(type).Reverse().Append(type).SelectMany(one => one.TypeParameters);

    private void Report(DiagnosticDescriptor rule, ISymbol at, params object[] arguments)
    {
        bool here = at.Locations.Any(one => one.IsInSource);
        Location place = here ? at.Locations.First(one => one.IsInSource)
            : (_external?.ApplicationSyntaxReference?.GetSyntax() ?? _type.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax())?.GetLocation()
                ?? Location.None;
        _findings.Add(new Finding(rule, place, arguments));
    }

    // Reported, and no code can be made.
    private void Break(DiagnosticDescriptor rule, ISymbol at, params object[] arguments)
    {
        _broken = true;
        Report(rule, at, arguments);
    }

    private bool CheckKind(bool union)
    {
        if (_type.TypeKind is TypeKind.Error) return false;
        if (_type.IsRefLikeType)
        {
            Break(Rules.Kind, _type, Name, "a ref struct, which lives on the stack", "make it a struct");
        }
        else if (Names.Around(_type).Prepend(_type).Any(one => one.IsFileLocal))
        {
            Break(Rules.Kind, _type, Name, "local to its file, so that generated code cannot name it", "remove 'file'");
        }
        else if (_type.IsStatic)
        {
            Break(Rules.Kind, _type, Name, "static, so there are no values of it", "remove [FastSerializable]");
        }
        else if (_type.TypeKind == TypeKind.Interface && !union)
        {
            Break(Rules.Kind, _type, Name, "an interface", "name the classes that its values may be by [FastUnion(0, typeof(...))]");
        }
        else if (union && !_type.IsAbstract)
        {
            Break(Rules.Kind, _type, Name, "a union, but not abstract", "make it abstract, or an interface, and name it no alternative of its own");
        }
        else if (union && AllParameters(_type).Any())
        {
            Break(Rules.Kind, _type, Name, "a union with type parameters, and an attribute cannot name classes that depend on those",
                "remove the parameters, or write a union without them for each type that is used");
        }
        else if (_type.TypeKind is not (TypeKind.Class or TypeKind.Struct or TypeKind.Interface))
        {
            Break(Rules.Kind, _type, Name, "no class, struct or interface", "remove the attribute");
        }
        else if (AllParameters(_type).Any(one => one.Name == Names.FormatterClass))
        {
            Break(Rules.Kind, _type, Name, "generic with a parameter '" + Names.FormatterClass + "', which is the name of its formatter", "rename the parameter");
        }
        else if (_type.GetAttributes().Any(one => one.AttributeClass?.Name == "InlineArrayAttribute"))
        {
            Break(Rules.Kind, _type, Name, "an inline array", "use an array, or members of their own");
        }
        return !_broken;
    }

    private void CheckPartial()
    {
        if (IsExternal || _type.TypeKind == TypeKind.Interface) return;
        foreach (INamedTypeSymbol one in Names.Around(_type).Prepend(_type))
        {
            bool partial = one.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is TypeDeclarationSyntax syntax
                && syntax.Modifiers.Any(modifier => modifier.ValueText == "partial"));
            if (!partial) Break(Rules.NotPartial, one, Name, Names.Short(one));
        }
    }

    private INamedTypeSymbol? SerializableBase(INamedTypeSymbol type)
    {
        if (!type.IsReferenceType) return null;
        for (INamedTypeSymbol? one = type.BaseType; one is not null; one = one.BaseType)
        {
            if (HasFormatter(one) && !_externals.IsRefused(one)) return one;
        }
        return null;
    }

    // Whether it has one, or should have one.
    private bool HasFormatter(INamedTypeSymbol type) => Attributes.MakesFormatter(type) || _externals.Formatter(type) is not null;

    private bool HasRefusedBase()
    {
        for (INamedTypeSymbol? one = _type.BaseType; one is not null; one = one.BaseType)
        {
            if (HasFormatter(one) && _externals.IsRefused(one)) return true;
        }
        return false;
    }

    private uint Version()
    {
        AttributeData? attribute = _external ?? Attributes.Find(_type, Attributes.Serializable);
        return attribute is not null && Attributes.Named(attribute, "Version") is uint version ? version : 0;
    }

    private TypeRef Self(bool union)
    {
        TypeRef self = new TypeRefReader(_externals).ReadSelf(_type, union);
        return _external is not null && Attributes.Named(_external, "Name") is string { Length: > 0 } name ? self with { WireName = name } : self;
    }

    // A generic type learns its name when it is closed.
    private EquatableArray<string> NameParts()
    {
        if (_type.TypeParameters.Length == 0 || IsExternal) return EquatableArray<string>.Empty;
        string wire = Names.Wire(_type);
        return _type.TypeParameters.Select(one => Names.Code(one.Name)).Prepend(wire.Substring(0, wire.IndexOf('<'))).ToEquatable();
    }

    // ---- members

    private IReadOnlyList<MemberModel> ReadMembers()
    {
        var result = new List<MemberModel>();
        INamedTypeSymbol? baseType = SerializableBase(_type);
        if (baseType is not null) ReadBaseMembers(baseType, result);
        CheckBasesBetween(baseType);
        List<Member> own = MemberFinder.Of(_type, IsExternal).ToList();
        CheckLost(own);
        CheckStatic();
        CheckNames(own);
        foreach (Member member in own)
        {
            if (ReadMember(member, _type, true) is { } one) result.Add(one);
        }
        return result;
    }

    private void ReadBaseMembers(INamedTypeSymbol type, List<MemberModel> result)
    {
        if (SerializableBase(type) is { } further) ReadBaseMembers(further, result);
        bool external = _externals.Formatter(type) is not null;
        foreach (Member member in MemberFinder.Of(type, external))
        {
            if (ReadMember(member, type, false) is { } one) result.Add(one);
        }
        if (external || MemberList.Of(type) is not { } listed) return;
        _unseen.AddRange(listed.Where(one => MemberList.Find(type, one.Name) is null).Select(one => (one.Name, Names.Short(type))));
    }

    private MemberModel? ReadMember(Member member, INamedTypeSymbol of, bool own)
    {
        TypeRef type = _types.Read(member.Type, member.Options);
        if (type.Kind == Kind.Unknown)
        {
            _lost.Add(MemberFinder.Plain(member.Symbol.Name));
            if (own && _types.Culprit is { TypeKind: not TypeKind.Error } culprit)
            {
                string remedy = _types.Remedy.Length == 0 ? "; add [FastIgnore] to the member" : _types.Remedy;
                Report(Rules.MemberType, member.Symbol, Name, member.Symbol.Name, Names.Short(culprit), remedy);
            }
            return null;
        }
        if (own && (member.Options.Varint || member.Options.Share) && !_types.OptionUsed)
        {
            Report(Rules.Option, member.Symbol, Name, member.Symbol.Name, Names.Short(member.Type), member.Options.Varint ? "Varint" : "Share");
        }
        Setting setting = SettingOf(member.Symbol, of, own);
        return new MemberModel(Names.Code(member.Symbol.Name), member.WireName, type, setting, IsRequired(member.Symbol), Names.Code(of),
            _externals.Formatter(of) ?? Names.Formatter(of), own,
            member.Symbol is IFieldSymbol, member.Former.ToEquatable(), own ? OwnReach(member, setting) : ReachOf(member, of, setting),
            !IsExternal && MemberFinder.IsPlain(member.Symbol) && IsPlain(type), MemberFinder.IsStored(member.Symbol));
    }

    // Whether what a member holds is written without code of the user's, but for that of types with formatters of
    // their own, which say so themselves.
    private static bool IsPlain(TypeRef type) => type.Kind switch
    {
        >= Kind.Bool and <= Kind.Enum or Kind.String or Kind.Record or Kind.Union => true,
        Kind.Nullable => IsPlain(type.Args[0]),
        Kind.Data => type.Form == "Array",
        Kind.List => type.Form is "Array" or "List" && IsPlain(type.Args[0]),
        Kind.Map => type.Form == "Dictionary" && IsPlain(type.Args[0]) && IsPlain(type.Args[1]),
        _ => false,
    };

    // Whether classes that derive from this one need a method to set the member, or to get what is filled.
    private Reach OwnReach(Member member, Setting setting) =>
        !IsExternal && !_type.IsSealed && _type.IsReferenceType && setting is not (Setting.Init or Setting.Constructor)
            && Touched(member.Symbol, setting).DeclaredAccessibility == Accessibility.Private
            && _compilation.IsSymbolAccessibleWithin(member.Type, _compilation.Assembly) ? Reach.Formatter : Reach.Direct;

    private Reach ReachOf(Member member, INamedTypeSymbol of, Setting setting)
    {
        if (setting == Setting.Constructor) return Reach.Direct;
        // What another assembly can set with a setter that this one cannot see.
        if (setting == Setting.Assign && member.Symbol is IPropertySymbol { SetMethod: null }) return Reach.None;
        if (!_compilation.IsSymbolAccessibleWithin(member.Type, _type)) return Reach.None;
        if (!_compilation.IsSymbolAccessibleWithin(Touched(member.Symbol, setting), _type))
        {
            bool here = SymbolEqualityComparer.Default.Equals(of.ContainingAssembly, _compilation.Assembly) && _externals.Formatter(of) is null;
            return here && setting != Setting.Init && _compilation.IsSymbolAccessibleWithin(member.Type, _compilation.Assembly) ? Reach.Formatter : Reach.None;
        }
        for (INamedTypeSymbol? one = _type; one is not null && !SymbolEqualityComparer.Default.Equals(one, of); one = one.BaseType)
        {
            if (one.GetMembers(member.Symbol.Name).Any(other => !other.IsOverride)) return Reach.Hidden;
        }
        return Reach.Direct;
    }

    // What code that sets a member uses of it.
    private static ISymbol Touched(ISymbol symbol, Setting setting) =>
        symbol is not IPropertySymbol property ? symbol : (setting == Setting.Fill ? property.GetMethod : property.SetMethod) ?? (ISymbol)property;

    // An object that its constructor makes gets all its members here, those of base classes, too.
    private void CheckReach(IReadOnlyList<MemberModel> members, IReadOnlyList<ParameterModel> parameters)
    {
        string remedy = "give '" + Name + "' a constructor without parameters and members that can be set later, or make the member protected or public";
        for (int i = 0; i < members.Count; ++i)
        {
            MemberModel one = members[i];
            if (one.Reach != Reach.None || one.IsOwn || parameters.Any(parameter => parameter.Member == i)) continue;
            Break(Rules.NotReadable, _type, Name, one.Name, "can only be set by its class '" + one.DeclaredBy.Replace("global::", "") + "'", remedy);
        }
        foreach ((string name, string of) in _unseen) Break(Rules.NotReadable, _type, Name, name, "can only be set by its class '" + of + "'", remedy);
    }

    private Setting SettingOf(ISymbol symbol, INamedTypeSymbol of, bool own)
    {
        if (symbol is IFieldSymbol field) return field.IsReadOnly ? Setting.Readonly : Setting.Assign;
        var property = (IPropertySymbol)symbol;
        if (property.SetMethod is not { } set)
        {
            // One that this assembly cannot see, if the class is of another.
            bool hidden = !own && MemberList.Of(of)?.FirstOrDefault(one => one.Name == symbol.Name).Setting is Setting.Assign or Setting.InitLater;
            return hidden ? Setting.Assign : MemberFinder.CanBeFilled(property.Type) ? Setting.Fill : Setting.Constructor;
        }
        if (!set.IsInitOnly) return Setting.Assign;
        return _hasAccessor && !of.IsGenericType && of.ContainingType is not { IsGenericType: true } && !IsExternal ? Setting.InitLater : Setting.Init;
    }

    private static bool IsRequired(ISymbol symbol) =>
        symbol is IFieldSymbol { IsRequired: true } or IPropertySymbol { IsRequired: true };

    // Between a class and its serializable base there may be classes whose members nobody writes.
    private void CheckBasesBetween(INamedTypeSymbol? until)
    {
        if (!_type.IsReferenceType) return;
        for (INamedTypeSymbol? one = _type.BaseType; one is not null; one = one.BaseType)
        {
            if (SymbolEqualityComparer.Default.Equals(one, until) || one.SpecialType == SpecialType.System_Object) return;
            if (HasFormatter(one)) continue;  // One that is refused.
            Member? lost = MemberFinder.Of(one, IsExternal).FirstOrDefault();
            if (lost is null) continue;
            string remedy = !IsExternal && one.Locations.Any(place => place.IsInSource)
                ? "add [FastSerializable] to '" + Names.Short(one) + "', or [FastIgnore] to the member"
                : "add [assembly: FastSerializableExternal(typeof(" + Names.Short(one) + "))]";
            Report(Rules.BaseNotSerializable, _type, Name, Names.Short(one), lost.Symbol.Name, remedy);
        }
    }

    private void CheckLost(List<Member> members)
    {
        var known = new HashSet<ISymbol>(members.Select(one => one.Symbol), SymbolEqualityComparer.Default);
        foreach (ISymbol one in MemberFinder.Candidates(_type, IsExternal))
        {
            if (known.Contains(one) || IsExternal) continue;
            if (Attributes.Has(one, Attributes.Member))
            {
                Report(Rules.NotReadable, one, Name, one.Name, "has no setter and no parameter of the constructor",
                    "add 'init' or a parameter of its name, or remove [FastMember]");
            }
            else if (one is IPropertySymbol)
            {
                Report(Rules.Lost, one, Name, one.Name);
            }
        }
    }

    private void CheckStatic()
    {
        foreach (ISymbol one in _type.GetMembers())
        {
            if (one is not (IFieldSymbol or IPropertySymbol) || !Attributes.Has(one, Attributes.Member)) continue;
            if (one is IFieldSymbol { IsConst: true }) Report(Rules.Static, one, Name, one.Name, "a constant");
            else if (one.IsStatic) Report(Rules.Static, one, Name, one.Name, "static");
            else if (one is IPropertySymbol { IsIndexer: true }) Report(Rules.NotReadable, one, Name, "this[]", "is an indexer", "remove [FastMember]");
            else if (!one.CanBeReferencedByName)
            {
                Report(Rules.NotReadable, one, Name, one.Name, "implements an interface explicitly, so that it has no name of its own",
                    "remove [FastMember], and add it to a field that the property keeps its value in");
            }
            else if (one is IPropertySymbol { GetMethod: null })
            {
                Report(Rules.NotReadable, one, Name, one.Name, "has no getter", "add one, or remove [FastMember]");
            }
        }
    }

    private void CheckNames(List<Member> members)
    {
        var orders = new Dictionary<int, Member>();
        var names = new Dictionary<string, Member>();
        foreach (Member member in members)
        {
            if (member.Order >= 0)
            {
                if (orders.TryGetValue(member.Order, out Member? first))
                {
                    Report(Rules.DuplicateOrder, member.Symbol, Name, member.Symbol.Name, member.Order, first.Symbol.Name);
                }
                else orders.Add(member.Order, member);
            }
            if (names.TryGetValue(member.WireName, out Member? other))
            {
                Break(Rules.DuplicateName, member.Symbol, Name, member.Symbol.Name, member.WireName, other.Symbol.Name);
            }
            else names.Add(member.WireName, member);
        }
    }

    // ---- making values

    private IReadOnlyList<ParameterModel> ReadConstructor(ref IReadOnlyList<MemberModel> members, out IMethodSymbol? constructor)
    {
        constructor = ConstructorFinder.Choose(_type, IsExternal);
        if (constructor is null && !_type.IsValueType)
        {
            Break(Rules.NoConstructor, _type, Name, "has several constructors and none without parameters",
                IsExternal ? "write a type of your own for it" : "mark one of them with [FastConstructor]");
            return Array.Empty<ParameterModel>();
        }
        CheckMarkedConstructors();
        var result = new List<ParameterModel>();
        MemberModel[] all = members.ToArray();
        foreach (IParameterSymbol parameter in constructor?.Parameters ?? ImmutableArray<IParameterSymbol>.Empty)
        {
            int index = FindMember(all, parameter);
            if (index < 0 && !parameter.HasExplicitDefaultValue)
            {
                if (_lost.Contains(MemberFinder.Plain(parameter.Name)) || HasRefusedBase())
                {
                    result.Add(new ParameterModel(-1, Names.Code(parameter.Name)));  // What is wrong is said already.
                    continue;
                }
                Break(Rules.NoConstructor, constructor!.Locations.Any(one => one.IsInSource) ? constructor : _type, Name,
                    "has a constructor whose parameter '" + parameter.Name + "' is no member",
                    "name a member like it and give it the same type, or mark another constructor with [FastConstructor]");
                continue;
            }
            if (index < 0) continue;
            all[index] = all[index] with { Setting = Setting.Constructor };
            result.Add(new ParameterModel(index, Names.Code(parameter.Name)));
        }
        foreach (MemberModel one in all)
        {
            if (one.Setting == Setting.Constructor && !result.Any(parameter => parameter.Member >= 0 && all[parameter.Member] == one))
            {
                Break(Rules.NotReadable, _type, Name, one.Name, "is set by a constructor of '" + one.DeclaredBy.Replace("global::", "") + "' only",
                    "give '" + Name + "' a constructor with a parameter of its name");
            }
        }
        members = all;
        return result;
    }

    private int FindMember(MemberModel[] members, IParameterSymbol parameter)
    {
        string type = Names.Code(parameter.Type), name = MemberFinder.Plain(parameter.Name);
        for (int i = members.Length - 1; i >= 0; --i)
        {
            if (MemberFinder.Plain(members[i].Name.TrimStart('@')) == name && members[i].Type.Name == type) return i;
        }
        return -1;
    }

    private void CheckMarkedConstructors()
    {
        foreach (IMethodSymbol one in _type.InstanceConstructors.Where(one => Attributes.Has(one, Attributes.Constructor)).Skip(1))
        {
            Report(Rules.NoConstructor, one, Name, "has two constructors with [FastConstructor]", "leave it at one of them");
        }
    }

    // ---- callbacks

    private CallbackModel ReadCallbacks()
    {
        string serializing = "", serialized = "", deserializing = "", deserialized = "";
        foreach (IMethodSymbol method in _type.GetMembers().OfType<IMethodSymbol>())
        {
            foreach (AttributeData attribute in method.GetAttributes())
            {
                bool before = Attributes.Is(attribute, Attributes.OnSerializing), after = Attributes.Is(attribute, Attributes.OnSerialized);
                bool making = Attributes.Is(attribute, Attributes.OnDeserializing), made = Attributes.Is(attribute, Attributes.OnDeserialized);
                if (!(before || after || making || made)) continue;
                if (method.IsStatic || method.Parameters.Length != 0 || !method.ReturnsVoid || method.IsGenericMethod)
                {
                    Break(Rules.Callback, method, Name, method.Name,
                        "is called without arguments and its result is dropped; make it an instance method without parameters that returns void");
                    continue;
                }
                if (IsCalledByBase(method, attribute.AttributeClass!)) continue;
                ref string name = ref before ? ref serializing : ref after ? ref serialized : ref making ? ref deserializing : ref deserialized;
                if (name.Length != 0)
                {
                    Break(Rules.Callback, method, Name, method.Name, "has the same attribute as '" + name.TrimStart('@')
                        + "', and a class has one such method; call it from there, and remove the attribute");
                }
                name = Names.Code(method.Name);
            }
        }
        return new CallbackModel(serializing, serialized, deserializing, deserialized);
    }

    // A base class that calls its own virtual method calls what overrides it.
    private static bool IsCalledByBase(IMethodSymbol method, INamedTypeSymbol attribute)
    {
        for (IMethodSymbol? one = method.OverriddenMethod; one is not null; one = one.OverriddenMethod)
        {
            if (Attributes.MakesFormatter(one.ContainingType)
                && one.GetAttributes().Any(other => SymbolEqualityComparer.Default.Equals(other.AttributeClass, attribute))) return true;
        }
        return false;
    }

    private bool BaseHasCallbacks(INamedTypeSymbol? type)
    {
        for (; type is not null; type = SerializableBase(type))
        {
            if (type.GetMembers().OfType<IMethodSymbol>().Any(Attributes.IsCallback)) return true;
        }
        return false;
    }

    // ---- unions

    private IReadOnlyList<CaseModel> ReadCases()
    {
        var cases = new List<CaseModel>();
        var seen = new Dictionary<int, INamedTypeSymbol>();
        foreach (AttributeData attribute in Attributes.All(_type, Attributes.Union))
        {
            if (attribute.ConstructorArguments.Length != 2) continue;
            if (attribute.ConstructorArguments[0].Value is not int tag) continue;
            if (attribute.ConstructorArguments[1].Value is not INamedTypeSymbol type || type.TypeKind == TypeKind.Error) continue;
            if (seen.TryGetValue(tag, out INamedTypeSymbol? other))
            {
                Break(Rules.UnionTag, _type, Name, seen.Count, tag, "both '" + Names.Short(other) + "' and '" + Names.Short(type) + "'");
                continue;
            }
            seen.Add(tag, type);
            if (CheckCase(type) && !_externals.IsRefused(type)) cases.Add(new CaseModel(tag, new TypeRefReader(_externals).ReadSelf(type, false)));
        }
        for (int tag = 0; tag < seen.Count; ++tag)
        {
            if (seen.ContainsKey(tag)) continue;
            Break(Rules.UnionTag, _type, Name, seen.Count - 1, tag, "missing");
            break;
        }
        if (seen.Values.Distinct(SymbolEqualityComparer.Default).Count() != seen.Count)
        {
            Break(Rules.UnionCase, _type, Name, Names.Short(seen.Values.GroupBy(one => one, SymbolEqualityComparer.Default)
                .First(one => one.Count() > 1).First()), "is there twice; remove one of them");
        }
        _broken |= cases.Count == 0;
        return cases.OrderBy(one => one.Tag).ToList();
    }

    private bool CheckCase(INamedTypeSymbol type)
    {
        string? problem =
            type.IsUnboundGenericType ? "is an open generic type; close it, or name the closed ones"
            : !Derives(type) ? "does not derive from it; derive it, or remove the alternative"
            : type.IsValueType ? "is a struct; an alternative is a class"
            : type.IsAbstract ? "is abstract; name the classes that derive from it"
            : !HasFormatter(type) ? "is not serializable; add [FastSerializable] to it"
            : null;
        if (problem is not null) Break(Rules.UnionCase, _type, Name, Names.Short(type), problem);
        return problem is null;
    }

    private bool Derives(INamedTypeSymbol type)
    {
        if (_type.TypeKind == TypeKind.Interface) return type.AllInterfaces.Any(one => SymbolEqualityComparer.Default.Equals(one, _type));
        for (INamedTypeSymbol? one = type.BaseType; one is not null; one = one.BaseType)
        {
            if (SymbolEqualityComparer.Default.Equals(one, _type)) return true;
        }
        return false;
    }
}
