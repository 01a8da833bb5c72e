import AudioWaveform from 'lucide-react/icons/audio-waveform';
import FolderPlus from 'lucide-react/icons/folder-plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { prepareAddress } from '#features/delivery/model.ts';
import { askForProject } from '#features/projects/store.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#ui/menu.tsx';

export interface TrackMenuProps {
  id: string;
  name: string;
  mayAdd: boolean;
  mayCompare: boolean;
  mayPrepare: boolean;
}

/** A row's menu, open at first: the click that fetches it also opens it. `children` is its button. */
export function OpenTrackMenu(props: TrackMenuProps & { children: ReactNode }) {
  const { id, name, mayAdd, mayCompare, mayPrepare, children } = props;
  return (
    <Menu defaultOpen>
      <MenuTrigger>{children}</MenuTrigger>
      <MenuContent>
        {mayAdd ? (
          <MenuItem onSelect={() => askForProject({ what: { trackIds: [id] }, name })}>
            <FolderPlus aria-hidden="true" />
            Adicionar a um projeto
          </MenuItem>
        ) : null}
        {mayCompare ? (
          <MenuItem asChild>
            <Link to={`/parecidos/${id}`}>
              <AudioWaveform aria-hidden="true" />
              Sons parecidos
            </Link>
          </MenuItem>
        ) : null}
        {mayPrepare ? (
          <MenuItem asChild>
            <Link to={prepareAddress('track', id)}>
              <SlidersHorizontal aria-hidden="true" />
              Preparar para o ar
            </Link>
          </MenuItem>
        ) : null}
      </MenuContent>
    </Menu>
  );
}
