import { defineConfig, type Plugin } from 'vite';

/**
 * antd writes two styles without the page's nonce: the scroll lock behind a dialog, and the one that
 * measures a scrollbar. Both use one function, which gets the nonce here.
 */
function nonceForAll(): Plugin {
  const file = /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/;
  const find = 'csp,\n    prepend,';
  const nonce = `document.querySelector('meta[name="base-path"]')?.nonce`;
  let isFound = false;
  return {
    name: 'nonce-for-all',
    transform(code, id) {
      if (!file.test(id.replaceAll('\\', '/'))) return undefined;
      isFound = code.includes(find);
      return { code: code.replace(find, `csp = { nonce: ${nonce} },\n    prepend,`), map: null };
    },
    buildEnd() {
      if (!isFound) this.error('antd writes its styles otherwise now: give them the nonce anew');
    },
  };
}

/** The gallery of the console's parts is for who builds it, and no screen of a release. */
function withoutGallery(): Plugin {
  return {
    name: 'without-gallery',
    transform(_code, id) {
      const isGallery = /screens\/gallery\/screen\.ts$/.test(id.replaceAll('\\', '/'));
      return isGallery ? { code: 'export const screens = [];', map: null } : undefined;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative URLs, so that the platform can be served below any path.
  base: './',
  plugins: [nonceForAll(), ...(process.env.CONSOLE_FOR === 'release' ? [withoutGallery()] : [])],
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: 'main.tsx',
      // antd's "use client" directives mean nothing without server rendering.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
