import AudioWaveform from 'lucide-react/icons/audio-waveform';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderPlus from 'lucide-react/icons/folder-plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
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

/**
 * On a phone, what a row has beside heart and download; wider rows show it. A list has many rows: until it is used, the
 * menu is a button alone.
 */
export function TrackMenu(props: TrackMenuProps) {
  const [isUsed, setUsed] = useState(false);
  if (!props.mayAdd && !props.mayCompare && !props.mayPrepare) return null;
  if (isUsed) return <OpenMenu {...props} />;
  return (
    <IconButton
      label={labelOf(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      className="sm:hidden"
      onClick={() => setUsed(true)}
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
}

const labelOf = ({ name }: TrackMenuProps) => `Mais ações para ${name}`;

/** Opens as it comes. */
function OpenMenu(props: TrackMenuProps) {
  const { id, name, mayAdd, mayCompare, mayPrepare } = props;
  return (
    <Menu defaultOpen>
      <MenuTrigger>
        <IconButton label={labelOf(props)} className="sm:hidden">
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
