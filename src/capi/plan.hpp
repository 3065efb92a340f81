// SPDX-License-Identifier: MIT
//
// What layouts and plans of the C interface have inside.
#pragma once

#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "capi/handles.hpp"
#include "fastser/arena.hpp"
#include "fastser/c/plan.h"
#include "fastser/internal/archive/typed/workspace.hpp"
#include "fastser/plan.hpp"

namespace fastser::capi {

/// The access structs of a layout, by kind; their addresses are the contexts of the library's own
/// functions, so plans keep them too. Only ever appended to.
struct Accesses {
  std::deque<fastser_text_access> texts;
  std::deque<fastser_fixed_access> fixed;
  std::deque<fastser_list_access> lists;
  std::deque<fastser_map_access> maps;
  std::deque<fastser_optional_access> optionals;
  std::deque<fastser_variant_access> variants;
  std::deque<fastser_default_access> defaults;
  std::deque<fastser_object_access> objects;
  std::deque<fastser_ref_access> refs;
};

}  // namespace fastser::capi

struct fastser_layout {
  fastser::Layout layout;
  std::shared_ptr<fastser::capi::Accesses> accesses = std::make_shared<fastser::capi::Accesses>();
  fastser::Status misuse;  ///< the first thing wrong with the calls themselves

  void fail(fastser::Code code, std::string_view message) {
    if (misuse.ok()) misuse = fastser::Status(code, message);
  }
};

struct fastser_plan {
  fastser_plan(fastser::Plan made,
               std::shared_ptr<const fastser::capi::Accesses> functions) noexcept
      : accesses(std::move(functions)), plan(std::move(made)) {}
  std::shared_ptr<const fastser::capi::Accesses> accesses;
  fastser::Plan plan;
  fastser::capi::Counted owners;
};

struct fastser_buffer {
  fastser::Buffer bytes;
  fastser::archive::Workspace workspace;
};

struct fastser_arena {
  fastser::Arena arena;
  fastser::archive::Workspace workspace;
};
