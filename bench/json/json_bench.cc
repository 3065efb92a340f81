// SPDX-License-Identifier: MIT
//
// What ./dev bench --json runs: how long JSON takes to become an archive or MessagePack, and to
// come back, beside a converter made of simdjson's parser; and what a process takes for a large
// file.
//
//   json_bench FILE...              documents in memory: all ways in turn, minima of many rounds
//   json_bench --make=BYTES FILE    writes a document of about so many bytes: the records of a log
//   json_bench --simdjson IN OUT    the converter alone, from file to file
//   json_bench --measure COMMAND... runs it; prints its seconds and the most memory that it had
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fastser/convert.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simdjson_to_msgpack.hpp"

namespace {

using fastser::convert::Format;

constexpr int kRounds = 41;

double seconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// One way to convert: its name, what it does (the size of the result; 0: it failed), its best time.
struct Way {
  std::string name;
  std::function<std::size_t()> run;
  double best = 1e9;
  std::size_t size = 0;
};

int time_file(const char* path) {
  const auto padded = simdjson::padded_string::load(path);
  if (padded.error() != simdjson::SUCCESS) {
    std::fprintf(stderr, "json_bench: cannot read %s\n", path);
    return 1;
  }
  const simdjson::padded_string& json = padded.value_unsafe();
  const auto bytes = std::as_bytes(std::span(json.data(), json.size()));
  const auto archive = fastser::convert::convert(bytes, Format::json, Format::archive);
  if (!archive.ok()) {
    std::fprintf(stderr, "json_bench: %s: %s\n", path, archive.status().to_string().c_str());
    return 1;
  }
  fastser_bench::SimdjsonToMsgpack rival;
  const auto ours = [](auto from, Format before, Format after) {
    const auto out = fastser::convert::convert(from, before, after);
    return out.ok() ? out->size() : 0;
  };
  std::vector<Way> ways;
  ways.push_back(
      {"simdjson -> MessagePack", [&] { return rival.convert(json) ? rival.bytes().size() : 0; }});
  ways.push_back({"simdjson, parse alone", [&] {
                    simdjson::dom::parser parser;
                    return parser.parse(json).error() == simdjson::SUCCESS ? json.size() : 0;
                  }});
  ways.push_back({"JSON -> archive", [&] { return ours(bytes, Format::json, Format::archive); }});
  ways.push_back(
      {"JSON -> MessagePack", [&] { return ours(bytes, Format::json, Format::msgpack); }});
  ways.push_back(
      {"archive -> JSON", [&] { return ours(archive->view(), Format::archive, Format::json); }});
  for (int round = 0; round < kRounds; ++round) {
    for (Way& way : ways) {
      const double start = seconds_now();
      way.size = way.run();
      way.best = std::min(way.best, seconds_now() - start);
      if (way.size == 0) {
        std::fprintf(stderr, "json_bench: %s: %s failed\n", path, way.name.c_str());
        return 1;
      }
    }
  }
  const std::string_view all(path);
  const std::string name(all.substr(all.rfind('/') + 1));
  for (const Way& way : ways) {
    std::printf("| %s | %s | %.2f | %.2f | %.0f | %zu |\n", name.c_str(), way.name.c_str(),
                way.best / ways.front().best, way.best * 1e3,
                static_cast<double>(json.size()) / way.best / 1e6, way.size);
  }
  return 0;
}

int make(std::size_t bytes, const char* path) {
  std::FILE* const file = std::fopen(path, "wb");
  if (file == nullptr) return 1;
  std::mt19937_64 random(7);
  constexpr const char* kMethods[] = {"GET", "POST", "PUT", "DELETE", "HEAD"};
  constexpr const char* kAgents[] = {"Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88.1",
                                     "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)"};
  std::size_t written = 0;
  std::string record;
  bool good = std::fputc('[', file) != EOF;
  for (unsigned long long number = 0; good && written < bytes; ++number) {
    const auto below = [&](unsigned many) { return static_cast<unsigned>(random() % many); };
    char text[512];
    std::snprintf(text, sizeof text,
                  "%s{\"id\":%llu,\"time\":%llu.%03u,\"client\":\"10.%u.%u.%u\",\"method\":\"%s\","
                  "\"path\":\"/items/%u/parts/%u\",\"status\":%u,\"bytes\":%u,\"cached\":%s,"
                  "\"agent\":\"%s\",\"user\":%s}\n",
                  number == 0 ? "" : ",", number, 1700000000ULL + number / 7, below(1000), below(4),
                  below(256), below(256), kMethods[below(5)], below(100000), below(40),
                  below(20) == 0 ? 404U : 200U, below(1000000), below(3) == 0 ? "true" : "false",
                  kAgents[below(3)], below(4) == 0 ? "null" : "\"alice\"");
    record = text;
    good = std::fwrite(record.data(), 1, record.size(), file) == record.size();
    written += record.size();
  }
  good = std::fputc(']', file) != EOF && good;
  return std::fclose(file) == 0 && good ? 0 : 1;
}

int convert_with_simdjson(const char* from, const char* to) {
  const auto json = simdjson::padded_string::load(from);
  fastser_bench::SimdjsonToMsgpack converter;
  if (json.error() != simdjson::SUCCESS || !converter.convert(json.value_unsafe())) return 1;
  std::FILE* const file = std::fopen(to, "wb");
  if (file == nullptr) return 1;
  const std::string_view bytes = converter.bytes();
  const bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return std::fclose(file) == 0 && good ? 0 : 1;
}

int measure(char** command) {
  const double start = seconds_now();
  const pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    execvp(command[0], command);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::printf("failed | – |\n");
    return 1;
  }
  std::printf("%.2f | %ld |\n", seconds_now() - start, used.ru_maxrss / 1024);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view first = count > 1 ? arguments[1] : "";
  if (first.starts_with("--make=") && count == 3) {
    return make(std::strtoull(arguments[1] + 7, nullptr, 10), arguments[2]);
  }
  if (first == "--simdjson" && count == 4) return convert_with_simdjson(arguments[2], arguments[3]);
  if (first == "--measure" && count > 2) return measure(arguments + 2);
  if (count < 2 || first.starts_with("--")) {
    std::fprintf(stderr, "json_bench FILE... times conversions; ./dev bench --json runs it\n");
    return 2;
  }
  int status = 0;
  for (int i = 1; i < count; ++i) status |= time_file(arguments[i]);
  return status;
}
