const style = `
:root{color-scheme:light dark;--ink:#f4f2ee;--card:#fff;--fg:#1b1a18;--muted:#6b675f;--line:#dcd7cd;--accent:#a4410f}
@media(prefers-color-scheme:dark){:root{--ink:#131211;--card:#1d1b19;--fg:#f2eee7;--muted:#a39d92;--line:#34302b;--accent:#ff9a5c}}
*{box-sizing:border-box}body{margin:0;background:var(--ink);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
.sign{background:#7a2d06;color:#fff;text-align:center;padding:.6rem 1rem;font-weight:600}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem;display:grid;gap:1.25rem}
main.narrow{max-width:30rem}h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:0}p{margin:.25rem 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem;display:grid;gap:.75rem;overflow-wrap:anywhere}
.card>*,.card>div>*{min-width:0}
.muted{color:var(--muted);font-size:.9rem}.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
button,.button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1rem;border-radius:10px;border:1px solid var(--line);background:none;color:inherit;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
button.main{background:var(--accent);border-color:var(--accent);color:#fff}@media(prefers-color-scheme:dark){button.main{color:#1b0d04}}
button:focus-visible,.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form{margin:0}hr{width:100%;margin:0;border:0;border-top:1px solid var(--line)}main.narrow .card button{width:100%;justify-content:center}h1+p{margin-top:-1rem}table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;padding:.35rem .5rem;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:normal}.amount{white-space:nowrap}
.scroll{overflow-x:auto}.tag{display:inline-block;white-space:nowrap;border:1px solid var(--line);border-radius:99px;padding:.1rem .6rem;font-size:.85rem}`;

export const safe = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A whole page, marked as the stand-in's. */
export const page = (title: string, body: string, isNarrow = false): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${safe(title)} · provedor de teste</title><style>${style}</style></head>
<body><p class="sign" role="note" style="margin:0">Provedor de pagamentos de teste: nada é cobrado aqui.</p>
<main${isNarrow ? ' class="narrow"' : ''}>${body}</main></body></html>`;

export const card = (title: string, body: string): string =>
  `<section class="card"><h2>${safe(title)}</h2>${body}</section>`;

export const button = (address: string, label: string, isMain = false): string =>
  `<form method="post" action="${safe(address)}"><button${isMain ? ' class="main"' : ''}>${safe(label)}</button></form>`;

export const link = (address: string, label: string): string =>
  `<a class="button" href="${safe(address)}">${safe(label)}</a>`;

export const row = (...parts: string[]): string => `<div class="row">${parts.join('')}</div>`;
