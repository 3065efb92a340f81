// SPDX-License-Identifier: MIT
//
// The file is the archive of an array of the items, with a checksum.
#import <FastserObjC/FSRRepository.h>

#import "FSRFile.h"

FSR_BORROWED_BEGIN

@implementation FSRRepository

- (id)initWithPath:(NSString*)path
         itemClass:(Class)itemClass
     identifierKey:(NSString*)identifierKey {
  self = [super init];
  if (self == nil) return nil;
  _path = [path copy];
  _itemClass = itemClass;
  _identifierKey = [identifierKey copy];
  _items = [[NSMutableDictionary alloc] init];
  return self;
}

#if !FSR_ARC
- (void)dealloc {
  [_path release];
  [_identifierKey release];
  [_items release];
  [super dealloc];
}
#endif

- (NSUInteger)itemCount {
  return [_items count];
}
- (NSArray*)items {
  return [_items allValues];
}
- (id)itemWithIdentifier:(id)identifier {
  return [_items objectForKey:identifier];
}

// The identifier of what may be an item; nil if it is none.
static id identifier_of(FSRRepository* repository, id item) {
  if (![item isKindOfClass:repository->_itemClass]) return nil;
  return [item valueForKey:repository->_identifierKey];
}

- (void)addItem:(id)item {
  const id identifier = identifier_of(self, item);
  if (identifier == nil) {
    NSString* const FSR_POOLED name = NSStringFromClass(_itemClass);
    FSRRaiseUsage(FASTSER_USAGE, @"an item that is no %@, or has no %@", name, _identifierKey);
  }
  [_items setObject:item forKey:identifier];
}

- (BOOL)removeItem:(id)item {
  const id identifier = identifier_of(self, item);
  return identifier != nil && [self removeItemWithIdentifier:identifier];
}

- (BOOL)removeItemWithIdentifier:(id)identifier {
  if ([_items objectForKey:identifier] == nil) return NO;
  [_items removeObjectForKey:identifier];
  return YES;
}

- (void)reset {
  [_items removeAllObjects];
  _keepsFile = NO;
}

static id unarchive_items(Class cls, NSData* data, NSError** error) {
  if (!FSRSupportsSecureCoding(cls)) {
    return [FSRUnarchiver unarchiveTopLevelObjectWithData:data error:error];
  }
  NSSet* const classes = [NSSet setWithObjects:[NSArray class], cls, nil];
  return [FSRUnarchiver unarchivedObjectOfClasses:classes fromData:data error:error];
}

static NSMutableDictionary* read_items(FSRRepository* repository, NSData* data, NSError** error) {
  NSArray* const read = unarchive_items(repository->_itemClass, data, error);
  if (read == nil && *error != nil) return nil;
  if (![read isKindOfClass:[NSArray class]]) {
    *error = FSRErrorMake(FASTSER_TYPE_MISMATCH, @"the archive is not one of a repository");
    return nil;
  }
  NSMutableDictionary* const items = [NSMutableDictionary dictionaryWithCapacity:[read count]];
  for (id item in read) {
    const id identifier = identifier_of(repository, item);
    if (identifier == nil) {
      *error = FSRErrorMake(FASTSER_TYPE_MISMATCH, @"an item of another class, or without a name");
      return nil;
    }
    [items setObject:item forKey:identifier];
  }
  return items;
}

- (BOOL)reload:(NSError**)error {
  NSError* problem = nil;
  NSData* const data = FSRFileLoad(_path, &problem);
  if (data == nil && problem == nil) {
    [self reset];
    return YES;
  }
  _keepsFile = YES;  // until all of it was read, whatever happens meanwhile
  NSMutableDictionary* items = nil;
  @try {
    if (data != nil) items = read_items(self, data, &problem);
  }
  @catch (NSException* exception) {  // of items: their class has no such key, or other code failed
    problem = FSRErrorOfException(exception);
  }
  _keepsFile = items == nil;
  if (items == nil) {
    if (error != NULL) *error = problem;
    return NO;
  }
  FSR_RELEASE(_items);
  _items = FSR_RETAIN(items);
  return YES;
}

- (BOOL)flush:(NSError**)error {
  if (_keepsFile) {
    if (error != NULL) {
      *error = FSRErrorMake(FASTSER_USAGE, @"the file could not be read, so it is not replaced: "
                                           @"reset the repository if its contents may be lost");
    }
    return NO;
  }
  return [FSRArchiver archiveRootObject:[_items allValues] toFile:_path error:error];
}

@end

FSR_BORROWED_END
