import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Section, SectionName } from '#features/site/model.ts';
import { toast } from '#ui/toast.tsx';
import { type Editor, useEditor } from '#ui/use-editor.ts';
import { saveContent } from '../call.ts';
import { conflictSentence, type Issues, issuesOf, type StoredSection } from '../model.ts';

interface Said {
  title: string;
  description?: string;
}

export interface EditorWords {
  saved: Said;
  /** The message of a failure without its own. */
  unknown: string;
  /** True: always uses the page's own message. */
  onlyOwn?: boolean;
}

/** The content editor's messages (specification, section 8). */
const contentWords: EditorWords = {
  saved: { title: 'Conteúdo salvo!', description: 'As alterações foram salvas com sucesso.' },
  unknown: 'Ocorreu um erro inesperado.',
};

export interface SectionEditor<N extends SectionName>
  extends Omit<Editor<Section<N>, StoredSection<N>>, 'begin' | 'end' | 'meet'> {
  name: N;
  issues: Issues;
  /** Saves the form's content, or the given one; true on success. */
  save(content?: Section<N>): Promise<boolean>;
}

/** State of one section's editor; `loaded` comes from the page's loader. */
export function useSectionEditor<N extends SectionName>(
  name: N,
  loaded: StoredSection<N>,
  words: EditorWords = contentWords,
): SectionEditor<N> {
  const editor = useEditor(loaded);
  const [issues, setIssues] = useState<Issues>({});
  const { revalidate } = useRevalidator();

  const refuse = (found: Issues) => {
    setIssues(found);
    toast({ title: 'Erro ao salvar', description: Object.values(found)[0], tone: 'error' });
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return false;
  };

  async function save(given?: Section<N>): Promise<boolean> {
    if (editor.isSaving) return false;
    const sent = given ?? editor.content;
    const found = issuesOf(name, sent);
    if (Object.keys(found).length > 0) return refuse(found);
    setIssues({});
    editor.begin();
    const answer = await saveContent(name, editor.base.version, sent);
    if (given && (answer.ok || answer.reason === 'changed-meanwhile')) editor.bringBack(given);
    editor.end(answer.ok ? { sent, stored: answer.stored } : undefined);
    if (answer.ok) {
      toast({ ...words.saved, tone: 'success' });
      void revalidate();
      return true;
    }
    if (answer.reason === 'invalid') return refuse(answer.issues);
    const met = answer.reason === 'changed-meanwhile';
    if (met) editor.meet(answer.theirs);
    const said = met ? conflictSentence : words.onlyOwn ? words.unknown : (answer.message ?? words.unknown);
    toast({ title: 'Erro ao salvar', description: said, tone: 'error' });
    return false;
  }

  const clearing =
    <Given extends unknown[]>(step: (...given: Given) => void) =>
    (...given: Given) => {
      setIssues({});
      step(...given);
    };
  return {
    ...editor,
    name,
    issues,
    save,
    discard: clearing(editor.discard),
    takeTheirs: clearing(editor.takeTheirs),
    keepMine: clearing(editor.keepMine),
    bringBack: clearing(editor.bringBack),
  };
}
