// SPDX-License-Identifier: MIT
namespace Fastser.Runtime;
internal sealed class AnyCases
{
    public int Count => 0;
    public WireType TypeOf(int index) => WireType.Null;
    public static AnyCases? Of(WireType root, bool references, FastserRegistry? registry) => null;
    public int LongestType(WireTable table, bool references) => 0;
}
