import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { IconButton } from './button.tsx';
import { nextTheme } from './theme.ts';

function change() {
  const { matches } = matchMedia('(prefers-color-scheme: light)');
  const { theme, stored } = nextTheme(document.documentElement.dataset.theme, matches ? 'light' : 'dark');
  document.documentElement.dataset.theme = theme;
  try {
    if (stored) localStorage.setItem('theme', stored);
    else localStorage.removeItem('theme');
  } catch {
    // Without storage the theme lasts until the page is left.
  }
}

/** Toggles dark and light. CSS picks the icon, so that nothing flashes. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <IconButton
      label="Alternar entre tema claro e escuro"
      title="Alternar tema"
      onClick={change}
      className={className}
    >
      <Sun className="light:hidden" aria-hidden="true" />
      <Moon className="hidden light:block" aria-hidden="true" />
    </IconButton>
  );
}
