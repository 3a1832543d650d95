import { createHash } from 'node:crypto';
import { type Insertable, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { importProblems } from '#schemas/operator/import-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { toJsonb } from '../db/jsonb.ts';
import { awardReasons } from '../imports/award-row.ts';
import { shopReasons } from '../imports/shop-row.ts';
import { demoCompanies } from './companies.ts';
import { demoOperators } from './operators.ts';
import { demoUuid } from './seeded-random.ts';
import { demoVariantId } from './shop.ts';

const poland = regionIdOf('PL');

/** Serial numbers from the applied import. None of the demo products uses them. */
const importedCodes = Array.from(
  { length: 12 },
  (_item, index) => `26K${String(40_001 + index)}-0001`,
);
const serials = ['code,type,size,variant', ...importedCodes.map((code) => `${code},GGL,MK06,2070`)];
const prices = [
  'sku,price,stock,change',
  'COPPER-HAMMER-1,89,,',
  'TOOL-BOX-1,95,,20',
  'STEEL-HAMMER-1,80,,',
  'COPPER-HAMMER-1,92,,',
];

const awards = [
  'company,points,reason',
  `${demoCompanies.nowak.registrationNumber},400,trainings`,
  `${demoCompanies.studio.registrationNumber},250,satisfaction_score`,
  `${demoCompanies.dvorak.registrationNumber},400,trainings`,
  `${demoCompanies.nowak.registrationNumber},400,trainings`,
];

type ImportFile = Omit<
  Insertable<Database['imports']>,
  'uuid' | 'created_by' | 'run_by' | 'created_at' | 'finished_at' | 'bytes'
> & {
  readonly key: string;
  readonly lines: readonly string[];
  readonly daysAgo: number;
  /** True if the file was deleted. */
  readonly isDeleted?: boolean;
  /** Number of bytes missing from the upload. */
  readonly missingBytes?: number;
};

const counts = { checked_rows: 12, checked_new: 12, applied_rows: 12, applied_new: 12 };
const files: readonly ImportFile[] = [
  {
    ...{ key: 'serials', kind: 'serials', region_id: null, state: 'applied', phase: 'applying' },
    ...{ file_name: 'factory-week-47.csv', why: 'Sent by the factory', separator: ',' },
    ...{ lines: serials, columns: toColumns(4), daysAgo: 6, rev: 4, ...counts },
  },
  {
    ...{ key: 'prices', kind: 'shop', region_id: poland, state: 'checked', phase: 'checking' },
    ...{ file_name: 'tools-2027.csv', why: 'New price list of the vendor', separator: ',' },
    ...{ lines: prices, columns: toColumns(4), daysAgo: 1, rev: 2 },
    ...{ checked_rows: 4, checked_new: 2, checked_rejected: 2 },
  },
  {
    ...{ key: 'count', kind: 'shop', region_id: poland, state: 'failed', phase: 'checking' },
    ...{ file_name: 'stock-count-november.csv', why: 'Counted in the warehouse', rev: 2 },
    ...{ lines: ['sku,stock', 'COPPER-HAMMER-1,"9'], daysAgo: 3, separator: ',' },
    ...{ columns: toColumns(2), problem: importProblems.unreadable },
  },
  {
    ...{ key: 'codes', kind: 'vouchers', region_id: poland },
    ...{ state: 'taken_back', phase: 'taking_back', file_name: 'gift-cards-october.csv' },
    ...{ why: 'The vendor has cancelled the delivery', separator: ';', rev: 6 },
    ...{ lines: [], columns: toColumns(4), daysAgo: 20, isDeleted: true },
    ...{ checked_rows: 250, checked_new: 250, applied_rows: 250, applied_new: 250 },
    ...{ taken_back: 238, kept: 12 },
  },
  {
    ...{ key: 'awards', kind: 'awards', region_id: poland, state: 'checked', phase: 'checking' },
    ...{ file_name: 'training-november.csv', why: 'Took part in the training', separator: ',' },
    ...{ lines: awards, columns: toColumns(3, 3), daysAgo: 2, rev: 2 },
    ...{ checked_rows: 4, checked_new: 2, checked_rejected: 2 },
  },
  {
    ...{ key: 'upload', kind: 'serials', region_id: null, state: 'uploading' },
    ...{
      file_name: 'factory-week-48.csv',
      why: 'Sent by the factory',
      missingBytes: 5_000_000,
    },
    ...{ lines: ['code,type,size,variant'], daysAgo: 0 },
  },
];

function toColumns(count: number, length = 4) {
  return toJsonb({ positions: Array.from({ length }, (_item, index) => index), count });
}

/** Adds imports of files in various states. */
export async function insertDemoImports(trx: Transaction<Database>, now: Date): Promise<void> {
  const [first, lead = first] = demoOperators;
  if (first === undefined || lead === undefined) return;
  for (const { key, lines, daysAgo, isDeleted, missingBytes = 0, ...file } of files) {
    const uuid = demoUuid(`import:${key}`);
    const content = Buffer.from(`${lines.join('\n')}\n`);
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const position = missingBytes === 0 ? content.length : 0;
    const line = missingBytes === 0 ? lines.length : 0;
    const creator = { created_by: lead.id, run_by: lead.id, created_at: at };
    const finished_at = file.state === 'uploading' ? null : at;
    const bytes = content.length + missingBytes;
    await trx
      .insertInto('imports')
      .values({ ...file, ...creator, uuid, bytes, position, line, finished_at })
      .execute();
    if (missingBytes > 0 || isDeleted) continue;
    const sha256 = createHash('sha256').update(content).digest('hex');
    await trx
      .insertInto('import_parts')
      .values({ import_uuid: uuid, number: 0, sha256, content })
      .execute();
  }
  await trx
    .insertInto('registry')
    .values(
      importedCodes.map((code) => ({
        ...{ code, type: 'GGL', size: 'MK06', variant: '2070' },
        import_uuid: demoUuid('import:serials'),
      })),
    )
    .execute();
  await insertCheckedPrices(trx);
  await insertCheckedAwards(trx);
}

/** Stores the result of validating awards. */
async function insertCheckedAwards(trx: Transaction<Database>): Promise<void> {
  const import_uuid = demoUuid('import:awards');
  const { nowak, studio } = demoCompanies;
  await trx
    .insertInto('import_award_rows')
    .values(
      [
        { line: 2, company_id: nowak.id, event: 'trainings' as const, points: 400 },
        { line: 3, company_id: studio.id, event: 'satisfaction_score' as const, points: 250 },
      ].map((row) => ({ ...row, import_uuid, ledger_uuid: null, applied_at: null })),
    )
    .execute();
  const rejections = [
    { line: 4, ...awardReasons.unknown_company },
    { line: 5, ...awardReasons.twice },
  ].map((row) => ({ ...row, fields: awards[row.line - 1]?.split(',') ?? [] }));
  await trx
    .insertInto('import_rejects')
    .values(rejections.map((row) => ({ ...row, import_uuid, phase: 'checking' as const })))
    .execute();
}

/** Stores the result of validating prices. */
async function insertCheckedPrices(trx: Transaction<Database>): Promise<void> {
  const import_uuid = demoUuid('import:prices');
  const variants = await trx
    .selectFrom('shop_variants')
    .select(['uuid', 'sku', 'price'])
    .where('uuid', 'in', [demoVariantId('PL', 'copper-hammer'), demoVariantId('PL', 'tool-box')])
    .execute();
  const getPrice = (sku: string) =>
    Number(prices.find((text) => text.startsWith(`${sku},`))?.split(',')[1]);
  await trx
    .insertInto('import_shop_rows')
    .values(
      variants.map(({ uuid, sku, price }) => ({
        ...{ import_uuid, variant_uuid: uuid, price_before: price, price_after: getPrice(sku) },
        ...{ details_rev: null, stock_change: null, movement_id: null },
      })),
    )
    .execute();
  const rejections = [
    { line: 4, fields: ['STEEL-HAMMER-1', '80', '', ''], ...shopReasons.unknown_sku },
    { line: 5, fields: ['COPPER-HAMMER-1', '92', '', ''], ...shopReasons.twice },
  ];
  await trx
    .insertInto('import_rejects')
    .values(rejections.map((row) => ({ ...row, import_uuid, phase: 'checking' as const })))
    .execute();
}
