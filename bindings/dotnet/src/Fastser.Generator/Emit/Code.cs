// SPDX-License-Identifier: MIT
//
// Text of C# in the making: lines, indented by the blocks around them.
using System;
using System.Text;

namespace Fastser.Generator.Emit;

internal sealed class Code
{
    private readonly StringBuilder _text = new();
    private int _depth;

    public Code Line(string text = "")
    {
        if (text.Length != 0) _text.Append(' ', 4 * _depth).Append(text);
        _text.Append('\n');
        return this;
    }

    /// <summary>A line and the block behind it, which ends when the result is disposed of.</summary>
    public Block Open(string head)
    {
        if (head.Length != 0) Line(head);
        Line("{");
        ++_depth;
        return new Block(this, "}");
    }

    /// <summary>A method whose numbers do not overflow, whatever the project says.</summary>
    public Block Method(string head)
    {
        Line(head);
        Line("{");
        ++_depth;
        Line("unchecked");
        Line("{");
        ++_depth;
        return new Block(this, "}", "}");
    }

    public override string ToString() => _text.ToString();

    public readonly struct Block : IDisposable
    {
        private readonly Code _code;
        private readonly string[] _ends;

        public Block(Code code, params string[] ends) => (_code, _ends) = (code, ends);

        public void Dispose()
        {
            foreach (string end in _ends)
            {
                --_code._depth;
                _code.Line(end);
            }
        }
    }
}
