// SPDX-License-Identifier: MIT
namespace Fastser.Runtime;
internal sealed class AnyCases
{
    public int Count => 0;
    public WireType TypeOf(int index) => WireType.Null;
}
