import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { type Location, useFetcher } from 'react-router';
import { coverUrl } from '#features/catalog/model.ts';
import { packageFields } from '#features/catalog/package-definition.ts';
import type { Answer } from '#platform/answer.ts';
import { refusalOf, toSend } from '#platform/definition.ts';
import { type Errors, Fields, focusField } from '#ui/fields.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { useSent } from '#ui/use-answer.ts';
import { useEditor } from '#ui/use-editor.ts';
import { CoverField } from '../covers/components/cover-field.tsx';
import { type CategoryChoice, type EditedPackage, packageFormSchema, packageText } from '../model.ts';
import { StagedAudio } from '../tracks/components/staged-audio.tsx';
import { TrackList } from '../tracks/components/track-list.tsx';
import { sendAudio } from '../tracks/store.ts';
import { PackageConflict } from './package-conflict.tsx';

interface PackageDialogProps {
  /** The package being edited; null: a new one. */
  pack: EditedPackage | null;
  categories: CategoryChoice[];
  onClose: () => void;
}

const openOne = ({ search }: Location): string | null => new URLSearchParams(search).get('editar');

/** The dialog is part of the URL: another page, or another package, closes it. */
const isClosing = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || openOne(from) !== openOne(to);

/** The categories to choose from; the package's own may be inactive by now, and may stay. */
const choicesFor = (pack: EditedPackage | null, categories: CategoryChoice[]): CategoryChoice[] =>
  pack && !categories.some(({ id }) => id === pack.categoryId)
    ? [...categories, { id: pack.categoryId, name: `${pack.categoryName} (desligada)` }]
    : categories;

/**
 * 'Criar Novo Pacote' and 'Editar Pacote' (PKM-07 to PKM-19). Asks before it closes with unsaved changes; never closes
 * while a save is in flight.
 */
export function PackageDialog({ pack, categories, onClose }: PackageDialogProps) {
  const fetcher = useFetcher<Answer>();
  const [errors, setErrors] = useState<Errors>({});
  const [staged, setStaged] = useState<File[]>([]);
  const [coverBusy, setCoverBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const editor = useEditor({ content: packageText(pack), version: pack?.version ?? '', pack });
  const { content, base, theirs, isSaving } = editor;

  useSent(fetcher, (answer) => {
    if (answer?.errors) setErrors(answer.errors);
    if (!answer?.ok) return editor.end();
    if (answer.id && staged.length > 0) sendAudio({ id: answer.id, title: content.title.trim() }, staged);
    setSaved(true);
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving || coverBusy) return;
    const parsed = packageFormSchema.safeParse(content);
    if (!parsed.success) {
      const refused = refusalOf(parsed.error);
      setErrors(refused.errors);
      focusField(event.currentTarget, refused.first.name);
      return;
    }
    setErrors({});
    const sent = { intent: pack ? 'save' : 'create', ...toSend(editor.begin()) };
    const { id, version } = base.pack ?? {};
    void fetcher.submit(id && version ? { id, version, ...sent } : sent, { method: 'post' });
  }

  const unsaved = [
    ...(editor.isDirty ? ['Pacote'] : []),
    ...(staged.length > 0 ? ['Áudios escolhidos'] : []),
  ];
  return (
    <FormDialog
      title={pack ? 'Editar Pacote' : 'Criar Novo Pacote'}
      size="lg"
      action={pack ? 'Salvar Alterações' : 'Criar Pacote'}
      disabled={coverBusy}
      isOpen
      onOpen={onClose}
      busy={isSaving}
    >
      {(form) => (
        <>
          {base.pack && theirs?.pack ? (
            <PackageConflict
              mine={base.pack}
              theirs={theirs.pack}
              onTake={editor.takeTheirs}
              onKeep={editor.keepMine}
            />
          ) : null}
          <div className="grid gap-8">
            <form {...form} noValidate method="post" onSubmit={submit}>
              <input type="hidden" name="id" value={base.pack?.id ?? ''} />
              <input type="hidden" name="version" value={base.version} />
              <Fields
                key={editor.revision}
                of={packageFields}
                values={content}
                errors={errors}
                choices={{ categoryId: choicesFor(base.pack, categories) }}
                own={{
                  coverKey: (
                    <CoverField
                      ownUrl={coverUrl(base.pack?.coverKey ?? null)}
                      drawnUrl={base.pack?.drawnCoverUrl}
                      onBusy={setCoverBusy}
                      onChange={(cover) => editor.change({ cover })}
                    />
                  ),
                }}
                onWrite={editor.change}
              />
            </form>
            {pack ? <TrackList pack={pack} /> : <StagedAudio files={staged} onChange={setStaged} />}
          </div>
          <LeaveGuard unsaved={isSaved ? [] : unsaved} isLeaving={isClosing} />
        </>
      )}
    </FormDialog>
  );
}
