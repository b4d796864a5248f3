# SPDX-License-Identifier: Apache-2.0
# Run at build time: writes HEADER, and touches it only when something in it has changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE GIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT GIT)
  set(GIT unknown)
endif()
set(text "// Written by build_header.cmake.
#pragma once
#define SELVAGE_VERSION \"${VERSION}\"
#define SELVAGE_GIT \"${GIT}\"
#define SELVAGE_COMPILER \"${COMPILER}\"
#define SELVAGE_BUILD_TYPE \"${BUILD_TYPE}\"
#define SELVAGE_SYSTEMC \"${SYSTEMC}\"
#define SELVAGE_VERILATOR \"${VERILATOR}\"
")
if(EXISTS ${HEADER})
  file(READ ${HEADER} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${HEADER} "${text}")
endif()
