/** The looks of the page, for light and dark screens. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8886; --dim: #777; --card: #8881; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.headline { font-size: 1.15rem; font-weight: 600; margin: .25rem 0; }
.dim { color: var(--dim); font-size: .9rem; }
.blocked { background: #b00020; border-radius: .3rem; color: #fff; font-weight: 600; padding: .4rem .8rem; width: fit-content; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.chip { border-radius: 1rem; color: #fff; display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .65rem; white-space: nowrap; }
.rejected { background: #6a1b9a; }
.destructive { background: #b00020; }
.disruptive { background: #b45309; }
.caution { background: #1d5fa8; }
.info { background: #55606b; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: .75rem; }
label { display: flex; flex-direction: column; font-size: .8rem; color: var(--dim); }
input, select { font: inherit; max-width: 16rem; min-width: 9rem; padding: .25rem .4rem; }
output { color: var(--dim); font-size: .9rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .5rem .75rem; }
summary .title { font-weight: 600; overflow-wrap: anywhere; }
summary .text { color: var(--dim); flex-basis: 100%; }
.body { padding: 0 .75rem .75rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td.path, td.value { font-family: ui-monospace, monospace; font-size: .82rem; }
`;
