# SPDX-License-Identifier: MIT
#
# models.hpp for capnp. It has no fixed-width value structs; records are structs behind pointers,
# or inline in lists.
@0xd1a5f6c2b7e93841;
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("fastser_bench::cp");

struct Ints { values @0 :List(Int32); }

enum Color { red @0; green @1; blue @2; }
struct Vec3 { x @0 :Float32; y @1 :Float32; z @2 :Float32; }
struct Weapon { name @0 :Text; damage @1 :Int16; }
struct Monster {
  pos @0 :Vec3;
  mana @1 :Int16;
  hp @2 :Int16;
  name @3 :Text;
  inventory @4 :Data;
  color @5 :Color;
  weapons @6 :List(Weapon);
  equipped @7 :Weapon;
  path @8 :List(Vec3);
}
struct Monsters { items @0 :List(Monster); }

struct Rect { x @0 :Float64; y @1 :Float64; width @2 :Float64; height @3 :Float64; }
struct BbItem {
  identifier @0 :Text;
  createdAt @1 :Int64;
  hash @2 :Text;
  data @3 :Data;
  optionalString @4 :Text;
  views @5 :UInt32;
  displayInRect @6 :Rect;
}
struct BbEntry { key @0 :Text; item @1 :BbItem; }
struct BbRepository { items @0 :List(BbEntry); }

struct Value {
  union { number @0 :Int64; real @1 :Float64; text @2 :Text; }
}
struct ValueEntry { key @0 :Text; value @1 :Value; }
struct TestObject {
  id1 @0 :Int64;
  id2 @1 :Int64;
  id3 @2 :Int64;
  s1 @3 :Text;
  s2 @4 :Text;
  s3 @5 :Text;
  s4 @6 :Text;
  dt1 @7 :Int64;
  dt2 @8 :Int64;
  b1 @9 :Bool;
  b2 @10 :Bool;
  b3 @11 :Bool;
  e1 @12 :UInt8;
  d1 @13 :List(ValueEntry);
}

struct Actor { birthCity @0 :Text; dateOfBirth @1 :Int64; name @2 :Text; }
struct Person {
  age @0 :Int32;
  firstSeen @1 :Text;
  house @2 :Text;
  name @3 :Text;
  actor @4 :Actor;
}
struct Characters { items @0 :List(Person); }

struct LogEntry {
  x0 @0 :UInt8;
  x1 @1 :UInt8;
  x2 @2 :UInt8;
  x3 @3 :UInt8;
  identity @4 :Text;
  userid @5 :Text;
  date @6 :Text;
  request @7 :Text;
  code @8 :UInt16;
  size @9 :UInt64;
}
struct Log { items @0 :List(LogEntry); }

struct Triangle { v0 @0 :Vec3; v1 @1 :Vec3; v2 @2 :Vec3; normal @3 :Vec3; }
struct Mesh { items @0 :List(Triangle); }

struct StringRecord { id @0 :Int32; a @1 :Text; b @2 :Text; c @3 :Text; d @4 :Text; }
struct StringRecords { items @0 :List(StringRecord); }
