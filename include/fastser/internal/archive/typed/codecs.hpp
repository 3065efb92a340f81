// SPDX-License-Identifier: MIT
//
// All codecs. A codec may only be used where all of them are known: types nest freely.
#pragma once

#include "fastser/internal/archive/typed/codec/composite.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/map.hpp"
#include "fastser/internal/archive/typed/codec/path.hpp"
#include "fastser/internal/archive/typed/codec/pointer.hpp"
#include "fastser/internal/archive/typed/codec/record.hpp"
#include "fastser/internal/archive/typed/codec/scalar.hpp"
#include "fastser/internal/archive/typed/codec/sequence.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
