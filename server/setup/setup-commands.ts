import { type Kysely, type Transaction } from 'kysely';
import * as v from 'valibot';
import { typedText } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  type Command,
  type CommandArgument,
  type CommandInput,
  parseJsonInput,
} from '../operator/command.ts';
import { type Services } from '../services.ts';
import { storePictures } from '../contents/store-pictures.ts';
import { storeDocuments } from '../guide/store-documents.ts';
import { exportSerials, exportSetup } from './export-setup.ts';
import { dryRun, lockCountry } from './lock-country.ts';
import { planSetup } from './plan-setup.ts';
import { fileCommands, findMissingFiles } from './file-commands.ts';
import { readSetup } from './read-setup.ts';
import { folderFiles, listFiles, mapFiles, fileId } from './setup-files.ts';
import { type Setup } from './setup-schema.ts';
import { serialBatch, writeSerials } from './write-serials.ts';
import { type VoucherStore } from '../orders/voucher-store.ts';
import { voucherBatch, writeVouchers } from './write-vouchers.ts';

/** Maximum number of problems listed. Operators fix the first problems before they read further. */
const MAX_PROBLEMS = 200;

const folder: CommandArgument = {
  name: 'FOLDER',
  schema: typedText(200),
  format: 'the path of a folder with JSON or YAML files',
};
const country: CommandArgument = {
  name: 'COUNTRY',
  schema: regionCode,
  format: 'the code of a supported country, such as PL',
};
const file: CommandArgument = {
  name: 'FILE',
  schema: typedText(200),
  format: 'the name of a file',
};
const lines: CommandArgument = {
  name: 'LINES',
  schema: v.pipe(v.string(), v.regex(/^\d+-\d+$/)),
  format: 'the first and last line, such as 2-20001',
};
/** `club` sends the texts of the folder's JSON and YAML files, and the ids of the other files by file name. */
const folderInput = v.object({ files: v.record(v.string(), v.string()), pictures: folderFiles });

export const setupCommands: readonly Command[] = [
  {
    name: 'setup check',
    summary: 'validate a country’s setup and list what `setup apply` would change',
    args: [folder],
    usesFolder: true,
    isAction: false,
    run: async (request, { db, clock }) => {
      const setup = requireSetup(request);
      const summaries = await dryRun(db, async (trx) => {
        await storePlaceholderFiles(trx, setup);
        return applySetup(trx, setup, clock.now());
      });
      return summaries.length === 0
        ? [`${setup.region}: valid. Nothing to change.`]
        : [`${setup.region}: valid. To change: ${summaries.length}`, ...summaries];
    },
  },
  {
    name: 'setup apply',
    summary: 'set up a country, or change its setup, from the files of a folder',
    args: [folder],
    usesFolder: true,
    isAction: true,
    run: async (request, { db, clock }) => {
      const setup = requireSetup(request);
      const summaries = await transact(db, (trx) => applySetup(trx, setup, clock.now()));
      return summaries.length === 0
        ? [`${setup.region}: nothing to change.`]
        : [`${setup.region}: changed ${summaries.length}`, ...summaries];
    },
  },
  {
    name: 'setup export',
    summary: 'write a country’s setup into the files of a new folder',
    args: [country, folder],
    usesFolder: true,
    isAction: false,
    run: async ({ args: [code = ''] }, { db, clock }) => [
      JSON.stringify(await exportSetup(db, v.parse(regionCode, code), clock.now())),
    ],
  },
  ...fileCommands,
  {
    name: 'setup export-serials',
    summary: 'the serial numbers after a code, requested by `setup export`',
    args: [{ name: 'CODE', schema: v.pipe(v.string(), v.maxLength(40)), format: 'a code' }],
    isInternal: true,
    isAction: false,
    run: ({ args: [code = ''] }, { db }) => exportSerials(db, code),
  },
  ...(['serials', 'check-serials'] as const).map((name) => ({
    name: `setup ${name}`,
    summary: 'a batch of serial numbers, sent by `setup apply` and `setup check`',
    args: [file, lines],
    isInternal: true,
    isAction: name === 'serials',
    run: async (request: CommandInput, { db }: Pick<Services, 'db'>) => {
      const batch = parseJsonInput(serialBatch, request);
      return [JSON.stringify(await writeSerials(db, batch, name === 'check-serials'))];
    },
  })),
  ...(['vouchers', 'check-vouchers'] as const).map((name) => ({
    name: `setup ${name}`,
    summary: 'a batch of voucher codes, sent by `setup apply` and `setup check`',
    args: [country, file, lines],
    isInternal: true,
    isAction: name === 'vouchers',
    run: async (request: CommandInput, services: VoucherStore) => {
      const batch = parseJsonInput(voucherBatch, request);
      const region = v.parse(regionCode, request.args[0]);
      const isCheck = name === 'check-vouchers';
      return [JSON.stringify(await writeVouchers(services, region, { batch, isCheck }))];
    },
  })),
];

/**
 * Writes what the setup changes in the country.
 * @returns a line for each change
 */
async function applySetup(
  trx: Transaction<Database>,
  setup: Setup,
  now: number,
): Promise<readonly string[]> {
  await requireStoredFiles(trx, setup);
  await lockCountry(trx, setup.region);
  const changes = await planSetup(trx, setup, now);
  for (const { write } of changes) await write();
  return changes.map(({ summary }) => summary);
}

/** Throws `invalid_input` if a file of the setup isn't stored. `club` sends the files before it sends the setup. */
async function requireStoredFiles(db: Kysely<Database>, setup: Setup): Promise<void> {
  const missingIds = await findMissingFiles(db, listFiles(setup));
  if (missingIds.length === 0) return;
  throw ApiFailure.ofInput(['Some files weren’t received. Run the command again.']);
}

/** Stores empty files in place of the files that `setup apply` would send. */
async function storePlaceholderFiles(trx: Transaction<Database>, setup: Setup): Promise<void> {
  const missingIds = await findMissingFiles(trx, listFiles(setup));
  const documents = new Set(setup.product_guide?.documents.map(({ file }) => file));
  const emptyContent = new Uint8Array();
  await storePictures(
    trx,
    missingIds
      .filter((uuid) => !documents.has(uuid))
      .map((uuid) => ({
        uuid,
        mediaType: 'image/webp' as const,
        small: emptyContent,
        large: emptyContent,
      })),
  );
  await storeDocuments(
    trx,
    missingIds
      .filter((uuid) => documents.has(uuid))
      .map((uuid) => ({ uuid, content: emptyContent })),
  );
}

/** Reads a setup, and replaces file names with the files' ids. Throws `invalid_input` with one sentence per problem. */
function requireSetup(request: CommandInput): Setup {
  const { files, pictures } = parseJsonInput(folderInput, request, JSON.parse);
  const { setup, problems } = readSetup(files, pictures);
  if (setup !== null) return mapFiles(setup, (name) => fileId(name, pictures));
  const listedProblems = problems.slice(0, MAX_PROBLEMS);
  const hiddenCount = problems.length - listedProblems.length;
  throw ApiFailure.ofInput([
    ...listedProblems,
    ...(hiddenCount > 0 ? [`${hiddenCount} more problems aren’t listed.`] : []),
  ]);
}
