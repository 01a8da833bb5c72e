import Mail from 'lucide-react/icons/mail';
import { Link, useFetcher } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { sendTestMail } from '#features/support/send-test-mail.server.ts';
import type { Answer } from '#platform/answer.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { MailPreview } from '#routes/mail-preview.tsx';
import { pageHead } from '#routes/page-head.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/emails';

const path = '/admin/emails';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle(path), 'Cada e-mail que o site envia, como quem o recebe vê.');

/** The templates are loaded on first use. */
const loadTemplates = async () => (await import('./mail-templates.server.ts')).mailTemplates;

const render = async ({ settings }: App, admin: Admin, name: string) => {
  const templates = await loadTemplates();
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (!template) return null;
  const site = { name: settings.SITE_NAME, url: settings.PUBLIC_URL };
  const to = { email: admin.email, name: admin.displayName };
  const { subject, html, text } = await template.render(to, template.example, site);
  return { name, when: template.when, subject: subject.replace(` · ${site.name}`, ''), html, text };
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const names = Object.keys(await loadTemplates());
  const all = await Promise.all(names.map((name) => render(app, admin, name)));
  const list = all.flatMap((each) =>
    each ? [{ name: each.name, subject: each.subject, when: each.when }] : [],
  );
  const open = all.find((each) => each?.name === url.searchParams.get('modelo')) ?? null;
  return { list, open, email: admin.email, hasServer: app.settings.SMTP_URL !== undefined };
}

const failures = { test: 'Teste não enviado' };

export const action = actionOf(requireAdmin, failures, {
  test: change(
    z.object({ name: z.string().max(100) }),
    async (app: App, admin: Admin, { name }) => {
      const templates = await loadTemplates();
      const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
      if (!template) return { ok: false as const, message: 'Este modelo não existe mais.' };
      const sent = await sendTestMail(app, admin, template);
      return sent.ok ? { ...sent, to: app.settings.SMTP_URL ? admin.email : null } : sent;
    },
    {
      done: (_, { to }) => ({
        title: 'Teste enviado',
        description: to
          ? `O servidor de e-mail o aceitou para ${to}.`
          : 'Sem servidor de e-mail configurado, a mensagem ficou em /dev/mail.',
      }),
    },
  ),
});

export const clientAction = answering(failures);

export default function Emails({ loaderData: { list, open, email, hasServer } }: Route.ComponentProps) {
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle(path)}
        lead="Cada e-mail que o site envia, com dados inventados."
        back={open ? { to: path, label: 'Todos os modelos' } : { to: '/admin' }}
      />
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <nav aria-label="Modelos" className={cx(open && 'max-lg:hidden')}>
          <ul className="grid content-start gap-1">
            {list.map(({ name, subject, when }) => (
              <li key={name}>
                <Link
                  to={`?modelo=${name}`}
                  aria-current={name === open?.name ? 'true' : undefined}
                  className={cx(
                    'block rounded-md px-4 py-3 transition hover:bg-raised',
                    name === open?.name && 'bg-raised',
                  )}
                >
                  <span className="block font-medium">{subject}</span>
                  <span className="block text-sm text-muted">{when}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {open ? (
          <OpenTemplate mail={open} email={email} hasServer={hasServer} />
        ) : (
          <EmptyState
            icon={<Mail aria-hidden="true" />}
            title="Escolha um modelo"
            text="Ele aparece aqui como quem o recebe vê, e pode ser enviado a você como teste."
            className="max-lg:hidden"
          />
        )}
      </div>
    </Page>
  );
}

type Opened = NonNullable<Route.ComponentProps['loaderData']['open']>;

function OpenTemplate({ mail, email, hasServer }: { mail: Opened; email: string; hasServer: boolean }) {
  const fetcher = useFetcher<Answer>();
  return (
    <article className="grid min-w-0 content-start gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-2xl">{mail.subject}</h2>
          <p className="mt-1 text-sm text-muted">{mail.when}</p>
        </div>
        <fetcher.Form method="post" className="grid justify-items-start gap-1">
          <input type="hidden" name="intent" value="test" />
          <input type="hidden" name="name" value={mail.name} />
          <Button type="submit" variant="primary" busy={fetcher.state !== 'idle'}>
            Enviar teste para mim
          </Button>
          <p className="text-xs wrap-anywhere text-muted">
            {hasServer ? `Vai para ${email}.` : 'Sem servidor de e-mail: fica em /dev/mail.'}
          </p>
        </fetcher.Form>
      </header>
      <MailPreview mail={mail} />
      <ButtonLink to={path} size="sm" variant="ghost" className="lg:hidden">
        Todos os modelos
      </ButtonLink>
    </article>
  );
}
