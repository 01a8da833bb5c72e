import { Link } from 'react-router';
import type { Feature, Question } from '#features/site/model.ts';
import { featureFields, questionFields } from '#features/site/section-fields.ts';
import { Fields } from '#ui/fields.tsx';
import { EditableList } from './editable-list.tsx';
import { SectionForm } from './section-form.tsx';
import type { SectionEditor } from './use-section-editor.ts';

export function HeroForm({ editor }: { editor: SectionEditor<'hero'> }) {
  return <SectionForm editor={editor} title="Hero" lead="A primeira tela da página inicial e o vídeo." />;
}

export function FeaturesForm({ editor }: { editor: SectionEditor<'features'> }) {
  const { content, issues } = editor;
  const items = (
    <EditableList<Feature>
      label="Recursos"
      noun="Recurso"
      items={content.items}
      onChange={(items) => editor.change({ items })}
      create={() => ({ title: '', text: '' })}
      addLabel="Adicionar recurso"
      empty="Nenhum recurso na lista."
      max={24}
    >
      {(item, at, change) => (
        <Fields
          of={featureFields}
          values={item}
          errors={{ title: issues[`items.${at}.title`], text: issues[`items.${at}.text`] }}
          onWrite={(written) => change({ ...item, ...written })}
        />
      )}
    </EditableList>
  );
  return (
    <SectionForm
      editor={editor}
      title="Recursos"
      lead="O que o site oferece, item por item."
      own={{ items }}
    />
  );
}

/** The headings above the plans; their benefits have their own page. */
export function PricingForm({ editor }: { editor: SectionEditor<'pricing'> }) {
  return (
    <SectionForm
      editor={editor}
      title="Planos"
      lead={
        <>
          O título acima dos planos. Os benefícios de cada plano ficam no{' '}
          <Link to="/admin/edit-plans" className="font-medium text-accent underline underline-offset-4">
            Editor de Planos
          </Link>
          .
        </>
      }
    />
  );
}

export function FaqForm({ editor }: { editor: SectionEditor<'faq'> }) {
  const { content, issues } = editor;
  const questions = (
    <EditableList<Question>
      label="Perguntas"
      noun="Pergunta"
      items={content.questions}
      onChange={(questions) => editor.change({ questions })}
      create={() => ({ question: '', answer: '' })}
      addLabel="Adicionar pergunta"
      empty="Nenhuma pergunta na lista."
      max={60}
    >
      {(item, at, change) => (
        <Fields
          of={questionFields}
          values={item}
          errors={{ question: issues[`questions.${at}.question`], answer: issues[`questions.${at}.answer`] }}
          onWrite={(written) => change({ ...item, ...written })}
        />
      )}
    </EditableList>
  );
  return (
    <SectionForm
      editor={editor}
      title="FAQ"
      lead="Perguntas em branco não são salvas. O texto aparece como foi escrito, sem HTML."
      own={{ questions }}
    />
  );
}

export function ContactForm({ editor }: { editor: SectionEditor<'contact'> }) {
  return <SectionForm editor={editor} title="Contato" lead="O WhatsApp que aparece em todo o site." />;
}

/** The licence: how a subscriber may use the audio. */
export function LicenseForm({ editor }: { editor: SectionEditor<'license'> }) {
  return (
    <SectionForm
      editor={editor}
      title="Licença de uso"
      lead="O texto da página /licenca. Cada versão salva tem um número, que fica guardado em cada download. O texto padrão é um modelo: peça a um advogado que o revise."
    />
  );
}

/** What visitors read during maintenance; blank texts fall back to the defaults (MNT-09, MNT-10). */
export function MaintenanceForm({ editor }: { editor: SectionEditor<'maintenance_mode'> }) {
  return (
    <SectionForm
      editor={editor}
      title="Página de manutenção"
      lead="O que todos leem enquanto o modo de desenvolvimento está ligado. Se ficar em branco, aparece o texto padrão."
    />
  );
}
