// SPDX-License-Identifier: MIT
//
// Access structs that are none: NULL, or of a struct_size that no version had. Each kind is refused
// by compile, which says what is wrong, whatever else is in the layout.
#include <functional>
#include <string>
#include <vector>

#include "unit/capi/plan_support.hpp"

namespace fastser::capi_test {
namespace {

struct Part {
  std::int32_t size = 0;
};

// Puts a struct of `size` bytes, or NULL, into a layout.
template <typename Access, typename Add>
void put(fastser_layout* layout, bool null, std::uint32_t size, Add&& add) {
  Access access{};
  access.struct_size = size;
  add(layout, null ? nullptr : &access);
}
using Put = std::function<void(fastser_layout*, bool, std::uint32_t)>;

const std::vector<Put>& kinds() {
#define KIND(Access, call)                                                                   \
  [](fastser_layout* layout, bool null, std::uint32_t size) {                                \
    put<Access>(layout, null, size, [](fastser_layout* to, const Access* access) { call; }); \
  }
  static const std::vector<Put> kKinds = {
      KIND(fastser_text_access, fastser_layout_text(to, access)),
      KIND(fastser_fixed_access, fastser_layout_fixed(to, access)),
      KIND(fastser_list_access, fastser_layout_list(to, access, FASTSER_FORM_PLAIN)),
      KIND(fastser_map_access,
           fastser_layout_map(to, access, FASTSER_FORM_PLAIN, FASTSER_FORM_PLAIN)),
      KIND(fastser_map_access, fastser_layout_set(to, access, FASTSER_FORM_PLAIN)),
      KIND(fastser_optional_access, fastser_layout_optional(to, access, FASTSER_FORM_PLAIN)),
      KIND(fastser_variant_access, fastser_layout_variant(to, access, nullptr, 0)),
      KIND(fastser_variant_access, fastser_layout_any(to, access)),
      KIND(fastser_object_access, fastser_layout_object(to, access, FASTSER_FORM_PLAIN)),
      KIND(fastser_ref_access, fastser_layout_ref(to, access, 0)),
      KIND(fastser_default_access,
           fastser_layout_defaults(to, fastser_layout_record(to, 4), access)),
  };
#undef KIND
  return kKinds;
}

TEST(CapiLayoutMisuse, AccessStructsThatAreNoneAreRefused) {
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    for (const bool null : {true, false}) {
      for (const std::uint32_t size : {0U, 4U}) {
        const LayoutHandle layout = new_layout();
        const fastser_form_id part = fastser_layout_record(layout.get(), sizeof(Part));
        field(layout.get(), part, "size", 0);
        kinds()[i](layout.get(), null, size);
        fastser_plan* plan = nullptr;
        fastser_error error = new_error();
        EXPECT_EQ(
            fastser_plan_compile(handle(*type_of<Part>()).get(), layout.get(), part, &plan, &error),
            FASTSER_USAGE)
            << i;
        EXPECT_EQ(plan, nullptr);
        EXPECT_NE(std::string(error.message).find(null ? "NULL" : "struct_size"), std::string::npos)
            << i << ": " << error.message;
      }
    }
  }
}

}  // namespace
}  // namespace fastser::capi_test
