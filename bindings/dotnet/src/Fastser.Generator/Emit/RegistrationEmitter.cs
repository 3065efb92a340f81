// SPDX-License-Identifier: MIT
//
// One method of the assembly that runs when it is loaded and registers the formatters of all types that
// were found: those made here, and the collections and closed generic types that members and calls name.
using System.Collections.Generic;
using System.Linq;
using Fastser.Generator.Model;

namespace Fastser.Generator.Emit;

internal static class RegistrationEmitter
{
    /// <summary>The source that registers types.</summary>
    public static string Emit(EquatableArray<string> statements, ProjectModel project)
    {
        var code = new Code();
        Lib.Head(code);
        code.Line();
        using (code.Open("namespace Fastser.Generated"))
        {
            code.Line(Lib.Hidden).Line(Lib.Generated).Line(Lib.Obsolete);
            using (code.Open("internal static class FastserRegistration"))
            {
                code.Line("[global::System.Runtime.CompilerServices.ModuleInitializer]");
                using (code.Open("internal static void Register()"))
                {
                    foreach (string one in statements) code.Line(one);
                }
            }
        }
        if (!project.HasModuleInitializer) Polyfill(code);
        return code.ToString();
    }

    /// <summary>The statements that register all closed types, each once.</summary>
    public static EquatableArray<string> Find(IEnumerable<TypeModel> types, IEnumerable<TypeRef> roots)
    {
        var seen = new HashSet<string>();
        var result = new List<string>();
        void Add(TypeRef type)
        {
            if (!Roots.IsOpen(type) && seen.Add(type.Name)) result.Add(Statement(type));
        }
        List<TypeModel> all = types.ToList();
        foreach (TypeModel model in all)
        {
            if (model.IsReachable) Members(model, false).ForEach(Add);
            else if (model.RegistrarDepth > 0 && model.TypeParameters.Length == 0) result.Add($"{model.RegistrarOwner}.{model.RegistrarName}.Register();");
        }
        foreach (TypeModel model in all.Where(one => one.IsReachable))
        {
            Members(model, true).Where(one => !Roots.IsHidden(one)).ToList().ForEach(Add);
            result.AddRange(ByFormatter(model));
        }
        foreach (TypeRef one in roots.SelectMany(Roots.Closed)) Add(one);
        return result.ToEquatable();
    }

    /// <summary>The statements for one type and what its members are.</summary>
    public static IEnumerable<string> StatementsOf(TypeModel model) =>
        Members(model, false).Concat(Members(model, true).Where(one => !Roots.IsHidden(one)))
            .Where(one => !Roots.IsOpen(one)).Select(Statement).Distinct().Concat(ByFormatter(model));

    /// <summary>The statements for what members are of types that only the type itself can name.</summary>
    public static IEnumerable<string> StatementsOfHidden(TypeModel model) =>
        model.TypeParameters.Length != 0 ? Enumerable.Empty<string>()
            : Members(model, true).Where(one => Roots.IsHidden(one) && !Roots.IsOpen(one)).Select(Statement).Distinct();

    private static IEnumerable<string> ByFormatter(TypeModel model)
    {
        if (StatementsOfHidden(model).Any()) yield return $"{model.Self.Formatter}.RegisterMembers();";
    }

    private static List<TypeRef> Members(TypeModel model, bool members)
    {
        if (members) return model.Members.Where(one => one.IsOwn).SelectMany(one => Roots.Closed(one.Type)).ToList();
        bool isRoot = model.TypeParameters.Length == 0 && (!model.IsAbstract || model.IsUnion);
        return isRoot ? new List<TypeRef> { model.Self } : new List<TypeRef>();
    }

    private static string Statement(TypeRef type) => $"{Lib.Runtime}FormatterOf.Register<{type.Name}>({Formats.Expression(type)});";

    private static void Polyfill(Code code)
    {
        using (code.Open("namespace System.Runtime.CompilerServices"))
        {
            code.Line("[global::System.AttributeUsage(global::System.AttributeTargets.Method, Inherited = false)]");
            code.Line("internal sealed class ModuleInitializerAttribute : global::System.Attribute { }");
        }
    }
}
