// SPDX-License-Identifier: MIT
//
// Members of types that the library for .NET Standard 2.0 has no formatters for: where the tests run with that
// library ([Net8] is [FastIgnore] then) they keep what a new object has.
#if FASTSER_NETSTANDARD
global using Net8Attribute = Fastser.FastIgnoreAttribute;
#endif
using System;

namespace Fastser.Tests
{
    internal static class Net8
    {
        /// <summary>The value, or the other one where the type is not known.</summary>
        public static T Value<T>(T value, T other = default!) =>
#if FASTSER_NETSTANDARD
            other;
#else
            value;
#endif
    }
}

#if !FASTSER_NETSTANDARD
[AttributeUsage(AttributeTargets.Field)]
internal sealed class Net8Attribute : Attribute { }
#endif
