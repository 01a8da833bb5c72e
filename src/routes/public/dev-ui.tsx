import { Content } from '#ui/gallery/content.tsx';
import { Controls } from '#ui/gallery/controls.tsx';
import { Foundations } from '#ui/gallery/foundations.tsx';
import { Overlays } from '#ui/gallery/overlays.tsx';
import { Sound } from '#ui/gallery/sound.tsx';
import { Page, PageHeader } from '#ui/page.tsx';

/** The page exists only while developing. */
export function loader() {
  if (!import.meta.env.DEV) throw new Response(null, { status: 404 });
  return null;
}

export const meta = () => [{ title: 'Componentes' }, { name: 'robots', content: 'noindex' }];

/** Every component in all its states. */
export default function DevUi() {
  return (
    <main>
      <Page>
        <PageHeader
          title="Componentes"
          lead="Tudo de que as telas são feitas, em todos os estados, nos dois temas."
          back={{ to: '/' }}
        />
        <Foundations />
        <Sound />
        <Controls />
        <Overlays />
        <Content />
      </Page>
    </main>
  );
}
