import { createStore } from 'zustand/vanilla';

interface SessionEnd {
  /** 'Sua sessão terminou' is shown. */
  isTold: boolean;
}

export const sessionEnd = createStore<SessionEnd>(() => ({ isTold: false }));

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
  sessionEnd.setState({ isTold: false });
  for (const tell of told) tell(isBack);
}

/** Sets the page's user: null for a visitor, whose session cannot end. */
export function watchSession(userId: string | null): void {
  isSomebodys = userId !== null;
}

/** Reports an ended session. @returns true once the person is signed in again, false when they decline */
export function tellSessionEnd(): Promise<boolean> {
  if (!isSomebodys) return Promise.resolve(false);
  isKnown = true;
  sessionEnd.setState({ isTold: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** The same for polling requests: reports only once. */
export function tellSessionEndOnce(): void {
  if (!isKnown) void tellSessionEnd();
}

/** The person continues without a session. */
export const putOffSignIn = (): void => settle(false);

/** The person is signed in again, in any tab. @returns whether an end was reported before */
export function sessionIsBack(): boolean {
  const wasTold = isKnown;
  isKnown = false;
  signInTab?.close();
  signInTab = null;
  settle(true);
  return wasTold;
}

/** Opens the sign-in in another tab. @returns whether the browser allowed it */
export function openSignIn(address: string): boolean {
  signInTab = window.open(address, '_blank');
  return signInTab !== null;
}
