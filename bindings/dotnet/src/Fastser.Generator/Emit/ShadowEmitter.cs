// SPDX-License-Identifier: MIT
//
// FormatterEmitter: shadows, by which the native engine sees a value (ShadowLayout says what lies where).
namespace Fastser.Generator.Emit;

internal sealed partial class FormatterEmitter
{
    private void Shadows() { }

    private void ShadowFields() { }

    private void ShadowUnion() { }
}
