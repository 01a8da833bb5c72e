import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { TileArt } from '#features/catalog/components/tile-art.tsx';
import { hueOfKind, kindFacts, kinds } from '#features/catalog/kinds.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { type ImageKey, imageKeys } from '#features/site/model.ts';
import { sectionFields } from '#features/site/section-fields.ts';
import { saveContent, sendPicture } from '#features/site-editor/call.ts';
import { ImageCard } from '#features/site-editor/components/image-card.tsx';
import { useChosen } from '#features/site-editor/components/use-chosen.ts';
import { conflictSentence } from '#features/site-editor/model.ts';
import { getSectionsForEditor } from '#features/site-editor/queries.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { Button } from '#ui/button.tsx';
import { hueColor } from '#ui/hue.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/category-images';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/upload-category-images'),
    'Escolha a imagem que abre cada categoria na biblioteca.',
  );

const fields = sectionFields.category_images;
const unexpected = { title: 'Erro inesperado', description: 'Não foi possível atualizar as imagens.' };

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return (await getSectionsForEditor(app.db, admin, ['category_images'])).category_images;
}

export default function CategoryImages({ loaderData }: Route.ComponentProps) {
  const { chosen, choose, clear } = useChosen<ImageKey>();
  const [removed, setRemoved] = useState<ImageKey[]>([]);
  const [isSaving, setSaving] = useState(false);
  const { revalidate } = useRevalidator();
  const picked = imageKeys.filter((key) => chosen[key]);

  /** Uploads the chosen pictures, then saves; the others stay (IMG-03). */
  async function save() {
    if (picked.length === 0 && removed.length === 0) {
      const description = 'Selecione pelo menos uma imagem para atualizar.';
      toast({ title: 'Nenhuma imagem selecionada', description, tone: 'error' });
      return;
    }
    setSaving(true);
    const failure = await send();
    setSaving(false);
    if (failure) {
      toast({ ...failure, tone: 'error' });
      return;
    }
    // Pictures chosen during the save are not saved yet.
    clear(chosen);
    setRemoved((now) => now.filter((key) => !removed.includes(key)));
    toast({
      title: 'Imagens atualizadas!',
      description: 'A biblioteca já mostra as novas imagens.',
      tone: 'success',
    });
  }

  async function send() {
    const images = { ...loaderData.content };
    for (const key of removed) delete images[key];
    for (const key of picked) {
      // biome-ignore lint/style/noNonNullAssertion: picked are the keys of chosen
      const answer = await sendPicture('category', chosen[key]!.file);
      if (answer.ok) images[key] = answer.url;
      else if (answer.message) return { title: 'Erro no upload', description: answer.message };
      else return answer.isNetwork ? unexpected : { ...unexpected, title: 'Erro no upload' };
    }
    const answer = await saveContent('category_images', loaderData.version, images);
    // After a conflict the other person's choice is shown, and the local choice stays selected.
    if (answer.ok || answer.reason === 'changed-meanwhile') await revalidate();
    if (answer.ok) return null;
    if (answer.reason === 'changed-meanwhile')
      return { title: 'Erro ao salvar', description: `${conflictSentence} Confira e salve de novo.` };
    if (answer.reason === 'failed' && answer.message)
      return { title: 'Erro ao salvar', description: answer.message };
    return unexpected;
  }

  return (
    <Page>
      <PageHeader
        title={adminTitle('/admin/upload-category-images')}
        lead="As imagens que abrem cada categoria na biblioteca. Proporção recomendada 16:9, JPG ou PNG até 5 MB."
        back={{ to: '/admin' }}
        actions={
          <Button variant="primary" busy={isSaving} onClick={save}>
            {isSaving ? 'Salvando...' : 'Salvar Alterações'}
          </Button>
        }
      />
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {imageKeys.map((key) => (
          <li key={key}>
            <ImageCard
              label={fields[key].label}
              current={removed.includes(key) ? null : (loaderData.content[key] ?? null)}
              chosen={chosen[key] ?? null}
              isRemoved={removed.includes(key)}
              fallback={<DefaultImage imageKey={key} />}
              onChoose={(file) => choose(key, file)}
              onKeep={() => setRemoved((now) => now.filter((one) => one !== key))}
              onRemove={() => setRemoved((now) => [...now, key])}
            />
          </li>
        ))}
      </ul>
      <LeaveGuard unsaved={[...new Set([...picked, ...removed])].map((key) => fields[key].label)} />
    </Page>
  );
}

/** Shown in the library for a category without its own picture (LIB-09). */
function DefaultImage({ imageKey }: { imageKey: ImageKey }) {
  const kind = kinds.find((one) => kindFacts[one].imageKey === imageKey) ?? 'trilhas';
  return (
    <span style={{ color: hueColor(hueOfKind(kind)) }} className="block size-full">
      <TileArt kind={kind} className="size-full" />
    </span>
  );
}
