// SPDX-License-Identifier: MIT
//
// What is known of a type: how its values are written and read. Found out once per type and state.
import CFastser
import Foundation

/// How values of a type go into an archive.
enum Kind: UInt8 {
  case codable  // calls its encode(to:), its init(from:)
  case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float, double
  case string, data, date, url, uuid, decimal
  case collection  // arrays, sets, dictionaries
  case direct  // FastSerializable
  case object  // FastserObject: direct, with an identity
  case reference  // FastserReference: Codable, with an identity
}

/// Types that the coders write and read by themselves. Values are passed by address, so that no
/// generic value is boxed or cast.
protocol EncodableByItself {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?) throws
  /// Runs `use` if the value is nothing but scalars side by side.
  static func withScalars<R>(
    _ value: UnsafeRawPointer, _ facts: FactStore, _ use: (ScalarArray) throws -> R) rethrows -> R?
}
protocol DecodableByItself {
  /// Whether a record is one of these, too.
  static var readsRecords: Bool { get }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer) throws
}

extension DecodableByItself {
  static var readsRecords: Bool { false }
}

struct TypeFacts {
  var kind: Kind
  var isClass: Bool
  var classNumber: UInt32  // of the state's writer
  var encoder: (any EncodableByItself.Type)?
  var decoder: (any DecodableByItself.Type)?
  var direct: (any FastSerializable.Type)?
  var object: (any FastserObject.Type)?
  var reference: (any FastserReference.Type)?
}

typealias Facts = UnsafeMutablePointer<TypeFacts>

private let simpleKinds: [UInt: Kind] = [
  address(Bool.self): .bool, address(Int.self): .int, address(Int8.self): .int8,
  address(Int16.self): .int16, address(Int32.self): .int32, address(Int64.self): .int64,
  address(UInt.self): .uint, address(UInt8.self): .uint8, address(UInt16.self): .uint16,
  address(UInt32.self): .uint32, address(UInt64.self): .uint64, address(Float.self): .float,
  address(Double.self): .double, address(String.self): .string, address(Data.self): .data,
  address(Date.self): .date, address(URL.self): .url, address(UUID.self): .uuid,
  address(Decimal.self): .decimal,
]

extension TypeFacts {
  init(_ type: Any.Type) {
    self.init(
      kind: .codable, isClass: type is AnyObject.Type, classNumber: noNumber, encoder: nil,
      decoder: nil, direct: nil, object: nil, reference: nil)
    if let simple = simpleKinds[address(type)] {
      kind = simple
      return
    }
    encoder = type as? any EncodableByItself.Type
    decoder = type as? any DecodableByItself.Type
    direct = type as? any FastSerializable.Type
    object = type as? any FastserObject.Type
    reference = type as? any FastserReference.Type
    if reference != nil {
      kind = .reference
    } else if object != nil {
      kind = .object
    } else if direct != nil {
      kind = .direct
    } else if encoder != nil || decoder != nil {
      kind = .collection
    }
  }

  /// The code of elements that are all of this type; FASTSER_TYPE_ANY where each says its own.
  var elementCode: UInt32 {
    switch kind {
    case .bool: return UInt32(FASTSER_TYPE_BOOL)
    case .int: return UInt32(Int.bitWidth == 64 ? FASTSER_TYPE_I64 : FASTSER_TYPE_I32)
    case .int64: return UInt32(FASTSER_TYPE_I64)
    case .int8: return UInt32(FASTSER_TYPE_I8)
    case .int16: return UInt32(FASTSER_TYPE_I16)
    case .int32: return UInt32(FASTSER_TYPE_I32)
    case .uint: return UInt32(UInt.bitWidth == 64 ? FASTSER_TYPE_U64 : FASTSER_TYPE_U32)
    case .uint64: return UInt32(FASTSER_TYPE_U64)
    case .uint8: return UInt32(FASTSER_TYPE_U8)
    case .uint16: return UInt32(FASTSER_TYPE_U16)
    case .uint32: return UInt32(FASTSER_TYPE_U32)
    case .float: return UInt32(FASTSER_TYPE_F32)
    case .double: return UInt32(FASTSER_TYPE_F64)
    case .string: return UInt32(FASTSER_TYPE_STRING)
    case .data: return UInt32(FASTSER_TYPE_DATA)
    case .date: return UInt32(FASTSER_TYPE_APPLE_DATE)
    case .url: return UInt32(FASTSER_TYPE_URL)
    case .uuid: return UInt32(FASTSER_TYPE_UUID)
    case .direct: return UInt32(FASTSER_TYPE_ANY_RECORD)
    case .object, .reference: return UInt32(FASTSER_TYPE_ANY_REF)
    default: return UInt32(FASTSER_TYPE_ANY)
    }
  }

  /// Whether paths show values as keys of a map.
  var isPathKey: Bool { kind.rawValue >= Kind.bool.rawValue && kind.rawValue <= Kind.decimal.rawValue }

  /// Whether values lie in memory as in an array of the archive.
  var isScalar: Bool { kind.rawValue >= Kind.bool.rawValue && kind.rawValue <= Kind.double.rawValue }
}

/// TypeFacts of the types that one state has met.
final class FactStore {
  private var table = PointerTable()
  private var made: [Facts] = []

  @inline(__always)
  func of(_ type: Any.Type) -> Facts {
    let found = table.find(address(type))
    if found != 0 { return Facts(bitPattern: found).unsafelyUnwrapped }
    return add(type)
  }

  @inline(never)
  private func add(_ type: Any.Type) -> Facts {
    let facts = Facts.allocate(capacity: 1)
    facts.initialize(to: TypeFacts(type))
    table.add(address(type), UInt(bitPattern: facts))
    made.append(facts)
    return facts
  }

  deinit {
    for facts in made {
      facts.deinitialize(count: 1)
      facts.deallocate()
    }
    table.destroy()
  }
}

/// The name that a type's records have in archives.
func className(_ type: Any.Type) -> String {
  (type as? any FastserNamed.Type)?.fastserName ?? String(describing: type)
}

func classVersion(_ type: Any.Type) -> UInt32 {
  (type as? any FastserNamed.Type)?.fastserVersion ?? 0
}

/// Says how a type's records are called in archives. Without it the name is that of the type, without
/// its module, and the version 0. Names are for tools and other languages; Swift reads records by the
/// names of their fields.
public protocol FastserNamed {
  static var fastserName: String { get }
  static var fastserVersion: UInt32 { get }
  /// The class that is written as its super-class, with a name and a version of its own. None where
  /// nothing is said: Swift's own super-classes are not written. Objective-C's decoders ask for the
  /// versions of them.
  static var fastserSuperclass: (any FastserNamed.Type)? { get }
}

extension FastserNamed {
  public static var fastserName: String { String(describing: Self.self) }
  public static var fastserVersion: UInt32 { 0 }
  public static var fastserSuperclass: (any FastserNamed.Type)? { nil }
}
