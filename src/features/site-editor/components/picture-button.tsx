import Upload from 'lucide-react/icons/upload';
import { foreignImage, sniffedBytes, withSeen } from '#features/media/model.ts';
import { firstOf } from '#platform/elements.ts';
import { FileButton } from '#ui/file-button.tsx';
import { toast } from '#ui/toast.tsx';
import { checkSitePicture, type SitePictureUse } from '../pictures.ts';

interface PictureButtonProps {
  use: SitePictureUse;
  /** Accessible name. */
  label: string;
  busy?: boolean;
  children: string;
  /** Called only with a valid file; an invalid one is refused by toast (CEO-02, A-76). */
  onChoose(file: File): void;
}

export function PictureButton({ use, label, busy = false, children, onChoose }: PictureButtonProps) {
  async function take(file: File) {
    const refusal = checkSitePicture(use, file);
    if (!refusal) return onChoose(file);
    const seen = foreignImage(new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
    toast({ ...refusal, description: withSeen(refusal.description, { seen }), tone: 'error' });
  }
  return (
    <FileButton
      size="sm"
      busy={busy}
      label={label}
      accept={
        use === 'favicon' ? 'image/png,image/jpeg,image/webp' : 'image/png,image/jpeg,image/webp,image/gif'
      }
      onChoose={(files) => void take(firstOf(files))}
    >
      {busy ? null : <Upload aria-hidden="true" />}
      {children}
      <span className="sr-only"> ({label})</span>
    </FileButton>
  );
}
