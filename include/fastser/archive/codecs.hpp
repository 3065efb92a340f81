// SPDX-License-Identifier: MIT
//
// All codecs. A codec may only be used where all of them are known: types nest freely.
#pragma once

#include "fastser/archive/codec/composite.hpp"
#include "fastser/archive/codec/core.hpp"
#include "fastser/archive/codec/map.hpp"
#include "fastser/archive/codec/pointer.hpp"
#include "fastser/archive/codec/record.hpp"
#include "fastser/archive/codec/scalar.hpp"
#include "fastser/archive/codec/sequence.hpp"
#include "fastser/archive/codec/string.hpp"
