import { startTransition, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { toast } from '#ui/toast.tsx';
import { QueueRefused, queueOf } from '../queues.ts';
import { player, useIsCurrent, usePlayStatus } from '../store.ts';
import { PlayButtonFace } from './play-button.tsx';

interface CardPlayButtonProps {
  packageId: string;
  title: string;
  trackCount: number;
  size?: 'sm' | 'md' | 'lg';
  variant?: 'solid' | 'quiet';
  className?: string;
}

/**
 * Play on a package's card. Prefetches the tracks on hover or touch; a click starts the first one and opens the mini
 * player, or pauses and resumes the current package. A package without audio opens its page (CAT-20, CAT-21, CAT-22);
 * without a plan the listener goes to the plans.
 */
export function CardPlayButton({ packageId, title, trackCount, ...look }: CardPlayButtonProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const isCurrent = useIsCurrent(packageId);
  const status = usePlayStatus(packageId);
  const [isFetching, setFetching] = useState(false);

  async function play() {
    if (isCurrent) return player.toggle();
    if (trackCount === 0) return navigate(`/package/${packageId}`);
    // As a transition it is drawn only when the tracks have to be awaited.
    startTransition(() => setFetching(true));
    try {
      const queue = await queueOf(packageId);
      if (queue.tracks.length === 0) return navigate(`/package/${packageId}`);
      player.playPackage(queue);
    } catch (error) {
      const answer = error instanceof QueueRefused ? error.status : 0;
      if (answer === 401) return navigate(signInAddress(location));
      if (answer === 403) return navigate('/#planos');
      console.warn('O pacote não tocou:', packageId, error);
      toast({ title: 'Erro ao carregar arquivos', tone: 'error' });
    } finally {
      startTransition(() => setFetching(false));
    }
  }

  const expect = () => {
    if (isCurrent || trackCount === 0) return;
    import('./mini-player.tsx').catch(() => {});
    queueOf(packageId).then(
      ({ tracks }) => tracks[0] && player.prepare(tracks[0].id),
      () => {},
    );
  };

  return (
    <PlayButtonFace
      {...look}
      name={title}
      status={isFetching ? 'loading' : status}
      onExpect={expect}
      onPlay={() => void play()}
    />
  );
}
