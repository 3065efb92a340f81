// SPDX-License-Identifier: MIT
//
// Expressions of columns that come from strangers: what System.Data would overflow the stack for, or take forever.
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;
using System.Linq;
using System.Text;
using Xunit;
using static Fastser.Tests.Seed.DataSetTests;

namespace Fastser.Tests.Seed;

public sealed class DataExpressionTests
{
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
        // Children along a relation that there is not are the table's own rows for System.Data.
        set = Related("Count(Child(r).x)", "7");
        var other = set.Tables["p"]!.Columns.Add("other", typeof(int), "0000000000000000000");
        set.Clear();
        set.Tables["p"]!.Columns["total"]!.Expression = "other+1";
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), (other.Expression, "Sum(Child(q).total)"))));
        // By way of the key, which says whose the children are.
        set = Related("Count(Child(r).x)", "7", keys: false);
        set.Tables["p"]!.Columns["id"]!.Expression = "0000000";
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Changed(Write(set), ("0000000", "total+1"))));
        set.Tables["p"]!.Columns["id"]!.Expression = "Count(Child.x)";
        Assert.Equal(FastserStatus.TypeMismatch, Refused(Write(set)));
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

    [Theory]
    [InlineData("[Sum](a)+0")]
    [InlineData("`sum` (a)*1")]
    [InlineData("IIF(a>1,Max([a]),0)")]
    public void AggregatesArePaidForHoweverTheyAreNamed(string expression)
    {
        byte[] Of(string text)
        {
            var table = new DataSet().Tables.Add("t");
            table.Columns.Add("a", typeof(int));
            for (var i = 0; i < 2000; i++) table.Rows.Add(i);
            table.Columns.Add("b", typeof(long), text);
            return Write(table.DataSet);
        }
        // Enough for the rows, which take few bytes, and for what is computed once.
        var options = new FastSerializerOptions { Limits = new FastserLimits(memoryFactor: 100) };
        Assert.NotNull(SerializationReader.GetReader(Of("Sum(a)"), options).ReadDataSet());
        Assert.Equal(FastserStatus.OverBudget, Refused(Of(expression), options));
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
    public void NoExpressionsOverflowTheStackWhenTheyAreReadOrRowsChange()
    {
        var random = new Random(5);
        var read = 0;
        for (var round = 0; round < 2000; round++)
        {
            var set = RandomSet(random);
            var places = new List<(DataColumn Column, string Text)>();
            foreach (var column in set.Tables.Cast<DataTable>().SelectMany(table => table.Columns.Cast<DataColumn>()))
            {
                if (random.Next(8) == 0 || (column.Ordinal < 2 && random.Next(20) != 0)) continue;
                places.Add((column, (100_000 + places.Count).ToString().PadRight(64)));
                column.Expression = places[^1].Text;
            }
            var texts = places.Select(place => (place.Text, RandomExpression(random, place.Column).PadRight(64))).ToArray();
            try
            {
                var again = SerializationReader.GetReader(Changed(Write(set), texts)).ReadDataSet()!;
                read++;
                Change(again);
            }
            catch (FastserException)
            {
                // Refused.
            }
        }
        Assert.True(read > 300, read + " read");
    }

    // Tables with two keys and some columns, and relations between any of their keys.
    private static DataSet RandomSet(Random random)
    {
        var set = new DataSet();
        int tables = random.Next(1, 4), columns = random.Next(2, 10);
        for (var t = 0; t < tables; t++)
        {
            var table = set.Tables.Add("t" + t);
            table.Columns.Add("k0", typeof(int));
            table.Columns.Add("k1", typeof(int));
            for (var c = 2; c < columns + 2; c++) table.Columns.Add("c" + c, typeof(int));
            for (int rows = random.Next(0, 6), i = 0; i < rows; i++) table.Rows.Add(i, random.Next(rows));
        }
        for (int relations = random.Next(0, 4), r = 0; r < relations; r++)
        {
            DataColumn Key() => set.Tables[random.Next(tables)].Columns[random.Next(2)];
            var (parent, child) = (Key(), Key());
            var isNew = set.Relations.Cast<DataRelation>().All(other => other.ParentColumns[0] != parent || other.ChildColumns[0] != child);
            if (parent != child && isNew) set.Relations.Add("r" + r, parent, child, false);
        }
        return set;
    }

    // Names most often columns that come later, so that there are not only circles.
    private static string RandomExpression(Random random, DataColumn of)
    {
        var table = of.Table!;
        for (;;)
        {
            var parts = new List<string>();
            for (var n = random.Next(1, 4); n > 0; n--)
            {
                var (from, to) = random.Next(30) == 0 ? (0, table.Columns.Count)
                    : of.Ordinal + 1 == table.Columns.Count || random.Next(8) == 0 ? (0, 2) : (Math.Max(2, of.Ordinal + 1), table.Columns.Count);
                var name = table.Columns[random.Next(from, to)].ColumnName;
                string Relation(DataRelationCollection all) => random.Next(40) == 0 || all.Count == 0 ? "r" + random.Next(3) : all[random.Next(all.Count)].RelationName;
                parts.Add(random.Next(24) switch
                {
                    0 => "Parent(" + Relation(table.ParentRelations) + ")." + name,
                    1 => "Sum(Child(" + Relation(table.ChildRelations) + ")." + name + ")",
                    2 => random.Next(3) == 0 ? "Parent." + name : "Count(Child." + name + ")",
                    3 => "Max(" + name + ")",
                    4 => "IIF(" + name + ">1," + name + ",1)",
                    5 => "[" + name + "]",
                    6 => "IsNull(" + name + ",0)",
                    7 => "5",
                    _ => name,
                });
            }
            var text = string.Join(random.Next(3) == 0 ? "*0+" : "+", parts);
            if (text.Length <= 64) return text;
        }
    }

    private static void Change(DataSet set)
    {
        foreach (DataTable table in set.Tables)
        {
            try
            {
                foreach (DataRow row in table.Rows)
                    foreach (DataColumn column in table.Columns)
                        if (!column.ReadOnly) row[column] = 1;
                table.Rows.Add(7, 7);
                set.AcceptChanges();
                table.Rows[0].Delete();
                set.RejectChanges();
            }
            catch (DataException)
            {
                // A value that cannot be computed.
            }
            catch (ArgumentException)
            {
                // The same: two parents of one row.
            }
        }
    }
}
