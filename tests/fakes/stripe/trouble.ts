/** Injected failures. */
export interface Trouble {
  /** `error`: 503 for every call; `drop`: broken connection; `silent`: no response; `key`: rejected key. */
  down: 'no' | 'error' | 'drop' | 'silent' | 'key';
  /** Latency of every call in milliseconds. */
  latency: number | (() => number);
  /** Delays a response after its content was computed, so that it may be stale on arrival. */
  onTheWay: (() => Promise<unknown>) | null;
}
