// SPDX-License-Identifier: MIT
#if NETSTANDARD2_0
using System.ComponentModel;
namespace System.Runtime.CompilerServices
{
    // The compiler knows this type by its name; .NET Standard 2.0 does not have it.
    [EditorBrowsable(EditorBrowsableState.Never), AttributeUsage(AttributeTargets.Method), Microsoft.CodeAnalysis.Embedded]
    internal sealed class SkipLocalsInitAttribute : Attribute { }
}
#endif
