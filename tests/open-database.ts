import pino from 'pino';
import { migrate } from '#db/migrate.server.ts';
import { openDatabase } from '#db/open.server.ts';

/** A process that uses the database in a folder until SIGTERM, for tests with several processes. */
const database = await openDatabase(
  { DATA_DIR: process.argv[2] ?? '', DATABASE_URL: undefined },
  pino(process.stderr),
);
await migrate(database.pool);
const { rows } = await database.pool.query(
  'select count(*)::int as categories, current_user as "user" from categories',
);
const { connectionString, isNew } = database;
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ ...rows[0], connectionString, isNew })}\n`);
setInterval(() => {}, 60_000);
