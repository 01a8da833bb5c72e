import type { ProfileAnswer } from '#features/accounts/profile-answer.ts';
import { endSessions } from '#features/accounts/sessions/commands.server.ts';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import type { App } from '#routes/app.server.ts';

/** One way of changing something in the section 'Segurança' of the profile. */
type Change = (app: App, viewer: Viewer, form: FormData, request: Request) => Promise<ProfileAnswer>;

/** The actions of the section 'Segurança', by their intent. */
export const securityChanges: Record<string, Change> = {
  'end-session': async (app, { user }, form) => {
    await endSessions(app, user, { only: String(form.get('id')) });
    return { ok: true, title: 'Sessão encerrada', description: 'O aparelho foi desconectado.' };
  },
  'end-other-sessions': async (app, { user, sessionId }) => {
    await endSessions(app, user, { except: sessionId });
    return {
      ok: true,
      title: 'Outras sessões encerradas',
      description: 'Só este aparelho continua conectado.',
    };
  },
};
