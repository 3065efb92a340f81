// SPDX-License-Identifier: MIT
//
// FastSerializable: fields that are nil, and fields that an old file does not have.
import Foundation
import XCTest

import Fastser

final class MissingTests: XCTestCase {
  struct Point: FastSerializable, Codable, Equatable {
    var x = 1
    init() {}
    func write(to writer: inout FastserWriter) { writer.write(x, "x") }
    init(from reader: inout FastserReader) { x = reader.read("x") }
  }
  final class Node: FastserObject {
    init() {}
    func write(to writer: inout FastserWriter) {}
    func read(from reader: inout FastserReader) {}
  }
  struct Nothing: FastSerializable {
    func write(to writer: inout FastserWriter) {}
    init() {}
    init(from reader: inout FastserReader) {}
  }

  struct Optionals: FastSerializable {
    var bytes: [UInt8]?, numbers: [Int]?, flags: [Bool]?, points: [Point]?, nodes: [Node]?
    var floats: [Float?]?, texts: [String]?, map: [String: Int]?, url: URL?
    var rect: CGRect?, point: CGPoint?, size: CGSize?
    init() {}
    func write(to w: inout FastserWriter) throws {
      w.write(bytes, "bytes")
      w.write(numbers, "numbers")
      w.write(flags, "flags")
      try w.write(points, "points")
      w.write(nodes, "nodes")
      try w.write(floats, "floats")
      try w.write(texts, "texts")
      try w.write(map, "map")
      try w.write(url, "url")
      w.write(rect, "rect")
      w.write(point, "point")
      w.write(size, "size")
    }
    init(from r: inout FastserReader) throws {
      bytes = r.read("bytes")
      numbers = r.read("numbers")
      flags = r.read("flags")
      points = try r.read("points")
      nodes = try r.read("nodes")
      floats = try r.read("floats")
      texts = try r.read("texts")
      map = try r.read("map")
      url = try r.read("url")
      rect = r.read("rect")
      point = r.read("point")
      size = r.read("size")
    }
    var isNil: [Bool] {
      [
        bytes == nil, numbers == nil, flags == nil, points == nil, nodes == nil, floats == nil,
        texts == nil, map == nil, url == nil, rect == nil, point == nil, size == nil,
      ]
    }
  }

  func testNilIsNoFieldAndComesBack() throws {
    let data = try FastserEncoder().encode(Optionals())
    XCTAssertEqual(try FastserArchive.json(data), "{}")
    let again = try FastserDecoder().decode(Optionals.self, from: data)
    XCTAssertEqual(again.isNil, Array(repeating: true, count: 12))
  }

  func testEmptyOnesAreNotNil() throws {
    var some = Optionals()
    (some.bytes, some.numbers, some.flags, some.points, some.nodes) = ([], [], [], [], [])
    (some.floats, some.texts, some.map, some.url) = ([nil, 1], [], [:], URL(string: "http://a/"))
    (some.rect, some.point, some.size) = (.zero, CGPoint(x: 1, y: 2), .zero)
    let again = try FastserDecoder().decode(Optionals.self, from: FastserEncoder().encode(some))
    XCTAssertEqual(again.isNil, Array(repeating: false, count: 12))
    XCTAssertEqual(again.floats, [nil, 1])
    XCTAssertEqual(again.point, CGPoint(x: 1, y: 2))
  }

  func testNullIsNilToo() throws {
    struct Nulls: Encodable {
      enum Key: CodingKey { case bytes, rect, points, map }
      func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        for key in [Key.bytes, .rect, .points, .map] { try values.encodeNil(forKey: key) }
      }
    }
    let again = try FastserDecoder().decode(Optionals.self, from: FastserEncoder().encode(Nulls()))
    XCTAssertEqual(again.isNil, Array(repeating: true, count: 12))
  }

  func testCollectionsThatAreMissingAreEmpty() throws {
    struct Added: FastSerializable {
      var texts: [String], map: [String: Int], set: Set<Int>, lists: [[Int]], maybe: [String]?
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) throws {
        texts = try r.read("texts")
        map = try r.read("map")
        set = try r.read("set")
        lists = try r.read("lists")
        maybe = try r.read("maybe")
      }
    }
    let added = try FastserDecoder().decode(Added.self, from: FastserEncoder().encode(Nothing()))
    XCTAssertEqual(added.texts, [])
    XCTAssertEqual(added.map, [:])
    XCTAssertEqual(added.set, [])
    XCTAssertEqual(added.lists, [])
    XCTAssertNil(added.maybe)
    struct Other: Codable { var texts = 5 }
    XCTAssertThrowsError(try FastserDecoder().decode(Added.self, from: FastserEncoder().encode(Other())))
  }

  func testOtherValuesThatAreMissingAreNamed() throws {
    struct Asks: FastSerializable {
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) throws { let _: URL = try r.read("page") }
    }
    struct AsksRecord: FastSerializable {
      func write(to writer: inout FastserWriter) {}
      init(from r: inout FastserReader) throws { let _: Point = try r.read("page") }
    }
    let data = try FastserEncoder().encode(Nothing())
    XCTAssertThrowsError(try FastserDecoder().decode(Asks.self, from: data)) { error in
      guard case DecodingError.keyNotFound(let key, _) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(key.stringValue, "page")
    }
    XCTAssertThrowsError(try FastserDecoder().decode(AsksRecord.self, from: data)) { error in
      XCTAssertTrue("\(error)".contains("page"), "\(error)")
    }
  }
}
