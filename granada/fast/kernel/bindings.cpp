// What Python sees of the kernel: it checks everything that comes from there, and contains no rule.
#include "bindings.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>

#include "counting.hpp"
#include "outline.hpp"
#include "playouts.hpp"
#include "position.hpp"
#include "python_records.hpp"

namespace nb = nanobind;
using namespace granada;

namespace granada {
extern const char* const SOURCES;  // the digest of the sources, which the build writes
}

namespace {

/// The names of what has an `each`.
template <class Some>
std::vector<std::string_view> names_in(Some some) {
  std::vector<std::string_view> names;
  some.each([&](const char* name, const auto&) { names.emplace_back(name); });
  return names;
}

constexpr Each<std::string_view, 2> POLICY_NAMES{{"random", "builder"}};

/// The member of an enumeration with a name.
template <class Member, class Names>
Member named(const Names& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw nb::value_error(("there is nothing called " + name.substr(0, 40)).c_str());
  return narrow<Member>(found - names.begin());
}

/// What a table agreed on, as Python tells it.
SharedTable a_table(const std::string& game, int players, const std::vector<std::string>& names,
                    const std::string& scoring, const nb::dict& readings,
                    const std::vector<std::int64_t>& ages, std::shared_ptr<Box> box) {
  if (scoring != "normal" && scoring != "simplified")
    throw nb::value_error("scoring is normal or simplified");
  Modules modules;
  modules.each([&](const char* name, bool& takes_part) { takes_part = among(names, name); });
  Rulings rulings;
  rulings.each([&](const char* name, auto& reading) {
    reading = nb::cast<std::remove_reference_t<decltype(reading)>>(readings[name]);
  });
  for (const std::string& name : names)
    if (!among(names_in(modules), name)) throw nb::value_error("there is no such module");
  return {std::make_shared<const Table>(Game::named(game), players, modules, scoring == "simplified", rulings,
                                        ages, std::move(box))};
}

std::optional<int> if_any(int seat) { return seat == NONE ? std::optional<int>() : seat; }

/// A number of an action, or whatever else was given.
std::optional<int> a_number(nb::handle given) {
  if (!PyIndex_Check(given.ptr()) || PyBool_Check(given.ptr())) return std::nullopt;
  const Py_ssize_t number = PyNumber_AsSsize_t(given.ptr(), PyExc_IndexError);
  if (number == -1 && PyErr_Occurred()) throw nb::python_error();
  if (number < 0 || number > std::numeric_limits<int>::max())
    throw nb::index_error("there is no action with this number");
  return narrow<int>(number);
}

nb::object legal_actions(Position& position) {
  std::vector<ActionRecord> found;
  for (const Action& action : position.actions()) found.push_back(written(action));
  return ToPython::written(found);
}

/// The action of a record, if it is legal.
std::optional<Action> legal_action(Position& position, nb::handle record) {
  const std::optional<Action> action =
      read_action(*position.state().table, FromPython::read<ActionRecord>(record));
  return action && position.legal(*action) ? action : std::nullopt;
}

State a_state(const SharedTable& table, nb::handle record) {
  return read_state(table.table, FromPython::read<StateRecord>(record));
}

void bind_position(nb::module_& m) {
  nb::class_<Position>(m, "Position")
      .def("__init__",
           [](Position* self, const SharedTable& table, nb::handle record,
              const std::vector<std::uint32_t>& words) {
             Position position(a_state(table, record), Generator(std::span(words)));
             position.deal();
             new (self) Position(std::move(position));
           })
      .def(nb::init<const Position&>())
      .def("__init__", [](Position* self, const Position& other,
                          std::uint64_t seed) { new (self) Position(other, Generator(seed)); })
      .def("__init__",
           [](Position* self, const Position& other, std::uint64_t seed, int seat, bool recall) {
             Mixer mixer(seed);
             new (self) Position(other, Generator(seed));
             try {
               self->imagine(seat, recall, mixer);
             } catch (...) {
               self->~Position();
               throw;
             }
           })
      .def_prop_ro("over", [](const Position& self) { return self.over(); })
      .def_prop_ro("actor", [](const Position& self) { return if_any(self.actor()); })
      .def_prop_ro("points",
                   [](const Position& self) {
                     nb::list points;
                     for (const Player& player : self.state().players) points.append(player.points);
                     return nb::tuple(points);
                   })
      .def("count", &Position::count)
      .def(
          "apply",
          [](Position& self, nb::handle action) {
            if (const std::optional<int> number = a_number(action))
              self.apply(*number);
            else
              nb::find(self).attr("_perform")(action);
          },
          nb::arg().none())  // so that Python refuses None
      .def("_actions", legal_actions)
      .def("_do",
           [](Position& self, nb::handle record) {
             const std::optional<Action> action = legal_action(self, record);
             if (action) self.perform(*action);
             return action.has_value();
           })
      .def("_step",
           [](Position& self, const std::string& policy) { self.step(named<Policy>(POLICY_NAMES, policy)); })
      .def("_finish",
           [](Position& self, const std::string& policy, int decisions) {
             return self.finish(named<Policy>(POLICY_NAMES, policy), decisions);
           })
      .def("_record", [](const Position& self) { return ToPython::written(written(self.state())); })
      .def("_generator", [](const Position& self) {
        const Generator::State state = self.generator().state();
        return std::vector<std::uint32_t>(state.begin(), state.end());
      });
}

void bind_waiting(nb::module_& m) {
  nb::class_<Waiting>(m, "Waiting")
      .def("__init__",
           [](Waiting* self, const SharedTable& table, nb::handle record) {
             Position position(a_state(table, record));
             Script nothing;
             position.play(nothing);
             new (self) Waiting{std::move(position)};
           })
      .def(nb::init<const Waiting&>())
      .def_prop_ro("waits", [](const Waiting& self) { return self.position.waits(); })
      .def_prop_ro("over", [](const Waiting& self) { return self.position.over(); })
      .def_prop_ro("actor", [](const Waiting& self) { return if_any(self.position.actor()); })
      .def("actions",
           [](Waiting& self) {
             return self.position.waits() ? nb::object(nb::list()) : legal_actions(self.position);
           })
      .def("do",
           [](Waiting& self, nb::handle record) {
             const std::optional<Action> action = legal_action(self.position, record);
             Script nothing;
             if (action) self.position.play(nothing, &*action);
             return action.has_value();
           })
      .def("draw",
           [](Waiting& self, std::vector<int> numbers) {
             Script script{std::move(numbers)};
             const bool drawn = self.position.play(script);
             return nb::make_tuple(drawn, script.limits);
           })
      .def("record", [](const Waiting& self) { return ToPython::written(written(self.position.state())); });
}

Cell a_cell(int x, int y) {
  if (!Cell::within_reach(x, y)) throw nb::value_error("a cell lies too far from the start");
  return {x, y};
}

/// A city with its box.
struct BoxedCity {
  std::shared_ptr<Box> box;
  City city;

  const Face& face(int number) const {
    if (!box->has_face(number)) throw nb::index_error("there is no such face in the box");
    return box->face(narrow<FaceNumber>(number));
  }
};

using CellPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

void bind_city(nb::module_& m) {
  nb::class_<BoxedCity>(m, "City")
      .def(
          "__init__",
          [](BoxedCity* self, std::shared_ptr<Box> box, const std::string& start, nb::handle tiles,
             nb::handle founding) {
            if (!box) throw nb::type_error("a box is needed");
            City city =
                read_city(*box, named<Family>(FAMILY_NAMES, start), true,
                          FromPython::read<TileRecords>(tiles), FromPython::read<CellRecord>(founding));
            new (self) BoxedCity{std::move(box), std::move(city)};
          },
          nb::arg("box"), nb::arg("start"), nb::arg("tiles"), nb::arg("founding").none())
      .def("fits", [](const BoxedCity& self, int face, int x,
                      int y) { return self.city.fits(self.face(face), a_cell(x, y)); })
      .def("sites",
           [](const BoxedCity& self, int face) {
             CellPairs found;
             self.city.each_site(self.face(face), [&](Cell cell) {
               found.emplace_back(cell.x(), cell.y());
               return false;
             });
             return ToPython::written(found);
           })
      .def("removable",
           [](const BoxedCity& self) {
             CellPairs found;
             for (Cell cell : self.city.loose()) found.emplace_back(cell.x(), cell.y());
             return ToPython::written(found);
           })
      .def("can_swap", [](const BoxedCity& self, int x, int y,
                          int face) { return self.city.can_swap(a_cell(x, y), self.face(face)); })
      .def("border", [](const BoxedCity& self) { return self.city.border(); })
      .def("longest", [](const BoxedCity& self, const std::string& family) {
        std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>> found;
        for (const Edge& edge : longest_edges(self.city, named<Family>(FAMILY_NAMES, family)))
          found.emplace_back(edge.cell.x(), edge.cell.y(), edge.side);
        return ToPython::written(found);
      });
}

void bind(nb::module_ m) {
  m.doc() = "The compiled kernel: positions that play the same games as the rules.";
  m.attr("SOURCES") = SOURCES;
  m.attr("STEPS") = exported(STEP_NAMES);
  m.attr("VERBS") = exported(VERB_NAMES);
  m.attr("ROUNDS") = exported(ROUND_NAMES);
  m.attr("SIDES") = exported(SIDE_NAMES);
  m.attr("BUILDINGS") = exported(BUILDING_NAMES);
  m.attr("MODULES") = exported(names_in(Modules()));
  m.attr("RULINGS") = exported(names_in(Rulings()));
  nb::class_<Box>(m, "Box")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&>())
      .def_prop_ro("faces", &Box::face_names)
      .def_prop_ro("tiles", &Box::tile_names);
  nb::class_<SharedTable>(m, "Table")
      .def("__init__",
           [](SharedTable* self, const std::string& game, int players, const std::vector<std::string>& names,
              const std::string& scoring, const nb::dict& readings, const std::vector<std::int64_t>& ages,
              std::shared_ptr<Box> box) {
             new (self) SharedTable(a_table(game, players, names, scoring, readings, ages, std::move(box)));
           });
  bind_position(m);
  bind_batches(m);
  bind_waiting(m);
  bind_city(m);
  m.def("richest", [](const SharedTable& table, nb::handle held, int slot) {
    const auto hands = FromPython::read<std::vector<PurseRecord>>(held);
    if (slot < 0 || slot >= table.table->slots()) throw nb::index_error("there is no such slot");
    if (size_of(hands) != table.table->players()) throw nb::value_error("one hand for each player");
    std::vector<Purse> purses;
    for (const PurseRecord& hand : hands) purses.push_back(Purse::read(hand.bytes));
    return if_any(richest(purses, table.table->currency_of(slot)));
  });
  m.def("playouts", [](const SharedTable& table, nb::handle record, const std::vector<std::uint64_t>& seeds,
                       const std::string& policy, int threads) {
    const Position start(a_state(table, record));
    const auto chosen = named<Policy>(POLICY_NAMES, policy);
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

/// Fill the module; nanobind keeps the types of one interpreter, and would lose them to a second.
int execute(PyObject* there) {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError, "the compiled kernel is for the first interpreter of a process alone");
    return -1;
  }
  if (!nb::register_module(there)) return -1;
  try {
    bind(nb::borrow<nb::module_>(there));
    return 0;
  } catch (nb::python_error& flaw) {
    flaw.restore();
  } catch (const std::exception& flaw) {
    PyErr_SetString(PyExc_ImportError, flaw.what());
  }
  return -1;
}

}  // namespace

extern "C" NB_EXPORT PyObject* PyInit__granada_kernel();
extern "C" PyObject* PyInit__granada_kernel() {
  static PyModuleDef_Slot slots[] = {
      {Py_mod_exec, reinterpret_cast<void*>(execute)},
#if PY_VERSION_HEX >= 0x030C0000
      {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
      {0, nullptr}};
  static PyModuleDef kernel{
      PyModuleDef_HEAD_INIT, "_granada_kernel", nullptr, 0, nullptr, slots, nullptr, nullptr, nullptr};
  return PyModuleDef_Init(&kernel);
}
