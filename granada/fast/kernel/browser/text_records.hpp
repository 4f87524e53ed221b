// Records as text: lists, whole numbers, true, false and null as JSON has them, without spaces; purses in
// hex.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "demand.hpp"
#include "records.hpp"

namespace granada {

template <class Record>
concept WithFields = requires(Record& record) { Record::fields(record); };

/// Reads a record; what has another form, or another number of parts, is refused.
class FromText {
 public:
  template <class Record>
  static Record read(std::string_view text) {
    FromText reader(text);
    Record record{};
    reader.into(record);
    expect(reader.left_.empty());
    return record;
  }

 private:
  explicit FromText(std::string_view text) : left_(text) {}

  static void expect(bool met) { demand(met, "a record has another form than the kernel reads"); }
  /// Whether some text comes next, which is then read.
  bool comes(std::string_view text) {
    const bool found = left_.starts_with(text);
    if (found) left_.remove_prefix(text.size());
    return found;
  }

  void into(bool& yes) {
    yes = comes("true");
    expect(yes || comes("false"));
  }
  void into(std::int64_t& number) {
    if (bool yes = false; left_.starts_with('t') || left_.starts_with('f')) {
      into(yes);
      number = yes;
      return;
    }
    const auto [end, flaw] = std::from_chars(left_.data(), left_.data() + left_.size(), number);
    expect(flaw == std::errc());
    left_.remove_prefix(at(end - left_.data()));
  }
  void into(std::string& text) {
    expect(comes("\""));
    const std::size_t end = left_.find('"');
    expect(end != std::string_view::npos);
    text = left_.substr(0, end);
    left_.remove_prefix(end + 1);
  }
  void into(PurseRecord& purse) {
    std::string digits;
    into(digits);
    expect(digits.size() % 2 == 0);
    for (std::size_t place = 0; place < digits.size(); place += 2) {
      const char* first = digits.data() + place;
      std::uint8_t byte = 0;
      expect(std::from_chars(first, first + 2, byte, 16).ptr == first + 2);
      purse.bytes.push_back(byte);
    }
  }
  template <class Thing>
  void into(std::vector<Thing>& things) {
    expect(comes("["));
    while (!comes("]")) {
      expect(things.empty() || comes(","));
      into(things.emplace_back());
    }
  }
  template <class Thing>
  void into(std::optional<Thing>& thing) {
    if (!comes("null")) into(thing.emplace());
  }
  template <class... Parts>
  void each(Parts&... parts) {
    bool first = true;
    const auto part = [&](auto& one) {
      expect(comes(first ? "[" : ","));
      first = false;
      into(one);
    };
    (part(parts), ...);
    expect(comes("]"));
  }
  template <class One, class Other>
  void into(std::pair<One, Other>& both) {
    each(both.first, both.second);
  }
  template <class... Parts>
  void into(std::tuple<Parts...>& all) {
    std::apply([&](auto&... parts) { each(parts...); }, all);
  }
  template <WithFields Record>
  void into(Record& record) {
    std::apply([&](auto&... parts) { each(parts...); }, Record::fields(record));
  }

  std::string_view left_;
};

/// Writes a record.
class ToText {
 public:
  template <class Record>
  static std::string written(const Record& record) {
    ToText writer;
    writer.add(record);
    return std::move(writer.text_);
  }

 private:
  void add(bool yes) { text_ += yes ? "true" : "false"; }
  template <std::integral Number>
  void add(Number number) {
    text_ += std::to_string(number);
  }
  void add(std::string_view text) { text_.append("\"").append(text).append("\""); }
  void add(const PurseRecord& purse) {
    constexpr std::string_view DIGITS = "0123456789abcdef";
    text_ += '"';
    for (std::uint8_t byte : purse.bytes) {
      text_ += DIGITS[byte >> 4];
      text_ += DIGITS[byte & 0xF];
    }
    text_ += '"';
  }
  template <class Thing>
  void add(const std::vector<Thing>& things) {
    text_ += '[';
    for (const Thing& thing : things) {
      if (&thing != things.data()) text_ += ',';
      add(thing);
    }
    text_ += ']';
  }
  template <class Thing>
  void add(const std::optional<Thing>& thing) {
    if (thing)
      add(*thing);
    else
      text_ += "null";
  }
  template <class... Parts>
  void each(const Parts&... parts) {
    char before = '[';
    const auto part = [&](const auto& one) {
      text_ += std::exchange(before, ',');
      add(one);
    };
    (part(parts), ...);
    text_ += ']';
  }
  template <class One, class Other>
  void add(const std::pair<One, Other>& both) {
    each(both.first, both.second);
  }
  template <class... Parts>
  void add(const std::tuple<Parts...>& all) {
    std::apply([&](const auto&... parts) { each(parts...); }, all);
  }
  template <WithFields Record>
  void add(const Record& record) {
    std::apply([&](const auto&... parts) { each(parts...); }, Record::fields(record));
  }

  std::string text_;
};

}  // namespace granada
