// SPDX-License-Identifier: MIT
using System;

namespace Fastser.Runtime;

/// <summary>The body of an object comes later, and its constructor wants the members: the managed engine
/// cannot read such a graph. The native one can, since it reads all before an object is made.</summary>
internal sealed class MadeTooEarlyException(string message) : Exception(message);
