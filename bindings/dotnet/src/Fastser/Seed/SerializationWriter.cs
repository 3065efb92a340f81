// SPDX-License-Identifier: MIT
//
// SerializationWriter: one call for each value, in the order in which SerializationReader is asked for
// them. What it makes is an archive (docs/format.md, kind 1): the root is a record without names, and
// its types, run by run, lie behind it, so that every tool and language can read it.
//
// This file: bytes, fields, blocks and the table. A field is noted by comparing its type expression
// with that of the run; expressions that calls write all the time are single objects (SeedType), so
// that is one comparison of references.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Fastser.Runtime;
using Fastser.Seed;

namespace Fastser;

/// <summary>Writes values one by one. <see cref="SerializationReader"/> reads them in the same order.</summary>
/// <remarks>The names are those of "A fast serialization technique" (2006). Not safe for use by several
/// threads at once. Disposing is a courtesy: the next writer of the thread gets the memory. A call that throws
/// leaves the archive as it was before the call; writing may go on.</remarks>
public sealed partial class SerializationWriter : IDisposable
{
    private const int HeaderSize = 9;
    private const int TableSlots = 32;
    private const int MaximalDepth = 124;  // 128, less the records and optionals of a value at the bottom

    // What a writer leaves to the next of its thread. A writer that is disposed has none of it, so what is
    // still done with it is an error and does not get into another's archive.
    private sealed class Memory
    {
        internal byte[] Bytes = new byte[512];
        internal SeedEntry[] Runs = new SeedEntry[16];
        internal SeedShape?[] Shapes = new SeedShape?[32];
    }

    [ThreadStatic] private static Memory? t_memory;

    private readonly FastSerializerOptions _options;
    private Memory? _memory;
    private byte[] _bytes;
    private int _position;
    private int _depth;

    // The run of fields that grows, and the runs before it: those of the root, then those of the blocks
    // that are open.
    private SeedType? _runType;
    private int _runCount;
    private int _calledOut;  // values that are being written by code of the caller's
    private SeedEntry[] _runs;
    private int _runsUsed;

    // The shapes of the table; number 0 is the root's own.
    private SeedShape?[] _shapes;
    private int _shapesUsed;

    private List<Block>? _blocks;
    private Dictionary<SeedShape, SeedType>? _blockTypes;

    private SerializationWriter(FastSerializerOptions options)
    {
        if (options.Codec != FastserCodec.Archive || options.Header == FastserHeader.Fingerprint || options.References
            || options.Sharing == FastserSharing.On)
        {
            throw new FastserException(FastserStatus.Usage,
                "SerializationWriter writes archives, self-described or bare, without References and Sharing");
        }
        if (!BitConverter.IsLittleEndian) throw new PlatformNotSupportedException("SerializationWriter needs a little-endian machine.");
        _options = options;
        _memory = t_memory ?? new Memory();
        t_memory = null;
        _bytes = _memory.Bytes;
        _runs = _memory.Runs;
        _shapes = _memory.Shapes;
        Reset();
    }

    private bool Bare => _options.Header == FastserHeader.Bare;

    /// <summary>A writer of a self-described archive.</summary>
    public static SerializationWriter GetWriter() => new(FastSerializerOptions.Default);

    /// <summary>A writer with options: <see cref="FastSerializerOptions.Header"/> (self-described or bare),
    /// <see cref="FastSerializerOptions.Checksum"/>, <see cref="FastSerializerOptions.UserVersion"/>,
    /// <see cref="FastSerializerOptions.Surrogates"/> and <see cref="FastSerializerOptions.Registry"/> count.</summary>
    public static SerializationWriter GetWriter(FastSerializerOptions options) => new(options ?? throw new ArgumentNullException(nameof(options)));

    /// <summary>Gives the memory to the next writer of this thread. This one cannot be used any more.</summary>
    public void Dispose()
    {
        if (_memory == null) return;
        if (_bytes.Length <= 1 << 20)
        {
            _memory.Bytes = _bytes;
            _memory.Runs = _runs;
            _memory.Shapes = _shapes;
            t_memory = _memory;
        }
        _memory = null;
        _bytes = [];
        _position = 0;
        _runs = [];
        _runsUsed = 0;
        _shapes = [];
        _shapesUsed = 0;
        _runType = null;
    }

    /// <summary>Forgets what was written and begins anew.</summary>
    public void Reset()
    {
        RequireMemory();
        RequireNoValue();
        _position = Bare ? 0 : HeaderSize;
        _depth = 0;
        _runType = null;
        _runCount = 0;
        _runsUsed = 0;
        _shapesUsed = 1;
        if (Bare || _options.Registry != null)
        {
            var first = RegisteredClasses.FirstShapes(_options);
            if (_shapes.Length < first.Length) _shapes = new SeedShape?[2 * first.Length];
            first.CopyTo(_shapes, 0);
            _shapesUsed = first.Length;
        }
        _blocks?.Clear();
        _blockTypes?.Clear();
        _strings?.Clear();
    }

    private void RequireMemory()
    {
        if (_memory == null) throw new ObjectDisposedException(nameof(SerializationWriter));
    }

    private void RequireNoValue()
    {
        if (_calledOut != 0) throw CalledBack();
    }

    private static FastserException CalledBack() => new(FastserStatus.Usage,
        "a value that is being written cannot use the SerializationWriter that writes it: let it keep what it has to say in its members");

    /// <summary>Code of the caller's follows, such as callbacks and collections: what it writes here would get
    /// into the value that is being written, so until <see cref="EndCallOut"/> it is an error.</summary>
    internal CallOut BeginCallOut()
    {
        var before = new CallOut(_runType, _position);
        _runType = null;  // so that each field takes the slow way, which looks
        ++_calledOut;
        return before;
    }

    /// <summary>That code has thrown nothing, or it has (<paramref name="failed"/>).</summary>
    internal void EndCallOut(in CallOut before, bool failed)
    {
        --_calledOut;
        _runType = _memory == null ? null : before.RunType;
        if (!failed && _position != before.Position) throw CalledBack();  // it was told so before, and went on
    }

    internal readonly struct CallOut
    {
        internal readonly SeedType? RunType;
        internal readonly int Position;

        internal CallOut(SeedType? runType, int position) => (RunType, Position) = (runType, position);
    }

    /// <summary>Bytes written so far, without the table.</summary>
    public int Length => _position;

    // ---- bytes

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Room(int bytes)
    {
        if (_bytes.Length - _position < bytes) Grow(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int bytes)
    {
        RequireMemory();
        var needed = (long)_position + bytes;
        const int Largest = 0x7FFFFFC7;
        if (needed > Largest) throw new FastserException(FastserStatus.NoSpace, "an archive of more than 2 GiB");
        Array.Resize(ref _bytes, (int)Math.Min(Largest, Math.Max(needed, 2L * _bytes.Length)));
    }

    /// <summary>A number whose memory is what stands on the wire.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Blit<T>(T value) where T : unmanaged
    {
        Room(Unsafe.SizeOf<T>());
        Unsafe.WriteUnaligned(ref _bytes[_position], value);
        _position += Unsafe.SizeOf<T>();
    }

    /// <summary>The next bytes, to be filled in.</summary>
    internal Span<byte> Take(int count)
    {
        Room(count);
        var taken = _bytes.AsSpan(_position, count);
        _position += count;
        return taken;
    }

    internal void Bytes(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Take(bytes.Length));

    internal void Varint(ulong value)
    {
        Room(10);
        for (; value >= 0x80; value >>= 7) _bytes[_position++] = (byte)(value | 0x80);
        _bytes[_position++] = (byte)value;
    }

    internal void Data(ReadOnlySpan<byte> bytes)
    {
        Varint((ulong)bytes.Length);
        Bytes(bytes);
    }

    // ---- fields

    /// <summary>Notes that the value that was written last is a field of this type. Only then: one that could
    /// not be written is no field.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Field(SeedType type)
    {
        if (!ReferenceEquals(type, _runType)) NextRun(type);
        _runCount++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NextRun(SeedType type)
    {
        RequireMemory();
        RequireNoValue();
        if (_runType != null && SeedType.Same(type, _runType)) return;
        EndRun();
        _runType = type;
    }

    private void EndRun()
    {
        if (_runCount != 0)
        {
            if (_runsUsed == _runs.Length) Array.Resize(ref _runs, 2 * _runsUsed);
            _runs[_runsUsed++] = new SeedEntry(null, _runType!, (uint)_runCount);
        }
        _runType = null;
        _runCount = 0;
    }

    /// <summary>Takes back what there is of a value that could not be written: the archive is what it was
    /// before the call.</summary>
    private void TakeBack(int position, int shapes)
    {
        _position = position;
        _shapesUsed = shapes;
        _depth = _blocks?.Count ?? 0;
    }

    // ---- depth

    /// <summary>Values and blocks that the next value lies in.</summary>
    internal int Depth => _depth;

    internal bool BeginCollection(object? value, int count)
    {
        if (value == null)
        {
            Blit((byte)0);
            return false;
        }
        Blit((byte)1);
        BeginItems(count);
        return true;
    }

    internal void BeginItems(int count)
    {
        Enter();
        Varint((ulong)count);
    }

    internal void EndCollection() => _depth--;

    /// <summary>The end of a collection that others may change: so many of its count are missing.</summary>
    internal void EndItems(int left)
    {
        if (left != 0) throw new InvalidOperationException("A collection changed while it was written.");
        EndCollection();
    }

    internal void Enter()
    {
        if (_depth == MaximalDepth)
            throw new FastserException(FastserStatus.TooDeep, "values nest too deep");
        _depth++;
    }

    internal void Leave() => _depth--;

    // ---- blocks

    /// <summary>A block that is being written; disposing ends it.</summary>
    public readonly struct Block : IDisposable
    {
        private readonly SerializationWriter _writer;
        private readonly int _level;
        internal readonly uint Version;
        internal readonly int Start;  // its first run

        internal Block(SerializationWriter writer, uint version, int start, int level)
        {
            _writer = writer;
            _level = level;
            Version = version;
            Start = start;
        }

        /// <summary>Ends the block.</summary>
        public void Dispose() => _writer?.LeaveBlock(_level);
    }

    /// <summary>Begins a block of values with a version: <c>using (writer.EnterBlock(2)) { ... }</c>. A
    /// reader that knows less of it passes by the rest; one that knows more sees the version.</summary>
    public Block EnterBlock(int version)
    {
        if (version < 0) throw new ArgumentOutOfRangeException(nameof(version));
        if (Bare) throw new FastserException(FastserStatus.Usage, "a bare archive has no blocks: their versions and ends stand in the table");
        RequireNoValue();
        Enter();
        EndRun();
        _blocks ??= new List<Block>();
        var block = new Block(this, (uint)version, _runsUsed, _blocks.Count + 1);
        _blocks.Add(block);
        return block;
    }

    private void LeaveBlock(int level)
    {
        if (_blocks == null || _blocks.Count < level || _memory == null) return;  // Reset, or disposed twice
        RequireNoValue();
        if (_blocks.Count > level) throw new InvalidOperationException("A block in this block has not been left.");
        EndRun();
        var block = _blocks[level - 1];
        _blocks.RemoveAt(level - 1);
        var own = _runs.AsSpan(block.Start, _runsUsed - block.Start).ToArray();
        _runsUsed = block.Start;
        Leave();
        var type = BlockType(new SeedShape("", block.Version, own));
        // Blocks of one kind that follow each other are one run.
        var first = _blocks.Count == 0 ? 0 : _blocks[_blocks.Count - 1].Start;
        if (_runsUsed > first && ReferenceEquals(_runs[_runsUsed - 1].Type, type))
        {
            _runType = type;
            _runCount = (int)_runs[--_runsUsed].Repeat;
        }
        Field(type);
    }

    private SeedType BlockType(SeedShape shape)
    {
        _blockTypes ??= new Dictionary<SeedShape, SeedType>(ShapeComparer.Instance);
        if (_blockTypes.TryGetValue(shape, out var type)) return type;
        return _blockTypes[shape] = SeedType.Record(shape);
    }

    private sealed class ShapeComparer : IEqualityComparer<SeedShape>
    {
        internal static readonly ShapeComparer Instance = new();
        public bool Equals(SeedShape? a, SeedShape? b) => SeedShape.Same(a, b, 0);

        public int GetHashCode(SeedShape shape)
        {
            var hash = (int)shape.Version;
            foreach (var entry in shape.Entries) hash = hash * 31 + entry.Type.Code * 7 + (int)entry.Repeat;
            return hash;
        }
    }

    // ---- the table

    /// <summary>The number of a shape; it is taken on first use.</summary>
    internal int NumberOf(SeedShape shape)
    {
        for (var i = 1; i < _shapesUsed; i++)
        {
            // (A registry's table has well-known records of its own.)
            if (ReferenceEquals(_shapes[i], shape) || (shape.WellKnown != WellKnown.None && _shapes[i]!.WellKnown == shape.WellKnown)) return i;
        }
        if (_shapesUsed == _shapes.Length) Array.Resize(ref _shapes, 2 * _shapesUsed);
        _shapes[_shapesUsed] = shape;
        return _shapesUsed++;
    }

    private void NumberAll(SeedType type)
    {
        if (!type.HasShapes) return;
        if (type.Shape != null) NumberOf(type.Shape);
        if (type.A != null) NumberAll(type.A);
        if (type.B != null) NumberAll(type.B);
        if (type.Items == null) return;
        foreach (var item in type.Items) NumberAll(item);
    }

    /// <summary>Writes a type expression.</summary>
    internal void Expression(SeedType type)
    {
        Blit(type.Code);
        switch (type.Code)
        {
            case Code.Enum:
                Text(type.Name!);
                Blit((byte)type.Count);
                return;
            case Code.Record:
                Varint((ulong)NumberOf(type.Shape!));
                return;
            case Code.Bits:
                Varint(type.Count);
                return;
            case Code.Tuple or Code.Variant:
                Varint((ulong)type.Items!.Length);
                foreach (var item in type.Items) Expression(item);
                return;
        }
        if (type.A != null) Expression(type.A);
        if (type.B != null) Expression(type.B);
        if (type.Code == Code.Array) Varint(type.Count);
    }

    // A table that was made before, with what it was made from.
    private sealed class MadeTable
    {
        internal readonly SeedEntry[] Runs;
        internal readonly SeedShape?[] Shapes;
        internal readonly byte[] Bytes;

        internal MadeTable(SeedEntry[] runs, SeedShape?[] shapes, byte[] bytes) => (Runs, Shapes, Bytes) = (runs, shapes, bytes);

        internal bool IsOf(ReadOnlySpan<SeedEntry> runs, ReadOnlySpan<SeedShape?> shapes)
        {
            if (runs.Length != Runs.Length || shapes.Length != Shapes.Length) return false;
            for (var i = 0; i < runs.Length; i++)
                if (!ReferenceEquals(runs[i].Type, Runs[i].Type) || runs[i].Repeat != Runs[i].Repeat) return false;
            for (var i = 1; i < shapes.Length; i++)
                if (!ReferenceEquals(shapes[i], Shapes[i])) return false;
            return true;
        }
    }

    private static readonly MadeTable?[] s_made = new MadeTable?[TableSlots];

    // Programs write many archives of one kind: their tables are made once.
    private void Table()
    {
        var runs = _runs.AsSpan(0, _runsUsed);
        var hash = (uint)(_runsUsed * 31 + _shapesUsed);
        foreach (ref readonly var run in runs) hash = hash * 31 + run.Type.Code + run.Repeat;
        ref var slot = ref s_made[(hash ^ (hash >> 8)) & (TableSlots - 1)];
        if (slot is { } made && made.IsOf(runs, _shapes.AsSpan(0, _shapesUsed)))
        {
            Bytes(made.Bytes);
            return;
        }
        var start = _position;
        var shapesBefore = _shapes.AsSpan(0, _shapesUsed).ToArray();
        MakeTable();
        if (_runsUsed <= 64 && _blockTypes is not { Count: > 0 })
            slot = new MadeTable(runs.ToArray(), shapesBefore, _bytes.AsSpan(start, _position - start).ToArray());
    }

    private void MakeTable()
    {
        var start = _position;
        foreach (var run in _runs.AsSpan(0, _runsUsed)) NumberAll(run.Type);
        // What a shape mentions may be new, and is then looked at in its turn.
        for (var i = 1; i < _shapesUsed; i++)
        {
            if (_shapes[i]!.Super is { } super) NumberOf(super);
            foreach (var entry in _shapes[i]!.Entries) NumberAll(entry.Type);
        }
        Varint((ulong)_shapesUsed);
        PutShape(new SeedShape("", 0, _runs.AsSpan(0, _runsUsed).ToArray()));
        for (var i = 1; i < _shapesUsed; i++) PutShape(_shapes[i]!);
        Blit(Code.Record);
        Blit((byte)0);
        Blit((ulong)(_position - start));
    }

    private void PutShape(SeedShape shape)
    {
        Text(shape.Name);
        Varint(shape.Version);
        Varint(shape.Super == null ? 0 : (ulong)NumberOf(shape.Super) + 1);
        Varint((ulong)shape.Entries.Length);
        foreach (var entry in shape.Entries) Entry(entry);
    }

    private void Entry(SeedEntry entry)
    {
        Varint(((ulong)entry.Repeat << 1) | (entry.Name == null ? 0u : 1u));
        if (entry.Name != null) Text(entry.Name);
        Expression(entry.Type);
    }

    /// <summary>The archive. Writing may go on, and this be called again.</summary>
    public byte[] ToArray()
    {
        RequireMemory();
        RequireNoValue();
        if (_blocks is { Count: > 0 }) throw new InvalidOperationException("A block has not been left.");
        if (Bare) return _bytes.AsSpan(0, _position).ToArray();
        // The table is put behind, taken away again, and the run stays open.
        var end = _position;
        var (runType, runCount) = (_runType, _runCount);
        EndRun();
        Header();
        Table();
        if (_options.Checksum) Blit(Crc32C.Add(0, _bytes.AsSpan(0, _position)));
        var archive = _bytes.AsSpan(0, _position).ToArray();
        if (runCount != 0) _runsUsed--;
        (_position, _runType, _runCount) = (end, runType, runCount);
        return archive;
    }

    private void Header()
    {
        _bytes[0] = 0x46;
        _bytes[1] = 0x53;
        _bytes[2] = 0x52;
        _bytes[3] = 1;
        _bytes[4] = _options.Checksum ? (byte)5 : (byte)1;
        Unsafe.WriteUnaligned(ref _bytes[5], _options.UserVersion);
    }

    /// <summary>The archive; the name that readers of the article gave to <see cref="ToArray"/>.</summary>
    public byte[] ToBinary() => ToArray();

    /// <summary>Adds the archive to <paramref name="info"/> as one value and disposes the writer: the last
    /// call in GetObjectData.</summary>
    public void AddToInfo(SerializationInfo info)
    {
        if (info == null) throw new ArgumentNullException(nameof(info));
        info.AddValue(InfoName, ToArray(), typeof(byte[]));
        Dispose();
    }

    internal const string InfoName = "X";
}
