import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { IconButton } from '#ui/button.tsx';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { Project } from '../model.ts';
import { sendArchiving, sendDeletion } from '../send-project.ts';
import { TitleDialog } from './title-dialog.tsx';
import { useUndoable } from './use-undoable.ts';

interface ProjectMenuProps {
  project: Pick<Project, 'id' | 'title' | 'isArchived'>;
  /** Whether copies may be made: that needs a plan. */
  entitled: boolean;
  /** Called after it has been deleted: leaves its page. */
  onDeleted?: () => void;
  onDuplicated?: (id: string) => void;
}

/** What can be done with a whole project. */
export function ProjectMenu({ project, entitled, onDeleted, onDuplicated }: ProjectMenuProps) {
  const { id, title, isArchived } = project;
  const [isRenaming, setRenaming] = useState(false);
  const copying = useFetcher<Answer>();
  useAnswer(copying.data, (answer) => {
    if (answer.ok && answer.id) onDuplicated?.(answer.id);
  });
  const { archive, remove } = useMoves(project, onDeleted);
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label={`Ações de ${title}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={() => setRenaming(true)}>
            <Pencil aria-hidden="true" /> Renomear
          </MenuItem>
          {entitled ? (
            <MenuItem
              onSelect={() =>
                void copying.submit({ intent: 'duplicate', id }, { method: 'post', action: '/projetos' })
              }
            >
              <Copy aria-hidden="true" /> Duplicar
            </MenuItem>
          ) : null}
          <MenuItem onSelect={archive}>
            {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
            {isArchived ? 'Tirar do arquivo' : 'Arquivar'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={remove}>
            <Trash2 aria-hidden="true" /> Excluir
          </MenuItem>
        </MenuContent>
      </Menu>
      <TitleDialog intent="rename" project={project} isOpen={isRenaming} onOpen={setRenaming} />
    </>
  );
}

/** Moves a project into the archive and back, and deletes it. */
function useMoves({ id, title, isArchived }: ProjectMenuProps['project'], onDeleted?: () => void) {
  const change = useUndoable();
  return {
    archive: () =>
      void change({
        do: () => sendArchiving(id, !isArchived),
        undo: () => sendArchiving(id, isArchived),
        title: isArchived ? `${title} saiu do arquivo` : `${title} foi para o arquivo`,
        failed: 'O projeto não foi movido',
        undone: 'Desfeito',
      }),
    remove: () =>
      void change({
        do: () => sendDeletion(id, true),
        undo: () => sendDeletion(id, false),
        title: `${title} foi excluído`,
        failed: 'O projeto não foi excluído',
        undone: `${title} está de volta`,
        leave: onDeleted,
      }),
  };
}
