#include "pentocity/simulator/plan.hpp"

#include <fmt/format.h>

#include "pentocity/core/random.hpp"
#include "pentocity/simulator/trace.hpp"

namespace pentocity {
namespace {

using nlohmann::ordered_json;

// The top 53 bits of a mixed word.
std::uint64_t seed_of_bits(std::uint64_t bits) { return mix_bits(bits) >> 11; }

ordered_json to_json(const Limits& limits) {
  return {{"time", limits.time},
          {"move_wall", limits.move_wall},
          {"handshake", limits.handshake},
          {"memory", limits.memory}};
}

// The part of a plan that its hash covers.
ordered_json common_json(const Plan& plan) {
  ordered_json json{{"rules", to_json_resolved(plan.rules)}};
  if (plan.seed)
    json["seed"] = *plan.seed;
  else
    json["seeds"] = plan.seeds;
  json["limits"] = to_json(plan.limits);
  return json;
}

ordered_json to_json(const std::vector<Entrant>& entrants) {
  ordered_json list = ordered_json::array();
  for (const Entrant& e : entrants) list.push_back({{"name", e.name}, {"identity", ordered_json::parse(e.identity)}});
  return list;
}

std::string hex(std::uint64_t bits) { return fmt::format("{:016x}", bits); }

}  // namespace

GameId Plan::game(std::size_t number) const {
  const std::size_t in_repeat = sequencers.size() * players.size();
  return {static_cast<int>(number % players.size()), static_cast<int>(number % in_repeat / players.size()),
          static_cast<int>(number / in_repeat)};
}

std::size_t Plan::number_of(const GameId& id) const {
  return (static_cast<std::size_t>(id.repeat) * sequencers.size() + static_cast<std::size_t>(id.sequencer)) *
             players.size() +
         static_cast<std::size_t>(id.player);
}

bool plays(const Shard& shard, const GameId& id) {
  return (id.player + id.sequencer + id.repeat) % shard.count == shard.index;
}

std::vector<std::uint64_t> stream_seeds(std::uint64_t seed, int repeats) {
  std::vector<std::uint64_t> out;
  for (int k = 0; k < repeats; ++k) out.push_back(seed_of_bits(mix_bits(seed) + static_cast<std::uint64_t>(k)));
  return out;
}

std::uint64_t player_seed(std::uint64_t stream_seed, int repeat, std::string_view player) {
  return seed_of_bits(mix_bits(mix_bits(stream_seed) + static_cast<std::uint64_t>(repeat)) ^ hash_bytes(player));
}

std::string config_hash(const Plan& plan) { return hex(hash_bytes(common_json(plan).dump())); }

std::string game_key(const Entrant& player, const Entrant& sequencer) {
  return hex(hash_bytes(player.identity + '\n' + sequencer.identity));
}

ordered_json to_json(const Plan& plan) {
  ordered_json json = common_json(plan);
  json["repeats"] = plan.repeats();
  json["players"] = to_json(plan.players);
  json["sequencers"] = to_json(plan.sequencers);
  return json;
}

}  // namespace pentocity
