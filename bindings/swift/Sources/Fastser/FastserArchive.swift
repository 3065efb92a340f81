// SPDX-License-Identifier: MIT
//
// Archives as bytes: what is in them, whether they are sound, other formats, files.
import CFastser
import Foundation

/// What can be done with an archive, and the other formats, without knowing any type.
public enum FastserArchive {
  /// Formats that are told apart by how they start.
  public enum Format: Sendable, CaseIterable {
    /// This library's own.
    case archive
    case messagePack, flexBuffers
    /// Text in UTF-8. Read and written.
    case json
    /// Of a schema. Read by one (``ConvertOptions/schema``), and never detected.
    case flatBuffers
    /// Property lists. Read and written.
    case binaryPropertyList, xmlPropertyList
    /// Read, and not written: NSKeyedArchiver, NSArchiver of Apple's and of GNUstep's,
    /// NSKeylessArchiver, NeXTSTEP's property lists of text and `.strings` files.
    case keyedArchive, typedStream, gnustepArchive, keylessArchive, openStepPropertyList
    /// Several values one after another, read and written as a list. Never detected.
    case jsonLines, messagePackStream

    var raw: Int32 {
      switch self {
      case .archive: return FASTSER_FORMAT_ARCHIVE
      case .messagePack: return FASTSER_FORMAT_MSGPACK
      case .json: return FASTSER_FORMAT_JSON
      case .flexBuffers: return FASTSER_FORMAT_FLEXBUFFERS
      case .flatBuffers: return FASTSER_FORMAT_FLATBUFFERS
      case .keyedArchive: return FASTSER_FORMAT_KEYED_ARCHIVE
      case .binaryPropertyList: return FASTSER_FORMAT_BINARY_PLIST
      case .typedStream: return FASTSER_FORMAT_TYPEDSTREAM
      case .gnustepArchive: return FASTSER_FORMAT_GNUSTEP_ARCHIVE
      case .keylessArchive: return FASTSER_FORMAT_KEYLESS_ARCHIVE
      case .xmlPropertyList: return FASTSER_FORMAT_XML_PLIST
      case .openStepPropertyList: return FASTSER_FORMAT_OPENSTEP_PLIST
      case .jsonLines: return FASTSER_FORMAT_JSON_LINES
      case .messagePackStream: return FASTSER_FORMAT_MSGPACK_STREAM
      }
    }
  }

  public struct ConvertOptions: Sendable {
    /// What the output has no form for is written in another (data as base64 text), instead of an error.
    public var replaces = false
    /// To JSON: floats that are no numbers become null, instead of an error.
    public var nanAsNull = false
    /// To JSON: with line breaks.
    public var pretty = false
    /// To archives: with a checksum.
    public var checksum = false
    /// From FlatBuffers: their binary schema (.bfbs).
    public var schema: Data?
    public var limits: FastserLimits?

    public init() {}
  }

  /// The format that the bytes are in, by how they start; nil: none that is known.
  public static func format(of data: Data) -> Format? {
    let found = data.withUnsafeBytes { fastser_detect_format($0.baseAddress, $0.count) }
    return Format.allCases.first { $0.raw == found }
  }

  /// The archive, or document, in another format. Nothing is lost silently.
  ///
  /// - Parameter from: nil: as ``format(of:)`` finds.
  /// - Throws: ``FastserError``.
  public static func convert(
    _ data: Data, from: Format? = .archive, to: Format, options: ConvertOptions = .init()
  ) throws -> Data {
    var bytes = fastser_bytes()
    var schema = fastser_bytes()
    try data.withUnsafeBytes { input in
      try withRaw(options) { raw in
        // To FlatBuffers, they are given with their schema; who wants it asks for it below.
        try withUnsafeMutablePointer(to: &schema) { schema in
          if to == .flatBuffers { raw.new_schema = schema }
          try check {
            fastser_convert(
              input.baseAddress, input.count, from?.raw ?? FASTSER_FORMAT_DETECT, to.raw, &raw, nil,
              &bytes, $0)
          }
        }
      }
    }
    fastser_bytes_release(&schema)
    return OwnedBytes.data(&bytes)
  }

  /// A FlatBuffer of an archive's values, and its binary schema (.bfbs).
  public static func flatBuffer(_ data: Data, options: ConvertOptions = .init()) throws -> (
    data: Data, schema: Data
  ) {
    var bytes = fastser_bytes()
    var schema = fastser_bytes()
    try data.withUnsafeBytes { input in
      try withRaw(options) { raw in
        try withUnsafeMutablePointer(to: &schema) { schema in
          raw.new_schema = schema
          try check {
            fastser_convert(
              input.baseAddress, input.count, FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_FLATBUFFERS, &raw,
              nil, &bytes, $0)
          }
        }
      }
    }
    return (OwnedBytes.data(&bytes), OwnedBytes.data(&schema))
  }

  /// What an archive holds, as JSON text.
  public static func json(_ data: Data, pretty: Bool = false) throws -> String {
    var options = ConvertOptions()
    options.pretty = pretty
    options.replaces = true
    return String(decoding: try convert(data, to: .json, options: options), as: UTF8.self)
  }

  /// What the command `fastser inspect` prints: the header, the types, the values.
  public static func inspect(_ data: Data, maxElements: Int = 20) throws -> String {
    var options = fastser_inspect_options()
    options.struct_size = UInt32(MemoryLayout<fastser_inspect_options>.size)
    options.max_elements = UInt64(clamping: maxElements)
    var text = fastser_bytes()
    defer { fastser_bytes_release(&text) }
    try data.withUnsafeBytes { input in
      try check {
        fastser_inspect(
          input.baseAddress, input.count, FASTSER_FORMAT_DETECT, &options, nil, &text, $0)
      }
    }
    return String(decoding: UnsafeBufferPointer(start: text.data, count: text.size), as: UTF8.self)
  }

  /// Checks the bytes from the first to the last, without building anything.
  public static func verify(_ data: Data, limits: FastserLimits? = nil) throws {
    var options = fastser_inspect_options()
    options.struct_size = UInt32(MemoryLayout<fastser_inspect_options>.size)
    try data.withUnsafeBytes { input in
      try withLimits(limits) {
        options.limits = $0
        try check {
          fastser_verify(input.baseAddress, input.count, FASTSER_FORMAT_DETECT, &options, $0)
        }
      }
    }
  }

  // ---- files

  /// Replaces the file, or makes it. Whatever happens meanwhile, a power loss included, the file is the
  /// old one or the new one.
  public static func save(_ data: Data, to path: String) throws {
    try data.withUnsafeBytes { input in
      try path.withCharacters { path, size in
        guard let path else { throw FastserError(status: .usage, message: "a file without a name") }
        try check { fastser_file_save(path, size, input.baseAddress, input.count, $0) }
      }
    }
  }

  /// The bytes of a file of at most `maxBytes`.
  public static func load(_ path: String, maxBytes: Int = 1 << 30) throws -> Data {
    var bytes = fastser_bytes()
    try path.withCharacters { path, size in
      guard let path else { throw FastserError(status: .usage, message: "a file without a name") }
      try check { fastser_file_load(path, size, UInt64(clamping: max(1, maxBytes)), nil, &bytes, $0) }
    }
    return OwnedBytes.data(&bytes)
  }

  // ---- how

  private static func withLimits<R>(
    _ limits: FastserLimits?, _ call: (UnsafePointer<fastser_limits>?) throws -> R
  ) rethrows -> R {
    guard let limits else { return try call(nil) }
    return try withUnsafePointer(to: limits.raw) { try call($0) }
  }

  private static func withRaw(
    _ options: ConvertOptions, _ call: (inout fastser_convert_options) throws -> Void
  ) throws {
    var raw = fastser_convert_options()
    raw.struct_size = UInt32(MemoryLayout<fastser_convert_options>.size)
    raw.replace = options.replaces ? 1 : 0
    raw.nan_as_null = options.nanAsNull ? 1 : 0
    raw.pretty = options.pretty ? 1 : 0
    raw.checksum = options.checksum ? 1 : 0
    try withLimits(options.limits) { limits in
      raw.limits = limits
      try (options.schema ?? Data()).withUnsafeBytes { schema in
        raw.schema = schema.baseAddress
        raw.schema_size = schema.count
        try call(&raw)
      }
    }
  }
}
