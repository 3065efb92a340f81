// SPDX-License-Identifier: MIT
//
// An archive of a C++ program is read into generated types, and written again byte for byte; whoever shows
// archives shows those of .NET.
using System.Linq;
using Xunit;

namespace Fastser.Tests.Conformance;

public sealed class CppArchiveTest
{
    public static TheoryData<FastserEngine> Engines() => [FastserEngine.Auto, FastserEngine.Managed, FastserEngine.Native];

    [Theory]
    [MemberData(nameof(Engines))]
    public void ThePersonOfACppProgramIsReadAndWrittenAgainByteForByte(FastserEngine engine)
    {
        var options = new FastSerializerOptions { Engine = engine, Checksum = true, UserVersion = 7 };
        var archive = Bytes.Examples()[0];
        var person = FastSerializer.Deserialize<CppPerson>(archive, options);
        Assert.Equal((-2, "Zoë"), (person.Age, person.Name));
        Assert.Equal([("Oslo", 300), ("", 1)], person.Homes.Select(one => (one.City, (int)one.Number)));
        Assert.Equal(archive, FastSerializer.Serialize(person, options));
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public void AnArchiveOfDotNetIsShownByTheLibrary(FastserEngine engine)
    {
        var person = new CppPerson { Age = 5, Name = "Bob", Homes = { new CppAddress { City = "Bern", Number = 7 } } };
        var bytes = FastSerializer.Serialize(person, new() { Engine = engine });
        FastserArchive.Verify(bytes, strictText: true);
        var shown = FastserArchive.Inspect(bytes);
        foreach (var part in new[] { "Person", "Address", "homes", "\"Bern\"", "\"Bob\"" }) Assert.Contains(part, shown);
        Assert.Equal(
            """{"age":5,"name":"Bob","homes":[{"city":"Bern","number":7}]}""", FastserArchive.ToJson(bytes).Trim());
    }
}
