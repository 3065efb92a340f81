// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
//
// libfastser for Swift: the C++ core, built from its sources with the C interface as its face, and the
// Swift library on it; on Apple's systems the Objective-C binding, too. Nothing is downloaded, and no
// flags are unsafe, so that other packages can depend on this one. docs/swift.md, docs/apple.md.
import Foundation
import PackageDescription

// SwiftPM looks at all that lies in a target's folder, which CMake's builds need not be.
let outputs = ["build"].filter {
  FileManager.default.fileExists(atPath: Context.packageDirectory + "/" + $0)
}

let package = Package(
  name: "fastser",
  platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [.library(name: "Fastser", targets: ["Fastser"])],
  targets: [
    .target(
      name: "CFastser",
      path: ".",
      exclude: outputs,
      sources: ["bindings/swift/Sources/CFastser"],  // they include those in src
      publicHeadersPath: "include",
      cxxSettings: [.headerSearchPath("src")]),
    .target(name: "Fastser", dependencies: ["CFastser"], path: "bindings/swift/Sources/Fastser"),
    .executableTarget(
      name: "todo", dependencies: ["Fastser"], path: "bindings/swift/examples/todo"),
    .testTarget(
      name: "FastserTests", dependencies: ["Fastser", "CFastser"],
      path: "bindings/swift/Tests/FastserTests"),
  ],
  cxxLanguageStandard: .cxx20
)

// NSCoder. SwiftPM on Linux would try to compile it, and has no Objective-C.
#if canImport(Darwin)
  package.products.append(.library(name: "FastserObjC", targets: ["FastserObjC"]))
  package.targets.append(
    .target(
      name: "FastserObjC",
      dependencies: ["CFastser"],
      path: "bindings/objc",
      exclude: ["CMakeLists.txt", "bench", "examples", "tests"],
      sources: ["src"],
      publicHeadersPath: "include",
      linkerSettings: [.linkedFramework("Foundation")]))
#endif
