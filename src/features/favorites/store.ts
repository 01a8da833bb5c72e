import { createStore } from 'zustand/vanilla';
import { readKept, writeKept } from '#platform/kept.ts';
import { type FavoriteItem, favoriteTexts, typeOf } from './model.ts';

/** Optimistic state: clicks on this page override the loaded favourites. */
interface Hearts {
  wished: ReadonlyMap<string, boolean>;
  /** Grows whenever the site may have stored a change, of this tab or another: a list read before does not have it. */
  changes: number;
}

export const heartStore = createStore<Hearts>(() => ({ wished: new Map(), changes: 0 }));

/** Key of a heart; contains the user, because another may sign in later in the same browser. */
export const keyOf = (owner: string, { packageId, trackId }: FavoriteItem): string =>
  `${owner}:${packageId}/${trackId ?? ''}`;

/** Minutes for which a browser may reuse prefetched data: changed hearts are stored at least this long. */
const aheadMinutes = 6;
const keptName = 'sonoteca-coracoes';

/**
 * Restores recently changed hearts, follows other tabs, sends pending changes on close, and again those of the last
 * page. Call once. @param owner who is signed in; empty without a session
 */
export function recallHearts(owner: string): void {
  globalThis.addEventListener?.('pagehide', sendWaiting);
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === keptName) showKept();
  });
  showKept();
  for (const { key, on, unsure } of freshlyKept())
    if (unsure && key === keyOf(owner, unsure)) void setHeart(key, unsure, on, !on);
}

/** Shows the stored state; a heart with a request in flight keeps its own. */
function showKept(): void {
  const kept = freshlyKept().filter(({ key }) => !work.has(key));
  if (kept.length === 0) return;
  const known = kept.map(({ key, on }) => [key, on] as const);
  heartStore.setState(({ wished, changes }) => ({
    wished: new Map([...wished, ...known]),
    changes: changes + 1,
  }));
}

interface KeptHeart {
  key: string;
  on: boolean;
  at: number;
  /** Set until its page knows what the site has; the next page sends it again. */
  unsure?: FavoriteItem;
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

/** Without storage, a reload within minutes may show stale prefetched data, and other tabs do not follow. */
function keep(key: string, on: boolean, unsure?: FavoriteItem): void {
  const others = freshlyKept().filter((one) => one.key !== key);
  const kept: KeptHeart = { key, on, at: Date.now(), unsure };
  writeKept(keptName, JSON.stringify([...others, kept].slice(-200)));
}

export type HeartOutcome =
  | { kind: 'saved' | 'removed' | 'refused' | 'sign-in' | 'no-plan' }
  /** A later click superseded this one; its outcome counts. */
  | { kind: 'overtaken' };

/** The last click on a heart whose state is not confirmed yet. */
interface Work {
  item: FavoriteItem;
  on: boolean;
  /** What the site has, as far as it is known. */
  stored: boolean;
  /** False while it waits for an earlier request. */
  isSent: boolean;
  running: Promise<HeartOutcome>;
}

const work = new Map<string, Work>();

/** The page is being closed: sends what waits. */
function sendWaiting(): void {
  for (const { item, on, isSent } of work.values()) if (!isSent) void call(item, on);
}

function show(key: string, on: boolean): void {
  heartStore.setState(({ wished }) => ({ wished: new Map(wished).set(key, on) }));
}

/**
 * Toggles a heart optimistically; a refusal reverts it (FAV-08, A-98). Requests for one heart run one after the other,
 * and only the last queued change is sent. @param key from keyOf @param stored the state before, as far as the page
 * knows
 */
export async function setHeart(
  key: string,
  item: FavoriteItem,
  on: boolean,
  stored: boolean,
): Promise<HeartOutcome> {
  show(key, on);
  keep(key, on, item);
  const before = work.get(key);
  const running = Promise.resolve<HeartOutcome>({ kind: 'overtaken' });
  const task: Work = { item, on, stored, isSent: false, running };
  work.set(key, task);
  task.running = (async (): Promise<HeartOutcome> => {
    if (before) {
      await before.running;
      task.stored = before.stored;
    }
    if (work.get(key) !== task) return { kind: 'overtaken' };
    if (task.stored === on) return { kind: on ? 'saved' : 'removed' };
    task.isSent = true;
    const outcome = await call(item, on);
    if (outcome.kind === 'saved' || outcome.kind === 'removed') {
      task.stored = on;
      heartStore.setState(({ changes }) => ({ changes: changes + 1 }));
    } else if (work.get(key) === task) show(key, task.stored);
    return outcome;
  })();
  const outcome = await task.running;
  if (work.get(key) !== task) return { kind: 'overtaken' };
  work.delete(key);
  // In a task of its own: when a page is left its requests fail at once, though the site may take them.
  setTimeout(() => work.has(key) || keep(key, task.stored));
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

/** The toast of an outcome; null shows none. @param name of the track or package, said when it went well */
export function toastOf(
  outcome: HeartOutcome,
  item: FavoriteItem,
  on: boolean,
  name?: string,
): { title: string; description?: string; tone?: 'success' | 'error' } | null {
  const type = typeOf(item);
  if (outcome.kind === 'saved')
    return { title: favoriteTexts.added[type], description: name, tone: 'success' };
  if (outcome.kind === 'removed') return { title: favoriteTexts.removed, description: name };
  if (outcome.kind === 'sign-in') {
    return { title: favoriteTexts.signIn, description: favoriteTexts.signInFor[type], tone: 'error' };
  }
  if (outcome.kind === 'overtaken') return null;
  const texts = on ? favoriteTexts.notAdded : favoriteTexts.notRemoved;
  return { title: favoriteTexts.error, description: texts[type], tone: 'error' };
}
