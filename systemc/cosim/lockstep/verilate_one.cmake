# SPDX-License-Identifier: Apache-2.0
# One run of Verilator and what a build system wants to know of it.
# cmake -DDIR=... -DPREFIX=... -DVERILATOR=... -P verilate_one.cmake -- ARGUMENTS of Verilator
#   DIR/fast.cpp, DIR/slow.cpp: what Verilator wrote, by its own division; DIR/sources.d: what it read.
set(args)
set(own TRUE)
foreach(i RANGE 1 ${CMAKE_ARGC})
  if(NOT own)
    list(APPEND args "${CMAKE_ARGV${i}}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(own FALSE)
  endif()
endforeach()

file(REMOVE_RECURSE ${DIR})
file(MAKE_DIRECTORY ${DIR})
execute_process(
  COMMAND ${VERILATOR} --cc --prefix ${PREFIX} --Mdir ${DIR} ${args}
  RESULT_VARIABLE status)
if(status)
  file(REMOVE_RECURSE ${DIR})
  message(FATAL_ERROR "Verilator refused ${PREFIX}")
endif()

set(slow)
set(turn 0)
if(NOT PARTS)
  set(PARTS 1)
endif()
file(GLOB files RELATIVE ${DIR} ${DIR}/*.cpp)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
foreach(file ${files})
  # Messages name a module by its place in the tree: the compiler's cache then serves a tree at another place too.
  file(READ ${DIR}/${file} text)
  string(REPLACE "\"${root}/" "\"" text "${text}")
  # Counting begins once all signals have their first values, but for bodies of always_comb, which depend on nothing: the
  # counts of all others are marked until then. And the model has no name, so that a point has one line in a process's
  # file, however many blocks there are.
  if(args MATCHES "--coverage-line")
    if(text MATCHES "\\*count32p = 0;")
      set(marked TRUE)
    endif()
    string(REPLACE "*count32p = 0;"
      "*count32p = enable && !(pagep[2] == 'l' && commentp[0] == 'b') ? 1U << 31 : 0;" text "${text}")
    string(REPLACE "std::string{name()} + hierp" "hierp" text "${text}")
    if(file STREQUAL "${PREFIX}.cpp")
      string(REGEX REPLACE "(eval_settle\\(&\\(vlSymsp->TOP\\)\\);\n)"
        "\\1for (auto& n : vlSymsp->__Vcoverage) if (n >> 31) n = 0;\n" text "${text}")
      if(NOT text MATCHES "vlSymsp->__Vcoverage\\) if")
        message(FATAL_ERROR "${PREFIX}: no place where counting begins: another Verilator writes otherwise")
      endif()
    endif()
  endif()
  file(WRITE ${DIR}/${file} "${text}")
  if(file MATCHES "__Slow\\.cpp$|__Syms\\.cpp$|__ConstPool")
    string(APPEND slow "#include \"${file}\"\n")
  else()
    string(APPEND fast_${turn} "#include \"${file}\"\n")
    math(EXPR turn "(${turn} + 1) % ${PARTS}")
  endif()
endforeach()
if(args MATCHES "--coverage-line" AND NOT marked)
  message(FATAL_ERROR "${PREFIX}: no counts to be marked: another Verilator writes otherwise")
endif()
file(WRITE ${DIR}/fast.cpp "${fast_0}")
if(PARTS GREATER 1)
  math(EXPR last "${PARTS} - 1")
  foreach(part RANGE 1 ${last})
    file(WRITE ${DIR}/fast_${part}.cpp "${fast_${part}}")
  endforeach()
endif()
file(WRITE ${DIR}/slow.cpp "${slow}")

file(STRINGS ${DIR}/${PREFIX}__ver.d read REGEX " : ")
string(REGEX REPLACE "^.* : " "" read "${read}")
file(WRITE ${DIR}/sources.d "${DIR}/fast.cpp: ${read}\n")
