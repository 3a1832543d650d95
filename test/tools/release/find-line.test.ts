import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#test/setup/source-tree.ts';
import { sourceLine } from '#tools/release/find-line.ts';

test('a location in the build has a source line, and a location in another build has none', () => {
  const assets = mkdtempSync(join(tmpdir(), 'club-maps-'));
  try {
    // This maps the first column of line 1 to line 3 of the source.
    const map = {
      version: 3,
      sources: [join(root, 'src/app/app.tsx')],
      names: [],
      mappings: 'AAEA',
    };
    writeFileSync(join(assets, 'start-12345678.js.map'), JSON.stringify(map));
    expect(sourceLine('start-12345678.js:1:1', assets)).toBe(
      'start-12345678.js:1:1  src/app/app.tsx:3:1',
    );
    expect(sourceLine('start-87654321.js:1:1', assets)).toContain('another build');
    expect(sourceLine('../../start-12345678.js:1:1', assets)).toContain('src/app/app.tsx');
  } finally {
    rmSync(assets, { recursive: true });
  }
});
