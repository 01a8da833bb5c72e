import History from 'lucide-react/icons/history';
import { useEffect, useState } from 'react';
import type { SectionName } from '#features/site/model.ts';
import { sectionFields } from '#features/site/section-fields.ts';
import { changedLabels } from '#platform/definition.ts';
import { formatDateTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { fetchVersions } from '../call.ts';
import { type KeptVersion, keptVersions } from '../model.ts';
import type { SectionEditor } from './use-section-editor.ts';

/** The last versions of a section: each can be loaded into the form, or restored at once as a new version. */
export function HistoryDialog<N extends SectionName>({ editor }: { editor: SectionEditor<N> }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button size="sm" variant="ghost">
          <History aria-hidden="true" />
          Versões<span className="sr-only"> anteriores</span>
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Versões anteriores"
        description={`As últimas ${keptVersions} versões salvas desta seção. Restaurar cria uma nova versão; nada se perde.`}
      >
        {open ? <VersionList editor={editor} onDone={() => setOpen(false)} /> : null}
      </DialogContent>
    </Dialog>
  );
}

interface VersionListProps<N extends SectionName> {
  editor: SectionEditor<N>;
  onDone(): void;
}

function VersionList<N extends SectionName>({ editor, onDone }: VersionListProps<N>) {
  const [versions, setVersions] = useState<KeptVersion<N>[] | null | 'loading'>('loading');
  const { name } = editor;
  useEffect(() => {
    let isWanted = true;
    void fetchVersions(name).then((found) => isWanted && setVersions(found));
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (versions === 'loading') return <Spinner label="Carregando as versões" className="text-2xl" />;
  if (versions === null) return <p>Não foi possível carregar as versões. Tente novamente.</p>;
  if (versions.length === 0)
    return <p className="text-muted">Nenhuma versão salva ainda: o site mostra os textos padrão.</p>;
  return (
    <ol className="grid gap-3">
      {versions.map((version, at) => (
        <VersionItem
          key={version.version}
          version={version}
          previous={versions[at + 1]}
          editor={editor}
          onDone={onDone}
        />
      ))}
    </ol>
  );
}

interface VersionItemProps<N extends SectionName> extends VersionListProps<N> {
  version: KeptVersion<N>;
  previous: KeptVersion<N> | undefined;
}

function VersionItem<N extends SectionName>({ version, previous, editor, onDone }: VersionItemProps<N>) {
  const changed = previous
    ? changedLabels(sectionFields[editor.name], previous.content, version.content)
    : [];
  const isCurrent = version.version === editor.base.version;
  return (
    <li className="grid gap-3 rounded-md bg-surface p-4 shadow-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <strong>Versão {version.version}</strong>
        {isCurrent ? <Badge tone="success">No site</Badge> : null}
        <span className="text-muted">
          {version.savedAt ? formatDateTime(version.savedAt) : ''} · {version.savedBy}
        </span>
      </p>
      {changed.length > 0 ? <p className="text-sm text-muted">Mudou: {changed.join(', ')}</p> : null}
      {isCurrent ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() => {
              editor.bringBack(version.content);
              onDone();
            }}
          >
            Abrir no formulário
            <span className="sr-only"> a versão {version.version}</span>
          </Button>
          <Button
            size="sm"
            busy={editor.isSaving}
            onClick={async () => {
              await editor.save(version.content);
              onDone();
            }}
          >
            Restaurar
            <span className="sr-only"> a versão {version.version}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
