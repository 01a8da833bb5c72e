import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, laidOver } from '#tests/contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The value of a token in a theme, with var() resolved. */
function token(name: string, theme: 'light' | 'dark'): string {
  const value = css.match(new RegExp(`--${name}: ([^;]+);`))?.[1]?.trim();
  if (!value) throw new Error(`no token ${name}`);
  const pair = value.match(/^light-dark\((.+), (.+)\)$/);
  const one = pair ? pair[theme === 'light' ? 1 : 2]! : value;
  const reference = one.match(/^var\(--(.+)\)$/);
  return reference ? token(reference[1]!, theme) : one;
}

const planes = ['color-sunken', 'color-well', 'color-ink', 'color-surface', 'color-raised', 'color-lifted'];
const texts = ['color-fg', 'color-muted', 'text-color-accent', 'text-color-danger', 'text-color-success'];
const hues = ['trilhas', 'efeitos', 'vinhetas', 'programetes'].map((hue) => `color-hue-${hue}`);

describe.each(['light', 'dark'] as const)('tokens, %s theme', (theme) => {
  it.each(texts.flatMap((text) => planes.map((plane) => [text, plane] as const)))(
    'A11-01: %s on %s is readable (AA)',
    (text, plane) => {
      expect(contrast(token(text, theme), token(plane, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(hues.flatMap((hue) => planes.slice(1).map((plane) => [hue, plane] as const)))(
    'A11-01: text in %s on %s is readable (AA)',
    (hue, plane) => {
      expect(contrast(token(hue, theme), token(plane, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['color-on-accent', 'color-accent'],
    ['color-on-accent', 'color-accent-hover'],
    ['color-on-danger', 'color-danger'],
    ['color-on-success', 'color-success'],
    ['color-ink', 'color-fg'],
  ])('A11-01: %s on %s is readable (AA)', (text, fill) => {
    expect(contrast(token(text, theme), token(fill, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    [
      ['color-muted', 'color-fg', 0.08],
      ['text-color-accent', 'color-accent', 0.14],
      ['text-color-success', 'color-success', 0.14],
      ['text-color-danger', 'color-danger', 0.14],
      ['color-hue-trilhas', 'color-hue-trilhas', 0.14],
    ].flatMap(([text, tint, opacity]) =>
      planes.slice(1).map((plane) => [text, tint, opacity, plane] as [string, string, number, string]),
    ),
  )('A11-01: a badge with %s on %s at %d over %s is readable (AA)', (text, tint, opacity, plane) => {
    const ground = laidOver(token(tint, theme), token(plane, theme), opacity);
    expect(contrast(token(text, theme), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(planes)('the focus ring stands out on %s', (plane) => {
    expect(contrast(token('color-lamp', theme), token(plane, theme))).toBeGreaterThanOrEqual(3);
  });

  it('the outline of a control stands out from the well inside', () => {
    expect(contrast(token('color-edge', theme), token('color-well', theme))).toBeGreaterThanOrEqual(3);
  });
});
