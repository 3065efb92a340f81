// SPDX-License-Identifier: MIT
//
// FSRUnarchiver: an NSCoder that reads archives of libfastser, whichever program wrote them. It
// replaces NSUnarchiver and NSKeyedUnarchiver; see FSRArchiver.h.
//
// Values are read in order, or by key in any order. An integer can be read as any integer type that
// holds its value, a BOOL from c, C, B and any integer; a value that does not fit is an error. A
// key that does not exist gives zero or nil; containsValueForKey: says whether it exists. Strings
// and data that the archive has once are created once.
//
// Other languages: lists, sets and maps are arrays, sets and dictionaries. A record (a struct of
// Swift or C++, an object of JSON) whose class the program does not have is a dictionary of its
// fields by name, with NSNull for nil; if its fields have no names, it is an array. Secure coding
// treats them like other dictionaries, strings and arrays.
//
// Secure coding: if you give a set of classes (decodeObjectOfClasses:...,
// unarchivedObjectOfClasses:...), an object's class is checked before it is allocated, and again at
// each reference to the object; inside an object the set of the innermost such call holds. With
// requiresSecureCoding each class must also return YES from +supportsSecureCoding, and objects can
// only be decoded inside such a call.
//
// Errors: the first one is kept. It is raised as NSInvalidUnarchiveOperationException (or
// NSInconsistentArchiveException for damaged data), or, with
// FSRDecodingFailurePolicySetErrorAndReturn, kept for -error, and all values are zero and nil from
// then on.
//
// Depth: initWithCoder: decodes the objects that it refers to, so a chain of objects needs stack
// for each of them. Before the stack of the thread runs out, decoding ends with the error
// FASTSER_TOO_DEEP.
//
// Memory: an object lives at least as long as its unarchiver; objects decoded outside of
// initWithCoder: are also in the current autorelease pool.
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

/// Methods that an unarchiver calls while it works; all are optional.
@protocol FSRUnarchiverDelegate <NSObject>
@optional
/// Called for an object of a class that this program does not have. `names`: the class, then its
/// super-classes. Returns the class to decode it as, or Nil for an error.
- (Class FSR_NULLABLE)unarchiver:(FSRUnarchiver*)unarchiver
    cannotDecodeObjectOfClassName:(NSString*)name
                  originalClasses:(NSArray FSR_OF(NSString*) *)names;
/// Returns the object to use in the place of a decoded one.
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

/// The root object. Raises an exception if something is wrong. Not for data that you do not trust,
/// since objects of any class are created. If the root is several values with keys, this is the one
/// with the key "root", or, if there is none, a dictionary of all.
+ (id FSR_NULLABLE)unarchiveObjectWithData:(NSData*)data FSR_SWIFT_NAME(unarchiveObject(with:));
/// The same from a file; nil if the file does not exist. Also raises an exception if the file
/// cannot be read, or is larger than 1 GiB.
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
/// An array of objects of this class, or of one of these; nil and an error otherwise. The class of
/// the array itself is always allowed; for arrays inside it, give NSArray too.
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
/// Whether all values of the root, or of the object that is being decoded, were read.
- (BOOL)isAtEnd;
/// Calls the delegate. The rest of the archive is not read.
- (void)finishDecoding;

// ---- settings

- (BOOL)requiresSecureCoding;
- (void)setRequiresSecureCoding:(BOOL)flag;
- (FSRDecodingFailurePolicy)decodingFailurePolicy;
- (void)setDecodingFailurePolicy:(FSRDecodingFailurePolicy)policy;
/// How many levels deep objects may nest. 0, the default: as deep as the stack allows.
- (NSUInteger)maximumDepth;
- (void)setMaximumDepth:(NSUInteger)depth;
/// Not retained.
- (id<FSRUnarchiverDelegate> FSR_NULLABLE)delegate;
- (void)setDelegate:(id<FSRUnarchiverDelegate> FSR_NULLABLE)delegate;

// ---- errors

/// The first error, or nil.
- (NSError* FSR_NULLABLE)error;
/// Sets the unarchiver's error, unless there was one before; for use in initWithCoder:.
- (void)failWithError:(NSError*)error;

// ---- objects, with the classes that they may be of

/// The set of classes of the innermost such call; nil outside.
- (NSSet FSR_OF(Class) * FSR_NULLABLE)allowedClasses;
- (id FSR_NULLABLE)decodeObjectOfClass:(Class)cls forKey:(NSString*)key;
- (id FSR_NULLABLE)decodeObjectOfClasses:(NSSet FSR_OF(Class) * FSR_NULLABLE)classes
                                  forKey:(NSString*)key;
/// An array, dictionary, string, data, date or number that contains only such objects.
- (id FSR_NULLABLE)decodePropertyListForKey:(NSString*)key;
/// These return an error instead of raising an exception; for the code that created the unarchiver.
- (id FSR_NULLABLE)decodeTopLevelObjectAndReturnError:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectForKey:(NSString*)key error:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectOfClass:(Class)cls
                                        forKey:(NSString*)key
                                         error:(FSR_ERROR_OUT)error;
- (id FSR_NULLABLE)decodeTopLevelObjectOfClasses:(NSSet FSR_OF(Class) * FSR_NULLABLE)classes
                                          forKey:(NSString*)key
                                           error:(FSR_ERROR_OUT)error;

// ---- values with their size, which must be that of the type

- (void)decodeValueOfObjCType:(const char*)type at:(void*)data size:(NSUInteger)size;

// ---- versions

/// The version in the archive of the class of the object that is being decoded, or of one of its
/// super-classes; NSNotFound if it has no such class.
- (NSInteger)versionForClassName:(NSString*)className;
/// -[FSRArchiver userVersion] of the archiver.
- (uint32_t)userVersion;

// ---- other names, other objects

/// Objects of the class `nameInArchive` are decoded as those of `trueName`. Names set by the class
/// methods hold for all unarchivers that have no own rule for the name.
- (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName;
+ (void)decodeClassName:(NSString*)nameInArchive asClassName:(NSString*)trueName;
- (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive;
+ (NSString*)classNameDecodedForArchiveClassName:(NSString*)nameInArchive;
/// The same by class; Nil removes it.
- (void)setClass:(Class FSR_NULLABLE)cls
    forClassName:(NSString*)codedName FSR_SWIFT_NAME(setClass(_:forClassName:));
+ (void)setClass:(Class FSR_NULLABLE)cls
    forClassName:(NSString*)codedName FSR_SWIFT_NAME(setClass(_:forClassName:));
- (Class FSR_NULLABLE)classForClassName:(NSString*)codedName FSR_SWIFT_NAME(class(forClassName:));
+ (Class FSR_NULLABLE)classForClassName:(NSString*)codedName FSR_SWIFT_NAME(class(forClassName:));
/// From now on references to the decoded `object` return `replacement`.
- (void)replaceObject:(id)object withObject:(id)replacement;

@end

FSR_NONNULL_END

#endif
