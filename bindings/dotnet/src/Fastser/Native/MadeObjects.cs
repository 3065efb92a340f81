// SPDX-License-Identifier: MIT
//
// Objects that their constructors make of their members, in a graph whose bodies come later: generated code
// cannot read them, only shadows can (ShadowReader), and those nest as deep as the stack allows. What no
// reader could make is refused when it is written.
using System.Runtime.CompilerServices;
using Fastser.Runtime;

namespace Fastser.Native;

internal static unsafe class MadeObjects
{
    // Where bodies were deferred behind each other less often, none lies deeper than shadows may nest: an object
    // is two levels there, if it is in a union.
    private const int SureDepth = ShadowWriter.MostLevels / (2 * (ArchiveWriter.InlineObjects + 1)) - 1;

    /// <summary>Refuses a value in which such objects were deferred, unless it can be read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Check<T>(
        Formatter<T> formatter, T value, FastSerializerOptions options, in DeferredBodies<WrittenObjects.Entry> deferred, bool refersToMade)
    {
        // (A reference to such an object may stand in that object.)
        if (formatter.HasShadows && deferred.Depth < SureDepth && !refersToMade) return;
        var type = deferred.Made!.ValueType;
        if (AnyCases.Of(formatter.Type, null) != null) throw Refused(type, "a member of type object");
        var first = stackalloc byte[64];
        var writer = new ShadowWriter(first, 64, options);
        try
        {
            var root = writer.Take(ShadowLayout.SlotOf(formatter.Type, options.References));
            formatter.ToShadow(ref writer, root, value);
            writer.Finish();
            formatter.HasShadows = true;
        }
        catch (NoShadowException error)
        {
            throw Refused(type, "a member that " + error.Formatter + " writes");
        }
        finally
        {
            writer.Release();
        }
    }

    private static FastserException Refused(System.Type type, string member) => new(FastserStatus.Usage,
        "objects of " + type + ", which its constructor creates, lie more than " + ArchiveWriter.InlineObjects
        + " deep in each other, together with " + member + ": such a graph cannot be read. Give " + type
        + " members that can be set");
}
