// SPDX-License-Identifier: MIT
//
// A level whose container is cut off (or lies in something cut off) prints nothing, but is counted
// all the same.
#include "convert/inspect/tree_text.hpp"

#include "convert/inspect/printable.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kMaxText = 100;
constexpr std::size_t kMaxType = 200;

// An identifier that may hold characters of `also` behind its first.
bool is_name(std::string_view name, std::string_view also) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    const bool other = also.find(c) != std::string_view::npos;
    if (!letter && (i == 0 || (!digit && !other))) return false;
  }
  return !name.empty();
}

}  // namespace

std::string in_quotes(std::string_view value) {
  std::string_view rest = value.substr(0, kMaxText);
  // Characters of up to four bytes are not cut.
  for (int cut = 0; cut < 3 && rest.size() < value.size() && !rest.empty() &&
                    (static_cast<unsigned char>(value[rest.size()]) & 0xC0U) == 0x80U;
       ++cut) {
    rest.remove_suffix(1);
  }
  const std::size_t size = rest.size();
  std::string out;
  for (;;) {
    const std::size_t sound = wire::utf8_prefix(rest);
    std::string piece;
    append_quoted(piece, rest.substr(0, sound));
    out.append(piece, 1, piece.size() - 2);
    rest.remove_prefix(sound);
    if (rest.empty()) break;
    constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(rest.front());
    out += "\\x";
    out += kHex[byte >> 4];
    out += kHex[byte & 0xF];
    rest.remove_prefix(1);
  }
  out = '"' + out + '"';
  if (size < value.size()) out += "... (" + std::to_string(value.size()) + " bytes)";
  return out;
}

std::string field_text(std::string_view name) {
  return name.size() <= kMaxText && is_name(name, {}) ? std::string(name) : in_quotes(name);
}

std::string shape_text(std::string_view name, std::size_t number) {
  if (name.empty()) return '#' + std::to_string(number);
  return name.size() <= kMaxText && is_name(name, ".:<>,*& ") ? std::string(name) : in_quotes(name);
}

std::string type_text(std::string_view type) {
  if (type.size() <= kMaxType) return one_line(type);
  std::size_t size = kMaxType;
  while (size != 0 && (static_cast<unsigned char>(type[size]) & 0xC0U) == 0x80U) --size;
  return one_line(type.substr(0, size)) + "...";
}

// Names are compared whole: labels are texts to look at, which are cut off.
bool TreeText::matches(const Level& level) const {
  const PathStep& step = view_.path[levels_.size() - lone_ - 1];
  if (level.kind == 's') return step.may_be_index && level.values == step.index;
  if (name_) return step.may_be_key && *name_ == step.key;
  return step.may_be_index && label_ == std::to_string(step.index);
}

TreeText::Show TreeText::show_next() const {
  if (levels_.empty()) {
    if (view_.path.empty()) return Show::kYes;
    return root_told_ ? Show::kNot : Show::kWay;
  }
  const Level& level = levels_.back();
  if (level.show == Show::kNot) return Show::kNot;
  if (level.show == Show::kWay && level.kind == 'l') return Show::kWay;
  if (level.show == Show::kWay) {
    if (!matches(level)) return Show::kNot;
    return levels_.size() - lone_ == view_.path.size() ? Show::kYes : Show::kWay;
  }
  const std::uint64_t per = level.kind == 'm' ? 2 : 1;
  const bool cut = view_.limit != 0 && !is_record(level) && level.values >= view_.limit * per;
  return cut ? Show::kNot : Show::kYes;
}

void TreeText::count_value() {
  if (levels_.empty()) {
    root_told_ = true;
  } else {
    ++levels_.back().values;
  }
  label_.clear();
  name_.reset();
  object_.clear();
}

bool TreeText::line(const std::string& what, std::optional<std::string_view> text) {
  if (at_key() && levels_.back().show == Show::kWay) {
    ++levels_.back().values;
    label(what, text);
    return true;
  }
  if (show_next() == Show::kYes) {
    if (at_key()) {
      ++levels_.back().values;  // a key: part of the next value's line
      label(what, text);
      return true;
    }
    if (!levels_.empty() && levels_.back().kind == 's') {
      label_ = '[' + std::to_string(levels_.back().values) + ']';
    }
    if (!view_.path.empty() && !found_) {
      found_ = true;
      base_ = levels_.size();
    }
    tree_.append(indent(), ' ');
    if (!label_.empty()) tree_ += label_ + ": ";
    tree_ += object_ + what + '\n';
  }
  count_value();
  return true;
}

bool TreeText::open(char kind, const std::string& what) {
  Show show = at_key() && levels_.back().show == Show::kWay ? Show::kNot : show_next();
  // A container as a key is shown as a line of its own.
  if (at_key()) {
    ++levels_.back().values;
    if (show == Show::kYes) tree_.append(indent(), ' ') += "key: " + object_ + what + '\n';
    label_.clear();
    name_.reset();
    object_.clear();
  } else {
    line(what);
  }
  if (show == Show::kYes && view_.depth != 0 && levels_.size() - base_ + 1 > view_.depth) {
    show = Show::kNot;
  }
  levels_.push_back({kind, show});
  if (kind == 'l') ++lone_;
  return true;
}

bool TreeText::close() {
  const Level& level = levels_.back();
  const std::uint64_t per = level.kind == 'm' ? 2 : 1;
  const std::uint64_t values = level.values / per;
  if (level.show == Show::kYes && view_.limit != 0 && !is_record(level) && values > view_.limit) {
    const std::string more = std::to_string(values - view_.limit);
    tree_.append(indent(), ' ') += "... " + more + " more\n";
  }
  if (level.kind == 'l') --lone_;
  levels_.pop_back();
  return true;
}

}  // namespace fastser::convert
