import Play from 'lucide-react/icons/play';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import type { PlayableQueue } from '#features/player/model.ts';
import { player } from '#features/player/store.ts';
import { ProjectMenu } from '#features/projects/components/project-menu.tsx';
import { audibleTracks, type Project } from '#features/projects/model.ts';
import { Button } from '#ui/button.tsx';
import { projectList } from './desk-lists.ts';

interface ProjectActionsProps {
  project: Project;
  queue: PlayableQueue;
  entitled: boolean;
  /** Further actions, ahead of the menu. */
  children: ReactNode;
}

/** What is done with a project, at the right of its title: the main action first, the menu last. */
export function ProjectActions({ project, queue, entitled, children }: ProjectActionsProps) {
  const navigate = useNavigate();
  const canPlay = entitled && queue.tracks.length > 0;
  return (
    <>
      {canPlay ? (
        <>
          <Button variant="primary" onClick={() => player.playPackage(queue, queue.tracks[0]?.id)}>
            <Play className="fill-current" aria-hidden="true" /> Tocar tudo
          </Button>
          <DeskButton list={() => projectList(queue, audibleTracks(project.tracks))} />
        </>
      ) : null}
      {children}
      <ProjectMenu
        project={project}
        entitled={entitled}
        onDeleted={() => void navigate('/projetos')}
        onDuplicated={(id) => void navigate(`/projetos/${id}`)}
      />
    </>
  );
}
