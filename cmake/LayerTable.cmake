# SPDX-License-Identifier: MIT
#
# The layers, left to right, and what each may see. This table is the only place that says so: the
# build links by it (Layers.cmake) and a test reads the include graph by it (tests/tools/layering).
# A layer sees what it names and whatever those see. Codecs never see each other. `file` is left of
# them because their verbs save and load are templates over it.

set(FASTSER_LAYERS base wire file schema archive flat msgpack flexbuffers convert capi)

set(FASTSER_base_SEES "")
set(FASTSER_wire_SEES base)
set(FASTSER_file_SEES base)
set(FASTSER_schema_SEES wire base)
set(FASTSER_archive_SEES schema file wire base)
set(FASTSER_flat_SEES schema file wire base)
set(FASTSER_msgpack_SEES schema file wire base)
set(FASTSER_flexbuffers_SEES schema file wire base)
set(FASTSER_convert_SEES archive flat msgpack flexbuffers schema file wire base)
set(FASTSER_capi_SEES convert archive flat msgpack flexbuffers schema file wire base)

# Not a layer of the library: the program on top of it.
set(FASTSER_command_SEES convert archive flat msgpack flexbuffers schema file wire base)

# The layers that are built without exceptions and RTTI in a test (tests/noexcept).
set(FASTSER_CORE_LAYERS base wire file schema archive flat msgpack flexbuffers)

# Public headers, include/fastser/<name>.hpp, by layer; <name>/<part> is a part of the header <name>,
# which includes it. The rest of a layer's headers are in include/fastser/internal/<layer>/.
set(FASTSER_base_HEADERS status format limits buffer buffer/input_bytes)
set(FASTSER_file_HEADERS file)
set(FASTSER_schema_HEADERS describe type type/code)
set(FASTSER_archive_HEADERS archive archive/options arena plan verify walker registry repository graph coder
    coder_reader coder_writer)
set(FASTSER_flat_HEADERS flat)
set(FASTSER_msgpack_HEADERS msgpack msgpack/stream)
set(FASTSER_flexbuffers_HEADERS flexbuffers flexbuffers/reference)
set(FASTSER_convert_HEADERS convert inspect json)

# Sources of a folder are compiled as one (FASTSER_UNITE), but for these. The loops of plans, and the reader
# of JSON: what surrounds them decides how well they are compiled, so they stay as the benchmark measures
# them, which compiles sources one by one. And two with a class of many sources that holds what only one
# knows, which g++ warns about in what is included. cmake/amalgamate.py reads this list.
set(FASTSER_ALONE "archive/plan/(decode|encode)[a-z_]*" capi/repository convert/json/reader schema/type_table)
# Nor is the one that calls stat, whose object tests/apple looks for.
list(APPEND FASTSER_ALONE file/system_stat)
