import { expect, it } from 'vitest';
import type { ScanDocument } from '#schemas/scan.ts';
import { changeCopies } from '#src/features/scan/review/copies-field.tsx';
import { capturedScan } from '../scan-fixture.ts';

const copy = (uuid: string, overrides: Partial<ScanDocument> = {}) =>
  capturedScan({ uuid, serial_number: null, serial_key: '', is_unique: false, ...overrides });

async function changeCopiesOf(
  copies: readonly ScanDocument[],
  displayed: ScanDocument,
  count: number,
) {
  const removed: string[] = [];
  const added: unknown[] = [];
  await changeCopies(
    {
      captureScans: async (scans) => {
        added.push(...scans);
        return scans.map((_, index) => `new-${index}`);
      },
      removeScan: async (id) => void removed.push(id),
    },
    copies,
    displayed,
    count,
  );
  return { removed, added };
}

it('adds copies without the photo and the answers of the original', async () => {
  const first = copy('a', { imageIdxDB: 'photo', survey: '[]' });
  const { added, removed } = await changeCopiesOf([first], first, 3);
  expect(removed).toEqual([]);
  expect(added).toHaveLength(2);
  expect(added[0]).toMatchObject({ type: 'GGL', serial_number: null, is_unique: false });
  expect(added[0]).not.toHaveProperty('imageIdxDB');
  expect(added[0]).not.toHaveProperty('survey');
});

it('removes copies without a photo first, then the newest copies, and finally the displayed copy', async () => {
  const copies = [copy('d'), copy('c', { imageIdxDB: 'photo' }), copy('b'), copy('a')];
  const [displayed] = copies;
  if (!displayed) throw new Error('The batch is empty.');
  expect((await changeCopiesOf(copies, displayed, 3)).removed).toEqual(['b']);
  expect((await changeCopiesOf(copies, displayed, 1)).removed).toEqual(['b', 'a', 'c']);
  expect(await changeCopiesOf(copies, displayed, 4)).toEqual({ removed: [], added: [] });
});
