import { z } from 'zod';
import { isAdmin } from '#features/accounts/roles.ts';
import {
  type Asked,
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  removeApp,
  removePasskey,
  renewCodes,
} from '#features/accounts/second-step/change-second-step.server.ts';
import { codeForm, newPasskeyForm, stepCall } from '#features/accounts/second-step/model.ts';
import { endSessions } from '#features/accounts/sessions/end-sessions.server.ts';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import type { App } from '#routes/app.server.ts';
import { type Call, change } from '#routes/changes.server.ts';

/** For administrators, and for people who set one up before they lost the role. */
const isFor = ({ user }: Viewer): boolean => isAdmin(user) || user.secondStep !== 'off';

type Code = z.output<typeof codeForm>;
type NewPasskey = z.output<typeof newPasskeyForm>;
type Outcome = { ok: true } | { ok: false; message: string };
type Run<T, O> = (app: App, viewer: Viewer, input: T, call: Call) => Promise<O>;

/** Refuses everybody else. */
const adding =
  <T, O extends Outcome>(run: Run<T, O>): Run<T, O | { ok: false; message: string }> =>
  async (app, viewer, input, call) =>
    isFor(viewer)
      ? run(app, viewer, input, call)
      : { ok: false, message: 'A verificação em duas etapas é para administradores.' };

const password = { done: '', field: 'password' };
const on = { title: 'Verificação em duas etapas ativa', description: 'Ela vale a partir do próximo login.' };

/** The actions of the section 'Segurança', by intent. */
export const securityChanges = {
  'app-begin': change(
    stepCall,
    adding((app, viewer, input: Asked, { request }) => beginApp(app, viewer, input, request)),
    password,
  ),
  'app-confirm': change(
    codeForm,
    adding((app, viewer, { code }: Code, { request }) => confirmApp(app, viewer, code, request)),
    { done: on, field: 'code' },
  ),
  'key-begin': change(
    stepCall,
    adding((app, viewer, input: Asked, { request }) => beginPasskey(app, viewer, input, request)),
    password,
  ),
  'key-add': change(
    newPasskeyForm,
    adding((app, viewer, input: NewPasskey, { request }) => addPasskey(app, viewer, input, request)),
    { done: { title: 'Chave de acesso criada', description: 'Ela já abre a sua conta.' }, field: 'key' },
  ),
  'app-remove': change(
    stepCall,
    (app: App, viewer: Viewer, input, { request }) => removeApp(app, viewer, input, request),
    { done: 'Aplicativo desativado', field: 'password' },
  ),
  'key-remove': change(
    stepCall.extend({ id: z.string().max(64) }),
    (app: App, viewer: Viewer, input, { request }) => removePasskey(app, viewer, input, request),
    { done: 'Chave de acesso removida', field: 'password' },
  ),
  'codes-renew': change(
    stepCall,
    (app: App, viewer: Viewer, input, { request }) => renewCodes(app, viewer, input, request),
    { done: 'Novos códigos gerados', field: 'password' },
  ),
  'end-session': change(
    z.object({ id: z.string() }),
    async (app: App, { user }: Viewer, { id }) => {
      await endSessions(app, user, { only: id });
      return { ok: true as const };
    },
    { done: { title: 'Sessão encerrada', description: 'O aparelho foi desconectado.' } },
  ),
  'end-other-sessions': change(
    z.object({}),
    async (app: App, { user }: Viewer, _, { request }) => {
      const exceptToken = app.auth.cookies.read(request.headers.get('cookie')) ?? '';
      await endSessions(app, user, { exceptToken });
      return { ok: true as const };
    },
    {
      done: {
        title: 'Outras sessões encerradas',
        description: 'Só este aparelho continua conectado.',
      },
    },
  ),
};
