# SPDX-License-Identifier: Apache-2.0
# selvage_add_switch(NAME SOURCES files... TOP module MANIFEST file [PARAMS name=value...] [INCLUDES folders...]
#                    [DEFINES name[=value]...] [VERILATOR_ARGS words...]):
# libselvage_NAME.so, a whole switch for `selvage run --switch` (docs/tutorials/your-own-switch.md). The target is NAME, an
# module without a file in SOURCES is looked for in INCLUDES. Uses Selvage_COMMAND, Selvage_SWITCH_DIR and Selvage_VERILATE.
function(selvage_add_switch name)
  cmake_parse_arguments(ARG "" "TOP;MANIFEST" "SOURCES;INCLUDES;PARAMS;DEFINES;VERILATOR_ARGS" ${ARGN})
  foreach(needed SOURCES TOP MANIFEST)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "selvage_add_switch(${name}): ${needed} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "selvage_add_switch(${name}): unknown: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT VERILATOR_ROOT OR NOT VERILATOR_BIN)
    find_package(verilator 5.006 REQUIRED HINTS /usr/share/verilator $ENV{VERILATOR_ROOT})
  endif()
  set(sources)
  foreach(file ${ARG_SOURCES})
    get_filename_component(file ${file} ABSOLUTE)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "selvage_add_switch(${name}): there is no ${file}")
    endif()
    list(APPEND sources ${file})
  endforeach()
  set(includes)
  set(headers)
  foreach(folder ${ARG_INCLUDES})
    get_filename_component(folder ${folder} ABSOLUTE)
    list(APPEND includes ${folder})
    file(GLOB found CONFIGURE_DEPENDS ${folder}/*.sv ${folder}/*.svh ${folder}/*.v ${folder}/*.vh)
    list(APPEND headers ${found})
  endforeach()
  get_filename_component(manifest ${ARG_MANIFEST} ABSOLUTE)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}_switch)
  set(words)
  foreach(folder ${includes})
    list(APPEND words --include ${folder})
  endforeach()
  foreach(define ${ARG_DEFINES})
    list(APPEND words --define ${define})
  endforeach()
  foreach(param ${ARG_PARAMS})
    if(NOT param MATCHES "^[A-Za-z_][A-Za-z0-9_$]*=.")
      message(FATAL_ERROR "selvage_add_switch(${name}): PARAMS: ${param} is not NAME=VALUE")
    endif()
    list(APPEND words --param ${param})
  endforeach()
  set(command_target)
  if(TARGET selvage)
    set(command_target selvage)
  endif()
  add_custom_command(
    OUTPUT ${dir}/selvage_switch.sv ${dir}/selvage_switch_facts.h
    COMMAND ${Selvage_COMMAND} wrap-switch ${manifest} ${name} ${dir} --top ${ARG_TOP} ${words} --source ${sources}
    DEPENDS ${manifest} ${sources} ${headers} ${command_target}
    COMMENT "Reading the pins of switch ${name}" VERBATIM)

  list(TRANSFORM ARG_DEFINES PREPEND +define+ OUTPUT_VARIABLE defines)
  list(TRANSFORM includes PREPEND +incdir+ OUTPUT_VARIABLE incdirs)
  set(model ${dir}/model)
  add_custom_command(
    OUTPUT ${model}/fast.cpp ${model}/slow.cpp ${model}/Vselvage_switch.h
    COMMAND ${CMAKE_COMMAND} -DDIR=${model} -DPREFIX=Vselvage_switch -DVERILATOR=${VERILATOR_BIN} -P ${Selvage_VERILATE}
            -- --assert --no-timing --x-assign unique --x-initial unique -O3 -Wno-fatal -Werror-USERFATAL -Werror-USERERROR -Werror-INFINITELOOP
            ${ARG_VERILATOR_ARGS} ${defines} ${incdirs} --top-module selvage_switch ${sources} ${dir}/selvage_switch.sv
    DEPENDS ${dir}/selvage_switch.sv ${sources} ${Selvage_VERILATE}
    DEPFILE ${model}/sources.d
    COMMENT "Verilating switch ${name}" VERBATIM)

  set(runtime)
  foreach(file verilated verilated_threads)
    list(APPEND runtime ${VERILATOR_ROOT}/include/${file}.cpp)
  endforeach()
  find_package(Threads REQUIRED)
  add_library(${name} MODULE ${model}/fast.cpp ${model}/slow.cpp ${Selvage_SWITCH_DIR}/switch_shim.cpp ${runtime}
              ${dir}/selvage_switch_facts.h)
  set_source_files_properties(${model}/slow.cpp PROPERTIES COMPILE_OPTIONS -O0)
  set_target_properties(${name} PROPERTIES PREFIX lib OUTPUT_NAME selvage_${name} CXX_STANDARD 17 UNITY_BUILD OFF
                        CXX_VISIBILITY_PRESET hidden LINK_DEPENDS ${Selvage_SWITCH_DIR}/exports.map)
  target_include_directories(${name} PRIVATE ${Selvage_SWITCH_DIR} ${dir} ${model} ${VERILATOR_ROOT}/include
                             ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(${name} PRIVATE VL_TIME_CONTEXT VL_USER_STOP VL_USER_FINISH VL_USER_FATAL
    VL_PRINTF=selvage_switch_printf VM_COVERAGE=0 VM_SC=0 VM_TRACE=0)
  target_compile_options(${name} PRIVATE -w -O2 -fno-sanitize=all
    "SHELL:-include ${Selvage_SWITCH_DIR}/switch_printf.h")
  target_link_options(${name} PRIVATE -fno-sanitize=all -Wl,-Bsymbolic -Wl,-z,defs
    -Wl,--version-script=${Selvage_SWITCH_DIR}/exports.map)
  target_link_libraries(${name} PRIVATE Threads::Threads)
endfunction()
