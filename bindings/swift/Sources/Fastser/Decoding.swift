// SPDX-License-Identifier: MIT
//
// One decode: a reader of the C interface, and what is open. A Decoder of Codable is a place in it.
//
// What kind of value comes is asked before it is taken, since an error of the reader's stays: so a
// program may try one type, and then another. Values with a key may be read again; of elements the
// place is kept while their type may be tried. Containers that a program holds side by side are
// branches of the reader.
import CFastser
import Foundation

enum Opened: UInt8 {
  case nothing  // nobody asked for a container
  case single, taken
  case fields  // a record's
  case map
  case elements
  case absent  // a super-decoder of a key that is not there
}

struct DecodeLevel {
  var opened: Opened
  var ends: Ends
  var hasRetry = false  // the next element is the one at `retry`: it was tried in vain
  var isSet = false  // its elements are those of a set
  var serial: UInt32
  var branch: UInt32
  var key: KeyPointer?
  var count = 0
  var index = 0
  var map: Unmanaged<MapIndex>?
  var entry: KeyPointer?  // of the map, while its value is read
  var scope: Unmanaged<ReadScope>?

  /// What has to be ended with the value.
  struct Ends: OptionSet {
    let rawValue: UInt8
    static let place = Ends(rawValue: 1)
    static let object = Ends(rawValue: 2)
    static let record = Ends(rawValue: 4)
    static let list = Ends(rawValue: 8)
    static let map = Ends(rawValue: 16)
    static let inner = Ends(rawValue: 32)  // another object, that the object is
  }

  init(_ serial: UInt32, _ branch: UInt32, _ key: KeyPointer?, _ scope: ReadScope?) {
    opened = .nothing
    ends = []
    self.serial = serial
    self.branch = branch
    self.key = key
    self.scope = scope.map { Unmanaged.passUnretained($0) }
  }
}

/// Where a decoder or a container reads.
struct ReadPlace {
  let level: Int32
  let serial: UInt32
  let scope: ReadScope?
}

/// Where the values of a map lie, whose keys are texts or numbers.
final class MapIndex {
  var order: [(text: String, number: Int?)] = []
  var values: [ExactText: fastser_position] = [:]
}

@usableFromInline
final class Decoding {
  let reader: OpaquePointer
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var classes: [String: Any.Type] = [:]
  var depth = 128
  /// The root is a record without a class, whose fields are there from the start.
  @usableFromInline var rootIsOpen = false

  let keys = KeyStore()
  let facts = FactStore()
  let levels: UnsafeMutablePointer<DecodeLevel>
  private let retries: UnsafeMutablePointer<fastser_position>
  /// Of maps, by level: the key of the entry that is read, if a path can show it.
  private let mapKeys: UnsafeMutablePointer<Any?>
  private var entered: Unmanaged<ReadScope>?  // the last one that was read in
  private(set) var top = -1
  private var serial: UInt32 = 0
  private(set) var branch = noNumber
  private(set) var archive = 0  // counts them, so that what is left of one before is known
  private var strings: [String?] = []
  private var datas: [Data?] = []
  private var byteArrays: [UInt32: [UInt8]] = [:]
  private var urls: [UInt32: URL] = [:]
  private var longNames: [UnsafePointer<CChar>: String] = [:]  // of fields, by where they lie
  private var objects: [UInt32: Any] = [:]
  private var objectOrder: [UInt32] = []  // their numbers, as they were made
  var made: [AnyObject] = []  // objects of this archive, which only its reader may know
  var madeHere: [UInt32] = []  // the numbers of those among them whose fields did not have to wait

  init() throws {
    var made: OpaquePointer?
    try check { fastser_reader_create(&made, $0) }
    reader = made!
    levels = .allocate(capacity: Encoding.deepest + 1)
    retries = .allocate(capacity: Encoding.deepest + 1)
    mapKeys = .allocate(capacity: Encoding.deepest + 1)
    mapKeys.initialize(repeating: nil, count: Encoding.deepest + 1)
  }

  deinit {
    fastser_reader_destroy(reader)
    levels.deallocate()
    retries.deallocate()
    mapKeys.deinitialize(count: Encoding.deepest + 1)
    mapKeys.deallocate()
  }

  /// The archive's bytes must stay until reset().
  func open(_ bytes: UnsafeRawBufferPointer, _ limits: FastserLimits) throws {
    var raw = limits.raw
    depth = Int(raw.depth)
    try check { fastser_reader_open(reader, bytes.baseAddress, bytes.count, &raw, $0) }
    rootIsOpen = fastser_reader_field_count(reader) != 0
    isLarge = bytes.count > StatePool.largest
  }

  func reset() {
    while top >= 0 {
      levels[top].map?.release()
      top -= 1
    }
    archive += 1
    branch = noNumber
    strings.removeAll(keepingCapacity: strings.count < 1 << 16)
    datas.removeAll(keepingCapacity: datas.count < 1 << 16)
    byteArrays.removeAll()
    urls.removeAll()
    longNames.removeAll(keepingCapacity: longNames.count < 1 << 10)
    objects.removeAll()
    objectOrder.removeAll()
    made.removeAll()
    madeHere.removeAll()
    userInfo = [:]
    classes = [:]
  }

  var isWorthKeeping: Bool { keys.keptCount < 4096 && !isLarge }
  private var isLarge = false

  // ---- errors

  /// The reader's own error, if it has one.
  var failure: FastserError? {
    do {
      try check { fastser_reader_status(reader, $0) }
      return nil
    } catch { return error as? FastserError }
  }

  func context(_ message: String, _ path: [any CodingKey], _ status: FastserError.Status)
    -> DecodingError.Context
  {
    let cause =
      failure
      ?? FastserError(
        status: status, offset: Int(clamping: fastser_reader_offset(reader)), path: text(path),
        message: message)
    return .init(codingPath: path, debugDescription: cause.description, underlyingError: cause)
  }

  private func text(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue, key.stringValue == "Index \(index)" {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text
  }

  /// What is wrong where a value of a type was asked for: the reader's error, nothing there, or
  /// another type.
  @inline(never)
  func mismatch(_ type: Any.Type, _ key: KeyPointer?, _ found: UInt32) -> DecodingError {
    let path = currentPath(key)
    if failure != nil { return .dataCorrupted(context("", path, .malformed)) }
    if found == UInt32(FASTSER_TYPE_NULL) {
      if let key, top < 0 || levels[top].opened == .fields,
        fastser_reader_contains(reader, raw(key)) == 0
      {
        return .keyNotFound(
          PathKey(key),
          context("there is no key \"\(PathKey(key).stringValue)\"", path.dropLast(), .typeMismatch))
      }
      return .valueNotFound(type, context("null where \(type) was asked for", path, .typeMismatch))
    }
    return .typeMismatch(
      type, context("\(codeName(found)) where \(type) was asked for", path, .typeMismatch))
  }

  @inline(never)
  func corrupted(_ message: String, _ key: KeyPointer?, _ status: FastserError.Status = .malformed)
    -> DecodingError
  {
    .dataCorrupted(context(message, currentPath(key), status))
  }

  // ---- levels

  func level(_ place: ReadPlace) -> UnsafeMutablePointer<DecodeLevel> {
    place.scope?.level ?? levels + Int(place.level)
  }

  @inline(__always)
  func push(_ key: KeyPointer?, _ scope: ReadScope?) throws -> ReadPlace {
    if top &+ 1 >= depth {
      throw corrupted("values are nested deeper than \(depth)", key, .tooDeep)
    }
    top &+= 1
    serial &+= 1
    (levels + top).initialize(to: DecodeLevel(serial, branch, key, scope))
    return ReadPlace(level: Int32(truncatingIfNeeded: top), serial: serial, scope: nil)
  }

  @inline(__always)
  func pop() {
    let level = levels + top
    if level.pointee.opened == .fields, level.pointee.ends.rawValue == DecodeLevel.Ends.record.rawValue,
      branch == level.pointee.branch
    {
      fastser_reader_end_record(reader)
    } else {
      popSlowly()
    }
    top &-= 1
  }

  @inline(never)
  private func popSlowly() {
    go(to: levels[top].branch)
    let opened = levels[top].opened
    // Its type did not care for it. The reader is behind a value that was tried in vain, and in a root
    // that is open from the start.
    if opened == .nothing || opened == .single, levels[top].key == nil, !levels[top].hasRetry,
      !isOpenRoot(top)
    {
      fastser_reader_skip(reader, nil)
    }
    end(levels + top)
  }

  func end(_ level: UnsafeMutablePointer<DecodeLevel>) {
    let ends = level.pointee.ends
    if ends.contains(.list) { fastser_reader_end_list(reader) }
    if ends.contains(.map) { fastser_reader_end_map(reader) }
    if ends.contains(.record) { fastser_reader_end_record(reader) }
    if ends.contains(.inner) { fastser_reader_end_object(reader) }
    if ends.contains(.object) { fastser_reader_end_object(reader) }
    if ends.contains(.place) { fastser_reader_end_at(reader) }
    level.pointee.ends = []
    level.pointee.map?.release()
    level.pointee.map = nil
  }

  @inline(never)
  func unwind(to place: ReadPlace) {
    while top >= Int(place.level) { pop() }
  }

  @inline(__always)
  func enter(_ place: ReadPlace) throws {
    if place.scope == nil, Int(place.level) == top, levels[top].serial == place.serial,
      branch == levels[top].branch
    {
      return
    }
    try enterSlowly(place)
  }

  @inline(never)
  private func enterSlowly(_ place: ReadPlace) throws {
    if let scope = place.scope {
      guard scope.archive == archive else {
        throw corrupted("a container was used after the decode it belongs to", nil, .usage)
      }
      entered = .passUnretained(scope)
      return go(to: scope.level.pointee.branch)
    }
    guard place.level >= 0, Int(place.level) == top, levels[top].serial == place.serial else {
      throw corrupted(
        "a container was used after its value was read, or while another value in it is", nil, .usage)
    }
    go(to: levels[top].branch)
  }

  func go(to other: UInt32) {
    if other == branch { return }
    if branch != noNumber { fastser_reader_swap(reader, branch) }
    if other != noNumber { fastser_reader_swap(reader, other) }
    branch = other
  }

  /// The program let go of a scope.
  func drop(_ scope: ReadScope) {
    if entered?.toOpaque() == Unmanaged.passUnretained(scope).toOpaque() { entered = nil }
    guard scope.archive == archive else { return }
    let number = scope.level.pointee.branch
    if branch == number { go(to: noNumber) }
    fastser_reader_end_branch(reader, number)
    // Where a level goes on, it goes there by itself.
  }

  /// A second place of reading, for the value with the key or the next one.
  func nest(_ place: ReadPlace, _ key: KeyPointer?) throws -> ReadScope {
    try enter(place)
    let level = level(place)
    var position: fastser_position
    if level.pointee.opened == .map, let key {
      position = mapped(level, key) ?? fastser_position()
    } else if key == nil, level.pointee.hasRetry {
      position = retry(place)
    } else {
      position = fastser_reader_position(reader, raw(key))
    }
    let index = level.pointee.index
    if key == nil, level.pointee.opened == .elements {
      guard level.pointee.index < level.pointee.count else { throw pastEnd(Any.self, place) }
      if level.pointee.hasRetry {
        level.pointee.hasRetry = false
      } else {
        fastser_reader_skip(reader, nil)
      }
      level.pointee.index += 1
    }
    let number = fastser_reader_begin_branch(reader)
    if number == noNumber { throw corrupted("no memory for another place of reading", key, .noMemory) }
    let scope = ReadScope(self, number, place, key, index)
    scope.start = position
    entered = .passUnretained(scope)
    go(to: number)
    if fastser_position_is_valid(&position) != 0, fastser_reader_begin_at(reader, &position) != 0 {
      return scope
    }
    if failure != nil { throw corrupted("", key) }
    scope.level.pointee.opened = .absent
    return scope
  }

  // ---- elements that may be tried again

  func retry(_ place: ReadPlace) -> fastser_position {
    place.scope?.retry ?? retries[Int(place.level)]
  }

  func setRetry(_ place: ReadPlace, _ position: fastser_position) {
    if let scope = place.scope { scope.retry = position } else { retries[Int(place.level)] = position }
    level(place).pointee.hasRetry = true
  }

  /// How far the reader is in what it has open. Elements of lists may take no bytes, and only they are
  /// counted.
  private struct Progress: Equatable {
    let left: UInt64
    let field: Int
    let offset: UInt64

    init(_ reader: OpaquePointer) {
      left = fastser_reader_elements_left(reader)
      field = left != 0 ? 0 : fastser_reader_field_index(reader)
      offset = left != 0 ? 0 : fastser_reader_offset(reader)
    }
  }

  /// Whether null is what was tried in vain. If so, it is taken.
  func takesNullOfRetry(_ place: ReadPlace) -> Bool {
    var position = retry(place)
    if fastser_reader_begin_at(reader, &position) == 0 { return false }
    defer { fastser_reader_end_at(reader) }
    if fastser_reader_is_nothing(reader, nil) == 0 { return false }
    level(place).pointee.hasRetry = false
    return true
  }

  /// Runs `read`, which takes the next value by no key. If it throws, the value can be read again, and
  /// the reader is behind it, whether the attempt took something of it or nothing.
  @inline(__always)
  func taking<R>(_ place: ReadPlace, _ read: () throws -> R) throws -> R {
    let level = level(place)
    var position: fastser_position
    let again = level.pointee.hasRetry
    if again {
      position = retry(place)
      if fastser_reader_begin_at(reader, &position) == 0 { throw corrupted("", nil) }
      level.pointee.hasRetry = false
    } else {
      position = fastser_reader_position(reader, nil)
    }
    defer { if again { fastser_reader_end_at(reader) } }
    let before = level.pointee.branch
    let progress = Progress(reader)
    do {
      return try read()
    } catch {
      if fastser_position_is_valid(&position) != 0, level.pointee.branch == before, failure == nil {
        go(to: before)
        if !again, fastser_reader_is_at_end(reader) == 0, Progress(reader) == progress {
          fastser_reader_skip(reader, nil)
        }
        setRetry(place, position)
      }
      throw error
    }
  }

  // ---- paths

  func path(_ place: ReadPlace) -> [any CodingKey] {
    if let scope = place.scope { return scope.path }
    guard place.level >= 0, Int(place.level) <= top, levels[Int(place.level)].serial == place.serial
    else { return [] }
    return path(Int(place.level), nil)
  }

  /// Where the reader is, in a container beside others, too.
  func currentPath(_ key: KeyPointer?) -> [any CodingKey] {
    guard let scope = entered?.takeUnretainedValue(), scope.level.pointee.branch == branch,
      top < 0 || levels[top].branch != branch
    else { return path(top, key) }
    if let key = key ?? scope.level.pointee.entry { return scope.path + [PathKey(key)] }
    if scope.level.pointee.opened != .elements { return scope.path }
    return scope.path + [PathKey(intValue: scope.level.pointee.index)]
  }

  /// The next element of a list, or value of a map, in a path.
  private func elementKey(_ level: UnsafeMutablePointer<DecodeLevel>) -> PathKey {
    let index = level.pointee.index
    if !level.pointee.ends.contains(.map) { return PathKey(intValue: index) }
    // Keys and values in turns: before a key is read, it is not known.
    return PathKey(entry: index & 1 == 0 ? nil : mapKeys[level - levels], number: index / 2)
  }

  func setPathKey(_ place: ReadPlace, _ key: Any?) { mapKeys[Int(place.level)] = key }

  func path(_ level: Int, _ key: KeyPointer?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    for at in 0..<(level + 1) {
      let around = levels[at].scope?.takeUnretainedValue()
      if let around { path = around.path }
      let outer = around?.level ?? (at > 0 ? levels + (at - 1) : nil)
      guard let outer else { continue }
      switch outer.pointee.opened {
      case .fields, .map:
        if let key = levels[at].key ?? outer.pointee.entry { path.append(PathKey(key)) }
      case .elements: path.append(elementKey(outer))
      default: break
      }
    }
    if let key, level < 0 || levels[level].key != key || levels[level].opened == .fields {
      path.append(PathKey(key))
    } else if level >= 0, levels[level].opened == .elements {
      path.append(elementKey(levels + level))
    } else if level >= 0, let entry = levels[level].entry {
      path.append(PathKey(entry))
    }
    return path
  }

  // ---- texts

  @inline(__always)
  func isText(_ code: UInt32) -> Bool {
    code == UInt32(FASTSER_TYPE_SHARED_STRING) || code == UInt32(FASTSER_TYPE_STRING)
      || code == UInt32(FASTSER_TYPE_URL) || code == UInt32(FASTSER_TYPE_CLASS_REF)
  }

  @inline(__always)
  func makeString(_ text: fastser_text) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: text.data, count: text.size), as: UTF8.self)
  }

  /// Equal strings are made once, where they are so long that Swift would allocate them.
  @inline(__always)
  func string(_ text: fastser_text) -> String {
    if text.size <= 15 { return makeString(text) }
    return longString(text)
  }

  @inline(never)
  private func longString(_ text: fastser_text) -> String {
    let number = fastser_reader_shared_number(reader)
    if number == noNumber { return makeString(text) }
    let index = Int(number)
    if index < strings.count {
      if let known = strings[index] { return known }
    } else {
      strings.append(contentsOf: repeatElement(nil, count: index + 1 - strings.count))
    }
    let made = makeString(text)
    strings[index] = made
    return made
  }

  /// The name of a field. It lies in the archive once, however many records have the field, and is made
  /// once: else a short archive would ask for the memory of a long name as often as it has records.
  func fieldName(_ name: fastser_text) -> String {
    guard name.size > 15, let place = name.data else { return makeString(name) }
    if let known = longNames[place] { return known }
    let made = makeString(name)
    longNames[place] = made
    return made
  }

  @inline(never)
  func data(_ view: fastser_view) -> Data {
    let bytes = UnsafeRawBufferPointer(start: view.data, count: view.size)
    let number = fastser_reader_shared_number(reader)
    if number == noNumber { return Data(bytes) }
    let index = Int(number)
    if index < datas.count {
      if let known = datas[index] { return known }
    } else {
      datas.append(contentsOf: repeatElement(nil, count: index + 1 - datas.count))
    }
    let made = Data(bytes)
    datas[index] = made
    return made
  }

  /// Data as an array. Equal data is one array, too: to refer to it takes a byte of the archive.
  @inline(never)
  func byteArray(_ key: KeyPointer?) throws -> [UInt8] {
    let data = try data(key)
    let number = fastser_reader_shared_number(reader)
    if number == noNumber { return [UInt8](data) }
    if let known = byteArrays[number] { return known }
    let made = [UInt8](data)
    byteArrays[number] = made
    return made
  }

  /// The same of text that is a URL.
  func makeURL(_ text: fastser_text) -> URL? {
    let number = fastser_reader_shared_number(reader)
    if number == noNumber { return URL(string: makeString(text)) }
    if let known = urls[number] { return known }
    let made = URL(string: makeString(text))
    urls[number] = made
    return made
  }

  // ---- objects

  func object(_ number: UInt32) -> Any? { objects[number] }
  func setObject(_ number: UInt32, _ object: Any) {
    objects[number] = object
    objectOrder.append(number)
  }

  /// How many objects were made so far.
  var objectCount: Int { objectOrder.count }

  /// Forgets an object that could not be read, and those made for it, which may refer to it.
  func forgetObjects(from count: Int) {
    for number in objectOrder[count...] { objects[number] = nil }
    objectOrder.removeSubrange(count...)
  }
}

/// A container, or a super-decoder, that a program may hold beside others.
final class ReadScope {
  let state: Decoding
  let archive: Int
  let level: UnsafeMutablePointer<DecodeLevel>
  let path: [any CodingKey]
  var start = fastser_position()  // where its value is
  var retry = fastser_position()

  init(_ state: Decoding, _ branch: UInt32, _ place: ReadPlace, _ key: KeyPointer?, _ index: Int) {
    self.state = state
    archive = state.archive
    level = .allocate(capacity: 1)
    level.initialize(to: DecodeLevel(0, branch, nil, nil))
    path = state.path(place) + [key.map { PathKey($0) } ?? PathKey(intValue: index)]
  }

  deinit {
    state.drop(self)
    level.pointee.map?.release()
    level.deallocate()
  }
}

/// What the archive has, as messages say it.
func codeName(_ code: UInt32) -> String {
  switch Int32(bitPattern: code) {
  case FASTSER_TYPE_NULL: return "null"
  case FASTSER_TYPE_BOOL: return "a bool"
  case FASTSER_TYPE_F32, FASTSER_TYPE_F64: return "a float"
  case FASTSER_TYPE_STRING, FASTSER_TYPE_SHARED_STRING: return "a string"
  case FASTSER_TYPE_DATA, FASTSER_TYPE_SHARED_DATA: return "data"
  case FASTSER_TYPE_DATE, FASTSER_TYPE_APPLE_DATE: return "a date"
  case FASTSER_TYPE_DURATION: return "a duration"
  case FASTSER_TYPE_UUID: return "a uuid"
  case FASTSER_TYPE_DECIMAL: return "a decimal"
  case FASTSER_TYPE_URL: return "a url"
  case FASTSER_TYPE_CLASS_REF: return "a class"
  case FASTSER_TYPE_LIST, FASTSER_TYPE_ARRAY, FASTSER_TYPE_TUPLE: return "a list"
  case FASTSER_TYPE_SET: return "a set"
  case FASTSER_TYPE_MAP, FASTSER_TYPE_ORDERED_MAP: return "a map"
  case FASTSER_TYPE_RECORD, FASTSER_TYPE_ANY_RECORD, FASTSER_TYPE_OWNED_ANY: return "a record"
  case FASTSER_TYPE_REF, FASTSER_TYPE_ANY_REF: return "an object"
  case FASTSER_TYPE_I8...FASTSER_TYPE_U64, FASTSER_TYPE_VAR_I16...FASTSER_TYPE_VAR_U64: return "an integer"
  default: return "a value of type \(code)"
  }
}
