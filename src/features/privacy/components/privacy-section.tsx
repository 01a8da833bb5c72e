import Download from 'lucide-react/icons/download';
import { useFetcher } from 'react-router';
import { Button, buttonLook } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
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
  const fetcher = useFetcher<Refusal>();
  const busy = fetcher.state !== 'idle';
  const error = fetcher.data?.errors?.password ?? fetcher.data?.description;
  return (
    <Dialog>
      <DialogTrigger>
        <Button size="sm" variant="ghost" className="text-danger! hover:text-danger!">
          Excluir minha conta
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Excluir conta"
        description="Não há volta: a assinatura é cancelada, e favoritos, créditos e histórico são apagados."
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button type="submit" form="delete-account" variant="danger" busy={busy}>
              Excluir para sempre
            </Button>
          </>
        }
      >
        <fetcher.Form id="delete-account" method="post" action="/profile" noValidate className="grid gap-5">
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
        </fetcher.Form>
      </DialogContent>
    </Dialog>
  );
}
