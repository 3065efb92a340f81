// SPDX-License-Identifier: MIT
import Foundation
import XCTest

import Fastser

final class ArchiveTests: XCTestCase {
  struct Point: Codable, Equatable { var x: Int; var name: String }
  let point = Point(x: 5, name: "p")

  func testAnArchiveIsTurnedIntoOtherFormatsAndBack() throws {
    let data = try FastserEncoder().encode([point, point])
    XCTAssertEqual(FastserArchive.format(of: data), .archive)
    XCTAssertEqual(try FastserArchive.json(data), #"[{"x":5,"name":"p"},{"x":5,"name":"p"}]"#)
    for format in [FastserArchive.Format.messagePack, .flexBuffers] {
      let other = try FastserArchive.convert(data, to: format)
      let back = try FastserArchive.convert(other, from: format, to: .archive)
      XCTAssertEqual(try FastserDecoder().decode([Point].self, from: back), [point, point], "\(format)")
    }
    let flat = try FastserArchive.flatBuffer(FastserEncoder().encode(point))
    var options = FastserArchive.ConvertOptions()
    options.schema = flat.schema
    let back = try FastserArchive.convert(
      flat.data, from: .flatBuffers, to: .archive, options: options)
    XCTAssertEqual(try FastserDecoder().decode(Point.self, from: back), point)
  }

  func testJSONIsReadToo() throws {
    let text = #"{"a":[1,"x"]}"#
    let data = try FastserArchive.convert(Data(text.utf8), from: .json, to: .archive)
    XCTAssertEqual(try FastserArchive.json(data), text)
    XCTAssertThrowsError(
      try FastserArchive.convert(Data("{".utf8), from: .json, to: .archive))
  }

  func testInspectShowsTypesAndValues() throws {
    let text = try FastserArchive.inspect(FastserEncoder().encode(point))
    XCTAssertTrue(text.contains("Point") && text.contains("name") && text.contains("5"), text)
  }

  func testVerifyFindsDamage() throws {
    var encoder = FastserEncoder()
    encoder.checksum = true
    var data = try encoder.encode(point)
    XCTAssertNoThrow(try FastserArchive.verify(data))
    data[data.count / 2] ^= 1
    XCTAssertThrowsError(try FastserArchive.verify(data))
  }

  func testFilesAreSavedAndLoadedWithinBounds() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("ö.fastser").path
    let data = try FastserEncoder().encode(point)
    try FastserArchive.save(data, to: path)
    XCTAssertEqual(try FastserArchive.load(path), data)
    try FastserArchive.save(Data(), to: path)
    XCTAssertEqual(try FastserArchive.load(path), Data())
    try FastserArchive.save(data, to: path)
    XCTAssertThrowsError(try FastserArchive.load(path, maxBytes: data.count - 1)) {
      XCTAssertEqual(($0 as? FastserError)?.status, .overBudget)
      XCTAssertTrue("\($0)".contains("the file is larger than \(data.count - 1) bytes"), "\($0)")
    }
    XCTAssertThrowsError(try FastserArchive.load(path + "x")) {
      XCTAssertEqual(($0 as? FastserError)?.status, .io)
    }
  }

    func testAKeyedArchiveOfFoundationIsRead() throws {
      let keyed = try NSKeyedArchiver.archivedData(
        withRootObject: ["a": 1, "b": "two"] as NSDictionary, requiringSecureCoding: false)
      XCTAssertEqual(FastserArchive.format(of: keyed), .keyedArchive)
      let archive = try FastserArchive.convert(keyed, from: nil, to: .archive)
      struct Two: Codable, Equatable { var a: Int; var b: String }
      XCTAssertEqual(try FastserDecoder().decode(Two.self, from: archive), Two(a: 1, b: "two"))
    }
}
