/**
 * The main job of a listener by HTTP: sign in, search, hear a part of a track, set a heart, download it with its
 * certificate. Needs the demo content.
 */
export interface WalkOptions {
  url: string;
  email: string;
  password: string;
}

/** @returns one line on what was walked @throws at the first step that fails */
export async function walk({ url, email, password }: WalkOptions): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const home = await checked('the landing page', fetch(url));
  const signedIn = await checked('signing in', post('/api/auth/sign-in/email', { email, password }));
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const search = fetch(`${url}/functions/search-tracks?q=trilha`, { headers: { Cookie: cookie } });
  const { tracks } = (await (await checked('searching', search)).json()) as {
    tracks: { id: string; packageId: string }[];
  };
  const [track] = tracks;
  if (!track) throw new Error('searching: no track');
  const address = await checked('the address', post('/functions/audio-proxy', { trackId: track.id }, cookie));
  const { url: audio } = (await address.json()) as { url: string };
  const headers = { Range: 'bytes=0-65535', Cookie: cookie };
  const sound = await checked('the sound', fetch(new URL(audio, url), { headers }));
  const { length } = new Uint8Array(await sound.arrayBuffer());
  if (sound.status !== 206 || length === 0) throw new Error(`the sound: ${sound.status}, ${length} bytes`);
  const heart = { type: 'track', track_id: track.id, package_id: track.packageId };
  await checked('the heart', post('/functions/favorites', heart, cookie));
  const download = fetch(`${url}/audio/${track.id}?download=true`, { headers: { Cookie: cookie } });
  await (await checked('the download', download)).arrayBuffer();
  const downloads = await checked(
    'the downloads',
    fetch(`${url}/meus-downloads`, { headers: { Cookie: cookie } }),
  );
  const [path = ''] = /\/certificado\/[0-9a-z]+/.exec(await downloads.text()) ?? [];
  const certificate = await checked('the certificate', fetch(`${url}${path}.pdf`));
  const landing = await home.text();
  const [share = ''] = /\/compartilhar\/[^"]+/.exec(landing) ?? [];
  await checked('the picture for sharing', fetch(url + share));
  const kilobytes = Math.round((await certificate.arrayBuffer()).byteLength / 1000);
  return `landing page ${landing.length} characters, ${tracks.length} tracks found, ${length} bytes of sound, a heart, a certificate of ${kilobytes} KB`;
}

async function checked(step: string, asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${step}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer;
}

/** Waits until the site answers. @throws after two minutes, or when `hasEnded` */
export async function untilHealthy(url: string, hasEnded = () => false): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    if (hasEnded()) throw new Error('the program ended');
    const isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
