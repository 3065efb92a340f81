// SPDX-License-Identifier: MIT
//
// Google.Protobuf's messages as our models, so that the same code makes and compares their data.
using System;
using Fastser.Bench;

namespace Fastser.Bench.Protobuf;

public sealed partial class Record : IRecord
{
    DateTime IRecord.Created
    {
        get => new((long)CreatedTicks, DateTimeKind.Utc);
        set => CreatedTicks = (ulong)value.Ticks;
    }

    DateTime IRecord.Changed
    {
        get => new((long)ChangedTicks, DateTimeKind.Utc);
        set => ChangedTicks = (ulong)value.Ticks;
    }

    byte IRecord.Level
    {
        get => (byte)SmallLevel;
        set => SmallLevel = value;
    }
}

public sealed partial class Item : IItem;

public sealed partial class Point : IPoint;

public sealed partial class Tree : ITree<Tree>
{
    Tree? ITree<Tree>.Left
    {
        get => Left;
        set => Left = value!;
    }

    Tree? ITree<Tree>.Right
    {
        get => Right;
        set => Right = value!;
    }
}
