import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { readSource } from './sources.ts';

const check = (files: Record<string, string>) =>
  checkBoundaries(Object.entries(files).map(([path, text]) => readSource(path, text)));

describe('the boundary check', () => {
  it('accepts a route that uses a feature and a feature that uses the database', () => {
    expect(
      check({
        'src/routes/a.tsx': "import { x } from '#features/catalog/queries.server.ts';",
        'src/features/catalog/queries.server.ts': "import { y } from '#db/open.server.ts';",
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'a route that imports the database',
      'src/routes/a.tsx',
      "import { db } from '#db/open.server.ts';",
      'routes must not import db',
    ],
    [
      'a feature that imports a route',
      'src/features/credits/queries.server.ts',
      "import { a } from '#routes/app.server.ts';",
      'features must not import routes',
    ],
    [
      'ui that knows a feature',
      'src/ui/card.tsx',
      "import { a } from '#features/catalog/model.ts';",
      'ui must not import features',
    ],
    [
      'a strange file name in a feature',
      'src/features/credits/helpers.server.ts',
      '',
      'not one of the file names',
    ],
    [
      'a query that writes',
      'src/features/credits/queries.server.ts',
      'await deps.db\n.insert(userCredits)',
      'a query only reads',
    ],
    [
      'a query that has another file write',
      'src/features/credits/lot-queries.server.ts',
      "import { spend } from './move-credits.server.ts';",
      'a query only reads',
    ],
    ['a barrel', 'src/ui/index.ts', '', 'barrels'],
    [
      'a page that reads the raw address',
      'src/routes/admin/a.tsx',
      'new URL(request.url)',
      'a page takes `url`',
    ],
    [
      'a way to the sign-in that is made by hand',
      'src/features/favorites/components/use-heart.ts',
      "navigate('/auth?next=' + path)",
      'made by signInAddress',
    ],
    ['process.env elsewhere', 'server/web.ts', 'process.env.PORT', 'process.env'],
    [
      'a vendor outside its gateway',
      'src/features/subscriptions/receive-payment-event.server.ts',
      "import Stripe from 'stripe';",
      'only gateway.server.ts',
    ],
    ['an import without ending', 'src/ui/card.tsx', "import { a } from './button';", 'no file ending'],
    [
      'catalog with a feature',
      'src/features/catalog/model.ts',
      "import { a } from '#features/player/model.ts';",
      'catalog imports no other feature',
    ],
    [
      'pictures that are decoded by the site itself',
      'src/features/curation/covers/make-cover.server.ts',
      "const { default: sharp } = await import('sharp');",
      'only the process that reads files',
    ],
    [
      'a way round that process',
      'src/features/ingestion/import-file.server.ts',
      "import { measureSound } from '#features/media/audio/gateway.server.ts';",
      'only server/measuring.ts loads',
    ],
    [
      'a program of its own',
      'src/routes/endpoints/uploads.server.ts',
      "import { spawn } from 'node:child_process';",
      'programs are begun elsewhere',
    ],
    [
      'a multi-line import',
      'src/ui/card.tsx',
      "import {\n  a,\n  b,\n} from '#features/catalog/model.ts';",
      'ui must not import features',
    ],
  ])('refuses %s', (_, path, text, sentence) => {
    expect(check({ [path]: text }).join('\n')).toContain(sentence);
  });

  it.each([
    'await request.formData()',
    'await args.request.clone().formData()',
    'await c.req.parseBody()',
    'await c.req.raw.json()',
    'await request!.json()',
    'await new Response(request.body).text()',
    "req.on('data', add)",
  ])('refuses a body read by %s', (text) => {
    expect(check({ 'src/routes/endpoints/x.server.ts': text }).join()).toContain('bodies of requests');
    expect(check({ 'src/platform/http.server.ts': text })).toEqual([]);
  });

  it('refuses cycles between files and between features', () => {
    const found = check({
      'src/features/credits/model.ts': "import '#features/recordings/model.ts';",
      'src/features/recordings/model.ts': "import '#features/credits/move-credits.server.ts';",
      'src/features/credits/move-credits.server.ts': "import './model.ts';",
    }).join('\n');
    expect(found).toContain('features import each other: credits → recordings → credits');
    expect(found).toContain('import cycle');
  });
});
