# SPDX-License-Identifier: MIT
"""Conan 2: `conan create packaging/conan`. Takes the sources that it lies in."""
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir

required_conan_version = ">=2.0"


class FastserConan(ConanFile):
    name = "fastser"
    version = "0.1.0"
    license = "MIT"
    description = "Values and object graphs to bytes and back: archives, MessagePack, FlatBuffers, FlexBuffers, JSON"
    topics = ("serialization", "archive", "messagepack", "flatbuffers", "json")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "with_command": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_command": False}
    implements = ["auto_shared_fpic"]

    def export_sources(self):
        root = os.path.normpath(os.path.join(self.recipe_folder, "..", ".."))
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "debuggers/*", "include/*", "module/*", "src/*", "third_party/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for name, value in {
            "FASTSER_SHARED": self.options.shared,
            "FASTSER_INSTALL_STATIC": not self.options.shared,
            "FASTSER_BUILD_COMMAND": self.options.with_command,
            "FASTSER_BUILD_TESTS": False,
            "FASTSER_DOWNLOAD": False,
        }.items():
            toolchain.cache_variables[name] = bool(value)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan makes these of what package_info says.
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share",)):
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.libs = ["fastser"]
        self.cpp_info.set_property("cmake_file_name", "fastser")
        self.cpp_info.set_property("cmake_target_name", "fastser::fastser")
        self.cpp_info.set_property("pkg_config_name", "fastser")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
