// SPDX-License-Identifier: MIT
#if NETSTANDARD2_0
namespace Microsoft.CodeAnalysis
{
    // The compiler leaves types with it out of what other assemblies see, also where they see internal ones:
    // a program whose framework has the attributes of this folder has them once.
    [Embedded]
    internal sealed partial class EmbeddedAttribute : System.Attribute { }
}
#endif
