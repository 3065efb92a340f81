// SPDX-License-Identifier: MIT
//
// How a decode goes into containers and takes what they hold: fields by their names, elements in
// order. Records, maps, lists and objects are opened for whatever kind of container a program asks
// for, where they can be read as one.
import CFastser

extension Decoding {
  // ---- containers

  /// Makes a value's fields, its entries or its elements the next to be read.
  func open(_ place: ReadPlace, _ wanted: Opened, _ type: Any.Type, entries: Bool = false) throws {
    try enter(place)
    let level = level(place)
    switch level.pointee.opened {
    case .nothing, .single: break
    case .taken where level.pointee.key != nil: break
    case .taken: throw corrupted("a value was read twice", nil, .usage)
    case .absent: throw absent(type)
    case .fields where wanted == .fields, .map where wanted == .fields,
      .elements where wanted == .elements:
      if wanted == .elements { level.pointee.index = 0 }  // not reached by Codable's own types
      return
    case .fields, .map, .elements: throw mismatch(type, nil, wanted == .fields ? UInt32(FASTSER_TYPE_LIST) : UInt32(FASTSER_TYPE_RECORD))
    }
    if isOpenRoot(place) {
      if wanted != .fields { throw mismatch(type, nil, UInt32(FASTSER_TYPE_RECORD)) }
      level.pointee.opened = .fields
      return
    }
    let (opened, ends) = (level.pointee.opened, level.pointee.ends)
    var position = fastser_position()
    do { try openValue(place, level, wanted, type, entries, &position) } catch {
      if level.pointee.ends == ends || failure != nil { throw error }
      // It may be asked for as another kind of container yet: what was opened in vain is left.
      level.pointee.ends.subtract(ends)
      end(level)
      (level.pointee.opened, level.pointee.ends) = (opened, ends)
      if fastser_position_is_valid(&position) != 0 { setRetry(place, position) }
      throw error
    }
  }

  /// `position`: where the value is, if it has no key, and may be opened in vain.
  @inline(__always)
  private func openValue(
    _ place: ReadPlace, _ level: UnsafeMutablePointer<DecodeLevel>, _ wanted: Opened, _ type: Any.Type,
    _ entries: Bool, _ position: inout fastser_position
  ) throws {
    var key = level.pointee.key
    if level.pointee.hasRetry {
      position = retry(place)
      if fastser_reader_begin_at(reader, &position) == 0 { throw corrupted("", nil) }
      level.pointee.ends.insert(.place)
      level.pointee.hasRetry = false
      key = nil
    }
    var code = fastser_reader_peek(reader, raw(key))
    let isObject = code == UInt32(FASTSER_TYPE_REF) || code == UInt32(FASTSER_TYPE_ANY_REF)
    let isMap = code == UInt32(FASTSER_TYPE_MAP) || code == UInt32(FASTSER_TYPE_ORDERED_MAP)
    if key == nil, !level.pointee.ends.contains(.place),
      isObject || (wanted == .elements ? isRecord(code) : isMap)
    {
      position = fastser_reader_position(reader, nil)
    }
    if isObject {
      try openObject(level, &key, &code, type)
      if level.pointee.opened == .fields {
        if wanted == .fields { return }
        level.pointee.opened = .nothing
      }
    }
    let k = raw(key)
    switch (Int32(code), wanted) {
    case (FASTSER_TYPE_RECORD, _), (FASTSER_TYPE_ANY_RECORD, _), (FASTSER_TYPE_OWNED_ANY, _):
      if fastser_reader_begin_record(reader, k) == 0 { throw mismatch(type, key, UInt32(FASTSER_TYPE_NULL)) }
      level.pointee.ends.insert(.record)
      // Records without names are read as lists are.
      if wanted == .elements {
        if hasNames() { throw mismatch(type, key, code) }
        level.pointee.count = fieldCount()
      }
      level.pointee.opened = wanted
    case (FASTSER_TYPE_MAP, .fields), (FASTSER_TYPE_ORDERED_MAP, .fields):
      var count: UInt64 = 0
      if fastser_reader_begin_map(reader, k, &count) == 0 { throw mismatch(type, key, code) }
      level.pointee.ends.insert(.map)
      level.pointee.map = Unmanaged.passRetained(try index(count))
      level.pointee.opened = .map
    case (FASTSER_TYPE_MAP, .elements) where entries,
      (FASTSER_TYPE_ORDERED_MAP, .elements) where entries:
      var count: UInt64 = 0
      if fastser_reader_begin_map(reader, k, &count) == 0 { throw mismatch(type, key, code) }
      level.pointee.ends.insert(.map)
      level.pointee.count = Int(clamping: 2 * count)
      level.pointee.opened = .elements
    case (FASTSER_TYPE_LIST, .elements), (FASTSER_TYPE_SET, .elements), (FASTSER_TYPE_ARRAY, .elements),
      (FASTSER_TYPE_TUPLE, .elements):
      var count: UInt64 = 0
      if fastser_reader_begin_list(reader, k, &count) == 0 { throw mismatch(type, key, code) }
      level.pointee.ends.insert(.list)
      level.pointee.isSet = code == UInt32(FASTSER_TYPE_SET)
      level.pointee.count = Int(clamping: count)
      level.pointee.opened = .elements
    default:
      throw mismatch(type, key, code)
    }
  }

  /// Whether it is the root, and a record without a class, which is open from the start.
  @inline(__always)
  func isOpenRoot(_ place: ReadPlace) -> Bool {
    rootIsOpen && place.scope == nil && isOpenRoot(Int(place.level))
  }

  /// The same of a level: those around it only hand the root down, as optionals do.
  func isOpenRoot(_ level: Int) -> Bool {
    guard rootIsOpen else { return false }
    for at in 0..<level where levels[at].opened != .single { return false }
    return level > top || levels[level].key == nil
  }

  /// The root as a value of any type, where it is open from the start: only records can be read of it.
  @inline(never)
  func decodeOpenRoot<T: Decodable>(_ type: T.Type) throws -> T {
    let facts = facts.of(T.self)
    switch facts.pointee.kind {
    case .codable, .direct: break
    case .collection where facts.pointee.decoder?.readsRecords == true: break
    default: throw mismatch(type, nil, UInt32(FASTSER_TYPE_RECORD))
    }
    return try decode(type, nil, facts, nil)
  }

  /// Whether fields of the open record have names. Those without are before or between them where a
  /// key was written twice.
  private func hasNames() -> Bool {
    (0..<fastser_reader_field_count(reader)).contains { fastser_reader_field(reader, $0).named != 0 }
  }

  private func fieldCount() -> Int {
    var count = 0
    for at in 0..<fastser_reader_field_count(reader) {
      count += Int(clamping: fastser_reader_field(reader, at).count)
    }
    return count
  }

  /// An object: its fields; or, where its only field has no name, the value that this is.
  private func openObject(
    _ level: UnsafeMutablePointer<DecodeLevel>, _ key: inout KeyPointer?, _ code: inout UInt32,
    _ type: Any.Type
  ) throws {
    try beginObject(type, key)
    level.pointee.ends.insert(level.pointee.ends.contains(.object) ? .inner : .object)
    level.pointee.opened = .fields
    if isWrapper() {
      key = nil
      code = fastser_reader_peek(reader, nil)
      level.pointee.opened = .nothing
    }
  }

  /// An object where a value is asked for. One that is referred to several times is read as often.
  func beginObject(_ type: Any.Type, _ key: KeyPointer?) throws {
    let object = fastser_reader_begin_object(reader, raw(key))
    if object.kind == FASTSER_OBJECT_NEW { return }
    if object.kind == FASTSER_OBJECT_NIL { throw mismatch(type, key, UInt32(FASTSER_TYPE_NULL)) }
    if fastser_reader_begin_again(reader, object.number) == 0 {
      throw corrupted("an object whose values are not known yet", key, .badReference)
    }
  }

  /// Whether the open object is a value with an identity (docs/foundation.md).
  func isWrapper() -> Bool {
    guard fastser_reader_field_count(reader) == 1 else { return false }
    let field = fastser_reader_field(reader, 0)
    return field.named == 0 && field.count == 1
  }

  private func index(_ count: UInt64) throws -> MapIndex {
    let index = MapIndex()
    for _ in 0..<count {
      let code = fastser_reader_peek(reader, nil)
      var number: Int?
      let text: String
      if isText(code) {
        text = string(fastser_reader_string(reader, nil))
      } else if let value = try? integer(Int.self, nil, code) {
        number = value
        text = String(value)
      } else {
        throw mismatch(String.self, nil, code)
      }
      index.order.append((text, number))
      let position = fastser_reader_position(reader, nil)
      let other = index.values.updateValue(position, forKey: ExactText(text: text))
      fastser_reader_skip(reader, nil)
      if fastser_reader_status(reader, nil) != FASTSER_OK { throw corrupted("", nil) }
      if other != nil { throw corrupted("two keys of a map are equal", nil) }
    }
    return index
  }

  /// Where the value of a map's key lies.
  func mapped(_ level: UnsafeMutablePointer<DecodeLevel>, _ key: KeyPointer) -> fastser_position? {
    level.pointee.map?.takeUnretainedValue().values[ExactText(text: PathKey(key).stringValue)]
  }

  /// Reads a field of a keyed container.
  @inline(__always)
  func field<R>(
    _ place: ReadPlace, _ key: KeyPointer, _ type: Any.Type, _ read: (KeyPointer?) throws -> R
  ) throws -> R {
    try enter(place)
    if level(place).pointee.opened == .fields { return try read(key) }
    return try fieldOfMap(place, key, type, read)
  }

  @inline(never)
  private func fieldOfMap<R>(
    _ place: ReadPlace, _ key: KeyPointer, _ type: Any.Type, _ read: (KeyPointer?) throws -> R
  ) throws -> R {
    guard var position = mapped(level(place), key) else {
      throw DecodingError.keyNotFound(
        PathKey(key), context("there is no key \"\(PathKey(key).stringValue)\"", path(place), .typeMismatch))
    }
    if fastser_reader_begin_at(reader, &position) == 0 { throw corrupted("", key) }
    let before = branch
    let level = level(place)
    level.pointee.entry = key
    defer {
      level.pointee.entry = nil
      go(to: before)
      fastser_reader_end_at(reader)
    }
    return try read(nil)
  }

  func contains(_ place: ReadPlace, _ key: KeyPointer) -> Bool {
    guard (try? enter(place)) != nil else { return false }
    let level = level(place)
    return level.pointee.opened == .map
      ? mapped(level, key) != nil : fastser_reader_contains(reader, raw(key)) != 0
  }

  func allKeys<Key: CodingKey>(_ place: ReadPlace, _: Key.Type) -> [Key] {
    guard (try? enter(place)) != nil else { return [] }
    if let map = level(place).pointee.map?.takeUnretainedValue() {
      return map.order.compactMap { entry in
        entry.number.flatMap { Key(intValue: $0) } ?? Key(stringValue: entry.text)
      }
    }
    return (0..<fastser_reader_field_count(reader)).compactMap { at in
      let field = fastser_reader_field(reader, at)
      if field.named == 0 { return nil }
      return Key(stringValue: fieldName(field.name))
    }
  }

  // ---- elements

  @inline(never)
  func pastEnd(_ type: Any.Type, _ place: ReadPlace) -> DecodingError {
    if failure != nil { return corrupted("", nil) }
    return .valueNotFound(type, context("there are no more elements", path(place), .typeMismatch))
  }

  /// Whether the next value is one that may have to be opened before it is known what it is.
  @inline(__always)
  var isObjectNext: Bool {
    let code = fastser_reader_peek(reader, nil)
    return code == UInt32(FASTSER_TYPE_REF) || code == UInt32(FASTSER_TYPE_ANY_REF)
  }

  /// Reads the next element of an unkeyed container. `tries`: whether it can be tried again for any
  /// type; scalars are looked at before they are taken, and need no such care.
  @inline(__always)
  func element<R>(
    _ place: ReadPlace, _ type: Any.Type, tries: @autoclosure () -> Bool, _ read: () throws -> R
  ) throws -> R {
    try enter(place)
    let level = level(place)
    if level.pointee.index >= level.pointee.count { throw pastEnd(type, place) }
    let value = level.pointee.hasRetry || tries() ? try taking(place, read) : try read()
    level.pointee.index &+= 1
    return value
  }

  /// Reads the value of a single value container; by `root` where it is a root that is open from the
  /// start.
  @inline(__always)
  func single<R>(
    _ place: ReadPlace, _ type: Any.Type, tries: @autoclosure () -> Bool,
    _ root: @autoclosure () throws -> R? = nil, _ read: (KeyPointer?) throws -> R
  ) throws -> R {
    try enter(place)
    let level = level(place)
    if level.pointee.opened == .absent { throw absent(type) }
    if let key = level.pointee.key {
      let value = try read(key)
      level.pointee.opened = .taken
      return value
    }
    if level.pointee.opened == .taken { throw corrupted("a value was read twice", nil, .usage) }
    if isOpenRoot(place) {
      guard let value = try root() else { throw mismatch(type, nil, UInt32(FASTSER_TYPE_RECORD)) }
      return value
    }
    let value =
      level.pointee.hasRetry || tries() ? try taking(place, { try read(nil) }) : try read(nil)
    level.pointee.opened = .taken
    return value
  }

  func absent(_ type: Any.Type) -> DecodingError {
    .valueNotFound(type, context("there is no such value", currentPath(nil), .typeMismatch))
  }
}
