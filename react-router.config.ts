import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // Every page's scripts are known from the first page on: a click asks for nothing but its data.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'main.js',
} satisfies Config;
