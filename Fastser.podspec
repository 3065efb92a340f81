# SPDX-License-Identifier: MIT
#
# libfastser for CocoaPods: the C++ core with its C interface, and the Objective-C binding on it.
# docs/apple.md says how it is used, and tests/apple/packages.sh looks at every pattern below.
#
# The address is not a real one: there is no public home yet, and `pod 'Fastser', :path => ...` or
# `:git => ...` in a Podfile needs none. Whoever publishes this sets the two lines.
Pod::Spec.new do |s|
  s.name = 'Fastser'
  s.version = '0.1.0'
  s.summary = 'Plain structs, object graphs and NSCoding objects to bytes and back, fast and small.'
  s.homepage = 'https://libfastser.example'
  s.source = { :git => 'https://libfastser.example/libfastser.git', :tag => "v#{s.version}" }
  s.license = { :type => 'MIT', :file => 'LICENSE' }
  s.authors = 'libfastser authors'

  s.ios.deployment_target = '13.0'
  s.osx.deployment_target = '10.15'
  s.tvos.deployment_target = '13.0'
  s.watchos.deployment_target = '6.0'
  s.visionos.deployment_target = '1.0'

  # The sources are right with ARC, too; without it they are a little faster, and nothing is left over
  # where an object raises.
  s.requires_arc = false
  s.libraries = 'c++'
  s.static_framework = true
  # Headers include each other by their place below these folders; header maps know names only, of
  # which there are several of a kind.
  s.pod_target_xcconfig = {
    'CLANG_CXX_LANGUAGE_STANDARD' => 'c++20',
    'CLANG_CXX_LIBRARY' => 'libc++',
    'USE_HEADERMAP' => 'NO',
    'HEADER_SEARCH_PATHS' => '"$(PODS_TARGET_SRCROOT)/include" "$(PODS_TARGET_SRCROOT)/src" ' \
                             '"$(PODS_TARGET_SRCROOT)/bindings/objc/include" "$(PODS_TARGET_SRCROOT)/bindings/objc/src"'
  }

  # `import FastserObjC` in Swift, as with the XCFramework; C++ headers are in no module.
  s.module_name = 'FastserObjC'
  s.module_map = 'bindings/apple/FastserObjC.modulemap'

  s.default_subspecs = 'ObjC'

  # C and C++: <fastser/fastser.h>, <fastser/archive.hpp>.
  s.subspec 'Core' do |core|
    core.source_files = 'include/fastser/**/*.{h,hpp,inc}',
                        'src/{base,wire,file,schema,archive,flat,msgpack,flexbuffers,convert,capi}/**/*.cc'
    core.public_header_files = 'include/fastser/**/*.{h,hpp,inc}'
    core.header_mappings_dir = 'include'
    core.preserve_paths = 'src/**/*.hpp'
    core.resource_bundles = { 'Fastser_Privacy' => ['bindings/apple/PrivacyInfo.xcprivacy'] }
  end

  # NSCoder: <FastserObjC/FastserObjC.h>.
  s.subspec 'ObjC' do |objc|
    objc.dependency 'Fastser/Core'
    objc.source_files = 'bindings/objc/include/**/*.h', 'bindings/objc/src/*.{m,c}'
    objc.public_header_files = 'bindings/objc/include/**/*.h'
    objc.header_mappings_dir = 'bindings/objc/include'
    objc.preserve_paths = 'bindings/objc/src/*.h'
    objc.frameworks = 'Foundation'
  end
end
