// SPDX-License-Identifier: MIT
//
// Bars start at zero and share one scale within a panel. A panel ends at a few times the best
// rival; longer bars are cut there, end in a gap, and say their ratio like the others.
#include "charts.hpp"

#include <algorithm>
#include <sstream>

namespace fastser_bench {
namespace {

constexpr double kWidth = 860;
constexpr double kNameWidth = 185;
constexpr double kBarWidth = 430;
constexpr double kRowHeight = 19;
constexpr double kPanelHead = 34;
constexpr double kTitleHeight = 74;
constexpr double kLongest = 8;  // times the best rival (or the best, where there is no rival)

constexpr const char* kOwn = "#0b6bcb";
constexpr const char* kRival = "#9aa5b1";
constexpr const char* kBestRival = "#5b6773";
constexpr const char* kMarked = "#d5dbe1";
constexpr const char* kBaseline = "#e3c77b";

const char* color(const Row& row, const Table& table) {
  if (row.description.role == Role::own) return kOwn;
  if (row.description.role == Role::baseline) return kBaseline;
  if (row.description.keeps_old) return kMarked;
  return row.description.codec == table.best_rival ? kBestRival : kRival;
}

void text(std::ostream& out, double x, double y, const char* attributes, const std::string& what) {
  out << "<text x=\"" << x << "\" y=\"" << y << "\" " << attributes << ">" << what << "</text>\n";
}

void rect(std::ostream& out, double x, double y, double width, double height, const char* fill) {
  out << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << width << "\" height=\"" << height
      << "\" fill=\"" << fill << "\"/>\n";
}

double panel_height(const Table& table) {
  return kPanelHead + kRowHeight * static_cast<double>(table.rows.size()) + 14;
}

double full_scale(const Table& table) {
  const double reference =
      table.best_rival.empty() ? table.rows.front().min_ns : table.best_rival_ns;
  return std::min(table.rows.back().min_ns, kLongest * reference);
}

// Text that stays readable on top of the dashed line.
constexpr const char* kValueStyle =
    "stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\" xml:space=\"preserve\"";

void draw_row(std::ostream& out, const Table& table, const Row& row, double y, double scale) {
  const Case& c = row.description;
  const std::string weight = c.role == Role::own ? "font-weight=\"bold\" " : "";
  const double length = std::max(1.0, std::min(1.0, row.min_ns / scale) * kBarWidth);
  text(out, kNameWidth - 8, y + 13, (weight + "text-anchor=\"end\"").c_str(),
       c.codec + (c.keeps_old ? " †" : ""));
  rect(out, kNameWidth, y + 2, length, kRowHeight - 5, color(row, table));
  if (row.min_ns > scale) rect(out, kNameWidth + length - 16, y, 5, kRowHeight, "#ffffff");
  std::string value = format_time(row.min_ns);
  if (row.ratio > 0) value += "   ×" + format_ratio(row.ratio);
  if (c.bytes > 0) value += "   " + format_count(c.bytes) + " B";
  text(out, kNameWidth + length + 7, y + 13, (weight + kValueStyle).c_str(), value);
}

// A dashed line at the best rival, behind everything else.
void draw_mark(std::ostream& out, const Table& table, double y, double scale) {
  if (table.best_rival.empty()) return;
  const double x = kNameWidth + table.best_rival_ns / scale * kBarWidth;
  const double end = y + kPanelHead + kRowHeight * static_cast<double>(table.rows.size());
  out << "<line x1=\"" << x << "\" y1=\"" << y + kPanelHead - 3 << "\" x2=\"" << x << "\" y2=\""
      << end << "\" stroke=\"#c0392b\" stroke-width=\"1\" stroke-dasharray=\"3 3\"/>\n";
}

void draw_panel(std::ostream& out, const Table& table, double y) {
  text(out, 16, y + 22, "font-size=\"15\" font-weight=\"bold\"", table.operation);
  const double scale = full_scale(table);
  draw_mark(out, table, y, scale);
  double row_y = y + kPanelHead;
  for (const Row& row : table.rows) {
    draw_row(out, table, row, row_y, scale);
    row_y += kRowHeight;
  }
}

double draw_legend_entry(std::ostream& out, double x, const char* fill, const std::string& what) {
  rect(out, x, 45, 12, 12, fill);
  text(out, x + 17, 55, "fill=\"#333f4a\"", what);
  return x + 34 + 6.6 * static_cast<double>(what.size());
}

}  // namespace

std::string chart_svg(const std::string& workload, std::span<const Table> tables) {
  double height = kTitleHeight;
  for (const Table& table : tables) height += panel_height(table);
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kWidth << "\" height=\"" << height
      << "\" viewBox=\"0 0 " << kWidth << " " << height
      << "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#111820\">\n";
  rect(out, 0, 0, kWidth, height, "#ffffff");
  text(out, 16, 29, "font-size=\"19\" font-weight=\"bold\"", workload);
  text(out, kWidth - 16, 29, "text-anchor=\"end\" fill=\"#333f4a\"",
       "minimum of the repetitions, × best rival, bytes");
  double x = draw_legend_entry(out, 16, kOwn, "libfastser");
  x = draw_legend_entry(out, x, kBestRival, "best rival");
  x = draw_legend_entry(out, x, kRival, "other rivals");
  x = draw_legend_entry(out, x, kMarked, "† keeps old");
  draw_legend_entry(out, x, kBaseline, "plain copy");
  double y = kTitleHeight;
  for (const Table& table : tables) {
    draw_panel(out, table, y);
    y += panel_height(table);
  }
  out << "</svg>\n";
  return out.str();
}

}  // namespace fastser_bench
