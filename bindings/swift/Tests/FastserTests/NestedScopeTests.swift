// SPDX-License-Identifier: MIT
//
// Many containers of one value that are open side by side: each is found again by its key, and takes
// what is written into it, in whatever order.
import Foundation
import XCTest

@testable import Fastser

final class NestedScopeTests: XCTestCase {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ text: String) { stringValue = text }
  }
  private struct Writes: Encodable {
    let how: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try how(encoder) }
  }
  private let count = 100

  private func archive(_ how: @escaping (any Encoder) throws -> Void) throws -> Data {
    let data = try FastserEncoder().encode(Writes(how: how))
    try FastserArchive.verify(data)
    return data
  }
  private func read(_ data: Data) throws -> [String: [String: Int]] {
    try FastserDecoder().decode([String: [String: Int]].self, from: data)
  }
  /// What the tests write: in each record its number, under three keys.
  private var expected: [String: [String: Int]] {
    let records = (0..<count).map { ("k\($0)", ["a": $0, "b": $0, "c": $0]) }
    return Dictionary(uniqueKeysWithValues: records)
  }

  func testContainersThatAreHeldAreWrittenInTurns() throws {
    let data = try archive { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var inner = (0..<self.count).map { outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\($0)")) }
      for key in ["a", "b", "c"] {
        for at in inner.indices { try inner[at].encode(at, forKey: Key(key)) }
      }
    }
    XCTAssertEqual(try read(data), expected)
  }

  func testContainersThatAreHeldAreFoundByTheirKeys() throws {
    let data = try archive { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      let held = (0..<self.count).map { outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\($0)")) }
      for key in ["a", "b", "c"] {
        for at in held.indices {
          var again = outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\(at)"))
          try again.encode(at, forKey: Key(key))
        }
      }
    }
    XCTAssertEqual(try read(data), expected)
  }

  func testContainersInContainersWithTheSameKeysAreTheirOwn() throws {
    let data = try archive { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var held: [KeyedEncodingContainer<Key>] = []
      for at in 0..<self.count {
        held.append(outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\(at)")))
        held.append(held[2 * at].nestedContainer(keyedBy: Key.self, forKey: Key("same")))
      }
      for at in 0..<self.count {
        var again = held[2 * at].nestedContainer(keyedBy: Key.self, forKey: Key("same"))
        try again.encode(at, forKey: Key("x"))
      }
    }
    let found = try FastserDecoder().decode([String: [String: [String: Int]]].self, from: data)
    XCTAssertEqual(found.count, count)
    for at in 0..<count { XCTAssertEqual(found["k\(at)"], ["same": ["x": at]]) }
  }

  /// A list and a record of one key are two values, of which the later counts.
  func testTwoKindsOfContainersOfOneKeyAreFoundByTheirKind() throws {
    let data = try archive { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var lists = (0..<self.count).map { outer.nestedUnkeyedContainer(forKey: Key("k\($0)")) }
      let held = (0..<self.count).map { outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\($0)")) }
      for key in ["a", "b", "c"] {
        for at in held.indices {
          try lists[at].encode(at)
          var again = outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\(at)"))
          try again.encode(at, forKey: Key(key))
        }
      }
    }
    XCTAssertEqual(try read(data), expected)
  }

  func testContainersThatAreLetGoOfOneByOneAreClosed() throws {
    let data = try archive { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var held: [KeyedEncodingContainer<Key>?] = (0..<self.count).map {
        outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\($0)"))
      }
      for at in held.indices {
        for key in ["a", "b", "c"] { try held[at]?.encode(at, forKey: Key(key)) }
        held[at] = nil
      }
      for at in 0..<self.count { try outer.encode([String: Int](), forKey: Key("empty\(at)")) }
    }
    let found = try read(data)
    XCTAssertEqual(found.count, 2 * count)
    XCTAssertEqual(found.filter { !$0.value.isEmpty }, expected)
  }

  func testAContainerThatWasClosedIsNotBegunAgain() throws {
    XCTAssertThrowsError(
      try archive { encoder in
        var outer = encoder.container(keyedBy: Key.self)
        for at in 0..<self.count {
          var inner = outer.nestedContainer(keyedBy: Key.self, forKey: Key("k\(at)"))
          try inner.encode(at, forKey: Key("a"))
        }
        var again = outer.nestedContainer(keyedBy: Key.self, forKey: Key("k7"))
        try again.encode(1, forKey: Key("b"))
      }
    ) { XCTAssertTrue("\($0)".contains("k7 was asked for again"), "\($0)") }
  }
}
