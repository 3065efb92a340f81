// SPDX-License-Identifier: MIT
//
// What coding paths show of sets, and of maps with keys of any type.
import Foundation
import XCTest

@testable import Fastser

final class PathTests: XCTestCase {
  private func path<T: Decodable>(_ type: T.Type, _ value: some Encodable, line: UInt = #line) throws
    -> String
  {
    let data = try FastserEncoder().encode(value)
    var path = "no error"
    XCTAssertThrowsError(try FastserDecoder().decode(type, from: data), line: line) {
      switch $0 {
      case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
        path = context.codingPath.map(\.stringValue).joined(separator: "/")
      default: XCTFail("\($0)", line: line)
      }
    }
    return path
  }

  private struct Pair: Codable, Hashable, Comparable {
    var x: Int
    static func < (one: Self, other: Self) -> Bool { one.x < other.x }
  }
  private struct Key: Codable, Hashable, CodingKeyRepresentable {
    var text: String
    init(_ text: String) { self.text = text }
    init?<T: CodingKey>(codingKey: T) { text = codingKey.stringValue }
    var codingKey: any CodingKey { PathKey(stringValue: text) }
  }

  func testMapsAreShownByTheirKeys() throws {
    XCTAssertEqual(try path([Int: Int].self, [7: "x"]), "7")
    XCTAssertEqual(try path([Int8: [Int]].self, [-7: ["x"]] as [Int8: [String]]), "-7/Index 0")
    XCTAssertEqual(try path([Double: Int].self, [1.5: "x"]), "1.5")
    let id = UUID()
    XCTAssertEqual(try path([String: [UUID: Int]].self, ["a": [id: "x"]]), "a/\(id)")
    XCTAssertEqual(try path([String: Int].self, ["": "x"]), "", "an empty key is a key")
    XCTAssertEqual(try path([Key: Int].self, [Key("k"): "x"]), "k")
  }

  func testEntriesWithOtherKeysAreCounted() throws {
    let mixed = [Pair(x: 1): ["x"], Pair(x: 2): ["y"]]
    XCTAssertEqual(try path([Pair: [Int]].self, mixed), "Index 0/Index 0")
    struct Second: Decodable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode([String].self) == ["y"] {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
        }
      }
    }
    XCTAssertEqual(try path([Pair: Second].self, mixed), "Index 1")
    XCTAssertEqual(try path([UUID: Int].self, ["a": 1]), "Index 0", "the key is what is wrong")
    XCTAssertEqual(
      try path([[String]: Int].self, [[1, 2]: 1]), "Index 0/Index 0", "an element of the key")
  }

  func testElementsOfSetsAreCounted() throws {
    struct Refuses: Decodable, Hashable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode(Int.self) == 2 {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
        }
      }
    }
    XCTAssertEqual(try path([String: Set<Refuses>].self, ["a": [1, 2] as Set]), "a/Index 1")
    XCTAssertEqual(try path([String: Set<Int>].self, ["a": ["x"] as Set]), "a/Index 0")
  }

  func testStructsThatAreReadOfMapsShowTheirFields() throws {
    struct Point: Codable { var x: [Int] }
    struct Outer: Codable { var p: Point }
    XCTAssertEqual(try path([Point].self, [["x": "y"]]), "Index 0/x")
    XCTAssertEqual(try path([String: Point].self, ["m": ["x": ["y"]]]), "m/x/Index 0")
    XCTAssertEqual(try path([Outer].self, [["p": ["x": ["y"]]]]), "Index 0/p/x/Index 0")
    XCTAssertEqual(try path([String: [Int: Int]].self, ["m": [5: "x"]]), "m/5")
  }

  func testEncodingErrorsShowTheSame() throws {
    struct Refuses: Encodable, Hashable, Comparable {
      var x: Int
      static func < (one: Self, other: Self) -> Bool { one.x < other.x }
      func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if x != 2 { return try value.encode(x) }
        throw EncodingError.invalidValue(x, .init(codingPath: encoder.codingPath, debugDescription: ""))
      }
    }
    func path(_ value: some Encodable, line: UInt = #line) -> String {
      var path = "no error"
      XCTAssertThrowsError(try FastserEncoder().encode(value), line: line) {
        guard case EncodingError.invalidValue(_, let context) = $0 else {
          return XCTFail("\($0)", line: line)
        }
        path = context.codingPath.map(\.stringValue).joined(separator: "/")
      }
      return path
    }
    XCTAssertEqual(path(["a": [7: Refuses(x: 2)]]), "a/7")
    XCTAssertEqual(path(["": Refuses(x: 2)]), "")
    XCTAssertEqual(path([Pair(x: 1): Refuses(x: 1), Pair(x: 3): Refuses(x: 2)]), "Index 1")
    XCTAssertEqual(path([Refuses(x: 1): 1, Refuses(x: 2): 1]), "Index 1", "the key is what is wrong")
    XCTAssertEqual(path(["a": [Refuses(x: 1), Refuses(x: 2)] as Set]), "a/Index 1")
  }

  func testMessagesSayWhatIsThereAndWhatWasAskedFor() throws {
    struct Point: Codable { var x: Int }
    func message<T: Decodable>(_ type: T.Type, _ value: some Encodable) throws -> String? {
      do { _ = try FastserDecoder().decode(type, from: FastserEncoder().encode(value)) } catch {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.keyNotFound(_, let context),
          DecodingError.valueNotFound(_, let context):
          return (context.underlyingError as? FastserError)?.message
        default: XCTFail("\(error)")
        }
      }
      return nil
    }
    XCTAssertEqual(try message(Bool.self, 1), "an integer where Bool was asked for")
    XCTAssertEqual(try message(Int.self, "1"), "a string where Int was asked for")
    XCTAssertEqual(try message(Int.self, Data()), "data where Int was asked for")
    XCTAssertEqual(try message([Int].self, [1, nil]), "null where Int was asked for")
    XCTAssertEqual(try message(Point.self, ["y": 1]), "there is no key \"x\"")
    XCTAssertEqual(try message(Point.self, Point?.none), "null where Dictionary<String, Any> was asked for")
  }
}
