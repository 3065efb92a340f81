// SPDX-License-Identifier: MIT
//
// Identity under Codable; references to classes.
import CFastser
import Foundation

/// A Codable class whose objects keep their identity: one that is referred to from several places is
/// written once and is one object again, and objects may refer to each other in cycles.
///
/// Codable makes an object by `init(from:)`, and nothing can refer to it before that returns. So such
/// a class is made in two steps: by `init()`, without values, and then by ``decode(from:)``.
///
///     final class Person: FastserReference {
///       var name = ""
///       var friends: [Person] = []
///       init() {}
///       enum CodingKeys: CodingKey { case name, friends }
///       func decode(from decoder: any Decoder) throws {
///         let values = try decoder.container(keyedBy: CodingKeys.self)
///         name = try values.decode(String.self, forKey: .name)
///         friends = try values.decode([Person].self, forKey: .friends)
///       }
///       func encode(to encoder: any Encoder) throws {
///         var values = encoder.container(keyedBy: CodingKeys.self)
///         try values.encode(name, forKey: .name)
///         try values.encode(friends, forKey: .friends)
///       }
///     }
///
/// Objects are made of the class that the property says; subclasses come back as themselves where
/// ``FastserDecoder/register(_:)`` named them. Other encoders see an ordinary Codable class. Codable
/// recurses: a chain of such objects is at most as long as `limits.depth`; ``FastserObject`` has no
/// such limit.
public protocol FastserReference: AnyObject, Codable {
  /// An object without values. It may be referred to before it has any.
  init()
  /// Takes the values.
  func decode(from decoder: any Decoder) throws
}

extension FastserReference {
  /// For other decoders, which know no references.
  public init(from decoder: any Decoder) throws {
    self.init()
    try decode(from: decoder)
  }
}

/// A class as a value, by its name: what Objective-C writes of a `Class`. Other encoders see a string.
public struct FastserClassReference: Codable, Hashable, Sendable {
  public var name: String

  public init(_ name: String) { self.name = name }
  public init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(name)
  }
}

extension FastserClassReference: EncodableByItself, DecodableByItself {
  static func encode(
    _ value: UnsafeRawPointer, to state: Encoding, _ key: KeyPointer?, _ scope: NestedScope?
  ) throws {
    value.assumingMemoryBound(to: Self.self).pointee.name.withCharacters {
      fastser_writer_class_ref(state.writer, raw(key), $0, $1)
    }
  }
  static func decode(
    from state: Decoding, _ key: KeyPointer?, _ scope: ReadScope?, into: UnsafeMutableRawPointer
  ) throws {
    let found = fastser_reader_peek(state.reader, raw(key))
    guard found == UInt32(FASTSER_TYPE_CLASS_REF) else { throw state.mismatch(Self.self, key, found) }
    into.initializeMemory(as: Self.self, to: Self(try state.string(key)))
  }
}
