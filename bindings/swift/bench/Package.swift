// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT
//
// The benchmark, a package of its own so that who uses the library does not build it:
//   swift run -c release --package-path bindings/swift/bench
import PackageDescription

let package = Package(
  name: "fastser-bench",
  platforms: [.iOS(.v13), .macOS(.v10_15)],
  dependencies: [.package(name: "fastser", path: "../../..")],
  targets: [
    .executableTarget(
      name: "fastser-bench", dependencies: [.product(name: "Fastser", package: "fastser")],
      path: "Sources")
  ]
)
