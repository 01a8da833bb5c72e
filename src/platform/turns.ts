import { AppError } from './errors.ts';

/** Bounds of places, counted in tasks or in what they weigh. */
interface Bounds {
  /** What all callers may hold together. */
  atOnce: number;
  /** What one caller may hold; `atOnce` unless given. */
  ofOne?: number;
  /** Tasks of one caller that may wait; a further one is refused. Unbounded unless given. */
  waiting?: number;
}

interface Asked {
  /** An account or an address. Without one, all tasks belong to the same caller. */
  caller?: string;
  /** Places that the task needs: one unless given. */
  weight?: number;
  /** Ends the wait, for example because the caller has left. */
  signal?: AbortSignal;
}

interface Waiter {
  weight: number;
  begin(): void;
}

/** The refusal of a caller whose places and queue are full. */
export class Busy extends AppError {
  constructor() {
    super('rate-limited', 'Você já tem muitos pedidos como este em andamento. Tente de novo em instantes.', {
      retryAfter: 5,
    });
  }
}

/**
 * Places for costly work. The next place goes to the waiting caller who holds least; equals take turns, and each caller's
 * tasks run in their order. A task that is heavier than a bound runs once nothing else counts against that bound.
 */
export class Turns {
  readonly #bounds: Required<Bounds>;
  readonly #held = new Map<string, number>();
  /** By caller; whoever was served last is at the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  #inUse = 0;

  constructor({ atOnce, ofOne = atOnce, waiting = Number.POSITIVE_INFINITY }: Bounds) {
    this.#bounds = { atOnce, ofOne, waiting };
  }

  /** Runs a task at its turn. @throws Busy, the signal's reason while it waits, or what the task throws */
  async run<T>(asked: Asked, work: () => T | Promise<T>): Promise<T> {
    const giveBack = await this.take(asked);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** Waits for a place. @returns what gives it back; safe to repeat @throws Busy, or the signal's reason while it waits */
  async take({ caller = '', weight = 1, signal }: Asked): Promise<() => void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { weight, begin: resolve };
    this.#waiting.set(caller, [...(this.#waiting.get(caller) ?? []), waiter]);
    this.#next();
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.includes(waiter) && queue.length > this.#bounds.waiting) {
      this.#remove(caller, waiter);
      throw new Busy();
    }
    const leave = () => {
      this.#remove(caller, waiter);
      reject(signal?.reason);
      this.#next();
    };
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#hold(caller, -weight);
      this.#remove(caller);
      this.#next();
    };
  }

  #fitsOne(caller: string, weight: number): boolean {
    const held = this.#held.get(caller) ?? 0;
    return held === 0 || held + weight <= this.#bounds.ofOne;
  }

  #fitsAll(weight: number): boolean {
    return this.#inUse === 0 || this.#inUse + weight <= this.#bounds.atOnce;
  }

  #hold(caller: string, weight: number): void {
    this.#inUse += weight;
    const held = (this.#held.get(caller) ?? 0) + weight;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }

  /** Takes a task out of a caller's queue, which moves behind the others; an empty one is forgotten. */
  #remove(caller: string, waiter?: Waiter): void {
    const left = this.#waiting.get(caller)?.filter((one) => one !== waiter) ?? [];
    this.#waiting.delete(caller);
    if (left.length > 0) this.#waiting.set(caller, left);
  }

  /** Nobody passes a task that waits for room of all: small ones would keep a heavy one from ever running. */
  #next(): void {
    for (;;) {
      let first: { caller: string; waiter: Waiter; held: number } | null = null;
      for (const [caller, [waiter]] of this.#waiting) {
        const held = this.#held.get(caller) ?? 0;
        if (
          waiter &&
          this.#fitsOne(caller, waiter.weight) &&
          held < (first?.held ?? Number.POSITIVE_INFINITY)
        )
          first = { caller, waiter, held };
      }
      if (!first || !this.#fitsAll(first.waiter.weight)) return;
      this.#remove(first.caller, first.waiter);
      this.#hold(first.caller, first.waiter.weight);
      first.waiter.begin();
    }
  }
}
