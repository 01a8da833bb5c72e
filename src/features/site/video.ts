import { linksIn } from '#platform/links.ts';

/** An embeddable video. */
export interface Video {
  host: 'youtube' | 'vimeo';
  id: string;
  /** URL of the frame; contains only the id of what was typed. */
  embedUrl: string;
}

const youTubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);

const isYouTubeId = (id: string | null | undefined): id is string => /^[\w-]{3,32}$/.test(id ?? '');
const isVimeoId = (id: string | undefined): id is string => /^\d{3,15}$/.test(id ?? '');

/**
 * A video of YouTube or Vimeo, by its address or its code for embedding; null for other text. Start times and lists
 * are dropped (LND-03..05).
 */
export const parseVideo = (typed: string): Video | null =>
  linksIn(typed).flatMap((link) => readVideo(link) ?? [])[0] ?? null;

function readVideo(link: string): Video | null {
  const url = URL.parse(link);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.port)
    return null;
  const [first, second] = url.pathname.split('/').filter(Boolean);

  if (url.hostname === 'youtu.be') return youTube(first);
  if (youTubeHosts.has(url.hostname)) {
    if (first === 'watch') return youTube(url.searchParams.get('v'));
    return first && ['embed', 'shorts', 'live', 'v'].includes(first) ? youTube(second) : null;
  }
  if (vimeoHosts.has(url.hostname)) {
    const id = first === 'video' ? second : first;
    return isVimeoId(id)
      ? { host: 'vimeo', id, embedUrl: `https://player.vimeo.com/video/${id}?dnt=1` }
      : null;
  }
  return null;
}

function youTube(id: string | null | undefined): Video | null {
  if (!isYouTubeId(id)) return null;
  return { host: 'youtube', id, embedUrl: `https://www.youtube-nocookie.com/embed/${id}` };
}
