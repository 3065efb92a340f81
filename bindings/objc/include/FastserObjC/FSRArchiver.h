// SPDX-License-Identifier: MIT
//
// FSRArchiver: an NSCoder that writes archives of libfastser. It stands in for NSArchiver (values
// in order, without keys) and for NSKeyedArchiver (values by key); an object may use both.
//
//   NSData *data = [FSRArchiver archivedDataWithRootObject:library];
//   Library *again = [FSRUnarchiver unarchiveObjectWithData:data];
//
// Objects are told apart by address, never by -hash or -isEqual:, and each is written once, however
// many refer to it; cycles are kept. Equal strings and equal data are written once, too. Objects
// that were encoded are retained until the archive is finished. encodeWithCoder: is sent once to
// each object, and not always inside the call that met it: objects that lie deep in the graph
// follow when the root is complete, so that a list of a million objects needs no deep stack.
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

/// What an archiver asks and tells while it works; all methods are optional.
@protocol FSRArchiverDelegate <NSObject>
@optional
/// Before `object` is encoded for the first time: what to encode in its place; nil for nil.
- (id FSR_NULLABLE)archiver:(FSRArchiver*)archiver willEncodeObject:(id)object;
/// After an object was given to the archive; nil too. Its contents may follow later.
- (void)archiver:(FSRArchiver*)archiver didEncodeObject:(id FSR_NULLABLE)object;
/// `newObject` (nil, perhaps) is encoded in the place of `object`.
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

/// The archive of a graph of objects. Raises what goes wrong.
+ (NSData*)archivedDataWithRootObject:(id FSR_NULLABLE)rootObject
    FSR_SWIFT_NAME(archivedData(withRootObject:));
/// The same; nil and an error instead of an exception.
+ (NSData* FSR_NULLABLE)archivedDataWithRootObject:(id FSR_NULLABLE)rootObject
                             requiringSecureCoding:(BOOL)requiresSecureCoding
                                             error:(FSR_ERROR_OUT)error
    FSR_SWIFT_NAME(archivedData(withRootObject:requiringSecureCoding:));
/// Writes the archive, with a checksum, to a file that is replaced as a whole: it is the old one or
/// the new one, never half of it. NO if that fails; raises what goes wrong with the objects.
+ (BOOL)archiveRootObject:(id FSR_NULLABLE)rootObject
                   toFile:(NSString*)path FSR_SWIFT_NAME(archive(_:toFile:));
/// The same; NO and an error instead of an exception.
+ (BOOL)archiveRootObject:(id FSR_NULLABLE)rootObject
                   toFile:(NSString*)path
                    error:(FSR_ERROR_OUT)error FSR_SWIFT_NAME(archive(_:toFile:andReport:));

// ---- step by step: encode values, then take the data

/// An archiver whose archive is taken by -encodedData.
- (id)init;
- (id)initRequiringSecureCoding:(BOOL)requiresSecureCoding;
/// An archiver that appends its archive to `data`, once: in encodeRootObject:, when finishEncoding
/// or archiverData is called, or, if none of them was, when the archiver is let go of. Only the
/// former tell of errors.
- (id)initForWritingWithMutableData:(NSMutableData*)data;
/// Completes the archive; nothing can be encoded after it. Raises what went wrong.
- (void)finishEncoding;
/// Completes the archive if it is not, and gives it.
- (NSData*)encodedData;
/// The same; NULL and an error instead of an exception.
- (NSData* FSR_NULLABLE)encodedDataWithError:(FSR_ERROR_OUT)error;
/// Completes the archive, and gives what initForWritingWithMutableData: was given, or the archive.
- (NSMutableData*)archiverData;

// ---- choices, to be made before anything is encoded

/// Whether each class that is encoded must say YES to +supportsSecureCoding. NO at first.
- (BOOL)requiresSecureCoding;
- (void)setRequiresSecureCoding:(BOOL)flag;
/// A number of the program's own, which -[FSRUnarchiver userVersion] gives back. 0 at first.
- (uint32_t)userVersion;
- (void)setUserVersion:(uint32_t)version;
/// Whether the archive ends in a checksum of all its bytes. NO at first.
- (BOOL)writesChecksum;
- (void)setWritesChecksum:(BOOL)flag;
/// Not retained.
- (id<FSRArchiverDelegate> FSR_NULLABLE)delegate;
- (void)setDelegate:(id<FSRArchiverDelegate> FSR_NULLABLE)delegate;

// ---- other names, other objects

/// Objects of the class `trueName` are archived as those of `inArchiveName`.
- (void)encodeClassName:(NSString*)trueName intoClassName:(NSString*)inArchiveName;
- (NSString* FSR_NULLABLE)classNameEncodedForTrueClassName:(NSString*)trueName;
/// The same by class; nil undoes it. Those of the class FSRArchiver hold for all archivers that are
/// made later.
- (void)setClassName:(NSString *FSR_NULLABLE)codedName
            forClass:(Class)cls FSR_SWIFT_NAME(setClassName(_:for:));
- (NSString *FSR_NULLABLE)classNameForClass:(Class)cls FSR_SWIFT_NAME(className(for:));
+ (void)setClassName:(NSString *FSR_NULLABLE)codedName
            forClass:(Class)cls FSR_SWIFT_NAME(setClassName(_:for:));
+ (NSString *FSR_NULLABLE)classNameForClass:(Class)cls FSR_SWIFT_NAME(className(for:));
/// Where `object` is met, `newObject` is encoded.
- (void)replaceObject:(id)object withObject:(id FSR_NULLABLE)newObject;

@end

FSR_NONNULL_END

#endif
