// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Xunit;

namespace Fastser.Tests.Seed;

public sealed class DataSetTests
{
    private static byte[] Write(DataSet? set)
    {
        using var writer = SerializationWriter.GetWriter();
        writer.Write(set);
        return writer.ToArray();
    }

    private static DataSet Cycle(DataSet set)
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

    private static void AssertSame(DataSet expected, DataSet actual)
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

    // An archive with other texts of the same lengths, one place for each.
    private static byte[] Changed(byte[] archive, params (string From, string To)[] texts)
    {
        var text = Encoding.Latin1.GetString(archive);
        foreach (var (from, to) in texts)
        {
            Assert.Equal(from.Length, to.Length);
            var at = text.IndexOf(from, StringComparison.Ordinal);
            Assert.True(at >= 0, from);
            text = text[..at] + to + text[(at + from.Length)..];
        }
        return Encoding.Latin1.GetBytes(text);
    }

    private static FastserStatus Refused(byte[] archive, FastSerializerOptions? options = null) => Assert.Throws<FastserException>(
        () => SerializationReader.GetReader(archive, options ?? FastSerializerOptions.Default).ReadDataSet()).Status;

    // A row in each of two tables, with a relation.
    private static DataSet Related(string total, string x, bool keys = true)
    {
        var set = new DataSet { Locale = CultureInfo.InvariantCulture };
        var parent = set.Tables.Add("p");
        parent.Columns.Add("id", typeof(int));
        parent.Columns.Add("total", typeof(int));
        var child = set.Tables.Add("c");
        child.Columns.Add("pid", typeof(int));
        child.Columns.Add("x", typeof(int));
        parent.Rows.Add(1, 1);
        child.Rows.Add(1, 1);
        set.Relations.Add("r", parent.Columns["id"]!, child.Columns["pid"]!, keys);
        parent.Columns["total"]!.Expression = total;
        child.Columns["x"]!.Expression = x;
        return set;
    }

    [Fact]
    public void ExpressionsThatReferToEachOtherInACircleAreRefused()
    {
        // System.Data would follow them until the stack is full.
        var set = Related("Sum(Child.x)", "pid+0000000000");
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), ("pid+0000000000", "Parent.total+1"))));
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), ("pid+0000000000", "[x]+0000000000"))));
        set = Related("Count(Child(r).x)", "pid+00000000000000000");
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), ("pid+00000000000000000", "Parent(r).[total] + 1"))));
        // By way of the key, which says whose the children are; its own expression may go along its relation.
        set = Related("Count(Child(r).x)", "7", keys: false);
        set.Tables["p"]!.Columns["id"]!.Expression = "0000000";
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), ("0000000", "total+1"))));
        set.Tables["p"]!.Columns["id"]!.Expression = "Count(Child.x)";
        AssertSame(set, Cycle(set));
    }

    [Fact]
    public void ExpressionsThatNameEachOtherTwiceArePaidForEachPath()
    {
        var table = new DataSet().Tables.Add("t");
        for (var i = 0; i <= 40; i++) table.Columns.Add("a" + i.ToString("00"), typeof(int));
        for (var i = 0; i < 40; i++) table.Columns[i].Expression = "a40+a40+" + i;
        table.Rows.Add();
        var texts = Enumerable.Range(0, 40).Select(i => ("a40+a40+" + i, $"a{i + 1:00}+a{i + 1:00}+" + i)).ToArray();
        Assert.Equal(FastserStatus.OverBudget, Refused(Changed(Write(table.DataSet), texts)));
        // Paths of the last few are few.
        SerializationReader.GetReader(Changed(Write(table.DataSet), texts[32..])).ReadDataSet();
    }

    [Fact]
    public void ManyTablesNestedInEachOtherArePaidFor()
    {
        // System.Data takes a time of their number's third power.
        DataSet Of(int tables)
        {
            var set = new DataSet { Locale = CultureInfo.InvariantCulture };
            for (var i = 0; i < tables; i++)
            {
                var table = set.Tables.Add("t" + i);
                table.Columns.Add("id", typeof(int));
                if (i != 0) set.Relations.Add("r" + i, set.Tables[i - 1].Columns[0], table.Columns[0], false).Nested = true;
            }
            return set;
        }
        AssertSame(Of(20), Cycle(Of(20)));
        Assert.Equal(FastserStatus.OverBudget, Refused(Write(Of(300))));
    }

    [Fact]
    public void LongExpressionsAndLongChainsAreBoundedByDepth()
    {
        DataSet Of(int terms, int columns)
        {
            var table = new DataSet { Locale = CultureInfo.InvariantCulture }.Tables.Add("t");
            table.Columns.Add("a", typeof(int));
            for (var i = 0; i < columns; i++)
                table.Columns.Add("b" + i, typeof(int), (i == 0 ? "a" : "b" + (i - 1)) + string.Concat(Enumerable.Repeat("+a", terms)));
            table.Rows.Add(1);
            return table.DataSet!;
        }
        AssertSame(Of(100, 1), Cycle(Of(100, 1)));
        AssertSame(Of(1, 100), Cycle(Of(1, 100)));
        Assert.Equal(FastserStatus.TooDeep, Refused(Write(Of(200, 1))));
        Assert.Equal(FastserStatus.TooDeep, Refused(Write(Of(1, 200))));
        Assert.Equal(FastserStatus.TooDeep, Refused(Write(Of(20, 1)), new FastSerializerOptions { Limits = new FastserLimits(depth: 15) }));
        var brackets = new DataSet();
        brackets.Tables.Add("t").Columns.Add("a", typeof(int), new string(' ', 150) + "1" + new string(' ', 150));
        var text = new string('(', 150) + "1" + new string(')', 150);
        Assert.Equal(FastserStatus.TooDeep, Refused(Changed(Write(brackets), (brackets.Tables[0].Columns[0].Expression, text))));
    }

    [Fact]
    public void ExpressionsMayNameColumnsThatComeLaterAndColumnsOfOneNameInOtherTables()
    {
        var set = new DataSet { Locale = CultureInfo.InvariantCulture };
        DataTable Table(string name)
        {
            var table = set.Tables.Add(name);
            table.Columns.Add("Total", typeof(int));
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("of", typeof(int));
            table.Columns.Add("kind", typeof(string));
            return table;
        }
        var customers = Table("customers");
        var orders = Table("orders");
        var lines = Table("lines");
        lines.Columns.Add("twice", typeof(int), "Total * 2");
        customers.Rows.Add(null, 1, 0);
        orders.Rows.Add(null, 1, 1);
        lines.Rows.Add(3, 1, 1);
        lines.Rows.Add(4, 2, 1);
        set.Relations.Add("of1", customers.Columns["id"]!, orders.Columns["of"]!);
        set.Relations.Add("of2", orders.Columns["id"]!, lines.Columns["of"]!);
        orders.Columns["Total"]!.Expression = "Sum(Child.twice)";
        customers.Columns["Total"]!.Expression = "Sum(Child.Total)";
        lines.Columns["kind"]!.Expression = "IIF(Total > 3, 'kind', 'is kind')";
        var read = Cycle(set);
        AssertSame(set, read);
        Assert.Equal(14, read.Tables["customers"]!.Rows[0]["Total"]);
        Assert.Equal("kind", read.Tables["lines"]!.Rows[1]["kind"]);
    }

    [Theory]
    [InlineData("a NOT LIKE '1*' AND a NOT IN (1, 2) OR NOT (b IS NOT NULL)")]
    [InlineData("IIF(LEN(TRIM(c)) > .5e1, SUBSTRING(c, 1, 2) + 'it''s', ISNULL(c, ''))")]
    [InlineData("a > = 3 and b < > 4 or -a <= - -b")]
    [InlineData("`a`+[b]/(AVG(a) % 7)")]
    [InlineData("a > #1/31/2006# or false = true")]
    public void UsualExpressionsAreTaken(string expression)
    {
        var set = new DataSet { Locale = CultureInfo.InvariantCulture };
        var table = set.Tables.Add("t");
        table.Columns.Add("a", typeof(string));
        table.Columns.Add("b", typeof(double));
        table.Columns.Add("c", typeof(string));
        table.Columns.Add("result", typeof(string)).Expression = expression;
        AssertSame(set, Cycle(set));
    }

    [Fact]
    public void NamesInExpressionsAreThoseThatSystemDataFinds()
    {
        var table = new DataTable();
        string[] columns = ["a", "b c", "x]y", "p\\q", "Sum", "Total.Net", "\u00fcn\u00ef", "and1", "#d", "$s", "tick`s", "PARENTS", "e5"];
        foreach (var column in columns) table.Columns.Add(column, typeof(double));
        var computed = table.Columns.Add("result", typeof(string));
        string[] parts =
        [
            "a", "A", "[a]", "`a`", "[b c]", "`b c`", "[x\\]y]", "[p\\q]", "[p\\\\q]", "Sum(a)", "sum ( [b c] )", "Sum", "Total.Net", "total . net",
            "[Total.Net]", "\u00fcn\u00ef", "\u00dcN\u00cf", "and1", "[#d]", "$s", "[tick`s]", "`tick\\`s`", "`tick``s`", "parents", "e5", "5", "5e5", ".5", "5.", "1.5e+3",
            "'a'", "'it''s [a]'", "'`'", "#1/1/2000#", "null", "True", "not", "(", ")", ",", "+", "-", "*", "/", "=", "<", "< >", ">", "> =", "<=", "and", "OR", "in",
            "is", "like", "a not like", "not in (", "is not null", "IIF(a>1,", "Len('x')", "IsNull(a,", "Trim(", "a\u00ad", "an\u00add", "\u00adand", "Avg(`x]y`)", "\t", " ", "\0", "~", "^", ".",
        ];
        var random = new Random(11);
        int accepted = 0, stricter = 0;
        for (var round = 0; round < 60_000; round++)
        {
            var text = "";
            for (var n = random.Next(1, 8); n > 0; n--) text += (random.Next(3) == 0 ? " " : "") + parts[random.Next(parts.Length)];
            try
            {
                computed.Expression = text;
            }
            catch (Exception)
            {
                continue;
            }
            accepted++;
            try
            {
                var names = Fastser.Seed.ExpressionNames.Of(computed.Expression, out _);
                var expected = columns.Where(column => !table.Columns.CanRemove(table.Columns[column]));
                var actual = names.Select(name => table.Columns[name.Name]!.ColumnName).Distinct();
                Assert.Equal(expected.Order(), actual.Order());
            }
            catch (DataException)
            {
                stricter++;  // refused
            }
            computed.Expression = "";
        }
        Assert.True(accepted > 1000, accepted + " accepted");
        Assert.True(stricter * 200 < accepted, stricter + " of " + accepted + " refused");
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
