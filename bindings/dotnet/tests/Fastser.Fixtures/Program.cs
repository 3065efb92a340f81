// SPDX-License-Identifier: MIT
using System;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using LegacyApp;

foreach (var (name, value) in new (string, object)[]
{
    ("person", Person.Make()), ("wallet", Wallet.Make()), ("collections", new Collections()), ("chain", Node.Chain(300)),
    ("unit", new object[] { Unit.Metre, Unit.Metre }), ("list", new System.Collections.Generic.List<Person> { Person.Make() }),
})
{
    using var output = File.Create(Path.Combine(args[0], name + ".bin"));
    new BinaryFormatter().Serialize(output, value);
}
