import Headphones from 'lucide-react/icons/headphones';
import { useRef, useState } from 'react';
import { useShortcut } from '#features/player/components/use-shortcut.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { DeskList } from '../model.ts';

const loadDesk = () => import('./desk.tsx').then((module) => module.Desk);

interface DeskButtonProps {
  /** Makes the list, each time the desk opens. */
  list: () => DeskList;
  className?: string;
}

/** Opens the listening desk over a list of tracks, also by M; only for those who may listen. Fetched when first used. */
export function DeskButton({ list, className }: DeskButtonProps) {
  const [shown, setShown] = useState<DeskList | null>(null);
  const { View, ahead, use } = useFetched(loadDesk, 'A mesa de escuta não abriu');
  const opener = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    const focused = document.activeElement;
    opener.current = focused instanceof HTMLElement && focused !== document.body ? focused : button.current;
    use(() => setShown(list()));
  };
  useShortcut('m', 'Abrir a mesa de escuta', open);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-keyshortcuts="M"
        onPointerEnter={ahead}
        onClick={open}
        className={cx('px-3! md:px-4!', className)}
      >
        <Headphones aria-hidden="true" />
        <span className="max-md:sr-only">Mesa de escuta</span>
      </Button>
      {View && shown ? (
        <View
          list={shown}
          onClose={() => setShown(null)}
          // A list that was drawn anew has lost what had the focus.
          giveBack={() => (opener.current?.isConnected ? opener : button).current?.focus()}
        />
      ) : null}
    </>
  );
}
