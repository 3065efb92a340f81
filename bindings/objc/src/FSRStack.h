/* SPDX-License-Identifier: MIT
 *
 * How deep a thread may still recurse. Plain C. */
#ifndef FSR_STACK_H
#define FSR_STACK_H

#include <stdint.h>

/* The address above which the stack of this thread has to stay: what lies below is left for the
 * code that runs at the deepest point. 0 where that is not known. */
uintptr_t FSRStackLimit(void);

#endif
