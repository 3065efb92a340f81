// SPDX-License-Identifier: MIT
//
// Programs that try one type, and then another, and roots that are records without a class.
import Foundation
import XCTest

@testable import Fastser

final class TryingTests: XCTestCase {
  private func archive(_ json: String) throws -> Data {
    try FastserArchive.convert(Data(json.utf8), from: .json, to: .archive)
  }

  /// Tries each element as First, then reads it as Then.
  private struct Either<First: Decodable, Then: Decodable>: Decodable {
    var found: [Then] = []
    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      while !values.isAtEnd {
        if (try? values.decode(First.self)) == nil { found.append(try values.decode(Then.self)) }
      }
    }
  }

  func testElementsAreReadAfterATryThatTookNothing() throws {
    let data = try FastserEncoder().encode([1, 2, 3])
    let decoder = FastserDecoder()
    XCTAssertEqual(try decoder.decode(Either<Date, Int>.self, from: data).found, [1, 2, 3])
    XCTAssertEqual(try decoder.decode(Either<URL, Int>.self, from: data).found, [1, 2, 3])
    XCTAssertEqual(try decoder.decode(Either<UUID, Int>.self, from: data).found, [1, 2, 3])
    XCTAssertEqual(try decoder.decode(Either<Data, Int>.self, from: data).found, [1, 2, 3])
    XCTAssertEqual(try decoder.decode(Either<[Int], Int>.self, from: data).found, [1, 2, 3])
    let texts = try FastserEncoder().encode(["a", "b"])
    XCTAssertEqual(try decoder.decode(Either<Decimal, String>.self, from: texts).found, ["a", "b"])
    let lists = try FastserEncoder().encode([[1], [2]])
    XCTAssertEqual(try decoder.decode(Either<[String], [Int]>.self, from: lists).found, [[1], [2]])
    XCTAssertEqual(try decoder.decode(Either<Date, [Int]>.self, from: lists).found, [[1], [2]])
  }

  private struct Failable<T: Decodable>: Decodable {
    let value: T?
    init(from decoder: any Decoder) throws {
      value = try? decoder.singleValueContainer().decode(T.self)
    }
  }

  func testValuesThatFailAreLeftOut() throws {
    let decoder = FastserDecoder()
    let texts = try FastserEncoder().encode([["x"], ["y"]])
    XCTAssertEqual(try decoder.decode([Failable<[Int]>].self, from: texts).map(\.value), [nil, nil])
    let numbers = try FastserEncoder().encode([[1], [2]])
    XCTAssertEqual(try decoder.decode([Failable<[Int]>].self, from: numbers).map(\.value), [[1], [2]])
    let map = try FastserEncoder().encode(["a": ["x"], "b": ["y"]])
    XCTAssertEqual(
      try decoder.decode([String: Failable<[Int]>].self, from: map).mapValues(\.value),
      ["a": nil, "b": nil])
    XCTAssertNil(try decoder.decode(Failable<[Int]>.self, from: FastserEncoder().encode(["x"])).value)
    // Values of no bytes: a try that took one, and one that did not.
    let nothing = try FastserEncoder().encode([Int?](repeating: nil, count: 3))
    struct Refuses: Decodable {
      init(from decoder: any Decoder) throws {
        XCTAssertTrue(try decoder.singleValueContainer().decodeNil())
        throw CancellationError()
      }
    }
    XCTAssertEqual(try decoder.decode([Failable<Refuses>].self, from: nothing).count, 3)
    XCTAssertEqual(try decoder.decode([Failable<[Int]>].self, from: nothing).count, 3)
  }

  func testNullIsFoundAfterATry() throws {
    struct Last: Decodable {
      var text: String
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let list = try? value.decode([Int].self) {
          text = "\(list)"
        } else if value.decodeNil() {
          text = "nil"
        } else {
          text = "\(try value.decode(Int.self))"
        }
      }
    }
    let data = try FastserEncoder().encode([1, nil, 2])
    XCTAssertEqual(try FastserDecoder().decode([Last].self, from: data).map(\.text), ["1", "nil", "2"])
    struct Elements: Decodable {
      var found: [Int?] = []
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd {
          if (try? values.decode(URL.self)) != nil { continue }
          found.append(try values.decodeNil() ? nil : values.decode(Int.self))
        }
      }
    }
    XCTAssertEqual(try FastserDecoder().decode(Elements.self, from: data).found, [1, nil, 2])
  }

  private enum Name: CodingKey { case a, q, missing }

  func testAnElementOfAnotherKindOfContainerStays() throws {
    struct Kinds: Decodable {
      var found: [String] = []
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd {
          if let record = try? values.nestedContainer(keyedBy: Name.self) {
            found.append("record \(try record.decode(Int.self, forKey: .q))")
          } else if var list = try? values.nestedUnkeyedContainer() {
            found.append("list \(try list.decode(Int.self))")
          } else {
            found.append("\(try values.decode(Int.self))")
          }
        }
      }
    }
    let data = try archive(#"[1,{"q":2},[3,4],5]"#)
    XCTAssertEqual(
      try FastserDecoder().decode(Kinds.self, from: data).found, ["1", "record 2", "list 3", "5"])
  }

  /// A list, or else a record, as programs ask a decoder.
  func testARecordIsNoListAndStillARecord() throws {
    struct Asks: Decodable {
      var found: Int
      init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
          found = try list.decode(Int.self)
        } else {
          found = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: .q)
        }
      }
    }
    let data = try archive(#"[{"q":2},[3,4]]"#)
    XCTAssertEqual(try FastserDecoder().decode([Asks].self, from: data).map(\.found), [2, 3])
    XCTAssertEqual(try FastserDecoder().decode(Asks.self, from: archive(#"{"a":1,"q":2}"#)).found, 2)
  }

  /// The same of objects, whose fields may have the names of those around them.
  func testAnObjectIsNoListAndStillAnObject() throws {
    struct Asks: Decodable {
      var one: Int
      init(from decoder: any Decoder) throws {
        XCTAssertNil(try? decoder.unkeyedContainer())
        XCTAssertNil(try? decoder.unkeyedContainer())
        one = try decoder.container(keyedBy: One.CodingKeys.self).decode(Int.self, forKey: .one)
      }
    }
    let one = One(), other = One()
    (one.one, other.one) = (1, 2)
    let data = try FastserEncoder().encode([one, other, one])
    XCTAssertEqual(try FastserDecoder().decode([Asks].self, from: data).map(\.one), [1, 2, 1])
    XCTAssertEqual(try FastserDecoder().decode(Asks.self, from: FastserEncoder().encode(one)).one, 1)
    // In vain, and then as another type.
    struct Fails: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
    }
    XCTAssertEqual(try FastserDecoder().decode([Failable<Fails>].self, from: data).count, 3)
    struct Nested: Decodable {
      var ones: [Int] = []
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd {
          if (try? values.decode(Fails.self)) != nil { continue }
          if (try? values.nestedUnkeyedContainer()) != nil { continue }
          let record = try values.nestedContainer(keyedBy: One.CodingKeys.self)
          ones.append(try record.decode(Int.self, forKey: .one))
        }
      }
    }
    XCTAssertEqual(try FastserDecoder().decode(Nested.self, from: data).ones, [1, 2, 1])
  }

  final class Linked: FastserReference {
    var number = 0
    var next: Linked?
    init() {}
    enum CodingKeys: CodingKey { case number, next }
    func decode(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      number = try values.decode(Int.self, forKey: .number)
      next = try values.decodeIfPresent(Linked.self, forKey: .next)
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(number, forKey: .number)
      try values.encodeIfPresent(next, forKey: .next)
    }
  }

  func testTheFieldOfALinkIsNotThatOfTheNext() throws {
    final class Link: Decodable {
      var numbers: [Int]
      init(from decoder: any Decoder) throws {
        XCTAssertNil(try? decoder.unkeyedContainer())
        let values = try decoder.container(keyedBy: Linked.CodingKeys.self)
        let next = try values.decodeIfPresent(Link.self, forKey: .next)
        numbers = [try values.decode(Int.self, forKey: .number)] + (next?.numbers ?? [])
      }
    }
    var first: Linked?
    for number in [4, 3, 2, 1] {
      let link = Linked()
      (link.number, link.next) = (number, first)
      first = link
    }
    let data = try FastserEncoder().encode(first)
    XCTAssertEqual(try FastserDecoder().decode(Link.self, from: data).numbers, [1, 2, 3, 4])
  }

  func testANestedContainerOfAMissingKeyIsNotFound() throws {
    struct Asks: Decodable {
      init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Name.self)
        _ = try record.nestedContainer(keyedBy: Name.self, forKey: .missing)
      }
    }
    XCTAssertThrowsError(try FastserDecoder().decode(Asks.self, from: archive(#"{"a":1}"#))) { error in
      guard case DecodingError.keyNotFound(let key, let context) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(key.stringValue, "missing")
      XCTAssertTrue(context.codingPath.isEmpty)
    }
  }

  /// What an object is, is known when it is open: text, or something else.
  func testAnObjectThatWasTriedAsTextStays() throws {
    struct TextOrOne: Decodable {
      var found: [Int] = []
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd {
          if (try? values.decode(String.self)) != nil { continue }
          if (try? values.decode(UInt8.self)) != nil { continue }
          found.append(try values.decode(One.self).one)
        }
      }
    }
    struct Single: Decodable {
      var one = 0
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if (try? value.decode(String.self)) == nil { one = try value.decode(One.self).one }
      }
    }
    let one = One(), other = One()
    (one.one, other.one) = (1, 2)
    let data = try FastserEncoder().encode([one, other, one])
    XCTAssertEqual(try FastserDecoder().decode(TextOrOne.self, from: data).found, [1, 2, 1])
    XCTAssertEqual(try FastserDecoder().decode([Single].self, from: data).map(\.one), [1, 2, 1])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testTextThatIsNoWideIntegerStays() throws {
    let data = try FastserEncoder().encode(["a", "12", "b"])
    XCTAssertEqual(
      try FastserDecoder().decode(Either<Int128, String>.self, from: data).found, ["a", "b"])
    XCTAssertEqual(
      try FastserDecoder().decode(Either<UInt128, String>.self, from: data).found, ["a", "b"])
  }

  // ---- the root

  struct Point: Codable, Equatable { var x: Int }
  struct Direct: Codable, FastSerializable {
    var x = 0
    func write(to writer: inout FastserWriter) { writer.write(x, "x") }
    init(from reader: inout FastserReader) { x = reader.read("x") }
  }

  func testARecordAtTheRootIsNotItsFirstField() throws {
    func refuses<T: Decodable>(_ type: T.Type, _ json: String, line: UInt = #line) throws {
      XCTAssertThrowsError(try FastserDecoder().decode(type, from: archive(json)), line: line) {
        guard case DecodingError.typeMismatch = $0 else { return XCTFail("\($0)", line: line) }
      }
    }
    try refuses(Int.self, #"{"a":300}"#)
    try refuses(Int?.self, #"{"a":null,"b":5}"#)
    try refuses(String.self, #"{"a":"x","b":"y"}"#)
    try refuses([Int].self, #"{"a":[1,2],"b":3}"#)
    try refuses(Set<Int>.self, #"{"a":[1,2],"b":3}"#)
    try refuses(CGPoint.self, #"{"a":[1,2]}"#)
    try refuses([Direct].self, #"{"a":[{"x":1}]}"#)
    try refuses([[String: Int]].self, #"{"a":[{"x":1}]}"#)
  }

  func testARecordAtTheRootIsARecord() throws {
    let decoder = FastserDecoder()
    XCTAssertEqual(
      try decoder.decode([String: Int?]?.self, from: archive(#"{"a":null,"b":5}"#)), ["a": nil, "b": 5])
    XCTAssertEqual(try decoder.decode(Point?.self, from: archive(#"{"x":7}"#)), Point(x: 7))
    XCTAssertEqual(try decoder.decode(Point??.self, from: archive(#"{"x":7}"#)), Point(x: 7))
    XCTAssertEqual(try decoder.decode(Direct.self, from: archive(#"{"x":7}"#)).x, 7)
    XCTAssertEqual(try decoder.decode(Direct?.self, from: archive(#"{"x":7}"#))?.x, 7)
    struct Ignores: Decodable { init(from decoder: any Decoder) {} }
    XCTAssertNoThrow(try decoder.decode(Ignores.self, from: archive(#"{"x":7}"#)))
    XCTAssertEqual(
      try decoder.decode(CodableTests.Anything.self, from: archive(#"{"a":true,"b":[1,{"c":null}]}"#)),
      .map(["a": .bool(true), "b": .list([.int(1), .map(["c": .null])])]))
  }

  // ---- references

  final class One: FastserReference {
    var one = 0
    init() {}
    enum CodingKeys: CodingKey { case one }
    func decode(from decoder: any Decoder) throws {
      one = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .one)
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(one, forKey: .one)
    }
  }
  final class Two: FastserReference {
    var two = 0
    init() {}
    enum CodingKeys: CodingKey { case two }
    func decode(from decoder: any Decoder) throws {
      two = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .two)
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(two, forKey: .two)
    }
  }

  func testAnObjectThatWasTriedInVainIsForgotten() throws {
    enum OneOrTwo: Codable {
      case one(One), two(Two)
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let one = try? value.decode(One.self) {
          self = .one(one)
        } else {
          self = .two(try value.decode(Two.self))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .one(let one): try value.encode(one)
        case .two(let two): try value.encode(two)
        }
      }
    }
    let two = Two(), one = One()
    two.two = 2
    one.one = 1
    let data = try FastserEncoder().encode([OneOrTwo.two(two), .one(one), .two(two)])
    let found = try FastserDecoder().decode([OneOrTwo].self, from: data)
    guard case .two(let first) = found[0], case .one(let second) = found[1],
      case .two(let third) = found[2]
    else { return XCTFail("\(found)") }
    XCTAssertEqual([first.two, second.one], [2, 1])
    XCTAssertTrue(first === third)
    // Half an object is never handed out.
    XCTAssertThrowsError(
      try FastserDecoder().decode(Pair.self, from: FastserEncoder().encode([two, two])))
  }

  final class Number: FastserReference {
    var number = 0
    init() {}
    func decode(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(number)
    }
  }
  final class Numbers: FastserReference {
    var numbers: [Number] = []
    init() {}
    func decode(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      while !values.isAtEnd { numbers.append(try values.decode(Number.self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      for number in numbers { try values.encode(number) }
    }
  }

  func testObjectsMayBeListsAndValues() throws {
    struct Both: Codable { var numbers: Numbers, again: Numbers, one: Number, last: String }
    let (numbers, one) = (Numbers(), Number())
    one.number = 7
    numbers.numbers = [one, Number(), one]
    let value = Both(numbers: numbers, again: numbers, one: one, last: "last")
    for both in try [again(value)] + again([value, value]) {
      XCTAssertEqual(both.numbers.numbers.map(\.number), [7, 0, 7])
      XCTAssertTrue(both.numbers === both.again)
      XCTAssertTrue(both.numbers.numbers[2] === both.one)
      XCTAssertEqual(both.last, "last")
    }
    XCTAssertEqual(try again(numbers).numbers.map(\.number), [7, 0, 7])
    XCTAssertEqual(try again(one).number, 7)
  }

  struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      XCTAssertThrowsError(try values.decode(One.self))
      XCTAssertEqual(try values.decode(Two.self).two, 2)
      _ = try values.decode(One.self)
    }
  }

  // ---- keys

  func testKeysThatLookTheSameAreNotTheSame() throws {
    let composed = "\u{e9}", two = "e\u{301}"
    XCTAssertEqual(composed, two)
    struct Keys: Decodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      var sum = 0
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys { sum += try values.decode(Int.self, forKey: key) }
      }
    }
    let texts = [
      ("{\"\(composed)\":1}", 1), ("{\"\(two)\":7}", 7), ("{\"\(composed)\":1,\"\(two)\":7}", 8),
    ]
    for (json, sum) in texts {
      XCTAssertEqual(try FastserDecoder().decode(Keys.self, from: archive(json)).sum, sum, json)
      XCTAssertEqual(
        try FastserDecoder().decode([Keys].self, from: archive("[\(json)]")).map(\.sum), [sum], json)
    }
  }

  // ---- numbers

  func testNumbersThatWouldChangeAreErrors() throws {
    let decoder = FastserDecoder()
    let large = try FastserEncoder().encode([9_007_199_254_740_993, 16_777_217, 16_777_216])
    XCTAssertThrowsError(try decoder.decode([Double].self, from: large))
    XCTAssertThrowsError(try decoder.decode([Float].self, from: large))
    XCTAssertEqual(
      try decoder.decode([Failable<Float>].self, from: large).map(\.value), [nil, nil, 16_777_216])
    XCTAssertEqual(
      try decoder.decode([Float].self, from: FastserEncoder().encode([0.1])), [0.1], "rounded")
    XCTAssertThrowsError(try decoder.decode([Float].self, from: FastserEncoder().encode([1e300])))
    XCTAssertThrowsError(try decoder.decode([Bool].self, from: archive("[0,1]")))
    XCTAssertEqual(
      try decoder.decode([Bool].self, from: FastserEncoder().encode([0, 1] as [Int8])), [false, true])
  }

  func testKeysThatAreNotEqualToThemselvesAreWritten() throws {
    let data = try FastserEncoder().encode([Double.nan: 1, 2: 3])
    let again = try FastserDecoder().decode([Double: Int].self, from: data)
    XCTAssertEqual(again.count, 2)
    XCTAssertEqual(again[2], 3)
    XCTAssertEqual(again.values.sorted(), [1, 3])
  }
}
