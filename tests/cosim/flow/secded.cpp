// SPDX-License-Identifier: Apache-2.0
/// The decoder in RTL, and with it the encoder inside it, against check bits from the golden model:
/// every flip of one bit and of two.
#include <catch2/catch.hpp>

#include "control/random.hpp"
#include "cosim/flow/secded_block.hpp"
#include "golden/flow/secded.hpp"

using namespace selvage;

namespace {

using Word = std::vector<bool>;

/// Zeros, ones, each bit alone, and some words drawn.
std::vector<Word> words(unsigned width) {
  tb::Random random(width);
  std::vector<Word> all{Word(width, false), Word(width, true)};
  for (unsigned i = 0; i < width; ++i) {
    Word one(width);
    one[i] = true;
    all.push_back(one);
  }
  for (unsigned n = 0; n < 20; ++n) {
    Word word(width);
    for (unsigned i = 0; i < width; ++i) word[i] = random.percent(50);
    all.push_back(word);
  }
  return all;
}

void flip(Word& word, Word& check, unsigned bit) {
  if (bit < word.size()) {
    word[bit] = !word[bit];
  } else {
    check[bit - word.size()] = !check[bit - word.size()];
  }
}

}  // namespace

TEST_CASE("FLOW-ECC-1: a decoder corrects every flip of one bit and sees every flip of two",
          "[flow][ecc]") {
  for (const cosim::SecdedDecBuild& build : cosim::secded_dec_builds()) {
    CAPTURE(build.width);
    const golden::Secded code(build.width);
    const auto decoder = build.make({});
    const unsigned bits = build.width + code.check_bits();
    unsigned wrong = 0;
    const std::vector<Word> all = words(build.width);
    for (const Word& word : all) {
      const Word check = code.check(word);
      const cosim::SecdedDecOut clean = decoder->decode(word, check);
      wrong += clean.word != word || clean.fixed || clean.lost;
      for (unsigned a = 0; a < bits; ++a) {
        Word hurt = word;
        Word hurt_check = check;
        flip(hurt, hurt_check, a);
        const cosim::SecdedDecOut one = decoder->decode(hurt, hurt_check);
        wrong += one.word != word || !one.fixed || one.lost;
      }
    }
    CHECK(wrong == 0);
    // The code is linear: whether two flips are seen does not depend on the word.
    for (const Word& word : {all.front(), all.back()}) {
      const Word check = code.check(word);
      for (unsigned a = 0; a < bits; ++a) {
        for (unsigned b = 0; b < a; ++b) {
          Word hurt = word;
          Word hurt_check = check;
          flip(hurt, hurt_check, a);
          flip(hurt, hurt_check, b);
          const cosim::SecdedDecOut two = decoder->decode(hurt, hurt_check);
          wrong += two.fixed || !two.lost || two.word != hurt;
        }
      }
    }
    CHECK(wrong == 0);
  }
}
