import { desc } from 'drizzle-orm';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import { DriveError } from '#features/ingestion/imports.ts';
import type { ProviderFault } from '#features/subscriptions/faults.ts';
import { checkProvider } from '#features/subscriptions/price-mismatches.server.ts';
import { formatDateTime } from '#platform/format.ts';
import { findMailTrouble } from '#platform/mail.server.ts';
import type { Check } from './check.server.ts';
import { failed, off, ok, warning } from './model.ts';

const unlikeMail = 'O servidor de e-mail não aceita o site: confira SMTP_URL e os registros dele';
const away = 'O servidor de e-mail não responde: confira endereço e porta em SMTP_URL, e o firewall';
/** By the code of nodemailer. */
const mailTroubles: Record<string, string> = {
  EAUTH: 'O servidor de e-mail recusa a conta ou a senha de SMTP_URL',
  EDNS: 'O endereço do servidor de e-mail não existe: confira SMTP_URL',
  ECONNECTION: away,
  ESOCKET: away,
  ETIMEDOUT: away,
  ETLS: 'O certificado do servidor de e-mail não vale: confira o endereço em SMTP_URL',
};

/** Connects and signs in at the mail server; sends nothing. */
export const checkMail: Check = async ({ settings }) => {
  if (!settings.SMTP_URL)
    return warning('Sem SMTP_URL ninguém recebe e-mails: eles ficam na pasta de dados.');
  const trouble = await findMailTrouble(settings.SMTP_URL);
  if (trouble === null) return ok(`O servidor aceita o site; remetente: ${settings.MAIL_FROM}.`);
  return failed(`${mailTroubles[trouble.split(' ')[0] ?? ''] ?? unlikeMail} (${trouble}).`);
};

const faults: Record<ProviderFault, string> = {
  outage: 'A Stripe não responde. Tente de novo em alguns minutos; confira a saída para api.stripe.com.',
  key: 'A Stripe recusa STRIPE_SECRET_KEY. Crie outra chave no painel dela e reinicie o site.',
  order: 'A Stripe não conhece o que o site pede. Confira os preços STRIPE_PRICE_… no painel dela.',
  person: 'A Stripe recusou o pedido. Confira os preços STRIPE_PRICE_… no painel dela.',
};

export const checkPrices: Check = async ({ settings, payments }) => {
  if (payments.kind === 'simulated') return off('O pagamento é simulado.');
  const { fault, mismatches } = await checkProvider(payments, settings);
  if (fault) return failed(faults[fault]);
  return mismatches.length === 0 ? ok('Os preços são os do site.') : failed(mismatches.join(' '));
};

/** The newest event received: a restricted key may not list webhooks, so a received event is the proof. */
export const checkWebhook: Check = async ({ payments, database, settings }) => {
  if (payments.kind === 'simulated') return off('O pagamento é simulado.');
  const db = await database();
  const [last] = await db
    .select({ at: paymentEvents.receivedAt })
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.receivedAt))
    .limit(1);
  if (last) return ok(`O último aviso chegou em ${formatDateTime(last.at)}.`);
  return warning(
    `Nenhum aviso chegou até agora. Na Stripe, em Webhooks, o endereço é ${settings.PUBLIC_URL}/webhooks/stripe.`,
  );
};

/** A file that nobody has: 'not found' proves that the key is good. */
const nobodys = 'sonoteca-saude';

export const checkDrive: Check = async ({ drive }, signal) => {
  if (!drive.isConfigured) return off('Sem GOOGLE_API_KEY: pastas do Drive não podem ser importadas.');
  try {
    await drive.find(nobodys, null, signal);
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    if (error.reason !== 'not-found') return failed(error.message);
  }
  return ok('O Google Drive aceita a chave do site.');
};
