// SPDX-License-Identifier: MIT
//
// Relations of a DataSet, and foreign keys, which may stand without one.
using System;
using System.Collections.Generic;
using System.Data;

namespace Fastser.Seed;

internal static class DataRelations
{
    private const byte RelationOnly = 0, KeyOnly = 1, Both = 2;

    internal static void Write(SerializationWriter writer, DataSet set)
    {
        var keys = new List<ForeignKeyConstraint>();
        foreach (DataTable table in set.Tables)
            foreach (Constraint constraint in table.Constraints)
                if (constraint is ForeignKeyConstraint key) keys.Add(key);
        foreach (DataRelation relation in set.Relations)
            if (relation.ChildKeyConstraint is { } own) keys.Remove(own);
        writer.BeginItems(set.Relations.Count + keys.Count);
        foreach (DataRelation relation in set.Relations)
        {
            var properties = new Properties();
            properties.Add("nested", relation.Nested, false);
            properties.AddExtended(relation.ExtendedProperties);
            var key = relation.ChildKeyConstraint;
            if (key != null) AddRules(properties, key, relation.RelationName);
            Write(writer, set, relation.RelationName, key == null ? RelationOnly : Both, relation.ParentColumns, relation.ChildColumns, properties);
        }
        foreach (var key in keys)
        {
            var properties = new Properties();
            AddRules(properties, key, key.ConstraintName);
            Write(writer, set, key.ConstraintName, KeyOnly, key.RelatedColumns, key.Columns, properties);
        }
        writer.EndCollection();
    }

    private static void AddRules(Properties properties, ForeignKeyConstraint key, string name)
    {
        properties.Add("constraint", key.ConstraintName, name);
        properties.Add("updateRule", (int)key.UpdateRule, (int)Rule.Cascade);
        properties.Add("deleteRule", (int)key.DeleteRule, (int)Rule.Cascade);
        properties.Add("acceptRejectRule", (int)key.AcceptRejectRule, (int)AcceptRejectRule.None);
    }

    private static void Write(SerializationWriter writer, DataSet set, string name, byte kind, DataColumn[] parents, DataColumn[] children, Properties properties)
    {
        writer.Text(name);
        writer.Blit(kind);
        writer.Varint((uint)set.Tables.IndexOf(parents[0].Table!));
        DataTables.WriteColumns(writer, parents);
        writer.Varint((uint)set.Tables.IndexOf(children[0].Table!));
        DataTables.WriteColumns(writer, children);
        properties.Write(writer);
    }

    // What is returned is to be done when the keys of all tables are there.
    internal static List<Action> Read(SerializationReader reader, DataSet set, List<List<DataColumn>> tables)
    {
        var count = reader.Count(SeedType.Record(DataShapes.Relation));
        reader.Charge(500L * count + DataSetCodec.OfEachOther(count));
        reader.Enter();
        var steps = new List<Action>();
        for (var i = 0; i < count; i++)
        {
            var name = reader.Text();
            var at = reader.Position;
            var kind = reader.Blit<byte>();
            if (kind > Both) throw reader.Error(FastserStatus.Malformed, at, "an unknown kind of relation");
            var parents = ReadColumns(reader, tables);
            var children = ReadColumns(reader, tables);
            var properties = Properties.Read(reader);
            steps.Add(() => Add(reader, set, name, kind, parents, children, properties));
        }
        reader.Leave();
        return steps;
    }

    private static void Add(
        SerializationReader reader, DataSet set, string name, byte kind, DataColumn[] parents, DataColumn[] children, Properties properties)
    {
        // (A typed set has them already.)
        var constraint = properties.Get("constraint", name);
        if (kind != RelationOnly && !HasKey(children[0].Table!, constraint))
        {
            children[0].Table!.Constraints.Add(new ForeignKeyConstraint(constraint, parents, children)
            {
                UpdateRule = (Rule)properties.Get("updateRule", (int)Rule.Cascade),
                DeleteRule = (Rule)properties.Get("deleteRule", (int)Rule.Cascade),
                AcceptRejectRule = (AcceptRejectRule)properties.Get("acceptRejectRule", (int)AcceptRejectRule.None),
            });
        }
        if (kind == KeyOnly || set.Relations.Contains(name)) return;
        // A relation takes the foreign key of its columns for its own.
        var relation = new DataRelation(name, parents, children, createConstraints: kind == Both);
        set.Relations.Add(relation);
        if (properties.Get("nested", false))
        {
            ChargeNesting(reader, relation);
            relation.Nested = true;
        }
        properties.GetExtended(relation.ExtendedProperties);
    }

    // System.Data looks for circles: at all tables that the parent is nested in, and for each at those found so far.
    private static void ChargeNesting(SerializationReader reader, DataRelation relation)
    {
        var around = new List<DataTable> { relation.ParentTable };
        var known = new HashSet<DataTable>(around);
        for (var i = 0; i < around.Count; i++)
        {
            foreach (DataRelation up in around[i].ParentRelations)
            {
                reader.Charge(1);
                if (up.Nested && known.Add(up.ParentTable)) around.Add(up.ParentTable);
            }
        }
        reader.Charge((long)around.Count * around.Count / 8);
    }

    private static bool HasKey(DataTable table, string name)
    {
        foreach (Constraint constraint in table.Constraints)
            if (constraint is ForeignKeyConstraint && constraint.ConstraintName == name) return true;
        return false;
    }

    private static DataColumn[] ReadColumns(SerializationReader reader, List<List<DataColumn>> tables)
    {
        var start = reader.Position;
        var number = reader.Varint();
        if (number >= (ulong)tables.Count) throw reader.Error(FastserStatus.Malformed, start, "a table that does not exist");
        var found = DataTables.ReadColumns(reader, tables[(int)number]);
        return found.Length != 0 ? found : throw reader.Error(FastserStatus.Malformed, start, "a relation without columns");
    }
}
