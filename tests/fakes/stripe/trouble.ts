/** Injected failures. */
export interface Trouble {
  /**
   * `error`: 503 for every call; `drop`: the connection breaks; `silent`: no response; `key`: the API key is rejected.
   */
  down: 'no' | 'error' | 'drop' | 'silent' | 'key';
  /** Latency of every call in milliseconds. */
  latency: number | (() => number);
  /** Delays a response after its content was computed, so that it may be stale on arrival. */
  onTheWay: (() => Promise<unknown>) | null;
}
