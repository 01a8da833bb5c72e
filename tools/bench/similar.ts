import { addGenerated, type CatalogueSize, sizeOf } from './content.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { forgetSite, signIn, startSite } from './site.ts';

const usual = { packages: 10_000, tracks: 200_000 };
const asked = 200;
/** The most milliseconds of 19 in 20 answers: among so many tracks as usual, and among more. */
const patience = { usual: 50, more: 100 };

/** The id of a generated track. */
const trackId = (pack: number, track: number): string =>
  `h${String(pack).padStart(17, '0')}${String(track).padStart(8, '0')}`;

/**
 * Tracks that sound alike, by HTTP, one after another, among 200,000 generated ones or as many as are asked for: at least
 * 20 for each package.
 */
export async function benchSimilar(root: string, size: CatalogueSize): Promise<Figure[]> {
  const amount = sizeOf(size) ?? usual;
  const most95 = amount.tracks > usual.tracks ? patience.more : patience.usual;
  const site = await startSite(root);
  try {
    addGenerated(root, site, amount);
    const cookie = await signIn(site);
    const times: number[] = [];
    let answered = 0;
    for (let at = 0; at < asked + 20; at++) {
      const id = trackId(1 + ((at * 7919) % amount.packages), 1 + (at % 20));
      const begun = performance.now();
      const response = await fetch(`${site.url}/functions/similar-tracks?track=${id}&limit=20`, {
        headers: { Cookie: cookie },
      });
      const found = (await response.json()) as { tracks?: unknown[] };
      // The first ones warm up.
      if (at < 20) continue;
      times.push(performance.now() - begun);
      if (found.tracks?.length === 20) answered++;
    }
    const how = `${asked} tracks of ${amount.tracks}, 20 each`;
    return [
      most('similar tracks, p95', percentile(times, 0.95), 'ms', most95, how),
      least('similar tracks found', answered / asked, '', 1, how),
    ];
  } finally {
    await site.stop();
    forgetSite(site);
  }
}
