import { useCallback, useEffect, useState } from 'react';
import { isPaidPlan } from '#features/plans/plans.ts';
import type { SubscriptionCheck } from '../model.ts';
import { announceSubscription } from '../store.ts';

/** Wait before the first look, between looks, and until giving up, in milliseconds (specification, section 9; A-40). */
const firstLook = 2000;
const nextLook = 2500;
const giveUp = 60_000;

/**
 * `updating`: not looked yet. `waiting`: looked, nothing there yet. `pending`: a boleto or Pix waits to be paid.
 * `confirmed`: the subscription is open. `unknown`: a minute has passed.
 */
export type Confirmation = 'updating' | 'waiting' | 'pending' | 'confirmed' | 'unknown';

/**
 * Asks check-subscription until the provider's event has been settled, for a minute at most. It only looks:
 * nothing on this page can grant anything (PAY-02). `again` starts over.
 */
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

/** A plan of one's own that is open; an administrator's role alone is no purchase. */
const isOpen = (check: SubscriptionCheck): boolean =>
  check.subscribed && check.status === 'active' && isPaidPlan(check.plan_type ?? '');

/** Null when the call did not come through: the next look may. */
async function askCheck(signal: AbortSignal): Promise<SubscriptionCheck | null> {
  try {
    const response = await fetch('/functions/check-subscription', { method: 'POST', signal });
    return response.ok ? ((await response.json()) as SubscriptionCheck) : null;
  } catch {
    return null;
  }
}
