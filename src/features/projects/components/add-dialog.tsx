import Check from 'lucide-react/icons/check';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { countTracks } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Input } from '#ui/input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useCombobox } from '#ui/use-combobox.ts';
import { longestTitle, type ProjectChoice } from '../model.ts';
import { fetchChoices } from '../send-project.ts';
import { endAsking, type Wish, wishStore } from '../store.ts';
import { useAdd } from './use-add.ts';

/** The choice of a project for what is to be added; shown once for the whole site. */
export function AddDialog() {
  const wish = useStore(wishStore, (state) => state.wish);
  return (
    <Dialog open={wish !== null} onOpenChange={endAsking}>
      {wish ? (
        <DialogContent
          title="Adicionar a um projeto"
          description={wish.name}
          size="sm"
          className="max-sm:h-[80dvh]! max-sm:rounded-t-lg"
        >
          <Choice wish={wish} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

type Loaded = { projects: ProjectChoice[]; asked: number } | 'loading' | { failed: string };

function useChoices(wish: Wish) {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    let isOver = false;
    setLoaded('loading');
    void fetchChoices(wish.what).then((answer) => {
      if (!isOver) setLoaded(answer.ok ? answer.said : { failed: answer.message });
    });
    return () => {
      isOver = true;
    };
  }, [wish, turn]);
  return { loaded, again: () => setTurn(turn + 1) };
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** The projects whose names hold a text, and whether it can be the name of a new one. */
function findProjects(projects: readonly ProjectChoice[], title: string) {
  const found = projects.filter((project) => plain(project.title).includes(plain(title)));
  return { found, canCreate: title !== '' && !found.some((each) => plain(each.title) === plain(title)) };
}

function Choice({ wish }: { wish: Wish }) {
  const { loaded, again } = useChoices(wish);
  const [typed, setTyped] = useState('');
  const { add, create, isBusy } = useAdd(wish);
  const known = typeof loaded === 'object' && 'projects' in loaded ? loaded : null;
  const title = typed.trim();
  const { found, canCreate } = findProjects(known?.projects ?? [], title);
  const choose = (at: number) => {
    const project = found[at];
    void (project ? add(project) : create(title));
  };
  const combobox = useCombobox({
    count: found.length + (canCreate ? 1 : 0),
    isOpen: true,
    onOpen: () => {},
    startsAtFirst: true,
    onChoose: choose,
  });
  return (
    <div aria-busy={isBusy} className={cx('grid gap-3', isBusy && 'pointer-events-none opacity-60')}>
      <Input
        {...combobox.inputProps}
        aria-label="Projeto"
        placeholder={
          known?.projects.length === 0
            ? 'Nome do primeiro projeto'
            : 'Escolha um projeto ou dê nome a um novo'
        }
        value={typed}
        maxLength={longestTitle}
        onChange={(event) => {
          setTyped(event.target.value);
          combobox.reset();
        }}
      />
      {loaded === 'loading' ? <Waiting /> : null}
      {typeof loaded === 'object' && 'failed' in loaded ? (
        <Failed text={loaded.failed} again={again} />
      ) : null}
      <Options
        combobox={combobox}
        found={found}
        asked={known?.asked ?? 0}
        newTitle={canCreate ? title : null}
        onChoose={choose}
      />
    </div>
  );
}

interface OptionsProps {
  combobox: ReturnType<typeof useCombobox>;
  found: ProjectChoice[];
  asked: number;
  /** Null: nothing new is named. */
  newTitle: string | null;
  onChoose: (at: number) => void;
}

function Options({ combobox: { active, listId, optionId }, found, asked, newTitle, onChoose }: OptionsProps) {
  const at = (place: number) => ({
    id: optionId(place),
    isActive: active === place,
    onChoose: () => onChoose(place),
  });
  return (
    <div id={listId} role="listbox" aria-label="Projetos" className="grid gap-0.5">
      {found.map((project, place) => (
        <Option key={project.id} {...at(place)}>
          <ProjectOption project={project} asked={asked} />
        </Option>
      ))}
      {newTitle ? (
        <Option {...at(found.length)}>
          <Plus className="size-4 shrink-0 text-accent" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate">Criar “{newTitle}”</span>
        </Option>
      ) : null}
    </div>
  );
}

/** Why the projects did not come. */
const Failed = ({ text, again }: { text: string; again: () => void }) => (
  <p role="alert" className="flex items-center gap-3 text-sm">
    {text}
    <Button size="sm" onClick={again}>
      Tentar de novo
    </Button>
  </p>
);

interface OptionProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  children: ReactNode;
}

const Option = ({ id, isActive, onChoose, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onClick={onChoose}
    onPointerDown={(event) => event.preventDefault()}
    className={cx(
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm',
      isActive ? 'bg-fg/9' : 'hover:bg-fg/6',
    )}
  >
    {children}
  </div>
);

function ProjectOption({ project, asked }: { project: ProjectChoice; asked: number }) {
  const { title, trackCount, holds } = project;
  const isWhole = asked > 0 && holds === asked;
  return (
    <>
      <FolderKanban className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
      <span className="flex shrink-0 items-center gap-1 text-xs text-muted tabular-nums">
        {isWhole ? (
          <>
            <Check className="size-3.5" aria-hidden="true" /> já está no projeto
          </>
        ) : holds > 0 ? (
          `${holds} de ${asked} no projeto`
        ) : (
          countTracks(trackCount)
        )}
      </span>
    </>
  );
}

const Waiting = () => (
  <div role="status" className="grid gap-1">
    <span className="sr-only">Carregando os projetos...</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-11 rounded-sm" />
    ))}
  </div>
);
