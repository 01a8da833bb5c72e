import Clock from 'lucide-react/icons/clock';
import { recordingCost } from '#features/credits/model.ts';
import { formatCount } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { deliveryCalendar, deliveryNotice, refusalMessages } from '../model.ts';

interface RequestSummaryProps {
  packageTitle: string;
  balance: number;
  renewsAt: string | null;
}

/** The request, its cost and the balance (CRE-02, CRE-05). */
export function RequestSummary({ packageTitle, balance, renewsAt }: RequestSummaryProps) {
  const enough = balance >= recordingCost;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 rounded-md bg-sunken p-4 text-sm">
        <Row term="Pacote">
          <span className="line-clamp-3">{packageTitle}</span>
        </Row>
        <Row term="Seus créditos">
          <span className={cx('tabular-nums', enough ? 'text-success' : 'text-danger')}>
            {formatCount(balance)} {balance === 1 ? 'crédito' : 'créditos'}
          </span>
          {renewsAt ? (
            <span className="font-normal text-muted">
              {' '}
              · <span className="whitespace-nowrap">renova em {renewsAt}</span>
            </span>
          ) : null}
        </Row>
        <Row term="Custo">{recordingCost} créditos</Row>
      </dl>
      {enough ? null : (
        <div role="alert" className="rounded-md bg-danger/12 p-4 text-sm">
          <p className="font-semibold text-danger">Créditos insuficientes</p>
          <p className="mt-0.5">{refusalMessages['insufficient-credits']}</p>
        </div>
      )}
      <p className="flex items-start gap-2.5 text-sm text-muted">
        <Clock className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
        <span>
          {deliveryNotice} {deliveryCalendar}
        </span>
      </p>
    </div>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-right font-medium break-words">{children}</dd>
    </div>
  );
}
