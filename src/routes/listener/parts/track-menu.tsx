import AudioWaveform from 'lucide-react/icons/audio-waveform';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderPlus from 'lucide-react/icons/folder-plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Link } from 'react-router';
import { prepareAddress } from '#features/delivery/model.ts';
import { askForProject } from '#features/projects/store.ts';
import { IconButton } from '#ui/button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#ui/menu.tsx';

interface TrackMenuProps {
  id: string;
  name: string;
  mayAdd: boolean;
  mayCompare: boolean;
  mayPrepare: boolean;
}

/** On a phone, what a row has beside heart and download; wider rows show it. */
export function TrackMenu({ id, name, mayAdd, mayCompare, mayPrepare }: TrackMenuProps) {
  if (!mayAdd && !mayCompare && !mayPrepare) return null;
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={`Mais ações para ${name}`} className="sm:hidden">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </MenuTrigger>
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
