import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { saveAccount } from '#features/accounts/change-account.server.ts';
import { emailSchema, signUpSchema } from '#features/accounts/model.ts';
import { adminRole } from '#features/accounts/roles.ts';
import { resetSecondStep } from '#features/accounts/second-step/change-second-step.server.ts';
import { listCoverless } from '#features/catalog/demo/generate-catalog.server.ts';
import { catalogueSchema, loadCatalogue } from '#features/catalog/demo/load-catalogue.server.ts';
import { drawPackageCover } from '#features/curation/covers/make-cover.server.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import { formatCount } from '#platform/format.ts';
import type { Logger } from '#platform/log.server.ts';
import { wholeNumber } from '#platform/number.ts';
import type { App } from '#routes/app.server.ts';
import { type OpenApp, openApp } from './app.ts';
import { backupCommand, restoreCommand } from './backup-command.ts';
import { loadDemoContent } from './demo.ts';
import { doctorCommand } from './doctor-command.ts';
import { generateSite } from './generate.ts';
import { readOptions } from './options.ts';
import { storageCommand } from './storage-command.ts';

type Command = (app: App, args: string[], opened: Pick<OpenApp, 'isEmbedded'>) => Promise<void>;

const commands: Record<string, Command> = { admin: makeAdmin, demo: makeLoad, storage: storageCommand };

/** Commands that open what they need themselves, before any migration runs. */
const early: Record<string, (settings: Settings, log: Logger, args: string[]) => Promise<void>> = {
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
};

/** Runs a command, beside a running site or without one. @throws SettingsError for an unknown command */
export async function runCommand(
  name: string,
  args: string[],
  settings: Settings,
  log: Logger,
): Promise<void> {
  if (early[name]) return early[name](settings, log, args);
  const command = commands[name];
  if (!command) {
    const known = Object.keys({ ...commands, ...early }).join(', ');
    throw new SettingsError(`O comando “${name}” não existe; há ${known}.`);
  }
  const { app, close, isEmbedded } = await openApp(settings, log);
  try {
    await command(app, args, { isEmbedded });
  } finally {
    await close();
  }
}

/** `npm run admin -- --email E [--password P] [--reset-two-factor]`: creates or promotes an administrator. */
async function makeAdmin(app: App, args: string[]): Promise<void> {
  const reset = 'reset-two-factor';
  const schema = emailSchema.extend({
    password: signUpSchema.shape.password.optional(),
    [reset]: z.boolean().optional(),
  });
  const { email, password, [reset]: isReset } = readOptions(args, ['email', 'password'], schema, [reset]);
  if (isReset) {
    if (!(await resetSecondStep(app, email))) throw new SettingsError(`Não há conta com o e-mail ${email}.`);
    console.log(`${email} entra de novo só com a senha. As sessões abertas foram encerradas.`);
    return;
  }
  const { userId, isNew } = await saveAccount(app, { email, password, role: adminRole });
  if (!isNew || password) {
    console.log(isNew ? `${email} foi criado como administrador.` : `${email} agora é administrador.`);
    return;
  }
  const made = randomBytes(9).toString('base64url');
  await saveAccount(app, { email, password: made, role: adminRole });
  console.log(`${email} foi criado como administrador (${userId}). Senha: ${made}`);
}

const amount = (name: string, most: number) =>
  wholeNumber(`--${name} deve ser um número inteiro.`).pipe(
    z
      .number()
      .min(1, `--${name} deve ser ao menos 1.`)
      .max(most, `--${name} deve ser no máximo ${formatCount(most)}.`),
  );

/** Drawing more takes minutes; what lists show first has its cover. */
const mostCovers = 500;

/**
 * `npm run demo -- --packages N --tracks M`: generates a large site for load tests. `--catalogue FILE.json`: loads the
 * packages and tracks of a file, without sound files.
 */
async function makeLoad(
  app: App,
  args: string[],
  { isEmbedded }: Pick<OpenApp, 'isEmbedded'>,
): Promise<void> {
  if (args.some((arg) => arg.startsWith('--catalogue'))) return readCatalogue(app, args);
  const schema = z.object({ packages: amount('packages', 1_000_000), tracks: amount('tracks', 10_000_000) });
  const wanted = readOptions(args, ['packages', 'tracks'], schema);
  if (isEmbedded) await loadDemoContent(app);
  await generateSite(app, wanted);
  for (const id of await listCoverless(app.db, mostCovers))
    await drawPackageCover(app, id, { onlyMissing: true });
  await app.bus.publish('catalog');
  console.log(`Gerados: ${formatCount(wanted.packages)} pacotes, ${formatCount(wanted.tracks)} faixas.`);
}

async function readCatalogue(app: App, args: string[]): Promise<void> {
  const name = { error: 'Indique o arquivo do catálogo: --catalogue ARQUIVO.json.' };
  const { catalogue: path } = readOptions(
    args,
    ['catalogue'],
    z.object({ catalogue: z.string(name).min(1, name) }),
  );
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SettingsError(`Não foi possível ler ${path}.`);
  });
  const catalogue = catalogueSchema.safeParse(parsed(text));
  if (!catalogue.success)
    throw new SettingsError(`${path} não é um catálogo: ${z.prettifyError(catalogue.error)}`);
  const added = await loadCatalogue(app.db, catalogue.data);
  await app.bus.publish('catalog');
  const amount = catalogue.data.reduce((sum, pack) => sum + pack.tracks.length, 0);
  console.log(`Catálogo lido: ${catalogue.data.length} pacotes (${added} novos), ${amount} faixas.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
