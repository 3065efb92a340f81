// SPDX-License-Identifier: MIT
//
// The archives that all bindings share (bindings/conformance): Swift reads of each file what
// vectors.json says, and makes the same bytes. `dictionary.fsr` alone is not made byte for byte, since
// its elements are in the order in which it was written, and Swift sorts them; it is made and read again.
//
// Values are read through Codable and made by it, in step with their description. The objects of a
// program, `cycle.fsr` and `items.fsr`, are classes as a program has them.
import Foundation
import XCTest

import Fastser

final class ConformanceTests: XCTestCase {
  func testValuesAreReadAsTheyAreDescribed() throws {
    for vector in try Vectors.all() where !Vectors.ofPrograms.contains(vector.file) {
      XCTAssertNoThrow(try Seen.check(vector.archive(), vector.value), vector.file)
    }
  }

  /// The test of the test.
  func testAFileThatIsNotAsDescribedIsFound() throws {
    let vectors = try Vectors.all().filter { !Vectors.ofPrograms.contains($0.file) }
    for (file, other) in zip(vectors, vectors.dropFirst()) {
      XCTAssertThrowsError(try Seen.check(file.archive(), other.value), file.file)
    }
    let (five, six) = (Described.numbers([5]), Described.numbers([6]))
    let made = try FastserEncoder().encode(Made(five))
    XCTAssertNoThrow(try Seen.check(made, five))
    for other in [six, .numbers([]), .numbers([5, 5])] {
      XCTAssertThrowsError(try Seen.check(made, other))
    }
  }

  func testValuesAreMadeByteForByte() throws {
    var made: [String] = []
    for vector in try Vectors.all() where !Vectors.ofPrograms.contains(vector.file) {
      let data = try FastserEncoder().encode(Made(vector.value))
      if vector.isExact {
        XCTAssertEqual(data, try vector.archive(), vector.file)
        made.append(vector.file)
      } else {
        XCTAssertEqual(
          try FastserDecoder().decode(Town.self, from: data),
          try FastserDecoder().decode(Town.self, from: vector.archive()), vector.file)
      }
    }
    XCTAssertEqual(made, ["numbers.fsr", "widths.fsr", "values.fsr", "collections.fsr"])
  }

  func testADictionaryIsAStruct() throws {
    let town = try FastserDecoder().decode(Town.self, from: Vectors.named("dictionary.fsr").archive())
    XCTAssertEqual(town, Town(name: "Bern", count: 2, tags: ["a", "b", "c"]))
  }

  func testACycleIsReadAndMadeByteForByte() throws {
    let vector = try Vectors.named("cycle.fsr")
    let first = try FastserDecoder().decode(Node.self, from: vector.archive())
    defer { first.unlink() }
    XCTAssertEqual(Numbering().describe(first), vector.value)
    let second = try XCTUnwrap(first.next)
    XCTAssertTrue(second.next === first && second.alias === second && first.alias == nil)
    XCTAssertEqual(try FastserEncoder().encode(first), try vector.archive())
  }

  func testItemsAreReadAndMadeByteForByte() throws {
    let vector = try Vectors.named("items.fsr")
    let read = try FastserDecoder().decode(Items.self, from: vector.archive())
    XCTAssertEqual(Numbering().describe(read), vector.value)
    XCTAssertTrue(read.items[3] === read.items[0])

    let made = Items()
    made.items = (0..<3).map { number in
      let item = Item()
      item.identifier = "item \(number)"
      item.createdAt = Date(timeIntervalSinceReferenceDate: 357_523_200 + Double(number))
      item.hash = "0123456789abcdef0123456789abcdef0"
      item.data = Data(1...15)
      item.optionalString = number == 1 ? nil : "optional"
      item.views = number
      item.displayInRect = CGRect(x: number, y: number, width: number, height: number)
      return item
    }
    made.items.append(made.items[0])
    XCTAssertEqual(try FastserEncoder().encode(made), try vector.archive())
    XCTAssertEqual(try FastserEncoder().encode(read), try vector.archive())
  }

  func testEveryFileIsDescribed() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: Vectors.folder.path)
    XCTAssertEqual(
      there.filter { $0.hasSuffix(".fsr") }.sorted(), try Vectors.all().map(\.file).sorted())
  }
}

// ---- descriptions

/// What vectors.json is made of.
enum Described: Decodable, Hashable {
  case nothing, flag(Bool), integer(Int64), large(UInt64), text(String), list([Described])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .nothing
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let large = try? value.decode(UInt64.self) {
      self = .large(large)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try value.decode([Described].self))
    }
  }

  static func numbers(_ values: [Int64]) -> Described {
    .list([.text("list"), .list(values.map { .list([.text("i32"), .integer($0)]) })])
  }

  var list: [Described] { if case .list(let list) = self { list } else { [] } }
  var text: String { if case .text(let text) = self { text } else { "" } }
  var flag: Bool { self == .flag(true) }
  func integer<T: FixedWidthInteger>(_: T.Type = T.self) -> T {
    switch self {
    case .integer(let value): T(value)
    case .large(let value): T(value)
    default: 0
    }
  }
  var bits: UInt64 { UInt64(text, radix: 16) ?? 0 }
  var double: Double { Double(bitPattern: bits) }
  var data: Data {
    let digits = Array(text)
    return Data(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16)! })
  }

  /// The kind of a value, and what it is.
  var kind: String { list.first?.text ?? "" }
  var what: Described { list.count > 1 ? list[1] : .nothing }
  /// What an object is whose only field has no name; its class.
  var wrapped: (name: String, value: Described)? {
    guard kind == "object", list[2].list.count == 1, list[2].list[0].list[0] == .nothing else { return nil }
    return (what.list[0].list[0].text, list[2].list[0].list[1])
  }
}

struct Vector: Decodable {
  var file, bytes, about: String
  var value: Described

  var isExact: Bool { bytes == "exact" }
  func archive() throws -> Data { try Data(contentsOf: Vectors.folder.appendingPathComponent(file)) }
}

struct Vectors: Decodable {
  var vectors: [Vector]

  /// Whose objects are a program's.
  static let ofPrograms: Swift.Set<String> = ["cycle.fsr", "items.fsr"]
  /// Beside this package's sources.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("conformance")

  static func all() throws -> [Vector] {
    let json = try Data(contentsOf: folder.appendingPathComponent("vectors.json"))
    return try JSONDecoder().decode(Vectors.self, from: json).vectors
  }
  static func named(_ file: String) throws -> Vector {
    try XCTUnwrap(all().first { $0.file == file })
  }
}

// ---- reading values

/// A value that is read in step with its description, and throws where it is another.
private struct Seen: Decodable, Hashable {
  struct Other: Error { var described: Described }
  /// The descriptions of what comes, the next one last.
  final class Ahead: @unchecked Sendable {
    var stack: [Described] = []
    var count = 0
  }
  static let ahead = CodingUserInfoKey(rawValue: "ahead")!

  /// No two are equal, so that none is lost in a set.
  let number: Int

  static func check(_ data: Data, _ described: Described) throws {
    let ahead = Ahead()
    ahead.stack = [described]
    var decoder = FastserDecoder()
    decoder.userInfo[Seen.ahead] = ahead
    _ = try decoder.decode(Seen.self, from: data)
    if let left = ahead.stack.last { throw Other(described: left) }
  }

  init(from decoder: any Decoder) throws {
    let ahead = decoder.userInfo[Seen.ahead] as! Ahead
    number = ahead.count
    ahead.count += 1
    guard var about = ahead.stack.popLast() else { throw Other(described: .nothing) }
    while let inner = about.wrapped { about = inner.value }

    let value = try decoder.singleValueContainer()
    let what = about.what
    let same: Bool
    switch about.kind {
    case "null": same = value.decodeNil()
    case "bool": same = try value.decode(Bool.self) == what.flag
    case "i8": same = try value.decode(Int8.self) == what.integer()
    case "u8": same = try value.decode(UInt8.self) == what.integer()
    case "i16": same = try value.decode(Int16.self) == what.integer()
    case "u16": same = try value.decode(UInt16.self) == what.integer()
    case "i32": same = try value.decode(Int32.self) == what.integer()
    case "u32": same = try value.decode(UInt32.self) == what.integer()
    case "i64": same = try value.decode(Int64.self) == what.integer()
    case "u64": same = try value.decode(UInt64.self) == what.integer()
    case "f32": same = try value.decode(Float.self).bitPattern == UInt32(what.bits)
    case "f64": same = try value.decode(Double.self).bitPattern == what.bits
    case "apple_date":
      same = try value.decode(Date.self).timeIntervalSinceReferenceDate.bitPattern == what.bits
    case "string": same = try value.decode(String.self) == what.text
    case "url": same = try value.decode(URL.self).absoluteString == what.text
    case "uuid": same = try value.decode(UUID.self) == UUID(uuidString: what.text)
    case "class_ref": same = try value.decode(FastserClassReference.self).name == what.text
    case "decimal": same = try value.decode(Decimal.self) == Decimal(string: what.text)
    case "data": same = try value.decode(Data.self) == what.data
    case "list":
      var elements = try decoder.unkeyedContainer()
      for element in what.list {
        ahead.stack.append(element)
        _ = try elements.decode(Seen.self)
      }
      same = elements.isAtEnd
    case "set":
      ahead.stack += what.list.reversed()
      same = try value.decode(Swift.Set<Seen>.self).count == what.list.count
    case "map" where what.text == "string":
      let pairs = about.list[2].list
      ahead.stack += pairs.map { $0.list[1] }.reversed()
      let keys = try value.decode([String: Seen].self).sorted { $0.value.number < $1.value.number }.map(\.key)
      same = keys == pairs.map(\.list[0].what.text)
    case "map":
      let pairs = about.list[2].list
      ahead.stack += pairs.flatMap(\.list).reversed()
      same = try value.decode([Seen: Seen].self).count == pairs.count
    case "counts":
      ahead.stack += what.list.map { $0.list[0] }.reversed()
      let counts = try value.decode([Seen: UInt64].self).sorted { $0.key.number < $1.key.number }
      same = counts.map(\.value) == what.list.map { $0.list[1].integer() }
    default: same = false
    }
    if !same { throw Other(described: about) }
  }
}

// ---- making values

/// Writes what is described.
private struct Made: Encodable, Hashable {
  let about: Described

  init(_ about: Described) { self.about = about }

  func encode(to encoder: any Encoder) throws {
    let what = about.what
    var value = encoder.singleValueContainer()
    switch about.kind {
    case "null": try value.encodeNil()
    case "bool": try value.encode(what.flag)
    case "i8": try value.encode(what.integer(Int8.self))
    case "u8": try value.encode(what.integer(UInt8.self))
    case "i16": try value.encode(what.integer(Int16.self))
    case "u16": try value.encode(what.integer(UInt16.self))
    case "i32": try value.encode(what.integer(Int32.self))
    case "u32": try value.encode(what.integer(UInt32.self))
    case "i64": try value.encode(what.integer(Int64.self))
    case "u64": try value.encode(what.integer(UInt64.self))
    case "f32": try value.encode(Float(bitPattern: UInt32(what.bits)))
    case "f64": try value.encode(what.double)
    case "apple_date": try value.encode(Date(timeIntervalSinceReferenceDate: what.double))
    case "string": try value.encode(what.text)
    case "url": try value.encode(XCTUnwrap(URL(string: what.text)))
    case "uuid": try value.encode(XCTUnwrap(UUID(uuidString: what.text)))
    case "class_ref": try value.encode(FastserClassReference(what.text))
    case "decimal": try value.encode(XCTUnwrap(Decimal(string: what.text)))
    case "data": try value.encode(what.data)
    // An array knows its count, which an unkeyed container does not: that costs a byte.
    case "list": try value.encode(what.list.map(Made.init))
    case "set": try value.encode(Swift.Set(what.list.map(Made.init)))
    case "map" where what.text == "string":
      try value.encode(
        Dictionary(uniqueKeysWithValues: about.list[2].list.map { ($0.list[0].what.text, Made($0.list[1])) }))
    case "map":
      try value.encode(
        Dictionary(uniqueKeysWithValues: about.list[2].list.map { (Made($0.list[0]), Made($0.list[1])) }))
    case "counts":
      try value.encode(
        Dictionary(
          uniqueKeysWithValues: what.list.map { (Made($0.list[0]), $0.list[1].integer(UInt64.self)) }))
    default:
      let wrapped = try XCTUnwrap(about.wrapped, "\(about)")
      let type = try XCTUnwrap(Foundations.all.first { $0.fastserName == wrapped.name }, wrapped.name)
      try value.encode(type.init(Made(wrapped.value)))
    }
  }
}

/// An object that is a value: its only field has no name.
private class Wrapper: FastserObject, FastserNamed, Encodable {
  var value: Made

  required init() { value = Made(.nothing) }
  required init(_ value: Made) { self.value = value }

  class var fastserName: String { String(describing: self) }
  func write(to writer: inout FastserWriter) throws { try writer.write(value) }
  func read(from reader: inout FastserReader) throws {}
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

private enum Foundations {
  final class List: Wrapper {}
  final class MutableList: Wrapper {}
  final class Map: Wrapper {}
  final class MutableMap: Wrapper {}
  final class Set: Wrapper {}
  final class MutableSet: Wrapper {}
  final class OrderedSet: Wrapper {}
  final class MutableOrderedSet: Wrapper {}
  final class CountedSet: Wrapper {}
  final class MutableString: Wrapper {}
  final class MutableData: Wrapper {}
  static let all: [Wrapper.Type] = [
    List.self, MutableList.self, Map.self, MutableMap.self, Set.self, MutableSet.self, OrderedSet.self,
    MutableOrderedSet.self, CountedSet.self, MutableString.self, MutableData.self,
  ]
}

private struct Town: Codable, Equatable {
  var name: String
  var count: Int
  var tags: Swift.Set<String>
}

// ---- a program's objects

/// The root class of Objective-C, which its programs have in their archives.
private enum Root: FastserNamed {
  static var fastserName: String { "NSObject" }
}

private final class Node: FastserObject, FastserNamed {
  var name = ""
  var next: Node?
  var alias: Node?
  var chain: Described = .nothing

  static var fastserVersion: UInt32 { 1 }
  static var fastserSuperclass: (any FastserNamed.Type)? { Root.self }

  func write(to writer: inout FastserWriter) {
    writer.write(name, "name")
    writer.write(next, "next")
    writer.write(alias, "alias")
  }
  func read(from reader: inout FastserReader) throws {
    chain = described(reader.classChain)
    name = reader.read("name")
    next = try reader.read("next")
    alias = try reader.read("alias")
  }
  func unlink() {
    next?.alias = nil
    next?.next = nil
    next = nil
  }
}

private class Thing: FastserObject, FastserNamed {
  required init() {}
  class var fastserName: String { "BBThing" }
  class var fastserVersion: UInt32 { 2 }
  class var fastserSuperclass: (any FastserNamed.Type)? { Root.self }
  func write(to writer: inout FastserWriter) throws {}
  func read(from reader: inout FastserReader) throws {}
}

private final class Item: Thing {
  var identifier = ""
  var createdAt = Date(timeIntervalSinceReferenceDate: 0)
  var hash = ""
  var data = Data()
  var optionalString: String?
  var views = 0
  var displayInRect = CGRect.zero
  var chain: Described = .nothing

  override class var fastserName: String { "BBItem" }
  override class var fastserVersion: UInt32 { 3 }
  override class var fastserSuperclass: (any FastserNamed.Type)? { Thing.self }

  override func write(to writer: inout FastserWriter) throws {
    writer.write(identifier, "identifier")
    writer.write(createdAt, "createdAt")
    writer.write(hash, "hash")
    writer.write(data, "data")
    if let optionalString {
      writer.write(optionalString, "optionalString")
    } else {
      writer.write(nil as Item?, "optionalString")  // Objective-C's nil, where Swift has no field
    }
    writer.write(views, "views")
    writer.write(displayInRect, "displayInRect")
  }
  override func read(from reader: inout FastserReader) throws {
    chain = described(reader.classChain)
    identifier = reader.read("identifier")
    createdAt = reader.read("createdAt")
    hash = reader.read("hash")
    data = reader.read("data")
    optionalString = reader.read("optionalString")
    views = reader.read("views")
    displayInRect = reader.read("displayInRect")
  }
}

/// Foundation's array of items.
private final class Items: FastserObject, FastserNamed {
  var items: [Item] = []
  var chain: Described = .nothing

  static var fastserName: String { "List" }
  func write(to writer: inout FastserWriter) throws {
    writer.list(count: items.count) { for item in items { $0.write(item) } }
  }
  func read(from reader: inout FastserReader) throws {
    chain = described(reader.classChain)
    try reader.list { if let item: Item = try $0.read() { items.append(item) } }
  }
}

private func described(_ chain: [(name: String, version: UInt32)]) -> Described {
  .list(chain.map { .list([.text($0.name), .integer(Int64($0.version))]) })
}

/// Describes objects that were read, numbered in the order in which they are met.
private final class Numbering {
  private var numbers: [ObjectIdentifier: Int64] = [:]

  private func object(_ object: AnyObject?, _ chain: Described, _ fields: () -> [(Described, Described)])
    -> Described
  {
    guard let object else { return .list([.text("nil")]) }
    if let number = numbers[ObjectIdentifier(object)] { return .list([.text("ref"), .integer(number)]) }
    numbers[ObjectIdentifier(object)] = Int64(numbers.count)
    return .list([.text("object"), chain, .list(fields().map { .list([$0.0, $0.1]) })])
  }
  private func text(_ kind: String, _ value: String) -> Described { .list([.text(kind), .text(value)]) }
  private func hex(_ value: Double) -> String { String(format: "%016lX", value.bitPattern) }

  func describe(_ node: Node?) -> Described {
    object(node, node?.chain ?? .nothing) {
      [
        (.text("name"), text("string", node!.name)), (.text("next"), describe(node!.next)),
        (.text("alias"), describe(node!.alias)),
      ]
    }
  }
  func describe(_ item: Item) -> Described {
    object(item, item.chain) {
      let rect = item.displayInRect
      let sides = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
      return [
        (.text("identifier"), text("string", item.identifier)),
        (.text("createdAt"), text("apple_date", hex(item.createdAt.timeIntervalSinceReferenceDate))),
        (.text("hash"), text("string", item.hash)),
        (.text("data"), text("data", item.data.map { String(format: "%02X", $0) }.joined())),
        (.text("optionalString"), item.optionalString.map { text("string", $0) } ?? .list([.text("nil")])),
        (.text("views"), .list([.text("i64"), .integer(Int64(item.views))])),
        (.text("displayInRect"), .list([.text("f64s"), .list(sides.map { .text(hex(Double($0))) })])),
      ]
    }
  }
  func describe(_ items: Items) -> Described {
    object(items, items.chain) {
      [(.nothing, .list([.text("list"), .list(items.items.map { describe($0) })]))]
    }
  }
}
