import { useCallback, useEffect, useState } from 'react';
import { isPaidPlan } from '#features/plans/plans.ts';
import type { SubscriptionCheck } from '../model.ts';
import { announceSubscription } from '../store.ts';

/** Milliseconds: first poll, interval, and timeout (specification, section 9; A-40). */
const firstLook = 2000;
const nextLook = 2500;
const giveUp = 60_000;

/** `updating`: not polled yet. `waiting`: nothing yet. `pending`: unpaid boleto or Pix. `unknown`: timed out. */
export type Confirmation = 'updating' | 'waiting' | 'pending' | 'confirmed' | 'unknown';

/** Polls check-subscription for at most a minute; `again` restarts it. It cannot grant anything (PAY-02). */
export function useConfirmation(): { state: Confirmation; again: () => void } {
  const [state, setState] = useState<Confirmation>('updating');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts over
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const end = Date.now() + giveUp;

    async function look() {
      const check = await askCheck(leaving.signal);
      if (leaving.signal.aborted) return;
      if (check && isOpen(check)) {
        setState('confirmed');
        announceSubscription();
        return;
      }
      const over = Date.now() >= end;
      setState(check?.payment_pending ? 'pending' : over ? 'unknown' : 'waiting');
      if (!over) timer = setTimeout(look, nextLook);
    }

    timer = setTimeout(look, firstLook);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [round]);

  const again = useCallback(() => {
    setState('updating');
    setRound((before) => before + 1);
  }, []);
  return { state, again };
}

/** An open plan of their own; the role of administrator is no purchase. */
const isOpen = (check: SubscriptionCheck): boolean =>
  check.subscribed && check.status === 'active' && isPaidPlan(check.plan_type ?? '');

/** Null when the call failed; the next poll may succeed. */
async function askCheck(signal: AbortSignal): Promise<SubscriptionCheck | null> {
  try {
    const response = await fetch('/functions/check-subscription', { method: 'POST', signal });
    return response.ok ? ((await response.json()) as SubscriptionCheck) : null;
  } catch {
    return null;
  }
}
