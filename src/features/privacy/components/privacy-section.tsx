import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { Button, buttonLook } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { PasswordInput } from '#ui/input.tsx';
import { retained } from '../model.ts';

/** Export of the user's data, and deletion of the account. */
export function PrivacySection() {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        A Lei Geral de Proteção de Dados garante a você uma cópia dos seus dados e a exclusão da conta.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/profile/meus-dados" className={buttonLook({ size: 'sm' })}>
          <Download className="size-4" aria-hidden="true" />
          Exportar meus dados
        </a>
        <DeleteAccount />
      </div>
    </div>
  );
}

interface Refusal {
  errors?: { password?: string[] };
  description?: string;
}

function DeleteAccount() {
  const { Form, data, state } = useFetcher<Refusal>();
  const [isOpen, setOpen] = useState(false);
  const error = data?.errors?.password ?? data?.description;
  return (
    <FormDialog
      trigger={
        <Button size="sm" variant="ghost" className="text-danger! hover:text-danger!">
          Excluir minha conta
        </Button>
      }
      title="Excluir conta"
      description="Não há volta: a assinatura é cancelada, e favoritos, créditos e histórico são apagados."
      action="Excluir para sempre"
      isDanger
      isOpen={isOpen}
      onOpen={setOpen}
      busy={state !== 'idle'}
    >
      {(form) => (
        <Form {...form} noValidate method="post" action="/profile" className="grid gap-5">
          <input type="hidden" name="intent" value="delete" />
          <div className="text-sm text-muted">
            <p>Ficam guardados apenas:</p>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5">
              {retained.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
          <Field label="Senha atual" error={error}>
            {(control) => (
              <PasswordInput {...control} name="password" autoComplete="current-password" required />
            )}
          </Field>
        </Form>
      )}
    </FormDialog>
  );
}
