// SPDX-License-Identifier: MIT
//
// A disk in memory under the file layer: it notes every call, lets chosen ones fail, and
// tells what a file may hold if the power fails now.
//
// The model is the weakest that POSIX allows. Of an unsynced file any of its writes may have
// arrived, whatever their order; where one has not, there are zeros or the file is shorter. Of
// changes to names since the folder was synced, any may have arrived. Only a sync of the file
// settles its bytes, only one of the folder its names.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "file/system.hpp"

namespace fastser::testing {

class FakeDisk : public file::System {
 public:
  /// Called after each call.
  std::function<void()> after_each = [] {};
  /// Whether the call of this number (from 1) fails, and how.
  std::function<std::error_code(std::size_t, const std::string&)> fault =
      [](std::size_t, const std::string&) { return std::error_code(); };
  bool makes_nameless = true;
  bool names_nameless = true;
  std::size_t most_per_call = 1000;
  /// Appends to the file that is read, once, after the first read.
  std::string grows_by;
  std::vector<std::string> calls;

  void put(const std::string& name, const std::string& text, std::uint32_t mode = 0644) {
    nodes_.push_back({text, {}, mode});
    names_[name] = durable_names_[name] = nodes_.size() - 1;
  }
  /// "" also for no file.
  std::string read_back(const std::string& name) const {
    const auto at = names_.find(name);
    return at == names_.end() ? "" : nodes_[at->second].now();
  }
  std::uint32_t mode(const std::string& name) const { return nodes_[names_.at(name)].mode; }
  std::size_t files() const { return names_.size(); }
  std::size_t open_files() const { return open_; }

  /// What the file may hold when the power comes back; "" also for no file.
  std::set<std::string> after_power_loss(const std::string& name) const {
    std::set<std::string> all;
    for (std::size_t chosen = 0; chosen < std::size_t{1} << changes_.size(); ++chosen) {
      auto names = durable_names_;
      for (std::size_t i = 0; i < changes_.size(); ++i) {
        if ((chosen >> i & 1U) != 0) changes_[i](names);
      }
      const auto at = names.find(name);
      if (at == names.end()) {
        all.insert("");
      } else {
        nodes_[at->second].after_power_loss(all);
      }
    }
    return all;
  }

  std::error_code look(const std::string& name, file::Facts& out) override {
    out = {};
    const std::error_code error = begin("look");
    const auto at = names_.find(name);
    if (!error && at != names_.end()) {
      out = {file::Kind::regular, nodes_[at->second].now().size(), nodes_[at->second].mode, 0, 0};
    }
    return end(error);
  }
  std::error_code follow(std::string& /*name*/) override { return end(begin("follow")); }
  std::error_code create_nameless(const std::string& /*folder*/, file::Access access,
                                  file::Handle& out) override {
    std::error_code error = begin("create_nameless");
    if (!makes_nameless) error = std::make_error_code(std::errc::not_supported);
    if (!error) out = add(access);
    return end(error);
  }
  std::error_code link(file::Handle file, const std::string& name) override {
    std::error_code error = begin("link");
    if (!names_nameless) error = std::make_error_code(std::errc::no_such_file_or_directory);
    if (!error) change([=](Names& names) { names[name] = static_cast<std::size_t>(file); });
    return end(error);
  }
  std::error_code create(const std::string& name, file::Access access, file::Handle& out) override {
    std::error_code error = begin("create");
    if (!error && names_.contains(name)) error = std::make_error_code(std::errc::file_exists);
    if (!error) {
      out = add(access);
      change([name, node = static_cast<std::size_t>(out)](Names& names) { names[name] = node; });
    }
    return end(error);
  }
  std::uint64_t fresh_number() override { return 7; }
  std::error_code write(file::Handle file, BytesView bytes, std::size_t& written) override {
    const std::error_code error = begin("write");
    written = error ? 0 : std::min(bytes.size(), most_per_call);
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    if (written > 0) node(file).writes.emplace_back(text, written);
    return end(error);
  }
  std::error_code take_over(file::Handle file, const std::string& /*name*/,
                            const file::Facts& old) override {
    const std::error_code error = begin("take_over");
    if (!error) node(file).mode = old.mode;
    return end(error);
  }
  std::error_code sync(file::Handle file) override {
    const std::error_code error = begin("sync");
    if (!error) node(file).settle();
    return end(error);
  }
  std::error_code close(file::Handle /*file*/) override {
    --open_;
    return end(begin("close"));
  }
  std::error_code rename(const std::string& from, const std::string& to) override {
    const std::error_code error = begin("rename");
    if (!error) {
      change([=](Names& names) {
        const auto at = names.find(from);
        if (at == names.end()) return;
        names[to] = at->second;
        names.erase(from);
      });
    }
    return end(error);
  }
  std::error_code remove(const std::string& name) override {
    const std::error_code error = begin("remove");
    if (!error) change([=](Names& names) { names.erase(name); });
    return end(error);
  }
  std::error_code sync_folder(const std::string& /*folder*/) override {
    const std::error_code error = begin("sync_folder");
    if (!error) {
      durable_names_ = names_;
      changes_.clear();
    }
    return end(error);
  }
  std::error_code open(const std::string& name, file::Handle& out, file::Facts& facts) override {
    std::error_code error = begin("open");
    if (!error && !names_.contains(name)) {
      error = std::make_error_code(std::errc::no_such_file_or_directory);
    }
    if (!error) {
      out = static_cast<file::Handle>(names_[name]);
      facts = {file::Kind::regular, node(out).now().size(), node(out).mode, 0, 0};
      read_ = 0;
      ++open_;
    }
    return end(error);
  }
  std::error_code read(file::Handle file, std::span<std::byte> to, std::size_t& got) override {
    const std::error_code error = begin("read");
    const std::string text = node(file).now();
    got = error ? 0 : std::min({to.size(), most_per_call, text.size() - read_});
    std::memcpy(to.data(), text.data() + read_, got);
    read_ += got;
    if (!grows_by.empty()) node(file).writes.push_back(std::exchange(grows_by, {}));
    return end(error);
  }

 private:
  using Names = std::map<std::string, std::size_t>;

  struct Node {
    std::string settled;
    std::vector<std::string> writes;  // behind each other
    std::uint32_t mode = 0;

    std::string now() const {
      std::string all = settled;
      for (const std::string& write : writes) all += write;
      return all;
    }
    void settle() {
      settled = now();
      writes.clear();
    }
    void after_power_loss(std::set<std::string>& all) const {
      for (std::size_t chosen = 0; chosen < std::size_t{1} << writes.size(); ++chosen) {
        std::string text = settled;
        std::size_t end = text.size();
        for (std::size_t i = 0; i < writes.size(); ++i) {
          const bool arrived = (chosen >> i & 1U) != 0;
          text += arrived ? writes[i] : std::string(writes[i].size(), '\0');
          if (arrived) end = text.size();
        }
        all.insert(text);
        all.insert(text.substr(0, end));
      }
    }
  };

  std::error_code begin(const std::string& call) {
    calls.push_back(call);
    return fault(calls.size(), call);
  }
  std::error_code end(const std::error_code& error) const {
    after_each();
    return error;
  }
  file::Handle add(file::Access access) {
    nodes_.push_back({{}, {}, access == file::Access::usual ? 0644U : 0600U});
    ++open_;
    return static_cast<file::Handle>(nodes_.size() - 1);
  }
  Node& node(file::Handle file) { return nodes_[static_cast<std::size_t>(file)]; }
  void change(std::function<void(Names&)> what) {
    what(names_);
    changes_.push_back(std::move(what));
  }

  std::vector<Node> nodes_;
  Names names_;
  Names durable_names_;
  std::vector<std::function<void(Names&)>> changes_;  // to names since the folder was synced
  std::size_t open_ = 0;
  std::size_t read_ = 0;
};

}  // namespace fastser::testing
