// SPDX-License-Identifier: MIT
//
// What the binding takes from Apple's Foundation that GNUstep's has not, so that its branches for
// Apple's systems can be looked at by a compiler where that SDK is not (objc.sh, darwin.sh). In
// front of each source.
#import <Foundation/Foundation.h>

#undef NS_SWIFT_NAME
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))

typedef NSInteger NSDecodingFailurePolicy;
enum { NSDecodingFailurePolicyRaiseException, NSDecodingFailurePolicySetErrorAndReturn };

#if !defined(__APPLE__)
#define __APPLE__ 1
#endif
