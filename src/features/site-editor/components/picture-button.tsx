import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
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
  const input = useRef<HTMLInputElement>(null);
  function take(file: File | undefined) {
    if (!file) return;
    const refusal = checkSitePicture(use, file);
    if (refusal) toast({ ...refusal, tone: 'error' });
    else onChoose(file);
  }
  return (
    <>
      <Button size="sm" type="button" busy={busy} onClick={() => input.current?.click()}>
        {busy ? null : <Upload aria-hidden="true" />}
        {children}
        <span className="sr-only"> ({label})</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept={
          use === 'favicon' ? 'image/png,image/jpeg,image/webp' : 'image/png,image/jpeg,image/webp,image/gif'
        }
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
