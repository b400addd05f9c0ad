#pragma once
// Entrants that are written in C++: built in, or from a plugin. They play in this process, or hosted in one of their
// own.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kinds.hpp"
#include "option_values.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/isolation/participants.hpp"

namespace pentocity::entrants {

/// Where a player or sequencer comes from, and everything about it that decides games, but for options.
template <class Role>
struct Code {
  isolation::Description description;  ///< its options are known
  Identity identity;
  bool built_in = true;
  std::shared_ptr<const typename Role::Spec> spec;  ///< in this process
  std::optional<isolation::WardenSetup> isolated;   ///< in another; there is one or the other

  /// Its own options, and the one that all sequencers have.
  std::vector<OptionSpec> all_options() const {
    std::vector<OptionSpec> all = *description.options;
    if (std::is_same_v<Role, SequencerRole>) all.push_back(generator_option());
    return all;
  }
};

template <class Role>
class Compiled : public Entrant<Role> {
 public:
  /// An entry for it with these values of its options.
  static typename Role::Entry entry(const std::shared_ptr<const Code<Role>>& code, const Options& options) {
    typename Role::Entry entry;
    entry.name = code->description.name;
    entry.built_in = code->built_in;
    entry.isolated = code->isolated.has_value();
    code->identity.with(options).write_to(entry);
    if constexpr (std::is_same_v<Role, PlayerRole>) {
      entry.summary = code->description.summary;
      entry.declared = *code->description.options;
      entry.options = options;
      entry.plays = code->description.plays;
    } else {
      entry.draws_as = draws_of(entry.name, options, *code->description.options);
    }
    entry.entrant = std::make_shared<const Compiled>(code, options);
    return entry;
  }
  /// The same with the options that an origin sets.
  static typename Role::Entry entry(Code<Role> code, const Origin& origin) {
    Options options(code.all_options());
    set_options(options, origin.options, code.all_options(), fmt::format("{} '{}'", Role::word, code.description.name));
    return entry(std::make_shared<const Code<Role>>(std::move(code)), options);
  }

  Compiled(std::shared_ptr<const Code<Role>> code, Options options)
      : code_(std::move(code)), options_(std::move(options)) {
    if (!code_->isolated) return;
    isolation::WardenSetup setup = *code_->isolated;
    setup.participant["options"] = isolation::options_json(options_);
    pool_ = std::make_shared<isolation::WardenPool>(std::move(setup));
  }

  std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                            const typename Role::Seed& seed) const override {
    if constexpr (std::is_same_v<Role, PlayerRole>) {
      if (pool_) return isolation::hosted_player(pool_, setting, seed);
      return std::make_unique<match::LocalPlayer>(code_->spec->make({setting, seed, options_}));
    } else {
      const match::StreamSeed its_seed = code_->built_in ? seed : seed.for_untrusted();
      if (pool_) return isolation::hosted_sequencer(pool_, setting, its_seed);
      const bool java = options_.text(generator_option().name) == "java";
      return code_->spec->make(
          {setting, its_seed.seed, its_seed.random(java ? Generator::java : Generator::pcg), options_});
    }
  }
  typename Role::Entry with(const Options& options) const override { return entry(code_, options); }
  const isolation::WardenSetup* setup() const override { return pool_ && !code_->built_in ? &pool_->setup() : nullptr; }

 private:
  std::shared_ptr<const Code<Role>> code_;
  Options options_;
  std::shared_ptr<isolation::WardenPool> pool_;  ///< null: it plays in this process
};

}  // namespace pentocity::entrants
