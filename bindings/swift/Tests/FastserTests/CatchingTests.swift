// SPDX-License-Identifier: MIT
//
// Programs that catch the error of a value that they encode, and go on: what wrote nothing is left out,
// and no archive is made of what was written by half.
import Foundation
import XCTest

@testable import Fastser

final class CatchingTests: XCTestCase {
  private struct Refused: Error {}

  /// Throws before it asked for a container.
  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }
  /// Throws with a container that takes one value, and has none.
  private struct NoValue: Encodable {
    func encode(to encoder: any Encoder) throws {
      _ = encoder.singleValueContainer()
      throw Refused()
    }
  }
  /// Throws when a field is there.
  private struct Half: Encodable {
    enum CodingKeys: CodingKey { case left }
    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode("left", forKey: .left)
      throw Refused()
    }
  }
  private enum Name: CodingKey { case a, b, c }

  /// Calls what the test wants of an encoder.
  private struct Writes: Encodable {
    let how: (any Encoder) throws -> Void
    init(_ how: @escaping (any Encoder) throws -> Void) { self.how = how }
    func encode(to encoder: any Encoder) throws { try how(encoder) }
  }

  private func json(_ how: @escaping (any Encoder) throws -> Void) throws -> String {
    let data = try FastserEncoder().encode(Writes(how))
    try FastserArchive.verify(data)
    return try FastserArchive.json(data)
  }

  // ---- values that wrote nothing

  func testAFieldThatWroteNothingIsLeftOut() throws {
    XCTAssertEqual(
      try json { encoder in
        var fields = encoder.container(keyedBy: Name.self)
        XCTAssertThrowsError(try fields.encode(Nothing(), forKey: .a))
        XCTAssertThrowsError(try fields.encode(NoValue() as NoValue?, forKey: .b))
        try fields.encode(1, forKey: .c)
      }, #"{"c":1}"#)
  }

  func testAnElementThatWroteNothingIsLeftOut() throws {
    XCTAssertEqual(
      try json { encoder in
        var values = encoder.unkeyedContainer()
        for value in 0..<3 {
          XCTAssertThrowsError(try values.encode(Nothing()))
          XCTAssertThrowsError(try values.encode(NoValue() as NoValue?))
          XCTAssertEqual(values.count, value)
          try values.encode(value)
        }
      }, "[0,1,2]")
  }

  func testAContainerOfOneValueTakesAnotherAfterOneThatWroteNothing() throws {
    XCTAssertEqual(
      try json { encoder in
        var value = encoder.singleValueContainer()
        XCTAssertThrowsError(try value.encode(NoValue() as NoValue?))
        try value.encode("instead")
      }, #""instead""#)
  }

  func testTheSameInContainersSideBySide() throws {
    XCTAssertEqual(
      try json { encoder in
        var fields = encoder.container(keyedBy: Name.self)
        var list = fields.nestedUnkeyedContainer(forKey: .a)
        let above = fields.superEncoder(forKey: .b)
        XCTAssertThrowsError(try list.encode(Nothing()))
        XCTAssertEqual(list.count, 0)
        var value = above.singleValueContainer()
        XCTAssertThrowsError(try value.encode(NoValue()))
        try list.encode(1)
        try value.encode(2)
      }, #"{"a":[1],"b":2}"#)
  }

  func testAValueThatIsTooDeepIsLeftOut() throws {
    var encoder = FastserEncoder()
    encoder.depth = 2
    struct Inner: Encodable { var x = 1 }
    let value = Writes { encoder in
      var values = encoder.unkeyedContainer()
      try values.encode(1)
      try values.encode(
        Writes { encoder in
          var fields = encoder.container(keyedBy: Name.self)
          XCTAssertThrowsError(try fields.encode(Inner(), forKey: .a))
          XCTAssertThrowsError(try fields.encode([Inner()], forKey: .b))
        })
      try values.encode(2)
    }
    XCTAssertEqual(try FastserArchive.json(encoder.encode(value)), "[1,{},2]")
  }

  // ---- values that are there by half

  private func refuses(_ path: String, line: UInt = #line, _ how: @escaping (any Encoder) throws -> Void) {
    XCTAssertThrowsError(try FastserEncoder().encode(Writes(how)), line: line) { error in
      guard case EncodingError.invalidValue(_, let context) = error else {
        return XCTFail("\(error)", line: line)
      }
      XCTAssertEqual(context.codingPath.map(\.stringValue).joined(separator: "."), path, line: line)
      XCTAssertTrue(context.debugDescription.contains("Refused"), context.debugDescription, line: line)
      XCTAssertEqual((context.underlyingError as? FastserError)?.status, .usage, line: line)
    }
    // What the encoder keeps for the next call is sound.
    XCTAssertEqual(try FastserArchive.json(FastserEncoder().encode(["next": 1])), #"{"next":1}"#, line: line)
  }

  func testNoArchiveIsMadeOfAHalfField() {
    refuses("b") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try fields.encode(1, forKey: .a)
      try? fields.encode(Half(), forKey: .b)
      try fields.encode(2, forKey: .c)
    }
  }

  func testNoArchiveIsMadeOfAHalfElement() {
    refuses("Index 1") { encoder in
      var values = encoder.unkeyedContainer()
      try values.encode(1)
      try? values.encode(Half())
      try values.encode(2)
    }
  }

  func testNoArchiveIsMadeOfAHalfCollection() {
    refuses("a") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try? fields.encode([Nothing()], forKey: .a)
    }
    refuses("a.k") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try? fields.encode(["k": Half()], forKey: .a)
    }
    refuses("a.Index 0") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try? fields.encode([Half()], forKey: .a)
    }
  }

  private final class Object: FastserReference {
    init() {}
    func decode(from decoder: any Decoder) {}
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  func testNoArchiveIsMadeOfAHalfObject() {
    refuses("a") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try? fields.encode(Object(), forKey: .a)
    }
  }

  private struct Direct: FastSerializable, Encodable {
    var write: (inout FastserWriter) throws -> Void
    func write(to writer: inout FastserWriter) throws { try write(&writer) }
    init(_ write: @escaping (inout FastserWriter) throws -> Void) { self.write = write }
    init(from reader: inout FastserReader) { write = { _ in } }
    func encode(to encoder: any Encoder) {}
  }

  func testNoArchiveIsMadeOfAHalfValueThatWritesItself() throws {
    let half = Direct { writer in
      writer.write("left", "left")
      throw Refused()
    }
    refuses("a") { encoder in
      var fields = encoder.container(keyedBy: Name.self)
      try? fields.encode(half, forKey: .a)
    }
    let outer: [Direct] = [
      Direct { writer in try? writer.write(half, "half") },
      Direct { writer in try? writer.write([half], "half") },
      Direct { writer in try? writer.list("half", count: 2) { _ in throw Refused() } },
    ]
    for value in outer { refuses("") { try value.encodeAlone(to: $0) } }
    let skips = Direct { writer in
      try? writer.write(Nothing(), "nothing")
      writer.write(1, "x")
    }
    XCTAssertEqual(try FastserArchive.json(FastserEncoder().encode(skips)), #"{"x":1}"#)
  }

  func testAnErrorThatNobodyCatchesIsTheProgramsOwn() {
    XCTAssertThrowsError(try FastserEncoder().encode(["a": [Half()]])) { XCTAssertTrue($0 is Refused) }
    XCTAssertThrowsError(try FastserEncoder().encode([Object()])) { XCTAssertTrue($0 is Refused) }
    XCTAssertThrowsError(
      try FastserEncoder().encode(
        Writes { encoder in
          var values = encoder.unkeyedContainer()
          try? values.encode(Half())
          throw CancellationError()
        })) { XCTAssertTrue($0 is CancellationError) }
  }
}

extension Encodable {
  /// As the value of an encoder.
  fileprivate func encodeAlone(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(self)
  }
}
