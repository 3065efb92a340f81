// SPDX-License-Identifier: MIT
//
// Tables of a DataSet: columns with their values, rows with their states and original values, unique constraints, errors.
//
// A reader builds the columns, loads the rows, and then sets what would look at every row on its way in:
// constraints, expressions. Types come from a fixed list; expressions that name types (Convert) are refused,
// since nothing is made from names in data.
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;

namespace Fastser.Seed;

internal static class DataTables
{
    internal static void Write(SerializationWriter writer, DataTable table)
    {
        writer.Enter();
        writer.Text(table.TableName);
        var properties = new Properties();
        var set = table.DataSet;
        properties.Add("namespace", table.Namespace, set?.Namespace ?? "");
        properties.Add("prefix", table.Prefix, "");
        properties.Add("caseSensitive", table.CaseSensitive, set?.CaseSensitive ?? false);
        properties.Add("locale", table.Locale.Name, (set?.Locale ?? CultureInfo.InvariantCulture).Name);
        properties.Add("displayExpression", table.DisplayExpression, "");
        properties.Add("minimumCapacity", table.MinimumCapacity, 50);
        properties.AddExtended(table.ExtendedProperties);
        properties.Write(writer);
        var records = new DataRecords(table);
        writer.Varint((uint)table.Rows.Count);
        writer.Blit(records.Uniform && records.States.Length != 0 ? records.States[0] : (byte)DataRowState.Unchanged);
        SeedCodec<byte[]?>.Instance.Write(writer, records.Uniform ? null : records.States);
        writer.BeginItems(table.Columns.Count);
        foreach (DataColumn column in table.Columns) WriteColumn(writer, column, records);
        writer.EndCollection();
        WriteUnique(writer, table);
        WriteErrors(writer, table, records.HasErrors);
        writer.Leave();
    }

    private static void WriteColumn(SerializationWriter writer, DataColumn column, DataRecords records)
    {
        writer.Text(column.ColumnName);
        writer.Text(DataColumns.NameOf(column.DataType));
        var properties = new Properties();
        properties.Add("allowDBNull", column.AllowDBNull, true);
        properties.Add("autoIncrement", column.AutoIncrement, false);
        properties.Add("autoIncrementSeed", column.AutoIncrementSeed, 0);
        properties.Add("autoIncrementStep", column.AutoIncrementStep, 1);
        properties.Add("caption", column.Caption, column.ColumnName);
        properties.Add("mapping", (int)column.ColumnMapping, (int)MappingType.Element);
        properties.Add("dateTimeMode", (int)column.DateTimeMode, (int)DataSetDateTime.UnspecifiedLocal);
        properties.Add("expression", column.Expression, "");
        properties.Add("maxLength", column.MaxLength, -1);
        properties.Add("namespace", column.Namespace, column.Table!.Namespace);
        properties.Add("prefix", column.Prefix, "");
        properties.Add("readOnly", column.ReadOnly, false);
        if (column.DefaultValue is not DBNull) properties.Add("defaultValue", column.DefaultValue, DBNull.Value);
        properties.AddExtended(column.ExtendedProperties);
        properties.Write(writer);
        DataColumns.Write(writer, column, records);
    }

    private static void WriteUnique(SerializationWriter writer, DataTable table)
    {
        var unique = new List<UniqueConstraint>();
        foreach (Constraint constraint in table.Constraints)
            if (constraint is UniqueConstraint found) unique.Add(found);
        writer.BeginItems(unique.Count);
        foreach (var constraint in unique)
        {
            writer.Text(constraint.ConstraintName);
            WriteColumns(writer, constraint.Columns);
            writer.Blit(constraint.IsPrimaryKey ? (byte)1 : (byte)0);
        }
        writer.EndCollection();
    }

    internal static void WriteColumns(SerializationWriter writer, DataColumn[] columns)
    {
        writer.BeginItems(columns.Length);
        foreach (var column in columns) writer.Varint((uint)column.Ordinal);
        writer.EndCollection();
    }

    // Texts of rows (column 0) and of columns in rows (their number + 1).
    private static void WriteErrors(SerializationWriter writer, DataTable table, bool hasErrors)
    {
        var errors = new List<(int Row, int Column, string Text)>();
        if (hasErrors)
        {
            for (var i = 0; i < table.Rows.Count; i++)
            {
                var row = table.Rows[i];
                if (!row.HasErrors) continue;
                if (row.RowError.Length != 0) errors.Add((i, 0, row.RowError));
                foreach (var column in row.GetColumnsInError()) errors.Add((i, column.Ordinal + 1, row.GetColumnError(column)));
            }
        }
        writer.BeginItems(errors.Count);
        foreach (var error in errors)
        {
            writer.Varint((uint)error.Row);
            writer.Varint((uint)error.Column);
            writer.Text(error.Text);
        }
        writer.EndCollection();
    }

    // ---- reading

    internal static (Action Keys, Action End, List<DataColumn> Columns) Read(SerializationReader reader, DataSet set, List<DataTable> tables, DataExpressions expressions)
    {
        var start = reader.Position;
        var name = reader.Text();
        var properties = Properties.Read(reader);
        var table = set.Tables[name, properties.Get("namespace", set.Namespace)];
        var known = table != null;
        if (table == null)
        {
            table = new DataTable(name, properties.Get("namespace", set.Namespace));
            set.Tables.Add(table);
        }
        if (tables.Contains(table)) throw reader.Error(FastserStatus.Malformed, start, "two tables of one name");
        tables.Add(table);
        return Read(reader, table, properties, known, expressions);
    }

    internal static (Action Keys, Action End, List<DataColumn> Columns) Read(SerializationReader reader, DataTable table, DataExpressions expressions)
    {
        table.TableName = reader.Text();
        var properties = Properties.Read(reader);
        table.Namespace = properties.Get("namespace", "");
        return Read(reader, table, properties, false, expressions);
    }

    // What is returned is to be done when all tables are there; and the columns in the archive's order, which may
    // not be that of a typed set.
    private static (Action Keys, Action End, List<DataColumn> Columns) Read(
        SerializationReader reader, DataTable table, Properties properties, bool known, DataExpressions expressions)
    {
        reader.Enter();
        if (!known)
        {
            table.Prefix = properties.Get("prefix", "");
            if (properties.Get("caseSensitive", table.CaseSensitive) is var sensitive && sensitive != table.CaseSensitive) table.CaseSensitive = sensitive;
            if (properties.Get<string?>("locale", null) is { } locale) table.Locale = Properties.Culture(locale);
            table.MinimumCapacity = Math.Min(properties.Get("minimumCapacity", 50), 1 << 16);
            properties.GetExtended(table.ExtendedProperties);
        }
        var start = reader.Position;
        var said = reader.Varint();
        var state = reader.Blit<byte>();
        var states = SeedCodec<byte[]?>.Instance.Read(reader);
        // A row without columns takes no bytes; DataSet needs a few hundred for each.
        if (said > int.MaxValue / 2) throw reader.Error(FastserStatus.OverBudget, start, "more rows than a DataTable holds");
        var rows = (int)said;
        if (states != null && states.Length != rows) throw reader.Error(FastserStatus.Malformed, start, "states for another number of rows");
        var records = rows;
        if (states == null)
        {
            if (state == (byte)DataRowState.Modified) records = checked(2 * rows);
        }
        else
        {
            foreach (var one in states)
                if (one == (byte)DataRowState.Modified) records = checked(records + 1);
        }
        var count = reader.Count(SeedType.Record(DataShapes.Column));
        reader.Enter();
        reader.Charge(500L * count);
        var columns = new List<DataColumn>(count);
        var values = new List<object[]?>(count);
        var later = new List<Action>();
        for (var i = 0; i < count; i++) ReadColumn(reader, table, columns, values, records, expressions, later);
        reader.Leave();
        if (values.TrueForAll(column => column == null)) reader.Charge(200L * records);
        var first = table.Rows.Count;
        // A row that was modified gets its values one by one, those of a typed set's columns, too.
        var readOnly = columns.FindAll(static column => column.ReadOnly && column.Expression.Length == 0);
        try
        {
            foreach (var column in readOnly) column.ReadOnly = false;
            LoadRows(reader, table, columns, values, rows, state, states, start);
        }
        finally
        {
            foreach (var column in readOnly) column.ReadOnly = true;
        }
        var unique = ReadUnique(reader, columns);
        ReadErrors(reader, table, first, columns);
        var display = properties.Get("displayExpression", "");
        reader.Leave();
        return (AddKeys, Finish, columns);

        void AddKeys()
        {
            if (known) return;
            foreach (var (name, own, primary) in unique) table.Constraints.Add(new UniqueConstraint(name, own, primary));
        }

        void Finish()
        {
            foreach (var step in later) step();
            if (display.Length != 0 && !known)
            {
                expressions.Check(display, start, out _);
                SetDisplay(table, display);
            }
            table.EndLoadData();
        }
    }

    private static void ReadColumn(SerializationReader reader, DataTable table, List<DataColumn> columns, List<object[]?> values, int records, DataExpressions expressions, List<Action> later)
    {
        var start = reader.Position;
        var name = reader.Text();
        var type = DataColumns.TypeOf(reader.Text()) ?? throw reader.Error(FastserStatus.UnknownClass, start, "a column of an unknown type");
        var properties = Properties.Read(reader);
        var column = table.Columns[name];
        if (column == null)
        {
            column = NewColumn(name, type);
            column.AllowDBNull = true;
            if (properties.Get("autoIncrement", false))
            {
                column.AutoIncrement = true;
                column.AutoIncrementSeed = properties.Get("autoIncrementSeed", 0L);
                column.AutoIncrementStep = properties.Get("autoIncrementStep", 1L);
            }
            column.Caption = properties.Get("caption", name);
            column.ColumnMapping = (MappingType)properties.Get("mapping", (int)MappingType.Element);
            if (type == typeof(DateTime)) column.DateTimeMode = (DataSetDateTime)properties.Get("dateTimeMode", (int)DataSetDateTime.UnspecifiedLocal);
            column.MaxLength = properties.Get("maxLength", -1);
            column.Namespace = properties.Get("namespace", table.Namespace);
            column.Prefix = properties.Get("prefix", "");
            if (properties.Get<object?>("defaultValue", null) is { } usual) column.DefaultValue = usual;
            properties.GetExtended(column.ExtendedProperties);
            table.Columns.Add(column);
            if (properties.Get("expression", "") is { Length: > 0 } expression) expressions.Add(column, expression, start);
            if (!properties.Get("allowDBNull", true)) later.Add(() => column.AllowDBNull = false);
            if (properties.Get("readOnly", false)) later.Add(() => column.ReadOnly = true);
        }
        else if (columns.Contains(column) || column.DataType != type)
        {
            throw reader.Error(FastserStatus.TypeMismatch, start, "the column " + name + " is another in the archive");
        }
        columns.Add(column);
        values.Add(DataColumns.Read(reader, type, records));
    }

#if NET8_0_OR_GREATER
    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "The types are those of a fixed list, which are kept.")]
    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The types are those of a fixed list, which are kept.")]
#endif
    private static DataColumn NewColumn(string name, Type type) => new(name, type);

#if NET8_0_OR_GREATER
    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Expressions that name types are refused.")]
#endif
    private static void SetDisplay(DataTable table, string expression) => table.DisplayExpression = expression;

    private static void LoadRows(SerializationReader reader, DataTable table, List<DataColumn> columns, List<object[]?> values, int rows, byte state, byte[]? states, int start)
    {
        var stored = new List<(int Ordinal, object[] Values)>();
        for (var i = 0; i < columns.Count; i++)
            if (values[i] is { } column) stored.Add((columns[i].Ordinal, column));
        var places = stored.ToArray();
        reader.Charge((long)rows * 64);
        table.BeginLoadData();
        var capacity = table.MinimumCapacity;
        table.MinimumCapacity = Math.Max(capacity, Math.Min(rows, 1 << 20));
        var row = new object?[table.Columns.Count];
        var record = 0;
        var accept = states == null && state == (byte)DataRowState.Unchanged && table.Rows.Count == 0;
        for (var i = 0; i < rows; i++)
        {
            var own = (DataRowState)(states == null ? state : states[i]);
            Fill();
            var added = table.Rows.Add(row);
            if (own == DataRowState.Added || accept) continue;
            added.AcceptChanges();
            if (own == DataRowState.Deleted)
            {
                added.Delete();
            }
            else if (own == DataRowState.Modified)
            {
                Fill();
                foreach (var (ordinal, _) in places) added[ordinal] = row[ordinal] ?? DBNull.Value;
                if (added.RowState != DataRowState.Modified) added.SetModified();
            }
            else if (own != DataRowState.Unchanged)
            {
                throw reader.Error(FastserStatus.Malformed, start, "a row with an unknown state");
            }
        }
        if (accept) table.AcceptChanges();
        table.MinimumCapacity = capacity;
        void Fill()
        {
            foreach (var (ordinal, column) in places) row[ordinal] = column[record];
            record++;
        }
    }

    private static List<(string Name, DataColumn[] Columns, bool Primary)> ReadUnique(SerializationReader reader, List<DataColumn> columns)
    {
        var count = reader.Count(SeedType.Record(DataShapes.Unique));
        reader.Charge(300L * count + DataSetCodec.OfEachOther(count));
        var unique = new List<(string, DataColumn[], bool)>(count);
        reader.Enter();
        for (var i = 0; i < count; i++)
        {
            var name = reader.Text();
            var own = ReadColumns(reader, columns);
            unique.Add((name, own, reader.Flag()));
        }
        reader.Leave();
        return unique;
    }

    internal static DataColumn[] ReadColumns(SerializationReader reader, IReadOnlyList<DataColumn> columns)
    {
        var found = new DataColumn[reader.Count(SeedType.Vu32)];
        for (var i = 0; i < found.Length; i++)
        {
            var start = reader.Position;
            var number = reader.Varint();
            if (number >= (ulong)columns.Count) throw reader.Error(FastserStatus.Malformed, start, "a column that does not exist");
            found[i] = columns[(int)number];
        }
        return found;
    }

    // The rows of the archive are those from the first.
    private static void ReadErrors(SerializationReader reader, DataTable table, int first, List<DataColumn> columns)
    {
        var count = reader.Count(SeedType.Tuple(SeedType.Vu32, SeedType.Vu32, SeedType.String));
        for (var i = 0; i < count; i++)
        {
            var start = reader.Position;
            var row = reader.Varint();
            var column = reader.Varint();
            var text = reader.Text();
            if (row >= (ulong)(table.Rows.Count - first) || column > (ulong)columns.Count) throw reader.Error(FastserStatus.Malformed, start, "an error of a row that does not exist");
            var found = table.Rows[first + (int)row];
            if (column == 0) found.RowError = text;
            else found.SetColumnError(columns[(int)column - 1], text);
        }
    }
}
