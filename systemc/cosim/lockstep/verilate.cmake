# SPDX-License-Identifier: Apache-2.0
# How a block of RTL becomes a model behind an interface. What a system adds goes to cosim_sources.

# rtl/files.f is the one list of RTL files.
file(STRINGS ${PROJECT_SOURCE_DIR}/rtl/files.f rtl_lines REGEX "^[^#]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/files.f)
set(rtl_sources)
set(rtl_args)
foreach(line ${rtl_lines})
  if(line MATCHES "^\\+incdir\\+(.+)$")
    list(APPEND rtl_args "+incdir+${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1}")
  elseif(line MATCHES "\\.sv$")
    list(APPEND rtl_sources ${PROJECT_SOURCE_DIR}/${line})
  endif()
endforeach()

# All verilated models and the Verilator runtime. The fuzzers feed readers, which name builds and
# clock none: theirs have no model.
if(SELVAGE_FUZZ)
  function(verilate)
  endfunction()
  set(runtime lockstep/absent.cpp)
  set(control_template lockstep/absent_build)
  set(block_template lockstep/absent_build)
else()
  set(runtime lockstep/runtime.cpp)
  set(control_template fattree/control_build)
  set(block_template lockstep/block_build)
endif()
add_library(selvage_verilated STATIC ${runtime})
target_include_directories(selvage_verilated PRIVATE ${PROJECT_SOURCE_DIR}/systemc)
target_compile_definitions(selvage_verilated
  PUBLIC VL_TIME_CONTEXT
  PRIVATE VL_USER_STOP VL_USER_FATAL VL_PRINTF=selvage_rtl_printf)
target_compile_options(selvage_verilated PRIVATE
  -w -include ${CMAKE_CURRENT_SOURCE_DIR}/lockstep/printf.hpp)
# Sanitizers have nothing to look for in generated code, which is most of the time of a test.
if(SELVAGE_ASAN)
  target_compile_options(selvage_verilated PRIVATE -fno-sanitize=all -O2 -g0)
endif()
target_link_libraries(selvage_verilated PUBLIC Threads::Threads ZLIB::ZLIB)


# One verilated block, behind the interface of BLOCKblock.hpp and the wrapper of BLOCKverilated.hpp.
# selvage_block(TOP BUILD BLOCK CLASS OPTIONS [ARGUMENTS template arguments] [NAME=VALUE...])
function(selvage_block top BUILD BLOCK CLASS OPTIONS ARGUMENTS)
  list(TRANSFORM ARGN PREPEND -G OUTPUT_VARIABLE block_parameters)
  verilate(selvage_verilated
    SOURCES ${rtl_sources}
    TOP_MODULE ${top}
    PREFIX V${BUILD}
    VERILATOR_ARGS ${rtl_args} ${block_parameters} +define+SELVAGE_BUGS --assert
                   --x-assign fast --x-initial fast
    OPT_FAST -O3
    ${block_trace})
  configure_file(${block_template}.cpp.in ${BUILD}.cpp @ONLY)
  list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/${BUILD}.cpp)
  set(cosim_sources ${cosim_sources} PARENT_SCOPE)
endfunction()
# selvage_block_builds(TOP BLOCK CLASS BUILDS "NAMES of parameters" [values, all, passed on to the
# class or none] "VALUES"...): a table of builds.
function(selvage_block_builds top BLOCK CLASS BUILDS names passed)
  set(OPTIONS ${CLASS}Options)
  set(DECLARATIONS)
  set(ROWS)
  separate_arguments(names)
  foreach(values ${ARGN})
    separate_arguments(values)
    set(BUILD ${top})
    set(parameters)
    set(ARGUMENTS)
    foreach(name value IN ZIP_LISTS names values)
      string(APPEND BUILD _${value})
      list(APPEND parameters ${name}=${value})
      string(APPEND ARGUMENTS ", ${value}")
    endforeach()
    list(JOIN values ", " row)
    if(NOT passed)
      set(ARGUMENTS "")
    endif()
    selvage_block(${top} ${BUILD} ${BLOCK} ${CLASS} ${OPTIONS} "${ARGUMENTS}" ${parameters})
    string(APPEND DECLARATIONS
      "std::unique_ptr<${CLASS}Block> make_${BUILD}(const ${OPTIONS}&);\n")
    string(APPEND ROWS "      {${row}, &make_${BUILD}},\n")
  endforeach()
  configure_file(lockstep/block_builds.cpp.in ${BUILDS}.cpp @ONLY)
  list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/${BUILDS}.cpp)
  set(cosim_sources ${cosim_sources} PARENT_SCOPE)
endfunction()
