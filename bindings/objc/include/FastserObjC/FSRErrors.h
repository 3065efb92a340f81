// SPDX-License-Identifier: MIT
//
// Errors of this binding. Methods with an `error:` argument give an NSError of FSRErrorDomain; all
// others raise an NSException whose userInfo has that error for the key NSUnderlyingErrorKey.
#ifndef FSR_ERRORS_H
#define FSR_ERRORS_H

#import <FastserObjC/FSRDefines.h>

FSR_NONNULL_BEGIN

/// The codes of this domain are the status numbers of fastser/c/base.h (FASTSER_TRUNCATED ...), and
/// these. userInfo has NSLocalizedDescriptionKey, and the two keys below where they are known.
FSR_EXPORT NSString* const FSRErrorDomain;
/// An NSNumber: the byte of the archive at which decoding failed.
FSR_EXPORT NSString* const FSRErrorOffsetKey;
/// An NSString: where in the value that is, as in "items[3].name".
FSR_EXPORT NSString* const FSRErrorPathKey;

/// An exception that an object raised in encodeWithCoder: or initWithCoder:.
#define FSRErrorException 1000
/// A class that may not be decoded here, or that does not support secure coding.
#define FSRErrorClassNotAllowed 1001
/// A value of a type that cannot be archived: a pointer, a union, a bit field.
#define FSRErrorUnsupportedType 1002
/// A failure that -[FSRUnarchiver failWithError:] was given.
#define FSRErrorOfCaller 1003

FSR_NONNULL_END

#endif
