import { EditorFrame } from './editor-frame.tsx';
import { TextField } from './text-field.tsx';
import type { SectionEditor } from './use-section-editor.ts';

/** The licence: what a subscriber may do with the audio. */
export function LicenseForm({ editor }: { editor: SectionEditor<'license'> }) {
  return (
    <EditorFrame
      editor={editor}
      title="Licença de uso"
      lead="O texto da página /licenca. Cada versão salva tem um número, que fica guardado em cada download."
    >
      <TextField
        editor={editor}
        name="text"
        label="Texto da licença"
        required
        multiline
        hint="Uma linha que começa com “## ” é um título; com “- ”, um item de lista. Uma linha em branco separa parágrafos."
      />
    </EditorFrame>
  );
}

/** Shown to visitors during maintenance; blank texts use the defaults (MNT-09, MNT-10). */
export function MaintenanceForm({ editor }: { editor: SectionEditor<'maintenance_mode'> }) {
  return (
    <EditorFrame
      editor={editor}
      title="Página de manutenção"
      lead="O que todos leem enquanto o modo de desenvolvimento está ligado. Em branco, vale o texto padrão."
    >
      <TextField editor={editor} name="title" label="Título" />
      <TextField editor={editor} name="subtitle" label="Subtítulo" multiline />
    </EditorFrame>
  );
}
