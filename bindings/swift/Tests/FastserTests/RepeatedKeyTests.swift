// SPDX-License-Identifier: MIT
//
// A key that is encoded twice: the later value counts, as with other encoders, for every reader. The
// first one is in the archive, too, without its name.
import Foundation
import XCTest

@testable import Fastser

final class RepeatedKeyTests: XCTestCase {
  private enum Name: CodingKey { case a, b, c }

  /// The body of an object, and a text, lie in values that do not count; later ones refer to them.
  private struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      let shared = TryingTests.One()
      shared.one = 7
      var fields = encoder.container(keyedBy: Name.self)
      try fields.encode([shared], forKey: .a)
      try fields.encode(1, forKey: .a)
      try fields.encode(shared, forKey: .b)
      try fields.encode("a text that is shared", forKey: .c)
      try fields.encode(["a text that is shared"], forKey: .c)
    }
  }
  private struct Once: Decodable {
    var a: Int
    var b: TryingTests.One
    var c: [String]
  }

  private struct Plain: Decodable { var a: Int }

  func testTheLaterValueCountsForEveryReader() throws {
    let data = try FastserEncoder().encode([Twice(), Twice()])
    try FastserArchive.verify(data)
    let found = try FastserDecoder().decode([Once].self, from: data)
    XCTAssertEqual(found.map(\.a), [1, 1])
    XCTAssertEqual(found.map(\.b.one), [7, 7])
    XCTAssertFalse(found[0].b === found[1].b)
    XCTAssertEqual(found.map(\.c), [["a text that is shared"], ["a text that is shared"]])
    for format in [FastserArchive.Format.messagePack, .flexBuffers, .xmlPropertyList, .json] {
      let other = try FastserArchive.convert(data, from: .archive, to: format)
      let back = try FastserArchive.convert(other, from: format, to: .archive)
      XCTAssertEqual(try FastserDecoder().decode([Plain].self, from: back).map(\.a), [1, 1], "\(format)")
    }
  }

  func testARecordWhoseFirstFieldLostItsNameIsNoList() throws {
    struct Asks: Decodable {
      let b: Int
      init(from decoder: any Decoder) throws {
        XCTAssertThrowsError(try decoder.unkeyedContainer())
        let fields = try decoder.container(keyedBy: Name.self)
        XCTAssertEqual(fields.allKeys.map(\.stringValue), ["b", "a"])
        b = try fields.decode(Int.self, forKey: .b)
      }
    }
    struct Numbers: Encodable {
      func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        try fields.encode(1, forKey: .a)
        try fields.encode(2, forKey: .b)
        try fields.encode(3, forKey: .a)
      }
    }
    let data = try FastserEncoder().encode([Numbers()])
    XCTAssertEqual(try FastserDecoder().decode([Asks].self, from: data).map(\.b), [2])
    XCTAssertEqual(
      try FastserDecoder().decode([[String: Int]].self, from: data), [["a": 3, "b": 2]])
  }
}
