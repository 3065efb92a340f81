#!/bin/sh
# SPDX-License-Identifier: MIT
#
# includes.sh <source tree>
# Fails for a standard header that a source includes and takes nothing from. Every standard header that
# the sources include has a line below: its name, and an expression for the names that it is there for.
# A use in a comment does not count. An #include with a comment of its own says why it is there.
set -eu
cd "$1"

names() {
  cat <<'END'
algorithm (std::|[^a-z_.])(all_of|any_of|none_of|adjacent_find|binary_search|clamp|copy|copy_n|copy_if|count|count_if|equal|equal_range|fill|fill_n|find|find_if|for_each|generate|includes|is_sorted|lexicographical_compare|lower_bound|upper_bound|max|min|minmax|max_element|min_element|mismatch|move_backward|nth_element|partition|partition_point|remove|remove_if|reverse|rotate|search|sort|stable_sort|swap_ranges|transform|unique)[<(]|std::ranges::
array std::(array|to_array)
atomic std::(atomic|memory_order)
bit std::(bit_|endian|countl_|countr_|popcount|has_single_bit|rotl|rotr)
bitset std::bitset
cerrno errno|E[A-Z]
cfloat (FLT|DBL|LDBL)_
charconv std::(from_chars|to_chars|chars_format)
chrono std::chrono|chrono::
clocale locale|LC_
cmath HUGE_VAL|std::(isnan|isinf|isfinite|signbit|abs|fabs|pow|floor|ceil|trunc|round|frexp|ldexp|log|sin|cos|tan|asin|acos|atan)
compare <=>|_ordering
complex std::complex
concepts (assignable_from|common_with|constructible_from|convertible_to|copy_constructible|copyable|default_initializable|derived_from|destructible|equality_comparable|floating_point|integral|invocable|move_constructible|movable|predicate|regular|same_as|semiregular|signed_integral|swappable|totally_ordered|unsigned_integral)
csignal sig_atomic_t|std::signal|sigaction|SIG[A-Z]
cstddef size_t|ptrdiff_t|nullptr_t|max_align_t|std::byte|offsetof
cstdint int(8|16|32|64|ptr|max)_t|INT(8|16|32|64)_(MAX|MIN)|SIZE_MAX
cstdio std::(FILE|f[a-z]+|printf|snprintf|put|rename|remove|setvbuf)|FILE|stderr|stdout|stdin
cstdlib std::(malloc|calloc|realloc|free|abort|exit|getenv|strto|abs|atexit|system)
cstring (mem|str)(cpy|cmp|move|set|len|chr|error|str|ncmp|rchr|ncpy)
ctime std::(time|tm|gmtime|mktime|strftime)|time_t|gmtime
deque std::deque
exception std::(exception|current_exception|uncaught_exceptions|terminate|rethrow_exception)
expected std::(expected|unexpected)|__cpp_lib_expected
filesystem filesystem
format std::format|formatter
forward_list std::forward_list
functional std::(function|hash|less|greater|equal_to|not_equal_to|plus|minus|identity|invoke|ref|cref|reference_wrapper|bind|not_fn|mem_fn)
initializer_list initializer_list
iosfwd std::(basic_)?[io]?stream
istream std::(basic_)?istream
iterator std::(advance|back_inserter|back_insert_iterator|begin|end|rbegin|contiguous_iterator|data|distance|empty|forward_iterator|input_iterator|inserter|iter_|iterator_|make_move_iterator|move_iterator|next|prev|random_access_iterator|reverse_iterator|size|sized_sentinel|ssize|sentinel_for|indirectly)|_iterator_tag
limits numeric_limits
list std::list
map std::(multi)?map
memory std::(unique_ptr|shared_ptr|weak_ptr|owner_less|enable_shared_from_this|make_unique|make_shared|allocate_shared|addressof|allocator|construct_at|destroy|default_delete|to_address|uninitialized|assume_aligned|pointer_traits|align|static_pointer_cast|const_pointer_cast)
memory_resource std::pmr
mutex std::(mutex|lock_guard|unique_lock|once_flag|call_once|scoped_lock)
new [^a-z_]new[ (]|std::(nothrow|bad_alloc|launder|align_val_t|get_new_handler)|operator (new|delete)
numbers std::numbers
numeric std::(accumulate|iota|gcd|lcm|reduce|inner_product|partial_sum|midpoint)
optional std::(optional|nullopt|make_optional|in_place)
ostream std::(basic_)?ostream
queue std::(priority_)?queue
random std::(mt19937|uniform|random_device|bernoulli)
ranges std::(ranges|views)
ratio std::(ratio|nano|micro|milli|kilo)
set std::(multi)?set
span std::(span|as_bytes|as_writable_bytes|dynamic_extent)
sstream stringstream
stack std::stack
stdexcept std::[a-z_]+_error|std::invalid_argument|std::out_of_range
string std::(string[^_a-z]|u16string[^_]|u32string[^_]|wstring[^_]|u8string[^_]|basic_string[^_]|to_string|char_traits|getline|stoi|stoul)
string_view string_view|sv[^a-z_]
system_error error_code|errc|system_error|_category
thread std::(thread|jthread|this_thread)
tuple std::(tuple|tie|apply|make_tuple|forward_as_tuple|ignore|get|make_from_tuple)
type_traits std::(is_|remove_|add_|make_signed|make_unsigned|conditional|decay|enable_if|underlying_type|invoke_result|common_type|true_type|false_type|bool_constant|integral_constant|has_|conjunction|disjunction|negation|void_t|type_identity|extent|rank|alignment_of|aligned_)
typeinfo typeid|std::type_info|bad_cast
typeindex type_index
unordered_map unordered_(multi)?map
unordered_set unordered_(multi)?set
utility std::(move|forward|pair|exchange|swap|declval|as_const|in_range|cmp_|index_sequence|make_index_sequence|integer_sequence|index_sequence_for|to_underlying|in_place|piecewise_construct|make_pair|get)
valarray std::valarray
variant std::(variant|visit|monostate|get_if|holds_alternative|in_place)
vector std::vector
version __cpp_|__cplusplus|_LIBCPP|_GLIBCXX
END
}

table=$(mktemp)
trap 'rm -f "$table"' EXIT
names >"$table"
find include src -name '*.hpp' -o -name '*.cc' | sort | xargs awk -v table="$table" '
  function check(   name) {
    for (name in included)
      if (text !~ uses[name]) { print included[name] ": nothing of <" name "> is used"; bad = 1 }
    delete included
    text = ""
  }
  BEGIN {
    while ((getline line < table) > 0) {
      name = substr(line, 1, index(line, " ") - 1)
      uses[name] = substr(line, index(line, " ") + 1)
    }
  }
  FNR == 1 { check() }
  /^ *# *include <[a-z_0-9]+>$/ {
    name = $0; sub(/^[^<]*</, "", name); sub(/>.*/, "", name)
    if (name in uses) included[name] = FILENAME ":" FNR
    else { print FILENAME ":" FNR ": <" name "> has no line in tests/tools/includes.sh"; bad = 1 }
    next
  }
  /^ *# *include/ { next }
  { sub(/\/\/.*/, ""); text = text "\n" $0 " " }
  END { check(); exit bad }
'
