import { useEffect, useState } from 'react';
import { type Suggestion, shortestSuggested } from '../suggestions/model.ts';

/** Milliseconds between the last key and the question, and until an answer is given up. */
const rest = 90;
const patience = 5000;

interface Answer {
  text: string;
  suggestions: Suggestion[];
  hasFailed: boolean;
}

const none: Suggestion[] = [];

/**
 * What the server suggests for a text that is being typed. An answer to an earlier text never replaces a later one:
 * its question is broken off. @param all pages and actions too, also without a text
 */
export function useSuggestions(typed: string, { isOn, all = false }: { isOn: boolean; all?: boolean }) {
  const text = typed.trim();
  const isAsked = isOn && (all || text.length >= shortestSuggested);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const query = new URLSearchParams({ q: text, ...(all ? { all: '1' } : {}) });
        const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patience)]);
        const response = await fetch(`/functions/suggestions?${query}`, { signal });
        if (!response.ok) throw new Error(`suggestions refused: ${response.status}`);
        const { suggestions } = (await response.json()) as { suggestions: Suggestion[] };
        setAnswer({ text, suggestions, hasFailed: false });
      } catch {
        if (!stop.signal.aborted) setAnswer({ text, suggestions: none, hasFailed: true });
      }
    };
    const timer = setTimeout(() => void ask(), text ? rest : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isAsked, all]);
  return {
    suggestions: isAsked && answer ? answer.suggestions : none,
    /** Whether the suggestions are those of an earlier text. */
    isLate: isAsked && answer?.text !== text,
    hasFailed: isAsked && answer?.text === text && answer.hasFailed,
  };
}
