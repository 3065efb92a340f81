// SPDX-License-Identifier: MIT
//
// Containers that a program holds side by side, and how they are found by their keys. There may be
// many of one value: the last few are looked at one by one, those before them are in a table.
import CFastser

/// A container, or a super-encoder, that a program may hold beside others of the same value.
final class NestedScope {
  let number: Int  // no other of the state has it
  let owner: Int
  let ownerSerial: UInt32
  let branch: UInt32
  var parent: NestedScope?
  let key: KeyPointer?
  let index: Int
  var shape = Shape.nothing
  var count = 0
  var isClosed = false
  var isFar = false  // not one of the last few: ScopeNames has it in its table

  init(
    number: Int, owner: Int, ownerSerial: UInt32, branch: UInt32, parent: NestedScope?,
    key: KeyPointer?, index: Int
  ) {
    self.number = number
    self.owner = owner
    self.ownerSerial = ownerSerial
    self.branch = branch
    self.parent = parent
    self.key = key
    self.index = index
  }

  /// What it is asked for by; nil: an element.
  var name: NestedName? {
    key.map { NestedName(ownerSerial: ownerSerial, parent: parent?.number ?? -1, key: $0) }
  }

  func takes(_ key: KeyPointer?) { if key == nil { count += 1 } }

  func path(in state: Encoding) -> [any CodingKey] {
    var path = parent?.path(in: state) ?? state.path(level: owner)
    if let key { path.append(PathKey(key)) } else { path.append(PathKey(intValue: index)) }
    return path
  }
}

/// A place for a nested container: a key of a value, or of another such container.
struct NestedName: Hashable {
  let ownerSerial: UInt32
  let parent: Int  // its number; not the scope itself, which would stay open; -1: none
  let key: KeyPointer

  /// Keys with the same text may lie at two addresses.
  static func == (one: Self, other: Self) -> Bool {
    if one.ownerSerial != other.ownerSerial || one.parent != other.parent { return false }
    return one.key == other.key || one.text.elementsEqual(other.text)
  }
  func hash(into hasher: inout Hasher) {
    hasher.combine(ownerSerial)
    hasher.combine(parent)
    hasher.combine(bytes: text)
  }
  private var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: key.pointee.raw.text, count: key.pointee.raw.size)
  }
}

/// Finds open scopes by their keys, and knows those that were closed before their value ended.
struct ScopeNames {
  static let near = 16  // so many are looked at one by one
  private var far: [NestedName: Unmanaged<NestedScope>] = [:]
  private var hasTwins = false  // two of one name were open: the table has one of them
  private var closed: Set<NestedName> = []
  private var closedInOrder: [(name: NestedName, owner: Int)] = []

  mutating func removeAll() { self = ScopeNames() }

  /// The last of `scopes` is new.
  mutating func added(_ scopes: [NestedScope]) {
    let at = scopes.count - 1 - ScopeNames.near
    guard at >= 0, !scopes[at].isFar, let name = scopes[at].name else { return }
    scopes[at].isFar = true
    if far.updateValue(.passUnretained(scopes[at]), forKey: name) != nil { hasTwins = true }
  }

  /// An open container of a name and shape, the last one that was begun.
  func find(_ name: NestedName, _ shape: Shape, _ scopes: [NestedScope]) -> NestedScope? {
    func fits(_ scope: NestedScope) -> Bool {
      scope.shape == shape && !scope.isClosed && scope.name == name
    }
    for scope in hasTwins ? scopes[...].reversed() : scopes.suffix(ScopeNames.near).reversed() {
      if scope.ownerSerial != name.ownerSerial { return nil }
      if fits(scope) { return scope }
    }
    return far[name].map { $0.takeUnretainedValue() }.flatMap { fits($0) ? $0 : nil }
  }

  /// A scope is not open any more.
  mutating func forget(_ scope: NestedScope) {
    if scope.isFar, let name = scope.name { far[name] = nil }
  }

  /// It was closed while its value is written. `isOver`: whether a value has ended.
  mutating func noteClosed(_ scope: NestedScope, _ isOver: (_ owner: Int, _ serial: UInt32) -> Bool) {
    guard let name = scope.name, scope.shape == .keyed || scope.shape == .unkeyed else { return }
    while let last = closedInOrder.last, isOver(last.owner, last.name.ownerSerial) {
      closed.remove(last.name)
      closedInOrder.removeLast()
    }
    if closed.insert(name).inserted { closedInOrder.append((name, scope.owner)) }
  }

  func wasClosed(_ name: NestedName) -> Bool { !closed.isEmpty && closed.contains(name) }
}
