// SPDX-License-Identifier: MIT
//
// The C interface, called in any order: each byte of the input is a call or an argument, of a
// writer, of a reader that is given what the writer finished, or of a repository
// (repository_calls.hpp). Wrong calls (keys without text,
// NULL with a size, numbers of nothing, ends without a begin) are among them. Whatever the order: a
// status, and an error stays the same until the archive ends; what is finished without one is
// sound, and a reader comes to its end; nothing leaks.
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "fastser/fastser.h"
#include "fuzz/repository_calls.hpp"
#include "fuzz/target.hpp"

namespace {

using fastser::fuzzing::broken;

constexpr std::array<fastser_key, 8> kKeys = {{
    FASTSER_KEY("a"),
    FASTSER_KEY("b"),
    FASTSER_KEY("c"),
    FASTSER_KEY("key of many letters"),
    FASTSER_KEY(""),
    FASTSER_KEY("\xFF"),  // what no field may be called
    {nullptr, 3},         // and what is no key
    {"a", SIZE_MAX},
}};
const std::array<char, 64> kObjects{};
const std::array<std::uint32_t, 16> kTypes = {
    FASTSER_TYPE_ANY,     FASTSER_TYPE_I32,     FASTSER_TYPE_STRING,
    FASTSER_TYPE_ANY_REF, FASTSER_TYPE_U8,      FASTSER_TYPE_ANY_RECORD,
    FASTSER_TYPE_VAR_I64, FASTSER_TYPE_F64,     FASTSER_LIST_OF(FASTSER_TYPE_I32),
    FASTSER_TYPE_DATA,    FASTSER_TYPE_BOOL,    FASTSER_SET_OF(FASTSER_TYPE_STRING),
    FASTSER_TYPE_NULL,    FASTSER_TYPE_VARIANT, 0xFFFFFFFFU,
    FASTSER_TYPE_DATE};

class Calls {
 public:
  Calls(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {
    const std::uint8_t how = byte();
    fastser_limits limits{};
    limits.struct_size = sizeof limits;
    limits.depth = how % 4 == 0 ? 5 : 0;  // shallow: objects are soon written later
    fastser_writer_options options{};
    options.struct_size = sizeof options;
    options.sharing = how % 5;  // 4 is none
    options.checksum = how & 32;
    options.repeated_keys = how >> 7;
    options.limits = &limits;
    const std::int32_t made = fastser_writer_create(&options, &writer_, nullptr);
    if ((made == FASTSER_OK) != (options.sharing <= 3)) broken("options taken for others");
    if (fastser_reader_create(&reader_, nullptr) != FASTSER_OK) broken("no reader");
  }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  ~Calls() {
    const volatile std::uint64_t kept = seen_;  // so that looking is not left out
    static_cast<void>(kept);
    fastser_writer_destroy(writer_);
    fastser_reader_destroy(reader_);
  }

  void run() {
    while (at_ != end_) {
      const std::uint8_t what = byte();
      if (what < 160) {
        write(what);
      } else if (what < 224) {
        read(what);
      } else {
        keep(what);
      }
    }
    finish();
  }

 private:
  std::uint8_t byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  static const fastser_key* key(std::uint8_t which) {
    if (which < 64) return FASTSER_NO_KEY;
    if (which < 250) return &kKeys[which & 3U];  // most are sound
    return &kKeys[2 + which - 250];
  }
  // Text for a key that is asked for: some of it is not UTF-8, or NULL.
  static const char* name(std::uint8_t which) {
    static constexpr char kText[] = "abc\xFFkeys, long enough";
    return which == 255 ? nullptr : kText + which % 4;
  }
  static std::uint64_t count(std::uint8_t much) {
    return much >= 240 ? FASTSER_UNKNOWN_COUNT : much % 8;
  }
  static std::uint32_t type(std::uint8_t which) { return kTypes[which % kTypes.size()]; }
  static const char* object(std::uint8_t which) {
    return which == 255 ? nullptr : &kObjects[which % kObjects.size()];
  }
  std::uint32_t class_number(std::uint8_t which) {
    static constexpr const char* kNames[] = {"A", "B", ""};
    if (which == 255) return 77;
    const char* const called = kNames[which % 3];
    return fastser_writer_class(writer_, called, std::strlen(called), which / 100,
                                which % 7 == 0 ? 0 : FASTSER_NO_NUMBER);
  }
  // Some bytes of the input; seldom NULL with a size.
  const std::uint8_t* bytes(std::size_t& size) {
    const std::uint8_t much = byte();
    size = much == 255 ? 3 : much % 24;
    if (much == 255) return nullptr;
    if (size > static_cast<std::size_t>(end_ - at_)) size = static_cast<std::size_t>(end_ - at_);
    const std::uint8_t* const from = at_;
    at_ += size;
    return from;
  }
  const char* text(std::size_t& size) {
    static constexpr char kText[] = "the same text again";
    const std::uint8_t which = byte();
    if (which % 4 != 0) {
      size = which % sizeof kText;
      return kText;
    }
    return reinterpret_cast<const char*>(bytes(size));
  }

  // An error stays the writer's first.
  void write(std::uint8_t what) {
    const std::int32_t before = fastser_writer_status(writer_, nullptr);
    call(what % 53);
    if (ended_) {
      ended_ = false;
    } else if (before != FASTSER_OK && fastser_writer_status(writer_, nullptr) != before) {
      broken("another error than the first");
    }
  }

  static std::int32_t body(fastser_writer* writer, const void* identity, std::uint32_t of,
                           void* context) {
    auto& self = *static_cast<Calls*>(context);
    const auto* const next = static_cast<const char*>(identity) + 1;
    fastser_writer_i32(writer, &kKeys[0], static_cast<std::int32_t>(of));
    if (next != kObjects.end()) fastser_writer_object(writer, &kKeys[1], next, of, body, context);
    for (int calls = self.byte() % 4; calls > 0; --calls) self.write(self.byte());
    return self.byte() == 255 ? 1234 : FASTSER_OK;
  }

  void call(unsigned what) {
    fastser_writer* const w = writer_;
    const fastser_key* const k = key(byte());
    const std::uint8_t a = byte();
    const std::uint8_t b = byte();
    std::size_t size = 0;
    switch (what) {
      case 0: return fastser_writer_bool(w, k, a);
      case 1: return fastser_writer_i8(w, k, static_cast<std::int8_t>(a));
      case 2: return fastser_writer_u8(w, k, a);
      case 3: return fastser_writer_i16(w, k, a);
      case 4: return fastser_writer_u16(w, k, a);
      case 5: return fastser_writer_i32(w, k, a);
      case 6: return fastser_writer_u32(w, k, a);
      case 7: return fastser_writer_i64(w, k, a);
      case 8: return fastser_writer_u64(w, k, a);
      case 9: return fastser_writer_f32(w, k, a);
      case 10: return fastser_writer_f64(w, k, a);
      case 11: return fastser_writer_f32_bits(w, k, 0x7F800001U);
      case 12: return fastser_writer_f64_bits(w, k, ~std::uint64_t{a});
      case 13: return fastser_writer_vi64(w, k, -std::int64_t{a});
      case 14: return fastser_writer_vu64(w, k, std::uint64_t{a} << 20);
      case 15: return fastser_writer_null(w, k);
      case 16: {
        const char* const chars = text(size);
        return fastser_writer_string(w, k, chars, size);
      }
      case 17: {
        static constexpr std::uint16_t kWide[] = {'a', 0xE9, 0xD83D, 0xDE00, 0xD800};
        return fastser_writer_string16(w, k, kWide, a % 6);
      }
      case 18: static_cast<void>(fastser_writer_string_again(w, k, object(a))); return;
      case 19: return fastser_writer_remember_string(w, object(a));
      case 20: {
        const std::uint8_t* const from = bytes(size);
        return fastser_writer_data(w, k, from, size);
      }
      case 21: {
        const char* const chars = text(size);
        return fastser_writer_url(w, k, chars, size);
      }
      case 22: return fastser_writer_class_ref(w, k, "Class", a % 6);
      case 23: return fastser_writer_date(w, k, {a, b == 255 ? 1000000000U : 5U});
      case 24: return fastser_writer_apple_date(w, k, a);
      case 25: return fastser_writer_duration(w, k, a);
      case 26: return fastser_writer_uuid(w, k, fastser_uuid{{a}});
      case 27: {
        const std::uint8_t scale = a;
        return fastser_writer_decimal(w, k,
                                      {1, 2, 3, static_cast<std::uint8_t>(scale % 30), scale});
      }
      case 28: {
        const std::uint32_t code = a % 14;
        const std::uint8_t* const from = bytes(size);
        return fastser_writer_array(w, k, code, from, from == nullptr ? size : size / 8);
      }
      case 29: return fastser_writer_begin_list(w, k, count(a), type(b));
      case 30: return fastser_writer_begin_set(w, k, count(a), type(b));
      case 31: return fastser_writer_begin_map(w, k, count(a), type(b), type(b / 16), a & 1);
      case 32: return fastser_writer_begin_tuple(w, k, a % 35);
      case 33:
      case 34: return fastser_writer_end_list(w);
      case 35: return fastser_writer_end_map(w);
      case 36: return fastser_writer_end_tuple(w);
      case 37:
      case 38: return fastser_writer_begin_record(w, k, class_number(a));
      case 39:
      case 40: return fastser_writer_end_record(w);
      case 41:
        static_cast<void>(fastser_writer_begin_object(w, k, object(a), class_number(b)));
        return;
      case 42: return fastser_writer_end_object(w);
      case 43: {
        return fastser_writer_object(w, k, object(a), class_number(b), a == 254 ? nullptr : body,
                                     this);
      }
      case 44:
        static_cast<void>(
            fastser_writer_begin_object_or_later(w, k, object(a), class_number(b), nullptr));
        return;
      case 45: {
        fastser_pending pending{};
        pending.struct_size = a == 255 ? 0 : sizeof pending;
        static_cast<void>(fastser_writer_begin_pending(w, &pending));
        return;
      }
      case 46: return fastser_writer_reference(w, k, object(a));
      case 47: return fastser_writer_conditional(w, k, object(a));
      case 48: static_cast<void>(fastser_writer_begin_branch(w, k)); return;
      case 49: return fastser_writer_swap(w, a % 5);
      case 50: {
        const fastser_key* const made = fastser_writer_key(w, name(a), b / 32);
        return fastser_writer_i32(w, made, 1);
      }
      case 51: return finish();
      default:
        if (a == 255) fastser_writer_fail(w, b, "the caller's", 12);
        if (a == 254) fastser_writer_set_class_data(w, b % 4, this);
        if (a < 250 || a >= 254) return;
        fastser_writer_reset(w);
        ended_ = true;
    }
  }

  // The archive, in one of the three ways, is sound.
  void finish() {
    ended_ = true;
    fastser_bytes made{};
    fastser_view view{};
    std::size_t size = 0;
    std::string memory(512, 0);
    std::int32_t status = FASTSER_OK;
    const std::uint8_t how = byte() % 3;
    if (how == 0) {
      status = fastser_writer_finish(writer_, nullptr, &made, nullptr);
      if (status == FASTSER_OK) archive_.assign(made.data, made.data + made.size);
      fastser_bytes_release(&made);
    } else if (how == 1) {
      status = fastser_writer_finish_view(writer_, &view, nullptr);
      if (status == FASTSER_OK) archive_.assign(view.data, view.data + view.size);
    } else {
      status = fastser_writer_finish_into(writer_, memory.data(), memory.size(), &size, nullptr);
      if (status == FASTSER_NO_SPACE && size != 0) {  // 0: a failure that was the caller's
        memory.resize(size);
        status = fastser_writer_finish_into(writer_, memory.data(), size, &size, nullptr);
        if (status != FASTSER_OK) broken("no archive for a caller who came back with more room");
      }
      if (status == FASTSER_OK) {
        archive_.assign(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(size));
      }
    }
    if (status != FASTSER_OK) return;
    fastser_limits limits = unlimited();
    fastser_inspect_options options{};
    options.struct_size = sizeof options;
    options.strict_text = 1;
    options.limits = &limits;
    fastser_error error = FASTSER_ERROR_INIT;
    if (fastser_verify(archive_.data(), archive_.size(), FASTSER_FORMAT_ARCHIVE, &options,
                       &error) != FASTSER_OK) {
      broken(std::string("wrote an unsound archive: ") + error.path + ": " + error.message);
    }
    if (open() != FASTSER_OK || fastser_reader_finish(reader_, &error) != FASTSER_OK) {
      broken(std::string("its archive is refused: ") + error.path + ": " + error.message);
    }
    static_cast<void>(open());
  }

  static fastser_limits unlimited() {
    fastser_limits limits{};
    limits.struct_size = sizeof limits;
    limits.depth = 512;
    limits.memory_base = SIZE_MAX;
    return limits;
  }
  std::int32_t open() {
    const fastser_limits limits = unlimited();
    // A copy, so that what is read of the archive before is seen by the sanitizer.
    opened_ = std::vector<std::uint8_t>(archive_);
    return fastser_reader_open(reader_, opened_.data(), opened_.size(), &limits, nullptr);
  }

  void keep(std::uint8_t what) {
    const std::uint8_t a = byte();
    const std::uint8_t b = byte();
    std::size_t size = 0;
    const auto* const from = reinterpret_cast<const char*>(bytes(size));
    repository_.call(what - 224U, a, b, {from == nullptr ? "" : from, from == nullptr ? 0 : size});
  }

  void read(std::uint8_t what) {
    const std::int32_t before = fastser_reader_status(reader_, nullptr);
    const bool anew = ask(what - 160U);
    if (!anew && before != FASTSER_OK && fastser_reader_status(reader_, nullptr) != before) {
      broken("another error than the first");
    }
  }

  // Sums up what is seen, so that every byte that is handed out is looked at.
  void look(const void* data, std::size_t size) {
    const auto* const from = static_cast<const std::uint8_t*>(data);
    for (std::size_t i = 0; i < size; ++i) seen_ = seen_ * 31 + from[i];
  }

  // True: an archive was opened.
  bool ask(unsigned what) {
    fastser_reader* const r = reader_;
    const fastser_key* const k = key(byte());
    const std::uint8_t a = byte();
    std::uint64_t count = 0;
    std::uint32_t number = 0;
    switch (what) {
      case 0: seen_ += static_cast<unsigned>(fastser_reader_bool(r, k)); break;
      case 1: seen_ += static_cast<unsigned>(fastser_reader_i8(r, k)); break;
      case 2: seen_ += fastser_reader_u8(r, k); break;
      case 3: seen_ += static_cast<unsigned>(fastser_reader_i16(r, k)); break;
      case 4: seen_ += fastser_reader_u16(r, k); break;
      case 5: seen_ += static_cast<unsigned>(fastser_reader_i32(r, k)); break;
      case 6: seen_ += fastser_reader_u32(r, k); break;
      case 7: seen_ += static_cast<std::uint64_t>(fastser_reader_i64(r, k)); break;
      case 8: seen_ += fastser_reader_u64(r, k); break;
      case 9: seen_ += fastser_reader_f32(r, k) > 0 ? 1U : 0U; break;
      case 10: seen_ += fastser_reader_f64(r, k) > 0 ? 1U : 0U; break;
      case 11: seen_ += fastser_reader_f32_bits(r, k); break;
      case 12: seen_ += fastser_reader_f64_bits(r, k); break;
      case 13: fastser_reader_null(r, k); break;
      case 14:
      case 15: {
        const fastser_text text = fastser_reader_string(r, k);
        look(text.data, text.size);
        fastser_reader_set_string_object(r, fastser_reader_shared_number(r), this);
        break;
      }
      case 16: {
        const fastser_text16 text = fastser_reader_string16(r, k);
        look(text.data, 2 * text.size);
        break;
      }
      case 17: look(fastser_reader_url(r, k).data, 0); break;
      case 18: look(fastser_reader_class_ref(r, k).data, 0); break;
      case 19: {
        const fastser_view data = fastser_reader_data(r, k);
        look(data.data, data.size);
        fastser_reader_set_data_object(r, fastser_reader_shared_number(r), this);
        break;
      }
      case 20: seen_ += fastser_reader_date(r, k).nanoseconds; break;
      case 21: seen_ += fastser_reader_apple_date(r, k) > 0 ? 1U : 0U; break;
      case 22: seen_ += static_cast<std::uint64_t>(fastser_reader_duration(r, k)); break;
      case 23: seen_ += fastser_reader_uuid(r, k).bytes[0]; break;
      case 24: seen_ += fastser_reader_decimal(r, k).scale; break;
      case 25: {
        const fastser_array array = fastser_reader_array(r, k);
        std::array<std::uint8_t, 64> to{};
        static_cast<void>(fastser_array_copy(&array, array.code, to.data(), 8));
        look(to.data(), to.size());
        break;
      }
      case 26:
        seen_ += fastser_reader_peek(r, k) + fastser_reader_peek_element(r, k);
        seen_ += static_cast<unsigned>(fastser_reader_is_nothing(r, k));
        seen_ += static_cast<unsigned>(fastser_reader_offset(r));
        break;
      case 27: seen_ += static_cast<unsigned>(fastser_reader_contains(r, k)); break;
      case 28: seen_ += static_cast<unsigned>(fastser_reader_is_at_end(r)); break;
      case 29:
      case 30: fastser_reader_skip(r, k); break;
      case 31: {
        const std::size_t fields = fastser_reader_field_count(r);
        const fastser_field field = fastser_reader_field(r, a);
        look(field.name.data, field.name.size);
        if (fastser_reader_field_index(r) > fields) broken("a field behind the last one");
        break;
      }
      case 32:
        seen_ += fastser_reader_element_code(r) + fastser_reader_mapped_code(r) +
                 fastser_reader_elements_left(r);
        break;
      case 33:
      case 34: static_cast<void>(fastser_reader_begin_list(r, k, &count)); break;
      case 35: fastser_reader_end_list(r); break;
      case 36: static_cast<void>(fastser_reader_begin_map(r, k, &count)); break;
      case 37: fastser_reader_end_map(r); break;
      case 38:
      case 39: static_cast<void>(fastser_reader_begin_record(r, k)); break;
      case 40: fastser_reader_end_record(r); break;
      case 41: {
        const fastser_object found = fastser_reader_begin_object(r, k);
        if (found.kind == FASTSER_OBJECT_NEW) fastser_reader_set_object(r, found.number, this);
        if (found.kind == FASTSER_OBJECT_REFERENCE) {
          static_cast<void>(fastser_reader_begin_again(r, found.number));
        }
        break;
      }
      case 42:
      case 43: {
        const fastser_object found = fastser_reader_begin_object_or_later(r, k);
        if (found.kind == FASTSER_OBJECT_LATER)
          seen_ += fastser_reader_object_class(r, found.number);
        break;
      }
      case 44: fastser_reader_end_object(r); break;
      case 45: static_cast<void>(fastser_reader_begin_pending(r, &number)); break;
      case 46: {
        const std::uint8_t level = a;
        const fastser_text called = fastser_reader_class_name(r, level);
        look(called.data, called.size);
        seen_ += fastser_reader_class_levels(r) + fastser_reader_class_version(r, level);
        number = fastser_reader_class_number(r, level);
        fastser_reader_set_class_data(r, number, this);
        look(fastser_reader_class_name_of(r, number).data, 0);
        break;
      }
      case 47: {
        number = a;
        if (fastser_reader_object(r, number) != nullptr) ++seen_;
        if (fastser_reader_string_object(r, number) != nullptr) ++seen_;
        if (fastser_reader_data_object(r, number) != nullptr) ++seen_;
        if (fastser_reader_class_data(r, number) != nullptr) ++seen_;
        if (a == 255) fastser_reader_forget_class_data(r);
        break;
      }
      case 48: position_[a % position_.size()] = fastser_reader_position(r, k); break;
      case 49:
        static_cast<void>(fastser_reader_begin_at(r, &position_[a % position_.size()]));
        break;
      case 50: fastser_reader_end_at(r); break;
      case 51: static_cast<void>(fastser_reader_begin_branch(r)); break;
      case 52:
      case 53: fastser_reader_swap(r, a % 5); break;
      case 54: fastser_reader_end_branch(r, a % 5); break;
      case 55: {
        const fastser_key* const made = fastser_reader_key(r, name(a), a / 32);
        seen_ += static_cast<unsigned>(fastser_reader_i32(r, made));
        break;
      }
      case 56:
        if (a >= 250) fastser_reader_fail(r, a - 250, "the caller's", 12);
        break;
      case 57: static_cast<void>(fastser_reader_finish(r, nullptr)); break;
      case 58: seen_ += fastser_reader_user_version(r); break;
      case 59:
        static_cast<void>(
            fastser_reader_open(r, at_, static_cast<std::size_t>(end_ - at_), nullptr, nullptr));
        return true;
      case 60: {
        const std::uint32_t code = a % 13;
        const fastser_array run = fastser_reader_run(r, code);
        if (run.count != 0) look(run.data, run.count);
        fastser_reader_take_run(r, code, run.count < a ? run.count : a);
        break;
      }
      case 61: {
        double numbers[4];
        if (fastser_reader_take_list(r, k, FASTSER_TYPE_F64, a % 5, numbers) != 0) break;
        fastser_value value;
        if (a % 2 == 0) {
          fastser_reader_value(r, k, &value);
        } else if (fastser_reader_known_or_value(r, k, &value) != nullptr) {
          break;
        }
        look(value.bytes.data, value.bytes.size);
        fastser_reader_set_string_object(r, value.number, this);
        seen_ += value.bits + (value.object == nullptr ? 0U : 1U);
        break;
      }
      case 62: {
        fastser_type* type = nullptr;
        if (fastser_reader_type(r, &type, nullptr) != FASTSER_OK) break;
        for (std::size_t at = 0; at < fastser_type_record_count(type); ++at) {
          fastser_type* record = nullptr;
          if (fastser_type_record(type, at, &record, nullptr) != FASTSER_OK) broken("no record");
          seen_ += fastser_type_field_count(record) + fastser_type_version(record);
          fastser_type_release(record);
        }
        fastser_type_release(type);
        break;
      }
      default: static_cast<void>(open()); return true;
    }
    return false;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  fastser_writer* writer_ = nullptr;
  fastser_reader* reader_ = nullptr;
  bool ended_ = false;  // the archive that was being written
  std::vector<std::uint8_t> archive_;
  std::vector<std::uint8_t> opened_;
  std::array<fastser_position, 4> position_{};
  fastser::fuzzing::RepositoryCalls repository_;
  std::uint64_t seen_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const fastser::fuzzing::AllocScope scope;
  {
    Calls calls(data, size);
    calls.run();
  }
  if (scope.live() != 0) fastser::fuzzing::broken("leaked");
  return 0;
}
