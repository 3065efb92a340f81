// SPDX-License-Identifier: MIT
//
// For code that was written for NSKeylessArchiver: it keeps its names, and writes archives of
// libfastser. Include this in the place of NSKeylessArchiver.h and NSKeylessUnarchiver.h. Archives
// of NSKeylessArchiver are not read by it; `fastser convert` makes new ones of them.
#ifndef FSR_KEYLESS_NAMES_H
#define FSR_KEYLESS_NAMES_H

#import <FastserObjC/FSRArchiver.h>
#import <FastserObjC/FSRUnarchiver.h>

#define NSKeylessArchiver FSRArchiver
#define NSKeylessUnarchiver FSRUnarchiver

#endif
