import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SignedCertificate } from '#features/licences/certificate.ts';
import { verifyCertificate } from '#features/licences/verify-certificate.server.ts';

const usage = `Checks a certificate's JSON without the site that issued it:

  node tools/check-certificate.ts certificado.json --keys sonoteca-keys.json [--file sound.mp3 …]

The keys are those of /.well-known/sonoteca-keys.json, kept beforehand. With --file it also says whether a file is one
of the licensed ones. Whether the licence was withdrawn since, only its page knows.`;

const words = {
  'not-a-certificate': 'this is not a certificate with a set of keys',
  'unknown-key': 'signed by a key that is not among these',
  changed: 'changed after it was signed',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keys: { type: 'string' }, file: { type: 'string', multiple: true, default: [] } },
});
const [path] = positionals;
if (!path || !values.keys) {
  console.error(usage);
  process.exit(2);
}
const readJson = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'));
const signed = readJson(path);
const verdict = verifyCertificate(signed, readJson(values.keys));
if (!verdict.ok) {
  console.error(words[verdict.reason]);
  process.exit(1);
}
// cast: a genuine certificate has the shape that we sign
const { certificate } = signed as SignedCertificate;
console.log(`genuine: ${certificate.station.name}, ${certificate.subject}, ${certificate.issuedAt}`);
for (const file of values.file) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  const sum = hash.digest('hex');
  const track = certificate.tracks.find(({ sha256 }) => sha256 === sum);
  console.log(track ? `${file}: ${track.name}` : `${file}: not one of the licensed files`);
  if (!track) process.exitCode = 1;
}
