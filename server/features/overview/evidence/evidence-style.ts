/** Styles of the report: on screen in the reader's colour scheme, in print (A4 or Letter) dark on white. */
export const styleOfReport = `
:root {
  color-scheme: light; --ink: #14202b; --soft: #4a5a68; --line: #c6ced6; --good: #1f7a4d; --sunken: #e6ebef; --paper: #fff;
  font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark; --ink: #e4ebf1; --soft: #a3b2bf; --line: #3a4a59; --good: #4fbf86; --sunken: #263543; --paper: #101a24;
  }
}
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 46rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.note { color: var(--soft); font-size: .875rem; }
dl { margin: .5rem 0; }
dl div { display: grid; grid-template-columns: 10rem 1fr; gap: 0 1rem; padding: .125rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: 1.25rem; fill: var(--good); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg .film { fill: var(--sunken); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; }
th { font-weight: 600; }
ol > li { margin: .75rem 0; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
code, pre { font: .8125rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { margin: .5rem 0; padding: .75rem 1rem; background: var(--sunken); }
.wide { overflow-x: auto; }
body.broad { max-width: 78rem; }
.broad p, .broad main ul, .broad dl, .broad pre { max-width: 46rem; }
.wide td, .wide th { min-width: 5.75rem; vertical-align: top; }
.wide th:empty { min-width: 3.5rem; width: 3.5rem; }
.wide img { display: block; width: 3rem; height: 4rem; object-fit: cover; background: var(--sunken); }
a { color: inherit; }
h2, h3, svg { break-after: avoid; }
ol > li, tr, dl div { break-inside: avoid; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
@media print { body { padding: 0; max-width: none; } @page { margin: 18mm; } }
`;
