// SPDX-License-Identifier: MIT
//
// All codecs. A codec may only be used where all of them are known: types nest freely.
#pragma once

#include "fastser/internal/archive/codec/composite.hpp"
#include "fastser/internal/archive/codec/core.hpp"
#include "fastser/internal/archive/codec/map.hpp"
#include "fastser/internal/archive/codec/pointer.hpp"
#include "fastser/internal/archive/codec/record.hpp"
#include "fastser/internal/archive/codec/scalar.hpp"
#include "fastser/internal/archive/codec/sequence.hpp"
#include "fastser/internal/archive/codec/string.hpp"
