import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input, PasswordInput } from '#ui/input.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function NameForm({ displayName }: { displayName: string }) {
  const { Form, form, busy, errors, intent } = useProfileForm('name');
  return (
    <Form ref={form} method="post" className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <Field
        label="Nome de exibição"
        error={errors.displayName}
        hint="Aparece no menu e nos seus pedidos de gravação."
      >
        {(control) => (
          <Input
            {...control}
            name="displayName"
            defaultValue={displayName}
            maxLength={120}
            autoComplete="name"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        Salvar alterações
      </Button>
    </Form>
  );
}

/** Changes the e-mail once the new address is confirmed. */
export function EmailForm({ email }: { email: string }) {
  const { Form, form, busy, errors, intent } = useProfileForm('email', { clearOnSuccess: true });
  return (
    <Form ref={form} method="post" className="grid gap-4" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <p className="text-sm text-muted">
        E-mail atual: <strong className="font-semibold wrap-anywhere text-fg">{email}</strong>. A troca só
        vale depois de confirmada no novo endereço.
      </p>
      <Field label="Novo e-mail" error={errors.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field label="Senha atual" error={errors.currentPassword}>
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        Trocar e-mail
      </Button>
    </Form>
  );
}
