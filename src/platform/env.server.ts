import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { firstOf } from './elements.ts';
import { isLocalSite } from './loopback.ts';
import { readWhole } from './number.ts';

/** Stops the start; the message is one sentence that names the setting. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
const flag = () =>
  z
    .enum(['true', 'false', 'on', 'off', '1', '0'], { error: 'deve ser true ou false' })
    .transform((value) => ['true', 'on', '1'].includes(value));
/** A whole number, also with the dots of thousands. */
const whole = (error: string, { least = 0, most = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .transform((text) => readWhole(text) ?? Number(text))
    .pipe(z.number({ error }).int(error).min(least, error).max(most, error));
const bytes = whole('deve ser um número de bytes', { least: 1 });
const port = whole('deve ser um número de porta', { most: 65_535 });
const url = (protocols: RegExp) =>
  z
    .url({ protocol: protocols, error: 'deve ser um endereço completo' })
    .transform((value) => value.replace(/\/$/, ''))
    .optional();

/** Every setting that the program reads; blank counts as unset. */
const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(/^https?$/),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/),
  SESSION_SECRET: z.string().min(32, 'deve ter ao menos 32 caracteres').optional(),
  /** Ed25519 seeds: the first one signs certificates, former ones only check them. */
  LICENCE_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i, 'deve ter 64 algarismos hexadecimais')))
    .optional(),
  TRUST_PROXY: flag().default(false),
  REQUIRE_TWO_FACTOR: flag().default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'deve ser fatal, error, warn, info, debug, trace ou silent',
    })
    .default('info'),
  SITE_NAME: z.string().default('Sonoteca'),
  CONTACT_WHATSAPP: z
    .string()
    .regex(/^\d{10,15}$/, 'deve ter só dígitos, com código do país e DDD')
    .optional(),
  STORAGE_QUOTA_BYTES: bytes.default(500 * 1024 * 1024),
  AUDIO_QUOTA_BYTES: bytes.optional(),
  DELIVERY_QUOTA_BYTES: bytes.default(10 * 1024 ** 3),
  SMTP_URL: url(/^smtps?$/),
  ALLOW_MAIL_FILES: flag().default(false),
  MAIL_FROM: z.string().default('Sonoteca <nao-responda@sonoteca.local>'),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE_URL: url(/^https?$/),
  ALLOW_SIMULATED_PAYMENTS: flag().default(false),
  MONTHLY_CREDITS: whole('deve ser um número inteiro').default(100),
  GOOGLE_API_KEY: optional,
  GOOGLE_SERVICE_ACCOUNT_JSON: optional,
  GOOGLE_DRIVE_API_BASE_URL: url(/^https?$/),
  /** A demo folder, offered where packages are made. */
  GOOGLE_DRIVE_DEMO_LINK: url(/^https$/),
  AI_BASE_URL: url(/^https?$/),
  AI_API_KEY: optional,
  AI_MODEL: optional,
  S3_ENDPOINT: url(/^https?$/),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: url(/^https?$/),
  /** Where backups go by themselves: a folder, or a bucket of the S3 settings; neither: none are taken. */
  BACKUP_DIR: optional,
  BACKUP_S3_BUCKET: optional,
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'deve ser uma hora, como 04:30')
    .default('04:30'),
  BACKUP_KEY: z.string().min(32, 'deve ter ao menos 32 caracteres').optional(),
  METRICS_TOKEN: optional,
  /** Statements that take longer are logged; 0: none. */
  SLOW_QUERY_MS: whole('deve ser um número de milissegundos').default(1000),
  /** Of a worker without a web role: /healthz, /readyz and /metrics. */
  WORKER_PORT: port.optional(),
  /** Demo content into a new embedded database; unset: only where the site is this machine's own. */
  DEMO: flag().optional(),
  DEMO_PASSWORD: z.string().min(6, 'deve ter ao menos 6 caracteres').optional(),
  /** Validity of a signed audio address; short in tests of renewal. */
  AUDIO_ADDRESS_SECONDS: whole('deve ser um número de segundos', { least: 1 }).default(600),
  /** Folder of ffmpeg and ffprobe when they are not on PATH. */
  FFMPEG_PATH: optional,
});

/** One price per plan on sale; this file does not know the plans. */
const priceName = /^STRIPE_PRICE_[A-Z]+$/;
export type PriceSettings = Readonly<Partial<Record<`STRIPE_PRICE_${string}`, string>>>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

export type Settings = Omit<z.infer<typeof schema>, 'PUBLIC_URL' | 'DEMO'> &
  PriceSettings & {
    DEMO: boolean;
    /** Origin of the site, without a trailing slash. */
    PUBLIC_URL: string;
    DATA_DIR: string;
  };

/** `.env` as Node parses it; the process's own environment wins. */
function readDotEnv(folder: string): Record<string, string> {
  const path = resolve(folder, '.env');
  if (!existsSync(path)) return {};
  return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
}

/** Replaces NAME_FILE by the content of that file, for each known NAME. */
function readSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const filled = { ...env };
  const prices = Object.keys(env).flatMap((name) => /^(STRIPE_PRICE_[A-Z]+)_FILE$/.exec(name)?.[1] ?? []);
  for (const name of [...settingNames, ...prices]) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    try {
      filled[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new SettingsError(`${name}_FILE: não consigo ler o arquivo ${path}.`);
    }
  }
  return filled;
}

/** Parses the settings once at start. @throws SettingsError that names the first wrong setting, in Portuguese */
export function readSettings(
  env: Record<string, string | undefined> = process.env,
  folder: string = process.cwd(),
): Settings {
  const known = readSecretFiles({ ...readDotEnv(folder), ...env });
  const filled = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (known[name]?.trim() ? [[name, known[name].trim()]] : [])));
  const raw = filled(settingNames);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issue = firstOf(parsed.error.issues);
    throw new SettingsError(`A configuração ${issue.path.join('.')} está errada: ${issue.message}.`);
  }
  const settings = parsed.data;
  const PUBLIC_URL = settings.PUBLIC_URL ?? localAddress(settings.HOST, settings.PORT);
  const isLocal = isLocalSite(PUBLIC_URL);
  requireOutsideWorld(settings, isLocal);
  return {
    ...settings,
    ...filled(Object.keys(known).filter((name) => priceName.test(name))),
    DATA_DIR: resolve(folder, settings.DATA_DIR),
    PUBLIC_URL,
    DEMO: settings.DEMO ?? isLocal,
  };
}

/** In production a payment provider and a mail server are required, unless the operator explicitly does without. */
function requireOutsideWorld(settings: z.infer<typeof schema>, isLocal: boolean): void {
  const isProduction = !isLocal || settings.DATABASE_URL !== undefined;
  if (isProduction && !settings.STRIPE_SECRET_KEY && !settings.ALLOW_SIMULATED_PAYMENTS) {
    throw new SettingsError(
      'STRIPE_SECRET_KEY não foi definida: com DATABASE_URL, ou com um PUBLIC_URL que outras máquinas alcançam, o pagamento simulado só inicia com ALLOW_SIMULATED_PAYMENTS=true.',
    );
  }
  if (settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET) {
    throw new SettingsError(
      'STRIPE_WEBHOOK_SECRET não foi definida: com STRIPE_SECRET_KEY, os avisos do provedor precisam dela.',
    );
  }
  if (settings.PUBLIC_URL?.startsWith('https:') && !settings.SMTP_URL && !settings.ALLOW_MAIL_FILES) {
    throw new SettingsError(
      'SMTP_URL não foi definida: com https em PUBLIC_URL, o site só inicia sem servidor de e-mail com ALLOW_MAIL_FILES=true, e ninguém recebe os e-mails.',
    );
  }
}

/** The address for a browser on this machine; a wildcard host becomes `localhost`. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
