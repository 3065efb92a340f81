// SPDX-License-Identifier: MIT
//
// FastSerializable and FastserObject, reading.
import CFastser
import Foundation

/// Reads the fields of one value. It is only good inside `init(from:)` and `read(from:)`.
///
/// An error is kept, every value behind it is zero, empty or nil, and the decode throws it in the end:
/// loops over counts end. A field that the record does not have is no error; ``contains(_:)`` tells.
public struct FastserReader {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline unowned(unsafe) let state: Decoding

  init(_ state: Decoding) {
    handle = state.reader
    self.state = state
  }

  /// Whether the record has a field of this name.
  public func contains(_ key: FastserKey) -> Bool {
    var key = key.raw
    return fastser_reader_contains(handle, &key) != 0
  }
  /// The class version of who wrote the record being read.
  public var classVersion: UInt32 { fastser_reader_class_version(handle, 0) }
  /// The class of what is being read, and its super-classes behind it, as who wrote it called them.
  public var classChain: [(name: String, version: UInt32)] {
    (0..<fastser_reader_class_levels(handle)).map {
      (
        state.makeString(fastser_reader_class_name(handle, $0)),
        fastser_reader_class_version(handle, $0)
      )
    }
  }
  /// Makes an error of the program's (a value out of range) the decode's.
  public mutating func fail(_ status: FastserError.Status = .malformed, _ message: String) {
    message.withCharacters { fastser_reader_fail(handle, status.rawValue, $0, $1) }
  }

  // A Bool is no integer, and no integer a Bool (docs/swift.md); the C interface takes one for the other.
  @inlinable
  @inline(__always)
  func isBool(_ key: UnsafePointer<fastser_key>) -> Bool {
    fastser_reader_peek(handle, key) == UInt32(FASTSER_TYPE_BOOL)
  }
  @usableFromInline
  @inline(never)
  mutating func noInteger<T: FixedWidthInteger>() -> T {
    fail(.typeMismatch, "a bool where \(T.self) was asked for")
    return 0
  }
  /// BOOL of Objective-C; false where there is none.
  @usableFromInline
  @inline(never)
  mutating func otherBool(_ key: FastserKey) -> Bool {
    var raw = key.raw
    if fastser_reader_is_nothing(handle, &raw) != 0 { return fastser_reader_bool(handle, &raw) != 0 }
    do { return try state.bool(state.named(key)) } catch {
      if state.failure == nil { fail(.typeMismatch, "a value where Bool was asked for") }
      return false
    }
  }

  @inlinable
  public mutating func read(_ key: FastserKey) -> Bool {
    var raw = key.raw
    if fastser_reader_peek(handle, &raw) != UInt32(FASTSER_TYPE_BOOL) { return otherBool(key) }
    return fastser_reader_bool(handle, &raw) != 0
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int {
    var raw = key.raw
    if isBool(&raw) { return noInteger() }
    let value = fastser_reader_i64(handle, &raw)
    if let fits = Int(exactly: value) { return fits }
    fail(.typeMismatch, "an integer that does not fit into Int")
    return 0
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int8 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_i8(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int16 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_i16(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int32 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_i32(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int64 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_i64(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt {
    var raw = key.raw
    if isBool(&raw) { return noInteger() }
    let value = fastser_reader_u64(handle, &raw)
    if let fits = UInt(exactly: value) { return fits }
    fail(.typeMismatch, "an integer that does not fit into UInt")
    return 0
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt8 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_u8(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt16 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_u16(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt32 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_u32(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt64 {
    var raw = key.raw
    return isBool(&raw) ? noInteger() : fastser_reader_u64(handle, &raw)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Float {
    var key = key.raw
    return Float(bitPattern: fastser_reader_f32_bits(handle, &key))
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Double {
    var key = key.raw
    return Double(bitPattern: fastser_reader_f64_bits(handle, &key))
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> String {
    var key = key.raw
    return state.directString(fastser_reader_string(handle, &key))
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Data {
    var key = key.raw
    return state.directData(fastser_reader_data(handle, &key))
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Date {
    var key = key.raw
    return Date(timeIntervalSinceReferenceDate: fastser_reader_apple_date(handle, &key))
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UUID {
    var key = key.raw
    return UUID(uuid: fastser_reader_uuid(handle, &key).bytes)
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Bool] { array(key, UInt32(FASTSER_TYPE_BOOL)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int] { array(key, UInt32(Int.bitWidth == 64 ? FASTSER_TYPE_I64 : FASTSER_TYPE_I32)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int8] { array(key, UInt32(FASTSER_TYPE_I8)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int16] { array(key, UInt32(FASTSER_TYPE_I16)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int32] { array(key, UInt32(FASTSER_TYPE_I32)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int64] { array(key, UInt32(FASTSER_TYPE_I64)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt] { array(key, UInt32(UInt.bitWidth == 64 ? FASTSER_TYPE_U64 : FASTSER_TYPE_U32)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt8] { array(key, UInt32(FASTSER_TYPE_U8)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt16] { array(key, UInt32(FASTSER_TYPE_U16)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt32] { array(key, UInt32(FASTSER_TYPE_U32)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt64] { array(key, UInt32(FASTSER_TYPE_U64)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Float] { array(key, UInt32(FASTSER_TYPE_F32)) }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Double] { array(key, UInt32(FASTSER_TYPE_F64)) }

  /// A list of so many floats; zeros, and an error, where it is something else. None: zeros.
  @usableFromInline
  mutating func doubles(_ key: FastserKey, _ count: Int) -> (Double, Double, Double, Double) {
    var values = (0.0, 0.0, 0.0, 0.0)
    var key = key.raw
    var array = fastser_reader_array(handle, &key)
    if array.code == UInt32(FASTSER_TYPE_NULL) { return values }
    if array.count != count
      || fastser_array_copy(&array, UInt32(FASTSER_TYPE_F64), &values, count) != FASTSER_OK
    {
      fail(.typeMismatch, "a list of another length than \(count) floats")
      return (0, 0, 0, 0)
    }
    return values
  }
  public mutating func read(_ key: FastserKey) -> CGRect {
    let n = doubles(key, 4)
    return CGRect(x: n.0, y: n.1, width: n.2, height: n.3)
  }
  public mutating func read(_ key: FastserKey) -> CGPoint {
    let n = doubles(key, 2)
    return CGPoint(x: n.0, y: n.1)
  }
  public mutating func read(_ key: FastserKey) -> CGSize {
    let n = doubles(key, 2)
    return CGSize(width: n.0, height: n.1)
  }

  @usableFromInline
  mutating func array<T: Decodable>(_ key: FastserKey, _ code: UInt32) -> [T] {
    var raw = key.raw
    if fastser_reader_peek_element(handle, &raw) != code { return otherArray(key) }
    var array = fastser_reader_array(handle, &raw)
    if array.count == 0 || array.code != code { return [] }
    return [T](unsafeUninitializedCapacity: array.count) { to, filled in
      let status = fastser_array_copy(
        &array, code, UnsafeMutableRawPointer(to.baseAddress), array.count)
      filled = status == FASTSER_OK ? array.count : 0
    }
  }

  /// Numbers of other widths, in lists of any, in objects that are lists; data as bytes.
  @inline(never)
  private mutating func otherArray<T: Decodable>(_ key: FastserKey) -> [T] {
    guard isPresent(key) else { return [] }
    do { return try state.decode([T].self, state.named(key)) } catch {
      if state.failure == nil { fail(.typeMismatch, "an array of another type") }
      return []
    }
  }

  /// The values of a record. A record that is missing is an error; see the form that may be nil.
  @inlinable
  public mutating func read<T: FastSerializable>(_ key: FastserKey) throws -> T {
    var raw = key.raw
    if fastser_reader_begin_record(handle, &raw) == 0 { throw missing(T.self, key) }
    defer { fastser_reader_end_record(handle) }
    return try T(from: &self)
  }
  @inlinable
  public mutating func read<T: FastSerializable>(_ key: FastserKey) throws -> T? {
    var key = key.raw
    if fastser_reader_begin_record(handle, &key) == 0 { return nil }
    defer { fastser_reader_end_record(handle) }
    return try T(from: &self)
  }
  @inlinable
  public mutating func read<T: FastSerializable>(_ key: FastserKey) throws -> [T] {
    var key = key.raw
    return try list(&key)
  }
  /// An object, which may not have its values yet; nil where there is none.
  public mutating func read<T: FastserObject>(_ key: FastserKey) throws -> T? {
    var key = key.raw
    return try state.object(T.self, &key)
  }
  public mutating func read<T: FastserObject>(_ key: FastserKey) throws -> [T] {
    var raw = key.raw
    var count: UInt64 = 0
    var objects: [T] = []
    if fastser_reader_begin_list(handle, &raw, &count) == 0 { return [] }
    defer { fastser_reader_end_list(handle) }
    objects.reserveCapacity(state.room(Int(clamping: count)))
    while fastser_reader_is_at_end(handle) == 0 {
      guard let object = try state.object(T.self, nil) else { throw missing(T.self, key) }
      objects.append(object)
    }
    return objects
  }
  /// A value of any Codable type. Collections that are missing are empty; another value that is missing
  /// is an error, see the form that may be nil.
  @_disfavoredOverload
  public mutating func read<T: Decodable>(_ key: FastserKey) throws -> T { try codable(key) }

  private mutating func codable<T: Decodable>(_ key: FastserKey) throws -> T {
    let named = state.named(key)
    do { return try state.decode(T.self, named) } catch {
      guard state.failure == nil, !isPresent(key) else { throw error }
      if let type = T.self as? any HasNothing.Type, let nothing = type.nothing as? T { return nothing }
      throw contains(key) ? error : state.notFound(named)
    }
  }
  /// The next value without a name: an element of a ``list(_:_:)``, or the field that an object *is*, as
  /// those of Foundation's collections (docs/foundation.md).
  public mutating func read<T: Decodable>() throws -> T {
    try state.decode(T.self, nil)
  }
  @_disfavoredOverload
  public mutating func read<T: FastserObject>() throws -> T? {
    try state.object(T.self, nil)
  }
  /// Calls `element` for each element of a list, which it has to read. No list: it is not called.
  public mutating func list(
    _ key: FastserKey? = nil, _ element: (inout FastserReader) throws -> Void
  ) rethrows {
    var count: UInt64 = 0
    if var key = key?.raw {
      if fastser_reader_begin_list(handle, &key, &count) == 0 { return }
    } else if fastser_reader_begin_list(handle, nil, &count) == 0 {
      return
    }
    defer { fastser_reader_end_list(handle) }
    while fastser_reader_is_at_end(handle) == 0 { try element(&self) }
  }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Bool? { isPresent(key) ? read(key) as Bool : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int? { isPresent(key) ? read(key) as Int : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int8? { isPresent(key) ? read(key) as Int8 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int16? { isPresent(key) ? read(key) as Int16 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int32? { isPresent(key) ? read(key) as Int32 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Int64? { isPresent(key) ? read(key) as Int64 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt? { isPresent(key) ? read(key) as UInt : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt8? { isPresent(key) ? read(key) as UInt8 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt16? { isPresent(key) ? read(key) as UInt16 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt32? { isPresent(key) ? read(key) as UInt32 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UInt64? { isPresent(key) ? read(key) as UInt64 : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Float? { isPresent(key) ? read(key) as Float : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Double? { isPresent(key) ? read(key) as Double : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> String? { isPresent(key) ? read(key) as String : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Data? { isPresent(key) ? read(key) as Data : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> Date? { isPresent(key) ? read(key) as Date : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> UUID? { isPresent(key) ? read(key) as UUID : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Bool]? { isPresent(key) ? read(key) as [Bool] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int]? { isPresent(key) ? read(key) as [Int] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int8]? { isPresent(key) ? read(key) as [Int8] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int16]? { isPresent(key) ? read(key) as [Int16] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int32]? { isPresent(key) ? read(key) as [Int32] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Int64]? { isPresent(key) ? read(key) as [Int64] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt]? { isPresent(key) ? read(key) as [UInt] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt8]? { isPresent(key) ? read(key) as [UInt8] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt16]? { isPresent(key) ? read(key) as [UInt16] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt32]? { isPresent(key) ? read(key) as [UInt32] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [UInt64]? { isPresent(key) ? read(key) as [UInt64] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Float]? { isPresent(key) ? read(key) as [Float] : nil }
  @inlinable
  public mutating func read(_ key: FastserKey) -> [Double]? { isPresent(key) ? read(key) as [Double] : nil }
  public mutating func read(_ key: FastserKey) -> CGRect? { isPresent(key) ? read(key) as CGRect : nil }
  public mutating func read(_ key: FastserKey) -> CGPoint? { isPresent(key) ? read(key) as CGPoint : nil }
  public mutating func read(_ key: FastserKey) -> CGSize? { isPresent(key) ? read(key) as CGSize : nil }
  @inlinable
  public mutating func read<T: FastSerializable>(_ key: FastserKey) throws -> [T]? {
    isPresent(key) ? try read(key) as [T] : nil
  }
  public mutating func read<T: FastserObject>(_ key: FastserKey) throws -> [T]? {
    isPresent(key) ? try read(key) as [T] : nil
  }
  /// Elements that may be nil; without these forms, lists of numbers would be read for them.
  public mutating func read<T: Decodable>(_ key: FastserKey) throws -> [T?] {
    try codable(key)
  }
  public mutating func read<T: Decodable>(_ key: FastserKey) throws -> [T?]? {
    try codable(key)
  }

  @usableFromInline
  func isPresent(_ key: FastserKey) -> Bool {
    var key = key.raw
    return fastser_reader_is_nothing(handle, &key) == 0
  }

  @inlinable
  mutating func list<T: FastSerializable>(_ key: UnsafePointer<fastser_key>?) throws -> [T] {
    var count: UInt64 = 0
    var values: [T] = []
    if fastser_reader_begin_list(handle, key, &count) == 0 { return values }
    defer { fastser_reader_end_list(handle) }
    values.reserveCapacity(Int(min(count, 1 << 16)))
    while fastser_reader_is_at_end(handle) == 0 {
      if fastser_reader_begin_record(handle, nil) == 0 { throw missing(T.self) }
      defer { fastser_reader_end_record(handle) }
      values.append(try T(from: &self))
    }
    return values
  }

  @inlinable
  mutating func root<T: FastSerializable>() throws -> T {
    if !state.rootIsOpen {
      if fastser_reader_begin_record(handle, nil) == 0 { throw missing(T.self) }
      defer { fastser_reader_end_record(handle) }
      return try T(from: &self)
    }
    state.rootIsOpen = false  // what comes next is in it
    return try T(from: &self)
  }

  @usableFromInline
  func missing(_ type: Any.Type, _ key: FastserKey? = nil) -> any Error {
    if let failure = state.failure { return failure }
    let name = key.map { PathKey(state.named($0)).stringValue }
    return FastserError(
      status: .typeMismatch, offset: Int(clamping: fastser_reader_offset(handle)), path: name ?? "",
      message: "there is no " + (name.map { "\($0), a \(type)" } ?? "\(type)"))
  }
}

/// Types that have a value where a field is missing.
private protocol HasNothing {
  static var nothing: Self { get }
}
extension Array: HasNothing { static var nothing: Self { [] } }
extension ContiguousArray: HasNothing { static var nothing: Self { [] } }
extension Set: HasNothing { static var nothing: Self { [] } }
extension Dictionary: HasNothing { static var nothing: Self { [:] } }
extension Optional: HasNothing { static var nothing: Self { nil } }

extension Decoding {
  func notFound(_ key: KeyPointer) -> DecodingError {
    let name = PathKey(key)
    return .keyNotFound(
      name, context("there is no key \"\(name.stringValue)\"", path(top, nil), .typeMismatch))
  }

  @usableFromInline
  func directString(_ text: fastser_text) -> String { string(text) }
  @usableFromInline
  func directData(_ view: fastser_view) -> Data { data(view) }

  func named(_ key: FastserKey) -> KeyPointer {
    keys.pointer(
      text: String(
        decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: key.text), count: key.size),
        as: UTF8.self), number: nil)
  }

  /// An object of a class, or of one of its subclasses that was registered.
  func object<T: FastserObject>(_: T.Type, _ key: UnsafePointer<fastser_key>?) throws -> T? {
    let start = fastser_reader_begin_object_or_later(reader, key)
    switch start.kind {
    case FASTSER_OBJECT_NIL: return nil
    case FASTSER_OBJECT_REFERENCE:
      guard let known = fastser_reader_object(reader, start.number) else {
        // One that was tried in vain.
        if fastser_reader_begin_again(reader, start.number) != 0 { return try readNew(T.self, start.number) }
        break
      }
      let object = Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue()
      if type(of: object) == T.self { return unsafeDowncast(object, to: T.self) }
      if let object = object as? T { return object }
    case FASTSER_OBJECT_NEW: return try readNew(T.self, start.number)
    default: return make(T.self, start.number)
    }
    throw failure
      ?? FastserError(
        status: .badReference, offset: Int(clamping: fastser_reader_offset(reader)),
        message: "a reference to an object of another class than \(T.self)")
  }

  private func make<T: FastserObject>(_: T.Type, _ number: UInt32) -> T {
    let type = classOf(number) as? T.Type ?? T.self
    let object = type.init()
    made.append(object)
    fastser_reader_set_object(reader, number, Unmanaged.passUnretained(object as AnyObject).toOpaque())
    return object
  }

  /// An object whose fields follow.
  private func readNew<T: FastserObject>(_: T.Type, _ number: UInt32) throws -> T {
    defer { fastser_reader_end_object(reader) }
    let before = madeHere.count
    madeHere.append(number)
    let object = make(T.self, number)
    var from = FastserReader(self)
    do { try object.read(from: &from) } catch {
      // Nor are those handed out that were made for it, which may refer to it.
      for number in madeHere[before...] { fastser_reader_set_object(reader, number, nil) }
      madeHere.removeSubrange(before...)
      throw error
    }
    return object
  }

  private func classOf(_ object: UInt32) -> Any.Type? {
    if classes.isEmpty { return nil }
    let number = fastser_reader_object_class(reader, object)
    return number == noNumber ? nil : classes[makeString(fastser_reader_class_name_of(reader, number))]
  }

  /// The fields of objects that lie behind the root.
  func readPending() throws {
    var number: UInt32 = 0
    while !made.isEmpty, fastser_reader_begin_pending(reader, &number) != 0 {
      defer { fastser_reader_end_object(reader) }
      guard let known = fastser_reader_object(reader, number) else { continue }
      let object = Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue()
      var from = FastserReader(self)
      func read<T: FastserObject>(_: T.Type) throws {
        try unsafeDowncast(object, to: T.self).read(from: &from)
      }
      if let type = facts.of(type(of: object)).pointee.object { try read(type) }
    }
  }
}
