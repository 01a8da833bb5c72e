import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';

/** A delivery attempt with the site's status; 0: no response. */
export interface Delivery {
  event: StripeEvent;
  status: number;
  /** Milliseconds until the response. */
  took: number;
}

/** Milliseconds between attempts for one event. */
const pause = 2000;
const tries = 30;

/** Signs events and posts them to the site, now or on demand, in any order. Retries for a minute. */
export class StripeDelivery {
  readonly log: Delivery[] = [];
  /** Events that wait while deliveries are held. */
  waiting: StripeEvent[] = [];
  isHeld = false;
  readonly #options: { secret: string; url: () => string | null; clock: () => Date };
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: { secret: string; url: () => string | null; clock: () => Date }) {
    this.#options = options;
  }

  take(event: StripeEvent): void {
    if (this.isHeld || !this.#options.url()) this.waiting.push(event);
    else this.#start(event);
  }

  /** Delivers waiting events in the given order, once or more often. */
  async release(order: (events: StripeEvent[]) => StripeEvent[] = (events) => events): Promise<Delivery[]> {
    const events = order(this.waiting);
    this.waiting = [];
    const done: Delivery[] = [];
    for (const event of events) done.push(await this.post(event));
    return done;
  }

  /** Posts one event now, optionally with another secret or time. */
  async post(event: StripeEvent, other: { secret?: string; at?: Date } = {}): Promise<Delivery> {
    const body = JSON.stringify(event);
    const begun = performance.now();
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': this.sign(body, other) };
    const status = await fetch(this.#options.url()!, { method: 'POST', headers, body }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    const delivery = { event, status, took: performance.now() - begun };
    this.log.push(delivery);
    return delivery;
  }

  sign(body: string, other: { secret?: string; at?: Date } = {}): string {
    const time = Math.floor((other.at ?? this.#options.clock()).getTime() / 1000);
    const signature = createHmac('sha256', other.secret ?? this.#options.secret)
      .update(`${time}.${body}`)
      .digest('hex');
    return `t=${time},v1=${signature}`;
  }

  /** Resolves when all started deliveries have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(event: StripeEvent): void {
    const running = this.#insist(event).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #insist(event: StripeEvent): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const { status } = await this.post(event);
      if (status >= 200 && status < 300) return;
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }
}
