import Download from 'lucide-react/icons/download';
import { formatDate, formatDateTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonLook } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Fact } from '#ui/fact.tsx';
import { type OwnRequest, statusFacts } from '../model.ts';
import { ListenButton } from './listen-button.tsx';
import { RevisionDialog } from './revision-dialog.tsx';

/** One of the user's own requests: status, due time, and the delivered file (CRE-17, CRE-18). */
export function RequestCard({ request }: { request: OwnRequest }) {
  const { id, radioName, packageTitle, status, createdAt, dueAt, deliveredAt, deliveredName } = request;
  const { label, tone, isOpen } = statusFacts(status);
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg break-words">{radioName}</h2>
          <p className="text-sm text-muted break-words">{packageTitle}</p>
        </div>
        <Badge tone={tone} lamp>
          {label}
        </Badge>
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 text-sm">
        <Fact term="Pedida em">{formatDate(createdAt)}</Fact>
        {isOpen ? <Fact term="Prazo">{formatDateTime(dueAt)}</Fact> : null}
        {deliveredAt && deliveredName ? <Fact term="Entregue em">{formatDate(deliveredAt)}</Fact> : null}
        <Fact term="Custo">
          {status === 'canceled'
            ? `${request.creditsUsed} créditos devolvidos`
            : `${request.creditsUsed} créditos`}
        </Fact>
      </dl>
      {request.revisionRequestedAt && isOpen ? (
        <p className="mt-4 text-sm text-muted">
          Revisão pedida em {formatDate(request.revisionRequestedAt)}.
        </p>
      ) : null}
      {deliveredName ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <ListenButton id={id} radioName={radioName} />
          <a href={`/recordings/${id}/file`} className={buttonLook()}>
            <Download aria-hidden="true" />
            Baixar gravação
          </a>
          {request.revisionRequestedAt ? null : <RevisionDialog request={request} />}
        </div>
      ) : null}
    </Card>
  );
}
