import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Section, SectionName } from '#features/site/model.ts';
import {
  arrive,
  bringBack,
  type Draft,
  discard,
  keepMine,
  meet,
  openDraft,
  settle,
  takeTheirs,
  textOf,
  write,
} from '#platform/draft.ts';
import { toast } from '#ui/toast.tsx';
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

export interface SectionEditor<N extends SectionName> {
  name: N;
  content: Section<N>;
  stored: StoredSection<N>;
  /** Another person's save, while the conflict is undecided. */
  theirs: StoredSection<N> | null;
  isDirty: boolean;
  isSaving: boolean;
  issues: Issues;
  revision: number;
  change(part: Partial<Section<N>>): void;
  /** Saves the form's content, or the given one; true on success. */
  save(content?: Section<N>): Promise<boolean>;
  discard(): void;
  takeTheirs(): void;
  keepMine(): void;
  bringBack(content: Section<N>): void;
}

/** State of one section's editor; `loaded` comes from the page's loader. */
export function useSectionEditor<N extends SectionName>(
  name: N,
  loaded: StoredSection<N>,
  words: EditorWords = contentWords,
): SectionEditor<N> {
  type State = Draft<Section<N>, StoredSection<N>>;
  const [held, setHeld] = useState<State>(() => openDraft(loaded));
  const [isSaving, setSaving] = useState(false);
  const [issues, setIssues] = useState<Issues>({});
  const { revalidate } = useRevalidator();
  const draft = arrive(held, loaded);
  if (draft !== held) setHeld(draft);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const content = textOf(draft);
  const refuse = (found: Issues) => {
    setIssues(found);
    toast({ title: 'Erro ao salvar', description: Object.values(found)[0], tone: 'error' });
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return false;
  };

  async function save(given?: Section<N>): Promise<boolean> {
    if (isSaving) return false;
    const sent = given ?? textOf(latest.current);
    const found = issuesOf(name, sent);
    if (Object.keys(found).length > 0) return refuse(found);
    setIssues({});
    setSaving(true);
    const answer = await saveContent(name, latest.current.base.version, sent);
    setSaving(false);
    if (answer.ok) {
      setHeld((now) => settle(given ? bringBack(now, given) : now, sent, answer.stored));
      toast({ ...words.saved, tone: 'success' });
      void revalidate();
      return true;
    }
    if (answer.reason === 'invalid') return refuse(answer.issues);
    const met = answer.reason === 'changed-meanwhile';
    if (met) setHeld((now) => meet(given ? bringBack(now, given) : now, answer.theirs));
    const said = met ? conflictSentence : words.onlyOwn ? words.unknown : (answer.message ?? words.unknown);
    toast({ title: 'Erro ao salvar', description: said, tone: 'error' });
    return false;
  }

  const apply = (step: (now: State) => State) => () => {
    setIssues({});
    setHeld(step);
  };
  return {
    name,
    content,
    stored: draft.base,
    theirs: draft.theirs,
    isDirty: draft.text !== null,
    isSaving,
    issues,
    revision: draft.revision,
    change: (part) => setHeld((now) => write(now, { ...textOf(now), ...part })),
    save,
    discard: apply(discard),
    takeTheirs: apply(takeTheirs),
    keepMine: apply(keepMine),
    bringBack: (text) => apply((now) => bringBack(now, text))(),
  };
}
