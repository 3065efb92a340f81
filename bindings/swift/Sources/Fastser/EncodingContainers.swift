// SPDX-License-Identifier: MIT
//
// Codable's containers over an Encoding. Structs, so that a container costs the box that Codable puts
// around it and nothing else. Primitive types have overloads; the rest goes by the facts of its type.
import CFastser
import Foundation

struct ValueEncoder: Encoder {
  let state: Encoding
  let place: WritePlace

  var codingPath: [any CodingKey] { state.path(place) }
  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.open(place, .keyed)
    return KeyedEncodingContainer(
      KeyedEncoding<Key>(state: state, place: place, table: state.table(Key.self)))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    state.open(place, .unkeyed)
    return UnkeyedEncoding(state: state, place: place)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    state.open(place, .single)
    return SingleEncoding(state: state, place: place)
  }
}

extension Encoding {
  func nestedKeyed<Key: CodingKey>(_ place: WritePlace, _ key: KeyPointer?, _: Key.Type)
    -> KeyedEncodingContainer<Key>
  {
    let inner = openAgain(place, key, .keyed) ?? nested(place, key)
    open(inner, .keyed)
    return KeyedEncodingContainer(KeyedEncoding<Key>(state: self, place: inner, table: table(Key.self)))
  }

  func nestedUnkeyed(_ place: WritePlace, _ key: KeyPointer?) -> any UnkeyedEncodingContainer {
    let inner = openAgain(place, key, .unkeyed) ?? nested(place, key)
    open(inner, .unkeyed)
    return UnkeyedEncoding(state: self, place: inner)
  }

  /// A place beside the others; where there is none any more, one that takes nothing.
  func nested(_ place: WritePlace, _ key: KeyPointer?) -> WritePlace {
    do {
      let scope = try nest(place, key)
      return WritePlace(level: place.level, serial: place.serial, scope: scope)
    } catch {
      fail("a container was asked for after its value ended")
      return WritePlace(level: -2, serial: 0, scope: nil)
    }
  }
}

struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: Encoding
  let place: WritePlace
  let table: UnsafeMutablePointer<KeyTable>

  var codingPath: [any CodingKey] { state.path(place) }

  @inline(__always)
  private func at(_ key: Key) throws -> KeyPointer {
    try state.enter(place)
    return state.pointer(key, table)
  }

  func encodeNil(forKey key: Key) throws { fastser_writer_null(state.writer, raw(try at(key))) }
  func encode(_ value: Bool, forKey key: Key) throws {
    fastser_writer_bool(state.writer, raw(try at(key)), value ? 1 : 0)
  }
  func encode(_ value: String, forKey key: Key) throws { state.string(value, try at(key)) }
  func encode(_ value: Double, forKey key: Key) throws {
    fastser_writer_f64_bits(state.writer, raw(try at(key)), value.bitPattern)
  }
  func encode(_ value: Float, forKey key: Key) throws {
    fastser_writer_f32_bits(state.writer, raw(try at(key)), value.bitPattern)
  }
  func encode(_ value: Int, forKey key: Key) throws {
    fastser_writer_i64(state.writer, raw(try at(key)), Int64(value))
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    fastser_writer_i8(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    fastser_writer_i16(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    fastser_writer_i32(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    fastser_writer_i64(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    fastser_writer_u64(state.writer, raw(try at(key)), UInt64(value))
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    fastser_writer_u8(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    fastser_writer_u16(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    fastser_writer_u32(state.writer, raw(try at(key)), value)
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    fastser_writer_u64(state.writer, raw(try at(key)), value)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { state.wide(value, try at(key)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { state.wide(value, try at(key)) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try state.encode(value, try at(key), place.scope)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    state.nestedKeyed(place, state.pointer(key, table), Nested.self)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    state.nestedUnkeyed(place, state.pointer(key, table))
  }
  func superEncoder() -> any Encoder {
    ValueEncoder(state: state, place: state.nested(place, state.pointer(text: "super")))
  }
  func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(state: state, place: state.nested(place, state.pointer(key, table)))
  }
}

extension Encoding {
  /// 128 bits: as 64 where they suffice, else as digits.
  func wide<T: FixedWidthInteger>(_ value: T, _ key: KeyPointer?) {
    if let small = Int64(exactly: value) {
      fastser_writer_i64(writer, raw(key), small)
    } else if let small = UInt64(exactly: value) {
      fastser_writer_u64(writer, raw(key), small)
    } else {
      string(String(value), key)
    }
  }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let state: Encoding
  let place: WritePlace

  var codingPath: [any CodingKey] { state.path(place) }
  var count: Int { state.count(place) }

  func encodeNil() throws { fastser_writer_null(state.writer, raw(try state.next(place))) }
  func encode(_ value: String) throws { state.string(value, try state.next(place)) }
  func encode(_ value: Bool) throws {
    fastser_writer_bool(state.writer, raw(try state.next(place)), value ? 1 : 0)
  }
  func encode(_ value: Double) throws {
    fastser_writer_f64_bits(state.writer, raw(try state.next(place)), value.bitPattern)
  }
  func encode(_ value: Float) throws {
    fastser_writer_f32_bits(state.writer, raw(try state.next(place)), value.bitPattern)
  }
  func encode(_ value: Int) throws {
    fastser_writer_i64(state.writer, raw(try state.next(place)), Int64(value))
  }
  func encode(_ value: Int8) throws {
    fastser_writer_i8(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int16) throws {
    fastser_writer_i16(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int32) throws {
    fastser_writer_i32(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int64) throws {
    fastser_writer_i64(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt) throws {
    fastser_writer_u64(state.writer, raw(try state.next(place)), UInt64(value))
  }
  func encode(_ value: UInt8) throws {
    fastser_writer_u8(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt16) throws {
    fastser_writer_u16(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt32) throws {
    fastser_writer_u32(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt64) throws {
    fastser_writer_u64(state.writer, raw(try state.next(place)), value)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { state.wide(value, try state.next(place)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { state.wide(value, try state.next(place)) }
  func encode<T: Encodable>(_ value: T) throws {
    try state.encodeNext(value, place)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    state.nestedKeyed(place, nil, Nested.self)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { state.nestedUnkeyed(place, nil) }
  func superEncoder() -> any Encoder { ValueEncoder(state: state, place: state.nested(place, nil)) }
}

struct SingleEncoding: SingleValueEncodingContainer {
  let state: Encoding
  let place: WritePlace

  var codingPath: [any CodingKey] { state.path(place) }

  func encodeNil() throws { fastser_writer_null(state.writer, raw(try state.next(place))) }
  func encode(_ value: String) throws { state.string(value, try state.next(place)) }
  func encode(_ value: Bool) throws {
    fastser_writer_bool(state.writer, raw(try state.next(place)), value ? 1 : 0)
  }
  func encode(_ value: Double) throws {
    fastser_writer_f64_bits(state.writer, raw(try state.next(place)), value.bitPattern)
  }
  func encode(_ value: Float) throws {
    fastser_writer_f32_bits(state.writer, raw(try state.next(place)), value.bitPattern)
  }
  func encode(_ value: Int) throws {
    fastser_writer_i64(state.writer, raw(try state.next(place)), Int64(value))
  }
  func encode(_ value: Int8) throws {
    fastser_writer_i8(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int16) throws {
    fastser_writer_i16(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int32) throws {
    fastser_writer_i32(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: Int64) throws {
    fastser_writer_i64(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt) throws {
    fastser_writer_u64(state.writer, raw(try state.next(place)), UInt64(value))
  }
  func encode(_ value: UInt8) throws {
    fastser_writer_u8(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt16) throws {
    fastser_writer_u16(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt32) throws {
    fastser_writer_u32(state.writer, raw(try state.next(place)), value)
  }
  func encode(_ value: UInt64) throws {
    fastser_writer_u64(state.writer, raw(try state.next(place)), value)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { state.wide(value, try state.next(place)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { state.wide(value, try state.next(place)) }
  func encode<T: Encodable>(_ value: T) throws {
    try state.encodeNext(value, place)
  }
}
