# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers for our own code; verilated code is compiled without them.
add_library(selvage_flags INTERFACE)
target_compile_options(selvage_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion
                                               -Wno-sign-conversion)
target_include_directories(selvage_flags INTERFACE ${PROJECT_SOURCE_DIR}/systemc)
if(SELVAGE_WERROR)
  target_compile_options(selvage_flags INTERFACE -Werror)
endif()
if(SELVAGE_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
# Everything that a fuzzer feeds is instrumented; the fuzzers themselves bring libFuzzer's main.
if(SELVAGE_FUZZ)
  # A null or wrongly aligned pointer is AddressSanitizer's; these checks double the time to build.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined
                      -fno-sanitize=alignment,null,object-size,vptr
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# mold links in a fraction of the time where it is installed.
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# selvage_library(NAME [COLD] SOURCES... [LINK libs...]): a static library under systemc/. COLD: little of
# a run's time is in it, so that quick to build counts more.
function(selvage_library name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE $<BUILD_INTERFACE:selvage_flags>)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/systemc> $<INSTALL_INTERFACE:include/selvage>)
  if(ARG_COLD)
    target_compile_options(${name} PRIVATE -O1)
  endif()
endfunction()
