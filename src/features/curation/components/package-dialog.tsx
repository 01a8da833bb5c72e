import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';
import { type CategoryChoice, type CurationAnswer, type EditedPackage, readPackageForm } from '../model.ts';
import { StagedAudio } from '../tracks/components/staged-audio.tsx';
import { TrackList } from '../tracks/components/track-list.tsx';
import { sendAudio } from '../tracks/store.ts';
import { PackageFields } from './package-fields.tsx';

interface PackageDialogProps {
  /** The package being edited; null: a new one. */
  pack: EditedPackage | null;
  categories: CategoryChoice[];
  onClose: () => void;
}

/** 'Criar Novo Pacote' and 'Editar Pacote': the nine fields of a package, and its audio (PKM-07 to PKM-19). */
export function PackageDialog({ pack, categories, onClose }: PackageDialogProps) {
  const fetcher = useFetcher<CurationAnswer>();
  const formId = useId();
  const [errors, setErrors] = useState<Record<string, string[] | undefined>>({});
  const [staged, setStaged] = useState<File[]>([]);
  const [coverBusy, setCoverBusy] = useState(false);
  const title = useRef('');
  const files = useRef(staged);
  files.current = staged;
  const answer = fetcher.data;

  useEffect(() => {
    if (!answer) return;
    if (answer.errors) setErrors(answer.errors);
    if (!answer.ok) return;
    if (answer.id && files.current.length > 0)
      sendAudio({ id: answer.id, title: title.current }, files.current);
    onClose();
  }, [answer, onClose]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const parsed = readPackageForm(form);
    if (!parsed.success) {
      const wrong = Object.groupBy(parsed.error.issues, (issue) => String(issue.path[0]));
      setErrors(
        Object.fromEntries(
          Object.entries(wrong).map(([field, issues]) => [field, issues?.map(({ message }) => message)]),
        ),
      );
      const first = String(parsed.error.issues[0]!.path[0]);
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setErrors({});
    title.current = parsed.data.title;
    void fetcher.submit(form, { method: 'post' });
  }

  const busy = fetcher.state !== 'idle';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={pack ? 'Editar Pacote' : 'Criar Novo Pacote'}
        size="lg"
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" busy={busy} disabled={coverBusy}>
              {pack ? 'Salvar Alterações' : 'Criar Pacote'}
            </Button>
          </>
        }
      >
        <div className="grid gap-8">
          <form id={formId} method="post" noValidate onSubmit={submit} className="grid gap-5">
            <input type="hidden" name="intent" value="save" />
            {pack ? <input type="hidden" name="id" value={pack.id} /> : null}
            <PackageFields pack={pack} categories={categories} errors={errors} onCoverBusy={setCoverBusy} />
          </form>
          {pack ? <TrackList pack={pack} /> : <StagedAudio files={staged} onChange={setStaged} />}
        </div>
      </DialogContent>
    </Dialog>
  );
}
