// What Python sees of the kernel: it checks everything that comes from there, and contains no rule.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "outline.hpp"
#include "payments.hpp"
#include "playouts.hpp"
#include "records.hpp"

namespace nb = nanobind;
using namespace granada;

namespace {

nb::bytes as_bytes(const PurseRecord& purse) { return nb::bytes(purse.data(), purse.size()); }

PurseRecord from_bytes(const nb::bytes& bytes) {
  const auto* first = static_cast<const std::uint8_t*>(bytes.data());
  return {first, first + bytes.size()};
}

/// The parts of a record in Python, in their order.
template <class... Parts>
std::tuple<Parts...> parts_of(nb::handle record) {
  return nb::cast<std::tuple<Parts...>>(record);
}

PositionRecord read(const nb::tuple& given) {
  PositionRecord record;
  using Purses = std::vector<nb::bytes>;
  auto [players, yard, bags, display, discard, pools, layers, later, dirk, marker, mover, todo, lying,
        viziers, huts, bonus] =
      parts_of<std::vector<nb::tuple>, Numbers, std::vector<Numbers>, nb::bytes, nb::bytes, Purses,
               decltype(record.layers), decltype(record.later), decltype(record.dirk), std::int64_t,
               std::int64_t, std::vector<nb::tuple>, decltype(record.lying), Numbers, decltype(record.huts),
               decltype(record.bonus)>(given);
  for (nb::handle each : players) {
    auto [hand, tiles, founding, reserve, points] =
        parts_of<nb::bytes, TileRecords, CellRecord, Numbers, std::int64_t>(each);
    record.players.push_back({from_bytes(hand), std::move(tiles), founding, std::move(reserve), points});
  }
  for (nb::handle each : todo) {
    auto [kind, seat, row, done, first, round, face, numbers] =
        parts_of<std::int64_t, std::int64_t, std::int64_t, bool, bool, std::int64_t, std::int64_t, Numbers>(
            each);
    record.todo.push_back({kind, seat, row, done, first, round, face, std::move(numbers)});
  }
  record.yard = std::move(yard);
  record.bags = std::move(bags);
  record.display = from_bytes(display);
  record.discard = from_bytes(discard);
  for (const nb::bytes& pool : pools) record.pools.push_back(from_bytes(pool));
  record.layers = std::move(layers);
  record.later = std::move(later);
  record.dirk = std::move(dirk);
  record.marker = marker;
  record.mover = mover;
  record.lying = std::move(lying);
  record.viziers = std::move(viziers);
  record.huts = std::move(huts);
  record.bonus = std::move(bonus);
  return record;
}

nb::tuple told(const PositionRecord& record) {
  nb::list players, pools, todo;
  for (const PlayerRecord& each : record.players)
    players.append(nb::make_tuple(as_bytes(each.hand), each.tiles, each.founding, each.reserve, each.points));
  for (const PurseRecord& pool : record.pools) pools.append(as_bytes(pool));
  for (const StepRecord& each : record.todo)
    todo.append(nb::make_tuple(each.kind, each.seat, each.row, each.done, each.first, each.round, each.face,
                               each.numbers));
  return nb::make_tuple(players, record.yard, record.bags, as_bytes(record.display), as_bytes(record.discard),
                        pools, record.layers, record.later, record.dirk, record.marker, record.mover, todo,
                        record.lying, record.viziers, record.huts, record.bonus);
}

nb::tuple told(const Action& action) {
  const ActionRecord record = written(action);
  return nb::make_tuple(record.verb, record.slot, record.face, record.x, record.y, as_bytes(record.cards));
}

using GivenAction =
    std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, nb::bytes>;

ActionRecord read(const GivenAction& given) {
  const auto& [verb, slot, face, x, y, cards] = given;
  return {verb, slot, face, x, y, from_bytes(cards)};
}

nb::tuple told(const std::vector<Player>& players) {
  nb::list points;
  for (const Player& player : players) points.append(player.points);
  return nb::tuple(points);
}

Policy a_policy(const std::string& name) {
  if (name == "random") return Policy::random;
  if (name == "builder") return Policy::builder;
  throw nb::value_error("a policy is random or builder");
}

Family a_family(const std::string& name) {
  if (name == "granada") return Family::granada;
  if (name == "alhambra") return Family::alhambra;
  throw nb::value_error("a family is granada or alhambra");
}

Modules some_modules(const std::vector<std::string>& names) {
  Modules modules;
  for (const std::string& name : names) {
    if (name == "vizier")
      modules.vizier = true;
    else if (name == "exchange")
      modules.exchange = true;
    else if (name == "huts")
      modules.huts = true;
    else if (name == "bonus")
      modules.bonus = true;
    else
      throw nb::value_error("there is no such module");
  }
  return modules;
}

std::shared_ptr<const Table> a_table(const std::string& game, int players,
                                     const std::vector<std::string>& modules, const std::string& scoring,
                                     const nb::dict& readings, const std::vector<std::int64_t>& ages,
                                     std::shared_ptr<Box> box) {
  if (scoring != "normal" && scoring != "simplified")
    throw nb::value_error("scoring is normal or simplified");
  Rulings rulings;
  const auto chosen = [&](const char* name, auto& reading) {
    using Reading = std::remove_reference_t<decltype(reading)>;
    reading = nb::cast<Reading>(readings[name]);
  };
  chosen("several_cards_limit", rulings.several_cards_limit);
  chosen("flip_by_one_card", rulings.flip_by_one_card);
  chosen("score_before_tiles", rulings.score_before_tiles);
  chosen("simplified_second", rulings.simplified_second);
  chosen("bureau_exact", rulings.bureau_exact);
  chosen("hut_cap", rulings.hut_cap);
  chosen("half_empty_ends", rulings.half_empty_ends);
  chosen("exhausted_ends", rulings.exhausted_ends);
  chosen("may_pass", rulings.may_pass);
  chosen("exact_by_ability", rulings.exact_by_ability);
  chosen("overpay_by_need", rulings.overpay_by_need);
  chosen("empty_bag_ends", rulings.empty_bag_ends);
  chosen("dirk_third_nearest", rulings.dirk_third_nearest);
  chosen("gifts_follow_marker", rulings.gifts_follow_marker);
  chosen("gift_flip_exact", rulings.gift_flip_exact);
  chosen("vizier_for_others", rulings.vizier_for_others);
  return std::make_shared<const Table>(game, players, some_modules(modules), scoring == "simplified", rulings,
                                       ages, std::move(box));
}

/// The table as Python holds it; nobody changes it.
struct SharedTable {
  std::shared_ptr<const Table> table;
};

/// A number of an action, or whatever else was given.
std::optional<int> a_number(nb::handle given) {
  if (!PyIndex_Check(given.ptr())) return std::nullopt;
  const Py_ssize_t number = PyNumber_AsSsize_t(given.ptr(), PyExc_IndexError);
  if (number == -1 && PyErr_Occurred()) throw nb::python_error();
  if (number < 0 || number > std::numeric_limits<int>::max())
    throw nb::index_error("there is no action with this number");
  return static_cast<int>(number);
}

nb::list told(const std::vector<Cell>& cells) {
  nb::list found;
  for (Cell cell : cells) found.append(nb::make_tuple(cell.x(), cell.y()));
  return found;
}

Cell a_cell(int x, int y) {
  if (!Cell::within_reach(x, y)) throw nb::value_error("a cell lies too far from the start");
  return {x, y};
}

/// A city with its box, to be asked what may be built, removed and swapped.
struct AskedCity {
  std::shared_ptr<Box> box;
  City city;

  const Face& face(int number) const {
    if (!box->has_face(number)) throw nb::index_error("there is no such face in the box");
    return box->face(static_cast<FaceNumber>(number));
  }
};

void bind_city(nb::module_& m) {
  nb::class_<AskedCity>(m, "City")
      .def("__init__",
           [](AskedCity* self, std::shared_ptr<Box> box, const std::string& start, const TileRecords& tiles,
              const CellRecord& founding) {
             if (!box) throw nb::type_error("a box is needed");
             City city = read_city(*box, a_family(start), true, tiles, founding);
             new (self) AskedCity{std::move(box), std::move(city)};
           })
      .def("fits", [](const AskedCity& self, int face, int x,
                      int y) { return self.city.fits(self.face(face), a_cell(x, y)); })
      .def("sites", [](const AskedCity& self, int face) { return told(self.city.sites(self.face(face))); })
      .def("removable", [](const AskedCity& self) { return told(self.city.loose()); })
      .def("can_swap", [](const AskedCity& self, int x, int y,
                          int face) { return self.city.can_swap(a_cell(x, y), self.face(face)); })
      .def("border", [](const AskedCity& self) { return self.city.border(); })
      .def("longest", [](const AskedCity& self, const std::string& family) {
        nb::list found;
        for (const Edge& edge : longest_edges(self.city, a_family(family)))
          found.append(nb::make_tuple(edge.cell.x(), edge.cell.y(), edge.side));
        return found;
      });
}

void bind_position(nb::module_& m) {
  nb::class_<Position>(m, "Position")
      .def("__init__",
           [](Position* self, const SharedTable& table, const nb::tuple& record,
              const std::vector<std::uint32_t>& words) {
             Position position = read_position(table.table, read(record));
             position.generator = Generator(std::span(words));
             position.deal();
             new (self) Position(std::move(position));
           })
      .def("__init__", [](Position* self, const Position& other) { new (self) Position(other); })
      .def_prop_ro("over", &Position::over)
      .def_prop_ro("actor",
                   [](const Position& self) { return self.over() ? std::optional<int>() : self.actor(); })
      .def_prop_ro("points", [](const Position& self) { return told(self.players); })
      .def("count", &Position::count)
      .def("apply",
           [](Position& self, nb::handle action) {
             if (const std::optional<int> number = a_number(action))
               self.apply(*number);
             else
               nb::find(self).attr("_perform")(action);
           })
      .def("_nth", [](Position& self, int number) { return told(self.nth(number)); })
      .def("_actions",
           [](Position& self) {
             nb::list found;
             for (const Action& action : self.actions()) found.append(told(action));
             return found;
           })
      .def("_do",
           [](Position& self, const GivenAction& given) {
             const std::optional<Action> action = read_action(*self.table, read(given));
             if (!action || !self.legal(*action)) return false;
             self.perform(*action);
             return true;
           })
      .def("_finish", [](Position& self, const std::string& policy) { self.finish(a_policy(policy)); })
      .def("_record", [](const Position& self) { return told(written(self)); })
      .def("_generator", [](const Position& self) {
        const Generator::State state = self.generator.state();
        return std::vector<std::uint32_t>(state.begin(), state.end());
      });
}

/// A position that waits for its draws, to be asked what each of them leads to.
struct Waiting {
  Position position;
};

void bind_waiting(nb::module_& m) {
  nb::class_<Waiting>(m, "Waiting")
      .def("__init__",
           [](Waiting* self, const SharedTable& table, const nb::tuple& record) {
             Position position = read_position(table.table, read(record));
             Script nothing;
             position.play(nothing);
             new (self) Waiting{std::move(position)};
           })
      .def("__init__", [](Waiting* self, const Waiting& other) { new (self) Waiting(other); })
      .def_prop_ro("waits", [](const Waiting& self) { return self.position.waits(); })
      .def_prop_ro("over", [](const Waiting& self) { return self.position.over(); })
      .def_prop_ro("actor",
                   [](const Waiting& self) {
                     const bool nobody = self.position.waits() || self.position.over();
                     return nobody ? std::optional<int>() : self.position.actor();
                   })
      .def("actions",
           [](Waiting& self) {
             nb::list found;
             if (self.position.waits()) return found;
             for (const Action& action : self.position.actions()) found.append(told(action));
             return found;
           })
      .def("do",
           [](Waiting& self, const GivenAction& given) {
             const std::optional<Action> action = read_action(*self.position.table, read(given));
             if (!action || self.position.waits() || !self.position.legal(*action)) return false;
             Script nothing;
             self.position.play(nothing, &*action);
             return true;
           })
      .def("draw",
           [](Waiting& self, std::vector<int> numbers) {
             Script script{std::move(numbers)};
             const bool drawn = self.position.play(script);
             return std::pair(drawn, script.limits);
           })
      .def("record", [](const Waiting& self) { return told(written(self.position)); });
}

}  // namespace

NB_MODULE(_kernel, m) {
  m.doc() = "The compiled kernel: positions that play the same games as the rules.";
  nb::class_<Box>(m, "Box")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&>())
      .def_prop_ro("faces", &Box::face_names)
      .def_prop_ro("tiles", &Box::tile_names);
  nb::class_<SharedTable>(m, "Table")
      .def("__init__",
           [](SharedTable* self, const std::string& game, int players,
              const std::vector<std::string>& modules, const std::string& scoring, const nb::dict& readings,
              const std::vector<std::int64_t>& ages, std::shared_ptr<Box> box) {
             new (self) SharedTable{a_table(game, players, modules, scoring, readings, ages, std::move(box))};
           });
  bind_position(m);
  bind_waiting(m);
  bind_city(m);
  m.def("richest", [](const SharedTable& table, const std::vector<nb::bytes>& hands, int slot) {
    if (slot < 0 || slot >= table.table->slots()) throw nb::index_error("there is no such slot");
    if (hands.size() != static_cast<std::size_t>(table.table->players))
      throw nb::value_error("one hand for each player");
    Position position;
    position.table = table.table;
    for (const nb::bytes& hand : hands)
      position.players.push_back({Purse::read(from_bytes(hand)), City(table.table->game.start, false), {}});
    const int seat = position.richest(table.table->currency_of(slot));
    return seat == NONE ? std::optional<int>() : seat;
  });
  m.def("playouts", [](const SharedTable& table, const nb::tuple& record,
                       const std::vector<std::uint64_t>& seeds, const std::string& policy, int threads) {
    const Position start = read_position(table.table, read(record));
    const Policy chosen = a_policy(policy);
    std::vector<std::vector<int>> points;
    {
      nb::gil_scoped_release release;
      points = playouts(start, seeds, chosen, threads);
    }
    nb::list found;
    for (const std::vector<int>& each : points) found.append(nb::tuple(nb::cast(each)));
    return found;
  });
}
