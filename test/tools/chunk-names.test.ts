import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkNames } from '#tools/chunk-names.ts';
import { root } from '#tools/places.ts';

const imports: Record<string, string[]> = {
  'src/main.tsx': ['src/app.tsx'],
  'src/app.tsx': ['src/ui/button.tsx'],
  'src/ui/button.tsx': ['node_modules/react/index.js'],
  'src/features/login/login-screen.tsx': ['src/ui/code-field.tsx', 'src/ui/logo.tsx'],
  'src/features/home/home-screen.tsx': ['src/features/home/tiles.tsx', 'src/ui/tile.tsx'],
  'src/features/home/tiles.tsx': ['src/ui/logo.tsx', 'src/ui/button.tsx'],
  'sync/account.ts': ['sync/outbox.ts'],
  'src/features/scan/scan-screen.tsx': ['src/ui/stepper.tsx', 'src/ui/tile.tsx'],
};
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: (imports[id.slice(root.length)] ?? []).map((path) => join(root, path)),
  }),
};

test.each([
  ['src/app.tsx', 'start'],
  ['src/ui/button.tsx', 'start'],
  ['src/ui/logo.tsx', 'start'],
  ['src/ui/tile.tsx', 'signed-in'],
  ['sync/outbox.ts', 'signed-in'],
  ['src/ui/code-field.tsx', null],
  ['src/ui/stepper.tsx', null],
  ['src/features/home/tiles.tsx', null],
  ['sync/account.ts', null],
  ['node_modules/react/index.js', null],
])('%s goes into the chunk %s', (path, chunk) => {
  expect(chunkNames()(join(root, path), graph)).toBe(chunk);
});
