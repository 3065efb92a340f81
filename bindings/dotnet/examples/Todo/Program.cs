// SPDX-License-Identifier: MIT
//
// A list of things to do, kept in one file: what a program does when it starts, and when something was
// changed. An example, built and run by the tests; the same program in Objective-C is
// bindings/objc/examples/todo.m, in Swift bindings/swift/examples/todo, and
// bindings/objc/examples/todo_test.sh runs them all.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fastser;

const string usage = """
    usage: todo FILE                    what there is to do
           todo FILE add TITLE [NOTE]   one thing more; FILE is made if it is not there
           todo FILE done NUMBER        it is done
           todo FILE remove NUMBER      it is gone
    """;

if (args is ["--help"])
{
    Console.WriteLine(usage);
    return 0;
}
if (args.Length == 0) return Misused();
try
{
    var tasks = ToDoList.Load(args[0]);
    switch (args[1..])
    {
        case []:
            if (tasks.Items.Count == 0) Console.WriteLine("nothing to do");
            foreach (var item in tasks.Items.Values.OrderBy(item => item.Id)) Console.WriteLine(item.Line);
            return 0;
        case ["add", var title]:
            Console.WriteLine(tasks.Add(title, null).Line);
            break;
        case ["add", var title, var note]:
            Console.WriteLine(tasks.Add(title, note).Line);
            break;
        case ["done", var number]:
            var done = tasks.Find(number);
            done.Done = true;
            Console.WriteLine(done.Line);
            break;
        case ["remove", var number]:
            tasks.Items.Remove(tasks.Find(number).Id);
            break;
        default:
            return Misused();
    }
    tasks.Save(args[0]);
    return 0;
}
catch (FastserException e)
{
    Console.Error.WriteLine($"todo: {args[0]}: {e.Message}");
}
catch (KeyNotFoundException e)
{
    Console.Error.WriteLine($"todo: {e.Message}");
}
return 1;

int Misused()
{
    Console.Error.WriteLine(usage);
    return 2;
}

[FastSerializable]
internal partial class ToDo
{
    public required int Id { get; init; }
    public required string Title { get; init; }
    public string? Note { get; init; }
    public DateTime Made { get; init; } = DateTime.UtcNow;
    public bool Done { get; set; }

    [FastIgnore]
    public string Line => $"{Id,3} [{(Done ? 'x' : ' ')}] {(Note == null ? Title : Title + ": " + Note)}";
}

// Values in memory, found by their number, in one file that is loaded and written as a whole.
[FastSerializable]
internal partial class ToDoList
{
    public Dictionary<int, ToDo> Items { get; init; } = new();

    // A file that is missing is an empty list.
    public static ToDoList Load(string path) =>
        File.Exists(path) ? FastSerializer.Deserialize<ToDoList>(FastserArchive.Load(path)) : new();

    // The file is the old one or the new one, never half of it.
    public void Save(string path) =>
        FastserArchive.Save(path, FastSerializer.Serialize(this, new FastSerializerOptions { Checksum = true }));

    public ToDo Add(string title, string? note)
    {
        var item = new ToDo { Id = Items.Keys.DefaultIfEmpty().Max() + 1, Title = title, Note = note };
        return Items[item.Id] = item;
    }

    public ToDo Find(string number) =>
        int.TryParse(number, out var id) && Items.TryGetValue(id, out var item)
            ? item
            : throw new KeyNotFoundException("there is no number " + number);
}
