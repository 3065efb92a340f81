// SPDX-License-Identifier: MIT
//
// FSRArchiver: an NSCoder that writes archives of libfastser. It replaces NSArchiver (values in
// order, without keys) and NSKeyedArchiver (values by key); an object may use both.
//
//   NSData *data = [FSRArchiver archivedDataWithRootObject:library];
//   Library *again = [FSRUnarchiver unarchiveObjectWithData:data];
//
// Objects are identified by address, never by -hash or -isEqual:. Each is written once, however
// many objects refer to it; cycles are kept. Equal strings and equal data are written once, too.
// Encoded objects are retained until the archive is finished. Each object gets encodeWithCoder:
// once, but not always inside the call that encodes it: objects deep in the graph follow when the
// root is complete, so that a list of a million objects needs no deep stack.
//
// What Foundation's classes become in an archive is in docs/foundation.md: other languages read it.
//
// Errors: a value that cannot be archived (a pointer, a union, a bit field; a class that does not
// support secure coding where that is required) raises NSInvalidArgumentException before anything
// of it is written. Methods with an `error:` argument raise nothing.
//
// Thread rule: one thread at a time per archiver.
#ifndef FSR_ARCHIVER_H
#define FSR_ARCHIVER_H

#import <FastserObjC/FSRErrors.h>

FSR_NONNULL_BEGIN

@class FSRArchiver;
struct FSRArchiverState;

/// Methods that an archiver calls while it works; all are optional.
@protocol FSRArchiverDelegate <NSObject>
@optional
/// Called before `object` is encoded for the first time. Returns the object to encode in its place,
/// which may be nil.
- (id FSR_NULLABLE)archiver:(FSRArchiver*)archiver willEncodeObject:(id)object;
/// Called after an object, or nil, was encoded. Its contents may follow later.
- (void)archiver:(FSRArchiver*)archiver didEncodeObject:(id FSR_NULLABLE)object;
/// Called when `newObject`, which may be nil, is encoded in the place of `object`.
- (void)archiver:(FSRArchiver*)archiver
    willReplaceObject:(id FSR_NULLABLE)object
           withObject:(id FSR_NULLABLE)newObject;
- (void)archiverWillFinish:(FSRArchiver*)archiver;
- (void)archiverDidFinish:(FSRArchiver*)archiver;
@end

@interface FSRArchiver : NSCoder {
 @private
  struct FSRArchiverState* _state;
}

// ---- in one call

/// The archive of a graph of objects. Raises an exception if something is wrong.
+ (NSData*)archivedDataWithRootObject:(id FSR_NULLABLE)rootObject
    FSR_SWIFT_NAME(archivedData(withRootObject:));
/// The same; nil and an error instead of an exception.
+ (NSData* FSR_NULLABLE)archivedDataWithRootObject:(id FSR_NULLABLE)rootObject
                             requiringSecureCoding:(BOOL)requiresSecureCoding
                                             error:(FSR_ERROR_OUT)error
    FSR_SWIFT_NAME(archivedData(withRootObject:requiringSecureCoding:));
/// Writes the archive, with a checksum, to a file that is replaced as a whole: it is the old one or
/// the new one, never half of it. NO if that fails; raises an exception if an object cannot be
/// archived.
+ (BOOL)archiveRootObject:(id FSR_NULLABLE)rootObject
                   toFile:(NSString*)path FSR_SWIFT_NAME(archive(_:toFile:));
/// The same; NO and an error instead of an exception.
+ (BOOL)archiveRootObject:(id FSR_NULLABLE)rootObject
                   toFile:(NSString*)path
                    error:(FSR_ERROR_OUT)error FSR_SWIFT_NAME(archive(_:toFile:andReport:));

// ---- step by step: encode values, then take the data

/// An archiver whose archive you get by -encodedData.
- (id)init;
- (id)initRequiringSecureCoding:(BOOL)requiresSecureCoding;
/// An archiver that appends its archive to `data`, once: in encodeRootObject:, finishEncoding or
/// archiverData; if none of these was called, when the archiver is deallocated. Only in the first
/// three cases you learn of errors.
- (id)initForWritingWithMutableData:(NSMutableData*)data;
/// Completes the archive; nothing can be encoded after it. Raises an exception if something was
/// wrong.
- (void)finishEncoding;
/// Completes the archive, if it is not complete yet, and returns it.
- (NSData*)encodedData;
/// The same; NULL and an error instead of an exception.
- (NSData* FSR_NULLABLE)encodedDataWithError:(FSR_ERROR_OUT)error;
/// Completes the archive, and returns the data of initForWritingWithMutableData:, or the archive.
- (NSMutableData*)archiverData;

// ---- settings, to be made before anything is encoded

/// Whether each class that is encoded must return YES from +supportsSecureCoding. Default: NO.
- (BOOL)requiresSecureCoding;
- (void)setRequiresSecureCoding:(BOOL)flag;
/// A number of your own, which -[FSRUnarchiver userVersion] returns. Default: 0.
- (uint32_t)userVersion;
- (void)setUserVersion:(uint32_t)version;
/// Whether the archive ends with a checksum of all its bytes. Default: NO.
- (BOOL)writesChecksum;
- (void)setWritesChecksum:(BOOL)flag;
/// Not retained.
- (id<FSRArchiverDelegate> FSR_NULLABLE)delegate;
- (void)setDelegate:(id<FSRArchiverDelegate> FSR_NULLABLE)delegate;

// ---- other names, other objects

/// Objects of the class `trueName` are archived as those of `inArchiveName`.
- (void)encodeClassName:(NSString*)trueName intoClassName:(NSString*)inArchiveName;
- (NSString* FSR_NULLABLE)classNameEncodedForTrueClassName:(NSString*)trueName;
/// The same by class; nil removes it. Names set by the class methods hold for all archivers that
/// are created later.
- (void)setClassName:(NSString *FSR_NULLABLE)codedName
            forClass:(Class)cls FSR_SWIFT_NAME(setClassName(_:for:));
- (NSString *FSR_NULLABLE)classNameForClass:(Class)cls FSR_SWIFT_NAME(className(for:));
+ (void)setClassName:(NSString *FSR_NULLABLE)codedName
            forClass:(Class)cls FSR_SWIFT_NAME(setClassName(_:for:));
+ (NSString *FSR_NULLABLE)classNameForClass:(Class)cls FSR_SWIFT_NAME(className(for:));
/// From now on `newObject` is encoded in the place of `object`.
- (void)replaceObject:(id)object withObject:(id FSR_NULLABLE)newObject;

@end

FSR_NONNULL_END

#endif
