import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import {
  type GuideEntry,
  lookUpPlate,
  partsFor,
  plateCodeOf,
  replacementOf,
} from '#schemas/plate-lookup.ts';
import { type ProductGuide } from '#schemas/product-guide.ts';
import { typedText } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Command, getArgument, listCommand } from '../operator/command.ts';
import { loadGuide } from './write-guide.ts';

/** Commands that show the app's product guides. `setup apply` writes them. */
export const guideCommands: readonly Command[] = [
  listCommand(
    'guides',
    'list the product guides of all countries',
    ({ db }) => listGuides(db),
    ({ country, version, models, documents, kilobytes }) =>
      `${country}  ${version}  ${models} models  ${documents} documents  ${kilobytes} kB`,
  ),
  {
    name: 'guides look-up',
    summary: 'look up the text of a plate or label, as the app does',
    args: [
      {
        name: 'COUNTRY',
        schema: regionCode,
        format: 'the code of a supported country, such as PL',
      },
      { name: 'PLATE', schema: typedText(200), format: 'the text of a plate, such as GGL MK06' },
    ],
    isVariadic: true,
    isAction: false,
    run: async (request, { db }) => {
      const storedGuide = await loadGuide(db, v.parse(regionCode, getArgument(request, 0)));
      if (storedGuide === null) throw new ApiFailure('not_found');
      return describePlate(storedGuide.guide, request.args.slice(1).join(' '));
    },
  },
];

function listGuides(db: Kysely<Database>) {
  return db
    .selectFrom('product_guides')
    .select((eb) => [
      'region as country',
      'version',
      sql<number>`jsonb_array_length(guide->'models')`.as('models'),
      sql<number>`jsonb_array_length(guide->'documents')`.as('documents'),
      sql<number>`ceil(octet_length(${eb.ref('guide')}::text) / 1000.0)::int`.as('kilobytes'),
    ])
    .orderBy('region')
    .execute();
}

function describePlate(guide: ProductGuide, plate: string): string[] {
  const result = lookUpPlate(guide, plate);
  switch (result.kind) {
    case 'found':
      return describeProduct(guide, result.entry);
    case 'several':
      return [
        `Several products are possible: ${result.entries.length}`,
        ...result.entries.map(formatEntry),
      ];
    case 'serial':
      return ['This is a serial number. Look up the product’s code and size instead.'];
    case 'unknown':
      return result.closest.length === 0
        ? ['Unknown, and no code is similar.']
        : ['Unknown. Similar codes:', ...result.closest.map(formatEntry)];
  }
}

function describeProduct(guide: ProductGuide, entry: GuideEntry): string[] {
  const replacement = replacementOf(guide, entry);
  const joinCodes = (entries: readonly GuideEntry[]) =>
    entries.map(plateCodeOf).join(', ') || 'none';
  return [
    formatEntry(entry),
    `today: ${replacement === null ? 'no replacement of this size' : plateCodeOf(replacement)}`,
    `parts for this product: ${joinCodes(partsFor(guide, entry))}`,
    ...(replacement === null || replacement === entry
      ? []
      : [`parts for the replacement: ${joinCodes(partsFor(guide, replacement))}`]),
    `documents: ${entry.model.documents.join(', ') || 'none'}`,
  ];
}

function formatEntry(entry: GuideEntry): string {
  const { model, size } = entry;
  const years = model.until === null ? `since ${model.from}` : `${model.from}–${model.until}`;
  return `${plateCodeOf(entry)}  ${model.family}  ${size.width} × ${size.height} cm  ${years}`;
}
