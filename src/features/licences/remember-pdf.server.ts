import { drawDocument } from '#features/media/measuring/gateway.server.ts';
import { keepNewest } from '#platform/elements.ts';
import { Turns } from '#platform/turns.ts';
import type { Issuer, Licence } from './model.ts';

/** Drawn PDFs, as many as weigh some megabytes: each takes the time of many pages. */
const made = new Map<string, Promise<Uint8Array>>();
const mostMade = 64;
/** One of each caller at a time, so that nobody waits behind those of another. */
const drawing = new Turns({ atOnce: 2, ofOne: 1, waiting: 8 });

/**
 * `licencePdf`, drawn beside the site's process and remembered: ranges of a delivery's ZIP and repeated visits draw it once.
 * @param asked the account or address that waits for it, and a signal that ends when it has left @throws Busy
 */
export async function rememberedPdf(
  licence: Licence,
  issuer: Issuer,
  asked: { caller: string; signal?: AbortSignal },
): Promise<Uint8Array> {
  const { id, licensee, withdrawn, tracks } = licence;
  const marked = tracks.flatMap(({ isWithdrawn }, at) => (isWithdrawn ? at : []));
  const key = JSON.stringify([issuer, id, licensee, withdrawn, marked]);
  const draw = () => {
    const pdf = drawDocument({ licence, issuer });
    keepNewest(made, key, pdf, mostMade);
    pdf.catch(() => made.delete(key));
    return pdf;
  };
  return made.get(key) ?? drawing.run(asked, () => made.get(key) ?? draw());
}
