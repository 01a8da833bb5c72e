import { type ComponentType, useState } from 'react';
import { causeOf } from '#platform/failed-call.ts';
import { toast } from './toast-store.ts';

interface Fetched<Props> {
  /** null until its code is here. */
  View: ComponentType<Props> | null;
  /** Fetches the code for a pointer or the focus that comes near. */
  ahead: () => void;
  /** Fetches the code, then runs `onHere`. Says why nothing opens if it does not come; the next use tries again. */
  use: (onHere?: () => void) => void;
}

/**
 * A part that only few visits open, so that its code is fetched with the first use of its button.
 * @param load the same function at each render @param notOpened title of the message when the code does not come
 */
export function useFetched<Props>(
  load: () => Promise<ComponentType<Props>>,
  notOpened: string,
): Fetched<Props> {
  const [View, setView] = useState<ComponentType<Props> | null>(null);
  return {
    View,
    ahead: () => void load().catch(() => {}),
    use: (onHere) =>
      void load().then(
        (component) => {
          setView(() => component);
          onHere?.();
        },
        () => toast({ id: notOpened, title: notOpened, description: causeOf(0), tone: 'error' }),
      ),
  };
}
