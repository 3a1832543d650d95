import { expect, it } from 'vitest';
import type { ScanDocument } from '#schemas/scan.ts';
import { changeCopies } from '#src/features/scan/review/copies-field.tsx';
import { capturedScan } from '../scan-fixture.ts';

const copy = (uuid: string, more: Partial<ScanDocument> = {}) =>
  capturedScan({ uuid, serial_number: null, serial_key: '', is_unique: false, ...more });

async function changed(copies: readonly ScanDocument[], shown: ScanDocument, count: number) {
  const removed: string[] = [];
  const added: unknown[] = [];
  await changeCopies(
    {
      captureScans: async (scans) => {
        added.push(...scans);
        return scans.map((_, at) => `new-${at}`);
      },
      removeScan: async (id) => void removed.push(id),
    },
    copies,
    shown,
    count,
  );
  return { removed, added };
}

it('adds copies without the photo and the answers of the first', async () => {
  const first = copy('a', { imageIdxDB: 'photo', survey: '[]' });
  const { added, removed } = await changed([first], first, 3);
  expect(removed).toEqual([]);
  expect(added).toHaveLength(2);
  expect(added[0]).toMatchObject({ type: 'GGL', serial_number: null, is_unique: false });
  expect(added[0]).not.toHaveProperty('imageIdxDB');
  expect(added[0]).not.toHaveProperty('survey');
});

it('removes those without a photo first, then the newest, and the shown one last', async () => {
  const copies = [copy('d'), copy('c', { imageIdxDB: 'photo' }), copy('b'), copy('a')];
  const [shown] = copies;
  if (!shown) throw new Error('There is none.');
  expect((await changed(copies, shown, 3)).removed).toEqual(['b']);
  expect((await changed(copies, shown, 1)).removed).toEqual(['b', 'a', 'c']);
  expect(await changed(copies, shown, 4)).toEqual({ removed: [], added: [] });
});
