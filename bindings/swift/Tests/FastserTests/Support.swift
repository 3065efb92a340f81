// SPDX-License-Identifier: MIT
//
// What most tests do: there and back, with a look at the archive.
import Foundation
import XCTest

@testable import Fastser

/// There and back; the archive is sound and other tools can read it.
@discardableResult
func again<T: Codable>(
  _ value: T, _ encoder: FastserEncoder = .init(), _ decoder: FastserDecoder = .init(),
  file: StaticString = #filePath, line: UInt = #line
) throws -> T {
  let data = try encoder.encode(value)
  XCTAssertNoThrow(try FastserArchive.verify(data), file: file, line: line)
  XCTAssertEqual(data, Data(try encoder.encodeBytes(value)), file: file, line: line)
  return try decoder.decode(T.self, from: data)
}

func assertSame<T: Codable & Equatable>(
  _ value: T, file: StaticString = #filePath, line: UInt = #line
) throws {
  XCTAssertEqual(try again(value, file: file, line: line), value, file: file, line: line)
}

func json<T: Encodable>(_ value: T) throws -> String {
  try FastserArchive.json(try FastserEncoder().encode(value))
}

struct BBItem: Codable, Equatable {
  var identifier: String
  var createdAt: Date
  var hash: String
  var data: Data
  var optionalString: String?
  var views: Int
  var displayInRect: CGRect

  static func number(_ n: Int) -> BBItem {
    BBItem(
      identifier: "item \(n)", createdAt: Date(timeIntervalSinceReferenceDate: 1e8 + Double(n)),
      hash: String(repeating: "0", count: 33 - String(n).count) + String(n),
      data: Data("fifteen bytes..".utf8), optionalString: n % 2 == 0 ? "optional" : nil, views: n,
      displayInRect: CGRect(x: n, y: n, width: n, height: n))
  }
}
