/** One hue per kind of category. */
export type Hue = 'trilhas' | 'efeitos' | 'vinhetas' | 'programetes';

/** CSS colour of a hue, for styles and canvases. */
export const hueColor = (hue: Hue): string => `var(--color-hue-${hue})`;

/** Whole class names, so that Tailwind finds them. */
export const hueText: Record<Hue, string> = {
  trilhas: 'text-hue-trilhas',
  efeitos: 'text-hue-efeitos',
  vinhetas: 'text-hue-vinhetas',
  programetes: 'text-hue-programetes',
};

export const hueBackground: Record<Hue, string> = {
  trilhas: 'bg-hue-trilhas',
  efeitos: 'bg-hue-efeitos',
  vinhetas: 'bg-hue-vinhetas',
  programetes: 'bg-hue-programetes',
};
