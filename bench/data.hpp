// SPDX-License-Identifier: MIT
//
// The values to write and read: seeded, the same on every platform, made when first asked for.
//
// A `Dataset` holds the value that is timed and a `stale` one of the same type with other
// elements, more of some and fewer of others. Decoding into a copy of `stale` must give `value`;
// a contender that keeps old elements is found out that way.
#pragma once

#include <string_view>

#include "models.hpp"

namespace fastser_bench {

template <class T>
struct Dataset {
  T value;
  T stale;
};

// A workload: its name in `workload/codec/operation`, and where its data come from.
template <class T>
struct Workload {
  using Type = T;
  std::string_view name;
  const Dataset<T>& (*data)();
  T (*copy)(const T&);  // a deep copy; shared_ptr graphs cannot use the copy constructor
  bool on_disk = false;
};

// Copies that share nothing with the original but share alike among themselves.
template <class T>
T deep_copy(const T& value) {
  return value;
}
SharedCharacters deep_copy_characters(const SharedCharacters& value);
Graph deep_copy_graph(const Graph& value);

// Field-by-field equality; for pointers also that the same things are shared as before.
template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}
bool same(const SharedCharacters& a, const SharedCharacters& b);
bool same(const Graph& a, const Graph& b);

// Folder with log.json.gz and mesh.f32.gz; set before the first dataset is asked for. Where the
// files are missing the two datasets are generated in the same shape.
void set_data_dir(std::string dir);
// One line for the report: which of the two came from files.
std::string describe_data_sources();

const Dataset<IntsEach>& ints_each();
const Dataset<IntsBulk>& ints_bulk();
const Dataset<Monsters>& monsters();
const Dataset<Monsters>& monsters50();
const Dataset<BbRepository>& bbitem_100();
const Dataset<BbRepository>& bbitem_1000();
const Dataset<BbRepository>& bbitem_10000();
const Dataset<TestObject>& test_object();
const Dataset<Person>& person();
const Dataset<Characters>& characters();
const Dataset<SharedCharacters>& shared_characters();
const Dataset<Graph>& graph();
const Dataset<Log>& log_entries();
const Dataset<Mesh>& mesh();
const Dataset<StringRecords>& unique_strings();

// Calls `visit` with every workload, in the order of the report.
template <class Visitor>
void for_each_workload(Visitor&& visit) {
  visit(Workload<IntsEach>{"ints20k", ints_each, deep_copy});
  visit(Workload<IntsBulk>{"ints20k_bulk", ints_bulk, deep_copy});
  visit(Workload<Monsters>{"monsters", monsters, deep_copy});
  visit(Workload<Monsters>{"monsters50", monsters50, deep_copy});
  visit(Workload<BbRepository>{"bbitem_100", bbitem_100, deep_copy, true});
  visit(Workload<BbRepository>{"bbitem_1000", bbitem_1000, deep_copy, true});
  visit(Workload<BbRepository>{"bbitem_10000", bbitem_10000, deep_copy, true});
  visit(Workload<TestObject>{"testobject", test_object, deep_copy});
  visit(Workload<Person>{"person", person, deep_copy});
  visit(Workload<Characters>{"characters1000", characters, deep_copy});
  visit(
      Workload<SharedCharacters>{"characters1000_shared", shared_characters, deep_copy_characters});
  visit(Workload<Graph>{"graph100k", graph, deep_copy_graph});
  visit(Workload<Log>{"log", log_entries, deep_copy});
  visit(Workload<Mesh>{"mesh", mesh, deep_copy});
  visit(Workload<StringRecords>{"unique_strings", unique_strings, deep_copy});
}

}  // namespace fastser_bench
