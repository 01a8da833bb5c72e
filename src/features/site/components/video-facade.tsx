import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import type { Video } from '../video.ts';
import { drawnWave } from '../wave.ts';
import { sectionLook } from './section-head.tsx';
import { WaveShape } from './wave-shape.tsx';

interface VideoFacadeProps {
  title: string;
  description: string;
  video: Video | null;
}

/** The video of the hero section. Loads nothing from the video's host before a click (LND-26, A-14). */
export function VideoFacade({ title, description, video }: VideoFacadeProps) {
  if (!video && !title && !description) return null;
  return (
    <section aria-label={title || 'Vídeo'} className={sectionLook}>
      <div
        className={
          video ? 'grid items-center gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]' : 'max-w-2xl'
        }
      >
        {title || description ? (
          <div>
            {title ? <h2 className="text-3xl md:text-5xl">{title}</h2> : null}
            {description ? <p className="mt-4 text-lg text-muted">{description}</p> : null}
          </div>
        ) : null}
        {video ? <Screen title={title || 'Vídeo de apresentação'} video={video} /> : null}
      </div>
    </section>
  );
}

function Screen({ title, video }: { title: string; video: Video }) {
  const [open, setOpen] = useState(false);
  const frame = 'aspect-video w-full overflow-hidden rounded-lg shadow-lg';
  if (open) {
    return (
      <iframe
        title={title}
        src={`${video.embedUrl}${video.embedUrl.includes('?') ? '&' : '?'}autoplay=1`}
        className={frame}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      data-embed={video.embedUrl}
      aria-label={`Assistir ao vídeo: ${title}`}
      data-theme="dark"
      className={`${frame} group relative isolate grid place-items-center bg-surface bg-[radial-gradient(circle_at_50%_40%,#ffb02033,transparent_60%)] text-fg`}
    >
      <WaveShape
        wave={drawnWave(title, 90)}
        className="absolute inset-x-6 inset-y-[28%] -z-10 h-[44%] w-[calc(100%-3rem)] text-hue-trilhas/45"
      />
      <span className="grid size-20 place-items-center rounded-full bg-accent text-on-accent shadow-glow transition group-hover:scale-105 group-active:scale-95">
        <Play className="ml-1 size-8 fill-current" aria-hidden="true" />
      </span>
      <span className="absolute inset-x-5 bottom-4 text-left text-xs text-muted">
        O vídeo é carregado do {video.host === 'youtube' ? 'YouTube' : 'Vimeo'} quando você clica.
      </span>
    </button>
  );
}
