import type { Import } from './source-tree.ts';

/** A part of the code base: its files, its allowed imports, and advice for misplaced code. */
type Part = {
  name: string;
  holds: RegExp;
  /** Our files it may import; `lazily` applies to `import()`, `types` to type imports. */
  knows: RegExp[];
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
/** Parts of screens that any feature may use; they import only what a feature may. */
const sharedParts = /^src\/features\/(_shared|marketing\/covers)\//;

/** Import rules, most specific first: the first whose `holds` matches the file applies. */
const parts: Part[] = [
  {
    name: 'schemas',
    holds: schemas,
    knows: [schemas],
    packages: /^(valibot|@valibot\/to-json-schema)$/,
    advice:
      'Schemas say what the data is. Code that does something with it goes to the one who does.',
  },
  {
    name: 'sync',
    holds: sync,
    knows: [schemas, sync],
    packages: /^(?!react|@lingui|@tanstack|fastify|node:)/,
    advice: 'Sync knows codes, not screens: pass in what it needs as a parameter.',
  },
  {
    name: 'the service worker',
    holds: /^workers\/service-worker\.ts$/,
    knows: [schemas, anyWorker, sync],
    advice: 'Put what the worker and the app share into schemas/.',
  },
  {
    name: 'workers',
    holds: anyWorker,
    knows: [schemas, anyWorker],
    packages: /^(?!react|@lingui|@tanstack|fastify|rxdb|node:)/,
    advice: 'A worker gets what it needs by message; put shared shapes into schemas/.',
  },
  {
    name: 'the ui kit',
    holds: ui,
    knows: [ui, /^schemas\/brands\//],
    packages: /^(?!rxdb|dexie|rxjs|@tanstack|fastify|node:)/,
    advice:
      'The kit knows no data and no routes: let the screen pass in values, words and callbacks.',
  },
  {
    name: 'src/i18n',
    holds: i18n,
    knows: [i18n, schemas, /^locales\//],
    types: [data],
    packages: /^(?!rxdb|dexie|rxjs|@tanstack|fastify|node:)/,
    advice: 'It loads catalogues; what they are chosen by comes in as a parameter.',
  },
  {
    name: 'src/data',
    holds: data,
    // Reads report that they are loading to the screen's reveal boundary.
    knows: [data, sync, schemas, workerClient, /^src\/ui\/feedback\/block-reveal\.ts$/, ...common],
    types: [anyWorker],
    packages: /^(?!fastify|node:)/,
    advice: 'Hooks over the data know no screens: move what is shown into the feature.',
  },
  {
    name: 'a feature’s queries and actions',
    holds: /^src\/features\/(_shared\/)?[^/]+\/(queries|actions)\.ts$/,
    knows: [
      /^src\/features\/(_shared\/)?[^/]+\/(queries|actions)\.ts$/,
      data,
      sync,
      schemas,
      ...common,
    ],
    packages: /^(?!dexie|fastify|node:)/,
    advice: 'Queries and actions read and write data; what shows it stands beside them.',
  },
  {
    name: 'a feature',
    holds: /^src\/features\//,
    knows: [ui, data, schemas, workerClient, sharedParts, ...common],
    types: [anyWorker, sync],
    packages: /^(?!rxdb|dexie|fastify|node:)/,
    advice:
      'A feature reaches the local database in its queries.ts and actions.ts or by a hook of ' +
      'src/data, and another feature by those two files and its exports.tsx. What two features show goes into ' +
      'src/ui, what both know into src/data.',
  },
  {
    name: 'the shell',
    holds: shell,
    knows: [shell, ui, data, schemas, ...common],
    types: [sync],
    packages: /^(?!rxdb|dexie|fastify|node:)/,
    advice: 'The shell is the frame: take data from src/data; a screen of its own is a feature.',
  },
  {
    name: 'the route table',
    holds: /^src\/app\/[a-z-]+\.tsx?$/,
    knows: [shell, ui, data, schemas, i18n, /^src\/app\//, /^src\/styles\//],
    lazily: [/^src\/features\//],
    packages: /^(?!fastify|node:)/,
    advice: 'Load screens by import(), so that each is fetched with its route.',
  },
  {
    name: 'the server',
    holds: server,
    knows: [server, schemas],
    // Of lingui only message formatting, not rendering.
    packages: /^(?!react|@lingui\/(?!core$|message-utils\/)|@tanstack|rxdb|dexie|vitest)/,
    advice: 'Server and app share schemas/ and nothing else.',
  },
  {
    name: 'tools',
    holds: /^tools\//,
    // The bundle is split by area, and some pictures are precached.
    knows: [
      /^tools\//,
      /^src\/(i18n\/areas|ui\/media\/picture-files)\.ts$/,
      schemas,
      server,
      /^test\/(setup|bench)\//,
    ],
    advice: 'Tools build and start; what the product needs to run belongs into its own folder.',
  },
  { name: 'tests', holds: /^test\//, knows: [/^/], advice: '' },
];

/**
 * Describes a forbidden import and where the code belongs; null if allowed. `from` is the importing
 * file, relative to the project.
 */
export function brokenImportRule(from: string, what: Import): string | null {
  const part = parts.find(({ holds }) => holds.test(from));
  if (!part) return `${from} is in no part of the house that may hold code.`;
  if (isAllowed(part, from, what)) return null;
  return `${from} imports ${what.specifier}, which ${part.name} may not know. ${part.advice}`;
}

function isAllowed(part: Part, from: string, what: Import): boolean {
  const { target } = what;
  if (target === null) return part.packages?.test(what.specifier) ?? true;
  const matches = (pattern: RegExp) => pattern.test(target);
  if (part.knows.some(matches)) return true;
  if (what.isLazy && part.lazily?.some(matches)) return true;
  if (what.isType && part.types?.some(matches)) return true;
  return isAllowedAmongFeatures(from, target);
}

function isAllowedAmongFeatures(from: string, target: string): boolean {
  const own = featureOf(from);
  const other = featureOf(target);
  if (own === null || other === null) return false;
  return own === other || /\/(queries\.ts|actions\.ts|exports\.tsx)$/.test(target);
}

function featureOf(path: string): string | null {
  return /^src\/features\/(_shared\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? null;
}
