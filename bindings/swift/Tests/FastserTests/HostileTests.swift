// SPDX-License-Identifier: MIT
//
// Archives from strangers: an error or a value, never a crash.
import Foundation
import XCTest

import Fastser

final class HostileTests: XCTestCase {
  struct Everything: Codable, Equatable {
    var items = [BBItem.number(1), .number(2)]
    var map = ["a": [1, 2], "b": []]
    var numbers: [Double] = [1, 2, 3]
    var texts: Set<String> = ["x", "y"]
    var nested = [[Optional(1), nil], []]
    var person = CodableTests.Person()
    var any = CodableTests.Anything.list([.int(1), .map(["a": .null])])
    var tree = CodableTests.Tree()
    var decimal = Decimal(string: "1e40")!

    static func == (left: Everything, right: Everything) -> Bool { left.items == right.items }
  }

  private func decodeAll(_ bytes: [UInt8]) -> Bool {
    let decoder = FastserDecoder()
    let value = try? decoder.decode(Everything.self, from: bytes)
    _ = try? decoder.decode(CodableTests.Anything.self, from: bytes)
    _ = try? decoder.decode([String: CodableTests.Anything].self, from: bytes)
    _ = try? decoder.decode(DirectTests.All.self, from: bytes)
    _ = try? decoder.decode(DirectTests.Node.self, from: Data(bytes))
    return value != nil
  }

  func testATruncatedArchiveIsAnErrorAtEachLength() throws {
    let bytes = try FastserEncoder().encodeBytes(Everything())
    XCTAssertTrue(decodeAll(bytes))
    for length in 0..<bytes.count {
      XCTAssertFalse(decodeAll(Array(bytes[..<length])), "\(length) bytes")
    }
  }

  func testDamagedBytesAreErrorsOrValues() throws {
    let archives = [
      try FastserEncoder().encodeBytes(Everything()),
      try FastserEncoder().encodeBytes(DirectTests.All()),
      try [UInt8](FastserEncoder().encode(DirectTests.Node())),
    ]
    var seed: UInt64 = 1
    func next(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: seed >> 33) % below
    }
    let rounds = ProcessInfo.processInfo.environment["FASTSER_FUZZ_RUNS"].flatMap { Int($0) } ?? 4000
    for round in 0..<rounds {
      var bytes = archives[round % archives.count]
      for _ in 0...next(3) { bytes[next(bytes.count)] = UInt8(truncatingIfNeeded: next(256)) }
      _ = decodeAll(bytes)
    }
  }

  /// Where a long text lies in memory.
  private func place(_ text: String) -> UnsafePointer<UInt8>? {
    text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
  }

  /// A long name, and a byte for each record: a hundred kilobytes could ask for gigabytes.
  func testALongNameOfAFieldIsMadeOnceForAllRecords() throws {
    struct Record: Encodable { var aNameThatIsTooLongForAStringWithoutMemory: UInt8 }
    struct Keys: Decodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
      }
    }
    let name = "aNameThatIsTooLongForAStringWithoutMemory"
    let records = (1...3).map { Record(aNameThatIsTooLongForAStringWithoutMemory: $0) }
    let maps = (1...3).map { [name: UInt8($0)] }
    for data in [try FastserEncoder().encode(records), try FastserEncoder().encode(maps)] {
      let found = try FastserDecoder().decode([[String: UInt8]].self, from: data)
      XCTAssertEqual(found, maps)
      let keys = try FastserDecoder().decode([Keys].self, from: data).flatMap(\.names)
      XCTAssertEqual(keys, [name, name, name])
      for names in [found.flatMap(\.keys), keys] {
        XCTAssertNotNil(place(names[0]))
        XCTAssertEqual(Set(names.map(place)).count, 1)
      }
    }
  }

  func testEqualDataAreMadeOnceAsArraysToo() throws {
    let data = try FastserEncoder().encode([Data](repeating: Data(1...50), count: 3))
    let found = try FastserDecoder().decode([[UInt8]].self, from: data)
    XCTAssertEqual(found, [[UInt8]](repeating: Array(1...50), count: 3))
    XCTAssertEqual(Set(found.map { $0.withUnsafeBufferPointer { $0.baseAddress } }).count, 1)
  }

  func testTextsThatAreURLsComeBackEachTime() throws {
    let text = "https://example.org/a/long/path"
    let data = try FastserEncoder().encode([text, text, "https://example.org", text])
    XCTAssertEqual(
      try FastserDecoder().decode([URL].self, from: data).map(\.absoluteString),
      [text, text, "https://example.org", text])
  }

  func testSmallArchivesCannotAskForMuchMemory() throws {
    // A list that says it has 2^40 elements of no bytes.
    let bytes = try FastserEncoder().encodeBytes([Optional<Int>.none, nil])
    for at in bytes.indices {
      var damaged = bytes
      damaged.replaceSubrange(at...at, with: [0x80, 0x80, 0x80, 0x80, 0x80, 0x40])
      _ = try? FastserDecoder().decode([Int?].self, from: damaged)
      _ = try? FastserDecoder().decode([CodableTests.Anything].self, from: damaged)
    }
  }
}
