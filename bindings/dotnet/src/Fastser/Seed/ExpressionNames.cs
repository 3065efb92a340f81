// SPDX-License-Identifier: MIT
//
// Which columns an expression of a DataColumn names, and how deep it may nest: what must be known before System.Data
// computes it. The tokens are those of its own scanner (dotnet/runtime, ExpressionParser.Scan, the same since .NET
// Framework). An expression that is understood here names the same columns there; where the two might differ, it is
// refused.
using System;
using System.Collections.Generic;
using System.Data;
using System.Globalization;

namespace Fastser.Seed;

/// <summary>A column that an expression names: of its own table, or across a relation.</summary>
internal readonly struct NamedColumn
{
    internal enum Place { Own, Parent, Child }

    internal NamedColumn(Place where, string? relation, string name, bool isAggregated)
    {
        Where = where;
        Relation = relation;
        Name = name;
        IsAggregated = isAggregated;
    }

    internal readonly Place Where;
    // Null: the only one that there is.
    internal readonly string? Relation;
    internal readonly string Name;
    // Whether it is the argument of Sum and the like: all rows, or all children of a row, are looked at.
    internal readonly bool IsAggregated;
}

internal struct ExpressionNames
{
    private enum Token { End, Name, Constant, Comma, Open, Close, Operator, Not, Parent, Child, Dot }

    private static readonly (string Word, Token Token)[] s_reserved =
    [
        ("And", Token.Operator), ("Between", Token.Operator), ("Child", Token.Child), ("False", Token.Constant),
        ("In", Token.Operator), ("Is", Token.Operator), ("Like", Token.Operator), ("Not", Token.Not),
        ("Null", Token.Constant), ("Or", Token.Operator), ("Parent", Token.Parent), ("True", Token.Constant),
    ];

    private static readonly string[] s_aggregates = ["Sum", "Avg", "Min", "Max", "Count", "StDev", "Var"];

    private readonly string _text;  // and a zero, which ends it
    private int _start;
    private int _position;
    // Whether an operand stands before: then a dot belongs to it.
    private bool _afterOperand;
    // Whether the next name is an aggregate's argument.
    private bool _inAggregate;

    private ExpressionNames(string text) => _text = text + '\0';

    /// <summary>The columns that an expression names, each as often as it names it; and its operators, functions and
    /// brackets: it nests no deeper.</summary>
    internal static List<NamedColumn> Of(string text, out int levels)
    {
        var names = new List<NamedColumn>();
        levels = 0;
        var scanner = new ExpressionNames(text);
        for (var token = scanner.Scan(); token != Token.End;)
        {
            switch (token)
            {
                case Token.Name:
                    token = scanner.OwnName(names);
                    continue;
                case Token.Parent or Token.Child:
                    scanner.RelatedName(token, names);
                    break;
                case Token.Operator:
                    levels++;
                    scanner._afterOperand = false;
                    break;
                case Token.Not:  // before its operand, or behind another's, as in a NOT LIKE b
                    levels++;
                    break;
                case Token.Open:
                    if (scanner._afterOperand) throw NotUnderstood();
                    levels++;
                    break;
                case Token.Constant or Token.Close:
                    scanner._afterOperand = true;
                    break;
                case Token.Comma:
                    scanner._afterOperand = false;
                    break;
                default:
                    throw NotUnderstood();
            }
            token = scanner.Scan();
        }
        return names;
    }

    // A column, perhaps with dots in its name; or a function, whose bracket comes next. The token behind it.
    private Token OwnName(List<NamedColumn> names)
    {
        var name = Name();
        _afterOperand = true;
        var token = Scan();
        for (; token == Token.Dot; token = Scan())
        {
            Expect(Token.Name);
            name += "." + Name();
        }
        if (token == Token.Open)
        {
            _afterOperand = false;
            _inAggregate = Array.Exists(s_aggregates, one => one.Equals(name, StringComparison.OrdinalIgnoreCase));
        }
        else
        {
            Add(names, NamedColumn.Place.Own, null, name);
        }
        return token;
    }

    private void Add(List<NamedColumn> names, NamedColumn.Place where, string? relation, string name)
    {
        names.Add(new NamedColumn(where, relation, name, _inAggregate));
        _inAggregate = false;
    }

    // Behind the word Parent or Child.
    private void RelatedName(Token where, List<NamedColumn> names)
    {
        string? relation = null;
        _afterOperand = true;
        var token = Scan();
        if (token == Token.Open)
        {
            Expect(Token.Name);
            relation = Name();
            Expect(Token.Close);
            token = Scan();
        }
        if (token != Token.Dot) throw NotUnderstood();
        Expect(Token.Name);
        Add(names, where == Token.Parent ? NamedColumn.Place.Parent : NamedColumn.Place.Child, relation, Name());
    }

    private void Expect(Token token)
    {
        if (Scan() != token) throw NotUnderstood();
    }

    private static DataException NotUnderstood() => new("an expression that cannot be understood");

    // ---- the scanner

    private Token Scan()
    {
        char ch;
        do
        {
            _start = _position;
            if (_position == _text.Length) throw NotUnderstood();
            ch = _text[_position++];
            if (ch is ' ' or '\t' or '\n' or '\r') SkipWhite();
        }
        while (ch is ' ' or '\t' or '\n' or '\r');
        switch (ch)
        {
            case '\0': return Token.End;
            case '(': return Token.Open;
            case ')': return Token.Close;
            case ',': return Token.Comma;
            case '#':
                ScanTo('#', _position + 1);
                return Token.Constant;
            case '\'':
                ScanString();
                return Token.Constant;
            case '>' or '<':
                SkipWhite();
                if (_text[_position] == '=' || (ch == '<' && _text[_position] == '>')) _position++;
                return Token.Operator;
            case '=' or '+' or '-' or '*' or '/' or '%' or '&' or '|' or '^' or '~': return Token.Operator;
            case '[':
                ScanQuotedName(']', '\\', "]\\");
                return Token.Name;
            case '`':
                ScanQuotedName('`', '`', "`");
                return Token.Name;
            case '.' when _afterOperand: return Token.Dot;
            case '.' or (>= '0' and <= '9'):
                if (ch == '0' && _text[_position] is 'x' or 'X') throw NotUnderstood();
                ScanNumber();
                return Token.Constant;
            default: return Word(ch);
        }
    }

    // A word that begins with any character, if its second is a letter; else with one that names are made of.
    private Token Word(char first)
    {
        var mayBeReserved = _text[_position] is >= 'a' and <= 'z' or >= 'A' and <= 'Z' or '_';
        if (!mayBeReserved && !IsOfName(first)) throw NotUnderstood();
        while (IsOfName(_text[_position])) _position++;
        if (!mayBeReserved) return Token.Name;
        var word = _text.Substring(_start, _position - _start);
        foreach (var (reserved, token) in s_reserved)
        {
            // Not ordinal: it does not see a soft hyphen, for example.
            if (CultureInfo.InvariantCulture.CompareInfo.Compare(reserved, word, CompareOptions.IgnoreCase) == 0)
                return token;
        }
        return Token.Name;
    }

    private static bool IsOfName(char ch) =>
        ch is >= 'a' and <= 'z' or >= 'A' and <= 'Z' or >= '0' and <= '9' or '_' or '$' or > '\x7F';

    private void SkipWhite()
    {
        while (_text[_position] is <= ' ' and not '\0') _position++;
    }

    private void ScanNumber()
    {
        SkipDigits();
        if (_text[_position] == '.') _position++;
        SkipDigits();
        if (_text[_position] is not ('e' or 'E')) return;
        _position++;
        if (_text[_position] is '-' or '+') _position++;
        SkipDigits();
    }

    private void SkipDigits()
    {
        while (_text[_position] is >= '0' and <= '9') _position++;
    }

    // Two quotes are one of the text.
    private void ScanString()
    {
        for (;;)
        {
            ScanTo('\'', _position);
            if (_position == _text.Length) throw NotUnderstood();
            if (_text[_position] != '\'') return;
            _position++;
        }
    }

    // The first character is of the name whatever it is.
    private void ScanQuotedName(char end, char escape, string escaped)
    {
        do
        {
            if (_position >= _text.Length) throw NotUnderstood();
            if (_text[_position] == escape && _position + 1 < _text.Length && escaped.IndexOf(_text[_position + 1]) >= 0) _position++;
            _position++;
        }
        while (_position < _text.Length && _text[_position] != end);
        ScanTo(end, _position);
    }

    // Behind the next of these characters.
    private void ScanTo(char end, int from)
    {
        var at = from < _text.Length ? _text.IndexOf(end, from) : -1;
        if (at < 0) throw NotUnderstood();
        _position = at + 1;
    }

    // That of the token: without its brackets and escapes, which are not those by which its end was found.
    private string Name()
    {
        var escaped = _text[_start] switch { '[' => "]\\", '`' => "`", _ => null };
        if (escaped == null) return _text.Substring(_start, _position - _start);
        var name = _text.Substring(_start + 1, _position - _start - 2);
        if (name.Length == 0) throw NotUnderstood();
        if (name.IndexOf('\\') < 0) return name;
        var plain = new System.Text.StringBuilder(name.Length);
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] == '\\' && i + 1 < name.Length && escaped.IndexOf(name[i + 1]) >= 0) i++;
            plain.Append(name[i]);
        }
        return plain.ToString();
    }
}
