// SPDX-License-Identifier: MIT
//
// The encoder that programs use, and the states that it has at hand.
import CFastser
import Foundation

/// What a state of the writer is made for.
struct EncodingOptions: Equatable, Sendable {
  var userVersion: UInt32 = 0
  var sharing: Int32 = FASTSER_SHARING_DEFAULT
  var checksum = false
  var depth = 128
}

/// Turns values into archives: Codable ones, and ``FastSerializable`` ones.
///
///     let bytes = try FastserEncoder().encode(library)
///     let again = try FastserDecoder().decode(Library.self, from: bytes)
///
/// A plain value: copies are independent, and any number of tasks may use one at once. What it needs to
/// work is kept between calls, for all encoders of the program. Equal values give equal bytes.
public struct FastserEncoder: Sendable {
  /// Whether equal strings, and equal data, are written once.
  public enum Sharing: Sendable {
    case off, on
    /// On, but not in fields where it does not pay.
    case adaptive
  }

  /// What encoders of values find in their `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public var sharing = Sharing.adaptive
  /// A checksum behind everything. Files that stay for long should have one.
  public var checksum = false
  /// A number of the program's, which readers are told.
  public var userVersion: UInt32 = 0
  /// Dictionaries and sets are written in the order of their keys, where keys have one, so that equal
  /// values are equal bytes. Without it they are in the order in which Swift has them today.
  public var sortsKeys = true
  /// How deep values may nest, at most 512. Codable recurses, so this bounds the stack.
  public var depth = 128

  public init() {}

  /// The archive of a value.
  ///
  /// - Throws: `EncodingError`, with a ``FastserError`` as its underlying error; what the value throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    try run(
      value, { try $0.encode(value, nil) }, FastserEncoder.takeData,
      { try $0.scalars(of: value, $1) { try $0.encode($1) } })
  }
  /// The same as bytes, which costs a copy where archives are large.
  public func encodeBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    try run(
      value, { try $0.encode(value, nil) }, FastserEncoder.takeBytes,
      { try $0.scalars(of: value, $1) { try $0.encodeBytes($1) } })
  }

  /// A value that writes itself.
  @_disfavoredOverload
  public func encode<T: FastSerializable>(_ value: T) throws -> Data {
    try run(value, { state in
      var writer = FastserWriter(state)
      try writer.root(value)
    }, FastserEncoder.takeData)
  }
  @_disfavoredOverload
  public func encodeBytes<T: FastSerializable>(_ value: T) throws -> [UInt8] {
    try run(value, { state in
      var writer = FastserWriter(state)
      try writer.root(value)
    }, FastserEncoder.takeBytes)
  }
  /// A list of values.
  @_disfavoredOverload
  public func encode<T: FastSerializable>(_ values: [T]) throws -> Data {
    try run(values, { state in
      var writer = FastserWriter(state)
      try writer.list(values, nil)
    }, FastserEncoder.takeData)
  }
  public func encode<T: FastSerializable & Encodable>(_ values: [T]) throws -> Data {
    try run(values, { state in
      var writer = FastserWriter(state)
      try writer.list(values, nil)
    }, FastserEncoder.takeData)
  }
  @_disfavoredOverload
  public func encodeBytes<T: FastSerializable>(_ values: [T]) throws -> [UInt8] {
    try run(values, { state in
      var writer = FastserWriter(state)
      try writer.list(values, nil)
    }, FastserEncoder.takeBytes)
  }
  public func encodeBytes<T: FastSerializable & Encodable>(_ values: [T]) throws -> [UInt8] {
    try run(values, { state in
      var writer = FastserWriter(state)
      try writer.list(values, nil)
    }, FastserEncoder.takeBytes)
  }
  /// An object, and all that it leads to.
  @_disfavoredOverload
  public func encode<T: FastserObject>(_ object: T) throws -> Data {
    try run(object, { $0.object(object, nil) }, FastserEncoder.takeData)
  }

  private func run<R>(
    _ value: @autoclosure () -> Any, _ write: (Encoding) throws -> Void,
    _ take: (Encoding) throws -> R,
    _ shortcut: (Encoding, EncodingOptions) throws -> R? = { _, _ in nil }
  ) throws -> R {
    let options = EncodingOptions(
      userVersion: userVersion,
      sharing: sharing == .off
        ? FASTSER_SHARING_OFF : sharing == .on ? FASTSER_SHARING_ON : FASTSER_SHARING_ADAPTIVE,
      checksum: checksum, depth: depth)
    let state = try StatePool.shared.encoding(options)
    state.userInfo = userInfo
    state.sortsKeys = sortsKeys
    defer {
      state.reset()
      StatePool.shared.giveBack(state, options)
    }
    do {
      if let done = try shortcut(state, options) { return done }
      try write(state)
      try state.writePending()
      return try take(state)
    } catch let error as FastserError where error.status.rawValue < FASTSER_FIRST_OF_CALLER {
      throw EncodingError.invalidValue(
        value(), .init(codingPath: [], debugDescription: error.description, underlyingError: error))
    }
  }

  /// Larger archives are handed over without a copy.
  private static let large = 1 << 16

  /// How many bytes the archive has, which stays with the writer; what went wrong before.
  private static func size(_ state: Encoding) throws -> Int {
    var size = 0
    try check {
      let status = fastser_writer_finish_into(state.writer, nil, 0, &size, $0)
      return status == FASTSER_NO_SPACE ? FASTSER_OK : status
    }
    return size
  }

  private static func takeData(_ state: Encoding) throws -> Data {
    let size = try size(state)
    if size <= large {
      return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { memory in
        var taken = 0
        try check {
          fastser_writer_finish_into(state.writer, memory.baseAddress, size, &taken, $0)
        }
        return Data(UnsafeRawBufferPointer(memory))
      }
    }
    var bytes = fastser_bytes()
    try check { fastser_writer_finish(state.writer, nil, &bytes, $0) }
    return OwnedBytes.data(&bytes)
  }

  private static func takeBytes(_ state: Encoding) throws -> [UInt8] {
    let size = try size(state)
    state.isLarge = size > StatePool.largest
    return try [UInt8](unsafeUninitializedCapacity: size) { memory, filled in
      try check {
        fastser_writer_finish_into(state.writer, memory.baseAddress, size, &filled, $0)
      }
    }
  }
}

/// Bytes that the library handed out.
final class OwnedBytes: @unchecked Sendable {
  private var bytes: fastser_bytes
  init(_ bytes: fastser_bytes) { self.bytes = bytes }
  func release() { fastser_bytes_release(&bytes) }

  /// Bytes as Data, without a copy; they are Data's then.
  static func data(_ bytes: inout fastser_bytes) -> Data {
    guard let start = bytes.data, bytes.size != 0 else {
      fastser_bytes_release(&bytes)
      return Data()
    }
    let (owned, size) = (OwnedBytes(bytes), bytes.size)
    bytes = fastser_bytes()
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: size,
      deallocator: .custom { _, _ in owned.release() })
  }
}

/// States that nobody uses at the moment: they know types, keys and shapes, so that what comes next is
/// written and read faster.
final class StatePool: @unchecked Sendable {
  static let shared = StatePool()
  private static let most = 8
  /// What larger archives took is not kept.
  static let largest = 1 << 22
  private let lock = NSLock()
  private var encodings: [(EncodingOptions, Encoding)] = []
  private var decodings: [Decoding] = []

  func encoding(_ options: EncodingOptions) throws -> Encoding {
    lock.lock()
    if let at = encodings.lastIndex(where: { $0.0 == options }) {
      let found = encodings.remove(at: at).1
      lock.unlock()
      return found
    }
    lock.unlock()
    return try Encoding(options)
  }

  func giveBack(_ state: Encoding, _ options: EncodingOptions) {
    guard state.isWorthKeeping else { return }
    lock.lock()
    defer { lock.unlock() }
    if encodings.count == StatePool.most { encodings.removeFirst() }
    encodings.append((options, state))
  }

  func decoding() throws -> Decoding {
    lock.lock()
    let found = decodings.popLast()
    lock.unlock()
    return try found ?? Decoding()
  }

  func giveBack(_ state: Decoding) {
    guard state.isWorthKeeping else { return }
    lock.lock()
    defer { lock.unlock() }
    if decodings.count < StatePool.most { decodings.append(state) }
  }
}
