import Upload from 'lucide-react/icons/upload';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { post } from '#features/accounts/send.ts';
import { firstOf } from '#platform/elements.ts';
import { causeOf } from '#platform/failed-call.ts';
import { FileButton } from '#ui/file-button.tsx';
import { toast } from '#ui/toast.tsx';

interface DeliveryButtonProps {
  requestId: string;
  radioName: string;
  /** The main action of the request's state. */
  isMain: boolean;
}

/** Uploads the finished audio of a request, which completes it and mails the requester. */
export function DeliveryButton({ requestId, radioName, isMain }: DeliveryButtonProps) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function deliver(file: File) {
    setBusy(true);
    const failure = await upload(requestId, file);
    setBusy(false);
    if (failure) {
      toast({ title: 'Erro no upload', description: failure, tone: 'error' });
      return;
    }
    toast({
      title: 'Status atualizado',
      description: 'A gravação foi entregue e marcada como concluída.',
      tone: 'success',
    });
    await revalidate();
  }

  return (
    <FileButton
      size="sm"
      variant={isMain ? 'primary' : 'secondary'}
      busy={busy}
      label={`Áudio da gravação da ${radioName}`}
      accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a"
      onChoose={(files) => void deliver(firstOf(files))}
    >
      {busy ? null : <Upload className="size-4" aria-hidden="true" />}
      {busy ? 'Enviando...' : 'Entregar áudio'}
      <span className="sr-only"> da {radioName}</span>
    </FileButton>
  );
}

/** The error message; null on success. */
async function upload(requestId: string, file: File): Promise<string | null> {
  const name = { 'X-File-Name': encodeURIComponent(file.name) };
  const { isOk, status, message } = await post(`/uploads/recordings/${requestId}`, file, name);
  return isOk ? null : (message ?? `Não foi possível enviar o áudio. ${causeOf(status)}`);
}
