import { type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { Form, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/input.tsx';
import { signInSchema, signUpSchema } from '../model.ts';
import { EmailField } from './email-field.tsx';
import { Notice } from './notice.tsx';

export type AuthMode = 'sign-in' | 'sign-up';

interface AuthFormProps {
  mode: AuthMode;
  /** URL of the page in this mode. */
  action: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** The page to open after signing in, or null. */
  next: string | null;
  busy: boolean;
  email?: string;
}

/** The form of /auth for signing in or signing up (AUT-01). Works without scripts. */
export function AuthForm({ mode, action, lastResult, next, busy, email }: AuthFormProps) {
  const schema = mode === 'sign-in' ? signInSchema : signUpSchema;
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'conta',
    lastResult,
    constraint: getZodConstraint(schema),
    defaultValue: { email },
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const refused = form.errors?.[0];
  const isNew = mode === 'sign-up';
  return (
    <Form
      method="post"
      action={action}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={mode} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
      {refused ? <Notice tone="danger">{refused}</Notice> : null}
      <EmailField field={fields.email} />
      <Field
        label="Senha"
        error={fields.password.errors}
        hint={isNew ? 'No mínimo 6 caracteres.' : undefined}
        id={fields.password.id}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name={fields.password.name}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            required
            minLength={isNew ? 6 : undefined}
            maxLength={128}
          />
        )}
      </Field>
      {isNew ? <Terms /> : <Forgotten />}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {isNew ? 'Criar conta' : 'Entrar'}
      </Button>
    </Form>
  );
}

function Terms() {
  return (
    <p className="text-sm text-muted">
      Ao criar a conta, você concorda com os{' '}
      <Link to="/termos" className="text-fg underline underline-offset-4">
        Termos de Uso
      </Link>{' '}
      e a{' '}
      <Link to="/privacidade" className="text-fg underline underline-offset-4">
        Política de Privacidade
      </Link>
      .
    </p>
  );
}

function Forgotten() {
  return (
    <Link
      to="/auth/recuperar"
      className="-my-2 inline-flex items-center justify-self-start rounded-sm py-2 text-sm text-muted underline decoration-current/40 underline-offset-4 hover:text-fg touch:min-h-11"
    >
      Esqueci minha senha
    </Link>
  );
}
