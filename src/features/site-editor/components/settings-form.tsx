import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { sendPicture } from '../call.ts';
import { idealDescription } from '../model.ts';
import { PictureButton } from './picture-button.tsx';
import { SectionForm } from './section-form.tsx';
import type { SectionEditor } from './use-section-editor.ts';

export function SettingsForm({ editor }: { editor: SectionEditor<'site_settings'> }) {
  const [isSending, setSending] = useState(false);
  const { favicon, description } = editor.content;

  async function send(file: File) {
    setSending(true);
    const answer = await sendPicture('favicon', file);
    setSending(false);
    if (answer.ok) editor.change({ favicon: answer.url });
    else
      toast({
        title: 'Erro no upload',
        description: answer.message ?? 'Não foi possível enviar o ícone. Tente novamente.',
        tone: 'error',
      });
  }

  const picture = (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">Ícone do site (favicon)</h3>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-16 place-items-center rounded-md bg-well shadow-well">
          <img src={favicon || '/favicon.svg'} alt="Ícone atual" className="size-8 object-contain" />
        </span>
        <div className="flex flex-wrap gap-2">
          <PictureButton use="favicon" label="Ícone do site" busy={isSending} onChoose={send}>
            {isSending ? 'Enviando...' : 'Enviar ícone'}
          </PictureButton>
          {favicon ? (
            <Button size="sm" variant="ghost" type="button" onClick={() => editor.change({ favicon: '' })}>
              Usar o ícone padrão
            </Button>
          ) : null}
        </div>
      </div>
      <p className="text-sm text-muted">PNG, JPG ou WEBP até 1 MB. Recomendado: 32x32 ou 64x64 px.</p>
    </div>
  );
  return (
    <SectionForm
      editor={editor}
      title="Dados do site"
      lead="Valem para todas as páginas e todos os visitantes."
      own={{ favicon: picture }}
      hints={{ description: <DescriptionCounter length={description.trim().length} /> }}
    />
  );
}

/** Length of the description, and whether search engines show it whole (CEO-04). */
function DescriptionCounter({ length }: { length: number }) {
  const { min, max } = idealDescription;
  const isIdeal = length >= min && length <= max;
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className={isIdeal ? 'font-medium text-success' : undefined}>
        <span className="tabular-nums">{length}</span> caracteres · ideal: {min}-{max}
        {isIdeal ? ' · no tamanho ideal' : ''}
      </span>
      <span>Deixe em branco para manter a atual.</span>
    </span>
  );
}
