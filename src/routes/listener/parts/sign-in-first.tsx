import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface SignInFirstProps {
  /** The address that leads back here. */
  signIn: string;
  text: string;
}

/** A page for everyone signed in, as a visitor sees it. */
export const SignInFirst = ({ signIn, text }: SignInFirstProps) => (
  <EmptyState
    as="h1"
    icon={<LockKeyhole aria-hidden="true" />}
    title="Acesso Restrito"
    text={text}
    className="py-24"
  >
    <ButtonLink to={signIn} variant="primary">
      Fazer login
    </ButtonLink>
    <ButtonLink to="/" variant="ghost">
      Voltar ao início
    </ButtonLink>
  </EmptyState>
);
