import { Link } from 'react-router';
import type { Feature, Question } from '#features/site/model.ts';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { SortableList } from './sortable-list.tsx';
import { TextField } from './text-field.tsx';
import type { SectionEditor } from './use-section-editor.ts';

export function HeroForm({ editor }: { editor: SectionEditor<'hero'> }) {
  return (
    <EditorFrame editor={editor} title="Hero" lead="A primeira tela da página inicial e o vídeo.">
      <TextField editor={editor} name="title" label="Título" required multiline />
      <TextField editor={editor} name="subtitle" label="Subtítulo" multiline />
      <TextField editor={editor} name="video_title" label="Título do vídeo" />
      <TextField editor={editor} name="video_description" label="Descrição do vídeo" multiline />
      <TextField
        editor={editor}
        name="video_url"
        label="URL do vídeo"
        type="url"
        hint="Um endereço do YouTube ou do Vimeo. Em branco, a página não mostra vídeo."
      />
    </EditorFrame>
  );
}

export function FeaturesForm({ editor }: { editor: SectionEditor<'features'> }) {
  const { content, issues } = editor;
  return (
    <EditorFrame editor={editor} title="Recursos" lead="O que o site oferece, item por item.">
      <TextField editor={editor} name="title" label="Título" required />
      <TextField editor={editor} name="subtitle" label="Subtítulo" multiline />
      <SortableList<Feature>
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
          <div className="grid gap-3">
            <Field label="Nome do recurso" error={issues[`items.${at}.title`] ?? null}>
              {(control) => (
                <Input
                  {...control}
                  value={item.title}
                  onChange={(event) => change({ ...item, title: event.target.value })}
                />
              )}
            </Field>
            <Field label="Descrição" required={false} error={issues[`items.${at}.text`] ?? null}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  value={item.text}
                  onChange={(event) => change({ ...item, text: event.target.value })}
                />
              )}
            </Field>
          </div>
        )}
      </SortableList>
    </EditorFrame>
  );
}

/** Planos: the texts over the plans; their benefits have their own page. */
export function PricingForm({ editor }: { editor: SectionEditor<'pricing'> }) {
  return (
    <EditorFrame
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
    >
      <TextField editor={editor} name="title" label="Título" required />
      <TextField editor={editor} name="subtitle" label="Subtítulo" multiline />
    </EditorFrame>
  );
}

export function FaqForm({ editor }: { editor: SectionEditor<'faq'> }) {
  const { content, issues } = editor;
  return (
    <EditorFrame
      editor={editor}
      title="FAQ"
      lead="Perguntas em branco não são salvas. O texto aparece como foi escrito, sem HTML."
    >
      <TextField editor={editor} name="title" label="Título" required />
      <TextField editor={editor} name="subtitle" label="Subtítulo" multiline />
      <SortableList<Question>
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
          <div className="grid gap-3">
            <Field label="Pergunta" error={issues[`questions.${at}.question`] ?? null}>
              {(control) => (
                <Input
                  {...control}
                  value={item.question}
                  onChange={(event) => change({ ...item, question: event.target.value })}
                />
              )}
            </Field>
            <Field label="Resposta" error={issues[`questions.${at}.answer`] ?? null}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  value={item.answer}
                  onChange={(event) => change({ ...item, answer: event.target.value })}
                />
              )}
            </Field>
          </div>
        )}
      </SortableList>
    </EditorFrame>
  );
}

export function ContactForm({ editor }: { editor: SectionEditor<'contact'> }) {
  return (
    <EditorFrame editor={editor} title="Contato" lead="O WhatsApp que aparece em todo o site.">
      <TextField
        editor={editor}
        name="whatsapp"
        label="WhatsApp"
        type="tel"
        hint="Só dígitos, com código do país e DDD: 5511988887777. Em branco, nenhum contato aparece."
      />
    </EditorFrame>
  );
}
