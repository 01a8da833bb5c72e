import Command from 'lucide-react/icons/command';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { Button } from '#ui/button.tsx';

/** Fetched when it is first opened. */
const load = () => import('./palette.tsx').then((module) => ({ default: module.Palette }));
const Palette = lazy(load);

/** Asks the mounted palette to open. */
const openEvent = 'sonoteca:palette';

const nothing = () => () => {};
const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Keys that write text. They would reach the page while the field is still loading. */
const isWritten = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Backspace' || key === 'Enter');

function withKey(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  return key === 'Enter' ? text : text + key;
}

/** The keys that open the palette, as this computer names them; the server cannot know. */
const useKeyName = (): string => (useSyncExternalStore(nothing, isMac, () => false) ? '⌘ K' : 'Ctrl K');

/** Opens the command palette by Ctrl or ⌘ K, also from within a field. */
export function PaletteKey({ owner }: { owner: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  /** What is typed between the key and the field; null: nothing is waited for. */
  const ahead = useRef<string | null>(null);
  const keyName = useKeyName();
  // For the list of shortcuts only: the listener below sees the key inside fields too.
  useShortcut(keyName, 'Ir para uma página, um pacote ou uma ação', () => {});
  useEffect(() => {
    const open = () => {
      // Offline the code does not come: nothing opens, and the next key tries again.
      load().then(
        () => {
          setWanted(true);
          setOpen(true);
        },
        () => {
          ahead.current = null;
        },
      );
    };
    const onKey = (event: KeyboardEvent) => {
      if (ahead.current !== null && isWritten(event)) {
        event.preventDefault();
        event.stopPropagation();
        ahead.current = withKey(ahead.current, event.key);
        return;
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.isComposing || event.repeat) return;
      event.preventDefault();
      const another = document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"]');
      if (another) return;
      ahead.current = '';
      open();
    };
    // Before the keys of the page and of the player.
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener(openEvent, open);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener(openEvent, open);
    };
  }, []);
  const takeAhead = useCallback(() => {
    const text = ahead.current ?? '';
    ahead.current = null;
    return text;
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Palette owner={owner} isOpen={isOpen} onOpenChange={setOpen} takeAhead={takeAhead} />
    </Suspense>
  );
}

/** Opens the palette as soon as its code is loaded. */
export const openPalette = (): void => void window.dispatchEvent(new Event(openEvent));

const fetchAhead = () => void load().catch(() => {});

/** Opens the palette from inside a search box, by its keys' name. */
export function PaletteHint() {
  const keyName = useKeyName();
  return (
    <button
      type="button"
      aria-label={`${keyName}: ir para uma página ou ação`}
      title="Ir para…"
      onPointerEnter={fetchAhead}
      onClick={openPalette}
      className="absolute top-1/2 right-1.5 grid min-h-7 min-w-7 -translate-y-1/2 place-items-center rounded-xs bg-fg/8 px-1.5 font-sans text-xs text-muted transition hover:bg-fg/12 hover:text-fg"
    >
      <Command aria-hidden="true" className="size-3.5 lg:hidden" />
      <span className="max-lg:hidden">{keyName}</span>
    </button>
  );
}

/** Opens the palette where the bar has no search. */
export function PaletteButton() {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="max-md:hidden"
      onPointerEnter={fetchAhead}
      onClick={openPalette}
    >
      <Command aria-hidden="true" />
      Ir para…
      <kbd className="rounded-xs bg-fg/8 px-1.5 py-0.5 font-sans text-xs text-muted max-lg:hidden">
        {useKeyName()}
      </kbd>
    </Button>
  );
}
