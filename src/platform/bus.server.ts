import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Logger } from './log.server.ts';

const channel = 'sonoteca';

/** What processes tell each other: data of this topic have changed. */
export type Topic = 'viewer' | 'favorites' | 'catalog' | 'content' | 'notifications' | 'projects' | 'zip';

type Listener = (key: string) => void;

/** Milliseconds between two health checks of the connection, and the timeout of each. */
const usualPulse = { every: 10_000, patience: 5_000 };

/**
 * Tells every process, this one first, to drop what it caches under a topic. Uses PostgreSQL's LISTEN/NOTIFY; after a
 * lost connection each listener gets '*' (everything). A health check finds connections that died silently.
 */
export class Bus {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #listeners = new Map<Topic, Set<Listener>>();
  readonly #connectionString: string;
  #client: Client | null = null;
  #stopped = false;
  #retry: NodeJS.Timeout | null = null;
  readonly #pulse: typeof usualPulse;

  constructor(pool: Pool, connectionString: string, log: Logger, pulse = usualPulse) {
    this.#pulse = pulse;
    this.#pool = pool;
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** Calls `listener` with a key, or with '*' for everything. Returns the unsubscribe function. */
  on(topic: Topic, listener: Listener): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  /** Tells all processes: this one before the call returns, the others milliseconds later. */
  async publish(topic: Topic, key = '*'): Promise<void> {
    this.#deliver(topic, key);
    await this.#pool.query('select pg_notify($1, $2)', [channel, JSON.stringify([topic, key])]);
  }

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: this.#pulse.patience,
      query_timeout: this.#pulse.patience,
      keepAlive: true,
    });
    this.#client = client;
    client.on('notification', (message) => {
      const [topic, key] = JSON.parse(message.payload ?? '[]') as [Topic, string];
      this.#deliver(topic, key);
    });
    client.on('error', () => {});
    client.on('end', () => this.#reconnect(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#forgetAll();
      this.#feelPulse(client);
    } catch (error) {
      this.#log.warn({ err: error }, 'sem canal de avisos entre processos; nova tentativa em 1 s');
      this.#giveUp(client);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    const ended = this.#client?.end().catch(() => {});
    await Promise.race([ended, pause(this.#pulse.patience, undefined, { ref: false })]);
  }

  #feelPulse(client: Client): void {
    const timer = setTimeout(() => {
      if (this.#stopped || this.#client !== client) return;
      client.query('select 1').then(
        () => this.#feelPulse(client),
        (error: unknown) => {
          if (this.#stopped || this.#client !== client) return;
          this.#log.warn({ err: error }, 'o canal de avisos entre processos emudeceu');
          this.#giveUp(client);
        },
      );
    }, this.#pulse.every);
    timer.unref();
  }

  /** A dead connection may never close by itself, so nothing waits for it. */
  #giveUp(client: Client): void {
    this.#reconnect(client);
    void client.end().catch(() => {});
  }

  #reconnect(lost: Client): void {
    if (this.#stopped || this.#client !== lost) return;
    this.#forgetAll();
    this.#client = null;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.start();
    }, 1000);
  }

  #forgetAll(): void {
    for (const topic of this.#listeners.keys()) this.#deliver(topic, '*');
  }

  #deliver(topic: Topic, key: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(key);
  }
}
