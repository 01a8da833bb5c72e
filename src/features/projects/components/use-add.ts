import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { countTracks } from '#platform/format.ts';
import { toast } from '#ui/toast.tsx';
import { sendAddition, sendDeletion, sendNewProject, sendRemoval } from '../send-project.ts';
import { endAsking, type Wish } from '../store.ts';

type Answer = Awaited<ReturnType<typeof sendAddition>>;

/** Adds what is wished for to a project, says how it went, and offers to take it back. */
export function useAdd({ what, name, onAdded }: Wish) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  const { revalidate } = useRevalidator();

  /** What is on a project's page changes with it. */
  const refresh = () => (location.pathname.startsWith('/projetos') ? revalidate() : undefined);

  async function undo(way: () => ReturnType<typeof sendRemoval>) {
    const answer = await way();
    if (!answer.ok) toast({ title: 'Não foi possível desfazer', description: answer.message, tone: 'error' });
    else toast({ title: 'Desfeito' });
    await refresh();
  }

  async function run(title: string, isNew: boolean, call: () => Promise<Answer>) {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    if (!answer.ok) {
      toast({ title: 'Não foi adicionada ao projeto', description: answer.message, tone: 'error' });
      if (answer.status === 401) await navigate(signInAddress(location));
      return;
    }
    endAsking();
    const { id, added, already } = answer.said;
    if (added.length === 0 && !isNew) {
      toast({
        title: already === 1 ? `Já está em ${title}` : `Já estão todas em ${title}`,
        description: name,
      });
      return;
    }
    const way = isNew ? () => sendDeletion(id, true) : () => sendRemoval(id, added);
    const takeBack = () => void undo(way);
    onAdded?.(takeBack);
    // Of several additions in a row to one project the last is shown: a pile would cover the page.
    toast({
      id: `projeto-${id}`,
      title: isNew ? `Projeto ${title} criado` : `Mais ${countTracks(added.length)} em ${title}`,
      description: name,
      tone: 'success',
      action: { label: 'Desfazer', onSelect: takeBack },
    });
    await refresh();
  }

  return {
    isBusy,
    add: ({ id, title }: { id: string; title: string }) => run(title, false, () => sendAddition(id, what)),
    create: (title: string) => run(title, true, () => sendNewProject(title, what)),
  };
}
