/**
 * What the reference looks like: the school's paper, ink and plum (web/app.css), in the reader's own fonts.
 */
export const STYLES = `
:root { color-scheme: light; --ink: #1f1a2e; --quiet: #5a5368; --paper: #fffdf9; --shade: #fbf7f0; --line: #e9dfd1; --plum: #5b2a6e; }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--plum); }
a:focus-visible { outline: 3px solid var(--plum); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -999rem; }
.skip:focus { inset-inline-start: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
nav { padding: 1.5rem; background: var(--shade); border-bottom: 1px solid var(--line); }
nav .title { margin: 0 0 1rem; font-weight: 700; }
nav h2 { margin: 1rem 0 .25rem; font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); }
nav ul { margin: 0; padding: 0; list-style: none; columns: 14rem; }
nav li a { display: block; padding: .15rem 0; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
main { padding: 1.5rem; max-width: 60rem; min-width: 0; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
main h2 { margin: 3rem 0 0; }
section { padding: 2rem 0 1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
h3 { margin: 0; font-size: 1.25rem; }
code { font: .9em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
h3 + p code { display: inline-block; padding: .2rem .6rem; border-radius: .5rem; background: var(--plum); color: #fff; }
pre { margin: .5rem 0; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .625rem; background: var(--shade); }
pre code { overflow-wrap: normal; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; font-size: .95rem; }
th, td { padding-block: .4rem; padding-inline-end: .75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
td:first-child code { white-space: nowrap; }
th { font-size: .8rem; color: var(--quiet); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-inline-end: 1px solid var(--line); }
  nav ul { columns: auto; }
  main { padding: 2.5rem 3rem; }
}
@media print { nav { display: none; } section { break-inside: avoid; } }
`;
