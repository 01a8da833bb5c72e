export type Theme = 'dark' | 'light';

/** A choice that equals the system is not stored, so that the page keeps following the system. */
export function nextTheme(chosen: string | undefined, system: Theme): { theme: Theme; stored: Theme | null } {
  const current = chosen === 'light' || chosen === 'dark' ? chosen : system;
  const theme = current === 'dark' ? 'light' : 'dark';
  return { theme, stored: theme === system ? null : theme };
}
