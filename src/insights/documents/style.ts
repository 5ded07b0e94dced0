// The style of the page for light and dark, a screen, a phone, and paper.

/** The page's policy knows the style by its hash; a test says what it has to be. */
export const STYLE_HASH = 'sha256-uygVI1o7JRJG32mcq12HuGivvlgGm/qsOT/PqebBZ48=';

export const STYLE = /* css */ `
:root {
  color-scheme: light dark;
  --page: #ffffff;
  --text: #1c2430;
  --quiet: #566171;
  --line: #dde2e9;
  --grid: #e9edf2;
  --link: #0b5cad;
  --alarm: #fff4e5;
  --alarm-line: #d98a1f;
  --security: #b3261e;
  --security-pale: #f0b6b1;
  --bug: #3f6fa8;
  --bug-pale: #bed2ea;
  --unclassified: #6b7585;
  --unclassified-pale: #cfd5dd;
  --found: #4a5566;
  --resolved: #2c7a5a;
  --dismissed: #8a6d1f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #10151c;
    --text: #e4e9f0;
    --quiet: #9aa6b6;
    --line: #2b3441;
    --grid: #222a35;
    --link: #7db7f5;
    --alarm: #2b2112;
    --alarm-line: #c98a35;
    --security: #ff8f85;
    --security-pale: #6e2f2b;
    --bug: #82b1e6;
    --bug-pale: #29476b;
    --unclassified: #a3adbb;
    --unclassified-pale: #404957;
    --found: #b4bfcd;
    --resolved: #62c49a;
    --dismissed: #d6b45c;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto;
  max-width: 960px;
  padding: 40px 40px 64px;
  background: var(--page);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { margin: 0 0 20px; font-size: 17px; font-weight: 600; }
.period { margin-left: 8px; color: var(--quiet); font-weight: 400; }
h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 650; }
h1, h2, p, li { overflow-wrap: anywhere; }
p { margin: 0 0 12px; max-width: 70ch; }
.answer { max-width: 30em; margin-bottom: 16px; font-size: 32px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
.more { font-size: 17px; }
.forward { margin: 0 0 6px; color: var(--quiet); font-size: 14px; }
.lines { padding: 18px 22px 8px; border: 1px solid var(--line); border-radius: 6px; user-select: all; -webkit-user-select: all; }
.lines h1 { margin-bottom: 12px; }
.lines .more { max-width: none; }
.note, small, footer { color: var(--quiet); font-size: 14px; }
section { margin-top: 48px; }
header section { margin: 24px 0; }
table + .note { margin-top: 12px; }
.unread { padding: 16px 20px; border-left: 4px solid var(--alarm-line); background: var(--alarm); }
.unread h2 { font-size: 16px; }
.unread ul { margin: 0; padding-left: 20px; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code { font: 0.9em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line); }

figure { margin: 16px 0 8px; }
.chart { display: block; max-width: 100%; height: auto; font-size: 14px; overflow: visible; }
.narrow { display: none; }
.chart text { fill: var(--text); }
.chart .tick { fill: var(--quiet); font-size: 13px; }
.security { --ink: var(--security); }
.bug { --ink: var(--bug); }
.unclassified { --ink: var(--unclassified); }
.found { --ink: var(--found); }
.resolved { --ink: var(--resolved); }
.dismissed { --ink: var(--dismissed); }
.chart .label { font-weight: 600; fill: var(--ink, var(--text)); }
.grid { stroke: var(--grid); }
.axis { stroke: var(--quiet); }
.hatch-back { fill: var(--security-pale); }
.hatch-line { stroke: var(--security); stroke-width: 4; }
.area.bug { fill: var(--bug-pale); }
.area.unclassified { fill: var(--unclassified-pale); }
.edge { fill: none; stroke: var(--ink); stroke-width: 2; }
.bar:not(.security) { fill: var(--ink); }
.bar.cut { fill-opacity: 0.45; }

details { margin-top: 4px; font-size: 14px; }
summary { display: inline-block; padding: 4px 0; color: var(--link); cursor: pointer; }
summary::before { content: "▸ "; }
details[open] summary::before { content: "▾ "; }
table { width: 100%; margin-top: 12px; border-collapse: collapse; font-size: 14px; }
.numbers { width: auto; min-width: 360px; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
td.long, td.long code { overflow-wrap: anywhere; }
td code { overflow-wrap: normal; }
td.part > div { padding-left: 1.5em; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.short { white-space: nowrap; }
.stacked td.text { min-width: 8.5em; }
.stacked td:first-child { min-width: 12em; }
th.number { white-space: normal; }
small { display: block; }
.paper { display: none; }
.kind { white-space: nowrap; }
.kind.security { color: var(--security); font-weight: 650; }
.kind.security::before { content: "▲ "; }

@media screen and (max-width: 700px) {
  body { padding: 24px 20px 48px; }
  .answer { font-size: 25px; }
  .more { font-size: 15px; }
  .lines { padding: 12px 14px 4px; }
  .period { display: block; margin-left: 0; }
  section { margin-top: 40px; }
  .wide { display: none; }
  .narrow { display: block; }
  .numbers { width: 100%; min-width: 0; font-size: 13px; }
  .numbers th, .numbers td { padding-right: 5px; }
  .stacked, .stacked tbody, .stacked tr, .stacked td { display: block; width: 100%; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr { padding: 14px 0; border-bottom: 1px solid var(--line); }
  .stacked td { overflow-wrap: anywhere; display: grid; grid-template-columns: 7.5em minmax(0, 1fr); gap: 12px; padding: 2px 0; border: 0; text-align: left; white-space: normal; }
  .stacked td::before { content: attr(data-title); color: var(--quiet); }
  .stacked td code { overflow-wrap: anywhere; }
  .stacked td.text, .stacked td:first-child { min-width: 0; }
  .stacked td:first-child { display: block; padding-bottom: 6px; font-size: 15px; }
  .stacked td:first-child::before { content: none; }
  .stacked td.empty { display: none; }
}
@media print {
  :root { color-scheme: light; --text: #000000; --quiet: #444444; --link: #000000; --alarm: #ffffff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  table { font-size: 9pt; }
  small, .note { font-size: 8.5pt; }
  .chart { font-size: 15px; }
  .chart .tick { font-size: 14px; }
  .stacked td.text { min-width: 0; }
  .stacked td:first-child { min-width: 11em; }
  .answer { font-size: 20pt; }
  details, .screen { display: none; }
  .paper { display: block; }
  section { margin-top: 24pt; }
  figure, tr, p, .whole { break-inside: avoid; }
  h2, h2 + p { break-after: avoid; }
  footer { margin-top: 16pt; break-before: avoid; }
  main > section:last-child { break-after: avoid; }
  a { text-decoration: none; }
}
`;
