// SPDX-License-Identifier: MIT
import Foundation
import XCTest

import Fastser

final class CodableTests: XCTestCase {
  // ---- values

  struct Scalars: Codable, Equatable {
    var b = true, i = Int.min, i8 = Int8.min, i16 = Int16.min, i32 = Int32.min, i64 = Int64.min
    var u = UInt.max, u8 = UInt8.max, u16 = UInt16.max, u32 = UInt32.max, u64 = UInt64.max
    var f = Float.greatestFiniteMagnitude, d = Double.leastNonzeroMagnitude, s = "Zoë 🦊"
  }

  func testScalarsOfEveryWidthComeBack() throws {
    try assertSame(Scalars())
    try assertSame([Scalars(), Scalars(b: false, i: 0, s: "")])
  }

  func testRootsAreOfAnyType() throws {
    try assertSame(5)
    try assertSame("text")
    try assertSame(true)
    try assertSame(1.5)
    try assertSame([1, 2, 3])
    try assertSame(["a": 1])
    try assertSame(Set([1, 2]))
    try assertSame(Optional<Int>.none)
    try assertSame(Optional(7))
    try assertSame(Date(timeIntervalSinceReferenceDate: 0.1))
    try assertSame(Data([1, 2]))
    try assertSame(UUID())
    try assertSame([String]())
    try assertSame(CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  func testNaNAndInfinityKeepTheirBits() throws {
    let bits: UInt64 = 0x7FF8_0000_0000_1234
    XCTAssertEqual(try again(Double(bitPattern: bits)).bitPattern, bits)
    XCTAssertEqual(try again(-Double.infinity), -.infinity)
    XCTAssertEqual(try again([Float.nan])[0].bitPattern, Float.nan.bitPattern)
    XCTAssertEqual(try again(-0.0).sign, .minus)
  }

  struct Wellknown: Codable, Equatable {
    var date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_78)
    var data = Data(0...255)
    var url = URL(string: "https://example.org/a?b=c#d")!
    var relative = URL(string: "b.html", relativeTo: URL(string: "https://example.org/a/"))!
    var uuid = UUID()
    var small = Decimal(string: "-12345678901234567890.123")!
    var large = Decimal(string: "123456789012345678901234567890123456.7")!
    var tiny = Decimal(string: "0.000000000000000000000000000000000001")!
    var power = Decimal(sign: .plus, exponent: 20, significand: 3)
    var zero = Decimal(0)
    var bytes: [UInt8] = [0, 255]
    var point = CGPoint(x: 1.5, y: -2)
    var size = CGSize(width: 3, height: 4)
    var rect = CGRect(x: 1, y: 2, width: 3, height: 4)
  }

  func testFoundationsValuesComeBack() throws {
    try assertSame(Wellknown())
    try assertSame([Wellknown(), Wellknown()])
    XCTAssertTrue(try again(Decimal.nan).isNaN)
    try assertSame([Decimal(1), Decimal(string: "1e60")!])
    try assertSame([URL(string: "a:b")!])
  }

  func testFoundationsValuesAreWhatOtherLanguagesRead() throws {
    let text = try FastserArchive.inspect(FastserEncoder().encode(Wellknown()))
    for type in ["date", "data", "url", "uuid", "decimal"] {
      XCTAssertTrue(text.contains(type), "\(type) in \(text)")
    }
    XCTAssertEqual(try json(["a": CGRect(x: 1, y: 2, width: 3, height: 4)]), #"{"a":[1.0,2.0,3.0,4.0]}"#)
  }

  func testArraysOfScalarsComeBackInOneCall() throws {
    try assertSame((0..<1000).map { Int8(truncatingIfNeeded: $0) })
    try assertSame((0..<1000).map { Int16($0) })
    try assertSame((0..<1000).map { Int32($0) })
    try assertSame((0..<1000).map { Int64($0) })
    try assertSame((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    try assertSame((0..<1000).map { UInt16($0) })
    try assertSame((0..<1000).map { UInt32($0) })
    try assertSame((0..<1000).map { UInt64($0) })
    try assertSame((0..<1000).map { Int($0) })
    try assertSame((0..<1000).map { UInt($0) })
    try assertSame((0..<1000).map { Float($0) })
    try assertSame((0..<1000).map { Double($0) })
    try assertSame((0..<1000).map { $0 % 3 == 0 })
    try assertSame(ContiguousArray(1...3))
    XCTAssertLessThan(try FastserEncoder().encode([Double](repeating: 1, count: 1000)).count, 8050)
  }

  struct Blob: Codable, Equatable { var bytes: Data }
  struct BlobOfBytes: Codable, Equatable { var bytes: [UInt8] }
  func testDataAndBytesReadEachOther() throws {
    let data = try FastserEncoder().encode(Blob(bytes: Data([1, 2, 3])))
    XCTAssertEqual(try FastserDecoder().decode(BlobOfBytes.self, from: data).bytes, [1, 2, 3])
    let bytes = try FastserEncoder().encode(BlobOfBytes(bytes: [1, 2, 3]))
    XCTAssertEqual(try FastserDecoder().decode(Blob.self, from: bytes).bytes, Data([1, 2, 3]))
  }

  struct Wide: Codable, Equatable { var n: Int64 }
  struct Narrow: Codable, Equatable { var n: Int8 }
  struct Real: Codable, Equatable { var n: Double }
  func testIntegersOfAnyWidthAreReadWhereTheyFit() throws {
    let narrow = try FastserEncoder().encode(Narrow(n: -5))
    XCTAssertEqual(try FastserDecoder().decode(Wide.self, from: narrow).n, -5)
    XCTAssertEqual(try FastserDecoder().decode(Real.self, from: narrow).n, -5)
    let wide = try FastserEncoder().encode(Wide(n: 100))
    XCTAssertEqual(try FastserDecoder().decode(Narrow.self, from: wide).n, 100)
    XCTAssertThrowsError(
      try FastserDecoder().decode(Narrow.self, from: FastserEncoder().encode(Wide(n: 128))))
  }

  // ---- collections

  enum Color: String, Codable, CaseIterable { case red, green }
  struct Key: Codable, Hashable { var a: Int }
  func testDictionariesWithKeysOfAnyType() throws {
    try assertSame(["a": 1, "b": 2])
    try assertSame([1: "a", -2: "b"])
    try assertSame([Color.red: 1, .green: 2])
    try assertSame([Key(a: 1): "x", Key(a: 2): "y"])
    try assertSame([UInt8(1): [1.5], 2: []])
    try assertSame([String: [String: [Int]]]())
    try assertSame(["a": ["b": [1, 2]], "": [:]])
    try assertSame([true: 1])
    XCTAssertEqual(try json(["b": 1, "a": 2]), #"{"a":2,"b":1}"#)
  }

  struct Hue: RawRepresentable, Hashable, Codable, CodingKeyRepresentable {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
  }
  func testKeysThatRepresentCodingKeysAreTheirNames() throws {
    try assertSame([Hue(rawValue: "x"): 1])
    XCTAssertEqual(try json([Hue(rawValue: "x"): 1]), #"{"x":1}"#)
  }

  func testEqualDictionariesAndSetsAreEqualBytes() throws {
    var one: [String: Int] = [:], two: [String: Int] = [:]
    for n in 0..<100 { one["\(n)"] = n }
    for n in (0..<100).reversed() { two["\(n)"] = n }
    XCTAssertEqual(try FastserEncoder().encode(one), try FastserEncoder().encode(two))
    XCTAssertEqual(
      try FastserEncoder().encode(Set(one.keys)), try FastserEncoder().encode(Set(two.keys)))
    var asTheyCome = FastserEncoder()
    asTheyCome.sortsKeys = false
    XCTAssertEqual(try again(one, asTheyCome), one)
  }

  func testARecordIsReadAsADictionaryAndTheOtherWayRound() throws {
    struct Pair: Codable, Equatable { var a: Int; var b: Int }
    let record = try FastserEncoder().encode(Pair(a: 1, b: 2))
    XCTAssertEqual(try FastserDecoder().decode([String: Int].self, from: record), ["a": 1, "b": 2])
    let map = try FastserEncoder().encode(["a": 1, "b": 2])
    XCTAssertEqual(try FastserDecoder().decode(Pair.self, from: map), Pair(a: 1, b: 2))
    let nested = try FastserEncoder().encode([["a": 1, "b": 2], ["b": 3, "a": 4]])
    XCTAssertEqual(
      try FastserDecoder().decode([Pair].self, from: nested), [Pair(a: 1, b: 2), Pair(a: 4, b: 3)])
  }

  func testOptionalsInCollectionsComeBack() throws {
    try assertSame([1, nil, 3])
    try assertSame(["a": nil, "b": 1] as [String: Int?])
    try assertSame([[1], nil, []])
    try assertSame([BBItem.number(1), nil])
    try assertSame([Optional("a"), nil])
  }

  struct Sparse: Codable, Equatable { var a: Int?; var b: String?; var c: [Int]?; var d: Wide? }
  func testMissingFieldsAreNil() throws {
    try assertSame(Sparse())
    try assertSame(Sparse(a: 1, b: "b", c: [], d: Wide(n: 1)))
    try assertSame([Sparse(), Sparse(a: 1), Sparse(b: "x"), Sparse(a: 2)])
  }

  func testEnumsWithValuesComeBack() throws {
    enum Shape: Codable, Equatable {
      case none
      case circle(radius: Double)
      case polygon([CGPoint], closed: Bool)
      indirect case both(Shape, Shape)
    }
    try assertSame(Shape.none)
    try assertSame([
      Shape.circle(radius: 1), .polygon([CGPoint(x: 1, y: 2)], closed: true),
      .both(.none, .circle(radius: 2)),
    ])
  }

  func testEmptyTypesComeBack() throws {
    struct Empty: Codable, Equatable {}
    struct Around: Codable, Equatable { var a = Empty(); var b = 1; var c = [Empty(), Empty()] }
    try assertSame(Empty())
    try assertSame(Around())
  }

  func testItemsOfTheArticleComeBack() throws {
    try assertSame((0..<500).map { BBItem.number($0) })
  }

  // ---- keys and containers

  func testFieldsAreReadInAnyOrder() throws {
    struct Backwards: Codable, Equatable {
      var a = 1, b = "b", c = [1, 2], d = Wide(n: 4)
      enum CodingKeys: CodingKey { case a, b, c, d }
      init() {}
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        d = try values.decode(Wide.self, forKey: .d)
        c = try values.decode([Int].self, forKey: .c)
        b = try values.decode(String.self, forKey: .b)
        a = try values.decode(Int.self, forKey: .a)
        XCTAssertEqual(d, try values.decode(Wide.self, forKey: .d), "a field is read twice")
        XCTAssertEqual(values.allKeys.map(\.stringValue), ["a", "b", "c", "d"])
        XCTAssertTrue(values.contains(.a))
      }
    }
    try assertSame([Backwards(), Backwards()])
  }

  struct Tree: Codable, Equatable {
    enum Keys: String, CodingKey { case first, second, third, x, y }
    var x = 1, y = 2, list = [3, 4], more: [String] = ["a"], last = 9
    var asExpected = true
    init() {}
    func encode(to encoder: any Encoder) throws {
      var top = encoder.container(keyedBy: Keys.self)
      var first = top.nestedContainer(keyedBy: Keys.self, forKey: .first)
      var second = top.nestedUnkeyedContainer(forKey: .second)
      // All three in turns.
      try first.encode(x, forKey: .x)
      try second.encode(list[0])
      try top.encode(last, forKey: .third)
      var inner = second.nestedUnkeyedContainer()
      try first.encode(y, forKey: .y)
      for text in more { try inner.encode(text) }
      try second.encode(list[1])
      XCTAssertEqual(second.count, 3)
    }
    init(from decoder: any Decoder) throws {
      let top = try decoder.container(keyedBy: Keys.self)
      var second = try top.nestedUnkeyedContainer(forKey: .second)
      let first = try top.nestedContainer(keyedBy: Keys.self, forKey: .first)
      y = try first.decode(Int.self, forKey: .y)
      asExpected = second.count == 3
      list = [try second.decode(Int.self)]
      last = try top.decode(Int.self, forKey: .third)
      var inner = try second.nestedUnkeyedContainer()
      x = try first.decode(Int.self, forKey: .x)
      list.append(try second.decode(Int.self))
      more = []
      while !inner.isAtEnd { more.append(try inner.decode(String.self)) }
      asExpected = asExpected && second.isAtEnd
      asExpected = asExpected && first.codingPath.map(\.stringValue).last == "first"
    }
  }

  func testContainersSideBySideAreWrittenAndReadInTurns() throws {
    try assertSame(Tree())
    try assertSame([Tree(), Tree(), Tree()])
    try assertSame(["a": Tree()])
    XCTAssertEqual(
      try json(Tree()), #"{"first":{"x":1,"y":2},"second":[3,["a"],4],"third":9}"#)
  }

  class Animal: Codable {
    var name = "n"
    var legs = [1, 2]
    init() {}
  }
  final class Dog: Animal {
    var breed = "b"
    enum Keys: CodingKey { case breed }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      breed = try values.decode(String.self, forKey: .breed)
      try super.init(from: values.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try super.encode(to: values.superEncoder())
      try values.encode(breed, forKey: .breed)
    }
  }
  /// Writes into the container of its super-class.
  final class Cat: Animal {
    var lives = 9
    enum Keys: CodingKey { case lives }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(lives, forKey: .lives)
    }
  }

  func testSubclassesWithSuperEncodersAndSharedContainersComeBack() throws {
    let dog = Dog()
    dog.name = "Rex"
    dog.breed = "Collie"
    let dogs = try again([dog, Dog()])
    XCTAssertEqual([dogs[0].name, dogs[0].breed, dogs[1].name], ["Rex", "Collie", "n"])
    let cat = Cat()
    cat.lives = 7
    cat.legs = [5]
    let cats = try again([cat, Cat()])
    XCTAssertEqual([cats[0].lives, cats[1].lives, cats[0].legs[0]], [7, 9, 5])
  }

  func testSuperEncodersOfUnkeyedContainersAndWithKeysComeBack() throws {
    struct Odd: Codable, Equatable {
      enum Keys: CodingKey { case a, base }
      var a = 1, b = [1.5], c = "c"
      init() {}
      func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encodeNil()
        try b.encode(to: values.superEncoder())
        var keyed = values.nestedContainer(keyedBy: Keys.self)
        try c.encode(to: keyed.superEncoder(forKey: .base))
        try keyed.encode(a, forKey: .a)
      }
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        XCTAssertFalse(try values.decodeNil() == false)
        b = try [Double](from: values.superDecoder())
        let keyed = try values.nestedContainer(keyedBy: Keys.self)
        c = try String(from: keyed.superDecoder(forKey: .base))
        a = try keyed.decode(Int.self, forKey: .a)
        XCTAssertTrue(values.isAtEnd)
        XCTAssertEqual(values.currentIndex, 3)
      }
    }
    try assertSame(Odd())
    try assertSame([Odd(), Odd()])
  }

  /// Any value, tried one type after the other, as many programs do.
  enum Anything: Codable, Equatable {
    case null, bool(Bool), int(Int), double(Double), string(String), list([Anything])
    case map([String: Anything])
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() { self = .null }
      else if let v = try? value.decode(Bool.self) { self = .bool(v) }
      else if let v = try? value.decode(Int.self) { self = .int(v) }
      else if let v = try? value.decode(Double.self) { self = .double(v) }
      else if let v = try? value.decode(String.self) { self = .string(v) }
      else if let v = try? value.decode([Anything].self) { self = .list(v) }
      else { self = .map(try value.decode([String: Anything].self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .null: try value.encodeNil()
      case .bool(let v): try value.encode(v)
      case .int(let v): try value.encode(v)
      case .double(let v): try value.encode(v)
      case .string(let v): try value.encode(v)
      case .list(let v): try value.encode(v)
      case .map(let v): try value.encode(v)
      }
    }
  }

  func testValuesOfAnyTypeAreFoundByTrying() throws {
    try assertSame(
      Anything.list([
        .null, .bool(true), .int(5), .double(1.5), .string("s"), .list([.int(1), .list([])]),
        .map(["a": .null, "b": .list([.string("x")]), "c": .map([:])]),
      ]))
  }

  struct A: Codable, Equatable { var a: Int; var common: String }
  struct B: Codable, Equatable { var common: String; var b: [Int] }
  func testElementsAreTriedAsOneTypeAndThenAsAnother() throws {
    struct Mixed: Codable, Equatable {
      var found: [String] = []
      init() {}
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd {
          let index = values.currentIndex
          if let a = try? values.decode(A.self) {
            found.append("A\(a.a)")
          } else {
            XCTAssertEqual(values.currentIndex, index, "a try in vain takes nothing")
            let b = try values.decode(B.self)
            found.append("B\(b.b)")
          }
        }
      }
      func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(B(common: "x", b: [1]))
        try values.encode(A(a: 1, common: "x"))
        try values.encode(B(common: "y", b: [2]))
        try values.encode(B(common: "z", b: [3]))
      }
    }
    XCTAssertEqual(try again(Mixed()).found, ["B[1]", "A1", "B[2]", "B[3]"])
  }

  func testUserInfoReachesValues() throws {
    struct Asks: Codable {
      var text = ""
      init() {}
      static let key = CodingUserInfoKey(rawValue: "key")!
      init(from decoder: any Decoder) throws { text = decoder.userInfo[Self.key] as? String ?? "" }
      func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(encoder.userInfo[Self.key] as? Int ?? 0)
      }
    }
    var encoder = FastserEncoder()
    encoder.userInfo[Asks.key] = 5
    let data = try encoder.encode(["a": Asks()])
    XCTAssertEqual(try FastserDecoder().decode([String: Int].self, from: data), ["a": 5])
    var decoder = FastserDecoder()
    decoder.userInfo[Asks.key] = "here"
    XCTAssertEqual(try decoder.decode([String: Asks].self, from: data)["a"]?.text, "here")
  }

  // ---- errors

  func testErrorsNameThePathAndTheByte() throws {
    struct Inner: Codable { var number: Int }
    struct Outer: Codable { var list: [Inner] }
    struct WrongInner: Codable { var number: String }
    struct WrongOuter: Codable { var list: [WrongInner] }
    let data = try FastserEncoder().encode(Outer(list: [Inner(number: 1), Inner(number: 2)]))
    XCTAssertThrowsError(try FastserDecoder().decode(WrongOuter.self, from: data)) { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(context.codingPath.map(\.stringValue), ["list", "Index 0", "number"])
      let cause = context.underlyingError as? FastserError
      XCTAssertEqual(cause?.status, .typeMismatch)
      XCTAssertEqual(cause?.path, "list[0].number")
      XCTAssertNotNil(cause?.offset)
      XCTAssertLessThan(cause?.offset ?? .max, data.count)
    }
  }

  func testErrorsInNestedContainersNameThem() throws {
    struct Deep: Decodable {
      enum Key: CodingKey { case n, u }
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let nested = try values.nestedContainer(keyedBy: Key.self, forKey: .n)
        _ = try nested.decode(Int.self, forKey: .u)
      }
    }
    struct DeepList: Decodable {
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Deep.Key.self)
        var nested = try values.nestedUnkeyedContainer(forKey: .n)
        _ = try nested.decode(Int.self)
        _ = try nested.decode(Int.self)
      }
    }
    func path<T: Decodable>(_ type: T.Type, _ json: String) throws -> [String] {
      let data = try FastserArchive.convert(Data(json.utf8), from: .json, to: .archive)
      var path: [String] = []
      XCTAssertThrowsError(try FastserDecoder().decode(type, from: data)) { error in
        guard case DecodingError.typeMismatch(_, let context) = error else { return XCTFail("\(error)") }
        path = context.codingPath.map(\.stringValue)
      }
      return path
    }
    XCTAssertEqual(try path([Deep].self, #"[{"n":{"u":"x"}}]"#), ["Index 0", "n", "u"])
    XCTAssertEqual(try path(Deep.self, #"{"n":{"u":"x"}}"#), ["n", "u"])
    XCTAssertEqual(try path([DeepList].self, #"[{"n":[1,"x"]}]"#), ["Index 0", "n", "Index 1"])
    XCTAssertEqual(try path([String: Int].self, #"{"a":1,"k":"x"}"#), ["k"])
    let map = try FastserEncoder().encode(["m": ["a": "x", "k": "x"]])
    XCTAssertThrowsError(try FastserDecoder().decode([String: [String: Int]].self, from: map)) { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(context.codingPath.map(\.stringValue), ["m", "a"])
    }
  }

  func testMissingKeysAndNullsAreErrorsOfTheirOwn() throws {
    struct Two: Codable { var a: Int; var b: Int }
    let one = try FastserEncoder().encode(["a": 1])
    XCTAssertThrowsError(try FastserDecoder().decode(Two.self, from: one)) {
      guard case DecodingError.keyNotFound(let key, _) = $0 else { return XCTFail("\($0)") }
      XCTAssertEqual(key.stringValue, "b")
    }
    let record = try FastserEncoder().encode(Wide(n: 1))
    XCTAssertThrowsError(try FastserDecoder().decode(Two.self, from: record)) {
      guard case DecodingError.keyNotFound(let key, _) = $0 else { return XCTFail("\($0)") }
      XCTAssertEqual(key.stringValue, "a")
    }
    let null = try FastserEncoder().encode([1, nil])
    XCTAssertThrowsError(try FastserDecoder().decode([Int].self, from: null)) {
      guard case DecodingError.valueNotFound(_, let context) = $0 else { return XCTFail("\($0)") }
      XCTAssertEqual(context.codingPath.map(\.stringValue), ["Index 1"])
    }
  }

  func testEncodingErrorsNameThePath() throws {
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          1, .init(codingPath: encoder.codingPath, debugDescription: "no"))
      }
    }
    XCTAssertThrowsError(try FastserEncoder().encode(["k": [Fails()]])) {
      guard case EncodingError.invalidValue(_, let context) = $0 else { return XCTFail("\($0)") }
      XCTAssertEqual(context.codingPath.map(\.stringValue), ["k", "Index 0"])
    }
    try assertSame([1], file: #filePath, line: #line)  // the state is sound afterwards
  }

  final class Endless: Encodable {
    enum Keys: CodingKey { case again }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(self, forKey: .again)
    }
  }
  struct Deep: Codable, Equatable { var inside: [Deep] }

  func testValuesThatNestTooDeepAreErrors() throws {
    XCTAssertThrowsError(try FastserEncoder().encode(Endless()))
    var deep = Deep(inside: [])
    for _ in 0..<100 { deep = Deep(inside: [deep]) }
    XCTAssertThrowsError(try FastserEncoder().encode(deep))
    var encoder = FastserEncoder()
    encoder.depth = 512
    let data = try encoder.encode(deep)
    XCTAssertThrowsError(try FastserDecoder().decode(Deep.self, from: data))
    var decoder = FastserDecoder()
    decoder.limits.depth = 512
    XCTAssertEqual(try decoder.decode(Deep.self, from: data), deep)
  }

  func testContainersThatOutliveTheirValueAreErrorsNotCrashes() throws {
    nonisolated(unsafe) var kept: [any UnkeyedEncodingContainer] = []
    struct Leaky: Encodable {
      let keep: (any UnkeyedEncodingContainer) -> Void
      func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(1)
        keep(values)
        keep(values.nestedUnkeyedContainer())
      }
    }
    let data = try FastserEncoder().encode([Leaky { kept.append($0) }])
    XCTAssertNoThrow(try FastserArchive.verify(data))
    for at in kept.indices { XCTAssertThrowsError(try kept[at].encode(5)) }
    nonisolated(unsafe) var decoders: [any Decoder] = []
    struct Reads: Decodable {
      init(from decoder: any Decoder) throws {
        (decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as! @Sendable (any Decoder) -> Void)(decoder)
      }
    }
    var decoder = FastserDecoder()
    let keep: @Sendable (any Decoder) -> Void = { decoders.append($0) }
    decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] = keep
    _ = try decoder.decode([Reads].self, from: FastserEncoder().encode([[1], [2]]))
    for decoder in decoders { XCTAssertThrowsError(try decoder.unkeyedContainer()) }
  }

  // ---- references

  final class Person: FastserReference {
    var name = ""
    var friends: [Person] = []
    weak var best: Person?
    init() {}
    enum CodingKeys: CodingKey { case name, friends, best }
    func decode(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      friends = try values.decode([Person].self, forKey: .friends)
      best = try values.decodeIfPresent(Person.self, forKey: .best)
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(friends, forKey: .friends)
      try values.encodeIfPresent(best, forKey: .best)
    }
  }

  func testReferencesKeepIdentityAndCycles() throws {
    let a = Person(), b = Person()
    a.name = "a"
    b.name = "b"
    a.friends = [b, a, b]
    b.friends = [a]
    b.best = a
    let people = try again(["x": a, "y": b])
    let x = people["x"]!, y = people["y"]!
    XCTAssertTrue(x.friends[0] === y && x.friends[1] === x && x.friends[2] === y)
    XCTAssertTrue(y.friends[0] === x && y.best === x)
    XCTAssertEqual([x.name, y.name], ["a", "b"])
    (a.friends, b.friends, x.friends, y.friends) = ([], [], [], [])
  }

  class Base: FastserReference {
    var n = 1
    required init() {}
    func decode(from decoder: any Decoder) throws {
      n = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .n)
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(n, forKey: .n)
    }
    enum Keys: CodingKey { case n, more }
  }
  final class Derived: Base {
    var more = "more"
    override func decode(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      n = try values.decode(Int.self, forKey: .n)
      more = try values.decode(String.self, forKey: .more)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(more, forKey: .more)
    }
  }

  func testRegisteredSubclassesComeBackAsThemselves() throws {
    let derived = Derived()
    derived.more = "yes"
    let data = try FastserEncoder().encode([derived as Base])
    var decoder = FastserDecoder()
    decoder.register(Derived.self)
    let found = try decoder.decode([Base].self, from: data)
    XCTAssertEqual((found[0] as? Derived)?.more, "yes")
  }

  func testOfAKeyThatIsWrittenTwiceTheLaterValueCounts() throws {
    struct Twice: Codable, Equatable {
      var a = 2
      enum CodingKeys: CodingKey { case a }
      init() {}
      func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode("1", forKey: .a)
        try values.encode(a, forKey: .a)
      }
    }
    try assertSame(Twice())
    try assertSame([Twice(), Twice()])
  }

  // ---- the same key again

  struct Parts: Encodable {
    enum Key: String, CodingKey { case data, list, other, a, b, inner }
    var writesBetween = false
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      do {
        var data = values.nestedContainer(keyedBy: Key.self, forKey: .data)
        try data.encode(1, forKey: .a)
        var inner = data.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try inner.encode(1, forKey: .a)
        var again = data.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try again.encode(2, forKey: .b)
      }
      if writesBetween { try values.encode(5, forKey: .other) }
      var data = values.nestedContainer(keyedBy: Key.self, forKey: .data)
      try data.encode(2, forKey: .b)
      var list = values.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      var more = values.nestedUnkeyedContainer(forKey: .list)
      try more.encode(2)
    }
  }

  func testANestedContainerOfTheSameKeyGoesOn() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let object = try JSONSerialization.jsonObject(with: Data(json(Parts()).utf8)) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: encoder.encode(Parts())) as? NSDictionary
    XCTAssertEqual(object, theirs)
    XCTAssertNotNil(object)
    let nested = try json([Parts(), Parts()])
    XCTAssertEqual(
      try JSONSerialization.jsonObject(with: Data(nested.utf8)) as? NSArray, [theirs!, theirs!])
  }

  func testOneThatWasClosedIsAnErrorInsteadOfALoss() throws {
    XCTAssertThrowsError(try FastserEncoder().encode(Parts(writesBetween: true))) { error in
      XCTAssertTrue("\(error)".contains("asked for again"), "\(error)")
    }
    XCTAssertNoThrow(try FastserEncoder().encode([Parts(), Parts()]))
  }

  func testArraysOfScalarsAtTheRootHaveTheOptionsToo() throws {
    var encoder = FastserEncoder()
    encoder.checksum = true
    encoder.userVersion = 7
    for values in [[], [1.5], [Double](repeating: 2, count: 20_000)] {
      var data = try encoder.encode(values)
      XCTAssertEqual(data, Data(try encoder.encodeBytes(values)))
      XCTAssertEqual(try FastserDecoder().decode([Double].self, from: data), values)
      XCTAssertTrue(try FastserArchive.inspect(data).contains("7"))
      data[data.count - 5] ^= 1
      XCTAssertThrowsError(try FastserArchive.verify(data))
    }
    try assertSame([Bool]())
    try assertSame(ContiguousArray([1, 2]))
  }

  func testEqualStringsAreMadeOnceAndCostNoBytes() throws {
    let long = String(repeating: "long string ", count: 10)
    let many = try FastserEncoder().encode([String](repeating: long, count: 1000))
    XCTAssertLessThan(many.count, 2500)
    XCTAssertEqual(try FastserDecoder().decode([String].self, from: many).last, long)
  }

  func testManyTasksUseOneEncoderAtOnce() async throws {
    let encoder = FastserEncoder(), decoder = FastserDecoder()
    let items = (0..<50).map { BBItem.number($0) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            if try decoder.decode([BBItem].self, from: encoder.encode(items)) != items { return false }
          }
          return true
        }
      }
      for try await same in group { XCTAssertTrue(same) }
    }
  }
}
