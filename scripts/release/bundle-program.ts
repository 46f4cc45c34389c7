import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * The packages that commands load are bundled with our code, because a file costs a command more time than
 * what is in it. The others, some of which read files of their own, stay in `node_modules`.
 */
const bundled = ['commander', 'pg', 'pg-copy-streams', 'pino', 'typebox'];

/** The bundler rewrites a tagged template that contains `</script>`, with a function of a package of its own. */
const helper = '@oxc-project/runtime/helpers/taggedTemplateLiteral';
const helperCode = `export default (strings, raw = strings.slice()) =>
  Object.freeze(Object.defineProperty(strings, 'raw', { value: Object.freeze(raw) }));`;

/** Bundles the program into the folder `app` beside `src`, which keeps its SQL. */
export async function bundleProgram(root: string, stage: string): Promise<void> {
  const isBundled = (name: string) => bundled.some((one) => `${name}/`.startsWith(`${one}/`));
  const build = await rolldown({
    input: { main: join(root, 'src/main.ts') },
    platform: 'node',
    // The packaged Node knows every syntax that we use.
    transform: { target: 'esnext' },
    external: (id, importer, isResolved) =>
      !isResolved &&
      !id.startsWith('.') &&
      !id.startsWith('/') &&
      !isBundled(id) &&
      id !== helper &&
      !importer?.includes('/node_modules/'),
    plugins: [keepPlaces(root)],
    // A warning is a fault here: nobody would read it.
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  await build.write({
    dir: join(stage, 'app'),
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
}

/** Our modules find files by where they are; in a bundle they must still find them. */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    resolveId: (id) => (id === helper ? `\0${helper}` : null),
    load: (id) => (id === `\0${helper}` ? helperCode : null),
    transform(code, id) {
      const path = relative(root, id);
      if (!path.startsWith('src/')) return null;
      if (path === 'src/surfaces/console/console-routes.ts') return importRoutes(dirname(id));
      const folder = JSON.stringify(`/../${dirname(path)}`);
      const emit = (file: string, name: string) =>
        this.emitFile({ type: 'chunk', id: join(dirname(id), file), fileName: `${name}.js` });
      return (
        code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
          .replaceAll(/new URL\('\.\/([a-z-]+)\.ts', import\.meta\.url\)/g, (_, name) => {
            emit(`${name}.ts`, name);
            return `new URL('./${name}.js', import.meta.url)`;
          })
          // A module that is chosen by its name: every file of its folder can be.
          .replaceAll(/import\(`\.\/([a-z-]+)\/(\$\{\w+\})\.ts`\)/g, (_, from, name) => {
            for (const file of modulesIn(join(dirname(id), from))) {
              emit(join(from, file), `${from}-${file.replace('.ts', '')}`);
            }
            return `import(\`./${from}-${name}.js\`)`;
          })
      );
    },
  };
}

function modulesIn(folder: string): string[] {
  return readdirSync(folder).filter((file) => /^[a-z0-9-]+\.ts$/.test(file));
}

/** The console's routes are found by listing folders, which a bundler cannot follow. */
function importRoutes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z-]+\/[a-z-]+-routes\.ts$/.test(file))
    .sort();
  const imports = files.map((file, at) => `import { routes as routes${at} } from './${file}';`);
  const all = files.map((_, at) => `...routes${at}`).join(', ');
  return `${imports.join('\n')}\nexport const consoleRoutes = [${all}];\n`;
}
