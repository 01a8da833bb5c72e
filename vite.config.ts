import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { external } from './tools/external.ts';
import { icons } from './tools/icons.ts';

/** Libraries of every page, which outlive a release; our part of every page; what most pages share. */
const groups = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
  {
    name: 'frame',
    test: /src[\\/](root\.tsx|routes[\\/](root-data|site-header|site-head)|features[\\/](accounts[\\/]components[\\/]session-sync|subscriptions[\\/]components[\\/]subscription-watch|site[\\/]components[\\/]error-page))/,
    priority: 1,
  },
  {
    name: 'shared',
    test: /src[\\/](ui[\\/](?!dialog|menu|select|tabs|switch|table|tooltip|slider|checkbox)|platform[\\/])|lucide-react/,
    minShareCount: 16,
  },
];

/** Builds server/measuring.ts beside main.js as a separate program that loads nothing of the site. */
const measuring: Plugin = {
  name: 'measuring-program',
  applyToEnvironment: ({ name, config }) => name === 'ssr' && config.command === 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: './server/measuring.ts', fileName: 'measuring.js' });
  },
};

export default defineConfig(({ command }) => ({
  plugins: [icons, tailwindcss(), reactRouter(), measuring],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { target: 'es2023', assetsInlineLimit: 0 },
  // All that a page may load: found later, a library would reload the page of who has just started to work.
  optimizeDeps: { entries: ['src/**/!(*.test).tsx'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      resolve: command === 'build' ? { noExternal: true, external } : { external },
    },
  },
}));
