// SPDX-License-Identifier: Apache-2.0
#include "cli/main.hpp"
#include "system.hpp"

int main(int argc, char** argv) { return selvage::main(argc, argv, {torus::plug()}); }
