import type { Import } from './source-tree.ts';

/** A part of the code base: its files, its allowed imports, and advice for misplaced code. */
type Layer = {
  name: string;
  pattern: RegExp;
  /** Our files it may import; `lazily` applies to `import()`, `types` to type imports. */
  mayImport: RegExp[];
  lazily?: RegExp[];
  types?: RegExp[];
  /** Packages it may import; any if omitted. */
  packages?: RegExp;
  advice: string;
};

const schemas = /^schemas\//;
const sync = /^sync\//;
const ui = /^src\/ui\//;
const data = /^src\/data\//;
const i18n = /^src\/i18n\//;
const shell = /^src\/shell\//;
const server = /^server\//;
/** Parts without data that all of the app may import: languages and links. */
const common = [i18n, /^src\/app\/(brand-links|paths|use-go)\.ts$/, /^src\/app\/link-to\.tsx$/];
/** Modules that start a worker and talk to it; the worker itself isn't imported. */
const workerClient = /^workers\/([a-z-]+-client|frame)\.ts$/;
const anyWorker = /^workers\//;
/** Parts of screens that any feature may use; they may import the same as a feature. */
const sharedParts = /^src\/features\/(_shared|marketing\/covers)\//;

/** Parts that look the same in the app and the operator console. */
const visualParts = /^src\/parts\//;
/** The console's browser code contains no server code, and nothing of the app's store. */
const consolePackages = /^(?!rxdb|dexie|rxjs|fastify|node:)/;
const consoleData = /^console\/data\//;
const consoleParts = /^console\/parts\//;

/** Import rules, most specific first: the first whose `pattern` matches the file applies. */
const layers: Layer[] = [
  {
    name: 'schemas',
    pattern: schemas,
    mayImport: [schemas],
    packages: /^(valibot|@valibot\/to-json-schema|ical\.js)$/,
    advice: 'Schemas describe data. Put code that processes it into the part that needs it.',
  },
  {
    name: 'sync',
    pattern: sync,
    mayImport: [schemas, sync],
    packages: /^(?!react|@lingui|@tanstack|fastify|node:)/,
    advice: 'Sync doesn’t depend on screens: pass in what it needs as a parameter.',
  },
  {
    name: 'the service worker',
    pattern: /^workers\/service-worker\.ts$/,
    mayImport: [schemas, anyWorker, sync],
    advice: 'Put code that the worker and the app share into schemas/.',
  },
  {
    name: 'workers',
    pattern: anyWorker,
    mayImport: [schemas, anyWorker],
    packages: /^(?!react|@lingui|@tanstack|fastify|rxdb|node:)/,
    advice: 'A worker gets what it needs by message; put shared shapes into schemas/.',
  },
  {
    name: 'the ui kit',
    pattern: ui,
    mayImport: [ui, /^schemas\/brands\//],
    packages: /^(?!rxdb|dexie|rxjs|@tanstack|fastify|node:)/,
    advice:
      'The kit doesn’t depend on data or routes: let the screen pass in values, texts and callbacks.',
  },
  {
    name: 'drawn parts',
    pattern: visualParts,
    mayImport: [visualParts, ui, schemas],
    packages: /^(?!rxdb|dexie|rxjs|@tanstack|fastify|node:)/,
    advice:
      'Parts are shared with the console: let the screen pass in values, links and callbacks.',
  },
  {
    name: 'src/i18n',
    pattern: i18n,
    mayImport: [i18n, schemas, /^locales\//],
    types: [data],
    packages: /^(?!rxdb|dexie|rxjs|@tanstack|fastify|node:)/,
    advice: 'It loads catalogues: pass in the chosen language as a parameter.',
  },
  {
    name: 'src/data',
    pattern: data,
    // Reads report their loading state to the screen's reveal boundary.
    mayImport: [
      data,
      sync,
      schemas,
      workerClient,
      /^src\/ui\/feedback\/block-reveal\.ts$/,
      ...common,
    ],
    types: [anyWorker],
    packages: /^(?!fastify|node:)/,
    advice: 'Data hooks don’t depend on screens: move presentation into the feature.',
  },
  {
    name: 'a feature’s queries and actions',
    pattern: /^src\/features\/(_shared\/)?[^/]+\/(queries|actions)\.ts$/,
    mayImport: [
      /^src\/features\/(_shared\/)?[^/]+\/(queries|actions)\.ts$/,
      data,
      sync,
      schemas,
      ...common,
    ],
    packages: /^(?!dexie|fastify|node:)/,
    advice:
      'Queries and actions read and write data: put presentation into other files of the feature.',
  },
  {
    name: 'a feature',
    pattern: /^src\/features\//,
    mayImport: [ui, visualParts, data, schemas, workerClient, sharedParts, ...common],
    types: [anyWorker, sync],
    packages: /^(?!rxdb|dexie|fastify|node:)/,
    advice:
      'A feature reaches the local database in its queries.ts and actions.ts or by a hook of ' +
      'src/data, and another feature by those two files and its exports.tsx. Shared components go into ' +
      'src/ui, shared data into src/data.',
  },
  {
    name: 'the shell',
    pattern: shell,
    mayImport: [shell, ui, data, schemas, ...common],
    types: [sync],
    packages: /^(?!rxdb|dexie|fastify|node:)/,
    advice: 'Take data for the shell from src/data, and put screens in src/features.',
  },
  {
    name: 'the route table',
    pattern: /^src\/app\/[a-z-]+\.tsx?$/,
    mayImport: [shell, ui, data, schemas, i18n, /^src\/app\//, /^src\/styles\//],
    lazily: [/^src\/features\//],
    packages: /^(?!fastify|node:)/,
    advice: 'Load screens by import(), so that each is fetched with its route.',
  },
  {
    name: 'the console’s build',
    pattern: /^console\/vite\.config\.ts$/,
    mayImport: [/^tools\/vite\//, /^schemas\/brands\//],
    advice: 'Only the build may use tools.',
  },
  {
    name: 'console/data',
    pattern: consoleData,
    mayImport: [consoleData, schemas],
    packages: consolePackages,
    advice:
      'Reading and changing data doesn’t depend on screens: move presentation into parts or the feature.',
  },
  {
    name: 'console/parts',
    pattern: consoleParts,
    mayImport: [consoleParts, consoleData, ui, visualParts, schemas],
    packages: consolePackages,
    advice: 'Parts serve all features: pass in what differs between features as a prop.',
  },
  {
    name: 'a feature of the console',
    pattern: /^console\/features\//,
    mayImport: [consoleParts, consoleData, ui, visualParts, schemas],
    packages: consolePackages,
    advice:
      'A feature imports another one by its exports.tsx. Shared components go into console/parts.',
  },
  {
    name: 'console/app',
    pattern: /^console\/app\//,
    mayImport: [/^console\//, ui, visualParts, schemas],
    packages: consolePackages,
    advice: 'Load screens by import(), so that each is fetched with its route.',
  },
  {
    name: 'the server',
    pattern: server,
    mayImport: [server, schemas],
    // Only lingui's message formatting, not rendering.
    packages: /^(?!react|@lingui\/(?!core$|message-utils\/)|@tanstack|rxdb|dexie|vitest)/,
    advice: 'Server and app share schemas/ and nothing else.',
  },
  {
    name: 'tools',
    pattern: /^tools\//,
    // The bundle is split by area, and some pictures are precached.
    mayImport: [
      /^tools\//,
      /^src\/(i18n\/areas|ui\/media\/picture-files)\.ts$/,
      schemas,
      server,
      /^test\/(setup|bench)\//,
    ],
    advice: 'Tools build and start the product: put code that it needs to run into its own folder.',
  },
  { name: 'tests', pattern: /^test\//, mayImport: [/^/], advice: '' },
];

/**
 * Describes a forbidden import, and where the code should go; null if allowed.
 * @param from path of the importing file, relative to the project
 */
export function brokenImportRule(from: string, importEntry: Import): string | null {
  const layer = layers.find(({ pattern }) => pattern.test(from));
  if (!layer) return `${from} is outside the folders for code.`;
  if (isAllowed(layer, from, importEntry)) return null;
  return `${from} imports ${importEntry.specifier}, which ${layer.name} isn’t allowed to import. ${layer.advice}`;
}

function isAllowed(layer: Layer, from: string, importEntry: Import): boolean {
  const { target } = importEntry;
  if (target === null) return layer.packages?.test(importEntry.specifier) ?? true;
  const matches = (pattern: RegExp) => pattern.test(target);
  if (layer.mayImport.some(matches)) return true;
  if (importEntry.isLazy && layer.lazily?.some(matches)) return true;
  if (importEntry.isType && layer.types?.some(matches)) return true;
  return isAllowedAmongFeatures(from, target);
}

function isAllowedAmongFeatures(from: string, target: string): boolean {
  const ownFeature = featureOf(from);
  const otherFeature = featureOf(target);
  if (ownFeature === null || otherFeature === null) return false;
  if (ownFeature === otherFeature) return true;
  // The console shares no features with the app.
  if (from.startsWith('console/') || target.startsWith('console/'))
    return from.startsWith('console/') && /^console\/.*\/exports\.tsx$/.test(target);
  return /\/(queries\.ts|actions\.ts|exports\.tsx)$/.test(target);
}

function featureOf(path: string): string | null {
  return /^((?:src|console)\/features\/(?:_shared\/[^/]+|[^/]+))\//.exec(path)?.[1] ?? null;
}
