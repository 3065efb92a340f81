// SPDX-License-Identifier: MIT
namespace Fastser.Generator.Model;

/// <summary>What the emitter knows about the project.</summary>
/// <param name="Name">The assembly's name.</param>
/// <param name="HasModuleInitializer">Whether the framework has the attribute; else generated code has it.</param>
internal sealed record ProjectModel(string Name, bool HasModuleInitializer);
