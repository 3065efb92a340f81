// SPDX-License-Identifier: MIT
#if NETSTANDARD2_0
using System.ComponentModel;
namespace System.Runtime.CompilerServices
{
    // The compiler asks for this type; .NET Standard 2.0 does not have it.
    [EditorBrowsable(EditorBrowsableState.Never), Microsoft.CodeAnalysis.Embedded]
    internal static class IsExternalInit { }
}
#endif
