// SPDX-License-Identifier: MIT
//
// Arrays, sets and dictionaries: lists, sets and maps of the archive. Arrays of scalars are one call.
import CFastser
import Foundation

extension Encoding {
  /// A list or set whose elements are of one Swift type.
  @inline(__always)
  func list<T: Encodable>(
    _ values: some Collection<T>, _ key: KeyPointer?, _ scope: NestedScope?, isSet: Bool = false
  ) throws {
    let element = facts.of(T.self)
    let code = element.pointee.listCode
    let place = try push(key, nil, scope)
    if isSet {
      fastser_writer_begin_set(writer, raw(key), UInt64(values.count), code)
    } else {
      fastser_writer_begin_list(writer, raw(key), UInt64(values.count), code)
    }
    setUnkeyed(place)
    do {
      for value in values {
        countOne(place)
        try encode(value, nil, element)
      }
    } catch {
      takeBack(place, error)
      throw error
    }
    pop()
  }

  func scalars<T>(_ values: UnsafeBufferPointer<T>, _ key: KeyPointer?, _ code: UInt32) {
    fastser_writer_array(writer, raw(key), code, UnsafeRawPointer(values.baseAddress), values.count)
  }
}

extension TypeFacts {
  /// What lists of these say their elements are. URLs and decimals may be objects.
  var listCode: UInt32 {
    kind == .url || kind == .decimal ? UInt32(FASTSER_TYPE_ANY) : elementCode
  }
}

extension Array: EncodableByItself where Element: Encodable {
  static func withScalars<R>(
    _ value: UnsafeRawPointer, _ facts: FactStore, _ use: (ScalarArray) throws -> R
  ) rethrows -> R? {
    let element = facts.of(Element.self)
    guard element.pointee.isScalar else { return nil }
    return try value.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      try use(
        ScalarArray(
          code: element.pointee.elementCode, first: UnsafeRawPointer($0.baseAddress), count: $0.count,
          width: MemoryLayout<Element>.stride))
    }
  }
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let array = value.assumingMemoryBound(to: Self.self).pointee
    let element = state.facts.of(Element.self)
    if element.pointee.isScalar {
      array.withUnsafeBufferPointer { state.scalars($0, key, element.pointee.elementCode) }
    } else {
      try state.list(array, key, scope)
    }
  }
}

extension ContiguousArray: EncodableByItself where Element: Encodable {
  static func withScalars<R>(
    _ value: UnsafeRawPointer, _ facts: FactStore, _ use: (ScalarArray) throws -> R
  ) rethrows -> R? {
    let element = facts.of(Element.self)
    guard element.pointee.isScalar else { return nil }
    return try value.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      try use(
        ScalarArray(
          code: element.pointee.elementCode, first: UnsafeRawPointer($0.baseAddress), count: $0.count,
          width: MemoryLayout<Element>.stride))
    }
  }
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let array = value.assumingMemoryBound(to: Self.self).pointee
    let element = state.facts.of(Element.self)
    if element.pointee.isScalar {
      array.withUnsafeBufferPointer { state.scalars($0, key, element.pointee.elementCode) }
    } else {
      try state.list(array, key, scope)
    }
  }
}

extension Set: EncodableByItself where Element: Encodable {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let set = value.assumingMemoryBound(to: Self.self).pointee
    if state.sortsKeys, let order = Element.self as? any Comparable.Type {
      try state.list(inOrder(Array(set), order), key, scope, isSet: true)
    } else {
      try state.list(set, key, scope, isSet: true)
    }
  }
}

/// Elements of a set, in an order of their own, so that equal values are equal bytes.
private func inOrder<Element, C: Comparable>(_ values: [Element], _: C.Type) -> [Element] {
  var values = values
  values.withUnsafeMutableBufferPointer {
    $0.withMemoryRebound(to: C.self) { typed in
      var typed = typed
      typed.sort()
    }
  }
  return values
}

/// The places of keys, in the order of the keys.
private func placesInOrder<Key, C: Comparable>(_ keys: [Key], _: C.Type) -> [Int] {
  keys.withUnsafeBufferPointer {
    $0.withMemoryRebound(to: C.self) { typed in typed.indices.sorted { typed[$0] < typed[$1] } }
  }
}

extension Dictionary: EncodableByItself where Key: Encodable, Value: Encodable {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let map = value.assumingMemoryBound(to: Self.self).pointee
    let keyFacts = state.facts.of(Key.self)
    let texts = keyFacts.pointee.kind == .codable ? codingKeys(map.keys) : nil
    let keyCode = texts != nil ? UInt32(FASTSER_TYPE_STRING) : keyFacts.pointee.listCode
    let valueFacts = state.facts.of(Value.self)
    // Keys may be unequal to themselves (NaN), so nothing is looked up by them.
    let entries = Array(map)
    let order: [Int]
    if let texts {
      order = entries.indices.sorted { texts[$0] < texts[$1] }
    } else if state.sortsKeys, let comparable = Key.self as? any Comparable.Type {
      order = placesInOrder(entries.map(\.key), comparable)
    } else {
      order = Array(entries.indices)
    }
    let place = try state.push(key, nil, scope)
    fastser_writer_begin_map(
      state.writer, raw(key), UInt64(map.count), keyCode, valueFacts.pointee.listCode, 0)
    state.setMap(place)
    func write(_ key: Key, _ text: String?) throws {
      state.nextEntry(place, text ?? (keyFacts.pointee.isPathKey ? key : nil))
      if let text { return state.string(text, nil) }
      try state.encode(key, nil, keyFacts)
    }
    do {
      for at in order {
        try write(entries[at].key, texts?[at])
        try state.encode(entries[at].value, nil, valueFacts)
      }
    } catch {
      state.takeBack(place, error)
      throw error
    }
    state.pop()
  }

  /// The keys by what Codable calls them, where their type says that it can be a key.
  private static func codingKeys(_ keys: Keys) -> [String]? {
    if #available(macOS 12.3, iOS 15.4, watchOS 8.5, tvOS 15.4, *) {
      guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
      return texts(Array(keys), type)
    }
    return nil
  }

  @available(macOS 12.3, iOS 15.4, watchOS 8.5, tvOS 15.4, *)
  private static func texts<K: CodingKeyRepresentable>(_ keys: [Key], _: K.Type) -> [String] {
    keys.withUnsafeBufferPointer {
      $0.withMemoryRebound(to: K.self) { $0.map { $0.codingKey.stringValue } }
    }
  }
}

// ---- decoding

extension Decoding {
  /// Reads a list, set or array element by element. Foundation's are objects around one. `add` gets
  /// each, and whether it is one of a set.
  @inline(__always)
  func list<T: Decodable>(
    _ type: Any.Type, _ key: KeyPointer?, _ scope: ReadScope?, _ begin: (Int) -> Void,
    _ add: (T, Bool) throws -> Void
  ) throws {
    let element = facts.of(T.self)
    let place = try push(key, scope)
    do {
      try open(place, .elements, type)
      let level = level(place)
      let count = level.pointee.count
      begin(count)
      while level.pointee.index < count {
        try add(decode(T.self, nil, element, nil), level.pointee.isSet)
        level.pointee.index &+= 1
        // A count can be large where elements take no bytes; an error ends it.
        if level.pointee.index & 0xFFF == 0, fastser_reader_status(reader, nil) != FASTSER_OK {
          throw corrupted("", nil)
        }
      }
    } catch {
      unwind(to: place)
      throw error
    }
    pop()
  }

  /// All scalars of a list at once; nil: they are of another type, or not scalars.
  func scalars<T>(_: T.Type, _ key: KeyPointer?, _ element: Facts) throws -> UnsafeRawBufferPointer? {
    guard element.pointee.isScalar else { return nil }
    let code = element.pointee.elementCode
    guard fastser_reader_peek_element(reader, raw(key)) == code else { return nil }
    let array = fastser_reader_array(reader, raw(key))
    if fastser_reader_status(reader, nil) != FASTSER_OK { throw corrupted("", key) }
    return UnsafeRawBufferPointer(start: array.data, count: array.count * MemoryLayout<T>.stride)
  }

  /// Copies scalars of the archive, which are little-endian, at any address.
  static func copy<T>(_ bytes: UnsafeRawBufferPointer, to: UnsafeMutableBufferPointer<T>, _ code: UInt32) {
    guard let first = bytes.baseAddress, to.count > 0 else { return }
    var array = fastser_array(
      data: first.assumingMemoryBound(to: UInt8.self), count: to.count, code: code)
    _ = fastser_array_copy(&array, code, UnsafeMutableRawPointer(to.baseAddress), to.count)
  }

  /// Room for elements that an archive says it has: no more than it can have bytes for.
  func room(_ count: Int) -> Int { min(count, 1 << 16) }
}

extension Array: DecodableByItself where Element: Decodable {
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    let element = state.facts.of(Element.self)
    if let bytes = try state.scalars(Element.self, key, element) {
      let count = bytes.count / MemoryLayout<Element>.stride
      let made = Self(unsafeUninitializedCapacity: count) { to, filled in
        Decoding.copy(
          bytes, to: UnsafeMutableBufferPointer(rebasing: to[..<count]), element.pointee.elementCode)
        filled = count
      }
      into.initializeMemory(as: Self.self, to: made)
      return
    }
    var made = Self()
    if element.pointee.kind == .uint8, state.isData(key) {
      made = unsafeBitCast(try state.byteArray(key), to: Self.self)
    } else {
      try state.list(
        Self.self, key, scope, { made.reserveCapacity(state.room($0)) },
        { (value: Element, _) in made.append(value) })
    }
    into.initializeMemory(as: Self.self, to: made)
  }
}

extension ContiguousArray: DecodableByItself where Element: Decodable {
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    try [Element].decode(from: state, key, scope, into: into)
    let array = into.assumingMemoryBound(to: [Element].self).move()
    into.initializeMemory(as: Self.self, to: Self(array))
  }
}

extension Decoding {
  func isData(_ key: KeyPointer?) -> Bool {
    let code = fastser_reader_peek(reader, raw(key))
    return code == UInt32(FASTSER_TYPE_DATA) || code == UInt32(FASTSER_TYPE_SHARED_DATA)
  }
}

extension Set: DecodableByItself where Element: Decodable {
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    var made = Self()
    try state.list(
      Self.self, key, scope, { made.reserveCapacity(state.room($0)) },
      { (value: Element, isSet) in
        // Swift holds more for equal than archives do, as texts that look the same. Lists may repeat.
        if !made.insert(value).inserted, isSet {
          throw state.corrupted("two elements of a set are equal", nil)
        }
      })
    into.initializeMemory(as: Self.self, to: made)
  }
}

extension Dictionary: DecodableByItself where Key: Decodable, Value: Decodable {
  static var readsRecords: Bool { true }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    var made = Self()
    let keyFacts = state.facts.of(Key.self)
    let valueFacts = state.facts.of(Value.self)
    let place = try state.push(key, scope)
    do {
      if try state.openEntries(place, Self.self) {
        // A record is a map of the names of its fields.
        for name in state.fieldNames() {
          guard let known = try makeKey(name, state) else {
            throw state.corrupted("\(name) is no \(Key.self)", nil, .typeMismatch)
          }
          let field = state.keys.pointer(text: name, number: nil)
          let value = try state.decode(Value.self, field)
          if made.updateValue(value, forKey: known) != nil {
            throw state.corrupted("two fields whose names are equal keys", field, .typeMismatch)
          }
        }
      } else {
        let level = state.level(place)
        let isNamed = keyFacts.pointee.kind == .codable && isRepresentable
        made.reserveCapacity(state.room(level.pointee.count / 2))
        while level.pointee.index < level.pointee.count {
          let known: Key
          var shown: Any?
          if isNamed {
            let code = fastser_reader_peek(state.reader, nil)
            if state.isText(code) {
              let text = try state.string(nil)
              guard let made = try makeKey(text, state) else {
                throw state.corrupted("\(text) is no \(Key.self)", nil, .typeMismatch)
              }
              known = made
              shown = text
            } else {
              known = try state.decode(Key.self, nil, keyFacts, nil)
            }
          } else {
            known = try state.decode(Key.self, nil, keyFacts, nil)
            if keyFacts.pointee.isPathKey { shown = known }
          }
          state.setPathKey(place, shown)
          level.pointee.index &+= 1
          let value = try state.decode(Value.self, nil, valueFacts, nil)
          if made.updateValue(value, forKey: known) != nil {
            throw state.corrupted("two keys of a map are equal", nil)
          }
          level.pointee.index &+= 1
          if level.pointee.index & 0xFFF == 0, fastser_reader_status(state.reader, nil) != FASTSER_OK {
            throw state.corrupted("", nil)
          }
        }
      }
    } catch {
      state.unwind(to: place)
      throw error
    }
    state.pop()
    into.initializeMemory(as: Self.self, to: made)
  }

  private static var isRepresentable: Bool {
    if #available(macOS 12.3, iOS 15.4, watchOS 8.5, tvOS 15.4, *) {
      return Key.self is any CodingKeyRepresentable.Type
    }
    return false
  }

  private static func makeKey(_ text: String, _ state: Decoding) throws -> Key? {
    if Key.self == String.self { return unsafeBitCast(text, to: Key.self) }
    if Key.self == Int.self { return Int(text).map { unsafeBitCast($0, to: Key.self) } }
    if #available(macOS 12.3, iOS 15.4, watchOS 8.5, tvOS 15.4, *) {
      guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
      return represented(text, type)
    }
    return nil
  }

  @available(macOS 12.3, iOS 15.4, watchOS 8.5, tvOS 15.4, *)
  private static func represented<K: CodingKeyRepresentable>(_ text: String, _: K.Type) -> Key? {
    let path = Int(text).map { PathKey(text, $0) } ?? PathKey(stringValue: text)
    return K(codingKey: path) as? Key
  }
}

extension Decoding {
  /// Opens a map's entries, or a record's fields (true), which the level is then in.
  func openEntries(_ place: ReadPlace, _ type: Any.Type) throws -> Bool {
    let level = level(place)
    let code = fastser_reader_peek(reader, raw(level.pointee.key))
    if isRecord(code) || isOpenRoot(place) {
      try open(place, .fields, type)
      return true
    }
    if code == UInt32(FASTSER_TYPE_LIST) { throw mismatch(type, level.pointee.key, code) }
    try open(place, .elements, type, entries: true)
    return false
  }

  func fieldNames() -> [String] {
    (0..<fastser_reader_field_count(reader)).compactMap { at in
      let field = fastser_reader_field(reader, at)
      return field.named == 0 ? nil : fieldName(field.name)
    }
  }
}

// ---- plain structs of Foundation's

private func two(_ state: Encoding, _ key: KeyPointer?, _ values: [Double]) {
  values.withUnsafeBufferPointer { state.scalars($0, key, UInt32(FASTSER_TYPE_F64)) }
}

extension Decoding {
  /// A list of so many floats.
  func doubles(_ type: Any.Type, _ key: KeyPointer?, _ count: Int) throws -> [Double] {
    var values: [Double] = []
    if fastser_reader_peek_element(reader, raw(key)) == UInt32(FASTSER_TYPE_F64) {
      let array = fastser_reader_array(reader, raw(key))
      if array.count == count, let data = array.data {
        return (0..<count).map {
          Double(bitPattern: UInt64(littleEndian:
            UnsafeRawPointer(data).loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
        }
      }
    } else {
      try list(type, key, nil, { _ in }, { (value: Double, _) in
        values.append(value)
        if values.count > count {
          throw corrupted("a \(type) has \(count) numbers", nil, .typeMismatch)
        }
      })
    }
    guard values.count == count else {
      throw corrupted("a \(type) has \(count) numbers", key, .typeMismatch)
    }
    return values
  }
}

extension CGRect: EncodableByItself, DecodableByItself {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let rect = value.assumingMemoryBound(to: Self.self).pointee
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) {
      $0[0] = Double(rect.origin.x)
      $0[1] = Double(rect.origin.y)
      $0[2] = Double(rect.size.width)
      $0[3] = Double(rect.size.height)
      state.scalars(UnsafeBufferPointer($0), key, UInt32(FASTSER_TYPE_F64))
    }
  }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    let n = try state.doubles(Self.self, key, 4)
    into.initializeMemory(
      as: Self.self, to: Self(x: n[0], y: n[1], width: n[2], height: n[3]))
  }
}

extension CGPoint: EncodableByItself, DecodableByItself {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let point = value.assumingMemoryBound(to: Self.self).pointee
    two(state, key, [Double(point.x), Double(point.y)])
  }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    let n = try state.doubles(Self.self, key, 2)
    into.initializeMemory(as: Self.self, to: Self(x: n[0], y: n[1]))
  }
}

extension CGSize: EncodableByItself, DecodableByItself {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    let size = value.assumingMemoryBound(to: Self.self).pointee
    two(state, key, [Double(size.width), Double(size.height)])
  }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    let n = try state.doubles(Self.self, key, 2)
    into.initializeMemory(as: Self.self, to: Self(width: n[0], height: n[1]))
  }
}
