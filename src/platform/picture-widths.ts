/** Widths in pixels that a public picture can be had in, as `?w=` (routes/endpoints/media.server.ts). */
const pictureWidths = [96, 192, 256, 352, 512, 640, 960] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** The smallest width that has at least so many pixels. */
export const widthFor = (pixels: number): PictureWidth =>
  pictureWidths.find((width) => width >= pixels) ?? 960;

/** Widths to choose from on screens with one or two pixels to each of CSS. @param shown CSS pixels */
export const widthsFor = (shown: number): PictureWidth[] =>
  pictureWidths.filter((width) => width >= widthFor(shown) && width <= widthFor(2 * shown));
