// SPDX-License-Identifier: MIT
//
// All that the emitter knows about one serializable type. Pure data without symbols and places in the
// source: an edit elsewhere makes an equal model, and nothing is emitted again.
namespace Fastser.Generator.Model;

/// <summary>How a member gets its value when an object is read.</summary>
internal enum Setting
{
    /// <summary>By an assignment after the object was made.</summary>
    Assign,
    /// <summary>A property with init: in the object's initializer.</summary>
    Init,
    /// <summary>The same, by the framework's access to what is not public, after the object was made.</summary>
    InitLater,
    /// <summary>A readonly field: through a reference to it.</summary>
    Readonly,
    /// <summary>A collection that the object makes: it is filled.</summary>
    Fill,
    /// <summary>Only by the constructor.</summary>
    Constructor,
}

/// <summary>How code of a class that derives from it gets at a member of a base class.</summary>
internal enum Reach
{
    /// <summary>By its name.</summary>
    Direct,
    /// <summary>By its name in the base class: the derived class has another member of that name.</summary>
    Hidden,
    /// <summary>By a method of the base class's formatter, since it is private there.</summary>
    Formatter,
    /// <summary>Not at all: only the formatter of the base class reads it, into an object that is there.</summary>
    None,
}

/// <param name="Name">The name of the field or property.</param>
/// <param name="WireName">Its name in archives.</param>
/// <param name="Type">Its type.</param>
/// <param name="Setting">How it is set.</param>
/// <param name="IsRequired">Whether a new object's initializer has to name it.</param>
/// <param name="DeclaredBy">The full name of the class that has it.</param>
/// <param name="DeclaredFormatter">The formatter of that class.</param>
/// <param name="IsOwn">Whether the type itself has it, no base class.</param>
/// <param name="IsField">Whether it is a field, so that a reference to it can be taken.</param>
/// <param name="Former">Names that it had before.</param>
/// <param name="Reach">How derived classes get at it; Formatter of an own member: they need a method for that.</param>
/// <param name="IsPlain">Whether no code of the user's runs when it is written.</param>
/// <param name="IsStored">Whether none runs when it is read from the object.</param>
internal sealed record MemberModel(
    string Name,
    string WireName,
    TypeRef Type,
    Setting Setting,
    bool IsRequired,
    string DeclaredBy,
    string DeclaredFormatter,
    bool IsOwn,
    bool IsField,
    EquatableArray<string> Former,
    Reach Reach,
    bool IsPlain,
    bool IsStored);

/// <param name="Member">The index of the member among all members, or -1: the default.</param>
/// <param name="Name">Its name.</param>
internal sealed record ParameterModel(int Member, string Name);

/// <param name="Tag">The index of the variant's alternative.</param>
/// <param name="Type">The class.</param>
internal sealed record CaseModel(int Tag, TypeRef Type);

/// <summary>The methods that are called around writing and reading, by name; "" where there is none.</summary>
internal sealed record CallbackModel(string Serializing, string Serialized, string Deserializing, string Deserialized)
{
    public static CallbackModel None { get; } = new("", "", "", "");

    public bool Any => this != None;
}

/// <param name="Self">The type, as a member would have it.</param>
/// <param name="Namespace">Its namespace, or "".</param>
/// <param name="Headers">The declarations around the formatter, outermost first, as "partial class A"; empty
/// if the formatter stands on its own.</param>
/// <param name="FormatterName">The name of the formatter's class.</param>
/// <param name="FormatterAccess">public or internal.</param>
/// <param name="TypeParameters">Of it and the types around it, as "T, U", or "".</param>
/// <param name="IsAbstract">There are no objects of it alone.</param>
/// <param name="IsSealed">No class derives from it.</param>
/// <param name="IsUnion">An abstract class or interface whose classes are named.</param>
/// <param name="Version">The class version.</param>
/// <param name="NameParts">How a generic type gets its name in archives: the name, then its parameters; else empty.</param>
/// <param name="Base">The serializable base class, or null.</param>
/// <param name="Members">All members that can be seen, those of base classes first.</param>
/// <param name="Unseen">How many members base classes of other assemblies have beside those.</param>
/// <param name="Constructor">The parameters of the constructor that is called.</param>
/// <param name="TwoPhase">Whether an object can be made before its members are read.</param>
/// <param name="Callbacks">The callbacks of this class.</param>
/// <param name="BaseHasCallbacks">Whether a base class has some.</param>
/// <param name="Cases">Of a union: the alternatives.</param>
/// <param name="IsNested">Whether a value of it can lie in a value of it.</param>
/// <param name="DeclaresMark">Whether that field is added to it.</param>
/// <param name="HasMark">Whether the class has a field that says which object it is in a graph.</param>
/// <param name="BlockBytes">A struct whose bytes in memory are its bytes in an archive if its size is this; else 0.</param>
/// <param name="SetsRequired">Whether the constructor sets all required members.</param>
/// <param name="IsReachable">Whether the whole assembly can name it.</param>
/// <param name="RegistrarDepth">Else: how many of the headers lead to the type around it that can register it; 0: none.</param>
/// <param name="RegistrarOwner">The full name of that type.</param>
internal sealed record TypeModel(
    TypeRef Self,
    string Namespace,
    EquatableArray<string> Headers,
    string FormatterName,
    string FormatterAccess,
    string TypeParameters,
    bool IsAbstract,
    bool IsSealed,
    bool IsUnion,
    uint Version,
    EquatableArray<string> NameParts,
    TypeRef? Base,
    EquatableArray<MemberModel> Members,
    int Unseen,
    EquatableArray<ParameterModel> Constructor,
    bool TwoPhase,
    CallbackModel Callbacks,
    bool BaseHasCallbacks,
    EquatableArray<CaseModel> Cases,
    bool IsNested,
    bool DeclaresMark,
    bool HasMark,
    int BlockBytes,
    bool SetsRequired,
    bool IsReachable,
    int RegistrarDepth,
    string RegistrarOwner)
{
    /// <summary>A name for its file, the same for the same type.</summary>
    public string HintName { get; } = MakeHint(Self.Name);

    /// <summary>The name of the class that registers it where the whole assembly cannot name it.</summary>
    public string RegistrarName => HintName.Replace(".Fastser.g.cs", "").Replace('.', '_') + "_FastserRegistration";

    /// <summary>A number that tells names apart which would be one as identifiers or files.</summary>
    public static string HashOf(string name)
    {
        uint hash = 2166136261;
        foreach (char c in name) hash = unchecked((hash ^ c) * 16777619);
        return hash.ToString("x8", System.Globalization.CultureInfo.InvariantCulture);
    }

    // Characters that no file may have become others, and files are found without regard to case: so the hash of
    // the name itself tells them apart.
    private static string MakeHint(string name)
    {
        var text = new System.Text.StringBuilder(name.Length);
        foreach (char c in name.Replace("global::", ""))
        {
            text.Append(char.IsLetterOrDigit(c) || c is '.' or '_' ? c : c == ' ' ? "" : "_");
        }
        return text.Append('.').Append(HashOf(name)).Append(".Fastser.g.cs").ToString();
    }
}
