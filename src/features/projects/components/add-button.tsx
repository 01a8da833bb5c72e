import FolderPlus from 'lucide-react/icons/folder-plus';
import { Button, IconButton } from '#ui/button.tsx';
import type { Addition } from '../model.ts';
import { askForProject } from '../store.ts';

interface AddButtonProps {
  what: Addition;
  name: string;
  onCover?: boolean;
}

/** Asks to which project a track or a package is added. */
export function AddButton({ what, name, onCover = false }: AddButtonProps) {
  return (
    <IconButton
      label={`Adicionar ${name} a um projeto`}
      title="Adicionar a um projeto"
      data-theme={onCover ? 'dark' : undefined}
      className={onCover ? 'rounded-full! bg-black/55 text-fg hover:bg-black/75' : undefined}
      onClick={() => askForProject({ what, name })}
    >
      <FolderPlus aria-hidden="true" />
    </IconButton>
  );
}

/** The same for a whole package, with its words. */
export const AddPackageButton = ({ what, name }: { what: Addition; name: string }) => (
  <Button onClick={() => askForProject({ what, name })}>
    <FolderPlus aria-hidden="true" />
    <span className="max-sm:sr-only">Adicionar a um projeto</span>
  </Button>
);
