// SPDX-License-Identifier: MIT
//
// FSRUnarchiver: an NSCoder that reads archives of libfastser, whoever wrote them. It stands in for
// NSUnarchiver and NSKeyedUnarchiver; see FSRArchiver.h.
//
// Values are taken in order, or by key in any order. An integer is read as any integer type that
// holds it, a BOOL from c, C, B and any integer; what does not fit is an error. A key that is not
// there gives zero or nil; containsValueForKey: tells. Strings and data that the archive has once
// are made once.
//
// Other languages: lists, sets and maps are arrays, sets and dictionaries. A record (a struct of
// Swift or C++, an object of JSON) whose class is none of the program's is a dictionary of its
// fields by name, nil in it NSNull; one whose fields have no names is an array. For secure coding
// they are dictionaries, strings and arrays like others.
//
// Secure coding: with a set of classes (decodeObjectOfClasses:..., unarchivedObjectOfClasses:...)
// an object's class is checked before it is allocated, wherever it is met, and so is each reference
// to one that was made before; inside an object the set of the innermost such call holds. With
// requiresSecureCoding each class must also say YES to +supportsSecureCoding, and objects are
// decoded from inside such a call only.
//
// Errors: the first one is kept. It is raised as NSInvalidUnarchiveOperationException (or
// NSInconsistentArchiveException for damaged data), or, with
// FSRDecodingFailurePolicySetErrorAndReturn, kept for -error, and all values are zero and nil from
// then on.
//
// Depth: initWithCoder: decodes what an object refers to, so a chain of objects needs stack for
// each of them. Before the stack of the thread runs out decoding ends in an error
// (FASTSER_TOO_DEEP).
//
// Memory: an object is alive as long as its unarchiver at least; what is decoded from outside of
// initWithCoder: is also in the current autorelease pool.
//
// Thread rule: one thread at a time per unarchiver.
#ifndef FSR_UNARCHIVER_H
#define FSR_UNARCHIVER_H

#import <FastserObjC/FSRErrors.h>

FSR_NONNULL_BEGIN

@class FSRUnarchiver;
struct FSRUnarchiverState;

#if defined(__APPLE__)
typedef NSDecodingFailurePolicy FSRDecodingFailurePolicy;
#define FSRDecodingFailurePolicyRaiseException NSDecodingFailurePolicyRaiseException
#define FSRDecodingFailurePolicySetErrorAndReturn NSDecodingFailurePolicySetErrorAndReturn
#else
typedef NSInteger FSRDecodingFailurePolicy;
#define FSRDecodingFailurePolicyRaiseException 0
#define FSRDecodingFailurePolicySetErrorAndReturn 1
#endif

/// What an unarchiver asks and tells while it works; all methods are optional.
@protocol FSRUnarchiverDelegate <NSObject>
@optional
/// The archive has an object of a class that this program does not have. `names`: it, then its
/// super-classes. The class to decode it as, or Nil: an error.
- (Class FSR_NULLABLE)unarchiver:(FSRUnarchiver*)unarchiver
    cannotDecodeObjectOfClassName:(NSString*)name
                  originalClasses:(NSArray FSR_OF(NSString*) *)names;
/// What to use in the place of a decoded object.
- (id FSR_NULLABLE)unarchiver:(FSRUnarchiver*)unarchiver didDecodeObject:(id FSR_NULLABLE)object;
- (void)unarchiver:(FSRUnarchiver*)unarchiver willReplaceObject:(id)object withObject:(id)newObject;
- (void)unarchiverWillFinish:(FSRUnarchiver*)unarchiver;
- (void)unarchiverDidFinish:(FSRUnarchiver*)unarchiver;
@end

@interface FSRUnarchiver : NSCoder {
 @private
  struct FSRUnarchiverState* _state;
}

// ---- in one call

/// The root object. Raises what goes wrong. Not for data of strangers: any class may be in it.
/// Of values with keys it is the one called "root", or a dictionary of all where there is none.
+ (id FSR_NULLABLE)unarchiveObjectWithData:(NSData*)data FSR_SWIFT_NAME(unarchiveObject(with:));
/// The same from a file; nil if there is none. Raises, too, where it cannot be read, or is larger
/// than 1 GiB.
+ (id FSR_NULLABLE)unarchiveObjectWithFile:(NSString*)path
    FSR_SWIFT_NAME(unarchiveObject(withFile:));
/// The root object, which must be of this class, with secure coding; nil and an error otherwise.
+ (id FSR_NULLABLE)unarchivedObjectOfClass:(Class)cls
                                  fromData:(NSData*)data
                                     error:(FSR_ERROR_OUT)error;
/// Of one of these classes.
+ (id FSR_NULLABLE)unarchivedObjectOfClasses:(NSSet FSR_OF(Class) *)classes
                                    fromData:(NSData*)data
                                       error:(FSR_ERROR_OUT)error;
/// An array of objects of this class, or of one of these; nil and an error otherwise. What the
/// array itself is needs not be said; arrays in it do.
+ (NSArray* FSR_NULLABLE)unarchivedArrayOfObjectsOfClass:(Class)cls
                                                fromData:(NSData*)data
                                                   error:(FSR_ERROR_OUT)error;
+ (NSArray* FSR_NULLABLE)unarchivedArrayOfObjectsOfClasses:(NSSet FSR_OF(Class) *)classes
                                                  fromData:(NSData*)data
                                                     error:(FSR_ERROR_OUT)error;
/// The same for dictionaries.
+ (NSDictionary* FSR_NULLABLE)unarchivedDictionaryWithKeysOfClass:(Class)keyClass
                                                   objectsOfClass:(Class)valueClass
                                                         fromData:(NSData*)data
                                                            error:(FSR_ERROR_OUT)error;
+ (NSDictionary* FSR_NULLABLE)
    unarchivedDictionaryWithKeysOfClasses:(NSSet FSR_OF(Class) *)keyClasses
                         objectsOfClasses:(NSSet FSR_OF(Class) *)valueClasses
                                 fromData:(NSData*)data
                                    error:(FSR_ERROR_OUT)error;
/// Any class; nil and an error instead of an exception.
+ (id FSR_NULLABLE)unarchiveTopLevelObjectWithData:(NSData*)data error:(FSR_ERROR_OUT)error;

// ---- step by step

/// Raises NSInvalidArgumentException if `data` does not begin as an archive does.
- (id)initForReadingWithData:(NSData*)data;
/// nil and an error instead; requiresSecureCoding is YES, and errors are kept, not raised.
- (id FSR_NULLABLE)initForReadingFromData:(NSData*)data error:(FSR_ERROR_OUT)error;
/// Whether all values at the place of reading were taken.
- (BOOL)isAtEnd;
/// Tells the delegate. What is left of the archive is not looked at.
- (void)finishDecoding;

// ---- choices

- (BOOL)requiresSecureCoding;
- (void)setRequiresSecureCoding:(BOOL)flag;
- (FSRDecodingFailurePolicy)decodingFailurePolicy;
- (void)setDecodingFailurePolicy:(FSRDecodingFailurePolicy)policy;
/// How many objects may be open inside each other. 0, as at first: as many as the stack has room
/// for.
- (NSUInteger)maximumDepth;
- (void)setMaximumDepth:(NSUInteger)depth;
/// Not retained.
- (id<FSRUnarchiverDelegate> FSR_NULLABLE)delegate;
- (void)setDelegate:(id<FSRUnarchiverDelegate> FSR_NULLABLE)delegate;

// ---- errors

/// The first error, or nil.
- (NSError* FSR_NULLABLE)error;
/// Makes an error the unarchiver's, unless there was one before; for initWithCoder:.
- (void)failWithError:(NSError*)error;

// ---- objects, with the classes that they may be of

/// The classes of the innermost such call; nil outside.
- (NSSet FSR_OF(Class) * FSR_NULLABLE)allowedClasses;
- (id FSR_NULLABLE)decodeObjectOfClass:(Class)cls forKey:(NSString*)key;
- (id FSR_NULLABLE)decodeObjectOfClasses:(NSSet FSR_OF(Class) * FSR_NULLABLE)classes
                                  forKey:(NSString*)key;
/// An array, dictionary, string, data, date or number, and such things inside.
- (id FSR_NULLABLE)decodePropertyListForKey:(NSString*)key;
/// These give an error instead of raising; for the one who made the unarchiver.
- (id FSR_NULLABLE)decodeTopLevelObjectAndReturnError:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectForKey:(NSString*)key error:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectOfClass:(Class)cls
                                        forKey:(NSString*)key
                                         error:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectOfClasses:(NSSet FSR_OF(Class) * FSR_NULLABLE)classes
                                          forKey:(NSString*)key
                                           error:(FSR_ERROR_OUT)error;

// ---- values, with their size: it must be that of the type

- (void)decodeValueOfObjCType:(const char*)type at:(void*)data size:(NSUInteger)size;

// ---- versions

/// What the archive says of the class of the object that is being decoded, or of one of its
/// super-classes; NSNotFound if it has no such class.
- (NSInteger)versionForClassName:(NSString*)className;
/// -[FSRArchiver userVersion] of the archiver.
- (uint32_t)userVersion;

// ---- other names, other objects

/// Objects of the class `nameInArchive` are decoded as those of `trueName`. Those of the class
/// FSRUnarchiver hold for all unarchivers that have no such rule of their own.
- (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName;
+ (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName;
- (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive;
+ (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive;
/// The same by class; Nil undoes it.
- (void)setClass:(Class FSR_NULLABLE)cls
    forClassName:(NSString*)codedName FSR_SWIFT_NAME(setClass(_:forClassName:));
+ (void)setClass:(Class FSR_NULLABLE)cls
    forClassName:(NSString*)codedName FSR_SWIFT_NAME(setClass(_:forClassName:));
- (Class FSR_NULLABLE)classForClassName:(NSString*)codedName FSR_SWIFT_NAME(class(forClassName:));
+ (Class FSR_NULLABLE)classForClassName:(NSString*)codedName FSR_SWIFT_NAME(class(forClassName:));
/// Where `object`, which was decoded, is referred to from now on, `replacement` is given.
- (void)replaceObject:(id)object withObject:(id)replacement;

@end

FSR_NONNULL_END

#endif
