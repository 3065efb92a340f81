// SPDX-License-Identifier: MIT
//
// Nothing: the compile that precompiled headers belong to (FASTSER_PCH, FASTSER_TEST_PCH).
