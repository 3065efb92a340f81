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
