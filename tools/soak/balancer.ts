import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for an answer to begin. */
const patience = 30_000;
/** Milliseconds between two tries while no process takes connections, and all of them together. */
const between = 250;
const longestGap = 20_000;

/** What went wrong that should not have. */
export interface Faults {
  /** Answers of 500 and more outside a restart of the database, or 503 without Retry-After. */
  answers: string[];
  /** Requests that no process has answered. */
  unanswered: string[];
}

/**
 * Sends requests as a proxy in front of the web processes: round-robin, and to the next process when a connection
 * breaks before the answer. Only requests that may be repeated are sent.
 */
export class Balancer {
  readonly faults: Faults = { answers: [], unanswered: [] };
  answers = 0;
  retried = 0;
  /** While the database restarts, 503 with Retry-After is the right answer. */
  isDatabaseAway = false;
  readonly #urls: string[];
  #turn = 0;

  constructor(urls: string[]) {
    this.#urls = urls;
  }

  /** @returns the answer, whose body the caller reads; null when no process answered */
  async send(path: string, cookie: string, init: RequestInit = {}): Promise<Response | null> {
    const begun = performance.now();
    const headers = { Cookie: cookie, Origin: this.#urls[0] ?? '', ...(init.headers as object) };
    for (let tries = 0; performance.now() - begun < longestGap; tries++) {
      const url = this.#urls[this.#turn++ % this.#urls.length] + path;
      const signal = AbortSignal.any([AbortSignal.timeout(patience), ...(init.signal ? [init.signal] : [])]);
      const answer = await fetch(url, { redirect: 'manual', ...init, headers, signal }).catch(() => null);
      if (init.signal?.aborted) return null;
      if (answer && !(await this.#isTriedAgain(answer, path))) return answer;
      this.retried += 1;
      if (tries % this.#urls.length === this.#urls.length - 1) await pause(between);
    }
    this.faults.unanswered.push(path);
    return null;
  }

  /** Whether the site asked to be asked again; notes answers that should not have come. */
  async #isTriedAgain(answer: Response, path: string): Promise<boolean> {
    this.answers += 1;
    if (answer.status < 500) return false;
    const isExpected =
      this.isDatabaseAway && answer.status === 503 && answer.headers.get('Retry-After') !== null;
    const text = await answer.text().catch(() => '');
    if (!isExpected) this.faults.answers.push(`${answer.status} ${path}: ${text.slice(0, 200)}`);
    return isExpected;
  }
}
