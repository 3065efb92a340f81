// SPDX-License-Identifier: MIT
//
// What the compiler wants of a framework older than the language.
namespace System.Runtime.CompilerServices
{
    internal static class IsExternalInit { }
}
