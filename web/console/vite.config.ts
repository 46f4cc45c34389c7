import { defineConfig, type Plugin } from 'vite';
import { tokensCss } from './theme/tokens-css.ts';

/** The tokens are written once, in TypeScript; the style sheets get them as custom properties. */
function tokens(): Plugin {
  const name = 'virtual:tokens.css';
  return {
    name: 'tokens',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? tokensCss() : undefined),
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Chunks find each other by relative addresses, so the platform may stand below any path.
  base: './',
  plugins: [tokens()],
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: 'main.tsx',
      // antd marks its modules for servers that render React, which there is none of here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
