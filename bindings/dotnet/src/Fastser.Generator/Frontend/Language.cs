// SPDX-License-Identifier: MIT
//
// The version of C# that generated code needs. Where the project's is older, nothing is generated: FS018 says
// why, and what the compiler would say of code that it cannot read would only hide that.
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fastser.Generator.Frontend;

internal static class Language
{
    public static bool IsTooOld(Compilation compilation) =>
        compilation is CSharpCompilation { LanguageVersion: < LanguageVersion.CSharp9 };
}
