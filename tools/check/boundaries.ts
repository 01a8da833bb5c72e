import { basename } from 'node:path';
import type { Source } from './sources.ts';

/** A violation of a house rule: `path: sentence`. */
export type Finding = string;

type Layer = 'server' | 'routes' | 'features' | 'ui' | 'platform' | 'db' | 'root' | 'tests' | 'tools';

/** Allowed imports per layer (house.md). Types of `App` reach features through their parameters. */
const allowed: Record<Layer, readonly Layer[]> = {
  server: ['server', 'root', 'routes', 'features', 'platform', 'db'],
  root: ['root', 'routes', 'features', 'ui', 'platform'],
  routes: ['routes', 'features', 'ui', 'platform'],
  features: ['features', 'ui', 'platform', 'db'],
  ui: ['ui', 'platform'],
  platform: ['platform'],
  db: ['db', 'platform'],
  tests: ['tests', 'server', 'root', 'routes', 'features', 'ui', 'platform', 'db', 'tools'],
  tools: ['tools', 'tests', 'server', 'features', 'platform', 'db'],
};

/**
 * File names allowed inside a feature: `<noun>.ts` for pure files, `<what-it-does>.server.ts` for the server, with a
 * special ending where a rule needs it: queries, gates, jobs, gateway.
 */
const featureFile =
  /^(?!(?:commands|helpers?|utils?|index)\.)(README\.md|[a-z0-9-]+(\.server)?(\.client)?\.ts|[a-z0-9-]+(\.server)?\.test\.tsx?)$/;
/** Vendors whose SDK only a gateway may import. */
const vendors = /^(better-auth|@better-auth\/|stripe|@googleapis\/|ai$|@ai-sdk\/|@aws-sdk\/)/;
/** Libraries that decode pictures and sounds, and the files that may load them: those of the reading process. */
const decoders = /^(sharp|music-metadata|mpg123-decoder)(\/|$)/;
const insideReading = [
  'src/features/media/audio/gateway.server.ts',
  'src/features/media/audio/ffmpeg-gateway.server.ts',
  'src/features/media/audio/loudness-gateway.server.ts',
  'src/features/media/reading/gateway.server.ts',
  'src/features/media/reading/probe-gateway.server.ts',
  'src/features/media/rendering/gateway.server.ts',
  'src/features/media/pictures/gateway.server.ts',
];
/** Only this process loads decoders (docs/decisions/026). */
const readingProgram = 'server/measuring.ts';
/** Files that may spawn programs: ffmpeg, the reading process, the database. */
const mayBegin = [
  'src/features/media/audio/ffmpeg-gateway.server.ts',
  'src/features/media/measuring/process/gateway.server.ts',
  'src/platform/background.server.ts',
  'src/db/postmaster.server.ts',
  'src/db/embedded-home.server.ts',
  'server/worker-process.ts',
];

/** Only these files read request bodies, because they bound them first. */
const bodyReader =
  /^src\/platform\/(http\.server|http\/(body|shape|lingering)\.server|sent-form\.client)\.ts$/;
/** Ways to read a body: of a form anywhere, of anything else by the usual names of requests. */
const bodyReading =
  /\.(formData|parseBody)\(|\b(request|req|raw)[!?]?\s*(\.clone\(\)\s*)?\.(json|text|arrayBuffer|blob|bytes|pipe|iterator)\(|\b(request|req|raw)[!?]?\.body\b|\breq(uest)?\.on\('data'/;

/** Writes to the database; and the feature files that may do it, named by what they do. */
const writes = /\b(db|tx)\s*\.(insert|update|delete)\(/;
const writer = /^src\/features\/.*(?<!queries|gates|gateway)\.server\.ts$/;

const layerOf = (path: string): Layer => {
  const [first, second] = path.split('/');
  if (first === 'src') return (second?.includes('.') ? 'root' : second) as Layer;
  return first as Layer;
};
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Checks every house rule that names and imports can show. There are no exceptions. */
export function checkBoundaries(sources: Source[]): Finding[] {
  return [
    ...sources.flatMap(checkFile),
    ...sources.flatMap(checkReading),
    ...checkFeatureArrows(sources),
    ...checkCycles(sources),
  ];
}

function checkFile(source: Source): Finding[] {
  const { path, text, imports, packages } = source;
  const findings: Finding[] = [];
  const layer = layerOf(path);
  const say = (sentence: string) => findings.push(`${path}: ${sentence}`);

  if (/(^|\/)index\.tsx?$/.test(path)) say('barrels (index.ts) are not used');
  if (
    /process\.env\b/.test(text) &&
    layer !== 'tests' &&
    layer !== 'tools' &&
    path !== 'src/platform/env.server.ts' &&
    !isTest(path)
  ) {
    say('process.env is read only in src/platform/env.server.ts');
  }
  if (/^src\/routes\/(?!endpoints|functions)/.test(path) && !isTest(path) && /\brequest\.url\b/.test(text))
    say('a page takes `url`: `request.url` may be the address of its data');
  if (
    bodyReading.test(text) &&
    (layer === 'server' || path.startsWith('src/')) &&
    !bodyReader.test(path) &&
    !isTest(path)
  )
    say('bodies of requests are read only through src/platform/http.server.ts');
  if (/\/auth\?next=/.test(text) && path.startsWith('src/') && !isTest(path))
    say('the way to /auth and back is made by signInAddress');
  for (const target of imports) {
    if (target.includes('/+types/')) continue; // generated by the router, without an extension
    if (!/\.[a-z0-9?]+$/.test(target)) say(`import of ${target} has no file ending`);
    if (isTest(path)) continue;
    const to = layerOf(target);
    if (!allowed[layer]?.includes(to)) say(`${layer} must not import ${to} (${target})`);
    if (target === 'src/routes/app.server.ts' && layer === 'features')
      say('features take what they use, not the App');
  }
  const feature = featureOf(path);
  if (feature) {
    const name = basename(path);
    const inComponents = path.includes('/components/') || path.includes('/mails/');
    if (!inComponents && !featureFile.test(name)) say('is not one of the file names of a feature (house.md)');
    if (
      packages.some((name) => vendors.test(name)) &&
      !/gateway\.server(\.test)?\.ts$/.test(path) &&
      !isTest(path)
    ) {
      say('only gateway.server.ts imports a vendor');
    }
    if (
      name.endsWith('queries.server.ts') &&
      (writes.test(text) || imports.some((target) => writer.test(target)))
    )
      say('a query only reads: what writes is named by its verb');
    if (inComponents && imports.some((target) => target.endsWith('.server.ts')))
      say('a component must not import what stays on the server');
  }
  return findings;
}

/** Only one process decodes untrusted bytes, so that no file can stall or crash the site. */
function checkReading({ path, imports, packages }: Source): Finding[] {
  if (isTest(path) || layerOf(path) === 'tools') return [];
  const findings: Finding[] = [];
  const isInside = insideReading.includes(path);
  if (!isInside && packages.some((name) => decoders.test(name)))
    findings.push(`${path}: only the process that reads files may decode pictures and sounds`);
  if (!mayBegin.includes(path) && packages.includes('node:child_process'))
    findings.push(`${path}: programs are begun elsewhere`);
  if (!isInside && path !== readingProgram && imports.some((target) => insideReading.includes(target)))
    findings.push(`${path}: only ${readingProgram} loads what reads files; ask measuring/gateway.server.ts`);
  return findings;
}

/** The graph of features has no cycles; accounts and catalog import no feature. */
function checkFeatureArrows(sources: Source[]): Finding[] {
  const arrows = new Map<string, Set<string>>();
  const findings: Finding[] = [];
  for (const { path, imports } of sources) {
    const from = featureOf(path);
    if (!from || isTest(path)) continue;
    for (const target of imports) {
      const to = featureOf(target);
      if (!to || to === from) continue;
      if (from === 'accounts' || from === 'catalog')
        findings.push(`${path}: ${from} imports no other feature (${to})`);
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const graph = new Map([...arrows].map(([from, to]) => [from, [...to]]));
  return [
    ...findings,
    ...findCycles(graph).map((cycle) => `features import each other: ${cycle.join(' → ')}`),
  ];
}

function checkCycles(sources: Source[]): Finding[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]));
  return findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`);
}

function findCycles(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  function visit(node: string, trail: string[]): void {
    const at = trail.indexOf(node);
    if (at >= 0) cycles.push([...trail.slice(at), node]);
    if (at >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
