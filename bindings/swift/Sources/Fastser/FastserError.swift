// SPDX-License-Identifier: MIT
//
// What goes wrong, as the C interface says it; and what a decode may spend.
import CFastser

/// Why a call failed: a status of libfastser, where, and a sentence.
///
/// Encoders and decoders throw Swift's `EncodingError` and `DecodingError`; a `FastserError` is then
/// the context's `underlyingError`. `FastserArchive` and the direct calls throw it as it is.
public struct FastserError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error: one of the pinned numbers of `fastser/c/base.h`. From
  /// ``firstOfCaller`` on they are a program's own.
  public struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The call itself is wrong.
    public static let usage = Status(rawValue: FASTSER_USAGE)
    /// The input ends inside a value.
    public static let truncated = Status(rawValue: FASTSER_TRUNCATED)
    /// Bytes that no writer produces.
    public static let malformed = Status(rawValue: FASTSER_MALFORMED)
    /// Bytes behind the end of the value.
    public static let trailing = Status(rawValue: FASTSER_TRAILING)
    /// The checksum does not match.
    public static let checksum = Status(rawValue: FASTSER_CHECKSUM)
    /// Nested deeper than the limits say.
    public static let tooDeep = Status(rawValue: FASTSER_TOO_DEEP)
    /// Would take more memory than the limits say; a file that is larger than asked for.
    public static let overBudget = Status(rawValue: FASTSER_OVER_BUDGET)
    /// A value of another, inconvertible type.
    public static let typeMismatch = Status(rawValue: FASTSER_TYPE_MISMATCH)
    /// A reference to nothing, or to the wrong kind of thing.
    public static let badReference = Status(rawValue: FASTSER_BAD_REFERENCE)
    /// A class that the reader does not know.
    public static let unknownClass = Status(rawValue: FASTSER_UNKNOWN_CLASS)
    /// A format version that this library does not know.
    public static let badVersion = Status(rawValue: FASTSER_BAD_VERSION)
    /// The fingerprint is another type's.
    public static let fingerprint = Status(rawValue: FASTSER_FINGERPRINT)
    public static let noMemory = Status(rawValue: FASTSER_NO_MEMORY)
    /// The operating system refused.
    public static let io = Status(rawValue: FASTSER_IO)
    /// From this number on a program's own.
    public static let firstOfCaller = Status(rawValue: FASTSER_FIRST_OF_CALLER)

    /// "truncated", and so on; "unknown" for numbers that are not the library's.
    public var description: String { String(cString: fastser_status_name(rawValue)) }
  }

  public let status: Status
  /// The byte of the input, where there is one.
  public let offset: Int?
  /// Where in the value: `items[3].name`. May be empty.
  public let path: String
  /// A sentence for a person.
  public let message: String

  public init(status: Status, offset: Int? = nil, path: String = "", message: String) {
    self.status = status
    self.offset = offset
    self.path = path
    self.message = message
  }

  public var description: String {
    var text = "\(status)"
    if let offset { text += " at byte \(offset)" }
    if !path.isEmpty { text += ", \(path)" }
    return text + ": \(message)"
  }
}

/// What one decode may spend: cumulative, so that no input of strangers costs more.
public struct FastserLimits: Sendable, Equatable {
  /// Values in values. At most 512. Codable recurses: about a kilobyte of stack for each level.
  public var depth: Int
  /// Memory that a decode may take: this many times the size of the input ...
  public var memoryFactor: Int
  /// ... and this many bytes.
  public var memoryBase: Int

  public init(depth: Int = 128, memoryFactor: Int = 32, memoryBase: Int = 60 << 10) {
    self.depth = depth
    self.memoryFactor = memoryFactor
    self.memoryBase = memoryBase
  }

  var raw: fastser_limits {
    var raw = fastser_limits()
    raw.struct_size = UInt32(MemoryLayout<fastser_limits>.size)
    raw.depth = UInt32(clamping: max(1, min(depth, 512)))
    raw.memory_factor = UInt64(clamping: max(1, memoryFactor))
    raw.memory_base = UInt64(clamping: max(1, memoryBase))
    return raw
  }
}

/// No class, string, branch has this number.
let noNumber = UInt32.max

/// Runs a function of the C interface and throws what it says.
@inline(__always)
func check(_ call: (UnsafeMutablePointer<fastser_error>) -> Int32) throws {
  var error = fastser_error()
  error.struct_size = UInt32(MemoryLayout<fastser_error>.size)
  if call(&error) != FASTSER_OK { throw FastserError(error) }
}

extension FastserError {
  @inline(never)
  init(_ raw: fastser_error) {
    var raw = raw
    status = Status(rawValue: raw.status)
    offset = raw.offset == UInt64.max ? nil : Int(clamping: raw.offset)
    path = withUnsafeBytes(of: &raw.path) { FastserError.text($0) }
    message = withUnsafeBytes(of: &raw.message) { FastserError.text($0) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
