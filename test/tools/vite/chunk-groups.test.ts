import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups } from '#tools/vite/chunk-groups.ts';
import { root } from '#tools/paths.ts';

const icons = 'node_modules/lucide-react/dist/esm/lucide-react.mjs';
const operators = 'node_modules/rxjs/dist/esm/index.js';
const imports: Record<string, string[]> = {
  'src/app/main.tsx': ['src/app/app.tsx'],
  'src/app/app.tsx': ['src/ui/button.tsx'],
  'src/ui/button.tsx': ['node_modules/react/index.js'],
  'src/features/login/login-screen.tsx': [
    'src/ui/fields/code-field.tsx',
    'src/ui/media/logo.tsx',
    icons,
  ],
  'src/features/home/tiles.tsx': ['src/ui/media/logo.tsx', 'src/ui/button.tsx'],
  'src/ui/layout/tile.tsx': [icons],
  'src/features/home/home-screen.tsx': [
    'src/features/home/tiles.tsx',
    'src/ui/layout/tile.tsx',
    operators,
  ],
  'src/features/scan/scanner/scan-screen.tsx': [
    'src/ui/layout/stepper.tsx',
    'src/ui/layout/tile.tsx',
  ],
  'src/features/register/register-screen.tsx': ['schemas/installer.ts', 'schemas/company.ts'],
  'src/features/home/later-cards.tsx': [
    'src/ui/layout/tile.tsx',
    'src/ui/fields/code-field.tsx',
    'src/ui/media/thumbnail.tsx',
    'schemas/installer.ts',
    'schemas/tier.ts',
  ],
  'sync/account.ts': ['sync/store/database.ts', 'src/ui/media/logo.tsx'],
  'sync/engine/leader-work.ts': ['sync/engine/pull.ts', 'sync/store/database.ts'],
  'sync/engine/pull.ts': ['schemas/lead.ts', 'schemas/tier.ts'],
};
const code: Record<string, string> = {
  'src/features/login/login-screen.tsx': `import { ArrowLeft, Mail } from "lucide-react";`,
  'src/ui/layout/tile.tsx': `import { ArrowLeft as Back, House } from "lucide-react";`,
  'src/features/home/home-screen.tsx': `import { from, map } from "rxjs";`,
  [operators]: [
    `export { from } from './internal/observable/from';`,
    `export { map } from './internal/operators/map';`,
    `export { mergeMap } from './internal/operators/mergeMap';`,
  ].join('\n'),
  [icons]: [
    `export { default as Back, default as ArrowLeft, default as X } from './icons/arrow-left.mjs';`,
    `export { default as House, default as HouseIcon } from './icons/house.mjs';`,
    `export { default as Mail } from './icons/mail.mjs';`,
  ].join('\n'),
};
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: (imports[id.slice(root.length)] ?? []).map((path) => join(root, path)),
    code: code[id.slice(root.length)] ?? null,
  }),
};

test.each([
  ['src/app/app.tsx', ['start']],
  ['src/ui/button.tsx', ['start']],
  ['src/ui/media/logo.tsx', ['start']],
  ['src/ui/layout/tile.tsx', ['signed-in']],
  ['src/ui/fields/code-field.tsx', ['login-and-cards']],
  ['src/ui/media/thumbnail.tsx', ['cards']],
  ['sync/store/database.ts', ['store']],
  ['sync/account.ts', ['store']],
  ['schemas/installer.ts', ['shared']],
  ['schemas/tier.ts', ['shared']],
  ['schemas/lead.ts', ['records']],
  ['schemas/company.ts', ['sync']],
  ['sync/store/migration.ts', ['migration']],
  ['sync/engine/pull.ts', ['replication']],
  ['sync/engine/leader-work.ts', ['replication']],
  ['src/ui/layout/stepper.tsx', ['kit']],
  ['src/features/home/tiles.tsx', ['signed-in']],
  ['src/app/main.tsx', []],
  ['node_modules/react/index.js', []],
  ['node_modules/lucide-react/dist/esm/icons/arrow-left.mjs', ['start']],
  ['node_modules/lucide-react/dist/esm/icons/house.mjs', ['signed-in']],
  ['node_modules/lucide-react/dist/esm/icons/mail.mjs', ['login']],
  ['node_modules/rxjs/dist/esm/internal/observable/from.js', ['signed-in']],
  ['node_modules/rxjs/dist/esm/internal/operators/map.js', ['signed-in']],
  ['node_modules/rxjs/dist/esm/internal/operators/mergeMap.js', []],
])('%s goes into the chunk %j', (path, chunks) => {
  const id = join(root, path);
  const names = chunkGroups().map((group) => {
    if (typeof group.name === 'function') return group.name(id, graph);
    return 'test' in group && group.test.test(id) ? group.name : null;
  });
  // The first matching group wins.
  expect(names.filter((name) => name !== null).slice(0, 1)).toEqual(chunks);
});
