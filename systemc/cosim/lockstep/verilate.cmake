# SPDX-License-Identifier: Apache-2.0
# How a block of RTL becomes a model behind an interface. What a system adds goes to cosim_sources.

# Where modules and headers are looked for: a module's file has the module's name (rtl/README.md), so
# that a model knows the few files it is made of and only it is verilated again when one changes.
set(rtl_args "")
set(rtl_package ${PROJECT_SOURCE_DIR}/rtl/common/fabric_pkg.sv)
file(GLOB rtl_folders LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/rtl/*)
foreach(folder ${rtl_folders})
  if(IS_DIRECTORY ${folder})
    list(APPEND rtl_args -y ${folder} +incdir+${folder})
  endif()
endforeach()

# Properties at the pins, each bound to the block of its name wherever that stands.
set(rtl_properties "")
if(SELVAGE_SVA)
  file(GLOB rtl_properties ${PROJECT_SOURCE_DIR}/rtl/sva/*/*.sv)
  add_compile_definitions(SELVAGE_SVA)
endif()

# SELVAGE_COV: a model counts the modules of its top's folder and of rtl/common, changes of signals of at most 16 bits. The
# rest of it is counted in tops of its own; of several sizes small ones count.
set(counting --coverage-line --coverage-user --coverage-toggle --coverage-max-width 16)
set(uncounted "_large$|_m4n5|^ifct_macro$|_m(16|64)n|^fattree_switch_(8|16)|^twolevel_switch_8|^twolevel_route_(16|48)|^flow_queues$|_(parity|64_14|48_2|48_19|64_11_11|shown)$")
if(SELVAGE_COV)
  file(GLOB folders RELATIVE ${PROJECT_SOURCE_DIR}/rtl ${PROJECT_SOURCE_DIR}/rtl/*)
  foreach(folder ${folders})
    set(text "`verilator_config\n")
    foreach(other ${folders})
      if(NOT other STREQUAL folder AND NOT other STREQUAL "common" AND IS_DIRECTORY ${PROJECT_SOURCE_DIR}/rtl/${other})
        string(APPEND text "coverage_off -file \"*/rtl/${other}/*\"\n")
      endif()
    endforeach()
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/rtl/${folder})
      file(CONFIGURE OUTPUT counted_${folder}.vlt CONTENT "${text}")
    endif()
  endforeach()
endif()

# All verilated models and the Verilator runtime. The fuzzers feed readers, which name builds and
# clock none: theirs have no model.
if(SELVAGE_FUZZ)
  set(runtime lockstep/absent.cpp)
  set(control_template lockstep/absent_build)
  set(block_template lockstep/absent_build)
else()
  set(runtime lockstep/runtime.cpp)
  foreach(file verilated verilated_threads verilated_fst_c)
    list(APPEND runtime ${VERILATOR_ROOT}/include/${file}.cpp)
  endforeach()
  set(control_template fattree/control/control_build)
  set(block_template lockstep/block_build)
endif()
set(optimise ${SELVAGE_MODELS})
if(SELVAGE_COV)
  list(APPEND runtime lockstep/counts.cpp ${VERILATOR_ROOT}/include/verilated_cov.cpp)
  set_source_files_properties(lockstep/runtime.cpp PROPERTIES COMPILE_DEFINITIONS SELVAGE_COV)
  set(optimise -O1)
endif()
set(models_dir ${CMAKE_CURRENT_BINARY_DIR}/models)
# selvage_verilated_library(NAME OPTIONS...): how everything that Verilator has to do with is compiled.
function(selvage_verilated_library name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${SELVAGE_UNITY} UNITY_BUILD_MODE GROUP)
  target_include_directories(${name}
    PRIVATE ${PROJECT_SOURCE_DIR}/systemc
    PUBLIC $<BUILD_INTERFACE:${VERILATOR_ROOT}/include> $<BUILD_INTERFACE:${VERILATOR_ROOT}/include/vltstd>)
  target_compile_definitions(${name}
    PUBLIC VL_TIME_CONTEXT
    PRIVATE VL_USER_STOP VL_USER_FATAL VL_PRINTF=selvage_rtl_printf
            VM_COVERAGE=0 VM_SC=0 VM_TRACE=1 VM_TRACE_VCD=0 VM_TRACE_FST=1)
  target_compile_options(${name} PRIVATE
    -w -faligned-new -fcf-protection=none -include ${CMAKE_CURRENT_SOURCE_DIR}/lockstep/printf.hpp)
  # Sanitizers have nothing to look for in generated code, which is most of the time of a test.
  if(SELVAGE_ASAN)
    target_compile_options(${name} PRIVATE -fno-sanitize=all -g0)
  endif()
  target_compile_options(${name} PRIVATE ${ARGN})
endfunction()

add_library(selvage_verilated STATIC ${runtime})
selvage_verilated_library(selvage_verilated -O3)
target_link_libraries(selvage_verilated PUBLIC Threads::Threads ZLIB::ZLIB)
if(SELVAGE_COV)  # a forked test ends by _exit, which writes no counts
  target_link_options(selvage_verilated PUBLIC --coverage -Wl,--wrap=_exit)
endif()

# selvage_models(SYSTEM): the library that the models verilated from here on are in, selvage_models_SYSTEM; what
# runs once is compiled apart, for its options.
macro(selvage_models system)
  if(NOT SELVAGE_FUZZ)
    set(models selvage_models_${system})
    add_library(${models}_slow OBJECT)
    selvage_verilated_library(${models}_slow -O0)
    add_library(${models} STATIC $<TARGET_OBJECTS:${models}_slow>)
    selvage_verilated_library(${models} ${optimise})
    target_link_libraries(${models} PUBLIC selvage_verilated)
    list(APPEND all_models ${models})
  endif()
endmacro()

# selvage_verilate(BUILD TOP [TRACE] [LEVELS=n] [PARTS=n] [NAME=VALUE...]): the model VBUILD of a top with these parameters, in
# two C++ files: what runs in every clock, of a large one in n files, and what runs once.
function(selvage_verilate BUILD TOP)
  if(SELVAGE_FUZZ)
    return()
  endif()
  set(args ${rtl_args} +define+SELVAGE_BUGS --assert --x-assign fast --x-initial unique)
  set(traced FALSE)
  if("TRACE" IN_LIST ARGN)
    set(traced TRUE)
    list(REMOVE_ITEM ARGN TRACE)
    list(APPEND args --trace-fst ${PROJECT_SOURCE_DIR}/rtl/waves.vlt ${traced_arrays})
  endif()
  if(ARGN MATCHES "LEVELS=([0-9]+)")  # of modules that are traced
    list(APPEND args --trace-depth ${CMAKE_MATCH_1})
    list(FILTER ARGN EXCLUDE REGEX "^LEVELS=")
  endif()
  set(parts 1)
  if(ARGN MATCHES "PARTS=([0-9]+)")
    set(parts ${CMAKE_MATCH_1})
    list(FILTER ARGN EXCLUDE REGEX "^PARTS=")
  endif()
  list(TRANSFORM ARGN PREPEND -G OUTPUT_VARIABLE parameters)
  file(GLOB top_file ${PROJECT_SOURCE_DIR}/rtl/*/${TOP}.sv)
  get_filename_component(folder ${top_file} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  if(SELVAGE_COV AND NOT BUILD MATCHES "${uncounted}")
    list(APPEND args ${counting} ${CMAKE_CURRENT_BINARY_DIR}/counted_${folder}.vlt)
  endif()
  set(dir ${models_dir}/V${BUILD})
  set(fast ${dir}/fast.cpp)
  if(parts GREATER 1)  # a range down to 0 would count, too
    math(EXPR last "${parts} - 1")
    foreach(part RANGE 1 ${last})
      list(APPEND fast ${dir}/fast_${part}.cpp)
    endforeach()
  endif()
  add_custom_command(
    OUTPUT ${fast} ${dir}/slow.cpp ${dir}/V${BUILD}.h
    COMMAND ${CMAKE_COMMAND} -DDIR=${dir} -DPREFIX=V${BUILD} -DVERILATOR=${VERILATOR_BIN} -DPARTS=${parts}
            -P ${PROJECT_SOURCE_DIR}/systemc/cosim/lockstep/verilate_one.cmake
            -- ${args} ${parameters} --top-module ${TOP} ${rtl_package} ${top_file} ${rtl_properties}
    DEPENDS ${PROJECT_SOURCE_DIR}/systemc/cosim/lockstep/verilate_one.cmake
    DEPFILE ${dir}/sources.d
    COMMENT "Verilating ${BUILD}"
    VERBATIM)
  target_sources(${models} PRIVATE ${fast})
  target_sources(${models}_slow PRIVATE ${dir}/slow.cpp)
  target_include_directories(${models} PUBLIC $<BUILD_INTERFACE:${dir}>)
  # Headers are most of a small model. Of two with waves the fast files both have a function trace_init.
  selvage_together(slow_${folder} ${dir}/slow.cpp)
  if(NOT traced AND parts EQUAL 1)
    selvage_together(${TOP} ${dir}/fast.cpp)
  endif()
endfunction()

# selvage_shown(VARIABLE BUILD...): says in C++ which of these builds are made for waves.
function(selvage_shown variable)
  set(text "")
  foreach(build ${ARGN})
    if(build MATCHES "_shown$")
      string(APPEND text "template <>\ninline constexpr bool kShown<V${build}> = true;\n\n")
    endif()
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# One verilated block, behind the interface of BLOCKblock.hpp and the wrapper of BLOCKverilated.hpp.
# selvage_block(TOP BUILD BLOCK CLASS OPTIONS ARGUMENTS [TRACE] [NAME=VALUE...]): ARGUMENTS are those of
# the class template. What waves show of a build named _shown is made for them alone (kShown).
function(selvage_block top BUILD BLOCK CLASS OPTIONS ARGUMENTS)
  selvage_shown(SHOWN ${BUILD})
  selvage_verilate(${BUILD} ${top} ${ARGN})
  configure_file(${block_template}.cpp.in ${BUILD}.cpp @ONLY)
  selvage_together(wrap_${BLOCK} ${CMAKE_CURRENT_BINARY_DIR}/${BUILD}.cpp)
  list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/${BUILD}.cpp)
  set(cosim_sources ${cosim_sources} PARENT_SCOPE)
endfunction()
# selvage_block_builds(TOP BLOCK CLASS BUILDS "NAMES of parameters" [values, all, passed on to the
# class or none] [TRACE] [PARTS=n] "VALUES"...): a table of builds.
function(selvage_block_builds top BLOCK CLASS BUILDS names passed)
  set(OPTIONS ${CLASS}Options)
  set(DECLARATIONS)
  set(ROWS)
  set(trace)
  if("TRACE" IN_LIST ARGN)
    list(REMOVE_ITEM ARGN TRACE)
    set(trace TRACE)
  endif()
  foreach(word LEVELS PARTS)
    if(ARGN MATCHES "${word}=([0-9]+)")
      list(APPEND trace ${CMAKE_MATCH_0})
      list(FILTER ARGN EXCLUDE REGEX "^${word}=")
    endif()
  endforeach()
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
    selvage_block(${top} ${BUILD} ${BLOCK} ${CLASS} ${OPTIONS} "${ARGUMENTS}" ${trace} ${parameters})
    string(APPEND DECLARATIONS
      "std::unique_ptr<${CLASS}Block> make_${BUILD}(const ${OPTIONS}&);\n")
    string(APPEND ROWS "      {${row}, &make_${BUILD}},\n")
  endforeach()
  configure_file(lockstep/block_builds.cpp.in ${BUILDS}.cpp @ONLY)
  list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/${BUILDS}.cpp)
  set(cosim_sources ${cosim_sources} PARENT_SCOPE)
endfunction()
