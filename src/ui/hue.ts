/** The four hues of look.md, one for each kind of category. */
export type Hue = 'trilhas' | 'efeitos' | 'vinhetas' | 'programetes';

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
