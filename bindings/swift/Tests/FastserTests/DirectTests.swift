// SPDX-License-Identifier: MIT
import Foundation
import XCTest

import Fastser

final class DirectTests: XCTestCase {
  struct Rect: FastSerializable, Codable, Equatable {
    var x, y, w, h: Double
    init(_ n: Double) { (x, y, w, h) = (n, n, n, n) }
    func write(to writer: inout FastserWriter) {
      writer.write(x, "x")
      writer.write(y, "y")
      writer.write(w, "w")
      writer.write(h, "h")
    }
    init(from reader: inout FastserReader) {
      x = reader.read("x")
      y = reader.read("y")
      w = reader.read("w")
      h = reader.read("h")
    }
  }

  struct All: FastSerializable, Equatable {
    var b = true, i = -1, i8 = Int8.min, i16 = Int16.min, i32 = Int32.min, i64 = Int64.min
    var u = UInt.max, u8 = UInt8.max, u16 = UInt16.max, u32 = UInt32.max, u64 = UInt64.max
    var f = Float(1.5), d = 2.5, s = "Zoë", data = Data([1, 2]), date = Date(timeIntervalSinceReferenceDate: 5)
    var id = UUID(), url = URL(string: "a:b")!, decimal = Decimal(string: "1.5")!
    var numbers = [1.5, 2.5], bytes: [UInt8] = [1, 2], ints = [3, 4]
    var rect = Rect(1), rects = [Rect(2), Rect(3)], none: Int?, some: String? = "s", no: Rect?
    var map = ["a": [1, 2]]
    var frame = CGRect(x: 1, y: 2, width: 3, height: 4), point = CGPoint(x: 1, y: 2)
    var size = CGSize(width: 5, height: 6)
    init() {}
    func write(to w: inout FastserWriter) throws {
      w.write(b, "b")
      w.write(i, "i")
      w.write(i8, "i8")
      w.write(i16, "i16")
      w.write(i32, "i32")
      w.write(i64, "i64")
      w.write(u, "u")
      w.write(u8, "u8")
      w.write(u16, "u16")
      w.write(u32, "u32")
      w.write(u64, "u64")
      w.write(f, "f")
      w.write(d, "d")
      w.write(s, "s")
      w.write(data, "data")
      w.write(date, "date")
      w.write(id, "id")
      try w.write(url, "url")
      try w.write(decimal, "decimal")
      w.write(numbers, "numbers")
      w.write(bytes, "bytes")
      w.write(ints, "ints")
      try w.write(rect, "rect")
      try w.write(rects, "rects")
      w.write(none, "none")
      w.write(some, "some")
      try w.write(no, "no")
      try w.write(map, "map")
      w.write(frame, "frame")
      w.write(point, "point")
      w.write(size, "size")
    }
    init(from r: inout FastserReader) throws {
      map = try r.read("map")  // any order
      size = r.read("size")
      point = r.read("point")
      frame = r.read("frame")
      b = r.read("b")
      i = r.read("i")
      i8 = r.read("i8")
      i16 = r.read("i16")
      i32 = r.read("i32")
      i64 = r.read("i64")
      u = r.read("u")
      u8 = r.read("u8")
      u16 = r.read("u16")
      u32 = r.read("u32")
      u64 = r.read("u64")
      f = r.read("f")
      d = r.read("d")
      s = r.read("s")
      data = r.read("data")
      date = r.read("date")
      id = r.read("id")
      url = try r.read("url")
      decimal = try r.read("decimal")
      numbers = r.read("numbers")
      bytes = r.read("bytes")
      ints = r.read("ints")
      rect = try r.read("rect")
      rects = try r.read("rects")
      none = r.read("none")
      some = r.read("some")
      no = try r.read("no")
    }
  }

  func testFieldsOfEveryTypeComeBack() throws {
    let value = All()
    let data = try FastserEncoder().encode(value)
    XCTAssertNoThrow(try FastserArchive.verify(data))
    XCTAssertEqual(try FastserDecoder().decode(All.self, from: data), value)
    let bytes = try FastserEncoder().encodeBytes([value, value])
    XCTAssertEqual(try FastserDecoder().decode([All].self, from: bytes), [value, value])
  }

  func testATypeThatIsBothGoesTheDirectWayInsideOfOthers() throws {
    struct Codes: Codable, Equatable { var x, y, w, h: Double }
    let direct = try FastserEncoder().encode(Rect(5))
    XCTAssertEqual(try FastserDecoder().decode(Codes.self, from: direct), Codes(x: 5, y: 5, w: 5, h: 5))
    let codable = try FastserEncoder().encode(Codes(x: 5, y: 5, w: 5, h: 5))
    XCTAssertEqual(try FastserDecoder().decode(Rect.self, from: codable), Rect(5))
    try assertSame(["a": [Rect(1), Rect(2)]])
    try assertSame([Rect(1), nil])
  }

  func testAFieldThatIsMissingIsZeroAndAWrongOneAnError() throws {
    let data = try FastserEncoder().encode(["x": 1.0])
    XCTAssertThrowsError(try FastserDecoder().decode(Rect.self, from: data))  // a map is no record
    struct X: Codable { var x: Double }
    let rect = try FastserDecoder().decode(Rect.self, from: FastserEncoder().encode(X(x: 1)))
    XCTAssertEqual([rect.x, rect.y], [1, 0])
    struct Text: Codable { var x: String }
    XCTAssertThrowsError(
      try FastserDecoder().decode([Rect].self, from: FastserEncoder().encode([Text(x: "a")])))
  }

  func testABoolIsNoIntegerAndNoIntegerABool() throws {
    struct AsBool: FastSerializable {
      var value: Bool, missing: Bool
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) {
        value = r.read("value")
        missing = r.read("missing")
      }
    }
    struct As<T: FixedWidthInteger>: FastSerializable {
      var value: T
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) {
        switch T.self {
        case is Int.Type: value = T(r.read("value") as Int)
        case is Int8.Type: value = T(r.read("value") as Int8)
        case is Int16.Type: value = T(r.read("value") as Int16)
        case is Int32.Type: value = T(r.read("value") as Int32)
        case is Int64.Type: value = T(r.read("value") as Int64)
        case is UInt.Type: value = T(r.read("value") as UInt)
        case is UInt8.Type: value = T(r.read("value") as UInt8)
        case is UInt16.Type: value = T(r.read("value") as UInt16)
        case is UInt32.Type: value = T(r.read("value") as UInt32)
        default: value = T(r.read("value") as UInt64)
        }
      }
    }
    struct Value<T: Codable>: Codable { var value: T }
    func data<T: Codable>(_ value: T) throws -> Data { try FastserEncoder().encode(Value(value: value)) }
    let decoder = FastserDecoder()
    func check<T: FixedWidthInteger & Codable>(_: T.Type, line: UInt = #line) throws {
      XCTAssertThrowsError(try decoder.decode(As<T>.self, from: data(true)), line: line)
      XCTAssertThrowsError(try decoder.decode(As<T>.self, from: data(false)), line: line)
      XCTAssertEqual(try decoder.decode(As<T>.self, from: data(7 as UInt16)).value, 7, line: line)
      if T.self != Int8.self {
        XCTAssertThrowsError(try decoder.decode(AsBool.self, from: data(T(1))), line: line)
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    XCTAssertTrue(try decoder.decode(AsBool.self, from: data(true)).value)
    XCTAssertFalse(try decoder.decode(AsBool.self, from: data(true)).missing)
    XCTAssertFalse(try decoder.decode(AsBool.self, from: data(false)).value)
    XCTAssertTrue(try decoder.decode(AsBool.self, from: data(1 as Int8)).value)
    XCTAssertFalse(try decoder.decode(AsBool.self, from: data(0 as Int8)).value)
    XCTAssertThrowsError(try decoder.decode(AsBool.self, from: data(2 as Int8)))
    XCTAssertThrowsError(try decoder.decode(AsBool.self, from: data("x")))
  }

  func testAnArrayIsReadFromListsOfOtherTypesAndElseIsAnError() throws {
    struct Anything: Encodable { var a: [Int8?], b: Data, c: [String] }
    let data = try FastserEncoder().encode(Anything(a: [1, 2], b: Data([3]), c: ["no"]))
    struct Arrays: FastSerializable {
      var a: [Int64], b: [UInt8]
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) {
        a = r.read("a")
        b = r.read("b")
      }
    }
    struct Wrong: FastSerializable {
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) { let _: [Double] = r.read("c") }
    }
    let arrays = try FastserDecoder().decode(Arrays.self, from: data)
    XCTAssertEqual(arrays.a, [1, 2])
    XCTAssertEqual(arrays.b, [3])
    XCTAssertThrowsError(try FastserDecoder().decode(Wrong.self, from: data)) { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return XCTFail("\(error)") }
      XCTAssertEqual((context.underlyingError as? FastserError)?.status, .typeMismatch)
    }
  }

  /// The table of docs/swift.md, "When a type changes".
  func testATypeThatChangedReadsOldFiles() throws {
    struct Old: FastSerializable, FastserNamed {
      static let fastserVersion: UInt32 = 2
      func write(to w: inout FastserWriter) {
        w.write("gone", "gone")
        w.write(5 as Int64, "number")
        w.write([1, 2] as [Int32], "numbers")
        w.write("text", "old name")
      }
      init() {}
      init(from reader: inout FastserReader) {}
    }
    struct Direct: FastSerializable {
      var number: Int8, numbers: [Int], text: String, new: [String], none: Int?, version: UInt32
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) throws {
        version = r.classVersion
        text = r.read("old name")
        number = r.read("number")
        numbers = r.read("numbers")
        new = try r.contains("new") ? r.read("new") : ["none"]
        none = r.read("none")
      }
    }
    struct Codes: Codable {
      var number: Int8, text: String, numbers: [Int], new: String?
      enum CodingKeys: String, CodingKey { case number, text = "old name", numbers, new }
    }
    let data = try FastserEncoder().encode(Old())
    let direct = try FastserDecoder().decode(Direct.self, from: data)
    XCTAssertEqual([Int(direct.number)] + direct.numbers, [5, 1, 2])
    XCTAssertEqual([direct.text] + direct.new, ["text", "none"])
    XCTAssertNil(direct.none)
    XCTAssertEqual(direct.version, 2)
    let codes = try FastserDecoder().decode(Codes.self, from: data)
    XCTAssertEqual([Int(codes.number)] + codes.numbers, [5, 1, 2])
    XCTAssertEqual([codes.text, codes.new], ["text", nil])
  }

  func testAListMayHaveElementsOfDifferentTypes() throws {
    final class Mixed: FastserObject {
      var node: Node?, again: Node?, none: Node?
      var names: [String] = [], map: [String: Int] = [:], number = 0, inner: [Int] = []
      func write(to w: inout FastserWriter) throws {
        let node = Node()
        node.number = 7
        try w.list("all", count: 7) { w in
          w.write(node)
          try w.write(["a", "b"])
          try w.write(["x": 1])
          w.write(node)
          w.write(nil as Node?)
          try w.list(count: 2) { for number in 1...2 { try $0.write(number) } }
          try w.write(5)
        }
        w.write(1, "after")
      }
      func read(from r: inout FastserReader) throws {
        number = r.read("after")
        var at = 0
        try r.list("all") { r in
          switch at {
          case 0: node = try r.read()
          case 1: names = try r.read()
          case 2: map = try r.read()
          case 3: again = try r.read()
          case 4: none = try r.read()
          case 5: try r.list { inner.append(try $0.read()) }
          default: number += try r.read()
          }
          at += 1
        }
        XCTAssertEqual(at, 7)
        r.list("missing") { _ in XCTFail("no list has no elements") }
      }
    }
    let data = try FastserEncoder().encode(Mixed())
    XCTAssertNoThrow(try FastserArchive.verify(data))
    let mixed = try FastserDecoder().decode(Mixed.self, from: data)
    XCTAssertEqual(mixed.node?.number, 7)
    XCTAssertTrue(mixed.node === mixed.again && mixed.none == nil)
    XCTAssertEqual(mixed.names, ["a", "b"])
    XCTAssertEqual(mixed.map, ["x": 1])
    XCTAssertEqual(mixed.inner, [1, 2])
    XCTAssertEqual(mixed.number, 6)
  }

  final class Node: FastserObject {
    var number = 0
    var next: Node?
    var others: [Node] = []
    func write(to w: inout FastserWriter) {
      w.write(number, "number")
      w.write(next, "next")
      w.write(others, "others")
    }
    func read(from r: inout FastserReader) throws {
      number = r.read("number")
      next = try r.read("next")
      others = try r.read("others")
    }
    func unlink() {
      others = []
      var at = next
      next = nil
      while let node = at {
        at = node.next
        node.next = nil
        node.others = []
      }
    }
  }

  func testGraphsOfAnyDepthKeepIdentityWithoutAStack() throws {
    let first = Node()
    var last = first
    for number in 1..<1_000_000 {
      let node = Node()
      node.number = number
      last.next = node
      last = node
    }
    last.others = [first, last]
    first.others = [last]
    let data = try FastserEncoder().encode(first)
    let again = try FastserDecoder().decode(Node.self, from: data)
    var count = 0
    var at: Node? = again
    while let node = at, node.number == count {
      count += 1
      if node.next == nil { XCTAssertTrue(node.others[0] === again && node.others[1] === node) }
      at = node.next
    }
    XCTAssertEqual(count, 1_000_000)
    XCTAssertEqual(again.others[0].number, 999_999)
    again.unlink()
    first.unlink()
  }

  func testTemporariesAreNotTakenForEachOther() throws {
    final class Temporaries: FastserObject {
      func write(to w: inout FastserWriter) {
        func one(_ n: Int, _ key: FastserKey) {
          let node = Node()
          node.number = n
          w.write(node, key)
        }
        one(0, "a")
        one(1, "b")
        one(2, "c")
        one(3, "d")
      }
      func read(from r: inout FastserReader) throws {
        for key in ["a", "b", "c", "d"] as [FastserKey] {
          if let node: Node = try r.read(key) { nodes.append(node) }
        }
      }
      var nodes: [Node] = []
    }
    let again = try FastserDecoder().decode(
      Temporaries.self, from: FastserEncoder().encode(Temporaries()))
    XCTAssertEqual(again.nodes.map(\.number), [0, 1, 2, 3])
  }

  /// Refuses to be read as long as `refusals` says.
  final class Picky: FastserObject {
    nonisolated(unsafe) static var refusals = 0
    var number = 0, name = ""
    var inner: Picky?, outer: Picky?
    init() {}
    func write(to w: inout FastserWriter) {
      w.write(number, "number")
      w.write(inner, "inner")
      w.write(outer, "outer")
      w.write(name, "name")
    }
    func read(from r: inout FastserReader) throws {
      number = r.read("number")
      inner = try r.read("inner")
      outer = try r.read("outer")
      if number == 1, Picky.refusals > 0 {
        Picky.refusals -= 1
        throw CancellationError()
      }
      name = r.read("name")
    }
  }

  func testAnObjectWhoseReadingFailedIsMadeAgain() throws {
    struct Two: FastSerializable {
      var first, second, third: Picky?
      init(_ picky: Picky) { (first, second, third) = (picky, picky, picky.inner) }
      func write(to w: inout FastserWriter) {
        w.write(first, "first")
        w.write(second, "second")
        w.write(third, "third")
      }
      init(from r: inout FastserReader) throws {
        first = try? r.read("first")
        second = try r.read("second")
        third = try r.read("third")
      }
    }
    let picky = Picky(), inner = Picky()
    (picky.number, picky.name, picky.inner) = (1, "whole", inner)
    (inner.number, inner.outer) = (2, picky)
    let data = try FastserEncoder().encode(Two(picky))
    Picky.refusals = 1
    let two = try FastserDecoder().decode(Two.self, from: data)
    XCTAssertNil(two.first)
    XCTAssertEqual(two.second?.name, "whole")
    XCTAssertTrue(two.third === two.second?.inner && two.third?.outer === two.second)
    XCTAssertNotNil(two.third)
    Picky.refusals = 2
    XCTAssertThrowsError(try FastserDecoder().decode(Two.self, from: data))
    Picky.refusals = 0
  }

  func testAnErrorOfAProgramsOwnComesBack() throws {
    struct Picky: FastSerializable {
      func write(to writer: inout FastserWriter) { writer.write(1, "a") }
      init() {}
      init(from reader: inout FastserReader) { reader.fail(.init(rawValue: 1234), "too picky") }
    }
    XCTAssertThrowsError(
      try FastserDecoder().decode(Picky.self, from: FastserEncoder().encode(Picky()))
    ) { XCTAssertEqual(($0 as? FastserError)?.status.rawValue, 1234) }
  }
}
