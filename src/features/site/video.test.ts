import { describe, expect, it } from 'vitest';
import { parseVideo } from './video.ts';

const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

describe('parseVideo', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s', youTube],
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ', youTube],
    ['http://youtube.com/watch?v=dQw4w9WgXcQ#t=5', youTube],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
    ['https://youtu.be/dQw4w9WgXcQ', youTube],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=9', youTube],
    ['youtu.be/dQw4w9WgXcQ', youTube],
    ['www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
    ['Veja: https://youtu.be/dQw4w9WgXcQ.', youTube],
    ['<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="x"></iframe>', youTube],
    ['  https://www.youtube.com/shorts/dQw4w9WgXcQ ', youTube],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youTube],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1', youTube],
    ['https://www.youtube.com/watch?v=abc', 'https://www.youtube-nocookie.com/embed/abc'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871?share=copy', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ])('LND-03, LND-04: %s is embedded by its id alone', (address, embedUrl) => {
    expect(parseVideo(address)?.embedUrl).toBe(embedUrl);
  });

  it.each([
    '',
    '   ',
    'nada',
    'javascript:alert(1)',
    'javascript://youtube.com/watch?v=dQw4w9WgXcQ',
    'data:text/html,<script>alert(1)</script>',
    'https://evil.test/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/?u=youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ',
    'https://user@www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
    'https://www.youtube.com/@canal',
    'https://youtu.be/',
    'https://vimeo.com/canais/algo',
    'https://vimeo.com/../../etc',
  ])('LND-05: %s is not embedded', (address) => {
    expect(parseVideo(address)).toBeNull();
  });
});
