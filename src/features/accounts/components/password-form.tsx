import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/input.tsx';
import { useProfileForm } from './use-profile-form.ts';

const minimum = 6;

/** Changes the password; other sessions end. Disabled while the two new ones differ (PRO-06). */
export function PasswordForm() {
  const { Form, form, busy, errors, intent } = useProfileForm('password', { clearOnSuccess: true });
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const differs = again !== '' && next !== again;
  const short = next !== '' && next.length < minimum;
  return (
    <Form
      ref={form}
      method="post"
      className="grid max-w-md gap-4"
      noValidate
      onReset={() => {
        setNext('');
        setAgain('');
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <Field label="Senha atual" error={errors.currentPassword}>
        {(control) => (
          <PasswordInput {...control} name="currentPassword" autoComplete="current-password" required />
        )}
      </Field>
      <NewPassword
        label="Nova senha"
        name="newPassword"
        error={short ? 'A senha deve ter no mínimo 6 caracteres.' : errors.newPassword}
        hint="No mínimo 6 caracteres."
        onChange={setNext}
      />
      <NewPassword
        label="Confirmar nova senha"
        name="confirmPassword"
        error={differs ? 'As senhas não coincidem' : errors.confirmPassword}
        onChange={setAgain}
      />
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={next !== again || next.length < minimum}
        className="justify-self-start"
      >
        Alterar senha
      </Button>
    </Form>
  );
}

interface NewPasswordProps {
  label: string;
  name: string;
  error?: string | string[] | null;
  hint?: string;
  onChange: (value: string) => void;
}

function NewPassword({ name, onChange, ...field }: NewPasswordProps) {
  return (
    <Field {...field}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          autoComplete="new-password"
          required
          minLength={minimum}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
