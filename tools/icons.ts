import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = fileURLToPath(new URL('../src/ui/icon.tsx', import.meta.url));

/** Gives the icons of lucide-react our component (src/ui/icon.tsx); of the library only the shapes are used. */
export const icons: Plugin = {
  name: 'own-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? own : null,
};
