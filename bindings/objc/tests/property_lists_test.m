// SPDX-License-Identifier: MIT
//
// Property lists that fastser_convert() writes are read by Foundation, and those of Foundation by
// it.
#import "FSRTest.h"
#include "fastser/fastser.h"

static NSData* converted(NSData* data, int32_t from, int32_t to) {
  fastser_bytes bytes;
  memset(&bytes, 0, sizeof bytes);
  fastser_error error;
  memset(&error, 0, sizeof error);
  error.struct_size = sizeof error;
  EXPECT(fastser_convert([data bytes], [data length], from, to, NULL, NULL, &bytes, &error) ==
         FASTSER_OK);
  NSData* const result = [NSData dataWithBytes:bytes.data length:bytes.size];
  fastser_bytes_release(&bytes);
  return result;
}

static NSData* data_of(const char* text) { return [NSData dataWithBytes:text length:strlen(text)]; }

static NSArray* empty_things(void) {
  return [NSArray arrayWithObjects:[NSArray array], [NSDictionary dictionary], @"", nil];
}

// No character that takes a pair of UTF-16: GNUstep writes its own escapes for those into XML, and
// does not read them.
static NSDictionary* values(void) {
  const char* const lines =
      "some bytes, more than a line of base64 has room for, so it is two lines";
  return [NSDictionary
      dictionaryWithObjectsAndKeys:[NSString stringWithUTF8String:"Ada & <Zo\u00eb>"], @"name",
                                   [NSNumber numberWithInt:3], @"count",
                                   [NSNumber numberWithInt:-70000], @"negative",
                                   [NSNumber numberWithLongLong:9223372036854775807LL], @"large",
                                   [NSNumber numberWithDouble:1.5], @"real",
                                   [NSNumber numberWithBool:YES], @"yes", data_of(lines), @"data",
                                   [NSDate dateWithTimeIntervalSince1970:1409444955], @"date",
                                   empty_things(), @"list", nil];
}

static NSData* written(id values, NSPropertyListFormat format) {
  NSError* error = nil;
  NSData* const data = [NSPropertyListSerialization dataWithPropertyList:values
                                                                  format:format
                                                                 options:0
                                                                   error:&error];
  EXPECT(data != nil);
  return data;
}

static id values_of(NSData* data, NSPropertyListFormat expected) {
  NSPropertyListFormat format = 0;
  NSError* error = nil;
  const id result = [NSPropertyListSerialization propertyListWithData:data
                                                              options:NSPropertyListImmutable
                                                               format:&format
                                                                error:&error];
  EXPECT(format == expected);
  return result;
}

TEST(PropertyListsGoToFoundationAndBack) {
  const struct {
    NSPropertyListFormat foundation;
    int32_t ours;
  } forms[] = {{NSPropertyListXMLFormat_v1_0, FASTSER_FORMAT_XML_PLIST},
               {NSPropertyListBinaryFormat_v1_0, FASTSER_FORMAT_BINARY_PLIST}};
  for (int from = 0; from < 2; ++from) {
    NSData* const theirs = written(values(), forms[from].foundation);
    EXPECT(fastser_detect_format([theirs bytes], [theirs length]) == forms[from].ours);
    for (int to = 0; to < 2; ++to) {
      NSData* const ours = converted(theirs, forms[from].ours, forms[to].ours);
      EXPECT_EQUAL(values_of(ours, forms[to].foundation), values());
    }
  }
}

TEST(PropertyListsOfTextAreReadAsFoundationWritesThem) {
  // OpenStep's form has texts, data, lists and dictionaries alone.
  NSString* const odd =
      [NSString stringWithUTF8String:"a \"text\"\n with \\ and \u00e9 \U0001F600"];
  NSDictionary* const texts =
      [NSDictionary dictionaryWithObjectsAndKeys:odd, @"a key", empty_things(), @"plain",
                                                 data_of("ab"), @"data", nil];
  NSData* const theirs = written(texts, NSPropertyListOpenStepFormat);
  NSData* const ours =
      converted(theirs, FASTSER_FORMAT_OPENSTEP_PLIST, FASTSER_FORMAT_BINARY_PLIST);
  EXPECT_EQUAL(values_of(ours, NSPropertyListBinaryFormat_v1_0), texts);
#ifdef GNUSTEP
  NSData* const typed = written(values(), NSPropertyListGNUstepFormat);
  NSData* const xml = converted(typed, FASTSER_FORMAT_OPENSTEP_PLIST, FASTSER_FORMAT_XML_PLIST);
  EXPECT_EQUAL(values_of(xml, NSPropertyListXMLFormat_v1_0), values());
#endif
}
