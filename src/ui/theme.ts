export type Theme = 'dark' | 'light';

/**
 * The theme after the switch was pressed. What equals the system is not stored, so that the page goes on following
 * the system.
 */
export function nextTheme(chosen: string | undefined, system: Theme): { theme: Theme; stored: Theme | null } {
  const current = chosen === 'light' || chosen === 'dark' ? chosen : system;
  const theme = current === 'dark' ? 'light' : 'dark';
  return { theme, stored: theme === system ? null : theme };
}
