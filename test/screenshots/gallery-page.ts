/** A page with all pictures, by scenario. `titles` are names of pictures without `.svg`. */
export function galleryPage(titles: readonly string[]): string {
  const picture = (title: string) =>
    `<figure><a href="${title}.svg"><img src="${title}.svg" loading="lazy" alt=""></a><figcaption>${title}</figcaption></figure>`;
  return `<!doctype html><meta charset="utf-8"><title>castwatch: gallery</title>
<style>body{background:#111;color:#ccc;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{width:480px}a{color:#8cf}</style>
<h1>What catches the eye first?</h1>
<div>
${titles.map(picture).join('\n')}
</div>
`;
}
