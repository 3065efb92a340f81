// SPDX-License-Identifier: MIT
//
// Files, as fastser/c/file.h has them: saved as a whole and synced, loaded up to a bound. None of
// these raises.
#ifndef FSR_FILE_H
#define FSR_FILE_H

#import "FSRInternal.h"

// Replaces the file by `data`, or makes it. NO: the file is what it was.
BOOL FSRFileSave(NSString* path, NSData* data, NSError** error);
// What a file holds. nil and no error: there is none.
NSData* FSRFileLoad(NSString* path, NSError** error);

#endif
