import { z } from 'zod';
import type { ProfileAnswer } from '#features/accounts/profile-answer.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  removeApp,
  removePasskey,
  renewCodes,
} from '#features/accounts/second-step/change-second-step.server.ts';
import { codeForm, newPasskeyForm, passwordCall } from '#features/accounts/second-step/model.ts';
import { endSessions } from '#features/accounts/sessions/end-sessions.server.ts';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import { AppError, firstMessage } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

type Change = (app: App, viewer: Viewer, form: FormData, request: Request) => Promise<ProfileAnswer>;

interface Words {
  done?: { title: string; description?: string };
  field: 'password' | 'code' | 'key';
}

type Outcome = { ok: true } | { ok: false; message: string };

/** Combines a form's schema, its command and its texts. */
function change<T>(
  schema: z.ZodType<T>,
  run: (app: App, viewer: Viewer, input: T, request: Request) => Promise<Outcome>,
  { done = { title: '' }, field }: Words,
): Change {
  return async (app, viewer, form, request) => {
    const refused = (message: string) => ({ ok: false, title: '', errors: { [field]: [message] } });
    const parsed = schema.safeParse(Object.fromEntries(form));
    if (!parsed.success) return refused(firstMessage(parsed.error));
    try {
      const outcome = await run(app, viewer, parsed.data, request);
      return outcome.ok ? { ...done, ...outcome } : refused(outcome.message);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'rate-limited') return refused(error.message);
      throw error;
    }
  };
}

/** For administrators, and for those who set one up before losing the role. */
const isFor = ({ user }: Viewer): boolean => isAdmin(user) || user.secondStep !== 'off';

/** The same for adding an app or passkey. */
const adding: typeof change = (schema, run, words) =>
  change(
    schema,
    async (app, viewer, input, request) =>
      isFor(viewer)
        ? run(app, viewer, input, request)
        : { ok: false, message: 'A verificação em duas etapas é para administradores.' },
    words,
  );

const password = { field: 'password' } as const;
const on = { title: 'Verificação em duas etapas ativa', description: 'Ela vale a partir do próximo login.' };

export const securityChanges: Record<string, Change> = {
  'app-begin': adding(
    passwordCall,
    (app, viewer, input, request) => beginApp(app, viewer, input.password, request),
    password,
  ),
  'app-confirm': adding(
    codeForm,
    (app, viewer, { code }, request) => confirmApp(app, viewer, code, request),
    { done: on, field: 'code' },
  ),
  'key-begin': adding(
    passwordCall,
    (app, viewer, input, request) => beginPasskey(app, viewer, input.password, request),
    password,
  ),
  'key-add': adding(newPasskeyForm, addPasskey, {
    done: { title: 'Chave de acesso criada', description: 'Ela já abre a sua conta.' },
    field: 'key',
  }),
  'app-remove': change(passwordCall, (app, viewer, input) => removeApp(app, viewer, input.password), {
    done: { title: 'Aplicativo desativado' },
    field: 'password',
  }),
  'key-remove': change(
    passwordCall.extend({ id: z.string().max(64) }),
    (app, viewer, input) => removePasskey(app, viewer, input.password, input.id),
    { done: { title: 'Chave de acesso removida' }, field: 'password' },
  ),
  'codes-renew': change(
    passwordCall,
    (app, _viewer, input, request) => renewCodes(app, input.password, request),
    { done: { title: 'Novos códigos gerados' }, field: 'password' },
  ),
  'end-session': async (app, { user }, form) => {
    await endSessions(app, user, { only: String(form.get('id')) });
    return { ok: true, title: 'Sessão encerrada', description: 'O aparelho foi desconectado.' };
  },
  'end-other-sessions': async (app, { user }, _form, request) => {
    const exceptToken = app.auth.cookies.read(request.headers.get('cookie')) ?? '';
    await endSessions(app, user, { exceptToken });
    return {
      ok: true,
      title: 'Outras sessões encerradas',
      description: 'Só este aparelho continua conectado.',
    };
  },
};
