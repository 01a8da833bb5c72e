import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { external } from './tools/external.ts';
import { fonts } from './tools/fonts.ts';
import { icons } from './tools/icons.ts';

/**
 * Files that pages load together are one file: each costs a request and its start. The parts named in `test` bring what
 * they import. Libraries of every page come first, which outlive a release; the others are our part of every page, what
 * all pages of a listener have, what lists of packages have, the sound, and what many pages share.
 */
const groups = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
  {
    name: 'frame',
    test: /src[\\/](root\.tsx|routes[\\/](root-data|site-header|site-head)|features[\\/](accounts[\\/]components[\\/]session-sync|subscriptions[\\/]components[\\/]subscription-watch|site[\\/]components[\\/]error-page))/,
    priority: 2,
  },
  {
    name: 'shared',
    test: /src[\\/](ui[\\/](?!dialog|menu|tabs|fields|form-dialog|confirm-dialog|leave-guard|use-editor|sortable|ordered)|platform[\\/](?!definition|errors|id-schema|place|pages-ahead)|routes[\\/]listener[\\/]parts[\\/]load-failed|features[\\/]site[\\/]components[\\/]skip-link)|lucide-react/,
    minShareCount: 5,
    priority: 2,
  },
  { name: 'sound', test: /src[\\/]features[\\/]player[\\/](engine|address-book|heads)\.ts/, priority: 2 },
  {
    name: 'listener',
    test: /src[\\/](routes[\\/]listener[\\/](layout|parts[\\/]package-item)|features[\\/](player[\\/]components[\\/](player-host|transport)|favorites[\\/]components[\\/]hearts|catalog[\\/]counts|subscriptions[\\/]components[\\/]subscription-required))\.tsx?/,
    priority: 1,
  },
  {
    name: 'list',
    test: /src[\\/]routes[\\/]listener[\\/]parts[\\/](filter-column|filter-bar|nothing-here|shelf-head|use-stretch-loader)\.tsx?/,
    priority: 1,
  },
];

/** Builds what runs beside or before main.js, and loads nothing of the site. */
const besides: Plugin = {
  name: 'programs-beside',
  applyToEnvironment: ({ name, config }) => name === 'ssr' && config.command === 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: './server/measuring.ts', fileName: 'measuring.js' });
    this.emitFile({ type: 'chunk', id: './tools/end-with-shell.ts', fileName: 'end-with-shell.js' });
  },
};

export default defineConfig(({ command }) => ({
  plugins: [icons, fonts, tailwindcss(), reactRouter(), besides],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { target: 'es2023', assetsInlineLimit: 0 },
  // All that a page may load: found later, a library would reload the page of who has just started to work.
  optimizeDeps: { entries: ['src/**/!(*.test).tsx'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      build: {
        rolldownOptions: {
          input: './server/main.ts',
          // Node keeps the text of what it has loaded in memory, comments too.
          output: { comments: { legal: true, annotation: false, jsdoc: false } },
        },
      },
      resolve: command === 'build' ? { noExternal: true, external } : { external },
    },
  },
}));
