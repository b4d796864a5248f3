# SPDX-License-Identifier: Apache-2.0
# Every dependency is a Debian 12 package; docs/dependencies.md says why each is here.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc>=2.3.4)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BZip2 QUIET)
if(NOT BZip2_FOUND)
  message(FATAL_ERROR "libbz2, with which traces are unpacked, is missing. On Debian 12: apt-get install libbz2-dev")
endif()

find_package(verilator 5.006 QUIET HINTS /usr/share/verilator $ENV{VERILATOR_ROOT})
if(NOT verilator_FOUND)
  message(FATAL_ERROR "Verilator >= 5.006 is needed (found: '${verilator_VERSION}'). "
                      "On Debian 12: apt-get install verilator")
endif()

# Header-only packages without CMake files of their own.
foreach(header CLI/CLI.hpp nlohmann/json.hpp valijson/validator.hpp xxhash.h kainjow/mustache.hpp)
  string(MAKE_C_IDENTIFIER "HAVE_${header}" var)
  find_file(${var} ${header})
  if(NOT ${var})
    message(FATAL_ERROR "${header} is missing. On Debian 12: apt-get install libcli11-dev "
                        "nlohmann-json3-dev libvalijson-dev libxxhash-dev libkainjow-mustache-dev")
  endif()
endforeach()

# d3, by which the page of a run zooms, moves and scales: each part behind those that it needs.
set(SELVAGE_D3_FILES)
foreach(part dispatch selection drag color interpolate timer ease transition zoom array collection format time time-format scale)
  find_file(SELVAGE_D3_${part} d3-${part}.min.js PATHS /usr/share/nodejs/d3-${part}/dist NO_DEFAULT_PATH)
  if(NOT SELVAGE_D3_${part})
    message(FATAL_ERROR "d3-${part}.min.js, a part of the page of a run, is missing. On Debian 12: "
                        "apt-get install node-d3-scale node-d3-zoom")
  endif()
  list(APPEND SELVAGE_D3_FILES ${SELVAGE_D3_${part}})
endforeach()

if(SELVAGE_TESTS)
  find_package(Catch2 2.13 REQUIRED)
endif()
if(SELVAGE_BENCH)
  find_package(benchmark REQUIRED)
endif()
