import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { isConnectionLost } from '#routes/connection-lost.tsx';
import { useRetry } from '#routes/use-retry.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';

/** A page whose subject is not there, and where to go instead. */
interface MissingWords {
  icon: ReactNode;
  title: string;
  text: string;
  to: string;
  label: string;
}

interface FailureWords {
  /** Title when the site gave a reason (specification, section 8): 'Erro ao carregar pacotes'. */
  title: string;
  /** Message without a reason: 'Não foi possível carregar a biblioteca.' */
  unexpected: string;
  back?: { to: string; label: string };
  /** Uses the title in both cases. */
  always?: boolean;
  /** For a 404. */
  missing?: MissingWords;
}

type LoadFailedProps = Omit<FailureWords, 'missing'> & { error: unknown };

/** The same as the ErrorBoundary of a page. */
export const loadFailed = ({ missing, ...words }: FailureWords) =>
  function PageFailed({ error }: { error: unknown }) {
    const isMissing = isRouteErrorResponse(error) && error.status === 404;
    return isMissing && missing ? <Missing {...missing} /> : <LoadFailed error={error} {...words} />;
  };

const Missing = ({ to, label, ...words }: MissingWords) => (
  <EmptyState as="h1" {...words} className="py-24">
    <ButtonLink to={to} variant="primary">
      {label}
    </ButtonLink>
  </EmptyState>
);

/** A page whose data failed to load: what happened and the next step (LIB-08, PKG-17). */
export function LoadFailed({ error, title, unexpected, back, always = false }: LoadFailedProps) {
  const said: unknown = isRouteErrorResponse(error) ? error.data?.message : null;
  const isSaid = typeof said === 'string' && !always;
  const shownTitle = isSaid || always ? title : 'Erro inesperado';
  const text = isSaid ? said : unexpected;
  const { retry, isTrying } = useRetry();
  // A tab that was open during an upgrade may fail to show the new version's data: the new scripts come with the document.
  const isOurFault = error instanceof TypeError && !isConnectionLost(error);
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page width="full" role="alert">
      <EmptyState
        as="h1"
        icon={<CloudOff aria-hidden="true" />}
        title={shownTitle}
        text={text}
        className="py-24"
      >
        {/* What is not there does not come by asking again. */}
        {isMissing && back ? null : (
          <Button variant="primary" busy={isTrying} onClick={isOurFault ? () => location.reload() : retry}>
            Tentar novamente
          </Button>
        )}
        {back ? (
          <ButtonLink to={back.to} variant={isMissing ? 'primary' : 'ghost'}>
            {back.label}
          </ButtonLink>
        ) : null}
      </EmptyState>
    </Page>
  );
}
