/** The four hues of look.md, one for each kind of category. */
export type Hue = 'trilhas' | 'efeitos' | 'vinhetas' | 'programetes';

const hues: Record<string, Hue> = {
  trilhas: 'trilhas',
  'efeitos-sonoros': 'efeitos',
  'pacotes-vinhetas': 'vinhetas',
  programetes: 'programetes',
};

/** The hue of a category kind (its slug); unknown kinds are shown as trilhas. */
export const hueOfKind = (kind: string): Hue => hues[kind] ?? 'trilhas';

/** CSS colour of a hue, for styles and canvases. */
export const hueColor = (hue: Hue): string => `var(--color-hue-${hue})`;

/** Text in the colour of a hue; whole class names, so that Tailwind finds them. */
export const hueText: Record<Hue, string> = {
  trilhas: 'text-hue-trilhas',
  efeitos: 'text-hue-efeitos',
  vinhetas: 'text-hue-vinhetas',
  programetes: 'text-hue-programetes',
};

/** Background in the colour of a hue. */
export const hueBackground: Record<Hue, string> = {
  trilhas: 'bg-hue-trilhas',
  efeitos: 'bg-hue-efeitos',
  vinhetas: 'bg-hue-vinhetas',
  programetes: 'bg-hue-programetes',
};
