// SPDX-License-Identifier: MIT
//
// One encode: a writer of the C interface, and what is open. An Encoder of Codable is a place in it.
//
// Values that Codable writes into each other are levels of a stack: only the innermost one takes
// values. Containers that a program holds side by side (nestedContainer, superEncoder) are branches of
// the writer, so that they may be written in any order; they are closed when the program has let go of
// them, at the latest with the value that they belong to.
import CFastser
import Foundation

/// What a value turned out to be.
enum Shape: UInt8 {
  case nothing, keyed, unkeyed, single, singleDone
  case map  // of this library's own: keys and values in turns
}

struct EncodeLevel {
  var shape: Shape
  var serial: UInt32
  var branch: UInt32  // that it is written in; noNumber: the first place
  var key: KeyPointer?  // that its value is written with
  var facts: Facts?  // of its type
  var count: Int  // of values in an unkeyed container
  var isObject: Bool  // its record was begun already
  var scope: Unmanaged<NestedScope>?  // that it lies in
}

/// Where an encoder or a container writes.
struct WritePlace {
  let level: Int32  // small, so that an Encoder fits where Swift keeps existentials without a box
  let serial: UInt32
  let scope: NestedScope?
}

@usableFromInline
final class Encoding {
  let writer: OpaquePointer
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var sortsKeys = true
  var depth = 128

  let keys = KeyStore()
  let facts = FactStore()
  private let levels: UnsafeMutablePointer<EncodeLevel>
  /// Of maps, by level: the key of the entry that is written, if a path can show it.
  private let mapKeys: UnsafeMutablePointer<Any?>
  private var top = -1
  private var serial: UInt32 = 0
  private var scopes: [NestedScope] = []
  private var scopeCount = 0
  private var scopeNames = ScopeNames()
  private var entered = 0  // how often a container was gone to since those let go of were closed
  private var branch = noNumber  // that is written
  /// Objects of this archive, whose addresses stay taken until it is done.
  var owed: [AnyObject] = []
  /// What the whole encode ends with: what an object threw, or that a value is there by half.
  var thrown: (any Error)?

  static let deepest = 512

  init(_ options: EncodingOptions) throws {
    var raw = fastser_writer_options()
    raw.struct_size = UInt32(MemoryLayout<fastser_writer_options>.size)
    raw.user_version = options.userVersion
    raw.sharing = options.sharing
    raw.checksum = options.checksum ? 1 : 0
    raw.repeated_keys = FASTSER_REPEATED_KEYS_LAST  // as other encoders have it
    var limits = FastserLimits(depth: options.depth).raw
    var made: OpaquePointer?
    try withUnsafePointer(to: &limits) { limits in
      raw.limits = limits
      try check { fastser_writer_create(&raw, &made, $0) }
    }
    writer = made!
    depth = Int(limits.depth)
    levels = .allocate(capacity: Encoding.deepest + 1)
    mapKeys = .allocate(capacity: Encoding.deepest + 1)
    mapKeys.initialize(repeating: nil, count: Encoding.deepest + 1)
  }

  deinit {
    fastser_writer_destroy(writer)
    levels.deallocate()
    mapKeys.deinitialize(count: Encoding.deepest + 1)
    mapKeys.deallocate()
  }

  /// Ready for another archive, whatever happened.
  func reset() {
    fastser_writer_reset(writer)
    top = -1
    branch = noNumber
    scopes.removeAll()
    scopeNames.removeAll()
    entered = 0
    owed.removeAll()
    thrown = nil
    userInfo = [:]
  }

  /// Keys that programs made up as they went (dictionaries of their own) are kept with the state.
  var isWorthKeeping: Bool { keys.keptCount < 4096 && !isLarge }
  var isLarge = false

  // ---- errors

  /// Stands for a value that is not known where an error is made.
  private var unknown: Any { Any?.none as Any }

  @inline(never)
  func failure(_ value: Any, _ message: String, _ path: [any CodingKey], _ cause: FastserError? = nil)
    -> EncodingError
  {
    .invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: message,
        underlyingError: cause ?? FastserError(status: .usage, message: message)))
  }

  // ---- levels

  @inline(__always)
  func push(_ key: KeyPointer?, _ facts: Facts?, _ scope: NestedScope?, isObject: Bool = false)
    throws -> WritePlace
  {
    if top &+ 1 >= depth { throw tooDeep(isObject) }
    top &+= 1
    serial &+= 1
    levels[top] = EncodeLevel(
      shape: isObject ? .keyed : .nothing, serial: serial, branch: branch, key: key, facts: facts,
      count: 0, isObject: isObject,
      scope: scope.map { Unmanaged.passUnretained($0) })
    return WritePlace(level: Int32(truncatingIfNeeded: top), serial: serial, scope: nil)
  }

  @inline(never)
  private func tooDeep(_ isObject: Bool) -> EncodingError {
    let cause = FastserError(status: .tooDeep, message: "values are nested deeper than \(depth)")
    let error = failure(depth, cause.message, path(level: top), cause)
    if isObject { leaveHalf(path(level: top), error) }  // it was begun
    return error
  }

  /// Ends the innermost value.
  @inline(__always)
  func pop() {
    if !scopes.isEmpty { closeScopes(of: top) }
    let level = levels + top
    switch level.pointee.shape {
    case .keyed:
      if level.pointee.isObject {
        fastser_writer_end_object(writer)
      } else {
        fastser_writer_end_record(writer)
      }
    case .unkeyed:
      fastser_writer_end_list(writer)
      if level.pointee.isObject { fastser_writer_end_object(writer) }
    case .map: fastser_writer_end_map(writer)
    case .nothing: emptyRecord()
    case .single:
      fastser_writer_null(writer, raw(level.pointee.key))
      if level.pointee.isObject { fastser_writer_end_object(writer) }
    case .singleDone: if level.pointee.isObject { fastser_writer_end_object(writer) }
    }
    top &-= 1
  }

  /// A value that said nothing of itself is a record without fields.
  @inline(never)
  private func emptyRecord() {
    fastser_writer_begin_record(
      writer, raw(levels[top].key), levels[top].facts.map { classNumber($0) } ?? namelessClass)
    fastser_writer_end_record(writer)
  }

  /// Takes back a value that threw. One that wrote nothing was never begun; what others wrote of
  /// themselves stays, so that no archive may be made of it, even if the program catches the error.
  @inline(never)
  func takeBack(_ place: WritePlace, _ error: any Error) {
    let level = levels + Int(place.level)
    let wroteNothing = level.pointee.shape == .nothing || level.pointee.shape == .single
    if !wroteNothing || level.pointee.isObject {
      leaveHalf(path(level: Int(place.level)), error)
      closeScopes(of: Int(place.level))
    }
    go(to: level.pointee.branch)
    top = Int(place.level) - 1
  }

  /// Notes that part of a value was written before it threw. The encode ends with that, where the
  /// program does not let the error itself go on. Calls of the writer do nothing from now on.
  @inline(never)
  private func leaveHalf(_ path: [any CodingKey], _ error: any Error) {
    if thrown != nil { return }
    let message = "a value was written by half when it failed, and its error was caught: \(error)"
    thrown = failure(unknown, message, path)
    fail(message)
  }

  /// The same of what a value that writes itself has in it, of which no level says where it is.
  @usableFromInline
  @inline(never)
  func leaveHalf(_ error: any Error) { leaveHalf(path(level: top), error) }

  /// The path of a value in the innermost level.
  private func pathInside(_ key: KeyPointer?) -> [any CodingKey] {
    var path = path(level: top)
    if top >= 0, levels[top].shape == .unkeyed {
      path.append(PathKey(intValue: levels[top].count - 1))
    } else if let key, top >= 0, levels[top].shape == .keyed {
      path.append(PathKey(key))
    }
    return path
  }

  /// A container's next value was not written after all.
  @inline(never)
  private func putBack(_ place: WritePlace) {
    if thrown != nil { return }
    if shape(of: place) == .singleDone {
      set(place, .single)
    } else if let scope = place.scope {
      scope.count -= 1
    } else {
      levels[top].count -= 1
    }
  }

  /// The next value of an unkeyed container, or the one of a single value container.
  @inline(__always)
  func encodeNext<T: Encodable>(_ value: T, _ place: WritePlace) throws {
    let key = try next(place)
    do { try encode(value, key, place.scope) } catch {
      putBack(place)
      throw error
    }
  }

  @inline(__always)
  func classNumber(_ facts: Facts) -> UInt32 { facts.pointee.classNumber }

  /// The class of records that have none.
  lazy var namelessClass = fastser_writer_class(writer, "", 0, 0, noNumber)

  /// The number of a type's class, which is made where there is none yet.
  @inline(__always)
  func classNumber(_ facts: Facts, _ type: Any.Type) -> UInt32 {
    let number = facts.pointee.classNumber
    return number != noNumber ? number : makeClass(facts, type)
  }

  @inline(never)
  private func makeClass(_ facts: Facts, _ type: Any.Type) -> UInt32 {
    var name = className(type)
    let above = (type as? any FastserNamed.Type)?.fastserSuperclass
    let aboveNumber = above.map { classNumber(self.facts.of($0), $0) } ?? noNumber
    let number = name.withUTF8 {
      fastser_writer_class(
        writer, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count,
        classVersion(type), aboveNumber)
    }
    facts.pointee.classNumber = number
    return number
  }

  // ---- where a container writes

  /// Whether a container may write now: it is the innermost, and its branch is the one that is written.
  @inline(__always)
  func enter(_ place: WritePlace) throws {
    if place.scope == nil, Int(place.level) == top, levels[top].serial == place.serial, scopes.isEmpty {
      return
    }
    try enterSlowly(place)
  }

  @inline(never)
  private func enterSlowly(_ place: WritePlace) throws {
    let owner = place.scope?.owner ?? Int(place.level)
    let ownerSerial = place.scope?.ownerSerial ?? place.serial
    let isAlive = owner >= 0 ? owner <= top && levels[owner].serial == ownerSerial : true
    guard isAlive, owner == top, place.scope?.isClosed != true else {
      throw failure(
        unknown, "a container was written after its value ended, or while another value in it is written",
        isAlive && owner >= 0 ? path(level: owner) : [])
    }
    // A few are looked at each time. A look at many is paid for by as many values.
    entered += 1
    if entered + ScopeNames.near >= scopes.count { closeScopesLetGo(except: place.scope) }
    go(to: place.scope?.branch ?? levels[Int(place.level)].branch)
  }

  func go(to other: UInt32) {
    if other == branch { return }
    if branch != noNumber { fastser_writer_swap(writer, branch) }
    if other != noNumber { fastser_writer_swap(writer, other) }
    branch = other
  }

  /// A container, or a value, that is written in turns with what lies behind it.
  func nest(_ place: WritePlace, _ key: KeyPointer?) throws -> NestedScope {
    try enter(place)
    if let scope = place.scope { scope.takes(key) } else if key == nil { levels[top].count += 1 }
    let number = fastser_writer_begin_branch(writer, raw(key))
    scopeCount += 1
    let scope = NestedScope(
      number: scopeCount, owner: top, ownerSerial: levels[top].serial, branch: number, parent: place.scope, key: key,
      index: key == nil ? (place.scope?.count ?? levels[top].count) - 1 : -1)
    scopes.append(scope)
    scopeNames.added(scopes)
    return scope
  }

  /// The container with this key that was asked for before: what is written goes on there, as with
  /// other encoders. One that the program let go of is closed when the value around it is written on;
  /// to ask for it then is a mistake, since what it has would be lost.
  func openAgain(_ place: WritePlace, _ key: KeyPointer?, _ shape: Shape) -> WritePlace? {
    guard let key, top >= 0, (place.scope?.owner ?? Int(place.level)) == top else { return nil }
    let name = NestedName(
      ownerSerial: levels[top].serial, parent: place.scope?.number ?? -1, key: key)
    if let scope = scopeNames.find(name, shape, scopes) {
      return WritePlace(level: place.level, serial: place.serial, scope: scope)
    }
    if scopeNames.wasClosed(name) {
      fail(
        "a nested container of the key \(PathKey(key).stringValue) was asked for again after the program let go of it")
    }
    return nil
  }

  @inline(never)
  private func closeScopes(of level: Int) {
    // The last one first: those inside others were made after them.
    while let last = scopes.last, last.owner == level {
      close(last)
      scopes.removeLast()
    }
    go(to: levels[level].branch)
  }

  /// Those that the program holds no longer take no values any more. The last one first, as above.
  private func closeScopesLetGo(except kept: NestedScope?) {
    entered = 0
    var found = false
    for at in scopes.indices.reversed() {
      if scopes[at].owner != top { break }
      if scopes[at] !== kept, isKnownUniquelyReferenced(&scopes[at]) {
        close(scopes[at])
        scopeNames.noteClosed(scopes[at]) { $0 > top || levels[$0].serial != $1 }
        scopes[at].parent = nil  // which may have been let go of, too
        found = true
      }
    }
    if found { scopes.removeAll { $0.isClosed } }
  }

  private func close(_ scope: NestedScope) {
    if scope.isClosed { return }
    scope.isClosed = true
    scopeNames.forget(scope)
    go(to: scope.branch)
    switch scope.shape {
    case .keyed: fastser_writer_end_record(writer)
    case .unkeyed: fastser_writer_end_list(writer)
    case .nothing:
      fastser_writer_begin_record(writer, nil, namelessClass)
      fastser_writer_end_record(writer)
    case .single: fastser_writer_null(writer, nil)
    case .singleDone, .map: break
    }
    go(to: noNumber)
  }

  // ---- containers

  func shape(of place: WritePlace) -> Shape { place.scope?.shape ?? levels[Int(place.level)].shape }

  private func set(_ place: WritePlace, _ shape: Shape) {
    if let scope = place.scope { scope.shape = shape } else { levels[Int(place.level)].shape = shape }
  }

  /// The first container of a value says what it is; later ones add to it, as those of super-classes
  /// do. Another kind of container is a mistake, which the end of the encode tells.
  @inline(__always)
  func open(_ place: WritePlace, _ shape: Shape) {
    if place.scope == nil, Int(place.level) == top, levels[top].serial == place.serial {
      if levels[top].shape == shape { return }
      if levels[top].shape == .nothing, scopes.isEmpty {
        begin(shape, levels[top].key, levels[top].facts)
        levels[top].shape = shape
        return
      }
    }
    openSlowly(place, shape)
  }

  @inline(__always)
  private func begin(_ shape: Shape, _ key: KeyPointer?, _ facts: Facts?) {
    switch shape {
    case .keyed:
      fastser_writer_begin_record(
        writer, raw(key), facts.map { classNumber($0) } ?? namelessClass)
    case .unkeyed:
      fastser_writer_begin_list(writer, raw(key), UInt64.max, UInt32(FASTSER_TYPE_ANY))
    default: break
    }
  }

  @inline(never)
  private func openSlowly(_ place: WritePlace, _ shape: Shape) {
    guard (try? enter(place)) != nil else {
      return fail("a container was asked for after its value ended")
    }
    let before = self.shape(of: place)
    if before == shape || (shape == .single && before == .singleDone) { return }
    if before == .keyed, place.scope == nil, levels[top].isObject {
      // An object that is a list, or a value: its only field, which has no name.
      levels[top].key = nil
      begin(shape, nil, nil)
      levels[top].shape = shape
      return
    }
    guard before == .nothing || before == .single else {
      return fail("a value asked for two kinds of containers")
    }
    begin(
      shape, place.scope == nil ? levels[Int(place.level)].key : nil,
      place.scope == nil ? levels[Int(place.level)].facts : nil)
    set(place, shape)
  }

  func fail(_ message: String) {
    var message = message
    message.withUTF8 {
      fastser_writer_fail(
        writer, FASTSER_USAGE,
        UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  /// The key that the next value of an unkeyed or single container is written with.
  @inline(__always)
  func next(_ place: WritePlace) throws -> KeyPointer? {
    try enter(place)
    if let scope = place.scope {
      if scope.shape == .unkeyed { scope.count += 1 } else { try takeSingle(place) }
      return nil
    }
    if levels[top].shape == .unkeyed {
      levels[top].count &+= 1
      return nil
    }
    try takeSingle(place)
    return levels[top].key
  }

  private func takeSingle(_ place: WritePlace) throws {
    guard shape(of: place) == .single else {
      throw failure(unknown, "a single value container takes one value", path(place))
    }
    set(place, .singleDone)
  }

  // Lists and maps that this library opens itself are levels, too, so that paths show them.

  @inline(__always)
  func setUnkeyed(_ place: WritePlace) { levels[Int(place.level)].shape = .unkeyed }
  @inline(__always)
  func countOne(_ place: WritePlace) { levels[Int(place.level)].count &+= 1 }
  func setMap(_ place: WritePlace) {
    levels[Int(place.level)].shape = .map
  }
  /// Begins an entry of a map. `key` is what paths show of it.
  @inline(__always)
  func nextEntry(_ place: WritePlace, _ key: Any?) {
    countOne(place)
    mapKeys[Int(place.level)] = key
  }

  func count(_ place: WritePlace) -> Int { place.scope?.count ?? levels[Int(place.level)].count }

  @inline(__always)
  func pointer<Key: CodingKey>(_ key: Key, _ table: UnsafeMutablePointer<KeyTable>) -> KeyPointer {
    keys.pointer(key, table)
  }

  func table<Key: CodingKey>(_ type: Key.Type) -> UnsafeMutablePointer<KeyTable> { keys.table(type) }

  func pointer(text: String) -> KeyPointer { keys.pointer(text: text, number: nil) }

  // ---- paths

  func path(_ place: WritePlace) -> [any CodingKey] {
    if let scope = place.scope { return scope.path(in: self) }
    guard place.level >= 0, place.level <= top, levels[Int(place.level)].serial == place.serial else { return [] }
    return path(level: Int(place.level))
  }

  func path(level: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    guard level >= 0 else { return path }
    for at in 0...level {
      if let scope = levels[at].scope?.takeUnretainedValue() {
        path = scope.path(in: self)
        if let key = levels[at].key {
          path.append(PathKey(key))
        } else if scope.shape == .unkeyed {
          path.append(PathKey(intValue: scope.count - 1))
        }
      } else if let key = levels[at].key {
        if at == 0 || levels[at - 1].shape == .keyed { path.append(PathKey(key)) }
      } else if at > 0, levels[at - 1].shape == .map {
        path.append(PathKey(entry: mapKeys[at - 1], number: levels[at - 1].count - 1))
      } else if at > 0, levels[at - 1].shape == .unkeyed {
        path.append(PathKey(intValue: levels[at - 1].count - 1))
      }
    }
    return path
  }

  // ---- values

  func string(_ value: String, _ key: KeyPointer?) {
    var value = value
    value.withUTF8 {
      fastser_writer_string(
        writer, raw(key), UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
        $0.count)
    }
  }

  func data(_ value: Data, _ key: KeyPointer?) {
    value.withUnsafeBytes { fastser_writer_data(writer, raw(key), $0.baseAddress, $0.count) }
  }

  func url(_ value: URL, _ key: KeyPointer?) throws {
    if value.baseURL != nil {
      let number = "NSURL".withCharacters { fastser_writer_class(writer, $0, $1, 0, noNumber) }
      fastser_writer_begin_object(writer, raw(key), newIdentity(), number)
      try encode(value.baseURL!, pointer(text: "base"))
      string(value.relativeString, pointer(text: "relative"))
      fastser_writer_end_object(writer)
      return
    }
    var text = value.absoluteString
    text.withUTF8 {
      fastser_writer_url(
        writer, raw(key), UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
        $0.count)
    }
  }

  func uuid(_ value: UUID, _ key: KeyPointer?) {
    fastser_writer_uuid(writer, raw(key), fastser_uuid(bytes: value.uuid))
  }

  func decimal(_ value: Decimal, _ key: KeyPointer?) {
    if let small = fastser_decimal(value) {
      fastser_writer_decimal(writer, raw(key), small)
    } else {
      let name = "NSDecimalNumber"
      let number = name.withCharacters { fastser_writer_class(writer, $0, $1, 0, noNumber) }
      fastser_writer_begin_object(writer, raw(key), newIdentity(), number)
      string(value.description, nil)
      fastser_writer_end_object(writer)
    }
  }

  /// An address that no other object of this archive has.
  private func newIdentity() -> UnsafeRawPointer {
    final class Identity {}
    let identity = Identity()
    owed.append(identity)
    return UnsafeRawPointer(Unmanaged.passUnretained(identity).toOpaque())
  }

  /// Runs `use` if the root is nothing but scalars.
  func scalars<T, R>(of value: T, _ options: EncodingOptions, _ use: (ScalarArray, EncodingOptions) throws -> R)
    rethrows -> R?
  {
    guard let known = facts.of(T.self).pointee.encoder else { return nil }
    return try withUnsafePointer(to: value) {
      try known.withScalars(UnsafeRawPointer($0), facts) { try use($0, options) }
    }
  }

  /// One value of any type, where the caller has seen to it that it may be written.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, _ key: KeyPointer?, _ scope: NestedScope? = nil) throws {
    try encode(value, key, facts.of(T.self), scope)
  }

  @inline(__always)
  func encode<T: Encodable>(
    _ value: T, _ key: KeyPointer?, _ facts: Facts, _ scope: NestedScope? = nil
  ) throws {
    if facts.pointee.kind == .codable {
      _ = classNumber(facts, T.self)
      let place = try push(key, facts, scope)
      do {
        try value.encode(to: ValueEncoder(state: self, place: place))
      } catch {
        takeBack(place, error)
        throw error
      }
      return pop()
    }
    try withUnsafePointer(to: value) {
      try encodeKnown(UnsafeRawPointer($0), key, facts, T.self, scope)
    }
  }

  @inline(never)
  func encodeKnown(
    _ value: UnsafeRawPointer, _ key: KeyPointer?, _ facts: Facts, _ type: Any.Type,
    _ scope: NestedScope? = nil
  ) throws {
    let k = raw(key)
    switch facts.pointee.kind {
    case .bool: fastser_writer_bool(writer, k, value.load(as: Bool.self) ? 1 : 0)
    case .int: fastser_writer_i64(writer, k, Int64(value.load(as: Int.self)))
    case .int8: fastser_writer_i8(writer, k, value.load(as: Int8.self))
    case .int16: fastser_writer_i16(writer, k, value.load(as: Int16.self))
    case .int32: fastser_writer_i32(writer, k, value.load(as: Int32.self))
    case .int64: fastser_writer_i64(writer, k, value.load(as: Int64.self))
    case .uint: fastser_writer_u64(writer, k, UInt64(value.load(as: UInt.self)))
    case .uint8: fastser_writer_u8(writer, k, value.load(as: UInt8.self))
    case .uint16: fastser_writer_u16(writer, k, value.load(as: UInt16.self))
    case .uint32: fastser_writer_u32(writer, k, value.load(as: UInt32.self))
    case .uint64: fastser_writer_u64(writer, k, value.load(as: UInt64.self))
    case .float: fastser_writer_f32_bits(writer, k, value.load(as: Float.self).bitPattern)
    case .double: fastser_writer_f64_bits(writer, k, value.load(as: Double.self).bitPattern)
    case .string: string(value.assumingMemoryBound(to: String.self).pointee, key)
    case .data: data(value.assumingMemoryBound(to: Data.self).pointee, key)
    case .date:
      fastser_writer_apple_date(
        writer, k, value.assumingMemoryBound(to: Date.self).pointee.timeIntervalSinceReferenceDate)
    case .url: try url(value.assumingMemoryBound(to: URL.self).pointee, key)
    case .uuid: uuid(value.assumingMemoryBound(to: UUID.self).pointee, key)
    case .decimal: decimal(value.assumingMemoryBound(to: Decimal.self).pointee, key)
    case .collection:
      if let known = facts.pointee.encoder { try known.encode(value, to: self, key, scope) }
    case .direct:
      try direct(value, key, facts.pointee.direct.unsafelyUnwrapped, facts, type)
    case .object:
      object(value.assumingMemoryBound(to: AnyObject.self).pointee, k)
    case .reference:
      try reference(value.assumingMemoryBound(to: AnyObject.self).pointee, key, scope)
    case .codable: break
    }
  }

  private func direct<T: FastSerializable>(
    _ value: UnsafeRawPointer, _ key: KeyPointer?, _: T.Type, _ facts: Facts, _ type: Any.Type
  ) throws {
    fastser_writer_begin_record(writer, raw(key), classNumber(facts, type))
    var to = FastserWriter(self)
    do { try value.assumingMemoryBound(to: T.self).pointee.write(to: &to) } catch {
      leaveHalf(pathInside(key), error)
      throw error
    }
    fastser_writer_end_record(writer)
  }

  /// An object of a class that keeps its identity: its fields where it comes first, then its number.
  private func reference(_ object: AnyObject, _ key: KeyPointer?, _ scope: NestedScope?) throws {
    let type: any AnyObject.Type = type(of: object)
    let facts = facts.of(type)
    let identity = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    if fastser_writer_begin_object(writer, raw(key), identity, classNumber(facts, type)) == 0 {
      return
    }
    owed.append(object)  // its address stays taken until the archive is done
    let place = try push(key, facts, scope, isObject: true)
    do {
      try (object as! any FastserReference).encode(to: ValueEncoder(state: self, place: place))
    } catch {
      takeBack(place, error)
      throw error
    }
    pop()
  }
}

extension String {
  /// Runs `call` with the characters as the C interface has them.
  func withCharacters<R>(_ call: (UnsafePointer<CChar>?, Int) throws -> R) rethrows -> R {
    var text = self
    return try text.withUTF8 {
      try call(UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }
}
