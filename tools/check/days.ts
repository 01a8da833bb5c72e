import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** The one file that computes days; the others ask it. */
const door = 'src/platform/calendar.ts';

/** Sources whose ISO texts only the database and pages of ours read; what people or other programs get is elsewhere. */
const isInner = (path: string): boolean =>
  path.endsWith('.server.ts') &&
  !/^src\/(features\/(delivery|licences)\/(tags|.*(write|text|pdf))|platform\/zip)/.test(path);

const rules: { pattern: RegExp; why: string; skips?: (path: string) => boolean }[] = [
  {
    pattern:
      /(?:toISOString\(\)|(?<![\w.])instant\([^;\n]*?\))\s*\??\.?(?:\[|(?:slice|substr|substring|split|match|at|charAt)\()/g,
    why: 'a day or hour of UTC: localTime, isoDay(dayOf(at)) or monthOf',
  },
  {
    pattern: /\.toISOString\(/g,
    why: 'people or programs read it: localTime or localInstant; only stores and our own pages do: instant',
    skips: isInner,
  },
  {
    pattern:
      /\.(?:get|set)UTC\w+\(|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(|\bDate\.UTC\(|\.to(?:Locale)?(?:Date|Time)String\(|getTimezoneOffset/g,
    why: 'the day of UTC or of the computer: the functions of calendar.ts',
  },
  { pattern: /\bnew Date\(\s*[^()'"`\s][^()'"`]*,/g, why: 'a day of the computer: startOfDay' },
  { pattern: /(?:T\d\d:\d\d(?::\d\d)?|\s)-03:00['"`]/g, why: 'a fixed offset: startOfDay or endOfDay' },
  {
    pattern:
      /\b(?:now\(\)|current_timestamp|[a-z_]+_at)(?:::date\b|\s*::\s*date\b)|\bcurrent_date\b|\bdate_trunc\((?!(?:(?!at time zone)[^;`])*at time zone)|\bto_char\((?!(?:(?!at time zone)[^;`])*at time zone)|\bextract\(\s*(?:year|month|day|dow|isodow|hour)\b(?!(?:(?!at time zone)[^;`])*at time zone)/gi,
    why: "the database's day: at time zone 'America/Sao_Paulo'",
  },
];

/** Days, months, years and hours that come from UTC or from the computer's own zone instead of São Paulo (A-38, B03). */
export function checkDays(sources: Source[]): Finding[] {
  return sources
    .filter(({ path }) => /^(src|server|tools)\//.test(path) && !/\.test\.tsx?$/.test(path) && path !== door)
    .filter(({ path }) => !path.startsWith('tools/check/'))
    .flatMap(({ path, text }) =>
      rules
        .filter(({ skips }) => !skips?.(path))
        .flatMap(({ pattern, why }) =>
          [...text.matchAll(pattern)].map(
            ({ 0: found, index }) =>
              `${path}:${text.slice(0, index).split('\n').length}: ${found.trim()} is ${why}`,
          ),
        ),
    );
}
