// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree_embedding.hpp"

#include <stdexcept>

#include "cosim/fattree_block.hpp"

namespace selvage::cosim {

namespace {

constexpr std::uint32_t kTabulatedHosts = 1U << 20;

constexpr unsigned ceil_log2(unsigned x) {
  unsigned bits = 0;
  while ((1U << bits) < x) ++bits;
  return bits;
}

const FatTreeBuild& smallest_build(const golden::FatTree& tree, unsigned lft_entries) {
  for (const FatTreeBuild& b : fattree_builds()) {
    if (b.m >= tree.m() && b.n >= tree.n() && b.w >= lft_entries) return b;
  }
  throw std::invalid_argument("m: no verilated build covers " + tree.label() + " with " +
                              std::to_string(lft_entries) +
                              " table lines; the golden engine needs none");
}

}  // namespace

std::string FatTreeBuild::label() const {
  return "fattree_route M=" + std::to_string(m) + " N=" + std::to_string(n) +
         " W=" + std::to_string(w);
}

FatTreeEmbedding::FatTreeEmbedding(const golden::FatTree& tree, unsigned lft_entries)
    : FatTreeEmbedding(tree, lft_entries, smallest_build(tree, lft_entries)) {}

FatTreeEmbedding::FatTreeEmbedding(const golden::FatTree& tree, unsigned lft_entries,
                                   const FatTreeBuild& build)
    : tree_(&tree),
      build_(&build),
      lft_entries_(lft_entries),
      digit_bits_(ceil_log2(build.m)) {
  if (tree.host_count() > kTabulatedHosts) return;
  addresses_.reserve(tree.host_count());
  for (HostIdx host = 0; host < tree.host_count(); ++host) {
    addresses_.push_back(pack(tree.address_of(host)));
  }
}

std::uint64_t FatTreeEmbedding::line_enable() const {
  return lft_entries_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lft_entries_) - 1U;
}

std::uint64_t FatTreeEmbedding::pack(golden::Digits d) const {
  std::uint64_t packed = 0;
  for (unsigned i = tree_->n(); i-- > 0;) packed = packed << digit_bits_ | d[i];
  return packed;
}

golden::Digits FatTreeEmbedding::digits(RtlKey key) const {
  golden::Digits d;
  const std::uint64_t one = (std::uint64_t{1} << digit_bits_) - 1U;
  for (unsigned i = 0; i < build_->n; ++i) {
    d.set(i, static_cast<unsigned>(key.bits >> (i * digit_bits_) & one));
  }
  return d;
}

std::unique_ptr<FatTreeBlock> make_fattree_block(const FatTreeEmbedding& embedding,
                                                 const FatTreeBlockOptions& options) {
  return embedding.build().make(embedding, options);
}

}  // namespace selvage::cosim
