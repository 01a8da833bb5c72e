import { Link } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { goBack } from '#ui/go-back.ts';
import { Logo } from '#ui/logo.tsx';
import { drawnWave } from '../wave.ts';
import { WaveShape } from './wave-shape.tsx';

interface ErrorPageProps {
  /** 0: no response. */
  status: number;
  siteName?: string | undefined;
  /** The saved description of the site (CEO-01); without it the page describes itself. */
  description?: string | null | undefined;
  /** Portuguese message, if there is one. */
  message?: string;
  /** Retries; by default reloads the page. */
  onRetry?: () => void;
}

interface Words {
  title: string;
  text: string;
}

const words: Record<number, Words> = {
  0: {
    title: 'Sem conexão',
    text: 'Não conseguimos falar com o site. Verifique sua internet: a página volta quando ela voltar.',
  },
  403: { title: 'Acesso Restrito', text: 'Esta página não está disponível para a sua conta.' },
  404: {
    title: 'Página não encontrada',
    text: 'Procuramos em toda a faixa e só ouvimos chiado. O endereço pode ter mudado ou nunca ter existido.',
  },
  429: { title: 'Muitos pedidos em pouco tempo', text: 'Espere um instante e tente novamente.' },
  503: {
    title: 'Estamos com uma instabilidade',
    text: 'O site volta em instantes. Tente novamente daqui a pouco.',
  },
};
const refused: Words = {
  title: 'O pedido não foi aceito',
  text: 'Volte à página anterior e tente novamente.',
};
/** No response, although this browser is online. */
const unanswered: Words = {
  title: 'O site não respondeu',
  text: 'Não conseguimos falar com o site. Ele volta em instantes: tente novamente daqui a pouco.',
};
const unexpected: Words = {
  title: 'Algo saiu do ar',
  text: 'Ocorreu um erro inesperado. Já fomos avisados; tente novamente em instantes.',
};

const band = drawnWave('fora do ar', 120);
const hole: readonly [number, number] = [52, 68];
const silent = band.map((height, at) => (at >= hole[0] && at < hole[1] ? 0.02 : height));

/** The page for an unknown address or a failed response. */
export function ErrorPage({ status, siteName = 'Sonoteca', description, message, onRetry }: ErrorPageProps) {
  const isSiteAway = status === 0 && navigator.onLine;
  const { title, text } = isSiteAway ? unanswered : (words[status] ?? (status < 500 ? refused : unexpected));
  const canRetry = status === 0 || status >= 500 || status === 429;
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-6">
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description ?? text} />
      <header className="mx-auto flex h-16 w-full max-w-7xl items-center">
        <Link to="/" className="rounded-sm py-2">
          <Logo name={siteName} />
        </Link>
      </header>
      <main id="conteudo" className="mx-auto grid w-full max-w-2xl flex-1 content-center pb-24 text-center">
        <div className="relative mx-auto mb-8 w-full max-w-xl" aria-hidden="true">
          <WaveShape
            wave={silent}
            className="h-28 w-full text-fg/20 [mask-image:linear-gradient(90deg,transparent,#000_20%_80%,transparent)]"
          />
          <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 rounded-full bg-danger" />
          <span className="absolute inset-0 grid place-items-center">
            <span className="bg-ink px-3 font-display text-2xl font-bold tracking-widest tabular-nums">
              {status || 'sem sinal'}
            </span>
          </span>
        </div>
        <h1 className="text-3xl md:text-5xl">{title}</h1>
        <p className="mx-auto mt-4 max-w-md text-lg text-muted">{message ?? text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {status === 403 ? <WaysFromDenied /> : <Ways canRetry={canRetry} onRetry={onRetry} />}
        </div>
      </main>
    </div>
  );
}

const loadAnew = () => window.location.reload();

function Ways({ canRetry, onRetry = loadAnew }: { canRetry: boolean; onRetry?: (() => void) | undefined }) {
  return (
    <>
      <ButtonLink to="/" variant="primary">
        Voltar ao início
      </ButtonLink>
      {canRetry ? (
        <Button onClick={onRetry}>Tentar novamente</Button>
      ) : (
        <ButtonLink to="/library">Ir para a Biblioteca</ButtonLink>
      )}
    </>
  );
}

/** Links away from a refusal by role (DEN-01, A-16). */
function WaysFromDenied() {
  return (
    <>
      <ButtonLink to="/#planos" variant="primary">
        Ver Planos de Assinatura
      </ButtonLink>
      <ButtonLink to="/" data-scripted="" onClick={goBack}>
        Voltar
      </ButtonLink>
    </>
  );
}
