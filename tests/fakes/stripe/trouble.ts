/** How the stand-in misbehaves. */
export interface Trouble {
  /** `error`: 503 for every call; `drop`: the connection breaks; `silent`: no answer ever; `key`: the key is refused. */
  down: 'no' | 'error' | 'drop' | 'silent' | 'key';
  /** Milliseconds that every call of the interface takes, or each one anew. */
  latency: number | (() => number);
  /** What an answer waits for on its way: what it tells may be old when it arrives. */
  onTheWay: (() => Promise<unknown>) | null;
}
