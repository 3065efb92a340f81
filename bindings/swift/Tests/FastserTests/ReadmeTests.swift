// SPDX-License-Identifier: MIT
//
// The program of README.md, whose lines are compared with these by
// tests/docs (docs.readme).
import Fastser  // .package(path: "../libfastser"), .product(name: "Fastser", package: "libfastser")
import Foundation
import XCTest

final class ReadmeTests: XCTestCase {
  func testItsProgramAddsOneThingToDo() throws {
    struct ToDo: Codable { var title: String; var done = false; var due: Date? }

    // It works in the folder that it is started in.
    let files = FileManager.default
    let before = files.currentDirectoryPath
    let folder = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    XCTAssertTrue(files.changeCurrentDirectoryPath(folder.path))
    defer {
      XCTAssertTrue(files.changeCurrentDirectoryPath(before))
      try? files.removeItem(at: folder)
    }
    try FastserArchive.save(FastserEncoder().encode([ToDo(title: "sow", done: true)]), to: "tasks.fsr")

    var tasks = try FastserDecoder().decode([ToDo].self, from: FastserArchive.load("tasks.fsr"))
    tasks.append(ToDo(title: "buy milk"))
    try FastserArchive.save(FastserEncoder().encode(tasks), to: "tasks.fsr")

    let again = try FastserDecoder().decode([ToDo].self, from: FastserArchive.load("tasks.fsr"))
    XCTAssertEqual(again.map(\.title), ["sow", "buy milk"])
    XCTAssertEqual(again.map(\.done), [true, false])
  }
}
