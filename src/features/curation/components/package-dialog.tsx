import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type Location, useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { type CategoryChoice, type CurationAnswer, type EditedPackage, readPackageForm } from '../model.ts';
import { StagedAudio } from '../tracks/components/staged-audio.tsx';
import { TrackList } from '../tracks/components/track-list.tsx';
import { sendAudio } from '../tracks/store.ts';
import { PackageConflict } from './package-conflict.tsx';
import { PackageFields } from './package-fields.tsx';
import { useChanges } from './use-changes.ts';

interface PackageDialogProps {
  /** The package being edited; null: a new one. */
  pack: EditedPackage | null;
  categories: CategoryChoice[];
  onClose: () => void;
}

const openOne = ({ search }: Location): string | null => new URLSearchParams(search).get('editar');

/** The dialog stands in the address: another page, or another package, closes it. */
const isClosing = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || openOne(from) !== openOne(to);

/**
 * 'Criar Novo Pacote' and 'Editar Pacote': the nine fields of a package, and its audio (PKM-07 to PKM-19). It is not
 * closed with something unsaved unless that was asked, and never while a save is on its way.
 */
export function PackageDialog({ pack, categories, onClose }: PackageDialogProps) {
  const fetcher = useFetcher<CurationAnswer>();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string[] | undefined>>({});
  const [staged, setStaged] = useState<File[]>([]);
  const [coverBusy, setCoverBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  /** What the fields began with; another edition begins anew. */
  const [begun, setBegun] = useState({ pack, edition: 0 });
  const { isChanged, look } = useChanges(form, begun.edition);
  const busy = fetcher.state !== 'idle';

  const isOther = pack !== null && begun.pack !== null && pack.version !== begun.pack.version;
  const isMet = isOther && !busy && !isSaved;
  const take = () => setBegun({ pack, edition: begun.edition + 1 });
  // What others save is taken over as long as nothing is changed here.
  if (isMet && !isChanged) take();

  useAnswer(fetcher.data, (answer) => {
    if (answer.errors) setErrors(answer.errors);
    if (!answer.ok) return;
    const title = String(new FormData(form.current ?? undefined).get('title') ?? '').trim();
    if (answer.id && staged.length > 0) sendAudio({ id: answer.id, title }, staged);
    setSaved(true);
  });
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (isSaved) close.current();
  }, [isSaved]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || coverBusy) return;
    const sent = new FormData(event.currentTarget);
    const parsed = readPackageForm(sent);
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
    void fetcher.submit(sent, { method: 'post' });
  }

  const unsaved = [...(isChanged ? ['Pacote'] : []), ...(staged.length > 0 ? ['Áudios escolhidos'] : [])];
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent
        title={pack ? 'Editar Pacote' : 'Criar Novo Pacote'}
        size="lg"
        footer={
          <>
            <DialogClose>
              <Button disabled={busy}>Cancelar</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" busy={busy} disabled={coverBusy}>
              {pack ? 'Salvar Alterações' : 'Criar Pacote'}
            </Button>
          </>
        }
      >
        {isMet && isChanged && begun.pack ? (
          <PackageConflict
            mine={begun.pack}
            theirs={pack}
            onTake={take}
            onKeep={() => setBegun({ ...begun, pack })}
          />
        ) : null}
        <div className="grid gap-8">
          <form
            ref={form}
            id={formId}
            method="post"
            noValidate
            inert={busy}
            onSubmit={submit}
            onInput={look}
            className="grid gap-5"
          >
            <input type="hidden" name="intent" value="save" />
            {begun.pack ? (
              <>
                <input type="hidden" name="id" value={begun.pack.id} />
                <input type="hidden" name="version" value={begun.pack.version} />
              </>
            ) : null}
            <PackageFields
              key={begun.edition}
              pack={begun.pack}
              categories={categories}
              errors={errors}
              onCoverBusy={setCoverBusy}
              onChange={look}
            />
          </form>
          {pack ? <TrackList pack={pack} /> : <StagedAudio files={staged} onChange={setStaged} />}
        </div>
        <LeaveGuard unsaved={isSaved ? [] : unsaved} isLeaving={isClosing} />
      </DialogContent>
    </Dialog>
  );
}
