import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { type SetupFiles } from './read-setup.ts';
import { SerialFileError, sendSerials } from './send-serials.ts';
import { SERIAL_COLUMNS } from './write-serials.ts';

/** A command for the server. */
export interface OperatorRequest {
  readonly words: readonly string[];
  readonly input: string;
  readonly why: string;
}

/** Sends a command. @returns its lines; null if it failed, which has been printed */
type Post = (request: OperatorRequest) => Promise<readonly string[] | null>;

/** Largest input of a command, below the server's limit of 1 MiB for a request. */
const MAX_INPUT_BYTES = 1_000_000;
const SERIALS_FILE = 'serial-numbers.csv';
const REJECTED_FILE = 'serial-numbers.rejected.csv';

/** A folder that can't be sent; the message is a sentence. */
export class SetupFolderError extends Error {
  override readonly name = 'SetupFolderError';
}

/**
 * Sends a country's setup: the folder's JSON files at once, then its serial numbers in batches.
 * Throws `SetupFolderError`.
 * @returns lines to print, and false if the server rejected something
 */
export async function sendFolder(
  command: 'check' | 'apply',
  folder: string,
  { why, post }: { readonly why: string; readonly post: Post },
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  const files = readJsonFiles(folder);
  const hasSerials = existsSync(join(folder, SERIALS_FILE));
  const lines: string[] = [];
  if (Object.keys(files).length > 0 || !hasSerials) {
    const input = JSON.stringify(files);
    if (Buffer.byteLength(input) > MAX_INPUT_BYTES) {
      throw new SetupFolderError('The JSON files are larger than 1 MB together. Shorten them.');
    }
    const words = ['setup', command, basename(resolve(folder))];
    const changes = await post({ words, input, why });
    if (changes === null) return { lines, isAccepted: false };
    lines.push(...changes);
  }
  if (!hasSerials) return { lines, isAccepted: true };
  const totals = await sendFolderSerials(command, folder, { why, post, files });
  if (totals === null) return { lines, isAccepted: false };
  const { added, unchanged, rejected } = totals;
  lines.push(
    `${SERIALS_FILE}: ${added} ${command === 'check' ? 'to add' : 'added'}, ${unchanged} unchanged, ${rejected} rejected`,
    ...(rejected > 0 ? [`${REJECTED_FILE} lists the rejected lines with reasons.`] : []),
  );
  return { lines, isAccepted: rejected === 0 };
}

async function sendFolderSerials(
  command: 'check' | 'apply',
  folder: string,
  { why, post, files }: { readonly why: string; readonly post: Post; readonly files: SetupFiles },
) {
  // A check hasn't stored the product types of its files.
  const [name, types] =
    command === 'check' ? (['check-serials', typesIn(files)] as const) : (['serials', []] as const);
  try {
    return await sendSerials(
      join(folder, SERIALS_FILE),
      { rejectedPath: join(folder, REJECTED_FILE), types },
      (range, input) => post({ words: ['setup', name, SERIALS_FILE, range], input, why }),
    );
  } catch (error) {
    if (!(error instanceof SerialFileError)) throw error;
    throw new SetupFolderError(`${SERIALS_FILE}: ${error.message}`, { cause: error });
  }
}

function readJsonFiles(folder: string): SetupFiles {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return Object.fromEntries(
      names.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  } catch (cause) {
    throw new SetupFolderError(`The folder ${folder} can’t be read. Check its path.`, { cause });
  }
}

/** Product types of a setup that the server has accepted. */
function typesIn(files: SetupFiles): string[] {
  return Object.values(files).flatMap((text) => {
    const { product_types = [] } = JSON.parse(text.replace(/^\ufeff/, '')) as {
      readonly product_types?: readonly { readonly type: string }[];
    };
    return product_types.map(({ type }) => type);
  });
}

/** Writes a country's setup into a new folder. Throws `SetupFolderError`. */
export async function exportFolder(
  country: string,
  folder: string,
  post: Post,
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SetupFolderError(`The folder ${folder} isn’t empty. Choose a new one.`);
  }
  const why = '';
  const words = ['setup', 'export', country, basename(resolve(folder))];
  const exported = await post({ words, input: '', why });
  if (exported === null) return { lines: [], isAccepted: false };
  mkdirSync(folder, { recursive: true });
  const texts = v.parse(v.record(v.string(), v.string()), JSON.parse(exported[0] ?? ''));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const serials = join(folder, SERIALS_FILE);
  writeFileSync(serials, `${SERIAL_COLUMNS.join(',')}\n`);
  let count = 0;
  // Every code is greater than the hyphen.
  for (let after = '-'; ;) {
    const rows = await post({ words: ['setup', 'export-serials', after], input: '', why });
    if (rows === null) return { lines: [], isAccepted: false };
    const [last = ''] = rows.at(-1)?.split(',') ?? [];
    if (last === '') break;
    appendFileSync(serials, `${rows.join('\n')}\n`);
    count += rows.length;
    after = last;
  }
  return { lines: [`${country}: exported, with ${count} serial numbers.`], isAccepted: true };
}
