// SPDX-License-Identifier: MIT
//
// A list of things to do, kept in one file: what an app does at launch, when something is changed, and
// when it goes to the background. An example, built and run by the tests; the same program in
// Objective-C is bindings/objc/examples/todo.m, and bindings/objc/examples/todo_test.sh runs both.
import Fastser
import Foundation

let usage = """
  usage: todo FILE                    what there is to do
         todo FILE add TITLE [NOTE]   one thing more; FILE is made if it is not there
         todo FILE done NUMBER        it is done
         todo FILE remove NUMBER      it is gone
  """

/// A value like any other: it knows nothing of libfastser.
struct ToDo: Codable, Identifiable {
  let id: Int
  var title: String
  var note: String?
  var made = Date()
  var done = false

  var line: String {
    let number = String(id)
    let padding = String(repeating: " ", count: max(0, 3 - number.count))
    let text = note.map { "\(title): \($0)" } ?? title
    return "\(padding)\(number) [\(done ? "x" : " ")] \(text)"
  }
}

/// Values in memory, found by their `id`, in one file that is loaded and written as a whole.
struct Repository<Item: Codable & Identifiable> {
  let path: String
  var items: [Item.ID: Item] = [:]

  /// A file that is missing is an empty repository.
  init(path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    let all = try FastserDecoder().decode([Item].self, from: FastserArchive.load(path))
    items = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The file is the old one or the new one, never half of it.
  func flush() throws {
    var encoder = FastserEncoder()
    encoder.checksum = true
    try FastserArchive.save(encoder.encode(Array(items.values)), to: path)
  }
}

/// What is told to the person who runs this.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

func text(of error: any Error) -> String {
  if case DecodingError.dataCorrupted(let context) = error {
    return context.underlyingError.map { "\($0)" } ?? context.debugDescription
  }
  return "\(error)"
}

func run(_ words: [String]) throws -> Int32 {
  let verb = words.count > 1 ? words[1] : "list"
  var tasks = try Repository<ToDo>(path: words[0])

  /// done, remove
  func change(_ number: String, _ work: (inout ToDo?) -> Void) throws {
    guard let id = Int(number), tasks.items[id] != nil else {
      throw Failure(description: "there is no number \(number)")
    }
    work(&tasks.items[id])
  }

  switch (verb, words.count) {
  case ("list", 1):
    if tasks.items.isEmpty { print("nothing to do") }
    for task in tasks.items.values.sorted(by: { $0.id < $1.id }) { print(task.line) }
    return 0
  case ("add", 3), ("add", 4):
    let next = (tasks.items.keys.max() ?? 0) + 1
    let task = ToDo(id: next, title: words[2], note: words.count == 4 ? words[3] : nil)
    tasks.items[task.id] = task
    print(task.line)
  case ("done", 3):
    try change(words[2]) { task in
      task?.done = true
      print(task!.line)
    }
  case ("remove", 3):
    try change(words[2]) { $0 = nil }
  default:
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    return 2
  }
  try tasks.flush()
  return 0
}

let words = Array(CommandLine.arguments.dropFirst())
if words == ["--help"] {
  print(usage)
  exit(0)
}
guard (1...4).contains(words.count) else {
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(2)
}
do {
  exit(try run(words))
} catch let failure as Failure {
  FileHandle.standardError.write(Data("todo: \(failure)\n".utf8))
} catch {
  FileHandle.standardError.write(Data("todo: \(words[0]): \(text(of: error))\n".utf8))
}
exit(1)
