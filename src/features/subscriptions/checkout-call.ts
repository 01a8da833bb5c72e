import { underThisName } from './own-page.ts';

export type CallOutcome =
  | { ok: true; url: string }
  /** `message`: why, if a retry does not help. */
  | { ok: false; reason: 'signed-out' | 'failed'; message?: string };

/** Calls a JSON endpoint for a URL to open. Never throws. */
export async function askForPage(
  call: 'create-checkout' | 'customer-portal',
  body: object,
): Promise<CallOutcome> {
  try {
    const response = await fetch(`/functions/${call}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status === 401) return { ok: false, reason: 'signed-out' };
    const answer = (await response.json()) as { url?: unknown; error?: { message?: string } };
    if (response.ok && typeof answer.url === 'string')
      return { ok: true, url: underThisName(answer.url, window.location.origin) };
    const isLasting = [422, 503].includes(response.status) && !response.headers.has('Retry-After');
    return { ok: false, reason: 'failed', message: isLasting ? answer.error?.message : undefined };
  } catch {
    return { ok: false, reason: 'failed' };
  }
}

/** A tab opened within the click, so that no popup blocker applies; its URL follows later. */
export interface WaitingTab {
  /** Opens the URL in the new tab, or in this one when the browser blocked it. */
  open(url: string): void;
  close(): void;
}

/** Dark, so that no white page flashes. */
const waitingLook =
  'margin:0;min-height:100vh;display:grid;place-items:center;background:#0b0e14;color:#eef1f6;font:500 16px system-ui';

/** Opens the tab. Call it synchronously in the click handler. */
export function openWaitingTab(message: string): WaitingTab {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = message;
    tab.document.body.textContent = message;
    tab.document.body.style.cssText = waitingLook;
  }
  return {
    open: (url) => (tab && !tab.closed ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  };
}
