import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { storedCollections, type StoredName } from '#schemas/collections.ts';
import { documentShape } from '#schemas/rx-schema.ts';

/**
 * What the documents of each collection look like in its version of today. The store itself would not
 * notice another shape. When this fails: do the documents that lie on phones fit the new shape? If so,
 * write the new hash here. If not, the collection needs a higher version and the step that leads to it
 * (schemas/migrations.ts).
 */
const shapes: Readonly<Record<StoredName, string>> = {
  // A refusal may say where the own company has the product; those that lie on phones do not.
  scans: '2: 271f92aa3d9f',
  projects: '4: a768db822be7',
  ledger: '2: 7889e743502b',
  leads: '4: 0918089ce2c1',
  notifications: '2: 2516a5715d8d',
  surveys: '1: ed71ddfb13fc',
  contents: '1: 4cdd8e15ab81',
  chats: '2: 8857b11e7b9c',
  products: '2: 04ed905c250a',
  orders: '3: ba3d439aead7',
  certificates: '0: 4512218c7154',
  cart: '1: ca2deeb17d26',
};

test('the documents look as they do on the phones', () => {
  const hashes = Object.entries(storedCollections).map(([name, { version, document }]) => {
    const shape = JSON.stringify(documentShape(document));
    return [name, `${version}: ${createHash('sha256').update(shape).digest('hex').slice(0, 12)}`];
  });
  expect(Object.fromEntries(hashes)).toEqual(shapes);
});
