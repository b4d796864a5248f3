# SPDX-License-Identifier: Apache-2.0
# The executable, and the libraries as Selvage::golden, Selvage::cosim, Selvage::fabric, Selvage::cli ...
# for `find_package(Selvage)` and, where the tree is a part of another one, `add_subdirectory`. Verilated models
# come as Selvage::models_fattree ..., one of a system, without their headers.
# The predictor for other simulators: its library in lib, its header with the others, its packages in share.
set(installed golden certify kernel ranks tolerance flow wormhole verilated models_fattree models_probe models_flow models_mesh
    models_flow_shown models_twolevel cosim config campaign regress manifest dut waves fabric run
    report readers cli)
if(TARGET selvage_models_flow_switch)  # small builds have none
  list(APPEND installed models_flow_switch)
endif()
set(targets)
foreach(name ${installed})
  add_library(Selvage::${name} ALIAS selvage_${name})
  set_target_properties(selvage_${name} PROPERTIES EXPORT_NAME ${name})
  list(APPEND targets selvage_${name})
endforeach()
# Whole switches of others: the same in this tree as from an installed package.
set(Selvage_COMMAND $<TARGET_FILE:selvage>)
set(Selvage_SWITCH_DIR ${PROJECT_SOURCE_DIR}/systemc/plugin)
set(Selvage_VERILATE ${PROJECT_SOURCE_DIR}/systemc/cosim/lockstep/verilate_one.cmake)
set(Selvage_RTL_DIR ${PROJECT_SOURCE_DIR}/rtl)
include(scripts/cmake/SelvageSwitch.cmake)
if(NOT SELVAGE_INSTALL)
  return()
endif()

include(CMakePackageConfigHelpers)
install(TARGETS selvage RUNTIME DESTINATION bin)
if(TARGET selvage_mpi)
  install(TARGETS selvage_mpi LIBRARY DESTINATION bin)  # looked for beside the executable
endif()
install(TARGETS ${targets} EXPORT SelvageTargets ARCHIVE DESTINATION lib)
install(EXPORT SelvageTargets NAMESPACE Selvage:: DESTINATION lib/cmake/Selvage)
install(DIRECTORY systemc/ DESTINATION include/selvage FILES_MATCHING PATTERN "*.hpp"
        PATTERN "dpi" EXCLUDE)
install(TARGETS selvage_dpi LIBRARY DESTINATION lib COMPONENT dpi)
install(FILES systemc/dpi/selvage_dpi.h DESTINATION include/selvage/dpi COMPONENT dpi)
install(FILES systemc/dpi/selvage_pkg.sv systemc/dpi/selvage_flow_pkg.sv
        DESTINATION share/selvage/dpi COMPONENT dpi)
configure_package_config_file(scripts/cmake/SelvageConfig.cmake.in SelvageConfig.cmake
  INSTALL_DESTINATION lib/cmake/Selvage)
write_basic_package_version_file(SelvageConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES systemc/plugin/selvage_switch.h systemc/plugin/switch_printf.h systemc/plugin/switch_shim.cpp
              systemc/plugin/exports.map systemc/cosim/lockstep/verilate_one.cmake
        DESTINATION share/selvage/switch)
install(FILES systemc/plugin/selvage_switch.h DESTINATION include/selvage/plugin)
install(DIRECTORY rtl DESTINATION share/selvage)
install(FILES scripts/cmake/SelvageSwitch.cmake DESTINATION lib/cmake/Selvage)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/SelvageConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/SelvageConfigVersion.cmake
        DESTINATION lib/cmake/Selvage)

# Man pages, from --help of what is installed, where help2man is there; completion.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/man/selvage.1
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/man $<TARGET_FILE:selvage> ${CMAKE_CURRENT_BINARY_DIR}/man
    DEPENDS selvage scripts/man COMMENT "Man pages" VERBATIM)
  add_custom_target(selvage_man ALL DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/man/selvage.1)
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/man/ DESTINATION share/man/man1
          OPTIONAL FILES_MATCHING PATTERN "*.1")
endif()
install(FILES scripts/completion/selvage.bash DESTINATION share/bash-completion/completions RENAME selvage)
install(FILES scripts/completion/_selvage DESTINATION share/zsh/site-functions)
