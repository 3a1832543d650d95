import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { storedCollections, type StoredCollectionName } from '#schemas/collections.ts';
import { documentJsonSchema } from '#schemas/rx-schema.ts';
import { rxSchemas } from '#schemas/rx-schemas.ts';

/**
 * Hash of each collection's document shape in its current version. If only this hash differs and the documents
 * stored on phones fit the new shape, update it here. Otherwise raise the collection's version and add a
 * migration (schemas/migrations.ts).
 */
const shapes: Readonly<Record<StoredCollectionName, string>> = {
  // `refusal.earlier` (the company's earlier scan) is optional: documents stored earlier don't have it.
  scans: '5: ee21f53a4a46',
  projects: '6: f1435c24ad4c',
  ledger: '3: a864aba83200',
  leads: '4: 0918089ce2c1',
  notifications: '2: 9d95a6abd261',
  surveys: '1: ed71ddfb13fc',
  // A picture’s alternative texts are optional: documents stored earlier don’t have them.
  contents: '1: d4ccf580154e',
  chats: '2: 8857b11e7b9c',
  // A picture’s alternative text is optional, as for contents.
  products: '2: 01a4e286e6ad',
  orders: '3: ba3d439aead7',
  certificates: '0: 4512218c7154',
  attachments: '2: e13c614860de',
  cart: '1: ca2deeb17d26',
};

test('the documents match those stored on phones', () => {
  const hashes = Object.entries(storedCollections).map(([name, { version, document }]) => {
    const shape = JSON.stringify(documentJsonSchema(document));
    return [name, `${version}: ${createHash('sha256').update(shape).digest('hex').slice(0, 12)}`];
  });
  expect(Object.fromEntries(hashes)).toEqual(shapes);
});

/**
 * Hash of each collection's RxDB schema. RxDB doesn't open a stored database whose schema differs under the same
 * version, so if this fails, raise the collection's version and add a migration.
 */
const schemas: Readonly<Record<StoredCollectionName, string>> = {
  scans: '5: 023de159ddb2',
  projects: '6: 71441ee654b0',
  ledger: '3: 0c8c75371340',
  leads: '4: f237d9372dab',
  notifications: '2: 8f378bdf50c1',
  surveys: '1: fbbb8f0b8c1d',
  contents: '1: 0d4c8b0c4b1a',
  chats: '2: 9e65c57f80d0',
  products: '2: 20877ec09f45',
  orders: '3: f26732d7944b',
  certificates: '0: 2f994c6de703',
  attachments: '2: 4ffbb16eab0a',
  cart: '1: 49dead496b3f',
};

test('the store’s schemas match those on phones', () => {
  const hashes = Object.entries(rxSchemas).map(([name, schema]) => {
    const text = JSON.stringify(schema);
    return [
      name,
      `${schema.version}: ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
    ];
  });
  expect(Object.fromEntries(hashes)).toEqual(schemas);
});
