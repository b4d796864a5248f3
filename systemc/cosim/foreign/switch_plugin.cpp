// SPDX-License-Identifier: Apache-2.0
#include "cosim/foreign/switch_plugin.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <utility>

#include "cosim/foreign/plugin_call.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

SwitchPlugin::SwitchPlugin(std::string file) : file_(std::move(file)) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file_, ignored)) {
    throw PluginError(std::filesystem::exists(file_, ignored) ? "this is no file"
                                                              : "there is no such file");
  }
  const std::string path = std::filesystem::absolute(file_).string();
  const PluginCall call(file_, "", 0);
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) throw PluginError(std::string("it cannot be loaded: ") + dlerror());
  api_ = static_cast<const selvage_switch*>(dlsym(handle_, "selvage_switch_plugin"));
  const auto fail = [this](const std::string& why) {
    dlclose(handle_);
    throw PluginError(why);
  };
  if (api_ == nullptr) fail("it has no symbol selvage_switch_plugin: selvage_add_switch makes one");
  if (api_->abi != SELVAGE_SWITCH_ABI) {
    fail("it is of interface version " + std::to_string(api_->abi) + ", this is version " +
         std::to_string(SELVAGE_SWITCH_ABI) + ": build it again");
  }
  if (api_->size != sizeof(selvage_switch)) {
    fail("its interface has " + std::to_string(api_->size) + " bytes, not " +
         std::to_string(sizeof(selvage_switch)));
  }
  const auto need = [&](bool there, const char* what) {
    if (!there) fail(std::string("its interface has no ") + what);
  };
  need(api_->create != nullptr, "create");
  need(api_->edge != nullptr, "edge");
  need(api_->failure != nullptr, "failure");
  need(api_->destroy != nullptr, "destroy");
  need(api_->name != nullptr, "name");
  need(api_->manifest != nullptr && api_->manifest_file != nullptr, "manifest");
}

SwitchPlugin::~SwitchPlugin() { dlclose(handle_); }

PluginInstance::PluginInstance(std::shared_ptr<const SwitchPlugin> plugin, std::string name,
                               selvage_switch_params params)
    : plugin_(std::move(plugin)), name_(std::move(name)), all_(low_bits(plugin_->api().ports)) {
  char why[512] = "it says no more";
  params.name = name_.c_str();
  {
    const PluginCall call(plugin_->file(), name_.c_str(), 0);
    self_ = plugin_->api().create(&params, why, sizeof why);
  }
  if (self_ == nullptr)
    throw PluginError("switch " + name_ + " does not come out of reset: " + why);
  in.rx_data = rx_data.data();
  in.tx_number = tx_number.data();
  in.rx_ok = in.tx_ok = in.tx_xon = all_;
  out_.tx_data = tx_data_.data();
  out_.drained_tag = drained_tag_.data();
  out_.rx_number = rx_number_.data();
  out_.rx_xon = all_;
}

PluginInstance::~PluginInstance() {
  const PluginCall call(plugin_->file(), name_.c_str(), 0);
  plugin_->api().destroy(self_);
}

void PluginInstance::edge(Cycle cycle) {
  const PluginCall call(plugin_->file(), name_.c_str(), cycle);
  plugin_->api().edge(self_, &in, &out_);
  selvage_switch_out& o = out_;
  beyond_ = (o.tx_beat | o.tx_message | o.decided | o.drained | o.malformed | o.rx_resend) & ~all_;
  for (std::uint64_t* pin :
       {&o.tx_beat, &o.tx_message, &o.tx_head, &o.tx_tail, &o.tx_bad, &o.rx_xon, &o.rx_stop,
        &o.clear, &o.decided, &o.want, &o.drained, &o.malformed, &o.rx_resend}) {
    *pin &= all_;
  }
  in.rx_beat = in.rx_message = in.rx_head = in.rx_tail = in.rx_bad = 0;
  in.link_down = in.link_up = in.link_init = in.tx_resend = 0;
  in.wipe = 0;
}

std::string PluginInstance::failure() const {
  const PluginCall call(plugin_->file(), name_.c_str(), 0);
  const char* text = plugin_->api().failure(self_);
  return text == nullptr || *text == '\0' ? "it fails and says no more" : text;
}

}  // namespace selvage::cosim
