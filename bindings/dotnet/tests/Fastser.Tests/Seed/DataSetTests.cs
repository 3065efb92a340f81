// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;
using System.IO;
using System.Linq;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class DataSetTests
{
    internal static byte[] Write(DataSet? set)
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(set);
        return writer.ToArray();
    }

    internal static DataSet Cycle(DataSet set)
    {
        var reader = SerializationReader.GetReader(Write(set));
        var read = reader.ReadDataSet()!;
        reader.RequireEnd();
        return read;
    }

    private static string Schema(DataSet set) => set.GetXmlSchema();

    private static string Rows(DataSet set)
    {
        var text = new StringWriter();
        set.WriteXml(text, XmlWriteMode.DiffGram);
        return text.ToString();
    }

    internal static void AssertSame(DataSet expected, DataSet actual)
    {
        Assert.Equal(Schema(expected), Schema(actual));
        Assert.Equal(Rows(expected), Rows(actual));
        foreach (DataTable table in expected.Tables)
        {
            var other = actual.Tables[table.TableName]!;
            Assert.Equal(table.Rows.Count, other.Rows.Count);
            for (var i = 0; i < table.Rows.Count; i++)
            {
                Assert.Equal(table.Rows[i].RowState, other.Rows[i].RowState);
                if (table.Rows[i].RowState != DataRowState.Deleted) Assert.Equal(table.Rows[i].ItemArray, other.Rows[i].ItemArray);
                foreach (DataColumn column in table.Columns)
                {
                    if (!table.Rows[i].HasVersion(DataRowVersion.Original)) continue;
                    Assert.Equal(table.Rows[i][column, DataRowVersion.Original], other.Rows[i][column.Ordinal, DataRowVersion.Original]);
                }
            }
        }
    }

    [Fact]
    public void ADataSetLikeNorthwindComesBackAsItWas()
    {
        var set = Northwind.Make();
        AssertSame(set, Cycle(set));
    }

    [Fact]
    public void ItTakesAThirdOfTheXmlDiffgram() =>
        Assert.True(3 * Write(Northwind.Make()).Length < Rows(Northwind.Make()).Length);

    [Fact]
    public void RowStatesAndOriginalValuesAreKept()
    {
        var set = Northwind.Make(40);
        var orders = set.Tables["Orders"]!;
        orders.Rows[0]["Freight"] = 1.5m;
        orders.Rows[1].SetModified();
        set.Tables["Order Details"]!.Rows[3].Delete();
        orders.Rows[5]["ShippedDate"] = DBNull.Value;
        orders.Rows.Add(1, "AACOA", 1, DateTime.UnixEpoch, DBNull.Value, new DateTime(2000, 1, 1, 1, 2, 3, 4), 1, 1.005m, "n", "a", "c", "d");
        orders.Rows[7].RowError = "of the row";
        orders.Rows[7].SetColumnError("Freight", "of the column");
        var read = Cycle(set);
        AssertSame(set, read);
        Assert.Equal("of the row", read.Tables["Orders"]!.Rows[7].RowError);
        Assert.Equal("of the column", read.Tables["Orders"]!.Rows[7].GetColumnError("Freight"));
        read.RejectChanges();
        set.RejectChanges();
        AssertSame(set, read);
    }

    [Fact]
    public void ARowThatIsBeingEditedIsWrittenWithTheNewValues()
    {
        var set = new DataSet();
        var table = set.Tables.Add("edited");
        table.Columns.Add("number", typeof(int));
        for (var i = 0; i < 3; ++i) table.Rows.Add(i);
        table.AcceptChanges();
        table.Rows[2]["number"] = 20;
        table.Rows[1].BeginEdit();
        table.Rows[1]["number"] = 10;
        var read = Cycle(set).Tables["edited"]!;
        Assert.Equal([0, 10, 20], new[] { read.Rows[0]["number"], read.Rows[1]["number"], read.Rows[2]["number"] });
        Assert.Equal(2, read.Rows[2]["number", DataRowVersion.Original]);
    }

    [Fact]
    public void ColumnsOfEveryTypeKeepValuesAndNulls()
    {
        var table = new DataTable("t");
        object[] values =
        [
            true, (sbyte)-1, (byte)1, (short)-2, (ushort)2, -3, 3u, -4L, 4UL, 1.5f, -0.0, 1.10m, "text", 'c', new DateTime(5),
            DateTimeOffset.UnixEpoch, TimeSpan.FromTicks(-1), Guid.NewGuid(), new byte[] { 1 }, new Uri("http://a/"),
        ];
        foreach (var value in values) table.Columns.Add(value.GetType().Name, value.GetType());
        table.Columns.Add("object", typeof(object));
        for (var i = 0; i < 40; i++)
        {
            var row = values.Append((object)i).ToArray();
            row[i % row.Length] = DBNull.Value;
            table.Rows.Add(row);
        }
        using var writer = SerializationWriter.GetWriter();
        writer.Write(table);
        writer.WriteObject(table);
        var reader = SerializationReader.GetReader(writer.ToArray());
        foreach (var read in new[] { reader.ReadDataTable()!, (DataTable)reader.ReadObject()! })
        {
            Assert.Equal(table.Rows.Count, read.Rows.Count);
            for (var i = 0; i < table.Rows.Count; i++)
            {
                Assert.Equal(table.Rows[i].ItemArray, read.Rows[i].ItemArray);
                Assert.Equal(DataRowState.Added, read.Rows[i].RowState);
            }
        }
    }

    [Fact]
    public void DatesKeepTheirKindsAndDecimalsTheirScales()
    {
        var table = new DataTable("t");
        table.Columns.Add("d", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        table.Columns.Add("m", typeof(decimal));
        table.Columns.Add("n", typeof(decimal));
        for (var i = 0; i < 50; i++) table.Rows.Add(new DateTime(2000, 1, 1, i % 7, 0, i, DateTimeKind.Utc), i % 2 == 0 ? 1.0m : 1.00m, i % 2 == 0 ? decimal.MaxValue : -1m);
        using var writer = SerializationWriter.GetWriter();
        writer.Write(table);
        var read = SerializationReader.GetReader(writer.ToArray()).ReadDataTable()!;
        for (var i = 0; i < 50; i++)
        {
            Assert.Equal(DateTimeKind.Utc, ((DateTime)read.Rows[i][0]).Kind);
            Assert.Equal(table.Rows[i][0], read.Rows[i][0]);
            Assert.Equal(table.Rows[i][1].ToString(), read.Rows[i][1].ToString());
            Assert.Equal(table.Rows[i][2], read.Rows[i][2]);
        }
    }

    [Fact]
    public void SchemaKeysRelationsAndExpressionsAreKept()
    {
        var set = new DataSet("s") { Namespace = "urn:x", Prefix = "x", CaseSensitive = true, Locale = CultureInfo.InvariantCulture };
        set.ExtendedProperties["key"] = 5;
        var parent = set.Tables.Add("p");
        parent.Columns.Add("id", typeof(int)).AutoIncrement = true;
        parent.Columns["id"]!.AutoIncrementSeed = 10;
        parent.Columns["id"]!.AutoIncrementStep = 5;
        parent.Columns.Add("name", typeof(string)).DefaultValue = "none";
        parent.Columns["name"]!.AllowDBNull = false;
        parent.Columns["name"]!.Caption = "The name";
        parent.Columns["name"]!.ColumnMapping = MappingType.Attribute;
        parent.Columns["name"]!.ExtendedProperties["note"] = "of a column";
        parent.PrimaryKey = [parent.Columns["id"]!];
        parent.Constraints.Add("names", parent.Columns["name"]!, false);
        var child = set.Tables.Add("c");
        child.Columns.Add("parent", typeof(int));
        child.Columns.Add("value", typeof(int)).ReadOnly = true;
        child.Columns.Add("twice", typeof(int), "value * 2");
        set.Relations.Add("r", parent.Columns["id"]!, child.Columns["parent"]!).Nested = true;
        parent.Columns.Add("sum", typeof(long), "Sum(Child(r).value)");
        ((ForeignKeyConstraint)child.Constraints[0]).DeleteRule = Rule.SetNull;
        parent.Rows.Add(null, "first");
        parent.Rows.Add(null, "second");
        child.Rows.Add(10, 3);
        child.Rows.Add(10, 4);
        var read = Cycle(set);
        AssertSame(set, read);
        Assert.Equal(5, read.ExtendedProperties["key"]);
        Assert.Equal(7L, read.Tables["p"]!.Rows[0]["sum"]);
        Assert.Equal("of a column", read.Tables["p"]!.Columns["name"]!.ExtendedProperties["note"]);
        Assert.Equal("The name", read.Tables["p"]!.Columns["name"]!.Caption);
        Assert.Equal(Rule.SetNull, ((ForeignKeyConstraint)read.Tables["c"]!.Constraints["r"]!).DeleteRule);
        Assert.Equal(20, read.Tables["p"]!.NewRow()["id"]);
        Assert.Throws<InvalidConstraintException>(() => read.Tables["c"]!.Rows.Add(99, 1));
        Assert.Throws<ReadOnlyException>(() => read.Tables["c"]!.Rows[0]["value"] = 1);
    }

    [Fact]
    public void ATypedSetIsReadIntoOneOfItsSchema()
    {
        var set = Northwind.Make(20);
        var target = set.Clone();
        target.Tables["Orders"]!.Columns.Add("Extra", typeof(int));
        SerializationReader.GetReader(Write(set)).ReadDataSet(target);
        Assert.Equal(20, target.Tables["Orders"]!.Rows.Count);
        Assert.Equal(3, target.Relations.Count);
        Assert.Equal(DBNull.Value, target.Tables["Orders"]!.Rows[0]["Extra"]);
    }

    [Fact]
    public void ATypedSetMayHaveReadOnlyColumnsAndRows()
    {
        var set = new DataSet();
        var table = set.Tables.Add("t");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(int));
        var target = set.Clone();
        table.Rows.Add(1, 2);
        table.AcceptChanges();
        table.Rows[0]["a"] = 3;
        table.Rows[0].RowError = "of the row";
        table.Rows[0].SetColumnError("b", "of the column");
        var rows = target.Tables["t"]!.Rows;
        rows.Add(8, 9);
        target.AcceptChanges();
        target.Tables["t"]!.Columns["b"]!.ReadOnly = true;
        SerializationReader.GetReader(Write(set)).ReadDataSet(target);
        Assert.Equal([8, 9, 3, 2], new[] { rows[0]["a"], rows[0]["b"], rows[1]["a"], rows[1]["b"] });
        Assert.Equal((DataRowState.Unchanged, DataRowState.Modified), (rows[0].RowState, rows[1].RowState));
        Assert.Equal(1, rows[1]["a", DataRowVersion.Original]);
        Assert.True(target.Tables["t"]!.Columns["b"]!.ReadOnly);
        Assert.False(rows[0].HasErrors);
        Assert.Equal(("of the row", "of the column"), (rows[1].RowError, rows[1].GetColumnError("b")));
    }

    [Fact]
    public void RelationsAreOfTheirColumnsWhateverTheOrderOfATypedSet()
    {
        var set = WithSums(20, "1", "1");
        var target = new DataSet();
        var child = target.Tables.Add("child");
        child.Columns.Add("parent", typeof(int));
        child.Columns.Add("a", typeof(int));
        SerializationReader.GetReader(Write(set)).ReadDataSet(target);
        Assert.Equal("parent", Assert.Single(target.Relations["r"]!.ChildColumns).ColumnName);
        Assert.Equal(10, target.Tables["parent"]!.Rows[1].GetChildRows("r").Length);
    }

    // A table of so many rows, and parents of ten of them each.
    private static DataSet WithSums(int rows, string own, string parents)
    {
        var set = new DataSet();
        var table = set.Tables.Add("child");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("parent", typeof(int));
        var parent = set.Tables.Add("parent");
        parent.Columns.Add("id", typeof(int));
        for (var i = 0; i < rows; ++i) table.Rows.Add(i, i / 10);
        for (var i = 0; i < rows / 10; ++i) parent.Rows.Add(i);
        set.Relations.Add("r", parent.Columns["id"]!, table.Columns["parent"]!);
        table.Columns.Add("own", typeof(long), own);
        parent.Columns.Add("sum", typeof(long), parents);
        return set;
    }

    [Fact]
    public void AggregatesThatTakeTimeAsTheSquareOfTheRowsAreCharged()
    {
        const int Rows = 2000;
        // Enough for the rows, which take few bytes.
        var options = new FastSerializerOptions { Limits = new FastserLimits(memoryFactor: 100) };
        var archive = Write(WithSums(Rows, " Sum(a)", "Sum(Child(r).a) + count( child.a)"));
        var read = SerializationReader.GetReader(archive, options).ReadDataSet()!;
        Assert.Equal(Rows * (Rows - 1L) / 2, read.Tables["child"]!.Rows[1]["own"]);
        Assert.Equal(155L, read.Tables["parent"]!.Rows[1]["sum"]);
        foreach (var own in new[] { "a + sum (a)", "Max(a) - Min(a)" })
        {
            archive = Write(WithSums(Rows, own, "1"));
            Assert.Equal(FastserStatus.OverBudget, Assert.Throws<FastserException>(() => SerializationReader.GetReader(archive, options).ReadDataSet()).Status);
            var more = options with { Limits = new FastserLimits(memoryFactor: 10_000) };
            Assert.NotNull(SerializationReader.GetReader(archive, more).ReadDataSet());
        }
    }

    [Fact]
    public void ColumnsThatDoubleTheTextOfOneAnotherAreCharged()
    {
        var set = new DataSet();
        var table = set.Tables.Add("t");
        table.Columns.Add("c0", typeof(string));
        table.Rows.Add("text");
        for (var i = 1; i < 18; ++i) table.Columns.Add("c" + i, typeof(string), "c" + (i - 1) + " + c" + (i - 1));
        var archive = Write(set);
        Assert.Equal(FastserStatus.OverBudget, Assert.Throws<FastserException>(() => SerializationReader.GetReader(archive).ReadDataSet()).Status);
    }

    [Fact]
    public void NullIsNull() => Assert.Null(SerializationReader.GetReader(Write(null)).ReadDataSet());

    [Fact]
    public void AnExpressionThatNamesTypesIsRefused()
    {
        var set = new DataSet();
        var table = set.Tables.Add("t");
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(string), "Convert(a, 'System.String')");
        var reader = SerializationReader.GetReader(Write(set));
        Assert.Equal(FastserStatus.TypeMismatch, Assert.Throws<FastserException>(() => reader.ReadDataSet()).Status);
    }

    [Fact]
    public void DamageIsAnErrorWithCodeAndOffset()
    {
        var archive = Write(Northwind.Make(12));
        var random = new Random(2);
        for (var round = 0; round < 3000; round++)
        {
            var damaged = (byte[])archive.Clone();
            if (round % 3 == 0) damaged = damaged[..random.Next(damaged.Length)];
            for (var n = random.Next(1, 4); n > 0 && damaged.Length != 0; n--) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                var reader = SerializationReader.GetReader(damaged);
                reader.ReadDataSet();
                reader.RequireEnd();
            }
            catch (FastserException error)
            {
                Assert.NotEqual(FastserStatus.Ok, error.Status);
                Assert.InRange(error.Offset, 0, damaged.Length);
            }
        }
    }
}
