// SPDX-License-Identifier: MIT
//
// Codable's containers over a Decoding: structs, with overloads for primitive types; the rest goes by
// the facts of its type.
import CFastser
import Foundation

struct ValueDecoder: Decoder {
  let state: Decoding
  let place: ReadPlace

  var codingPath: [any CodingKey] { state.path(place) }
  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try state.open(place, .fields, [String: Any].self)
    return KeyedDecodingContainer(
      KeyedDecoding<Key>(state: state, place: place, table: state.keys.table(Key.self)))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try state.open(place, .elements, [Any].self)
    return UnkeyedDecoding(state: state, place: place)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try state.enter(place)
    let level = state.level(place)
    if level.pointee.opened == .nothing { level.pointee.opened = .single }
    return SingleDecoding(state: state, place: place)
  }
}

extension Decoding {
  func nestedKeyed<Key: CodingKey>(_ place: ReadPlace, _ key: KeyPointer?, _: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    let inner = try nestedOpen(place, key, .fields, [String: Any].self)
    return KeyedDecodingContainer(
      KeyedDecoding<Key>(state: self, place: inner, table: keys.table(Key.self)))
  }

  func nestedUnkeyed(_ place: ReadPlace, _ key: KeyPointer?) throws -> any UnkeyedDecodingContainer {
    let inner = try nestedOpen(place, key, .elements, [Any].self)
    return UnkeyedDecoding(state: self, place: inner)
  }

  /// An element that is not of the kind that was asked for can be read again.
  private func nestedOpen(
    _ place: ReadPlace, _ key: KeyPointer?, _ wanted: Opened, _ type: Any.Type
  ) throws -> ReadPlace {
    let scope = try nest(place, key)
    if let key, scope.level.pointee.opened == .absent {
      throw DecodingError.keyNotFound(
        PathKey(key),
        context("there is no key \"\(PathKey(key).stringValue)\"", scope.path.dropLast(), .typeMismatch))
    }
    let inner = ReadPlace(level: place.level, serial: place.serial, scope: scope)
    do { try open(inner, wanted, type) } catch {
      if key == nil, failure == nil, level(place).pointee.opened == .elements {
        level(place).pointee.index -= 1
        setRetry(place, scope.start)
      }
      throw error
    }
    return inner
  }

  func nested(_ place: ReadPlace, _ key: KeyPointer?) throws -> ReadPlace {
    let scope = try nest(place, key)
    return ReadPlace(level: place.level, serial: place.serial, scope: scope)
  }

  /// Whether the field is there, and not null.
  @inline(__always)
  func isPresent(_ place: ReadPlace, _ key: KeyPointer) throws -> Bool {
    try enter(place)
    if level(place).pointee.opened == .fields {
      let code = fastser_reader_peek(reader, raw(key))
      // Nil of a reference has the code of one.
      let isReference = code == UInt32(FASTSER_TYPE_REF) || code == UInt32(FASTSER_TYPE_ANY_REF)
      if isReference {
        if fastser_reader_is_nothing(reader, raw(key)) == 0 { return true }
      } else if code != UInt32(FASTSER_TYPE_NULL) {
        return true
      }
      if fastser_reader_status(reader, nil) != FASTSER_OK { throw corrupted("", key) }
      return false
    }
    guard mapped(level(place), key) != nil else { return false }
    return try field(place, key, Any.self) { fastser_reader_is_nothing(reader, raw($0)) == 0 }
  }
}

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: Decoding
  let place: ReadPlace
  let table: UnsafeMutablePointer<KeyTable>

  var codingPath: [any CodingKey] { state.path(place) }
  var allKeys: [Key] { state.allKeys(place, Key.self) }

  @inline(__always)
  private func at(_ key: Key) -> KeyPointer { state.keys.pointer(key, table) }

  func contains(_ key: Key) -> Bool { state.contains(place, at(key)) }

  func decodeNil(forKey key: Key) throws -> Bool {
    let at = at(key)
    if !state.contains(place, at) {
      throw DecodingError.keyNotFound(
        key, state.context("there is no key \"\(key.stringValue)\"", codingPath, .typeMismatch))
    }
    return try state.field(place, at, Any.self) {
      fastser_reader_is_nothing(state.reader, raw($0)) != 0
    }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try state.field(place, at(key), type) { try state.bool($0) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.bool($0) } : nil
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try state.field(place, at(key), type) { try state.double($0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.double($0) } : nil
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try state.field(place, at(key), type) { try state.float($0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.float($0) } : nil
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try state.field(place, at(key), type) { try state.int($0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.int($0) } : nil
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try state.field(place, at(key), type) { try state.uint($0) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.uint($0) } : nil
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try state.field(place, at(key), type) { try state.string($0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.string($0) } : nil
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try state.field(place, at(key), type) { try state.number(Int8.self, $0, FASTSER_TYPE_I8, fastser_reader_i8) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(Int8.self, $0, FASTSER_TYPE_I8, fastser_reader_i8) } : nil
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try state.field(place, at(key), type) { try state.number(Int16.self, $0, FASTSER_TYPE_I16, fastser_reader_i16) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(Int16.self, $0, FASTSER_TYPE_I16, fastser_reader_i16) } : nil
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try state.field(place, at(key), type) { try state.number(Int32.self, $0, FASTSER_TYPE_I32, fastser_reader_i32) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(Int32.self, $0, FASTSER_TYPE_I32, fastser_reader_i32) } : nil
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try state.field(place, at(key), type) { try state.number(Int64.self, $0, FASTSER_TYPE_I64, fastser_reader_i64) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(Int64.self, $0, FASTSER_TYPE_I64, fastser_reader_i64) } : nil
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try state.field(place, at(key), type) { try state.number(UInt8.self, $0, FASTSER_TYPE_U8, fastser_reader_u8) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(UInt8.self, $0, FASTSER_TYPE_U8, fastser_reader_u8) } : nil
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try state.field(place, at(key), type) { try state.number(UInt16.self, $0, FASTSER_TYPE_U16, fastser_reader_u16) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(UInt16.self, $0, FASTSER_TYPE_U16, fastser_reader_u16) } : nil
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try state.field(place, at(key), type) { try state.number(UInt32.self, $0, FASTSER_TYPE_U32, fastser_reader_u32) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(UInt32.self, $0, FASTSER_TYPE_U32, fastser_reader_u32) } : nil
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try state.field(place, at(key), type) { try state.number(UInt64.self, $0, FASTSER_TYPE_U64, fastser_reader_u64) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let at = at(key)
    return try state.isPresent(place, at) ? try state.field(place, at, type) { try state.number(UInt64.self, $0, FASTSER_TYPE_U64, fastser_reader_u64) } : nil
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try state.field(place, at(key), type) { try state.wide(Int128.self, $0) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try state.field(place, at(key), type) { try state.wide(UInt128.self, $0) }
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try state.field(place, at(key), type) { try state.decode(T.self, $0, place.scope) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let at = at(key)
    guard try state.isPresent(place, at) else { return nil }
    return try state.field(place, at, type) { try state.decode(T.self, $0, place.scope) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try state.nestedKeyed(place, at(key), Nested.self)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try state.nestedUnkeyed(place, at(key))
  }
  func superDecoder() throws -> any Decoder {
    ValueDecoder(
      state: state, place: try state.nested(place, state.keys.pointer(text: "super", number: nil)))
  }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(state: state, place: try state.nested(place, at(key)))
  }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let state: Decoding
  let place: ReadPlace

  var codingPath: [any CodingKey] { state.path(place) }
  var count: Int? { isAlive ? state.level(place).pointee.count : 0 }
  var currentIndex: Int { isAlive ? state.level(place).pointee.index : 0 }
  // After an error of the reader's nothing comes any more.
  var isAtEnd: Bool { !isAlive || currentIndex >= state.level(place).pointee.count }

  private var isAlive: Bool { (try? state.enter(place)) != nil }

  func decodeNil() throws -> Bool {
    try state.enter(place)
    if currentIndex >= state.level(place).pointee.count { throw state.pastEnd(Any.self, place) }
    let level = state.level(place)
    if level.pointee.hasRetry {
      if !state.takesNullOfRetry(place) { return false }
      level.pointee.index += 1
      return true
    }
    if fastser_reader_is_nothing(state.reader, nil) == 0 { return false }
    fastser_reader_skip(state.reader, nil)
    if fastser_reader_status(state.reader, nil) != FASTSER_OK { throw state.pastEnd(Any.self, place) }
    level.pointee.index += 1
    return true
  }
  func decode(_ type: Bool.Type) throws -> Bool {
    try state.element(place, type, tries: false) { try state.bool(nil) }
  }
  func decode(_ type: Double.Type) throws -> Double {
    try state.element(place, type, tries: false) { try state.double(nil) }
  }
  func decode(_ type: Float.Type) throws -> Float {
    try state.element(place, type, tries: false) { try state.float(nil) }
  }
  func decode(_ type: Int.Type) throws -> Int {
    try state.element(place, type, tries: false) { try state.int(nil) }
  }
  func decode(_ type: UInt.Type) throws -> UInt {
    try state.element(place, type, tries: false) { try state.uint(nil) }
  }
  func decode(_ type: String.Type) throws -> String {
    try state.element(place, type, tries: state.isObjectNext) { try state.string(nil) }
  }
  func decode(_ type: Int8.Type) throws -> Int8 {
    try state.element(place, type, tries: false) { try state.number(Int8.self, nil, FASTSER_TYPE_I8, fastser_reader_i8) }
  }
  func decode(_ type: Int16.Type) throws -> Int16 {
    try state.element(place, type, tries: false) { try state.number(Int16.self, nil, FASTSER_TYPE_I16, fastser_reader_i16) }
  }
  func decode(_ type: Int32.Type) throws -> Int32 {
    try state.element(place, type, tries: false) { try state.number(Int32.self, nil, FASTSER_TYPE_I32, fastser_reader_i32) }
  }
  func decode(_ type: Int64.Type) throws -> Int64 {
    try state.element(place, type, tries: false) { try state.number(Int64.self, nil, FASTSER_TYPE_I64, fastser_reader_i64) }
  }
  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try state.element(place, type, tries: false) { try state.number(UInt8.self, nil, FASTSER_TYPE_U8, fastser_reader_u8) }
  }
  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try state.element(place, type, tries: false) { try state.number(UInt16.self, nil, FASTSER_TYPE_U16, fastser_reader_u16) }
  }
  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try state.element(place, type, tries: false) { try state.number(UInt32.self, nil, FASTSER_TYPE_U32, fastser_reader_u32) }
  }
  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try state.element(place, type, tries: false) { try state.number(UInt64.self, nil, FASTSER_TYPE_U64, fastser_reader_u64) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try state.element(place, type, tries: true) { try state.wide(Int128.self, nil) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try state.element(place, type, tries: true) { try state.wide(UInt128.self, nil) }
  }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try state.element(place, type, tries: true) { try state.decode(T.self, nil, place.scope) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try state.nestedKeyed(place, nil, Nested.self)
  }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try state.nestedUnkeyed(place, nil)
  }
  func superDecoder() throws -> any Decoder {
    ValueDecoder(state: state, place: try state.nested(place, nil))
  }
}

struct SingleDecoding: SingleValueDecodingContainer {
  let state: Decoding
  let place: ReadPlace

  var codingPath: [any CodingKey] { state.path(place) }

  func decodeNil() -> Bool {
    guard (try? state.enter(place)) != nil else { return true }
    let level = state.level(place)
    if level.pointee.opened == .absent { return true }
    if level.pointee.hasRetry {
      if !state.takesNullOfRetry(place) { return false }
      level.pointee.opened = .taken
      return true
    }
    if state.isOpenRoot(place) { return false }
    if fastser_reader_is_nothing(state.reader, raw(level.pointee.key)) == 0 { return false }
    if level.pointee.key == nil, level.pointee.opened != .taken { fastser_reader_skip(state.reader, nil) }
    level.pointee.opened = .taken
    return true
  }
  func decode(_ type: Bool.Type) throws -> Bool {
    try state.single(place, type, tries: false) { try state.bool($0) }
  }
  func decode(_ type: Double.Type) throws -> Double {
    try state.single(place, type, tries: false) { try state.double($0) }
  }
  func decode(_ type: Float.Type) throws -> Float {
    try state.single(place, type, tries: false) { try state.float($0) }
  }
  func decode(_ type: Int.Type) throws -> Int {
    try state.single(place, type, tries: false) { try state.int($0) }
  }
  func decode(_ type: UInt.Type) throws -> UInt {
    try state.single(place, type, tries: false) { try state.uint($0) }
  }
  func decode(_ type: String.Type) throws -> String {
    try state.single(place, type, tries: state.isObjectNext) { try state.string($0) }
  }
  func decode(_ type: Int8.Type) throws -> Int8 {
    try state.single(place, type, tries: false) { try state.number(Int8.self, $0, FASTSER_TYPE_I8, fastser_reader_i8) }
  }
  func decode(_ type: Int16.Type) throws -> Int16 {
    try state.single(place, type, tries: false) { try state.number(Int16.self, $0, FASTSER_TYPE_I16, fastser_reader_i16) }
  }
  func decode(_ type: Int32.Type) throws -> Int32 {
    try state.single(place, type, tries: false) { try state.number(Int32.self, $0, FASTSER_TYPE_I32, fastser_reader_i32) }
  }
  func decode(_ type: Int64.Type) throws -> Int64 {
    try state.single(place, type, tries: false) { try state.number(Int64.self, $0, FASTSER_TYPE_I64, fastser_reader_i64) }
  }
  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try state.single(place, type, tries: false) { try state.number(UInt8.self, $0, FASTSER_TYPE_U8, fastser_reader_u8) }
  }
  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try state.single(place, type, tries: false) { try state.number(UInt16.self, $0, FASTSER_TYPE_U16, fastser_reader_u16) }
  }
  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try state.single(place, type, tries: false) { try state.number(UInt32.self, $0, FASTSER_TYPE_U32, fastser_reader_u32) }
  }
  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try state.single(place, type, tries: false) { try state.number(UInt64.self, $0, FASTSER_TYPE_U64, fastser_reader_u64) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try state.single(place, type, tries: true) { try state.wide(Int128.self, $0) }
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try state.single(place, type, tries: true) { try state.wide(UInt128.self, $0) }
  }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try state.single(place, type, tries: true, try state.decodeOpenRoot(T.self)) { try state.decode(T.self, $0, place.scope) }
  }
}
