// What Python sees of numbers and batches; the arrays are Python's, and written where they lie.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "batch.hpp"
#include "bindings.hpp"
#include "demand.hpp"

namespace nb = nanobind;
using namespace granada;

namespace {

/// The memory of an array, in one piece; it stays where it is as long as this lives.
class Memory {
 public:
  /// So many bytes are needed; an array of another size, or one that may not be written, is refused.
  Memory(nb::handle array, std::size_t bytes, bool writable = true) {
    if (PyObject_GetBuffer(array.ptr(), &view_, writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO) != 0)
      throw nb::python_error();
    if (static_cast<std::size_t>(view_.len) == bytes) return;
    PyBuffer_Release(&view_);
    throw nb::value_error("an array has another size than is needed");
  }
  ~Memory() { PyBuffer_Release(&view_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  template <class Number>
  Number* as() const {
    return static_cast<Number*>(view_.buf);
  }

 private:
  Py_buffer view_{};
};

/// A batch with the memory that it writes; whoever waits for a step of another thread lets the others run.
class HeldBatch {
 public:
  HeldBatch(Position start, std::shared_ptr<Encoding> encoding, const std::vector<std::uint64_t>& seeds,
            int threads, int decisions, int width, const nb::dict& arrays) {
    const std::size_t number = seeds.size(), players = at(start.state().table->players()), room = at(width);
    const auto held = [&](const char* name, std::size_t bytes) -> Memory& {
      return *memory_.emplace_back(std::make_unique<Memory>(arrays[name], number * bytes));
    };
    Arrays where;
    where.observation = held("observation", at(encoding->size())).as<std::int8_t>();
    where.mask = held("mask", room).as<std::uint8_t>();
    if (arrays.contains("features"))
      where.features = held("features", room * at(encoding->width())).as<std::int8_t>();
    where.counts = held("counts", sizeof(std::int32_t)).as<std::int32_t>();
    where.actors = held("actors", 1).as<std::int8_t>();
    where.gains = held("gains", players * sizeof(std::int16_t)).as<std::int16_t>();
    where.ends = held("ends", 1).as<std::uint8_t>();
    where.points = held("points", players * sizeof(std::int32_t)).as<std::int32_t>();
    where.standing = held("standing", players).as<std::int8_t>();
    nb::gil_scoped_release release;  // the start is a copy: others may go on with theirs
    batch_ = std::make_unique<Batch>(start, std::move(encoding), seeds, threads, decisions, width, where);
  }

  int step(nb::handle places) {
    const Memory numbers(places, at(batch_->number()) * sizeof(std::int32_t), false);
    nb::gil_scoped_release release;
    return batch_->step({numbers.as<std::int32_t>(), at(batch_->number())});
  }

  Position game(int number) {
    if (number < 0 || number >= batch_->number()) throw nb::index_error("there is no game with this number");
    nb::gil_scoped_release release;
    return batch_->game(number);
  }

 private:
  std::vector<std::unique_ptr<Memory>> memory_;
  std::unique_ptr<Batch> batch_;
};

void same_table(const Encoding& encoding, const Position& position) {
  if (!encoding.is_of(position)) throw nb::value_error("the encoding is of another table");
}

}  // namespace

void bind_batches(nb::module_& m) {
  m.attr("FIELDS") = exported(FIELD_NAMES);
  m.attr("COLUMNS") = exported(COLUMN_NAMES);
  m.attr("ENCODING_VERSION") = ENCODING_VERSION;
  nb::class_<Encoding>(m, "Encoding")
      .def("__init__",
           [](Encoding* self, const SharedTable& table, bool recall, const std::vector<FieldPlace>& places,
              const std::vector<std::int16_t>& tiles, const std::vector<std::int16_t>& huts,
              const std::vector<std::int16_t>& bonus) {
             new (self) Encoding(table.table, recall, places, tiles, huts, bonus);
           })
      .def("observe",
           [](const Encoding& self, const Position& position, int seat, nb::handle row) {
             same_table(self, position);
             if (seat < NONE || seat >= self.table().players())
               throw nb::index_error("there is no such seat");
             const Memory memory(row, at(self.size()));
             self.observe(position.state(), seat, memory.as<std::int8_t>());
           })
      .def("describe", [](const Encoding& self, Position& position, nb::handle rows) {
        same_table(self, position);
        const std::size_t number = at(position.count());
        const Memory memory(rows, number * at(self.width()));
        const std::vector<Action>& actions = position.actions();
        demand(actions.size() == number, "the position has changed");  // whoever lends memory may do anything
        self.describe(position.state(), actions, memory.as<std::int8_t>());
      });
  nb::class_<HeldBatch>(m, "Batch")
      .def("__init__",
           [](HeldBatch* self, const Waiting& start, std::shared_ptr<Encoding> encoding,
              const std::vector<std::uint64_t>& seeds, int threads, int decisions, int width,
              const nb::dict& arrays) {
             if (!encoding) throw nb::type_error("an encoding is needed");
             demand(decisions >= 1, "decisions is 1 or more");
             demand(width >= 1 && width <= MOST_WIDTH, "width is 1 to 1000000");
             same_table(*encoding, start.position);
             new (self)
                 HeldBatch(start.position, std::move(encoding), seeds, threads, decisions, width, arrays);
           })
      .def("step", &HeldBatch::step)
      .def("game", &HeldBatch::game);
}
