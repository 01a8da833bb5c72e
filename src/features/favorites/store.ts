import { createStore } from 'zustand/vanilla';
import { readKept, writeKept } from '#platform/kept.ts';
import { type FavoriteItem, favoriteTexts, typeOf } from './model.ts';

/** How a heart stands on this page: what was wished here wins over what the page was loaded with. */
interface Hearts {
  wished: ReadonlyMap<string, boolean>;
}

/** The hearts that were touched since the page was loaded. */
export const heartStore = createStore<Hearts>(() => ({ wished: new Map() }));

/** A heart's name; hearts of one listener say nothing about another's who signs in later. */
export const keyOf = (owner: string, { packageId, trackId }: FavoriteItem): string =>
  `${owner}:${packageId}/${trackId ?? ''}`;

/** Minutes for which a browser may use what it fetched ahead: hearts turned meanwhile are kept over a reload. */
const aheadMinutes = 6;
const keptName = 'sonoteca-coracoes';

/**
 * Brings back the hearts that were turned in this browser a moment ago, follows those that are turned in other tabs, and
 * sees to it that none is lost when the page is left; called once, in the browser.
 */
export function recallHearts(): void {
  globalThis.addEventListener?.('pagehide', sendWaiting);
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === keptName) showKept();
  });
  showKept();
}

/** Shows what the site is known to hold; a heart that is being turned here waits for its own answer. */
function showKept(): void {
  const kept = freshlyKept().filter(({ key }) => !work.has(key));
  if (kept.length === 0) return;
  const known = kept.map(({ key, on }) => [key, on] as const);
  heartStore.setState(({ wished }) => ({ wished: new Map([...wished, ...known]) }));
}

interface KeptHeart {
  key: string;
  on: boolean;
  at: number;
}

function freshlyKept(): KeptHeart[] {
  try {
    const kept: unknown = JSON.parse(readKept(keptName) ?? '[]');
    const isFresh = (one?: KeptHeart) =>
      typeof one?.key === 'string' && Date.now() - one.at < aheadMinutes * 60_000;
    return Array.isArray(kept) ? kept.filter(isFresh) : [];
  } catch {
    return [];
  }
}

/** Without storage a reload within minutes may show what was fetched ahead, and other tabs do not follow. */
function keep(key: string, on: boolean): void {
  const others = freshlyKept().filter((one) => one.key !== key);
  writeKept(keptName, JSON.stringify([...others, { key, on, at: Date.now() }].slice(-200)));
}

/** What a click came to, for the toast. */
export type HeartOutcome =
  | { kind: 'saved' | 'removed' | 'refused' | 'sign-in' | 'no-plan' }
  /** Another click came before the answer: its outcome counts. */
  | { kind: 'overtaken' };

/** What the site is known to hold of a heart whose calls are under way. */
interface Work {
  stored: boolean;
  running: Promise<HeartOutcome>;
}

const work = new Map<string, Work>();

interface Wish {
  item: FavoriteItem;
  on: boolean;
}

/** Wishes that wait until an earlier call of the same heart is answered. */
const waiting = new Map<string, Wish>();

/** The page is left: nobody will wait any more, the calls go out now. */
function sendWaiting(): void {
  for (const [key, { item, on }] of waiting) {
    void call(item, on);
    keep(key, on);
  }
}

function show(key: string, on: boolean): void {
  heartStore.setState(({ wished }) => ({ wished: new Map(wished).set(key, on) }));
}

/**
 * Turns a heart at once and tells the site; a refusal turns it back (FAV-08, A-98). Clicks on one heart go to the
 * site one after the other, and only the last wish of those that wait.
 * @param key from keyOf
 * @param stored how the heart stood before, as far as the page knows
 */
export async function setHeart(
  key: string,
  item: FavoriteItem,
  on: boolean,
  stored: boolean,
): Promise<HeartOutcome> {
  show(key, on);
  const before = work.get(key);
  const task: Work = { stored, running: Promise.resolve({ kind: 'overtaken' }) };
  work.set(key, task);
  task.running = (async (): Promise<HeartOutcome> => {
    if (before) {
      const wish: Wish = { item, on };
      waiting.set(key, wish);
      await before.running;
      if (waiting.get(key) === wish) waiting.delete(key);
      task.stored = before.stored;
    }
    if (work.get(key) !== task) return { kind: 'overtaken' };
    if (task.stored === on) return { kind: on ? 'saved' : 'removed' };
    const outcome = await call(item, on);
    if (outcome.kind === 'saved' || outcome.kind === 'removed') {
      task.stored = on;
      keep(key, on);
    } else if (work.get(key) === task) show(key, task.stored);
    return outcome;
  })();
  const outcome = await task.running;
  if (work.get(key) !== task) return { kind: 'overtaken' };
  work.delete(key);
  return outcome;
}

async function call({ packageId, trackId }: FavoriteItem, on: boolean): Promise<HeartOutcome> {
  const answer = await fetch('/functions/favorites', {
    method: on ? 'POST' : 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: packageId, track_id: trackId }),
    keepalive: true,
  }).catch(() => null);
  if (answer?.ok) return { kind: on ? 'saved' : 'removed' };
  if (answer?.status === 401) return { kind: 'sign-in' };
  return { kind: answer?.status === 403 ? 'no-plan' : 'refused' };
}

/** The toast of an outcome; null says nothing. */
export function toastOf(
  outcome: HeartOutcome,
  item: FavoriteItem,
  on: boolean,
): { title: string; description?: string; tone?: 'success' | 'error' } | null {
  const type = typeOf(item);
  if (outcome.kind === 'saved') return { title: favoriteTexts.added[type], tone: 'success' };
  if (outcome.kind === 'removed') return { title: favoriteTexts.removed };
  if (outcome.kind === 'sign-in') {
    return { title: favoriteTexts.signIn, description: favoriteTexts.signInFor[type], tone: 'error' };
  }
  if (outcome.kind === 'overtaken') return null;
  const texts = on ? favoriteTexts.notAdded : favoriteTexts.notRemoved;
  return { title: favoriteTexts.error, description: texts[type], tone: 'error' };
}
