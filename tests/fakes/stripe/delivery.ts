import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';

/** A delivery that was tried, and what the site answered; 0: nothing. */
export interface Delivery {
  event: StripeEvent;
  status: number;
  /** Milliseconds until the answer. */
  took: number;
}

/** Milliseconds between the tries of one event. */
const pause = 2000;
const tries = 30;

/**
 * Signs events and posts them to the site, at once or when it is told to; in any order, as often as wanted. What the
 * site does not take is tried again for a minute, as Stripe does for days.
 */
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

  /** Delivers what waits: in order, or in the order that is given, once or more often. */
  async release(order: (events: StripeEvent[]) => StripeEvent[] = (events) => events): Promise<Delivery[]> {
    const events = order(this.waiting);
    this.waiting = [];
    const done: Delivery[] = [];
    for (const event of events) done.push(await this.post(event));
    return done;
  }

  /** Posts one event now, signed by its secret and time, or by others. */
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

  /** When every delivery that was begun has come to an end. */
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
