// SPDX-License-Identifier: MIT
//
// The decoder that programs use.
import CFastser
import Foundation

/// Turns archives into values: Codable ones, and ``FastSerializable`` ones, whoever wrote them.
///
///     let library = try FastserDecoder().decode(Library.self, from: data)
///
/// Archives may come from strangers: what a decode spends is bounded by ``limits``, and what is wrong is
/// an error with the byte and the path. A plain value, for any number of tasks at once.
public struct FastserDecoder: Sendable {
  /// What decoders of values find in their `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public var limits = FastserLimits()
  private var classes: [String: Any.Type] = [:]

  public init() {}

  /// Objects whose class has this name in the archive, or the type's own, are made of this type where
  /// a super-class of it is asked for. Nothing is ever looked up by a name that is not registered.
  public mutating func register<T: FastserReference>(_ type: T.Type, as name: String? = nil) {
    classes[name ?? className(type)] = type
  }
  public mutating func register<T: FastserObject>(_ type: T.Type, as name: String? = nil) {
    classes[name ?? className(type)] = type
  }

  /// The value in an archive.
  ///
  /// - Throws: `DecodingError`, with a ``FastserError`` as its underlying error, which has the byte of
  ///   the archive; what the type throws.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
  public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try run(bytes) { try $0.rootIsOpen ? $0.decodeOpenRoot(type) : $0.decode(type, nil) }
  }

  /// A value that reads itself.
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: T.Type, from data: Data) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try run(bytes) { state in
      var reader = FastserReader(state)
      return try reader.root()
    }
  }
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: [T].Type, from data: Data) throws -> [T] {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: [T].Type, from bytes: [UInt8]) throws -> [T] {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
  @_disfavoredOverload
  public func decode<T: FastSerializable>(_ type: [T].Type, from bytes: UnsafeRawBufferPointer) throws
    -> [T]
  {
    try run(bytes) { state in
      if state.rootIsOpen { throw state.mismatch([T].self, nil, UInt32(FASTSER_TYPE_RECORD)) }
      var reader = FastserReader(state)
      return try reader.list(nil)
    }
  }
  public func decode<T: FastSerializable & Decodable>(_ type: [T].Type, from data: Data) throws -> [T] {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }
  public func decode<T: FastSerializable & Decodable>(_ type: [T].Type, from bytes: [UInt8]) throws -> [T] {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }
  public func decode<T: FastSerializable & Decodable>(_ type: [T].Type, from bytes: UnsafeRawBufferPointer) throws
    -> [T]
  {
    try run(bytes) { state in
      if state.rootIsOpen { throw state.mismatch([T].self, nil, UInt32(FASTSER_TYPE_RECORD)) }
      var reader = FastserReader(state)
      return try reader.list(nil)
    }
  }
  /// An object, and all that it leads to.
  @_disfavoredOverload
  public func decode<T: FastserObject>(_ type: T.Type, from data: Data) throws -> T {
    try data.withUnsafeBytes { bytes in
      try run(bytes) { state in
        if state.rootIsOpen { throw state.mismatch(T.self, nil, UInt32(FASTSER_TYPE_RECORD)) }
        guard let object = try state.object(T.self, nil) else {
          throw state.failure
            ?? FastserError(status: .typeMismatch, message: "nil where \(T.self) was asked for")
        }
        return object
      }
    }
  }

  private func run<R>(_ bytes: UnsafeRawBufferPointer, _ read: (Decoding) throws -> R) throws -> R {
    let state = try StatePool.shared.decoding()
    defer {
      state.reset()
      StatePool.shared.giveBack(state)
    }
    state.userInfo = userInfo
    state.classes = classes
    do {
      try state.open(bytes, limits)
      let value = try read(state)
      state.rootIsOpen = false  // what is read now lies behind it
      try state.readPending()
      try check { fastser_reader_finish(state.reader, $0) }
      return value
    } catch let error as FastserError where error.status.rawValue < FASTSER_FIRST_OF_CALLER {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: error.description, underlyingError: error))
    }
  }
}
