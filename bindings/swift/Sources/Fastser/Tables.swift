// SPDX-License-Identifier: MIT
//
// What is found out once and looked up by the address of a type's metadata: no `as?`, no hashing of
// strings per value. Each encoding or decoding state has tables of its own, so nothing is locked.
import CFastser
import Foundation

/// From addresses to words, by open addressing. Nothing is ever taken out.
struct PointerTable {
  private var keys: UnsafeMutablePointer<UInt>
  private var words: UnsafeMutablePointer<UInt>
  private var mask: Int
  private var count = 0

  init() {
    mask = 63
    keys = .allocate(capacity: 64)
    words = .allocate(capacity: 64)
    keys.initialize(repeating: 0, count: 64)
    words.initialize(repeating: 0, count: 64)
  }

  func destroy() {
    keys.deallocate()
    words.deallocate()
  }

  @inline(__always)
  private func start(_ key: UInt) -> Int {
    // In 64 bits everywhere: the constant has as many.
    Int(truncatingIfNeeded: (UInt64(key) >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
  }

  /// 0: not there.
  @inline(__always)
  func find(_ key: UInt) -> UInt {
    var at = start(key)
    while true {
      let found = keys[at]
      if found == key { return words[at] }
      if found == 0 { return 0 }
      at = (at &+ 1) & mask
    }
  }

  /// The key must not be there.
  mutating func add(_ key: UInt, _ word: UInt) {
    if 2 * (count + 1) > mask { grow() }
    put(key, word)
    count += 1
  }

  private func put(_ key: UInt, _ word: UInt) {
    var at = start(key)
    while keys[at] != 0 { at = (at &+ 1) & mask }
    keys[at] = key
    words[at] = word
  }

  private mutating func grow() {
    let (oldKeys, oldWords, size) = (keys, words, mask + 1)
    mask = 2 * size - 1
    keys = .allocate(capacity: 2 * size)
    words = .allocate(capacity: 2 * size)
    keys.initialize(repeating: 0, count: 2 * size)
    words.initialize(repeating: 0, count: 2 * size)
    for at in 0..<size where oldKeys[at] != 0 { put(oldKeys[at], oldWords[at]) }
    oldKeys.deallocate()
    oldWords.deallocate()
  }
}

@inline(__always)
func address(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type).hashValueFree) }

extension ObjectIdentifier {
  /// The address that it is.
  @inline(__always)
  var hashValueFree: Int { unsafeBitCast(self, to: Int.self) }
}

// ---- keys

/// Texts of keys that stay as long as the program: those of key types with at most 256 values.
final class KeyTexts: @unchecked Sendable {
  static let shared = KeyTexts()
  private let lock = NSLock()
  private var known: [ExactText: UnsafePointer<NamedKey>] = [:]

  func key(_ text: String, _ number: Int?) -> UnsafePointer<NamedKey> {
    lock.lock()
    defer { lock.unlock() }
    let name = ExactText(text: number.map { "\(text)\0\($0)" } ?? text)
    if let found = known[name] { return found }
    let made = NamedKey.make(text, number)
    known[name] = made
    return made
  }
}

/// A text that equals another if its bytes do: keys of archives are no more equal than that, while
/// strings of Swift are equal if they look the same.
struct ExactText: Hashable {
  let text: String

  static func == (one: ExactText, other: ExactText) -> Bool {
    let count = one.text.utf8.count
    if count != other.text.utf8.count { return false }
    return one.withBytes { ones in
      other.withBytes { others in count == 0 || memcmp(ones.baseAddress!, others.baseAddress!, count) == 0 }
    }
  }

  func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

  private func withBytes<R>(_ use: (UnsafeRawBufferPointer) -> R) -> R {
    var text = text
    return text.withUTF8 { use(UnsafeRawBufferPointer($0)) }
  }
}

/// A key with what a coding path shows of it. The C key comes first, so that its address is this one's.
struct NamedKey {
  var raw: fastser_key
  var number: Int
  var hasNumber: Bool

  static func make(_ text: String, _ number: Int?) -> UnsafePointer<NamedKey> {
    var text = text
    let characters = text.withUTF8 { utf8 -> fastser_key in
      let kept = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, utf8.count))
      kept.withMemoryRebound(to: UInt8.self, capacity: max(1, utf8.count)) { to in
        if let from = utf8.baseAddress { to.update(from: from, count: utf8.count) }
      }
      return fastser_key(text: kept, size: utf8.count)
    }
    let made = UnsafeMutablePointer<NamedKey>.allocate(capacity: 1)
    made.initialize(
      to: NamedKey(raw: characters, number: number ?? 0, hasNumber: number != nil))
    return UnsafePointer(made)
  }

  static func destroy(_ key: UnsafePointer<NamedKey>) {
    key.pointee.raw.text.deallocate()
    key.deallocate()
  }
}

typealias KeyPointer = UnsafePointer<NamedKey>

@inline(__always)
func raw(_ key: KeyPointer?) -> UnsafePointer<fastser_key>? {
  UnsafeRawPointer(key)?.assumingMemoryBound(to: fastser_key.self)
}

/// The keys of one type of CodingKey. Of a type without anything but one byte (what the compiler makes
/// of `enum CodingKeys`) each value is a place in a table; others are found by their text.
struct KeyTable {
  let byByte: Bool
  let isEmpty: Bool
  let places: UnsafeMutablePointer<KeyPointer?>

  init<Key: CodingKey>(_: Key.Type) {
    byByte = MemoryLayout<Key>.size <= 1 && _isPOD(Key.self)
    isEmpty = MemoryLayout<Key>.size == 0
    places = .allocate(capacity: byByte ? 256 : 1)
    places.initialize(repeating: nil, count: byByte ? 256 : 1)
  }

  func destroy() { places.deallocate() }

  @inline(__always)
  func place<Key: CodingKey>(_ key: Key) -> Int {
    isEmpty ? 0 : withUnsafeBytes(of: key) { Int($0[0]) }
  }
}

/// Keys of all kinds, for one state: KeyTables by type, other texts by what they are.
final class KeyStore {
  private var tables = PointerTable()
  private var made: [UnsafeMutablePointer<KeyTable>] = []
  private var texts: [ExactText: KeyPointer] = [:]

  /// How many texts were kept that are no program's constants.
  var keptCount: Int { texts.count }

  func table<Key: CodingKey>(_: Key.Type) -> UnsafeMutablePointer<KeyTable> {
    let found = tables.find(address(Key.self))
    if found != 0 { return UnsafeMutablePointer(bitPattern: found)! }
    return addTable(Key.self)
  }

  @inline(never)
  private func addTable<Key: CodingKey>(_: Key.Type) -> UnsafeMutablePointer<KeyTable> {
    let table = UnsafeMutablePointer<KeyTable>.allocate(capacity: 1)
    table.initialize(to: KeyTable(Key.self))
    tables.add(address(Key.self), UInt(bitPattern: table))
    made.append(table)
    return table
  }

  @inline(__always)
  func pointer<Key: CodingKey>(_ key: Key, _ table: UnsafeMutablePointer<KeyTable>)
    -> KeyPointer
  {
    if table.pointee.byByte, let found = table.pointee.places[table.pointee.place(key)] {
      return found
    }
    return slowPointer(key, table)
  }

  @inline(never)
  fileprivate func slowPointer<Key: CodingKey>(
    _ key: Key, _ table: UnsafeMutablePointer<KeyTable>
  ) -> KeyPointer {
    if table.pointee.byByte {
      let found = KeyTexts.shared.key(key.stringValue, key.intValue)
      table.pointee.places[table.pointee.place(key)] = found
      return found
    }
    return pointer(text: key.stringValue, number: key.intValue)
  }

  func pointer(text: String, number: Int?) -> KeyPointer {
    let exact = ExactText(text: text)
    if let found = texts[exact] { return found }
    let made = NamedKey.make(text, number)
    texts[exact] = made
    return made
  }

  deinit {
    for table in made {
      table.pointee.destroy()
      table.deallocate()
    }
    for key in texts.values { NamedKey.destroy(key) }
    tables.destroy()
  }
}

/// A key of a coding path.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
  /// An entry of a map: its key, or, where there is none that can be shown, which one it is.
  init(entry key: Any?, number: Int) {
    if let key { self.init(stringValue: "\(key)") } else { self.init(intValue: number) }
  }
  init(_ text: String, _ number: Int) { (stringValue, intValue) = (text, number) }
  init(_ key: KeyPointer) {
    let raw = key.pointee.raw
    let text = UnsafeRawBufferPointer(start: raw.text, count: raw.size)
    stringValue = String(decoding: text, as: UTF8.self)
    intValue = key.pointee.hasNumber ? key.pointee.number : nil
  }
}

let superKey = PathKey(stringValue: "super")
