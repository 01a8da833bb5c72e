import displayFont from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-titles.woff2?url';
import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** Preloads both fonts together with the style sheet. */
export const fontLinks = [textFont, displayFont].map((href) => ({
  rel: 'preload' as const,
  as: 'font' as const,
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
}));
