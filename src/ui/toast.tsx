import { type ComponentType, useEffect, useState } from 'react';

export type ToastTone = 'default' | 'success' | 'error' | 'progress';

/** A message in the corner. The same `id` again changes the message in its place. */
export interface ToastRequest {
  title: string;
  description?: string;
  tone?: ToastTone;
  id?: string;
  /** With `progress`: how much is done, 0 to 100; unknown when left out. */
  value?: number;
  /** One thing that can be done about it. */
  action?: { label: string; onSelect: () => void };
}

export type ToastOrder =
  | { kind: 'show'; toast: ToastRequest & { id: string } }
  | { kind: 'dismiss'; id: string };

type Deck = (order: ToastOrder) => void;

let deck: Deck | null = null;
let load: (() => void) | null = null;
const waiting: ToastOrder[] = [];
let count = 0;

function order(next: ToastOrder) {
  if (deck) return deck(next);
  waiting.push(next);
  load?.();
}

/** Shows a message and returns its id. Messages stay at least 5 s (A11-02); `progress` stays until it is changed. */
export function toast(request: ToastRequest): string {
  count += 1;
  const id = request.id ?? `aviso-${count}`;
  order({ kind: 'show', toast: { ...request, id } });
  return id;
}

/** Takes a message away. */
export const dismissToast = (id: string): void => order({ kind: 'dismiss', id });

/** The deck is on the page: it takes what waited and, from now on, everything at once. */
export function openDeck(next: Deck): () => void {
  deck = next;
  for (const one of waiting.splice(0)) next(one);
  return () => {
    deck = null;
  };
}

/** The place of the messages; once, in the document. Its weight is loaded with the first message or when the page rests. */
export function Toaster() {
  const [View, setView] = useState<ComponentType | null>(null);
  useEffect(() => {
    let asked = false;
    load = () => {
      if (asked) return;
      asked = true;
      import('./toast-deck.tsx').then(
        (module) => setView(() => module.ToastDeck),
        () => {
          asked = false;
        },
      );
    };
    if (waiting.length > 0) load();
    const warm = () => load?.();
    const options = { once: true, passive: true } as const;
    window.addEventListener('pointerdown', warm, options);
    window.addEventListener('keydown', warm, options);
    return () => {
      load = null;
      window.removeEventListener('pointerdown', warm);
      window.removeEventListener('keydown', warm);
    };
  }, []);
  return View ? <View /> : null;
}
