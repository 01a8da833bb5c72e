import { causeOf } from '#platform/failed-call.ts';
import { playerTexts } from './model.ts';

/** The site refused an address or could not be reached; `message` is shown to the listener. */
export class AddressRefused extends Error {
  /** No response: a retry may work. */
  readonly isUnanswered: boolean;

  constructor(message: string, isUnanswered = false) {
    super(message);
    this.name = 'AddressRefused';
    this.isUnanswered = isUnanswered;
  }
}

interface FreshAddress {
  url: string;
  /** Milliseconds of validity from now. */
  life: number;
}

type Ask = (trackId: string) => Promise<FreshAddress>;

const textOf: Record<number, string> = {
  401: playerTexts.noSession,
  403: playerTexts.noPlan,
  404: playerTexts.gone,
  429: playerTexts.tooMany,
};

/** Timeout in milliseconds (specification, section 7). */
const patience = 8000;

/** Requests a signed address; its validity is the difference of two server times. @throws AddressRefused */
export async function askAddress(trackId: string, base = ''): Promise<FreshAddress> {
  let response: Response;
  try {
    response = await fetch(`${base}/functions/audio-proxy`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ trackId }),
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    const isLate = (error as DOMException).name === 'TimeoutError';
    throw new AddressRefused(isLate ? playerTexts.late : causeOf(0), true);
  }
  if (!response.ok) throw new AddressRefused(textOf[response.status] ?? playerTexts.broken);
  const { url, expiresAt } = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (typeof url !== 'string' || typeof expiresAt !== 'string') throw new AddressRefused(playerTexts.broken);
  const sent = Date.parse(response.headers.get('date') ?? '') || Date.now();
  return { url, life: Math.max(0, Date.parse(expiresAt) - sent) || 0 };
}

/** Caches signed addresses of tracks until shortly before they expire; concurrent requests share one call. */
export class AddressBook {
  readonly #known = new Map<string, { url: string; until: number }>();
  readonly #asked = new Map<string, Promise<string>>();
  readonly #ask: Ask;
  readonly #now: () => number;

  constructor(ask: Ask = askAddress, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /** A valid cached address, or null. */
  peek(trackId: string): string | null {
    const known = this.#known.get(trackId);
    return known && known.until > this.#now() ? known.url : null;
  }

  /** A valid address. @throws AddressRefused */
  async get(trackId: string): Promise<string> {
    return this.peek(trackId) ?? (await (this.#asked.get(trackId) ?? this.#fetch(trackId)));
  }

  /** A new address after the old one was refused. @throws AddressRefused */
  renew(trackId: string): Promise<string> {
    this.#known.delete(trackId);
    return this.get(trackId);
  }

  /** Drops all addresses: they belong to one session. */
  clear(): void {
    this.#known.clear();
  }

  async #fetch(trackId: string): Promise<string> {
    const asking = this.#ask(trackId)
      .then(({ url, life }) => {
        this.#known.set(trackId, { url, until: this.#now() + life - Math.min(20_000, life / 5) });
        return url;
      })
      .finally(() => this.#asked.delete(trackId));
    this.#asked.set(trackId, asking);
    return asking;
  }
}
