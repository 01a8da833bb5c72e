import Headphones from 'lucide-react/icons/headphones';
import { useRef, useState } from 'react';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { causeOf } from '#platform/failed-call.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { toast } from '#ui/toast.tsx';
import type { DeskList } from '../model.ts';
import type { Desk } from './desk.tsx';

const loadDesk = () => import('./desk.tsx').then((module) => module.Desk);

interface DeskButtonProps {
  /** Makes the list, each time the desk opens. */
  list: () => DeskList;
  className?: string;
}

/** Opens the listening desk over a list of tracks, also by M; only for those who may listen. Fetched when first used. */
export function DeskButton({ list, className }: DeskButtonProps) {
  const [shown, setShown] = useState<{ View: typeof Desk; list: DeskList } | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    const focused = document.activeElement;
    opener.current = focused instanceof HTMLElement && focused !== document.body ? focused : button.current;
    loadDesk().then(
      (View) => setShown({ View, list: list() }),
      () =>
        toast({ id: 'mesa', title: 'A mesa de escuta não abriu', description: causeOf(0), tone: 'error' }),
    );
  };
  useShortcut('m', 'Abrir a mesa de escuta', open);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-keyshortcuts="M"
        onPointerEnter={() => void loadDesk().catch(() => {})}
        onClick={open}
        className={cx('px-3! md:px-4!', className)}
      >
        <Headphones aria-hidden="true" />
        <span className="max-md:sr-only">Mesa de escuta</span>
      </Button>
      {shown ? (
        <shown.View
          list={shown.list}
          onClose={() => setShown(null)}
          // A list that was drawn anew has lost what had the focus.
          giveBack={() => (opener.current?.isConnected ? opener : button).current?.focus()}
        />
      ) : null}
    </>
  );
}
