import Mail from 'lucide-react/icons/mail';
import { data, Link } from 'react-router';
import { AppError } from '#platform/errors.ts';
import { formatDateTime } from '#platform/format.ts';
import { isFromThisMachine, isLocalSite } from '#platform/loopback.ts';
import { mailFolder } from '#platform/mail.server.ts';
import { listMails, readMail } from '#platform/mail-file.server.ts';
import { type App, appContext } from '#routes/app.server.ts';
import { MailPreview } from '#routes/mail-preview.tsx';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/dev-mail';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'E-mails', 'Os e-mails que o site enviou em desenvolvimento.'),
  unlisted,
];

/** Mails sign people in: shown only without a mail server, to this machine, and not through a proxy. */
const mayRead = ({ settings }: App, { headers }: Request): boolean =>
  !settings.SMTP_URL && isLocalSite(settings.PUBLIC_URL) && isFromThisMachine(headers);

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  if (!mayRead(app, request)) throw new AppError('not-found', 'Página não encontrada.');
  const folder = mailFolder(app.settings);
  const id = url.searchParams.get('id');
  const mails = await listMails(folder);
  const open = id ? await readMail(folder, id) : null;
  const list = mails.map(({ id: mailId, to, subject, sentAt }) => ({ id: mailId, to, subject, sentAt }));
  return data({ list, open }, { headers: { 'Cache-Control': 'no-store' } });
}

export default function DevMail({ loaderData: { list, open } }: Route.ComponentProps) {
  return (
    <main id="conteudo">
      <Page>
        <PageHeader
          title="E-mails"
          lead="Sem servidor de e-mail configurado, as mensagens ficam nesta máquina."
          back={{ to: '/', label: 'Início' }}
        />
        {list.length === 0 ? (
          <EmptyState
            icon={<Mail />}
            title="Nenhum e-mail ainda"
            text="Crie uma conta e a confirmação aparece aqui."
          />
        ) : (
          <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <ul className="grid content-start gap-1">
              {list.map((mail) => (
                <li key={mail.id}>
                  <Link
                    to={`?id=${mail.id}`}
                    preventScrollReset
                    aria-current={mail.id === open?.id ? 'true' : undefined}
                    className={cx(
                      'block rounded-md px-4 py-3 transition hover:bg-raised',
                      mail.id === open?.id && 'bg-raised',
                    )}
                  >
                    <span className="block truncate font-medium">{mail.subject}</span>
                    <span className="block truncate text-sm text-muted">{mail.to}</span>
                    <time dateTime={mail.sentAt} className="block text-xs text-muted">
                      {formatDateTime(mail.sentAt)}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
            {open ? <OpenMail mail={open} /> : <p className="text-muted">Escolha uma mensagem.</p>}
          </div>
        )}
      </Page>
    </main>
  );
}

type OpenedMail = NonNullable<Route.ComponentProps['loaderData']['open']>;

/** One mail: its links, its HTML in a sandboxed frame, and its text. */
function OpenMail({ mail }: { mail: OpenedMail }) {
  return (
    <article className="grid min-w-0 content-start gap-5">
      <header>
        <h2 className="text-2xl">{mail.subject}</h2>
        <p className="mt-1 text-sm text-muted">Para {mail.to}</p>
      </header>
      <section aria-label="Links da mensagem" className="rounded-md bg-surface p-4 text-sm">
        <ul className="grid gap-2">
          {mail.links.map((link) => (
            <li key={link}>
              <a href={link} className="break-all text-accent underline underline-offset-4">
                {link}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <MailPreview mail={mail} />
    </article>
  );
}
