import { readKept, writeKept } from '#platform/kept.ts';
import type { Suggestion } from './model.ts';

/** What a person searched for and went to, newest first; in this browser only. */
const nameOf = (owner: string): string => `search-recent-${owner}`;
const most = 12;
const longest = 200;

/** An address of this site: what is stored may have been tampered with. */
const isOwnAddress = (to: string): boolean => /^\/(?![/\\])/.test(to);

const isRecent = (value: unknown): value is Pick<Suggestion, 'label' | 'to'> => {
  if (typeof value !== 'object' || value === null) return false;
  const { label, to } = value as Record<string, unknown>;
  return typeof label === 'string' && label !== '' && typeof to === 'string' && isOwnAddress(to);
};

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

export function readRecent(owner: string): Suggestion[] {
  const kept = parse(readKept(nameOf(owner)));
  return (Array.isArray(kept) ? kept : [])
    .filter(isRecent)
    .slice(0, most)
    .map(({ label, to }) => ({ of: 'recent', label: label.slice(0, longest), hint: null, to }));
}

export function addRecent(owner: string, { label, to }: Pick<Suggestion, 'label' | 'to'>): void {
  if (label.length > longest) return;
  const others = readRecent(owner).filter((each) => each.to !== to);
  const kept = [{ label, to }, ...others].slice(0, most).map((each) => ({ label: each.label, to: each.to }));
  writeKept(nameOf(owner), JSON.stringify(kept));
}

export const forgetRecent = (owner: string): void => writeKept(nameOf(owner), null);
