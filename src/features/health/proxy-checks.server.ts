import { isLoopback } from '#platform/loopback.ts';
import { programVersion } from '#platform/project.server.ts';
import type { Check, HealthDeps } from './check.server.ts';
import { failed, off, ok, type Verdict, warning } from './model.ts';

/** Told by /healthz: whom the site takes the caller for. */
export const clientAddressHeader = 'X-Client-Address';
/** Reserved for documents (RFC 5737): nobody calls from there. */
const invented = '192.0.2.77';

const unreachable = (settings: HealthDeps['settings'], code: string): Verdict =>
  failed(
    `O site não alcança a si mesmo em ${settings.PUBLIC_URL} (${code}). Confira o domínio, o proxy, o certificado e PUBLIC_URL.`,
  );

/** The site's answer to /healthz, or the code of the failure. */
async function callSelf(
  { PUBLIC_URL }: HealthDeps['settings'],
  asked: RequestInit,
): Promise<Response | string> {
  try {
    return await fetch(`${PUBLIC_URL}/healthz`, asked);
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
    return typeof cause?.code === 'string' ? cause.code : (name ?? 'erro');
  }
}

/** Calls itself as people do, and pretends to be somebody else: a proxy must not believe it. */
export const checkProxy: Check = async ({ settings }, signal) => {
  const asked = { headers: { 'X-Forwarded-For': invented }, redirect: 'manual', signal } as const;
  const answer = await callSelf(settings, asked);
  if (typeof answer === 'string') return unreachable(settings, answer);
  if (!answer.ok) return unreachable(settings, `resposta ${answer.status}`);
  const { version } = (await answer.json().catch(() => ({}))) as { version?: string };
  if (version !== programVersion())
    return failed(
      `Em ${settings.PUBLIC_URL} responde ${version ? `a versão ${version}` : 'outro programa'}.`,
    );
  const seen = answer.headers.get(clientAddressHeader) ?? '';
  if (seen === invented)
    return failed(
      'Qualquer um pode fingir outro endereço: o proxy deve acrescentar o do visitante a X-Forwarded-For, ou TRUST_PROXY deve ficar desligado.',
    );
  const isPublic = settings.PUBLIC_URL.startsWith('https:');
  if (isPublic && !settings.TRUST_PROXY && isLoopback(seen))
    return warning('Todos os visitantes parecem um só. Atrás de um proxy, defina TRUST_PROXY=true.');
  return ok(`Responde em ${settings.PUBLIC_URL}.`);
};

/** Bytes: twice what a stock nginx lets through. */
const body = new Uint8Array(2 * 1024 ** 2);

/** Whether a proxy lets a large body through: an upload would fail at its default of 1 MB. */
export const checkBody: Check = async ({ settings }, signal) => {
  const asked = { method: 'POST', body, redirect: 'manual', signal } as const;
  const answer = await callSelf(settings, asked);
  // The check before says why.
  if (typeof answer === 'string') return off('Não verificado: o site não alcança a si mesmo.');
  await answer.body?.cancel();
  if (answer.status !== 413) return ok('Envios grandes passam.');
  return failed('O proxy recusa envios acima de 1 MB. No nginx: client_max_body_size 210m.');
};
