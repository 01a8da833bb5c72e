import { createStore } from 'zustand/vanilla';

/** How the session of this tab stands, as far as the tab knows. */
interface SessionEnd {
  /** 'Sua sessão terminou' is on the screen. */
  isTold: boolean;
}

export const sessionEnd = createStore<SessionEnd>(() => ({ isTold: false }));

/** Whether this tab's page is somebody's, so that there is a session to end. */
let isSomebodys = false;
/** Whether the end was told since the session began. */
let isKnown = false;
/** Those who have something to send once more; told whether the person is signed in again. */
let waiting: ((isBack: boolean) => void)[] = [];
/** The tab in which the person signs in again. */
let signInTab: Window | null = null;

function settle(isBack: boolean): void {
  const told = waiting;
  waiting = [];
  sessionEnd.setState({ isTold: false });
  for (const tell of told) tell(isBack);
}

/** Says whose the page is: null for a visitor's, of which no end is told. */
export function watchSession(userId: string | null): void {
  isSomebodys = userId !== null;
}

/**
 * Tells that the session ended before something could be sent. The page stays as it is.
 * @returns true once the person has signed in again, false when he puts it off or nobody was signed in
 */
export function tellSessionEnd(): Promise<boolean> {
  if (!isSomebodys) return Promise.resolve(false);
  isKnown = true;
  sessionEnd.setState({ isTold: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** The same for what a page asks for by itself, again and again: once is enough. */
export function tellSessionEndOnce(): void {
  if (!isKnown) void tellSessionEnd();
}

/** The person goes on without a session for now. */
export const putOffSignIn = (): void => settle(false);

/** The person is signed in again, in whichever tab. @returns whether he had been told of an end */
export function sessionIsBack(): boolean {
  const wasTold = isKnown;
  isKnown = false;
  signInTab?.close();
  signInTab = null;
  settle(true);
  return wasTold;
}

/** Opens the sign-in beside this page. @returns whether the browser let it */
export function openSignIn(address: string): boolean {
  signInTab = window.open(address, '_blank');
  return signInTab !== null;
}
