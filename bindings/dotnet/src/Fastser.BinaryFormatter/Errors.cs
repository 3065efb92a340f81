// SPDX-License-Identifier: MIT
//
// What errors say when they are thrown again with more that is known.
namespace Fastser.Migration;

internal static class Errors
{
    /// <summary>The message without the status, which the exception's constructor writes behind it.</summary>
    internal static string Reason(FastserException error) => error.Message.Replace(" (" + error.Status + ")", "");

    /// <summary>The error with the class and member whose value it is about.</summary>
    internal static FastserException At(FastserException error, string place) => new(error.Status, place + ": " + Reason(error));
}
