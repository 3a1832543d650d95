import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { productKindOf } from '#schemas/vendors.ts';
import { MAX_COMMAND_BYTES, type Post } from '../operator/command.ts';
import { SetupFileError } from './read-csv.ts';
import { readSetup, SETUP_FILE, type SetupFiles } from './read-setup.ts';
import { sendCsv } from './send-csv.ts';
import { readFolderFiles, sendFiles } from './send-files.ts';
import { listFiles } from './setup-files.ts';
import { type Setup } from './setup-schema.ts';
import { SERIAL_COLUMNS } from './write-serials.ts';
import { VOUCHER_COLUMNS } from './write-vouchers.ts';

export const SERIALS_FILE = 'serial-numbers.csv';

/** A CSV file in a setup. */
interface SetupList {
  readonly file: string;
  readonly columns: readonly string[];
  /** Command that sends a batch. For a check, its name gets the prefix `check-`. */
  readonly command: string;
  /** Lists the values that the setup adds, so that the file's lines may refer to them. */
  readonly newValues: (setup: Setup) => readonly string[];
  /** True if the lines belong to the setup's country. */
  readonly isPerCountry: boolean;
}
const lists: readonly SetupList[] = [
  {
    file: SERIALS_FILE,
    columns: SERIAL_COLUMNS,
    command: 'serials',
    isPerCountry: false,
    newValues: ({ product_types = [] }) => product_types.map(({ type }) => type),
  },
  {
    file: 'voucher-codes.csv',
    columns: VOUCHER_COLUMNS,
    command: 'vouchers',
    isPerCountry: true,
    newValues: ({ shop }) =>
      (shop?.products ?? [])
        .filter(({ type }) => productKindOf(type) === 'digital')
        .flatMap(({ variants }) => variants.map(({ sku }) => sku)),
  },
];

interface SendOptions {
  readonly why: string;
  readonly post: Post;
}

/**
 * Sends a country's setup: its pictures and documents, then the folder's JSON and YAML files together, and finally its
 * CSV files in batches. Throws `SetupFileError`, and the file system's errors.
 * @returns lines to print; `isAccepted` is false if the server rejected something
 */
export async function sendFolder(
  command: 'check' | 'apply',
  folder: string,
  { why, post }: SendOptions,
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  const files = readSetupFiles(folder);
  const folderFiles = readFolderFiles(folder);
  const { setup } = readSetup(files, folderFiles);
  const existingLists = lists.filter(({ file }) => existsSync(join(folder, file)));
  const lines: string[] = [];
  if (Object.keys(files).length > 0 || existingLists.length === 0) {
    const name = basename(resolve(folder));
    const toRequest = (sentFiles: SetupFiles) => ({
      words: ['setup', command, name],
      input: JSON.stringify({ files: sentFiles, pictures: folderFiles }),
      why,
    });
    const isTooLarge = (body: object) =>
      Buffer.byteLength(JSON.stringify(body)) > MAX_COMMAND_BYTES;
    const indentedRequest = toRequest(files);
    const request = isTooLarge(indentedRequest)
      ? toRequest(withoutIndentation(files))
      : indentedRequest;
    if (isTooLarge(request)) {
      throw new SetupFileError(
        'The JSON and YAML files are larger than 1 MB together. Shorten them.',
      );
    }
    // Check the setup first, so that no pictures or documents are stored for a setup that is then rejected.
    const hasFiles = setup !== null && listFiles(setup).length > 0;
    if (command === 'apply' && hasFiles) {
      const checkResult = await post({ ...request, words: ['setup', 'check', name] });
      if (checkResult === null) return { lines, isAccepted: false };
    }
    const sentLines = hasFiles
      ? await sendFiles({ command, folder, setup, files: folderFiles, why, post })
      : [];
    if (sentLines === null) return { lines, isAccepted: false };
    const changes = await post(request);
    if (changes === null) return { lines, isAccepted: false };
    lines.push(...changes, ...sentLines);
  }
  let isAccepted = true;
  for (const list of existingLists) {
    const result = await sendList(list, { command, folder, setup, why, post });
    lines.push(...result.lines);
    isAccepted &&= result.isAccepted;
  }
  return { lines, isAccepted };
}

interface ListOptions extends SendOptions {
  readonly command: 'check' | 'apply';
  readonly folder: string;
  readonly setup: Setup | null;
}

/** Sends one of the folder's CSV files in batches. */
async function sendList(
  { file, columns, command: name, newValues, isPerCountry }: SetupList,
  { command, folder, setup, why, post }: ListOptions,
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  if (isPerCountry && setup === null) {
    throw new SetupFileError(`${file}: Add a file with the country, such as { "region": "PL" }.`);
  }
  // A check stores nothing, so the server doesn't know the setup's new values.
  const acceptedValues = command === 'check' && setup !== null ? newValues(setup) : [];
  const rejectedFile = file.replace('.csv', '.rejected.csv');
  const words = ['setup', command === 'check' ? `check-${name}` : name];
  if (isPerCountry && setup !== null) words.push(setup.region);
  const totals = await sendCsv(
    { path: join(folder, file), columns, rejectedPath: join(folder, rejectedFile) },
    (range, rows) =>
      post({
        words: [...words, file, range],
        input: JSON.stringify({ accepted: acceptedValues, rows }),
        why,
      }),
  );
  if (totals === null) return { lines: [], isAccepted: false };
  const { added, unchanged, rejected } = totals;
  return {
    lines: [
      `${file}: ${added} ${command === 'check' ? 'to add' : 'added'}, ${unchanged} unchanged, ${rejected} rejected`,
      ...(rejected > 0 ? [`${rejectedFile} lists the rejected lines with reasons.`] : []),
    ],
    isAccepted: rejected === 0,
  };
}

/** Removes the indentation of JSON files. The line numbers stay the same. */
function withoutIndentation(files: SetupFiles): SetupFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith('.json') ? text.replaceAll(/^[ \t]+/gm, '') : text,
    ]),
  );
}

function readSetupFiles(folder: string): SetupFiles {
  const names = readdirSync(folder).filter((name) => SETUP_FILE.test(name));
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
