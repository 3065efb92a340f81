// SPDX-License-Identifier: MIT
//
// Archives that are one array of scalars: a plan writes them where they are to be, without a writer's
// buffer between.
import CFastser
import Foundation

extension EncodableByItself {
  static func withScalars<R>(
    _ value: UnsafeRawPointer, _ facts: FactStore, _ use: (ScalarArray) throws -> R
  ) rethrows -> R? { nil }
}

struct ScalarArray {
  let code: UInt32
  let first: UnsafeRawPointer?
  let count: Int
  let width: Int

  /// What an archive has beside its values is less than this.
  static let slack = 64

  func encode(_ options: EncodingOptions) throws -> Data {
    let plan = try ScalarPlans.shared.plan(code)
    var raw = raw(options)
    var bytes = fastser_bytes()
    try check { fastser_plan_encode_array(plan, first, count, width, &raw, nil, &bytes, $0) }
    return OwnedBytes.data(&bytes)
  }

  func encodeBytes(_ options: EncodingOptions) throws -> [UInt8] {
    let plan = try ScalarPlans.shared.plan(code)
    var raw = raw(options)
    return try [UInt8](unsafeUninitializedCapacity: count * width + ScalarArray.slack) {
      memory, filled in
      try check {
        fastser_plan_encode_array_to(
          plan, first, count, width, &raw, memory.baseAddress, memory.count, &filled, $0)
      }
    }
  }

  private func raw(_ options: EncodingOptions) -> fastser_encode_options {
    var raw = fastser_encode_options()
    raw.struct_size = UInt32(MemoryLayout<fastser_encode_options>.size)
    raw.user_version = options.userVersion
    raw.checksum = options.checksum ? 1 : 0
    return raw
  }
}

/// A plan for each scalar, made when it is first needed. Plans never change.
final class ScalarPlans: @unchecked Sendable {
  static let shared = ScalarPlans()
  private let lock = NSLock()
  private var plans: [UInt32: OpaquePointer] = [:]

  func plan(_ code: UInt32) throws -> OpaquePointer {
    lock.lock()
    defer { lock.unlock() }
    if let known = plans[code] { return known }
    var (types, type, layout, plan): (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?)
    defer {
      fastser_type_builder_destroy(types)
      fastser_type_release(type)
      fastser_layout_destroy(layout)
    }
    try check { fastser_type_builder_create(&types, $0) }
    let scalar = fastser_type_builder_code(types, Int32(code))
    try check { fastser_type_builder_build(types, scalar, &type, $0) }
    try check { fastser_layout_create(&layout, $0) }
    try check {
      fastser_plan_compile(type, layout, fastser_form_id(FASTSER_FORM_PLAIN), &plan, $0)
    }
    plans[code] = plan!
    return plan!
  }
}
