// Records as Python holds them: tuples, lists and whole numbers, and purses as bytes.
//
// Plain functions, since the casters of nanobind for such nested types take twice as long to compile.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "records.hpp"

template <class Record>
concept HasFields = requires(Record& record) { Record::fields(record); };

/// Reads a record; what has another type, or another number of parts, is refused.
class FromPython {
 public:
  template <class Record>
  static Record read(nanobind::handle there) {
    Record record{};
    into(there, record);
    return record;
  }

 private:
  static void demand(bool met) {
    if (met) return;
    PyErr_Clear();
    throw nanobind::type_error("a record has another form than the kernel reads");
  }
  static std::size_t size(nanobind::handle there) {
    const bool is_list = PyList_Check(there.ptr());
    demand(is_list || PyTuple_Check(there.ptr()));
    return static_cast<std::size_t>(is_list ? PyList_Size(there.ptr()) : PyTuple_Size(there.ptr()));
  }
  /// A part as it lies there: no method of a class that is derived from a list or tuple is asked.
  static nanobind::handle part(nanobind::handle there, std::size_t number) {
    const auto place = static_cast<Py_ssize_t>(number);
    return PyList_Check(there.ptr()) ? PyList_GetItem(there.ptr(), place)
                                     : PyTuple_GetItem(there.ptr(), place);
  }

  static void into(nanobind::handle there, std::int64_t& number) {
    demand(PyLong_Check(there.ptr()));
    number = PyLong_AsLongLong(there.ptr());
    demand(number != -1 || !PyErr_Occurred());
  }
  static void into(nanobind::handle there, bool& yes) {
    demand(PyBool_Check(there.ptr()));
    yes = there.is(Py_True);
  }
  static void into(nanobind::handle there, granada::PurseRecord& purse) {
    demand(PyBytes_Check(there.ptr()));
    const char* first = PyBytes_AsString(there.ptr());
    purse.bytes.assign(first, first + PyBytes_Size(there.ptr()));
  }
  template <class Thing>
  static void into(nanobind::handle there, std::vector<Thing>& things) {
    things.resize(size(there));
    for (std::size_t place = 0; place < things.size(); ++place) into(part(there, place), things[place]);
  }
  template <class Thing>
  static void into(nanobind::handle there, std::optional<Thing>& thing) {
    if (!there.is_none()) into(there, thing.emplace());
  }
  template <class... Parts>
  static void each(nanobind::handle there, Parts&... parts) {
    demand(size(there) == sizeof...(parts));
    std::size_t place = 0;
    (into(part(there, place++), parts), ...);
  }
  template <class One, class Other>
  static void into(nanobind::handle there, std::pair<One, Other>& both) {
    each(there, both.first, both.second);
  }
  template <class... Parts>
  static void into(nanobind::handle there, std::tuple<Parts...>& all) {
    std::apply([&](auto&... parts) { each(there, parts...); }, all);
  }
  template <HasFields Record>
  static void into(nanobind::handle there, Record& record) {
    std::apply([&](auto&... parts) { each(there, parts...); }, Record::fields(record));
  }
};

/// Writes a record.
class ToPython {
 public:
  static nanobind::object written(std::int64_t number) { return made(PyLong_FromLongLong(number)); }
  static nanobind::object written(bool yes) { return nanobind::borrow(yes ? Py_True : Py_False); }
  static nanobind::object written(const granada::PurseRecord& purse) {
    return nanobind::bytes(purse.bytes.data(), purse.bytes.size());
  }
  template <class Thing>
  static nanobind::object written(const std::vector<Thing>& things) {
    nanobind::object list = made(PyList_New(static_cast<Py_ssize_t>(things.size())));
    Py_ssize_t place = 0;
    for (const Thing& thing : things) PyList_SetItem(list.ptr(), place++, written(thing).release().ptr());
    return list;
  }
  template <class Thing>
  static nanobind::object written(const std::optional<Thing>& thing) {
    return thing ? written(*thing) : nanobind::none();
  }
  template <class One, class Other>
  static nanobind::object written(const std::pair<One, Other>& both) {
    return each(both.first, both.second);
  }
  template <class... Parts>
  static nanobind::object written(const std::tuple<Parts...>& all) {
    return std::apply([](const auto&... parts) { return each(parts...); }, all);
  }
  template <HasFields Record>
  static nanobind::object written(const Record& record) {
    return std::apply([](const auto&... parts) { return each(parts...); }, Record::fields(record));
  }

 private:
  static nanobind::object made(PyObject* there) {
    if (!there) throw nanobind::python_error();
    return nanobind::steal(there);
  }
  template <class... Parts>
  static nanobind::object each(const Parts&... parts) {
    nanobind::object tuple = made(PyTuple_New(sizeof...(parts)));
    Py_ssize_t place = 0;
    (PyTuple_SetItem(tuple.ptr(), place++, written(parts).release().ptr()), ...);
    return tuple;
  }
};
