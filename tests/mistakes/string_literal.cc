// SPDX-License-Identifier: MIT
//
// A literal has a zero behind its text, which would be input.
// says: deleted
// lines: 14
#include <fastser/FORMAT.hpp>

int main() { return fastser::FORMAT::decode<int>("text").ok() ? 0 : 1; }
