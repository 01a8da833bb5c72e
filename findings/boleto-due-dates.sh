#!/usr/bin/env bash
# Guess: a library that reads the due date from a boleto's digits knows that its four-digit count of days began anew.
# Seen: the count reached 9999 on 21 February 2025 and went on with 1000 on the next day (rule of FEBRABAN). A boleto
# due on 29 November 2026 (factor 1645) is due on 9 April 2002 by two published parsers; a third reads it right.
# Matters: a station that checks its payments by such a library sees each boleto as overdue by decades.
# boleto.js 1.1.4, @mrmgomes/boleto-utils 1.3.3, @brazilian-utils/brazilian-utils 2.4.0, 2026-11-28.
set -euo pipefail

for program in node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" boleto.js@1.1.4 @mrmgomes/boleto-utils@1.3.3 \
  @brazilian-utils/brazilian-utils@2.4.0 || { echo 'npm cannot install' >&2; exit 2; }

cat > "$tmp/read.cjs" <<'JS'
// boleto.js is built for browsers.
globalThis.window = globalThis;
const Boleto = require('boleto.js');
const utils = require('@mrmgomes/boleto-utils');
const { getBoletoInfo } = require('@brazilian-utils/brazilian-utils');

const digits = (text) => Array.from(text, Number).reverse();
const mod10 = (text) => {
  const sum = digits(text).reduce((all, digit, at) => {
    const product = digit * (at % 2 === 0 ? 2 : 1);
    return all + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
};
const mod11 = (text) => {
  const rest = 11 - (digits(text).reduce((all, digit, at) => all + digit * (2 + (at % 8)), 0) % 11);
  return rest === 10 || rest === 11 ? 1 : rest;
};
/** The line that people type, of an invented boleto of R$ 199,90. */
const lineOf = (factor) => {
  const free = '1091234567880057123457000';
  const behind = `${factor}0000019990`;
  const fields = [`3419${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  return `${fields.map((field) => field + mod10(field)).join('')}${mod11(`3419${behind}${free}`)}${behind}`;
};
const day = (date) => new Date(date).toISOString().slice(0, 10);
for (const factor of [9999, 1645]) {
  const line = lineOf(factor);
  const read = [new Boleto(line).expirationDate(), utils.validarBoleto(line).vencimento, getBoletoInfo(line).expirationDate];
  console.log(factor, ...read.map(day));
}
JS
seen=$(node "$tmp/read.cjs")
printf 'factor, boleto.js, boleto-utils, brazilian-utils\n%s\n' "$seen"
[[ $seen == $'9999 2025-02-21 2025-02-21 2025-02-21\n1645 2002-04-09 2002-04-09 2026-11-29' ]] ||
  { echo 'changed' >&2; exit 1; }
echo 'still so'
