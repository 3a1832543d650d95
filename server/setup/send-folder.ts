import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { MAX_COMMAND_BYTES } from '../operator/command.ts';
import { SetupFileError } from './read-csv.ts';
import { readSetup, SETUP_FILE, type SetupFiles } from './read-setup.ts';
import { sendCsv } from './send-csv.ts';
import { SERIAL_COLUMNS } from './write-serials.ts';

/** A command for the server. */
export interface OperatorRequest {
  readonly words: readonly string[];
  readonly input: string;
  readonly why: string;
}

/** Sends a command. @returns its lines; null if it failed, which has been printed */
export type Post = (request: OperatorRequest) => Promise<readonly string[] | null>;

export const SERIALS_FILE = 'serial-numbers.csv';

interface SendOptions {
  readonly why: string;
  readonly post: Post;
}

/**
 * Sends a country's setup: the folder's JSON and YAML files at once, then its serial numbers in batches.
 * Throws `SetupFileError`, and the file system's errors.
 * @returns lines to print, and false if the server rejected something
 */
export async function sendFolder(
  command: 'check' | 'apply',
  folder: string,
  { why, post }: SendOptions,
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  const files = readSetupFiles(folder);
  const hasSerials = existsSync(join(folder, SERIALS_FILE));
  const lines: string[] = [];
  if (Object.keys(files).length > 0 || !hasSerials) {
    const words = ['setup', command, basename(resolve(folder))];
    const request = { words, input: JSON.stringify(files), why };
    if (Buffer.byteLength(JSON.stringify(request)) > MAX_COMMAND_BYTES) {
      throw new SetupFileError(
        'The JSON and YAML files are larger than 1 MB together. Shorten them.',
      );
    }
    const changes = await post(request);
    if (changes === null) return { lines, isAccepted: false };
    lines.push(...changes);
  }
  if (!hasSerials) return { lines, isAccepted: true };
  const sent = await sendSerials(command, folder, { why, post, files });
  return { lines: [...lines, ...sent.lines], isAccepted: sent.isAccepted };
}

async function sendSerials(
  command: 'check' | 'apply',
  folder: string,
  { why, post, files }: SendOptions & { readonly files: SetupFiles },
): Promise<{ lines: readonly string[]; isAccepted: boolean }> {
  // A check hasn't stored the product types of its files. The server has accepted them.
  const types = command === 'check' ? readSetup(files).setup?.product_types : undefined;
  const accepted = (types ?? []).map(({ type }) => type);
  const name = command === 'check' ? 'check-serials' : 'serials';
  const rejectedFile = SERIALS_FILE.replace('.csv', '.rejected.csv');
  const totals = await sendCsv(
    {
      path: join(folder, SERIALS_FILE),
      columns: SERIAL_COLUMNS,
      rejectedPath: join(folder, rejectedFile),
    },
    (range, rows) => {
      const words = ['setup', name, SERIALS_FILE, range];
      return post({ words, input: JSON.stringify({ accepted, rows }), why });
    },
  );
  if (totals === null) return { lines: [], isAccepted: false };
  const { added, unchanged, rejected } = totals;
  return {
    lines: [
      `${SERIALS_FILE}: ${added} ${command === 'check' ? 'to add' : 'added'}, ${unchanged} unchanged, ${rejected} rejected`,
      ...(rejected > 0 ? [`${rejectedFile} lists the rejected lines with reasons.`] : []),
    ],
    isAccepted: rejected === 0,
  };
}

function readSetupFiles(folder: string): SetupFiles {
  const names = readdirSync(folder).filter((name) => SETUP_FILE.test(name));
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
