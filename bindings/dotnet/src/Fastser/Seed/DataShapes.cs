// SPDX-License-Identifier: MIT
//
// What DataSet and DataTable are in an archive: records whose data lies column by column, so that a
// column of numbers is one list of numbers, and what most columns and tables have is said by leaving it
// out. docs/dotnet-seed.md describes them for other languages.
namespace Fastser.Seed;

internal static class DataShapes
{
    private static readonly SeedType s_properties = SeedType.Map(SeedType.String, SeedType.Any);
    private static readonly SeedType s_numbers = SeedType.List(SeedType.Vu32);

    /// <summary>A column: schema, and the values of all records that are not null.</summary>
    internal static readonly SeedShape Column = new("DataColumn", 0,
    [
        new("name", SeedType.String), new("type", SeedType.String), new("properties", s_properties),
        new("form", SeedType.U8), new("nulls", SeedType.OptionalData), new("values", SeedType.Any),
    ]);

    /// <summary>A unique constraint; the primary key is one.</summary>
    internal static readonly SeedShape Unique = new("UniqueConstraint", 0,
    [
        new("name", SeedType.String), new("columns", s_numbers), new("primary", SeedType.Bool),
    ]);

    /// <summary>A table. It has a record for each row, two for a row that was modified: the original first.</summary>
    internal static readonly SeedShape Table = new("DataTable", 0,
    [
        new("name", SeedType.String), new("properties", s_properties), new("rows", SeedType.Vu32),
        new("state", SeedType.U8), new("states", SeedType.OptionalData),
        new("columns", SeedType.List(SeedType.Record(Column))),
        new("unique", SeedType.List(SeedType.Record(Unique))),
        new("errors", SeedType.List(SeedType.Tuple(SeedType.Vu32, SeedType.Vu32, SeedType.String))),
    ]);

    /// <summary>A relation (kind 0), a foreign key (1), or both under one name (2).</summary>
    internal static readonly SeedShape Relation = new("DataRelation", 0,
    [
        new("name", SeedType.String), new("kind", SeedType.U8), new("parent", SeedType.Vu32),
        new("parentColumns", s_numbers), new("child", SeedType.Vu32), new("childColumns", s_numbers),
        new("properties", s_properties),
    ]);

    internal static readonly SeedShape Set = new("DataSet", 0,
    [
        new("name", SeedType.String), new("properties", s_properties),
        new("tables", SeedType.List(SeedType.Record(Table))),
        new("relations", SeedType.List(SeedType.Record(Relation))),
    ]);
}

/// <summary>How the values of a column are written (DataColumn.form).</summary>
internal static class DataForm
{
    internal const byte Plain = 0;      // a list of the column's type, integers also as varints
    internal const byte Days = 1;       // + Kind: DateTime as a list of days since 1970
    internal const byte Seconds = 4;    // + Kind: DateTime as a list of seconds since 1970
    internal const byte Bits = 7;       // bool as bits, the first is the lowest of the first byte
    internal const byte Distinct = 8;   // a list of the distinct values, and a list of their numbers
    internal const byte Scaled = 32;    // + scale: decimal as a list of integers, each to be divided by 10^scale
    internal const byte Deltas = 128;   // added to any of those with a list of varints: each but the first is the
                                        // difference from the one before (which may overflow and wrap)
}
