// SPDX-License-Identifier: MIT
//
// Nothing: the compile that the precompiled headers of the tests belong to (FASTSER_TEST_PCH).
