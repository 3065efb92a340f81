// SPDX-License-Identifier: MIT
//
// The types of docs/format.md's person, as C# has them: with the names that the C++ program gave.
using System.Collections.Generic;

namespace Fastser.Tests.Conformance;

[FastSerializable(Name = "Person", Version = 2)]
public partial class CppPerson
{
    [FastMember(Name = "age")] public int Age;
    [FastMember(Name = "name")] public string Name = "";
    [FastMember(Name = "homes")] public List<CppAddress> Homes = [];
}

[FastSerializable(Name = "Address")]
public partial struct CppAddress
{
    [FastMember(Name = "city")] public string City;
    [FastMember(Name = "number")] public ushort Number;
}
