#!/usr/bin/env bash
# Guess: two libraries of Brazilian holidays agree on the days on which banks are closed for Carnaval and Corpus
# Christi.
# Seen: in 2026 @brazilian-utils knows Tuesday alone and calls it optional. date-holidays has Monday and Tuesday as
# days of banks, and calls the Saturday before and Ash Wednesday Carnaval as well, as optional. Whoever asks either of
# them only for public holidays gets none of these days. Corpus Christi is a day of banks in one and optional in the
# other.
# Matters: boletos that fall due on Carnaval Monday may be paid on Wednesday, and a delay counted in working days
# differs by up to two days. A promise must say which calendar it follows.
# date-holidays 3.37.0, @brazilian-utils/brazilian-utils 2.4.0, 2026-11-28.
set -euo pipefail

for program in node npm; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 2; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
npm install --silent --no-audit --no-fund --prefix "$tmp" date-holidays@3.37.0 @brazilian-utils/brazilian-utils@2.4.0 ||
  { echo 'npm cannot install' >&2; exit 2; }

cat > "$tmp/days.mjs" <<'JS'
import { getHolidays } from '@brazilian-utils/brazilian-utils';
import Holidays from 'date-holidays';

const wanted = /carnaval|corpus christi|corpo de deus/i;
const day = (date) => (date instanceof Date ? date.toISOString() : date).slice(5, 10);
const show = (name, days) =>
  console.log(`${name}: ${days.filter((each) => wanted.test(each.name)).map(({ date, type }) => `${day(date)} ${type}`).join(', ')}`);
show('date-holidays', new Holidays('BR').getHolidays(2026));
show('brazilian-utils', getHolidays({ year: 2026 }));
JS
seen=$(node "$tmp/days.mjs")
echo "$seen"
[[ $seen == 'date-holidays: 02-14 optional, 02-16 bank, 02-17 bank, 02-18 optional, 06-04 bank
brazilian-utils: 02-17 optional, 06-04 optional' ]] || { echo 'changed' >&2; exit 1; }
echo 'still so'
