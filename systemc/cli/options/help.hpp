// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples at the end of the help of commands.
#pragma once

namespace selvage::cli {

inline constexpr const char* kCertifyExamples =
    "Examples:\n"
    "  selvage certify --topology mesh:4 --random 4 --sets 100\n"
    "  selvage certify --topology mesh:4 --algorithm ipar-literal --node 1.1.1\n"
    "  selvage certify --topology fattree:4,3 --fault 0/21/3\n\n"
    "Exit code 1: some set is cyclic.\n\n";

inline constexpr const char* kToleranceExamples =
    "Examples:\n"
    "  selvage tolerance --topology fattree:8,3 --faults 10 --sets 100000 --lft-entries any\n"
    "  selvage tolerance --topology fattree:8,3 --faults 4 --sets all --symmetry\n"
    "  selvage tolerance --topology fattree:8,3 --faults 12 --lft-entries 6\n"
    "  selvage tolerance --topology fattree:4,4 --rule paper --faults 4 --sets all --symmetry\n\n"
    "A set is intolerable if some pair of hosts has no healthy path, not tolerated if some pair's\n"
    "packet does not arrive. Nothing is simulated. Where the outcome depends on the order of messages\n"
    "(rule paper, full tables) the output says which order it is a fact for.\n\n";

inline constexpr const char* kTopologyExamples =
    "Examples:\n"
    "  selvage topology fattree:4,3 --fault 0/21/3 | dot -Tsvg > tree.svg\n"
    "  selvage topology mesh:4 --format graphml --out mesh.graphml\n"
    "  ibnetdiscover > fabric.txt && selvage topology --import fabric.txt > fabric.yaml\n\n";

inline constexpr const char* kRouteExamples =
    "Examples:\n"
    "  selvage route --topology fattree:4,3 --fault 0/21/3 --src 100 --dst 211\n"
    "  selvage route --topology fattree:4,4 --rule paper --src 0100 --dst 0000 \\\n"
    "      --fault 1/000/2 --fault 1/010/3 --fault 2/000/2 --fault 2/000/3\n"
    "  selvage route --topology mesh:4 --node 1.0.0 --src 0.0.0 --dst 2.3.1\n"
    "  selvage route --topology twolevel:4 --src 10.0.1.2 --dst 10.2.0.3\n"
    "  selvage route --batch questions.jsonl > answers.jsonl\n\n"
    "A batch line, `selvage schema batch` describes it:\n"
    "  {\"id\":1,\"topology\":{\"kind\":\"fattree\",\"m\":4,\"n\":3},\n"
    "   \"faults\":[{\"l\":0,\"c\":\"21\",\"k\":3}],\"src\":\"100\",\"dst\":\"211\"}\n"
    "  {\"id\":\"a\",\"topology\":{\"kind\":\"mesh\",\"k\":4},\"faults\":[[1,1,1]],\n"
    "   \"src\":[0,0,0],\"dst\":[3,2,1]}\n"
    "A line that is wrong is answered with status error, what is wrong and its number (\"line\"), and the\n"
    "exit code is 2; the others are answered. Lines with the same faults as the one before are quick.\n\n";

inline constexpr const char* kCampaignExamples =
    "Examples:\n"
    "  selvage campaign scenarios/campaigns/fault_sweep.yaml --jobs 2\n"
    "  selvage campaign scenarios/campaigns/fault_sweep.yaml --jobs 2 --resume\n"
    "  mpirun -n 4 selvage campaign scenarios/campaigns/fault_sweep.yaml\n\n"
    "Exit code 1: some trial failed; the others ran.\n"
    "`selvage schema campaign` describes the file.\n\n";

}  // namespace selvage::cli
