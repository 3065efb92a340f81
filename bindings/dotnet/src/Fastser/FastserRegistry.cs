// SPDX-License-Identifier: MIT
//
// The classes that data may name. Nothing is ever made from a name in the data alone: a name that is
// not here is an error.
using System;

namespace Fastser;

/// <summary>The classes that data may name; the names are the class names in archives.</summary>
public sealed partial class FastserRegistry
{
}
