#!/usr/bin/env bash
# Guess: five months after the first CNPJ with letters, validators take the Receita Federal's own example,
# 12.ABC.345/01DE-35, as they take the old numbers.
# Seen: validator.js takes it without dots and slash only, and refuses an old CNPJ with them, too. @brazilian-utils
# takes letters only when asked for `version: 2`, so that a program that was upgraded and not changed still refuses
# them. cpf-cnpj-validator and validation-br take all four.
# Matters: a station founded since July 2026 cannot register, and the form says that its number is wrong.
# validator 13.15.35, @brazilian-utils/brazilian-utils 2.4.0, cpf-cnpj-validator 2.1.2, validation-br 2.0.0,
# 2026-11-28.
set -euo pipefail

for program in node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" validator@13.15.35 cpf-cnpj-validator@2.1.2 \
  validation-br@2.0.0 @brazilian-utils/brazilian-utils@2.4.0 || { echo 'npm cannot install' >&2; exit 2; }

cat > "$tmp/read.mjs" <<'JS'
import { isValidCnpj } from '@brazilian-utils/brazilian-utils';
import { cnpj } from 'cpf-cnpj-validator';
import { isCNPJ } from 'validation-br';
import validator from 'validator';

const readers = {
  'validator.js': (text) => validator.isTaxID(text, 'pt-BR'),
  'brazilian-utils': (text) => isValidCnpj(text),
  'brazilian-utils, version 2': (text) => isValidCnpj(text, { version: 2 }),
  'cpf-cnpj-validator': (text) => cnpj.isValid(text),
  'validation-br': (text) => isCNPJ(text),
};
const numbers = ['11222333000181', '11.222.333/0001-81', '12ABC34501DE35', '12.ABC.345/01DE-35'];
for (const [name, takes] of Object.entries(readers))
  console.log(`${name}: ${numbers.map((number) => (takes(number) ? 'yes' : 'no')).join(' ')}`);
JS
seen=$(node "$tmp/read.mjs")
printf 'old, old with dots, letters, letters with dots\n%s\n' "$seen"
[[ $seen == 'validator.js: yes no yes no
brazilian-utils: yes yes no no
brazilian-utils, version 2: yes yes yes yes
cpf-cnpj-validator: yes yes yes yes
validation-br: yes yes yes yes' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
