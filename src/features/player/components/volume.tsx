import Volume1 from 'lucide-react/icons/volume-1';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { Slider } from '#ui/slider.tsx';
import { player, usePlayer } from '../store.ts';
import { Control } from './transport.tsx';
import { useVolumeWorks } from './use-volume-works.ts';

/** Mute and the volume slider, 0 to 1 in steps of 0.1 (PLY-08); the slider only where the device obeys it. */
export function Volume({ buttonClass, sliderClass }: { buttonClass: string; sliderClass: string }) {
  const volume = usePlayer((state) => state.volume);
  const isSilent = usePlayer((state) => state.muted || state.volume === 0);
  const works = useVolumeWorks();
  const Icon = isSilent ? VolumeX : volume > 0.5 ? Volume2 : Volume1;
  return (
    <>
      <Control
        label={isSilent ? 'Ligar o som' : 'Desligar o som'}
        onClick={player.toggleMute}
        className={buttonClass}
      >
        <Icon className="size-[1.15em]" aria-hidden="true" />
      </Control>
      {works ? (
        <Slider
          label="Volume"
          valueText={isSilent ? 'Sem som' : `${Math.round(volume * 100)} %`}
          value={isSilent ? 0 : volume}
          min={0}
          max={1}
          step={0.1}
          onChange={player.setVolume}
          className={sliderClass}
        />
      ) : null}
    </>
  );
}
