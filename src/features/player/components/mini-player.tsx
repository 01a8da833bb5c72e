import { useMedia } from '#ui/use-media.ts';
import { dockBelow } from '../placement.ts';
import { usePlayer } from '../store.ts';
import { MiniCard } from './mini-card.tsx';
import { MiniDock } from './mini-dock.tsx';
import { useCurrent } from './mini-parts.tsx';
import { MiniPill } from './mini-pill.tsx';

const narrow = `(width < ${dockBelow}px)`;
/** As `short:` in app.css. */
const short = '(width < 48rem) and (height < 30rem)';

/** The floating mini player, docked on phones; playback.ts decides whether it is visible. */
export function MiniPlayer() {
  const isDocked = useMedia(narrow);
  const isShort = useMedia(short);
  const isMinimised = usePlayer((state) => state.minimised) || isShort;
  const current = useCurrent();
  if (!current) return null;
  if (isDocked) return <MiniDock {...current} isMinimised={isMinimised} />;
  return isMinimised ? <MiniPill {...current} /> : <MiniCard {...current} />;
}
