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

# selvage_counted(TARGET): SELVAGE_COV counts its lines.
function(selvage_counted target)
  if(SELVAGE_COV)
    target_compile_options(${target} PRIVATE --coverage -O1)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()

# mold links in a fraction of the time where it is installed.
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# selvage_together(GROUP sources...): under SELVAGE_UNITY these are compiled as one, so that headers and what
# they instantiate are read and made once. Sources without a group are compiled alone.
function(selvage_together group)
  string(MAKE_C_IDENTIFIER "${group}" group)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()

# selvage_library(NAME [COLD] [TOGETHER folders...] SOURCES... [LINK libs...]): a static library under systemc/.
# COLD: little of a run's time is in it, so that quick to build counts more. TOGETHER: folders (. is that of
# the library) whose sources SELVAGE_UNITY may compile as one: a name in an unnamed namespace is then of all
# of them. The reference models are never, since a function that one source lacks could be found in another.
function(selvage_library name)
  cmake_parse_arguments(ARG "COLD" "" "TOGETHER;SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE $<BUILD_INTERFACE:selvage_flags>)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/systemc> $<INSTALL_INTERFACE:include/selvage>)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${SELVAGE_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARG_SOURCES})
    get_filename_component(folder "${source}" DIRECTORY)
    if(folder STREQUAL "")
      set(folder .)
    endif()
    if(folder IN_LIST ARG_TOGETHER)
      selvage_together(${folder} ${source})
    endif()
  endforeach()
  if(ARG_COLD)
    target_compile_options(${name} PRIVATE -O1)
  endif()
endfunction()
