import Pause from 'lucide-react/icons/pause';
import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { Card } from '../card.tsx';
import { EqualizerBars } from '../equalizer.tsx';
import { Waveform } from '../waveform.tsx';
import { samplePeaks } from './samples.ts';
import { Row, Section } from './section.tsx';

const hues = ['trilhas', 'efeitos', 'vinhetas', 'programetes'] as const;

/** Waves and level bars. */
export function Sound() {
  const [progress, setProgress] = useState(0.38);
  return (
    <Section title="Som">
      {hues.map((hue, at) => (
        <Card key={hue} className="flex items-center gap-4 p-4">
          <IconButton label={`Pausar ${hue}`} variant="primary" size="lg">
            <Pause fill="currentColor" strokeWidth={0} aria-hidden="true" />
          </IconButton>
          <Waveform
            className="flex-1"
            peaks={samplePeaks(at + 1)}
            hue={hue}
            progress={progress}
            onSeek={setProgress}
            durationSeconds={142}
            label={`Posição em ${hue}`}
          />
        </Card>
      ))}
      <div className="grid gap-4 sm:grid-cols-3">
        <Waveform peaks={samplePeaks(7)} hue="trilhas" height={32} />
        <Waveform peaks={null} hue="efeitos" progress={0.4} height={32} />
        <Waveform peaks={samplePeaks(9)} hue="vinhetas" progress={0} height={24} />
      </div>
      <Row>
        <EqualizerBars active />
        <EqualizerBars active={false} />
        <EqualizerBars active className="size-6" />
      </Row>
    </Section>
  );
}
