/** How a part is, with the word for people. */
export const states = {
  ok: { word: 'Tudo certo', tone: 'success' },
  warning: { word: 'Atenção', tone: 'accent' },
  failed: { word: 'Com problema', tone: 'danger' },
  off: { word: 'Não usado', tone: 'neutral' },
} as const;
type State = keyof typeof states;

/** What a check says: how it is, and what to do about it. */
export interface Verdict {
  state: State;
  text: string;
}

export interface Finding extends Verdict {
  name: string;
}

export const ok = (text: string): Verdict => ({ state: 'ok', text });
export const warning = (text: string): Verdict => ({ state: 'warning', text });
export const failed = (text: string): Verdict => ({ state: 'failed', text });
export const off = (text: string): Verdict => ({ state: 'off', text });

/** Findings in one sentence. */
export function sumUp(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const [wrong, doubtful] = [count('failed'), count('warning')];
  if (wrong === 0 && doubtful === 0) return 'Tudo certo.';
  const parts = [
    wrong > 0 ? `${wrong} com problema` : null,
    doubtful > 0 ? `${doubtful} ${doubtful === 1 ? 'pede' : 'pedem'} atenção` : null,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
