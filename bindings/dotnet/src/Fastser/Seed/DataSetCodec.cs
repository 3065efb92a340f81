// SPDX-License-Identifier: MIT
//
// DataSet and DataTable: what is read and written in which order. Tables come first; then keys, relations and
// expressions, which look at every row, and at each other's columns.
using System;
using System.Collections.Generic;
using System.Data;

namespace Fastser.Seed;

internal sealed class DataTableCodec : ThereCodec<DataTable>
{
    internal DataTableCodec() => Type = SeedType.Optional(SeedType.Record(DataShapes.Table));
    internal override void WriteThere(SerializationWriter writer, DataTable value) => DataTables.Write(writer, value);

    internal override DataTable ReadThere(SerializationReader reader)
    {
        var start = reader.Position;
        return DataSetCodec.Guarded(reader, start, () =>
        {
            var table = new DataTable();
            var expressions = new DataExpressions(reader);
            var steps = DataTables.Read(reader, table, expressions);
            steps.Keys();
            expressions.SetAll();
            steps.End();
            return table;
        });
    }
}

internal sealed class DataSetCodec : ThereCodec<DataSet>
{
    internal DataSetCodec() => Type = SeedType.Optional(SeedType.Record(DataShapes.Set));

    internal override void WriteThere(SerializationWriter writer, DataSet set)
    {
        writer.Text(set.DataSetName);
        var properties = new Properties();
        properties.Add("namespace", set.Namespace, "");
        properties.Add("prefix", set.Prefix, "");
        properties.Add("caseSensitive", set.CaseSensitive, false);
        properties.Add("enforceConstraints", set.EnforceConstraints, true);
        properties.Add("locale", set.Locale.Name, null);
        properties.AddExtended(set.ExtendedProperties);
        properties.Write(writer);
        writer.BeginItems(set.Tables.Count);
        foreach (DataTable table in set.Tables) DataTables.Write(writer, table);
        writer.EndCollection();
        DataRelations.Write(writer, set);
    }

    internal override DataSet ReadThere(SerializationReader reader)
    {
        var set = new DataSet();
        ReadInto(reader, set);
        return set;
    }

    internal static void ReadInto(SerializationReader reader, DataSet set)
    {
        var start = reader.Position;
        Guarded(reader, start, () =>
        {
            set.DataSetName = reader.Text();
            var properties = Properties.Read(reader);
            set.Namespace = properties.Get("namespace", "");
            set.Prefix = properties.Get("prefix", "");
            set.CaseSensitive = properties.Get("caseSensitive", false);
            if (properties.Get<string?>("locale", null) is { } locale) set.Locale = Properties.Culture(locale);
            properties.GetExtended(set.ExtendedProperties);
            var enforce = properties.Get("enforceConstraints", true);
            set.EnforceConstraints = false;
            var count = reader.Count(SeedType.Record(DataShapes.Table));
            reader.Charge(2000L * count + OfEachOther(count));
            reader.Enter();
            var steps = new List<(Action Keys, Action End, List<DataColumn> Columns)>();
            var tables = new List<DataTable>();
            var expressions = new DataExpressions(reader);
            for (var i = 0; i < count; i++) steps.Add(DataTables.Read(reader, set, tables, expressions));
            reader.Leave();
            var relations = DataRelations.Read(reader, set, steps.ConvertAll(static step => step.Columns));
            // Foreign keys need the keys of their parents, expressions may go by relations.
            foreach (var step in steps) step.Keys();
            foreach (var relation in relations) relation();
            expressions.SetAll();
            foreach (var step in steps) step.End();
            set.EnforceConstraints = enforce;
            return true;
        });
    }

    // Tables, relations and unique constraints: System.Data looks at all others when one is added.
    internal static long OfEachOther(int count) => (long)count * count;

    // What DataSet refuses (a name twice, a value against a constraint) is an error of the data.
    internal static T Guarded<T>(SerializationReader reader, int start, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception error) when (error is DataException or ArgumentException or InvalidOperationException
            or InvalidCastException or OverflowException or FormatException or NullReferenceException
            or IndexOutOfRangeException)
        {
            throw reader.Error(FastserStatus.TypeMismatch, start, "the DataSet cannot be created: " + error.Message);
        }
    }
}
