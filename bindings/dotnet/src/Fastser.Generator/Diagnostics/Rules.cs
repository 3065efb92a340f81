// SPDX-License-Identifier: MIT
//
// Every complaint of the generator. A message names the class and the member and says what to do about it.
using Microsoft.CodeAnalysis;

namespace Fastser.Generator.Diagnostics;

internal static class Rules
{
    private const string Category = "Fastser";
    private const string Help = "https://github.com/libfastser/libfastser/blob/main/docs/dotnet-generator.md#";

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, Category, DiagnosticSeverity.Error, true, helpLinkUri: Help + id.ToLowerInvariant());

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, Category, DiagnosticSeverity.Warning, true, helpLinkUri: Help + id.ToLowerInvariant());

    // The type itself.
    public static readonly DiagnosticDescriptor NotPartial = Error("FS001", "A serializable type must be partial",
        "'{0}' must be partial, for the generator to add its formatter; add 'partial' to '{1}'");

    public static readonly DiagnosticDescriptor MemberType = Error("FS002", "The type of a member is not serializable",
        "'{0}.{1}' is of type '{2}', which is not serializable{3}");

    public static readonly DiagnosticDescriptor DuplicateOrder = Error("FS003", "Two members have one place",
        "'{0}.{1}' has the place {2}, which '{3}' has already; give it another number");

    public static readonly DiagnosticDescriptor DuplicateName = Error("FS004", "Two members have one name",
        "'{0}.{1}' has the name \"{2}\" in archives, which '{3}' has already; give it another one by [FastMember(Name = ...)]");

    public static readonly DiagnosticDescriptor UnionTag = Error("FS005", "The places of a union have a gap",
        "'{0}' must number its alternatives 0 to {1} without gaps; {2} is {3}");

    public static readonly DiagnosticDescriptor UnionCase = Error("FS006", "An alternative does not fit its union",
        "'{0}' names '{1}', which {2}");

    public static readonly DiagnosticDescriptor NoConstructor = Error("FS007", "No constructor makes new values",
        "'{0}' {1}; {2}");

    public static readonly DiagnosticDescriptor Lost = Warning("FS008", "A member cannot be set and is not written",
        "'{0}.{1}' has no setter and no parameter of the constructor, so its value is not written; add 'init', a parameter of its name, or [FastIgnore]");

    public static readonly DiagnosticDescriptor Endless = Error("FS009", "A value would contain itself",
        "'{0}.{1}' holds '{2}', which holds '{0}' again, and is never null, so a value would never end; make it '{3}?'");

    public static readonly DiagnosticDescriptor ConstructorCycle = Warning("FS010", "An object that a constructor makes cannot refer to itself",
        "'{0}.{1}' may refer back to the same '{0}', but its constructor creates that object only after all members are read, so such a graph cannot be read; give '{0}' members that can be set, or '{1}' [FastIgnore]");

    public static readonly DiagnosticDescriptor Static = Error("FS011", "A static member is not a member of a value",
        "'{0}.{1}' is {2}, so no value has it; remove [FastMember]");

    public static readonly DiagnosticDescriptor NotReadable = Error("FS012", "A member cannot be read or set",
        "'{0}.{1}' {2}; {3}");

    public static readonly DiagnosticDescriptor BaseNotSerializable = Warning("FS013", "Members of the base class are not written",
        "'{0}' derives from '{1}', which is not serializable, so '{2}' of it is not written; {3}");

    public static readonly DiagnosticDescriptor Option = Error("FS014", "An option does not fit the member",
        "'{0}.{1}' is of type '{2}', for which {3} has no effect; remove it");

    public static readonly DiagnosticDescriptor Callback = Error("FS015", "A callback cannot be called",
        "'{0}.{1}' {2}");

    public static readonly DiagnosticDescriptor Kind = Error("FS016", "This kind of type cannot be serializable",
        "'{0}' is {1}; {2}");

    public static readonly DiagnosticDescriptor External = Error("FS017", "An external type cannot be serialized",
        "'{0}' {1}; {2}");

    public static readonly DiagnosticDescriptor Language = Error("FS018", "The language is too old",
        "generated code needs C# 9, and this project has C# {0}; set <LangVersion>9</LangVersion> or later");

    // A warning: FormatterOf.Register may be called by hand.
    public static readonly DiagnosticDescriptor Root = Warning("FS019", "A call has no formatter for its type",
        "{0}<{1}> will find no formatter: '{2}' {3}");

    // The schema lock.
    public static readonly DiagnosticDescriptor LockStale = Warning("FS050", "The schema lock is not up to date",
        "{0}; write the lock again by 'dotnet build -p:FastserUpdateSchemaLock=true' and review its difference");

    public static readonly DiagnosticDescriptor LockType = Error("FS051", "A member can no longer be read from older archives",
        "'{0}.{1}' was '{2}' and is '{3}', so older archives cannot be read (docs/versions.md); keep the old type, or give the member another name");

    public static readonly DiagnosticDescriptor LockRename = Warning("FS052", "A member may have been renamed",
        "'{0}.{1}' is gone and '{2}' of the same type is new; if that is the same member, add [FastMember(RenamedFrom = \"{1}\")], else its value in older archives is dropped");

    public static readonly DiagnosticDescriptor LockUnion = Error("FS053", "An alternative of a union is gone",
        "'{0}' no longer names '{1}', and archives may hold it; name it again");

    public static readonly DiagnosticDescriptor LockFile = Error("FS054", "The schema lock cannot be read",
        "line {0} of the schema lock is '{1}', which cannot be read; write the file again by 'dotnet build -p:FastserUpdateSchemaLock=true'");
}
