import { createStore } from 'zustand/vanilla';

interface SessionEnd {
  /** 'Sua sessão terminou' is shown. */
  isTold: boolean;
  /** All refused submissions are repeated after the sign-in, without a click. */
  goesOn: boolean;
}

export const sessionEnd = createStore<SessionEnd>(() => ({ isTold: false, goesOn: true }));

/** Whether a user is signed in on this page, so that a session can end. */
let isSomebodys = false;
/** Whether the end was reported since the session began. */
let isKnown = false;
/** Submissions waiting for the person; called with whether they are signed in again. */
let waiting: ((isBack: boolean) => void)[] = [];
let signInTab: Window | null = null;

function settle(isBack: boolean): void {
  const told = waiting;
  waiting = [];
  sessionEnd.setState({ isTold: false, goesOn: true });
  for (const tell of told) tell(isBack);
}

/** Sets the page's user: null for a visitor, whose session cannot end. */
export function watchSession(userId: string | null): void {
  isSomebodys = userId !== null;
}

/**
 * Reports an ended session. @param goesOn whether the caller repeats its call after the sign-in @returns true once the
 * person is signed in again, false when they decline
 */
export function tellSessionEnd({ goesOn = true } = {}): Promise<boolean> {
  if (!isSomebodys) return Promise.resolve(false);
  isKnown = true;
  sessionEnd.setState((before) => ({ isTold: true, goesOn: before.goesOn && goesOn }));
  return new Promise((resolve) => waiting.push(resolve));
}

/** The same for polling requests: reports only once. */
export function tellSessionEndOnce(): void {
  if (!isKnown) void tellSessionEnd({ goesOn: false });
}

/** The person continues without a session. */
export const putOffSignIn = (): void => settle(false);

/**
 * The person is signed in again, in any tab. @returns whether everything is repeated automatically; null if no end was
 * reported
 */
export function sessionIsBack(): 'sent' | 'ready' | null {
  const { isTold, goesOn } = sessionEnd.getState();
  const outcome = isTold && goesOn ? 'sent' : 'ready';
  const wasTold = isKnown;
  isKnown = false;
  signInTab?.close();
  signInTab = null;
  settle(true);
  return wasTold ? outcome : null;
}

/** Opens the sign-in in another tab. @returns whether the browser allowed it */
export function openSignIn(address: string): boolean {
  signInTab = window.open(address, '_blank');
  return signInTab !== null;
}
