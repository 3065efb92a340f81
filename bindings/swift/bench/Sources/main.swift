// SPDX-License-Identifier: MIT
//
// What Foundation's encoders and this library take for the same values, in one run: the contenders take
// turns, and what is printed is the median of all rounds, and its part of PropertyListEncoder's.
//
//   fastser-bench [ROUNDS [ITEMS]]
import Fastser
import Foundation

struct BBItem: Codable, Equatable {
  var identifier: String
  var createdAt: Date
  var hash: String
  var data: Data
  var optionalString: String?
  var views: Int
  var displayInRect: CGRect

  init(_ n: Int) {
    let digits = String(n)
    identifier = "item \(n)"
    createdAt = Date(timeIntervalSinceReferenceDate: 1e8 + Double(n))
    hash = String(repeating: "0", count: 33 - digits.count) + digits
    data = Data("fifteen bytes..".utf8)
    optionalString = n % 2 == 0 ? "optional" : nil
    views = n
    displayInRect = CGRect(x: n, y: n, width: n, height: n)
  }
}

/// The same fields, written directly.
struct DirectItem: FastSerializable, Equatable {
  var item: BBItem

  func write(to w: inout FastserWriter) {
    w.write(item.identifier, "identifier")
    w.write(item.createdAt, "createdAt")
    w.write(item.hash, "hash")
    w.write(item.data, "data")
    w.write(item.optionalString, "optionalString")
    w.write(item.views, "views")
    w.write(item.displayInRect, "displayInRect")
  }
  init(_ item: BBItem) { self.item = item }
  init(from r: inout FastserReader) {
    item = BBItem(
      identifier: r.read("identifier"), createdAt: r.read("createdAt"), hash: r.read("hash"),
      data: r.read("data"), optionalString: r.read("optionalString"), views: r.read("views"),
      displayInRect: r.read("displayInRect"))
  }
}

extension BBItem {
  init(
    identifier: String, createdAt: Date, hash: String, data: Data, optionalString: String?, views: Int,
    displayInRect: CGRect
  ) {
    self.identifier = identifier
    self.createdAt = createdAt
    self.hash = hash
    self.data = data
    self.optionalString = optionalString
    self.views = views
    self.displayInRect = displayInRect
  }
}

/// The same fields under NSCoding.
final class KeyedItem: NSObject, NSCoding {
  let item: BBItem
  init(_ item: BBItem) { self.item = item }
  func encode(with coder: NSCoder) {
    coder.encode(item.identifier as NSString, forKey: "identifier")
    coder.encode(item.createdAt as NSDate, forKey: "createdAt")
    coder.encode(item.hash as NSString, forKey: "hash")
    coder.encode(item.data as NSData, forKey: "data")
    coder.encode(item.optionalString as NSString?, forKey: "optionalString")
    coder.encode(item.views, forKey: "views")
    coder.encode(Double(item.displayInRect.origin.x), forKey: "x")
    coder.encode(Double(item.displayInRect.origin.y), forKey: "y")
    coder.encode(Double(item.displayInRect.size.width), forKey: "w")
    coder.encode(Double(item.displayInRect.size.height), forKey: "h")
  }
  init?(coder: NSCoder) {
    item = BBItem(
      identifier: coder.decodeObject(forKey: "identifier") as? String ?? "",
      createdAt: coder.decodeObject(forKey: "createdAt") as? Date ?? Date(),
      hash: coder.decodeObject(forKey: "hash") as? String ?? "",
      data: coder.decodeObject(forKey: "data") as? Data ?? Data(),
      optionalString: coder.decodeObject(forKey: "optionalString") as? String,
      views: coder.decodeInteger(forKey: "views"),
      displayInRect: CGRect(
        x: coder.decodeDouble(forKey: "x"), y: coder.decodeDouble(forKey: "y"),
        width: coder.decodeDouble(forKey: "w"), height: coder.decodeDouble(forKey: "h")))
  }
}

struct Contender {
  let name: String
  let encode: () throws -> Int  // bytes
  let decode: () throws -> Void
  var encodes: [Double] = []
  var decodes: [Double] = []

  init(_ name: String, _ encode: @escaping () throws -> Int, _ decode: @escaping () throws -> Void) {
    self.name = name
    self.encode = encode
    self.decode = decode
  }
}

func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try work()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Runs the contenders in turns and prints them; the first one is what the others are a part of.
func compare(_ title: String, _ rounds: Int, _ contenders: [Contender]) throws {
  var contenders = contenders
  let bytes = try contenders.map { try $0.encode() }
  for at in contenders.indices { try contenders[at].decode() }
  for _ in 0..<rounds {
    for at in contenders.indices {
      contenders[at].encodes.append(try seconds { _ = try contenders[at].encode() })
    }
    for at in contenders.indices {
      contenders[at].decodes.append(try seconds { try contenders[at].decode() })
    }
  }
  func cell(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  print("\n\(title), medians of \(rounds)")
  let (first, second) = (median(contenders[0].encodes), median(contenders[0].decodes))
  for (contender, size) in zip(contenders, bytes) {
    let (encode, decode) = (median(contender.encodes), median(contender.decodes))
    print(
      contender.name + cell("", 28 - contender.name.count)
        + cell(String(format: "encode %.3f ms", encode * 1e3), 20)
        + cell(String(format: "%.3f", encode / first), 8)
        + cell(String(format: "decode %.3f ms", decode * 1e3), 22)
        + cell(String(format: "%.3f", decode / second), 8) + cell("\(size) bytes", 18))
  }
}

func must(_ condition: Bool, _ what: String) {
  if !condition { fatalError("\(what): another value came back") }
}

@MainActor
func run() throws {
  let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 11
  let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10_000
  let items = (0..<count).map { BBItem($0) }
  let direct = items.map { DirectItem($0) }

  let propertyList = PropertyListEncoder()
  propertyList.outputFormat = .binary
  let lists = try propertyList.encode(items)
  let json = try JSONEncoder().encode(items)
  let archive = try FastserEncoder().encode(items)
  let directly = try FastserEncoder().encode(direct)
  must(try FastserDecoder().decode([BBItem].self, from: archive) == items, "Codable")
  must(try FastserDecoder().decode([DirectItem].self, from: directly) == direct, "FastSerializable")
  must(try FastserDecoder().decode([BBItem].self, from: directly) == items, "one by the other")
  try FastserArchive.verify(archive)

  try compare(
    "\(count) BBItem", rounds,
    [
      Contender(
        "PropertyList, binary", { try propertyList.encode(items).count },
        { _ = try PropertyListDecoder().decode([BBItem].self, from: lists) }),
      Contender(
        "JSON", { try JSONEncoder().encode(items).count },
        { _ = try JSONDecoder().decode([BBItem].self, from: json) }),
      Contender(
        "Fastser, Codable", { try FastserEncoder().encode(items).count },
        { _ = try FastserDecoder().decode([BBItem].self, from: archive) }),
      Contender(
        "Fastser, FastSerializable", { try FastserEncoder().encode(direct).count },
        { _ = try FastserDecoder().decode([DirectItem].self, from: directly) }),
    ])

  let few = items.prefix(500).map { KeyedItem($0) } as NSArray
  let keyed = try NSKeyedArchiver.archivedData(withRootObject: few, requiringSecureCoding: false)
  let fewItems = Array(items.prefix(500))
  let fewArchive = try FastserEncoder().encode(fewItems)
  try compare(
    "\(few.count) BBItem", rounds,
    [
      Contender(
        "NSKeyedArchiver",
        { try NSKeyedArchiver.archivedData(withRootObject: few, requiringSecureCoding: false).count },
        {
          let reader = try NSKeyedUnarchiver(forReadingFrom: keyed)
          reader.requiresSecureCoding = false
          must((reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSArray)?.count == few.count, "keyed")
        }),
      Contender(
        "Fastser, Codable", { try FastserEncoder().encode(fewItems).count },
        { _ = try FastserDecoder().decode([BBItem].self, from: fewArchive) }),
    ])

  let numbers = (0..<1_000_000).map { Double($0) * 0.5 }
  let packed = try FastserEncoder().encode(numbers)
  let bytes = 8 * numbers.count
  must(try FastserDecoder().decode([Double].self, from: packed) == numbers, "[Double]")
  func copied() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes) { to, filled in
      numbers.withUnsafeBytes { _ = memcpy(to.baseAddress!, $0.baseAddress!, bytes) }
      filled = bytes
    }
  }
  let copy = copied()
  try compare(
    "1000000 Double", rounds,
    [
      Contender(
        "memcpy into a new array", { copied().count },
        {
          let made = [Double](unsafeUninitializedCapacity: numbers.count) { to, filled in
            copy.withUnsafeBytes { _ = memcpy(to.baseAddress!, $0.baseAddress!, bytes) }
            filled = numbers.count
          }
          must(made.count == numbers.count, "memcpy")
        }),
      Contender(
        "Fastser, Data", { try FastserEncoder().encode(numbers).count },
        { _ = try FastserDecoder().decode([Double].self, from: packed) }),
      Contender(
        "Fastser, [UInt8]", { try FastserEncoder().encodeBytes(numbers).count },
        { _ = try FastserDecoder().decode([Double].self, from: packed) }),
    ])
}

try run()
