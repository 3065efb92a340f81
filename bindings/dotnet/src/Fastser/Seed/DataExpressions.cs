// SPDX-License-Identifier: MIT
//
// The expressions of a DataSet's columns, set when all tables, rows and relations are there.
//
// System.Data follows every path from a column to those that its expression names. So columns that name each other
// twice cost 2^n, and those that name each other in a circle across relations overflow the stack, which ends the
// program; so do very long expressions. Here circles are refused, length and nesting are bounded by
// FastserLimits.Depth, and each path is charged. What others depend on is set first, which costs least.
using System;
using System.Collections.Generic;
using System.Data;

namespace Fastser.Seed;

internal sealed class DataExpressions
{
    private const int LongestText = 4096;
    // Counted no further, so that the product with the number of rows is no overflow.
    private const long MostPaths = 1L << 31;

    private sealed class Computed
    {
        internal string Text = "";
        internal List<NamedColumn> Names = new();
        internal int Levels;
        internal int Start;
        // The program's own, of a typed DataSet: it is there already.
        internal bool IsSet;
        internal bool IsLooking;
        // Of columns that it depends on, one after the other; 0: not known yet.
        internal int Length;
        // Ways from it along the names in expressions.
        internal long Paths = 1;
    }

    private readonly SerializationReader _reader;
    private readonly int _deepest;
    private readonly Dictionary<DataColumn, Computed> _columns = new();
    private readonly List<DataColumn> _inOrder = new();

    internal DataExpressions(SerializationReader reader)
    {
        _reader = reader;
        _deepest = reader.DepthLeft;
    }

    /// <summary>An expression of the data, at a byte; to be set by <see cref="SetAll"/>.</summary>
    internal void Add(DataColumn column, string text, int start)
    {
        var names = Check(text, start, out var levels);
        _columns.Add(column, new Computed { Text = text, Names = names, Levels = levels, Start = start });
        _inOrder.Add(column);
    }

    /// <summary>The columns that an expression of the data names; an exception if System.Data is not to have it.</summary>
    internal List<NamedColumn> Check(string text, int start, out int levels)
    {
        if (text.Length > LongestText) throw new DataException("an expression of more than 4096 characters");
        if (text.IndexOf("convert", StringComparison.OrdinalIgnoreCase) >= 0)
            throw new DataException("an expression with Convert, which names types, is not taken from data");
        var names = ExpressionNames.Of(text, out levels);
        if (levels > _deepest) throw _reader.Error(FastserStatus.TooDeep, start, "an expression with more operators than the limit for depth");
        return names;
    }

    /// <summary>Sets all of them.</summary>
    internal void SetAll()
    {
        foreach (var column in _inOrder) Set(column, 0);
    }

    private Computed? Set(DataColumn column, int depth)
    {
        if (!_columns.TryGetValue(column, out var computed))
        {
            var own = column.Expression;
            if (own.Length == 0) return null;
            _columns.Add(column, computed = new Computed { Names = ExpressionNames.Of(own, out _), IsSet = true });
        }
        if (computed.IsLooking) throw _reader.Error(FastserStatus.TypeMismatch, computed.Start, "the DataSet cannot be created: expressions refer to each other in a circle");
        if (computed.Length != 0) return computed;
        computed.IsLooking = true;
        var longest = 0;
        foreach (var other in DependsOn(column.Table!, computed.Names))
        {
            if (depth >= _deepest) throw TooDeep(computed);
            if (Set(other, depth + 1) is not { } found) continue;
            longest = Math.Max(longest, found.Length);
            computed.Paths = Math.Min(MostPaths, computed.Paths + found.Paths);
        }
        computed.IsLooking = false;
        computed.Length = longest + 1;
        if (computed.Length > _deepest) throw TooDeep(computed);
        if (!computed.IsSet) Compute(column, computed);
        return computed;
    }

    private FastserException TooDeep(Computed computed) =>
        _reader.Error(FastserStatus.TooDeep, computed.Start, "more columns that depend on each other than the limit for depth");

    // The columns that an expression names, and the keys of the relations that it goes along. (For a key of its own
    // relation System.Data overflows the stack not when it is set, but when a row changes.)
    private IEnumerable<DataColumn> DependsOn(DataTable table, List<NamedColumn> names)
    {
        foreach (var name in names)
        {
            var relations = name.Where == NamedColumn.Place.Parent ? table.ParentRelations : table.ChildRelations;
            var relation = name.Where == NamedColumn.Place.Own ? null
                : name.Relation != null ? relations[name.Relation] : relations.Count == 1 ? relations[0] : null;
            // (System.Data takes the own table for the children along a relation that there is not.)
            var of = name.Where == NamedColumn.Place.Own ? table
                : name.Where == NamedColumn.Place.Parent ? relation?.ParentTable : relation?.ChildTable ?? table;
            if (name.Relation != null) _reader.Charge(relations.Count);  // it is looked for one by one
            if (of?.Columns[name.Name] is { } named) yield return named;
            if (relation == null) continue;
            foreach (var key in relation.ParentColumns) yield return key;
            foreach (var key in relation.ChildColumns) yield return key;
        }
    }

    // An expression computes a value for each row. What makes texts is charged for them, so that columns that double
    // each other end.
    private void Compute(DataColumn column, Computed computed)
    {
        var table = column.Table!;
        _reader.Charge(computed.Paths * (1L + table.Rows.Count));
        ChargeAggregates(table, computed);
        SetExpression(column, computed.Text);
        if (column.DataType != typeof(string)) return;
        foreach (DataRow row in table.Rows)
            if (row.RowState != DataRowState.Deleted && row[column] is string text) _reader.Charge(2L * text.Length);
    }

    // An aggregate goes over all rows of its table, or over the children of a row, for each row again. What is nothing
    // but an aggregate of the table is computed once.
    private void ChargeAggregates(DataTable table, Computed computed)
    {
        foreach (var name in computed.Names)
        {
            if (!name.IsAggregated) continue;
            if (name.Where == NamedColumn.Place.Child)
            {
                foreach (DataRelation relation in table.ChildRelations)
                    foreach (DataRow row in table.Rows)
                        if (row.RowState != DataRowState.Deleted) _reader.Charge(1L + row.GetChildRows(relation).Length);
            }
            else if (computed.Levels > 1)
            {
                _reader.Charge((long)table.Rows.Count * table.Rows.Count);
            }
        }
    }

#if NET8_0_OR_GREATER
    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Expressions that name types are refused.")]
#endif
    private static void SetExpression(DataColumn column, string expression) => column.Expression = expression;
}
