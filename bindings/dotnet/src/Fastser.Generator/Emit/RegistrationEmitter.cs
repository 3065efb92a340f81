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
    public static string Emit(EquatableArray<TypeRef> all, ProjectModel project)
    {
        var code = new Code();
        Lib.Head(code);
        code.Line();
        using (code.Open("namespace Fastser.Generated"))
        {
            code.Line(Lib.Hidden).Line(Lib.Generated);
            using (code.Open("internal static class FastserRegistration"))
            {
                code.Line("[global::System.Runtime.CompilerServices.ModuleInitializer]");
                using (code.Open("internal static void Register()"))
                {
                    foreach (TypeRef one in all)
                    {
                        code.Line($"{Lib.Runtime}FormatterOf.Register<{one.Name}>({Formats.Expression(one)});");
                    }
                }
            }
        }
        if (!project.HasModuleInitializer) Polyfill(code);
        return code.ToString();
    }

    /// <summary>All closed types that are to be registered, each once.</summary>
    public static EquatableArray<TypeRef> Find(IEnumerable<TypeModel> types, IEnumerable<TypeRef> roots)
    {
        var seen = new HashSet<string>();
        var result = new List<TypeRef>();
        void Add(TypeRef type)
        {
            if (!Roots.IsOpen(type) && seen.Add(type.Name)) result.Add(type);
        }
        foreach (TypeModel model in types)
        {
            if (model.TypeParameters.Length == 0 && (!model.IsAbstract || model.IsUnion) && model.IsReachable) Add(model.Self);
        }
        foreach (TypeModel model in types.Where(one => one.IsReachable))
        {
            foreach (TypeRef one in model.Members.Where(one => one.IsOwn).SelectMany(one => Roots.Closed(one.Type))) Add(one);
        }
        foreach (TypeRef one in roots.SelectMany(Roots.Closed)) Add(one);
        return result.ToEquatable();
    }

    private static void Polyfill(Code code)
    {
        using (code.Open("namespace System.Runtime.CompilerServices"))
        {
            code.Line("[global::System.AttributeUsage(global::System.AttributeTargets.Method, Inherited = false)]");
            code.Line("internal sealed class ModuleInitializerAttribute : global::System.Attribute { }");
        }
    }
}
