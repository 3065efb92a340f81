// SPDX-License-Identifier: MIT
//
// The example of docs/swift.md, between the marks word for word.
import XCTest

// >>>
import Fastser
import Foundation

struct Library: Codable {
  var name: String
  var books: [Book]
  var opened: Date
}
struct Book: Codable {
  var title: String
  var pages: Int
  var tags: Set<String>
}

func example(_ path: String) throws -> String {
  var library = Library(name: "Bern", books: [], opened: Date(timeIntervalSince1970: 0))
  library.books.append(Book(title: "Heidi", pages: 240, tags: ["alps", "goats"]))

  var encoder = FastserEncoder()
  encoder.checksum = true  // for files
  try FastserArchive.save(encoder.encode(library), to: path)

  let data = try FastserArchive.load(path, maxBytes: 1 << 20)
  let again = try FastserDecoder().decode(Library.self, from: data)
  do {
    _ = try FastserDecoder().decode(Library.self, from: data.dropLast())
  } catch DecodingError.dataCorrupted(let context) {
    let why = context.underlyingError as! FastserError
    print(why.status, why.offset ?? 0, why.message)
  }
  return try "\(again.books[0].title) \(FastserArchive.json(data))"
}
// <<<

final class ExampleTests: XCTestCase {
  func testTheExampleOfTheManualReturnsWhatItSays() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let returned = try example(path)
    let manual = try manual()
    XCTAssertTrue(manual.contains("```\n\(returned)\n```"), returned)
  }

  func testTheExampleIsTheManuals() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = source.range(of: "// >>>\n")!.upperBound
    let end = source.range(of: "// <<<\n")!.lowerBound
    XCTAssertTrue(try manual().contains("```swift\n\(source[start..<end])```"))
  }

  private func manual() throws -> String {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/")
    return try String(contentsOfFile: root.dropFirst() + "/docs/swift.md", encoding: .utf8)
  }
}
