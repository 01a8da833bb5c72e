import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordingReceived } from '#features/recordings/mails/recording-received.tsx';
import { deliveryCalendar } from '#features/recordings/model.ts';
import { defaultFaq } from '#features/site/defaults.ts';
import { termsText } from '#features/site/terms.ts';
import { addDays, dayOf, isoDay, weekdayOf } from './calendar.ts';
import {
  addBusinessHours,
  easterOf,
  endOfBoleto,
  isBusinessDay,
  isHoliday,
  workdaysText,
} from './workdays.ts';

const brt = (text: string) => new Date(`${text}:00-03:00`);

describe('business hours (A-35)', () => {
  it.each([
    ['CRE-18: a Friday 17:00 is due on Monday 17:00', '2026-10-16T17:00', '2026-10-19T17:00'],
    ['a Tuesday is due the next day at the same time', '2026-10-20T09:30', '2026-10-21T09:30'],
    ['a Saturday counts from Monday 00:00', '2026-10-17T11:00', '2026-10-20T00:00'],
    ['a Sunday night counts from Monday 00:00', '2026-10-18T23:59', '2026-10-20T00:00'],
    ['the eve of a holiday skips it', '2026-10-09T10:00', '2026-10-13T10:00'],
    ['Christmas on a Friday and the weekend behind it are skipped', '2026-12-24T15:00', '2026-12-28T15:00'],
    ['New Year is skipped', '2026-12-31T08:00', '2027-01-04T08:00'],
    ['Carnival Monday and Tuesday are skipped', '2026-02-13T12:00', '2026-02-18T12:00'],
    ['S10: so a Friday 15:00 before Carnival is due on Wednesday', '2026-02-13T15:00', '2026-02-18T15:00'],
    ['Ash Wednesday counts whole', '2026-02-17T10:00', '2026-02-19T00:00'],
    ['Good Friday is skipped', '2026-04-02T18:00', '2026-04-06T18:00'],
    ['Corpus Christi is skipped', '2026-06-03T07:00', '2026-06-05T07:00'],
    ['Tiradentes, on a Tuesday, is skipped', '2026-04-20T22:00', '2026-04-22T22:00'],
    ['Thursday midnight ends with Friday midnight', '2026-10-15T00:00', '2026-10-16T00:00'],
  ])('%s', (_, from, due) => {
    expect(addBusinessHours(brt(from), 24).toISOString()).toBe(brt(due).toISOString());
  });

  it.each([
    [2024, 3, 31],
    [2025, 4, 20],
    [2026, 4, 5],
    [2027, 3, 28],
    [2038, 4, 25],
    [2285, 3, 22],
  ])('knows Easter of %i', (year, month, day) => {
    expect(easterOf(year)).toEqual({ year, month, day });
  });

  it('knows 20 November as a national holiday since 2024 only', () => {
    expect(isHoliday({ year: 2023, month: 11, day: 20 })).toBe(false);
    expect(isHoliday({ year: 2024, month: 11, day: 20 })).toBe(true);
  });

  it('never ends before the hours have passed, nor on a day off, nor later than eight days', () => {
    const start = Date.UTC(2024, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * 365 * 24 * 60 }), (minutes) => {
        const from = new Date(start + minutes * 60_000);
        const due = addBusinessHours(from, 24);
        const hours = (due.getTime() - from.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(24);
        expect(hours).toBeLessThanOrEqual(8 * 24);
        expect(isBusinessDay(dayOf(new Date(due.getTime() - 1)))).toBe(true);
      }),
    );
  });
});

describe('S10: the calendar in words (A-159)', () => {
  it('names each weekday off that is no national holiday, and no other', () => {
    const national = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];
    const names: Record<string, string> = {
      '-48': 'segunda e terça-feira de Carnaval',
      '-47': 'segunda e terça-feira de Carnaval',
      '60': 'Corpus Christi',
    };
    const said = new Set<string>();
    for (let year = 2024; year <= 2060; year++) {
      const easter = easterOf(year);
      const fromEaster = new Map(
        Array.from({ length: 160 }, (_, at) => [isoDay(addDays(easter, at - 80)), at - 80]),
      );
      for (let day = { year, month: 1, day: 1 }; day.year === year; day = addDays(day, 1)) {
        const iso = isoDay(day);
        const isOff = !isBusinessDay(day) && weekdayOf(day) % 6 !== 0;
        const offset = fromEaster.get(iso);
        const isNational = national.includes(iso.slice(5)) || offset === -2;
        const name = names[String(offset)];
        if (weekdayOf(day) % 6 !== 0) expect([iso, isOff]).toEqual([iso, isNational || name !== undefined]);
        if (isOff && !isNational) said.add(name ?? '');
      }
    }
    expect(workdaysText).toBe(`de segunda a sexta-feira, fora feriados nacionais, ${[...said].join(' e ')}`);
  });

  it('is said by terms, FAQ, mail, dialog and page, and by no text of their own', async () => {
    expect(termsText({ siteName: 'Sonoteca', channel: 'por e-mail' })).toContain(workdaysText);
    expect(JSON.stringify(defaultFaq)).toContain(workdaysText);
    const { name, email } = { name: 'Rádio', email: 'radio@exemplo.com.br' };
    const { facts } = { facts: { radioName: 'Rádio', packageTitle: 'Natal', dueAt: new Date() } };
    const site = { name: 'Sonoteca', url: 'https://sonoteca.test' };
    expect(
      (await recordingReceived.render({ email, name }, facts, site)).text.replace(/\s+/g, ' '),
    ).toContain(workdaysText);
    expect(deliveryCalendar).toContain(workdaysText);
    for (const path of [
      'features/recordings/components/request-summary.tsx',
      'routes/account/recordings.tsx',
    ])
      expect(readFileSync(`src/${path}`, 'utf8')).toMatch(/[{ ]deliveryCalendar\}/);
    const own = globSync('src/**/*.{ts,tsx}').filter(
      (path) =>
        !/workdays|\.test\./.test(path) && /feriado|segunda a sexta/i.test(readFileSync(path, 'utf8')),
    );
    expect(own).toEqual([]);
  });
});

describe('B18: the last moment to pay a boleto (A-158)', () => {
  it.each([
    ['a business day', '2026-11-05', '2026-11-05'],
    ['a Saturday: Monday', '2026-11-07', '2026-11-09'],
    ['a Sunday before a holiday: Tuesday', '2026-11-01', '2026-11-03'],
    ['the Saturday before Carnival: Ash Wednesday', '2026-02-14', '2026-02-18'],
    ['Good Friday: Monday', '2027-03-26', '2027-03-29'],
    ['20 November', '2026-11-20', '2026-11-23'],
    ['the last day of a year, without banks: the first business day of the next', '2026-12-31', '2027-01-04'],
    ['the last business day of a year that ends on a Sunday', '2028-12-29', '2029-01-02'],
    ['29 February', '2028-02-29', '2028-03-01'],
  ])('%s', (_, due, last) => {
    const [year = 0, month = 0, day = 0] = due.split('-').map(Number);
    expect(endOfBoleto({ year, month, day })).toEqual(new Date(`${last}T23:59:59-03:00`));
  });
});
