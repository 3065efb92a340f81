// SPDX-License-Identifier: MIT
//
// Single values: what the archive has, as the type that is asked for. Integers of any width that fit;
// floats from integers that they hold; nothing else is turned into another kind of value.
import CFastser
import Foundation

extension Decoding {
  // ---- numbers

  @inline(__always)
  func number<T>(
    _ type: T.Type, _ key: KeyPointer?, _ code: Int32,
    _ read: (OpaquePointer?, UnsafePointer<fastser_key>?) -> T
  ) throws -> T where T: FixedWidthInteger {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(code) { return read(reader, raw(key)) }
    return try integer(type, key, found)
  }

  @inline(never)
  func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: KeyPointer?, _ found: UInt32) throws -> T {
    var position = fastser_reader_position(reader, raw(key))
    let value: T?
    switch Int32(bitPattern: found) {
    case FASTSER_TYPE_I8, FASTSER_TYPE_I16, FASTSER_TYPE_I32, FASTSER_TYPE_I64, FASTSER_TYPE_VAR_I16,
      FASTSER_TYPE_VAR_I32, FASTSER_TYPE_VAR_I64, FASTSER_TYPE_U8, FASTSER_TYPE_U16, FASTSER_TYPE_U32,
      FASTSER_TYPE_VAR_U16, FASTSER_TYPE_VAR_U32:
      if fastser_reader_begin_at(reader, &position) == 0 { throw mismatch(type, key, found) }
      value = T(exactly: fastser_reader_i64(reader, nil))
    case FASTSER_TYPE_U64, FASTSER_TYPE_VAR_U64:
      if fastser_reader_begin_at(reader, &position) == 0 { throw mismatch(type, key, found) }
      value = T(exactly: fastser_reader_u64(reader, nil))
    default: throw mismatch(type, key, found)
    }
    fastser_reader_end_at(reader)
    guard let value else {
      throw corrupted("an integer that does not fit into \(type)", key, .typeMismatch)
    }
    if key == nil { fastser_reader_skip(reader, nil) }
    return value
  }

  func bool(_ key: KeyPointer?) throws -> Bool {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_BOOL) { return fastser_reader_bool(reader, raw(key)) != 0 }
    // What BOOL is on some of Apple's systems. u8 is a number: what becomes of 0 and 1 in JSON.
    if found == UInt32(FASTSER_TYPE_I8) {
      var position = fastser_reader_position(reader, raw(key))
      if fastser_reader_begin_at(reader, &position) == 0 { throw mismatch(Bool.self, key, found) }
      let value = fastser_reader_i64(reader, nil)
      fastser_reader_end_at(reader)
      if value == 0 || value == 1 {
        if key == nil { fastser_reader_skip(reader, nil) }
        return value == 1
      }
    }
    throw mismatch(Bool.self, key, found)
  }

  @inline(__always)
  func double(_ key: KeyPointer?) throws -> Double {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_F64) {
      return Double(bitPattern: fastser_reader_f64_bits(reader, raw(key)))
    }
    return try floating(Double.self, key, found)
  }

  /// A number of another type: integers if they can be kept as they are; floats are rounded.
  @inline(never)
  private func floating<F: BinaryFloatingPoint>(_ type: F.Type, _ key: KeyPointer?, _ found: UInt32)
    throws -> F
  {
    let code = Int32(bitPattern: found)
    switch code {
    case FASTSER_TYPE_F32, FASTSER_TYPE_F64, FASTSER_TYPE_I8...FASTSER_TYPE_U64,
      FASTSER_TYPE_VAR_I16...FASTSER_TYPE_VAR_U64:
      break
    default: throw mismatch(type, key, found)
    }
    var position = fastser_reader_position(reader, raw(key))
    if fastser_reader_begin_at(reader, &position) == 0 { throw mismatch(type, key, found) }
    let value: F?
    switch code {
    case FASTSER_TYPE_F32: value = F(Float(bitPattern: fastser_reader_f32_bits(reader, nil)))
    case FASTSER_TYPE_F64:
      let wide = Double(bitPattern: fastser_reader_f64_bits(reader, nil))
      let near = F(wide)
      value = near.isInfinite && wide.isFinite ? nil : near
    case FASTSER_TYPE_U64, FASTSER_TYPE_VAR_U64: value = F(exactly: fastser_reader_u64(reader, nil))
    default: value = F(exactly: fastser_reader_i64(reader, nil))
    }
    fastser_reader_end_at(reader)
    guard let value else {
      throw corrupted("a number that does not fit into \(type)", key, .typeMismatch)
    }
    if key == nil { fastser_reader_skip(reader, nil) }
    return value
  }

  func float(_ key: KeyPointer?) throws -> Float {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_F32) {
      return Float(bitPattern: fastser_reader_f32_bits(reader, raw(key)))
    }
    return try floating(Float.self, key, found)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func wide<T: FixedWidthInteger>(_ type: T.Type, _ key: KeyPointer?) throws -> T {
    let found = fastser_reader_peek(reader, raw(key))
    if !isText(found) { return try integer(type, key, found) }
    guard let value = T(makeString(fastser_reader_string(reader, raw(key)))) else {
      throw corrupted("text that is no \(type)", key, .typeMismatch)
    }
    return value
  }

  // ---- texts and data

  @inline(__always)
  func string(_ key: KeyPointer?) throws -> String {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_SHARED_STRING) || found == UInt32(FASTSER_TYPE_STRING) {
      return string(fastser_reader_string(reader, raw(key)))
    }
    return try otherString(key, found)
  }

  @inline(never)
  private func otherString(_ key: KeyPointer?, _ found: UInt32) throws -> String {
    if isText(found) { return string(fastser_reader_string(reader, raw(key))) }
    return try wrapped(String.self, key, found) { inner in
      guard self.isText(fastser_reader_peek(self.reader, raw(inner))) else {
        throw self.mismatch(String.self, key, found)
      }
      return self.string(fastser_reader_string(self.reader, raw(inner)))
    }
  }

  /// The value in an object that has nothing else, as Foundation's mutable strings are.
  @inline(never)
  func wrapped<R>(_ type: Any.Type, _ key: KeyPointer?, _ found: UInt32, _ read: (KeyPointer?) throws -> R)
    throws -> R
  {
    guard found == UInt32(FASTSER_TYPE_REF) || found == UInt32(FASTSER_TYPE_ANY_REF) else {
      throw mismatch(type, key, found)
    }
    try beginObject(type, key)
    defer { fastser_reader_end_object(reader) }
    guard isWrapper() else { throw mismatch(type, key, found) }
    return try read(nil)
  }

  func data(_ key: KeyPointer?) throws -> Data {
    let found = fastser_reader_peek(reader, raw(key))
    switch Int32(bitPattern: found) {
    case FASTSER_TYPE_SHARED_DATA, FASTSER_TYPE_DATA, FASTSER_TYPE_BITS:
      return data(fastser_reader_data(reader, raw(key)))
    case FASTSER_TYPE_LIST, FASTSER_TYPE_ARRAY:
      guard fastser_reader_peek_element(reader, raw(key)) == UInt32(FASTSER_TYPE_U8) else { break }
      let array = fastser_reader_array(reader, raw(key))
      return Data(UnsafeRawBufferPointer(start: array.data, count: array.count))
    default:
      return try wrapped(Data.self, key, found) { try self.data($0) }
    }
    throw mismatch(Data.self, key, found)
  }

  // ---- Foundation's values

  @inline(__always)
  func date(_ key: KeyPointer?) throws -> Date {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_APPLE_DATE) {
      return Date(timeIntervalSinceReferenceDate: fastser_reader_apple_date(reader, raw(key)))
    }
    guard found == UInt32(FASTSER_TYPE_DATE) else { throw mismatch(Date.self, key, found) }
    let date = fastser_reader_date(reader, raw(key))
    let seconds = Double(date.seconds) - Date.timeIntervalBetween1970AndReferenceDate
    return Date(timeIntervalSinceReferenceDate: seconds + Double(date.nanoseconds) / 1e9)
  }

  func uuid(_ key: KeyPointer?) throws -> UUID {
    let found = fastser_reader_peek(reader, raw(key))
    guard found == UInt32(FASTSER_TYPE_UUID) else { throw mismatch(UUID.self, key, found) }
    return UUID(uuid: fastser_reader_uuid(reader, raw(key)).bytes)
  }

  func url(_ key: KeyPointer?) throws -> URL {
    let found = fastser_reader_peek(reader, raw(key))
    if isText(found) {
      guard let url = makeURL(fastser_reader_url(reader, raw(key))) else {
        throw corrupted("text that is no URL", key, .typeMismatch)
      }
      return url
    }
    guard found == UInt32(FASTSER_TYPE_REF) || found == UInt32(FASTSER_TYPE_ANY_REF) else {
      throw mismatch(URL.self, key, found)
    }
    try beginObject(URL.self, key)
    defer { fastser_reader_end_object(reader) }
    if isWrapper() { return try url(nil) }
    let base = keys.pointer(text: "base", number: nil)
    let baseURL = fastser_reader_is_nothing(reader, raw(base)) != 0 ? nil : try url(base)
    let relative = try string(keys.pointer(text: "relative", number: nil))
    guard let url = URL(string: relative, relativeTo: baseURL) else {
      throw corrupted("text that is no URL", key, .typeMismatch)
    }
    return url
  }

  func decimal(_ key: KeyPointer?) throws -> Decimal {
    let found = fastser_reader_peek(reader, raw(key))
    switch Int32(bitPattern: found) {
    case FASTSER_TYPE_DECIMAL: return Decimal(fastser_reader_decimal(reader, raw(key)))
    case FASTSER_TYPE_U64, FASTSER_TYPE_VAR_U64:
      return Decimal(try integer(UInt64.self, key, found))
    case FASTSER_TYPE_I8...FASTSER_TYPE_I64, FASTSER_TYPE_VAR_I16...FASTSER_TYPE_VAR_I64:
      return Decimal(try integer(Int64.self, key, found))
    default: break
    }
    return try wrapped(Decimal.self, key, found) { inner in
      let text = try self.string(inner)
      guard let value = text == "NaN" ? Decimal.nan : Decimal(string: text) else {
        throw self.corrupted("text that is no decimal", key, .typeMismatch)
      }
      return value
    }
  }

  // ---- any type

  func decode<T: Decodable>(_ type: T.Type, _ key: KeyPointer?, _ scope: ReadScope? = nil) throws -> T {
    try decode(type, key, facts.of(T.self), scope)
  }

  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, _ key: KeyPointer?, _ facts: Facts, _ scope: ReadScope?
  ) throws -> T {
    if facts.pointee.kind == .codable {
      let place = try push(key, scope)
      do {
        let value = try T(from: ValueDecoder(state: self, place: place))
        pop()
        return value
      } catch {
        unwind(to: place)
        throw error
      }
    }
    return try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { slot in
      let value = slot.baseAddress.unsafelyUnwrapped
      try decodeKnown(UnsafeMutableRawPointer(value), key, facts, T.self, scope)
      return value.move()
    }
  }

  @inline(never)
  func decodeKnown(
    _ to: UnsafeMutableRawPointer, _ key: KeyPointer?, _ facts: Facts, _ type: Any.Type,
    _ scope: ReadScope?
  ) throws {
    func put<V>(_ value: V) { to.initializeMemory(as: V.self, to: value) }
    switch facts.pointee.kind {
    case .bool: put(try bool(key))
    case .int: put(try int(key))
    case .int8: put(try number(Int8.self, key, FASTSER_TYPE_I8, fastser_reader_i8))
    case .int16: put(try number(Int16.self, key, FASTSER_TYPE_I16, fastser_reader_i16))
    case .int32: put(try number(Int32.self, key, FASTSER_TYPE_I32, fastser_reader_i32))
    case .int64: put(try number(Int64.self, key, FASTSER_TYPE_I64, fastser_reader_i64))
    case .uint: put(try uint(key))
    case .uint8: put(try number(UInt8.self, key, FASTSER_TYPE_U8, fastser_reader_u8))
    case .uint16: put(try number(UInt16.self, key, FASTSER_TYPE_U16, fastser_reader_u16))
    case .uint32: put(try number(UInt32.self, key, FASTSER_TYPE_U32, fastser_reader_u32))
    case .uint64: put(try number(UInt64.self, key, FASTSER_TYPE_U64, fastser_reader_u64))
    case .float: put(try float(key))
    case .double: put(try double(key))
    case .string: put(try string(key))
    case .data: put(try data(key))
    case .date: put(try date(key))
    case .url: put(try url(key))
    case .uuid: put(try uuid(key))
    case .decimal: put(try decimal(key))
    case .collection:
      guard let known = facts.pointee.decoder else { throw mismatch(type, key, 0) }
      try known.decode(from: self, key, scope, into: to)
    case .direct:
      try direct(to, key, facts.pointee.direct.unsafelyUnwrapped)
    case .object:
      guard let object = try object(facts.pointee.object.unsafelyUnwrapped, raw(key)) else {
        throw mismatch(type, key, UInt32(FASTSER_TYPE_NULL))
      }
      to.initializeMemory(as: AnyObject.self, to: object)
    case .reference:
      guard let object = try reference(key, facts.pointee.reference.unsafelyUnwrapped, scope) else {
        throw mismatch(type, key, UInt32(FASTSER_TYPE_NULL))
      }
      to.initializeMemory(as: AnyObject.self, to: object)
    case .codable: break
    }
  }

  @inline(__always)
  func int(_ key: KeyPointer?) throws -> Int {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_I64) && Int.bitWidth == 64 {
      return Int(truncatingIfNeeded: fastser_reader_i64(reader, raw(key)))
    }
    return try integer(Int.self, key, found)
  }

  @inline(__always)
  func uint(_ key: KeyPointer?) throws -> UInt {
    let found = fastser_reader_peek(reader, raw(key))
    if found == UInt32(FASTSER_TYPE_U64) && UInt.bitWidth == 64 {
      return UInt(truncatingIfNeeded: fastser_reader_u64(reader, raw(key)))
    }
    return try integer(UInt.self, key, found)
  }

  private func direct<T: FastSerializable>(
    _ to: UnsafeMutableRawPointer, _ key: KeyPointer?, _: T.Type
  ) throws {
    if rootIsOpen, key == nil, isOpenRoot(top + 1) {
      rootIsOpen = false  // what comes next is in it
      defer { rootIsOpen = true }
      var from = FastserReader(self)
      to.initializeMemory(as: T.self, to: try T(from: &from))
      return
    }
    let found = fastser_reader_peek(reader, raw(key))
    let isObject = found == UInt32(FASTSER_TYPE_REF) || found == UInt32(FASTSER_TYPE_ANY_REF)
    if isObject {
      try beginObject(T.self, key)
    } else if !isRecord(found) || fastser_reader_begin_record(reader, raw(key)) == 0 {
      throw mismatch(T.self, key, found)
    }
    defer {
      if isObject { fastser_reader_end_object(reader) } else { fastser_reader_end_record(reader) }
    }
    var from = FastserReader(self)
    to.initializeMemory(as: T.self, to: try T(from: &from))
  }

  @inline(__always)
  func isRecord(_ code: UInt32) -> Bool {
    code == UInt32(FASTSER_TYPE_RECORD) || code == UInt32(FASTSER_TYPE_ANY_RECORD)
      || code == UInt32(FASTSER_TYPE_OWNED_ANY)
  }

  /// An object of a class that keeps its identity; nil where there is none. It is known by its number
  /// before its fields are read, so that they may lead back to it.
  func reference(_ key: KeyPointer?, _ expected: any FastserReference.Type, _ scope: ReadScope?) throws
    -> AnyObject?
  {
    let found = fastser_reader_peek(reader, raw(key))
    guard found == UInt32(FASTSER_TYPE_REF) || found == UInt32(FASTSER_TYPE_ANY_REF) else {
      if found == UInt32(FASTSER_TYPE_NULL), key == nil || contains(key!) { return nil }
      throw mismatch(expected, key, found)
    }
    let start = fastser_reader_begin_object(reader, raw(key))
    switch start.kind {
    case FASTSER_OBJECT_NIL:
      if failure != nil { throw corrupted("", key) }
      return nil
    case FASTSER_OBJECT_NEW: break
    default:
      if let known = object(start.number) {
        guard let known = known as? any FastserReference, isKind(known, expected) else {
          throw corrupted("a reference to an object of another class", key, .badReference)
        }
        return known
      }
      // One that was tried in vain.
      if fastser_reader_begin_again(reader, start.number) == 0 {
        throw corrupted("an object whose values are not known yet", key, .badReference)
      }
    }
    let type = className().flatMap { classes[$0] as? any FastserReference.Type } ?? expected
    let place: ReadPlace
    do { place = try push(key, scope) } catch {
      fastser_reader_end_object(reader)
      throw error
    }
    let level = level(place)
    level.pointee.opened = .fields
    level.pointee.ends = .object
    if isWrapper() {  // a list, or a value
      level.pointee.opened = .nothing
      level.pointee.key = nil
    }
    let before = objectCount
    do {
      let made = type.init()
      guard isKind(made, expected) else {
        throw corrupted("\(type) where \(expected) was asked for", key, .typeMismatch)
      }
      setObject(start.number, made)
      try made.decode(from: ValueDecoder(state: self, place: place))
      pop()
      return made
    } catch {
      forgetObjects(from: before)
      unwind(to: place)
      throw error
    }
  }

  private func contains(_ key: KeyPointer) -> Bool { fastser_reader_contains(reader, raw(key)) != 0 }

  private func isKind<T: FastserReference>(_ object: any FastserReference, _: T.Type) -> Bool {
    object is T
  }

  func className() -> String? {
    if classes.isEmpty { return nil }
    return makeString(fastser_reader_class_name(reader, 0))
  }
}

// ---- decimals

extension fastser_decimal {
  /// nil: it has more digits, or a larger exponent, than 96 bits and a scale of 28 can say.
  init?(_ value: Decimal) {
    if value.isNaN { return nil }
    self.init()
    var digits = Array(value.significand.description.utf8.filter { $0 >= 0x30 && $0 <= 0x39 })
    var exponent = value.exponent
    let isZero = digits.allSatisfy { $0 == 0x30 }
    if isZero { (digits, exponent) = ([0x30], max(-28, min(exponent, 0))) }
    // Exponents that are too large go into the digits, those that are too small come out of them.
    while exponent < -28, digits.last == 0x30, digits.count > 1 {
      digits.removeLast()
      exponent += 1
    }
    guard exponent >= -28, digits.count + max(0, exponent) <= 29 else { return nil }
    digits += repeatElement(0x30, count: max(0, exponent))
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    for digit in digits {
      words.0 = words.0 * 10 + UInt64(digit - 0x30)
      words.1 = words.1 * 10 + words.0 >> 32
      words.2 = words.2 * 10 + words.1 >> 32
      words.0 &= 0xFFFF_FFFF
      words.1 &= 0xFFFF_FFFF
      if words.2 >> 32 != 0 { return nil }
    }
    low = UInt32(words.0)
    middle = UInt32(words.1)
    high = UInt32(words.2)
    scale = UInt8(max(0, -exponent))
    negative = value.isSignMinus && !isZero ? 1 : 0
  }
}

extension Decimal {
  init(_ raw: fastser_decimal) {
    let low = Decimal(UInt64(raw.middle) << 32 | UInt64(raw.low))
    let high = Decimal(raw.high) * Decimal(sign: .plus, exponent: 0, significand: Decimal(UInt64.max) + 1)
    self.init(
      sign: raw.negative != 0 ? .minus : .plus, exponent: -Int(raw.scale), significand: low + high)
  }
}
