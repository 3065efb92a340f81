// SPDX-License-Identifier: MIT
//
// The direct way: a type writes and reads its own fields, a call each, without Codable's containers.
import CFastser
import Foundation

/// The name of a field. A literal: it is known by its address, and costs a compare.
public struct FastserKey: ExpressibleByStringLiteral, Sendable {
  @usableFromInline let text: UInt
  @usableFromInline let size: Int

  @inlinable
  public init(stringLiteral value: StaticString) {
    precondition(value.hasPointerRepresentation, "a key is a string")
    text = UInt(bitPattern: value.utf8Start)
    size = value.utf8CodeUnitCount
  }

  @inlinable
  @inline(__always)
  var raw: fastser_key {
    fastser_key(
      text: UnsafeRawPointer(bitPattern: text).unsafelyUnwrapped.assumingMemoryBound(to: CChar.self),
      size: size)
  }
}

/// A type that writes and reads itself: several times as fast as Codable, for the types that matter.
///
///     struct Point: FastSerializable {
///       var x = 0.0, y = 0.0
///       func write(to writer: inout FastserWriter) {
///         writer.write(x, "x")
///         writer.write(y, "y")
///       }
///       init(from reader: inout FastserReader) {
///         x = reader.read("x")
///         y = reader.read("y")
///       }
///     }
///
/// What is written is a record with named fields, as Codable's: either reads what the other wrote where
/// the names are the same. A type that is Codable as well goes this way in ``FastserEncoder``, also
/// inside of others. Fields may be read in any order, in the one they were written in it is fastest; a
/// field that the archive does not have is zero, empty or nil. ``FastserNamed`` says how the records are
/// called.
public protocol FastSerializable {
  func write(to writer: inout FastserWriter) throws
  init(from reader: inout FastserReader) throws
}

/// A class whose objects keep their identity, written and read directly. Graphs may be of any shape and
/// depth: a list of a million nodes needs no stack.
///
/// An object is made by `init()`, may be referred to from then on, and takes its values by
/// ``read(from:)``, when it is its turn.
public protocol FastserObject: AnyObject {
  init()
  func write(to writer: inout FastserWriter) throws
  func read(from reader: inout FastserReader) throws
}

/// Writes the fields of one value. It is only good inside `write(to:)`.
///
/// What goes wrong with a call is kept, and thrown when the encode ends.
public struct FastserWriter {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline unowned(unsafe) let state: Encoding

  init(_ state: Encoding) {
    handle = state.writer
    self.state = state
  }

  @inlinable
  public mutating func write(_ value: Bool, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_bool(handle, &key, value ? 1 : 0)
  }
  @inlinable
  public mutating func write(_ value: Int, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_i64(handle, &key, Int64(value))
  }
  @inlinable
  public mutating func write(_ value: Int8, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_i8(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: Int16, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_i16(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: Int32, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_i32(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: Int64, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_i64(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: UInt, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_u64(handle, &key, UInt64(value))
  }
  @inlinable
  public mutating func write(_ value: UInt8, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_u8(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: UInt16, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_u16(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: UInt32, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_u32(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: UInt64, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_u64(handle, &key, value)
  }
  @inlinable
  public mutating func write(_ value: Float, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_f32_bits(handle, &key, value.bitPattern)
  }
  @inlinable
  public mutating func write(_ value: Double, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_f64_bits(handle, &key, value.bitPattern)
  }

  @inlinable
  public mutating func write(_ value: String, _ key: FastserKey) {
    var key = key.raw
    var value = value
    value.withUTF8 {
      fastser_writer_string(
        handle, &key, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }
  @inlinable
  public mutating func write(_ value: Data, _ key: FastserKey) {
    var key = key.raw
    value.withUnsafeBytes { fastser_writer_data(handle, &key, $0.baseAddress, $0.count) }
  }
  @inlinable
  public mutating func write(_ value: Date, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_apple_date(handle, &key, value.timeIntervalSinceReferenceDate)
  }
  @inlinable
  public mutating func write(_ value: UUID, _ key: FastserKey) {
    var key = key.raw
    fastser_writer_uuid(handle, &key, fastser_uuid(bytes: value.uuid))
  }
  @inlinable
  public mutating func write(_ value: CGRect, _ key: FastserKey) {
    var key = key.raw
    withUnsafeBytes(of: (Double(value.origin.x), Double(value.origin.y), Double(value.size.width), Double(value.size.height))) {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_F64), $0.baseAddress, 4)
    }
  }
  @inlinable
  public mutating func write(_ value: CGPoint, _ key: FastserKey) {
    var key = key.raw
    withUnsafeBytes(of: (Double(value.x), Double(value.y))) {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_F64), $0.baseAddress, 2)
    }
  }
  @inlinable
  public mutating func write(_ value: CGSize, _ key: FastserKey) {
    var key = key.raw
    withUnsafeBytes(of: (Double(value.width), Double(value.height))) {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_F64), $0.baseAddress, 2)
    }
  }
  public mutating func write(_ value: URL, _ key: FastserKey) throws {
    try state.encode(value, state.named(key))
  }
  public mutating func write(_ value: Decimal, _ key: FastserKey) throws {
    try state.encode(value, state.named(key))
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Bool], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_BOOL), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Int], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(Int.bitWidth == 64 ? FASTSER_TYPE_I64 : FASTSER_TYPE_I32), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Int8], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_I8), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Int16], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_I16), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Int32], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_I32), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Int64], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_I64), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [UInt], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(UInt.bitWidth == 64 ? FASTSER_TYPE_U64 : FASTSER_TYPE_U32), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [UInt8], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_U8), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [UInt16], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_U16), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [UInt32], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_U32), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [UInt64], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_U64), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Float], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_F32), $0.baseAddress, $0.count)
    }
  }
  /// All of them in one call.
  @inlinable
  public mutating func write(_ values: [Double], _ key: FastserKey) {
    var key = key.raw
    values.withUnsafeBufferPointer {
      fastser_writer_array(handle, &key, UInt32(FASTSER_TYPE_F64), $0.baseAddress, $0.count)
    }
  }

  @inlinable
  public mutating func write<T: FastSerializable>(_ value: T, _ key: FastserKey) throws {
    var key = key.raw
    fastser_writer_begin_record(handle, &key, state.number(of: T.self))
    try part { try value.write(to: &$0) }
    fastser_writer_end_record(handle)
  }
  @inlinable
  public mutating func write<T: FastSerializable>(_ values: [T], _ key: FastserKey) throws {
    var key = key.raw
    try list(values, &key)
  }
  /// An object: its fields where it comes first, then a reference of a byte or two. nil is nil.
  public mutating func write<T: FastserObject>(_ object: T?, _ key: FastserKey) {
    var key = key.raw
    state.object(object, &key)
  }
  public mutating func write<T: FastserObject>(_ objects: [T], _ key: FastserKey) {
    var key = key.raw
    fastser_writer_begin_list(handle, &key, UInt64(objects.count), UInt32(FASTSER_TYPE_ANY_REF))
    for object in objects { state.object(object, nil) }
    fastser_writer_end_list(handle)
  }
  /// A value of any Codable type: dictionaries, enums, collections of collections.
  @_disfavoredOverload
  public mutating func write<T: Encodable>(_ value: T, _ key: FastserKey) throws {
    try state.encode(value, state.named(key))
  }
  /// A value without a name: the next element of a ``list(_:count:_:)``, or the field that an object
  /// *is*, as those of Foundation's collections (docs/foundation.md).
  public mutating func write<T: Encodable>(_ value: T) throws {
    try state.encode(value, nil)
  }
  @_disfavoredOverload
  public mutating func write<T: FastserObject>(_ object: T?) {
    state.object(object, nil)
  }
  /// A list whose elements may be of different types, as Foundation's are. `elements` writes `count` of
  /// them, without names.
  public mutating func list(
    _ key: FastserKey? = nil, count: Int, _ elements: (inout FastserWriter) throws -> Void
  ) rethrows {
    if var key = key?.raw {
      fastser_writer_begin_list(handle, &key, UInt64(count), UInt32(FASTSER_TYPE_ANY))
    } else {
      fastser_writer_begin_list(handle, nil, UInt64(count), UInt32(FASTSER_TYPE_ANY))
    }
    try part(elements)
    fastser_writer_end_list(handle)
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Bool?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Int?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Int8?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Int16?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Int32?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Int64?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UInt?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UInt8?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UInt16?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UInt32?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UInt64?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Float?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Double?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: String?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Data?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: Date?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: UUID?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Bool]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Int]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Int8]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Int16]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Int32]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Int64]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [UInt]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [UInt8]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [UInt16]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [UInt32]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [UInt64]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Float]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ values: [Double]?, _ key: FastserKey) {
    if let values { write(values, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: CGRect?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: CGPoint?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write(_ value: CGSize?, _ key: FastserKey) {
    if let value { write(value, key) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write<T: FastSerializable>(_ values: [T]?, _ key: FastserKey) throws {
    if let values { try write(values, key) }
  }
  /// nil is no field.
  public mutating func write<T: FastserObject>(_ objects: [T]?, _ key: FastserKey) {
    if let objects { write(objects, key) }
  }
  /// nil is no field.
  @_disfavoredOverload
  public mutating func write<T: Encodable>(_ value: T?, _ key: FastserKey) throws {
    if let value { try state.encode(value, state.named(key)) }
  }
  /// nil is no field.
  @inlinable
  public mutating func write<T: FastSerializable>(_ value: T?, _ key: FastserKey) throws {
    if let value { try write(value, key) }
  }

  @inlinable
  mutating func list<T: FastSerializable>(_ values: [T], _ key: UnsafePointer<fastser_key>?) throws {
    fastser_writer_begin_list(handle, key, UInt64(values.count), UInt32(FASTSER_TYPE_ANY_RECORD))
    let number = state.number(of: T.self)
    try part { writer in
      for value in values {
        fastser_writer_begin_record(writer.handle, nil, number)
        try value.write(to: &writer)
        fastser_writer_end_record(writer.handle)
      }
    }
    fastser_writer_end_list(handle)
  }

  /// Writes what is in something that was begun. If it throws, the archive has half of that.
  @inlinable
  @inline(__always)
  mutating func part(_ write: (inout FastserWriter) throws -> Void) rethrows {
    do { try write(&self) } catch {
      state.leaveHalf(error)
      throw error
    }
  }

  @inlinable
  mutating func root<T: FastSerializable>(_ value: T) throws {
    fastser_writer_begin_record(handle, nil, state.number(of: T.self))
    try value.write(to: &self)
    fastser_writer_end_record(handle)
  }
}

extension Encoding {
  /// The number of the class of a type's records.
  @usableFromInline
  func number(of type: Any.Type) -> UInt32 { classNumber(facts.of(type), type) }

  func named(_ key: FastserKey) -> KeyPointer {
    pointer(
      text: String(
        decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: key.text), count: key.size),
        as: UTF8.self))
  }

  /// Writes an object, or notes that it is owed.
  func object(_ object: AnyObject?, _ key: UnsafePointer<fastser_key>?) {
    guard let object else { return fastser_writer_reference(writer, key, nil) }
    let type: any AnyObject.Type = type(of: object)
    let facts = facts.of(type)
    let identity = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let place = fastser_writer_begin_object_or_later(
      writer, key, identity, classNumber(facts, type), UnsafeMutableRawPointer(facts))
    if place == FASTSER_PLACE_DONE { return }
    owed.append(object)
    if place == FASTSER_PLACE_NEW {
      body(object, facts)
      fastser_writer_end_object(writer)
    }
  }

  private func body(_ object: AnyObject, _ facts: Facts) {
    func write<T: FastserObject>(_: T.Type) throws {
      var to = FastserWriter(self)
      try unsafeDowncast(object, to: T.self).write(to: &to)
    }
    do {
      if let type = facts.pointee.object { try write(type) }
    } catch {
      if thrown == nil { thrown = error }
      fail("an object could not be written")
    }
  }

  /// The fields that are owed, when the root is written.
  func writePending() throws {
    var pending = fastser_pending()
    pending.struct_size = UInt32(MemoryLayout<fastser_pending>.size)
    while !owed.isEmpty, fastser_writer_begin_pending(writer, &pending) != 0 {
      guard let identity = pending.identity, let context = pending.context else { break }
      body(
        Unmanaged<AnyObject>.fromOpaque(identity).takeUnretainedValue(),
        context.assumingMemoryBound(to: TypeFacts.self))
      fastser_writer_end_object(writer)
    }
    if let thrown { throw thrown }
  }
}
