import CloudOff from 'lucide-react/icons/cloud-off';
import { isRouteErrorResponse } from 'react-router';
import { useRetry } from '#routes/use-retry.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';

interface FailureWords {
  /** Title when the site gave a reason (specification, section 8): 'Erro ao carregar pacotes'. */
  title: string;
  /** Message without a reason: 'Não foi possível carregar a biblioteca.' */
  unexpected: string;
  back?: { to: string; label: string };
  /** Uses the title in both cases. */
  always?: boolean;
}

type LoadFailedProps = FailureWords & { error: unknown };

/** The same as the ErrorBoundary of a page. */
export const loadFailed = (words: FailureWords) =>
  function PageFailed({ error }: { error: unknown }) {
    return <LoadFailed error={error} {...words} />;
  };

/** A page whose data failed to load: what happened and the next step (LIB-08, PKG-17). */
export function LoadFailed({ error, title, unexpected, back, always = false }: LoadFailedProps) {
  const said: unknown = isRouteErrorResponse(error) ? error.data?.message : null;
  const isSaid = typeof said === 'string' && !always;
  const shownTitle = isSaid || always ? title : 'Erro inesperado';
  const text = isSaid ? said : unexpected;
  const { retry, isTrying } = useRetry();
  return (
    <Page width="full" role="alert">
      <EmptyState
        as="h1"
        icon={<CloudOff aria-hidden="true" />}
        title={shownTitle}
        text={text}
        className="py-24"
      >
        <Button variant="primary" busy={isTrying} onClick={retry}>
          Tentar novamente
        </Button>
        {back ? (
          <ButtonLink to={back.to} variant="ghost">
            {back.label}
          </ButtonLink>
        ) : null}
      </EmptyState>
    </Page>
  );
}
