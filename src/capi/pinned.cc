// SPDX-License-Identifier: MIT
//
// The numbers of the C interface are those of C++: checked here, one by one.
#include "capi/base.hpp"
#include "fastser/coder.hpp"
#include "fastser/type/code.hpp"

namespace fastser {
namespace {

template <typename Enum>
constexpr bool is(Enum number, std::int64_t pinned) noexcept {
  return static_cast<std::int64_t>(number) == pinned;
}

static_assert(is(Code::kOk, FASTSER_OK));
static_assert(is(Code::kUsage, FASTSER_USAGE));
static_assert(is(Code::kNoSpace, FASTSER_NO_SPACE));
static_assert(is(Code::kTruncated, FASTSER_TRUNCATED));
static_assert(is(Code::kMalformed, FASTSER_MALFORMED));
static_assert(is(Code::kTrailing, FASTSER_TRAILING));
static_assert(is(Code::kChecksum, FASTSER_CHECKSUM));
static_assert(is(Code::kTooDeep, FASTSER_TOO_DEEP));
static_assert(is(Code::kOverBudget, FASTSER_OVER_BUDGET));
static_assert(is(Code::kTypeMismatch, FASTSER_TYPE_MISMATCH));
static_assert(is(Code::kBadReference, FASTSER_BAD_REFERENCE));
static_assert(is(Code::kUnknownClass, FASTSER_UNKNOWN_CLASS));
static_assert(is(Code::kVersion, FASTSER_BAD_VERSION));
static_assert(is(Code::kFingerprint, FASTSER_FINGERPRINT));
static_assert(is(Code::kNoMemory, FASTSER_NO_MEMORY));
static_assert(is(Code::kIo, FASTSER_IO));

static_assert(is(schema::TypeCode::kNull, FASTSER_TYPE_NULL));
static_assert(is(schema::TypeCode::kBool, FASTSER_TYPE_BOOL));
static_assert(is(schema::TypeCode::kI8, FASTSER_TYPE_I8));
static_assert(is(schema::TypeCode::kU8, FASTSER_TYPE_U8));
static_assert(is(schema::TypeCode::kI16, FASTSER_TYPE_I16));
static_assert(is(schema::TypeCode::kU16, FASTSER_TYPE_U16));
static_assert(is(schema::TypeCode::kI32, FASTSER_TYPE_I32));
static_assert(is(schema::TypeCode::kU32, FASTSER_TYPE_U32));
static_assert(is(schema::TypeCode::kI64, FASTSER_TYPE_I64));
static_assert(is(schema::TypeCode::kU64, FASTSER_TYPE_U64));
static_assert(is(schema::TypeCode::kF32, FASTSER_TYPE_F32));
static_assert(is(schema::TypeCode::kF64, FASTSER_TYPE_F64));
static_assert(is(schema::TypeCode::kVarI16, FASTSER_TYPE_VAR_I16));
static_assert(is(schema::TypeCode::kVarU16, FASTSER_TYPE_VAR_U16));
static_assert(is(schema::TypeCode::kVarI32, FASTSER_TYPE_VAR_I32));
static_assert(is(schema::TypeCode::kVarU32, FASTSER_TYPE_VAR_U32));
static_assert(is(schema::TypeCode::kVarI64, FASTSER_TYPE_VAR_I64));
static_assert(is(schema::TypeCode::kVarU64, FASTSER_TYPE_VAR_U64));
static_assert(is(schema::TypeCode::kString, FASTSER_TYPE_STRING));
static_assert(is(schema::TypeCode::kData, FASTSER_TYPE_DATA));
static_assert(is(schema::TypeCode::kSharedString, FASTSER_TYPE_SHARED_STRING));
static_assert(is(schema::TypeCode::kSharedData, FASTSER_TYPE_SHARED_DATA));
static_assert(is(schema::TypeCode::kDate, FASTSER_TYPE_DATE));
static_assert(is(schema::TypeCode::kDuration, FASTSER_TYPE_DURATION));
static_assert(is(schema::TypeCode::kUuid, FASTSER_TYPE_UUID));
static_assert(is(schema::TypeCode::kDecimal, FASTSER_TYPE_DECIMAL));
static_assert(is(schema::TypeCode::kUrl, FASTSER_TYPE_URL));
static_assert(is(schema::TypeCode::kClassRef, FASTSER_TYPE_CLASS_REF));
static_assert(is(schema::TypeCode::kAppleDate, FASTSER_TYPE_APPLE_DATE));
static_assert(is(schema::TypeCode::kOptional, FASTSER_TYPE_OPTIONAL));
static_assert(is(schema::TypeCode::kList, FASTSER_TYPE_LIST));
static_assert(is(schema::TypeCode::kArray, FASTSER_TYPE_ARRAY));
static_assert(is(schema::TypeCode::kSet, FASTSER_TYPE_SET));
static_assert(is(schema::TypeCode::kMap, FASTSER_TYPE_MAP));
static_assert(is(schema::TypeCode::kOrderedMap, FASTSER_TYPE_ORDERED_MAP));
static_assert(is(schema::TypeCode::kVariant, FASTSER_TYPE_VARIANT));
static_assert(is(schema::TypeCode::kEnum, FASTSER_TYPE_ENUM));
static_assert(is(schema::TypeCode::kRecord, FASTSER_TYPE_RECORD));
static_assert(is(schema::TypeCode::kRef, FASTSER_TYPE_REF));
static_assert(is(schema::TypeCode::kAnyRecord, FASTSER_TYPE_ANY_RECORD));
static_assert(is(schema::TypeCode::kAnyRef, FASTSER_TYPE_ANY_REF));
static_assert(is(schema::TypeCode::kAny, FASTSER_TYPE_ANY));
static_assert(is(schema::TypeCode::kTuple, FASTSER_TYPE_TUPLE));
static_assert(is(schema::TypeCode::kBits, FASTSER_TYPE_BITS));
static_assert(is(schema::TypeCode::kOwnedAny, FASTSER_TYPE_OWNED_ANY));

static_assert(is(ObjectStart::kNil, FASTSER_OBJECT_NIL));
static_assert(is(ObjectStart::kNew, FASTSER_OBJECT_NEW));
static_assert(is(ObjectStart::kReference, FASTSER_OBJECT_REFERENCE));
static_assert(is(ObjectStart::kLater, FASTSER_OBJECT_LATER));
static_assert(is(ObjectPlace::kDone, FASTSER_PLACE_DONE));
static_assert(is(ObjectPlace::kNew, FASTSER_PLACE_NEW));
static_assert(is(ObjectPlace::kLater, FASTSER_PLACE_LATER));

static_assert(ClassHandle::kNone == FASTSER_NO_NUMBER);
static_assert(CoderReader::kNone == FASTSER_NO_NUMBER);
static_assert(kUnknownCount == FASTSER_UNKNOWN_COUNT);

}  // namespace
}  // namespace fastser
