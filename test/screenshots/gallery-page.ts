/*
 * The layouts of two known programs beside ours, drawn as text from their documentation, so that each change can be
 * compared with them: what is at the top, what has the most room, and where the keys are.
 */

const BTOP = `
┌ ¹cpu ─────────────────────────────────────────┐
│ ⣀⣤⣶⣿ one large graph, a gradient   C0 ▪▪▪ 12% │
│ over its whole width               C1 ▪▪▪▪ 31%│
├ ²mem ──────────────┬ ⁴proc ───────────────────┤
│ used  ▪▪▪▪▪  42%   │ Pid  Program   Cpu%  ▁▂▅ │
│ cache ▪▪     11%   │ every row a tiny graph,  │
├ ³net ──────────────┤ the selected row bright  │
│ ▼ ⣀⣀⣤⣶⣿⣿⣀         │                          │
│ ▲ ⠉⠉⠛⠿⣿           │ keys in the borders      │
└────────────────────┴──────────────────────────┘`;

const K9S = `
 Context: prod        <0> all   <?> help     __ __
 Cluster: eu          <1> kube  <d> describe |/ |
 CPU: 12%  MEM: 41%   keys of this view      |\\ |
┌──────────────── pods(all)[212] ───────────────┐
│ NAME          READY  STATUS            CPU AGE│
│ one table over the whole window; a row that is│
│ wrong is wholly red, a finished one grey      │
└───────────────────────────────────────────────┘
 <pod> <describe>          where one is, as a path`;

const CASTWATCH = `
 cluster                          ✖ 1 ▲ 2   12:00
 1Overview 2Servers …                  0Problems
 ✖ CRITICAL the worst problem in one sentence
┌ Signal path ──────────────────────────────────┐
│ PUBLISHERS ━▶ ■■✖■ ━▶ ■■■ ━✖▶ ▓■■ ━▶ 12.7k ▂▅▆│
├ Problems: cause and what follows from it ─────┤
├ Traffic, low ────────────────┬ Health ─────────┤
├ Servers, hottest first ──────┴────────────────┤
├ Journal ──────────────────────────────────────┤
└ keys that work where the focus is ────────────┘`;

/** A page with all pictures, by scenario, below the three layouts. `titles` are names of pictures without `.svg`. */
export function galleryPage(titles: readonly string[]): string {
  const layout = (name: string, text: string) =>
    `<figure><figcaption>${name}</figcaption><pre>${text.replaceAll('<', '&lt;')}</pre></figure>`;
  const picture = (title: string) =>
    `<figure><a href="${title}.svg"><img src="${title}.svg" loading="lazy" alt=""></a><figcaption>${title}</figcaption></figure>`;
  return `<!doctype html><meta charset="utf-8"><title>castwatch: gallery</title>
<style>body{background:#111;color:#ccc;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{width:480px}pre{font-size:12px;line-height:1.2}a{color:#8cf}</style>
<h1>What catches the eye first?</h1>
<div>${layout('btop: figures', BTOP)}${layout('k9s: objects', K9S)}${layout('castwatch: where it breaks', CASTWATCH)}</div>
<div>
${titles.map(picture).join('\n')}
</div>
`;
}
