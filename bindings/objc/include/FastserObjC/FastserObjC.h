// SPDX-License-Identifier: MIT
//
// All of libfastser for Objective-C.
#import <FastserObjC/FSRArchiver.h>
#import <FastserObjC/FSRErrors.h>
#import <FastserObjC/FSRRepository.h>
#import <FastserObjC/FSRUnarchiver.h>
