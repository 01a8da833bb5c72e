import { describe, expect, it } from 'vitest';
import { CueMeter } from '#features/media/audio/cue-meter.ts';
import { estimateCues, soundWithin } from '#features/media/audio/cues.ts';
import { SoundMeter } from '#features/media/audio/sound-meter.ts';
import { beatBefore, planCut } from '#features/media/rendering/cut.ts';
import { cuesWithin } from './cues-within.ts';
import { endOf, volumeAt } from './fade.ts';
import { pathIn, readFolder } from './folder.ts';
import type { ListKind } from './list-kinds.ts';
import { nameFiles } from './names.ts';
import { presetNames, presets } from './presets.ts';
import { recipeForm, textOfRecipe } from './recipe-form.ts';
import { encodeLatin1, encodeWindows1252, fitsWindows1252, foldToWindows1252 } from './windows-1252.ts';
import { wishOf } from './wish.ts';

describe('the folder of the files', () => {
  it.each([
    ['C:\\Radio\\Natal', 'C:\\Radio\\Natal'],
    [' c:/Radio/Natal/ ', 'c:\\Radio\\Natal'],
    ['D:\\', 'D:\\'],
    ['\\\\servidor\\radio\\Natal', '\\\\servidor\\radio\\Natal'],
    ['/srv/rádio/', '/srv/rádio'],
  ])('%s is %s', (written, folder) => expect(readFolder(written)).toBe(folder));

  it.each([
    '',
    'Radio',
    'C:',
    'C:Radio',
    'C:\\a?b',
    'C:\\..\\x',
    'C:\\nul\\x',
    'C:\\x.\\y',
    `C:\\${'x'.repeat(120)}`,
    'C:\\a\nb',
  ])('%j is none', (written) => expect(readFolder(written)).toBeNull());

  it('has one separator before a name', () => {
    expect(pathIn('D:\\', 'a.mp3')).toBe('D:\\a.mp3');
    expect(pathIn('/srv', 'a.mp3')).toBe('/srv/a.mp3');
  });
});

describe('the names of files', () => {
  const facts = { total: 12, packageTitle: 'P', categoryName: 'Trilhas', tempoBpm: null, durationMs: 61_000 };
  const name = (
    pattern: string,
    titles: string[],
    letters: 'all' | 'windows' | 'ascii' = 'all',
    lists: ListKind[] = [],
  ) =>
    nameFiles(
      { pattern, letters, lists },
      titles.map((title, at) => ({ ...facts, title, position: at + 1, ending: 'mp3' })),
      ['LICENCA.pdf', 'lista.mp3'],
    );

  it.each([
    ['{ordem} {titulo} {bpm}', 'Ação', '01 Ação.mp3'],
    ['{titulo} ({bpm})', 'Ação', 'Ação.mp3'],
    ['{titulo} {duracao}', 'x', 'x 1m01s.mp3'],
    ['{titulo}', 'CON', '_CON.mp3'],
    ['{titulo}', 'aux', '_aux.mp3'],
    ['{titulo}', 'fim... ', 'fim.mp3'],
    ['{titulo}', '../a\\b:c*?"<>|', '_a_b_c______.mp3'],
    ['{titulo}', '', 'faixa.mp3'],
    ['{titulo}', 'lista', 'lista (2).mp3'],
  ])('%s of %j is %s', (pattern, title, expected) => expect(name(pattern, [title])).toEqual([expected]));

  it('are unique without regard to case, and short', () => {
    expect(name('{titulo}', ['Tema', 'tema', 'TEMA'])).toEqual(['Tema.mp3', 'tema (2).mp3', 'TEMA (3).mp3']);
    expect(name('{titulo}', ['x'.repeat(300)])[0]!.length).toBeLessThanOrEqual(104);
    expect(name('{titulo}', [`${'x'.repeat(98)}. y`])).toEqual([`${'x'.repeat(98)}.mp3`]);
    const titles = Array.from({ length: 200 }, () => 'ã'.repeat(1000));
    const used = process.cpuUsage();
    expect(new Set(name('{titulo}'.repeat(12), titles)).size).toBe(200);
    expect(process.cpuUsage(used).user / 1e6, 'seconds').toBeLessThan(3);
  });

  it('B20: have no sign that a list of theirs cannot say', () => {
    const titles = ['#TBT Vinheta', '-1 #2', '=1+1'];
    expect(name('{titulo}', titles)).toEqual(['#TBT Vinheta.mp3', '-1 #2.mp3', '=1+1.mp3']);
    expect(name('{titulo}', titles, 'all', ['m3u8', 'lst'])[0]).toBe('#TBT Vinheta.mp3');
    expect(name('{titulo}', titles, 'all', ['pls'])).toEqual(['_TBT Vinheta.mp3', '-1 _2.mp3', '=1+1.mp3']);
    expect(name('{titulo}', titles, 'all', ['csv'])).toEqual(['#TBT Vinheta.mp3', '_1 #2.mp3', '_1+1.mp3']);
  });

  it('F06: are folded to ASCII signs and Latin-1 letters in bext and cart', () => {
    const typed = '1ª “Edição” – ‘São João’ – 24/7… #50% a;b\u00a0€ 音';
    expect(encodeLatin1(typed).toString('latin1')).toBe(`1ª "Edição" - 'São João' - 24/7... #50% a;b EUR _`);
    const folded = encodeLatin1('\u0080\u009f–—’‚„•™ﬁŸŒ');
    expect(folded.every((byte) => byte < 0x80 || byte > 0xa0)).toBe(true);
  });

  it('are written in the letters that a program reads', () => {
    expect(name('{titulo}', ['Coração №'], 'ascii')).toEqual(['Coracao No.mp3']);
    expect(name('{titulo}', ['Coração → 音 ő'], 'windows')).toEqual(['Coração - _ o.mp3']);
    expect(name('{titulo}', ['A – ’b’…'], 'ascii')).toEqual(["A - 'b'.mp3"]);
    expect(encodeWindows1252('é€”')).toEqual(Buffer.from([0xe9, 0x80, 0x94]));
    expect(fitsWindows1252(foldToWindows1252('ćŽ音'))).toBe(true);
  });
});

describe('a recipe', () => {
  const sent = (given: object) => ({ ...textOfRecipe(presets.zararadio.recipe), ...given });
  /** As a browser sends it: ticked boxes only. */
  const read = (given: object) =>
    recipeForm.safeParse(
      Object.fromEntries(
        Object.entries(sent(given)).flatMap(([name, value]) =>
          value === false ? [] : [[name, value === true ? 'on' : value]],
        ),
      ),
    );

  it.each(presetNames)('%s survives its form', (name) => {
    expect(presets[name].recipe.preset).toBe(name);
    const text = textOfRecipe(presets[name].recipe);
    expect(read({ ...text, folder: text.folder || 'C:\\x' }).data).toEqual({
      ...presets[name].recipe,
      folder: presets[name].recipe.folder || 'C:\\x',
    });
  });

  it.each([
    ['ownLevel', { level: 'own', ownLevel: '-8,9' }],
    ['ownLevel', { level: 'own', ownLevel: 'alto' }],
    ['level', { level: '5' }],
    ['ownLength', { length: 'own', ownLength: '0' }],
    ['fade', { fade: '16' }],
    ['pattern', { pattern: '{titulo} {artista}' }],
    ['pattern', { pattern: ' ' }],
    ['format', { format: 'exe' }],
    ['folder', { folder: '' }],
    ['folder', { folder: 'Radio' }],
    ['folder', { folder: 'C:\\音' }],
    ['folder', { folder: '/srv/rádio #1', lst: false, pls: true }],
  ])('says what is wrong with %s: %j', (field, given) => {
    const { error } = read(given);
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
    expect(error?.issues[0]?.message).toMatch(/[a-zà-ú]{3,}.*\.$/i);
  });

  it('reads what people type', () => {
    expect(
      read({ level: 'own', ownLevel: '\u221219,5', length: 'own', ownLength: '28,5', fade: '2,5' }).data,
    ).toMatchObject({
      levelLufs: -19.5,
      lengthMs: 28_500,
      fadeMs: 2500,
    });
  });

  it('leaves a sound alone that it would not change', () => {
    const mp3 = { type: 'mp3', size: 1_200_000, durationMs: 30_000, tempoBpm: 100 } as const;
    expect(wishOf(presets.pasta.recipe, mp3)).toBeNull();
    expect(wishOf({ ...presets.pasta.recipe, format: 'mp3-320' }, mp3)).toBeNull();
    const mixed = { ...mp3, isMixed: true };
    expect(wishOf({ ...presets.pasta.recipe, format: 'mp3-320' }, mixed)?.format, 'VBR').toBe('mp3-320');
    expect(wishOf({ ...presets.pasta.recipe, format: 'mp3-192' }, mp3)?.format).toBe('mp3-192');
    expect(wishOf({ ...presets.pasta.recipe, fadeMs: 10 }, { ...mp3, type: 'ogg' })?.format).toBe('mp3-320');
  });
});

describe('a cut', () => {
  const wish = { lengthMs: 30_000, tempoBpm: 120, fadeMs: 2000 };
  /** Onsets on every beat, from a first one. */
  const beats = (bpm: number, first: number) => {
    const rate = 86;
    const strengths = new Float64Array(rate * 60);
    for (let at = first; at < 60; at += 60 / bpm) strengths[Math.floor(at * rate)] = 1;
    return { strengths, rate };
  };

  it('ends on a beat that lies within the tolerance, else with the fade at the exact length', () => {
    const heard = { fromMs: 1000, toMs: 50_000 };
    expect(planCut(60_000, heard, wish, beats(120, 0.495))).toMatchObject({ fromMs: 1000, endsOnBeat: true });
    const exact = planCut(60_000, heard, wish, beats(120, 0.25));
    expect(exact).toEqual({ fromMs: 1000, toMs: 31_000, fadeMs: 2000, endsOnBeat: false });
    expect(planCut(60_000, heard, { ...wish, lengthMs: null }, null)).toMatchObject({ toMs: 50_000 });
    expect(planCut(20_000, null, wish, null)).toMatchObject({ fromMs: 0, toMs: 20_000 });
  });

  it('finds beats where the tempo is a little wrong', () => {
    for (const first of [0, 0.1, 0.37]) {
      const beat = beatBefore(beats(124, first), 124.3, 30_000, 0)!;
      const nearest = Math.round((beat / 1000 - first) / (60 / 124)) * (60 / 124) + first;
      expect(Math.abs(beat / 1000 - nearest)).toBeLessThan(0.03);
    }
  });

  it('is heard before it is made as it will sound', () => {
    const end = endOf({ durationMs: 60_000, startMs: 0 }, { lengthMs: 30_000, fadeMs: 2000 });
    expect(end).toEqual({ fromMs: 24_000, toMs: 30_000, fadeMs: 2000 });
    expect([27_000, 28_000, 29_000, 30_000].map((ms) => volumeAt(ms, end))).toEqual([1, 1, 0.5, 0]);
  });
});

describe('cue points', () => {
  const rate = 11_025;
  /** A tone whose level changes at moments in seconds. */
  function tone(levels: [from: number, level: number][], seconds: number) {
    const meter = new CueMeter(rate);
    const means = new Float32Array(seconds * rate);
    for (let at = 0; at < means.length; at++) {
      const level = levels.findLast(([from]) => at / rate >= from)?.[1] ?? 0;
      means[at] = level * Math.sin((2 * Math.PI * 440 * at) / rate);
    }
    for (let at = 0; at < means.length; at += 2048) {
      const part = means.subarray(at, at + 2048);
      meter.add(part.map(Math.abs), part);
    }
    return meter.draw();
  }

  it('A-122: begin and end within ten milliseconds; the intro ends with the first strong change', () => {
    const cues = estimateCues(
      tone(
        [
          [0, 0],
          [1.234, 0.1],
          [8.5, 0.6],
          [20.5, 0.05],
          [25.777, 0],
        ],
        30,
      ),
    )!;
    expect(Math.abs(cues.startMs - 1234)).toBeLessThanOrEqual(10);
    expect(Math.abs(cues.endMs - 25_777)).toBeLessThanOrEqual(10);
    expect(Math.abs(cues.introMs! - 8500)).toBeLessThanOrEqual(50);
    expect(cues.loudFromMs).toBeGreaterThanOrEqual(8400);
    expect(cues.loudToMs).toBeLessThanOrEqual(20_600);
    expect(Math.abs(cues.segueMs - 20_500)).toBeLessThanOrEqual(120);
  });

  it('A-122: begin and end within ten milliseconds in a programete of an hour, too', () => {
    const [perSecond, seconds] = [400, 3600];
    const samples = new Int16Array(2 * seconds * perSecond);
    for (let at = 2940; at < 1_437_911; at++) samples.fill(at % 2 ? 2000 : -2000, 2 * at, 2 * at + 2);
    const meter = new SoundMeter(perSecond);
    meter.add(Buffer.from(samples.buffer));
    const { durationMs, cues } = meter.facts(null);
    expect(durationMs).toBe(3_600_000);
    expect(Math.abs(cues!.startMs - 7350)).toBeLessThanOrEqual(10);
    expect(Math.abs(cues!.endMs - 3_594_777)).toBeLessThanOrEqual(10);
    expect(cues!.loudFromMs).toBeGreaterThanOrEqual(cues!.startMs);
  });

  it('of an even sound have no intro; silence has none', () => {
    expect(estimateCues(tone([[0, 0.5]], 10))).toMatchObject({ startMs: 0, introMs: null });
    expect(estimateCues(tone([[0, 0]], 3))).toBeNull();
    const fading = tone(
      [
        [0, 0.5],
        [15, 0.1],
      ],
      18,
    );
    expect(estimateCues(fading)).toMatchObject({ introMs: null, endMs: 18_000 });
    expect(soundWithin(tone([[0, 0.0005]], 3), -60)).toBeNull();
  });

  it('move with what is cut off', () => {
    const cues = {
      startMs: 1000,
      endMs: 50_000,
      introMs: 9000,
      loudFromMs: 20_000,
      loudToMs: 30_000,
      segueMs: 48_000,
    };
    const within = cuesWithin(cues, { fromMs: 1000, toMs: 16_000, fadeMs: 2000, leadMs: 0 });
    expect(within).toMatchObject({ startMs: 0, endMs: 15_000, introMs: 8000, segueMs: 13_000 });
    const late = cuesWithin(cues, { fromMs: 1000, toMs: 16_000, fadeMs: 2000, leadMs: 25 });
    expect(late).toMatchObject({ startMs: 25, endMs: 15_025, introMs: 8025, segueMs: 13_025 });
    expect(cuesWithin(null, { fromMs: 0, toMs: 1, fadeMs: 0, leadMs: 0 })).toBeNull();
  });
});
