// SPDX-License-Identifier: MIT
//
// Archives as the other bindings write them (docs/foundation.md), made by calls of the C interface.
import CFastser
import Foundation
import XCTest

import Fastser

final class LanguagesTests: XCTestCase {
  private func archive(_ write: (OpaquePointer) -> Void) throws -> Data {
    var writer: OpaquePointer?
    XCTAssertEqual(fastser_writer_create(nil, &writer, nil), FASTSER_OK)
    defer { fastser_writer_destroy(writer) }
    write(writer!)
    var bytes = fastser_bytes()
    var error = fastser_error()
    error.struct_size = UInt32(MemoryLayout<fastser_error>.size)
    XCTAssertEqual(fastser_writer_finish(writer, nil, &bytes, &error), FASTSER_OK)
    defer { fastser_bytes_release(&bytes) }
    return Data(UnsafeBufferPointer(start: bytes.data, count: bytes.size))
  }

  /// An object that is a value: class, identity, and what is in it.
  private func wrap(
    _ w: OpaquePointer, _ name: String, _ identity: Int, _ key: UnsafePointer<fastser_key>? = nil,
    _ inner: () -> Void
  ) {
    let number = fastser_writer_class(w, name, name.utf8.count, 0, UInt32.max)
    if fastser_writer_begin_object(w, key, UnsafeRawPointer(bitPattern: identity), number) != 0 {
      inner()
      fastser_writer_end_object(w)
    }
  }

  struct Point: Codable, Equatable { var x: Int; var y: String }

  func testFoundationsCollectionsOfObjectiveCAreRead() throws {
    let any = UInt32(FASTSER_TYPE_ANY)
    let data = try archive { w in
      wrap(w, "MutableList", 16) {
        fastser_writer_begin_list(w, nil, 3, any)
        for _ in 0..<2 {  // the same dictionary twice
          wrap(w, "Map", 32) {
            fastser_writer_begin_map(w, nil, 2, any, any, 0)
            fastser_writer_string(w, nil, "x", 1)
            fastser_writer_i8(w, nil, 5)
            fastser_writer_string(w, nil, "y", 1)
            wrap(w, "MutableString", 48) { fastser_writer_string(w, nil, "text", 4) }
            fastser_writer_end_map(w)
          }
        }
        wrap(w, "Map", 64) {
          fastser_writer_begin_map(w, nil, 2, any, any, 0)
          fastser_writer_string(w, nil, "y", 1)
          wrap(w, "MutableString", 48) {}
          fastser_writer_string(w, nil, "x", 1)
          fastser_writer_u64(w, nil, 6)
          fastser_writer_end_map(w)
        }
        fastser_writer_end_list(w)
      }
    }
    XCTAssertEqual(
      try FastserDecoder().decode([Point].self, from: data),
      [Point(x: 5, y: "text"), Point(x: 5, y: "text"), Point(x: 6, y: "text")])
  }

  /// A record, or else a list, as programs ask a decoder.
  func testAListThatWasAskedForAsARecordIsStillAList() throws {
    struct Asks: Decodable {
      var found: [Int] = []
      init(from decoder: any Decoder) throws {
        XCTAssertNil(try? decoder.container(keyedBy: CodableTests.Person.CodingKeys.self))
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd { found.append(try values.decode(Int.self)) }
      }
    }
    struct Holder: Decodable { var l: Asks, m: Asks }
    let data = try archive { w in
      let number = fastser_writer_class(w, "Holder", 6, 0, UInt32.max)
      fastser_writer_begin_record(w, nil, number)
      for name in ["l", "m"] {
        wrap(w, "MutableList", 16, fastser_writer_key(w, name, 1)) {
          fastser_writer_begin_list(w, nil, 2, UInt32(FASTSER_TYPE_ANY))
          fastser_writer_i32(w, nil, 7)
          fastser_writer_i32(w, nil, 8)
          fastser_writer_end_list(w)
        }
      }
      fastser_writer_end_record(w)
    }
    let holder = try FastserDecoder().decode(Holder.self, from: data)
    XCTAssertEqual([holder.l.found, holder.m.found], [[7, 8], [7, 8]])
  }

  func testNilOfAnObjectIsNil() throws {
    struct Holder: Codable { var a: CodableTests.Person?; var b: Int }
    let data = try archive { w in
      let number = fastser_writer_class(w, "Holder", 6, 0, UInt32.max)
      fastser_writer_begin_record(w, nil, number)
      fastser_writer_reference(w, fastser_writer_key(w, "a", 1), nil)
      fastser_writer_i32(w, fastser_writer_key(w, "b", 1), 3)
      fastser_writer_end_record(w)
    }
    let holder = try FastserDecoder().decode(Holder.self, from: data)
    XCTAssertNil(holder.a)
    XCTAssertEqual(holder.b, 3)

    struct Direct: FastSerializable {
      var a: String?, b: Int
      func write(to writer: inout FastserWriter) {}
      init(from reader: inout FastserReader) {
        a = reader.read("a")
        b = reader.read("b")
      }
    }
    let direct = try FastserDecoder().decode(Direct.self, from: data)
    XCTAssertNil(direct.a)
    XCTAssertEqual(direct.b, 3)
  }

  /// Objective-C writes nil of any type as a reference.
  func testNilOfAnObjectIsNilForValuesOfEveryType() throws {
    struct Holder: Decodable, Equatable {
      var s: String?, i: Int?, b: Bool?, d: Double?, u: UInt8?, data: Data?, list: [Int]?
    }
    let data = try archive { w in
      let number = fastser_writer_class(w, "Holder", 6, 0, UInt32.max)
      fastser_writer_begin_record(w, nil, number)
      for name in ["s", "i", "b", "d", "u", "data", "list"] {
        fastser_writer_reference(w, fastser_writer_key(w, name, name.utf8.count), nil)
      }
      fastser_writer_end_record(w)
    }
    XCTAssertEqual(try FastserDecoder().decode(Holder.self, from: data), Holder())
  }

  func testTextInAnObjectIsTextWhereItMayBeNil() throws {
    struct Holder: Decodable { var s: String? }
    let data = try archive { w in
      let number = fastser_writer_class(w, "Holder", 6, 0, UInt32.max)
      fastser_writer_begin_record(w, nil, number)
      wrap(w, "MutableString", 16, fastser_writer_key(w, "s", 1)) { fastser_writer_string(w, nil, "text", 4) }
      fastser_writer_end_record(w)
    }
    XCTAssertEqual(try FastserDecoder().decode(Holder.self, from: data).s, "text")
  }

  /// The root of what C++'s coder writes is open from the start; values without names are inside of it.
  func testARecordWithoutAClassIsReadDirectly() throws {
    let data = try archive { w in
      for number in 5...6 {
        fastser_writer_begin_map(w, nil, 1, UInt32(FASTSER_TYPE_STRING), UInt32(FASTSER_TYPE_ANY), 0)
        fastser_writer_string(w, nil, "x", 1)
        fastser_writer_i32(w, nil, Int32(number))
        fastser_writer_end_map(w)
      }
    }
    struct Two: FastSerializable {
      var a, b: [String: Int]
      func write(to writer: inout FastserWriter) {}
      init(from reader: inout FastserReader) throws {
        a = try reader.read()
        b = try reader.read()
      }
    }
    let two = try FastserDecoder().decode(Two.self, from: data)
    XCTAssertEqual([two.a, two.b], [["x": 5], ["x": 6]])
  }

  /// 2^100 values if each reference were followed for nothing.
  func testReferencesThatWouldMultiplyAreAnError() throws {
    let data = try archive { w in
      let number = fastser_writer_class(w, "N", 1, 0, UInt32.max)
      func node(_ depth: Int) {
        let identity = UnsafeRawPointer(bitPattern: 16 * (depth + 1))
        if fastser_writer_begin_object(w, nil, identity, number) == 0 { return }
        fastser_writer_begin_list(w, fastser_writer_key(w, "l", 1), 2, UInt32(FASTSER_TYPE_ANY_REF))
        if depth < 50 {
          node(depth + 1)
          fastser_writer_reference(w, nil, UnsafeRawPointer(bitPattern: 16 * (depth + 2)))
        } else {
          fastser_writer_reference(w, nil, nil)
          fastser_writer_reference(w, nil, nil)
        }
        fastser_writer_end_list(w)
        fastser_writer_end_object(w)
      }
      node(0)
    }
    struct N: Codable { var l: [N?] }
    XCTAssertThrowsError(try FastserDecoder().decode(N.self, from: data))
  }

  private func assertFails<T: Decodable>(
    _: T.Type, _ data: Data, _ status: FastserError.Status, line: UInt = #line
  ) {
    XCTAssertThrowsError(try FastserDecoder().decode(T.self, from: data), line: line) { error in
      guard case DecodingError.dataCorrupted(let context) = error else {
        return XCTFail("\(error)", line: line)
      }
      XCTAssertEqual((context.underlyingError as? FastserError)?.status, status, line: line)
    }
  }

  /// Texts that look the same are one in Swift, as the number 1 of two types is.
  func testKeysAndElementsThatAreEqualHereAreErrorsAndNoneIsLost() throws {
    let texts = ["\u{e9}", "e\u{301}"]
    let any = UInt32(FASTSER_TYPE_ANY), string = UInt32(FASTSER_TYPE_STRING)
    func write(_ text: String, _ w: OpaquePointer) { fastser_writer_string(w, nil, text, text.utf8.count) }

    let numbers = try archive { w in
      fastser_writer_begin_map(w, nil, 2, any, any, 0)
      fastser_writer_i32(w, nil, 1)
      write("a", w)
      fastser_writer_i64(w, nil, 1)
      write("b", w)
      fastser_writer_end_map(w)
    }
    struct Keyed: Decodable {
      var one: String
      enum CodingKeys: String, CodingKey { case one = "1" }
    }
    assertFails([Int: String].self, numbers, .malformed)
    assertFails(Keyed.self, numbers, .malformed)

    let map = try archive { w in
      fastser_writer_begin_map(w, nil, 2, string, UInt32(FASTSER_TYPE_I32), 0)
      for text in texts {
        write(text, w)
        fastser_writer_i32(w, nil, 7)
      }
      fastser_writer_end_map(w)
    }
    assertFails([String: Int].self, map, .malformed)

    let json = Data("{\"\(texts[0])\":1,\"\(texts[1])\":7}".utf8)
    let record = try FastserArchive.convert(json, from: .json, to: .archive)
    assertFails([String: Int].self, record, .typeMismatch)

    let set = try archive { w in
      fastser_writer_begin_set(w, nil, 2, string)
      for text in texts { write(text, w) }
      fastser_writer_end_list(w)
    }
    assertFails(Set<String>.self, set, .malformed)
    XCTAssertEqual(try FastserDecoder().decode([String].self, from: set).count, 2)
    let list = try FastserEncoder().encode(texts)
    XCTAssertEqual(try FastserDecoder().decode(Set<String>.self, from: list), [texts[0]])
  }

  func testARectangleOfFiveNumbersIsNone() throws {
    assertFails(CGRect.self, try FastserEncoder().encode([1, 2, 3, 4, 5]), .typeMismatch)
  }

  func testARecordWithoutNamesIsReadAsAList() throws {
    let data = try archive { w in
      let number = fastser_writer_class(w, "Pair", 4, 0, UInt32.max)
      fastser_writer_begin_record(w, nil, number)
      fastser_writer_i32(w, nil, 3)
      fastser_writer_i32(w, nil, 4)
      fastser_writer_end_record(w)
    }
    XCTAssertEqual(try FastserDecoder().decode([Int].self, from: data), [3, 4])
  }
}
