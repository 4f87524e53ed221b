// What a page sees of the kernel in WebAssembly: numbers and text go in and out, and it contains no rule.
//
// Boxes, tables and positions are known outside by their addresses. Whoever gives a text writes it into
// `room` before, and whoever is told one finds it in `said`. There are no exceptions: what is refused is told
// to the page, which gives up the call.
#include <algorithm>
#include <memory>
#include <typeinfo>

#include "position.hpp"
#include "text_records.hpp"

using namespace granada;

namespace {

using SharedBox = std::shared_ptr<const Box>;
using SharedTable = std::shared_ptr<const Table>;
using Names = std::vector<std::string>;

/// What a table agreed on; the readings by their numbers.
struct TableRecord {
  std::string game;
  std::int64_t players = 0;
  Names modules;
  std::string scoring;
  Numbers readings, ages;

  static auto fields(auto& self) {
    return std::tie(self.game, self.players, self.modules, self.scoring, self.readings, self.ages);
  }
};

std::string room_, said_;

template <class Thing>
int kept(Thing thing) {
  return reinterpret_cast<int>(new Thing(std::move(thing)));
}

Position& position_at(int address) { return *reinterpret_cast<Position*>(address); }

int say(std::string text) {
  said_ = std::move(text);
  return size_of(said_);
}

template <class Some>
Names names_in(Some some) {
  Names names;
  some.each([&](const char* name, const auto&) { names.emplace_back(name); });
  return names;
}

template <std::size_t NUMBER>
Names listed(const Each<std::string_view, NUMBER>& names) {
  return {names.begin(), names.end()};
}

Generator seeded(unsigned low, unsigned high) { return Generator(std::uint64_t{high} << 32 | low); }

}  // namespace

// What is refused

enum class Refusal { value, place, flaw };

extern "C" {

/// Tell the page what is refused; it does not come back from there.
[[noreturn]] __attribute__((import_module("page"), import_name("refuse"))) void refuse(Refusal kind,
                                                                                       const char* why,
                                                                                       std::size_t size);

void* __cxa_allocate_exception(std::size_t) noexcept {
  alignas(std::max_align_t) static std::array<std::byte, 256> thrown;  // nobody catches it, so one is enough
  return thrown.data();
}
void __cxa_free_exception(void*) noexcept {}
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  const char* why = static_cast<std::exception*>(thrown)->what();  // all that is thrown here is of that kind
  const Refusal kind = *type == typeid(std::out_of_range)  ? Refusal::place
                       : *type == typeid(std::logic_error) ? Refusal::flaw
                                                           : Refusal::value;
  refuse(kind, why, std::string_view(why).size());
}

// Text

[[clang::export_name("room")]] int room(int size) {
  room_.assign(at(size), ' ');
  return reinterpret_cast<int>(room_.data());
}
[[clang::export_name("said")]] int said() { return reinterpret_cast<int>(said_.data()); }
[[clang::export_name("names")]] int names() {
  return say(ToText::written(std::tuple(listed(STEP_NAMES), listed(VERB_NAMES), listed(ROUND_NAMES),
                                        listed(SIDE_NAMES), listed(BUILDING_NAMES), names_in(Modules()),
                                        names_in(Rulings()))));
}

// Tables

[[clang::export_name("box")]] int box() {
  const auto [tiles, faces] = FromText::read<std::pair<Names, Names>>(room_);
  return kept(SharedBox(std::make_shared<const Box>(tiles, faces)));
}
[[clang::export_name("contents")]] int contents(int box) {
  const auto& there = *reinterpret_cast<SharedBox*>(box);
  return say(ToText::written(std::pair(there->tile_names(), there->face_names())));
}
[[clang::export_name("table")]] int table(int box) {
  const auto record = FromText::read<TableRecord>(room_);
  demand(among(Names{"normal", "simplified"}, record.scoring), "scoring is normal or simplified");
  Modules modules;
  modules.each([&](const char* name, bool& takes_part) { takes_part = among(record.modules, name); });
  for (const std::string& name : record.modules)
    demand(among(names_in(modules), name), "there is no such module");
  Rulings rulings;
  demand(record.readings.size() == names_in(rulings).size(), "there is one value for each reading");
  auto value = record.readings.begin();
  rulings.each([&](const char*, auto& reading) {
    reading = narrow<std::remove_reference_t<decltype(reading)>>(*value++);
  });
  return kept(SharedTable(std::make_shared<const Table>(Game::named(record.game), narrow<int>(record.players),
                                                        modules, record.scoring == "simplified", rulings,
                                                        record.ages, *reinterpret_cast<SharedBox*>(box))));
}
/// A position keeps its table, and a table its box, for as long as it is there.
[[clang::export_name("drop_box")]] int drop_box(int box) {
  delete reinterpret_cast<SharedBox*>(box);
  return 0;
}
[[clang::export_name("drop_table")]] int drop_table(int table) {
  delete reinterpret_cast<SharedTable*>(table);
  return 0;
}

// Positions

[[clang::export_name("position")]] int position(int table) {
  const auto [record, numbers] = FromText::read<std::pair<StateRecord, Numbers>>(room_);
  std::vector<std::uint32_t> words;
  for (std::int64_t number : numbers) words.push_back(narrow<std::uint32_t>(number));
  Position position(read_state(*reinterpret_cast<SharedTable*>(table), record), Generator(std::span(words)));
  position.deal();
  return kept(std::move(position));
}
[[clang::export_name("copy")]] int copy(int position) { return kept(Position(position_at(position))); }
[[clang::export_name("sown")]] int sown(int position, unsigned low, unsigned high) {
  return kept(Position(position_at(position), seeded(low, high)));
}
[[clang::export_name("redealt")]] int redealt(int position, unsigned low, unsigned high, int seat,
                                              int recall) {
  Mixer mixer(std::uint64_t{high} << 32 | low);
  Position dream(position_at(position), seeded(low, high));
  dream.imagine(seat, recall != 0, mixer);
  return kept(std::move(dream));
}
[[clang::export_name("drop")]] int drop(int position) {
  delete &position_at(position);
  return 0;
}

[[clang::export_name("over")]] int over(int position) { return position_at(position).over(); }
[[clang::export_name("actor")]] int actor(int position) { return position_at(position).actor(); }
[[clang::export_name("points")]] int points(int position, int seat) {
  return position_at(position).state().player(seat).points;
}
[[clang::export_name("count")]] int count(int position) { return position_at(position).count(); }
[[clang::export_name("apply")]] int apply(int position, int number) {
  position_at(position).apply(number);
  return 0;
}
[[clang::export_name("perform")]] int perform(int position) {
  Position& there = position_at(position);
  const auto action = read_action(*there.state().table, FromText::read<ActionRecord>(room_));
  const bool legal = action && there.legal(*action);
  if (legal) there.perform(*action);
  return legal;
}
[[clang::export_name("step")]] int step(int position, int policy) {
  position_at(position).step(narrow<Policy>(policy));
  return 0;
}
[[clang::export_name("finish")]] int finish(int position, int policy, int decisions) {
  return position_at(position).finish(narrow<Policy>(policy), decisions);
}
[[clang::export_name("actions")]] int actions(int position) {
  std::vector<ActionRecord> found;
  for (const Action& action : position_at(position).actions()) found.push_back(written(action));
  return say(ToText::written(found));
}
[[clang::export_name("record")]] int record(int position) {
  return say(ToText::written(written(position_at(position).state())));
}
[[clang::export_name("generator")]] int generator(int position) {
  const Generator::State state = position_at(position).generator().state();
  return say(ToText::written(Numbers(state.begin(), state.end())));
}

}  // extern "C"
