import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, readPicture } from '../contents/read-picture.ts';
import { type Post } from '../operator/command.ts';
import { type FolderFiles, listFiles, fileId } from './setup-files.ts';
import { PICTURE_FILE, type Setup } from './setup-schema.ts';

/** Folder of the pictures in a setup's folder. */
export const PICTURES_FOLDER = 'pictures';

/** Name of a picture's small version: `drill.small.webp` for `drill.webp`. */
export const smallName = (name: string): string => name.replace(/(?=\.\w+$)/, '.small');
const isSmall = (name: string): boolean => /\.small\.\w+$/.test(name);

/** Reads the pictures of a setup's folder. Throws the file system's errors. */
export function readFolderFiles(folder: string): FolderFiles {
  if (!existsSync(join(folder, PICTURES_FOLDER))) return {};
  const names = readdirSync(join(folder, PICTURES_FOLDER))
    .map((name) => `${PICTURES_FOLDER}/${name}`)
    .filter((name) => PICTURE_FILE.test(name) && !isSmall(name));
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const picture = readPicture(...readSizes(folder, name));
      return [name, 'problem' in picture ? picture : { uuid: picture.uuid }];
    }),
  );
}

/** Reads a picture's large and small file. Files that are too large are cut. */
function readSizes(folder: string, name: string): [large: Buffer, small: Buffer | null] {
  const small = join(folder, smallName(name));
  return [readLimited(join(folder, name)), existsSync(small) ? readLimited(small) : null];
}

function readLimited(path: string): Buffer {
  // A video with a wrong name would fill the memory.
  return statSync(path).size > MAX_PICTURE_BYTES
    ? Buffer.alloc(MAX_PICTURE_BYTES + 1)
    : readFileSync(path);
}

interface FilesOptions {
  readonly command: 'check' | 'apply';
  readonly folder: string;
  readonly setup: Setup;
  readonly pictures: FolderFiles;
  readonly why: string;
  readonly post: Post;
}

/**
 * Sends the setup's pictures that the server lacks; a check only counts them.
 * @returns lines to print; null if the server rejected something
 */
export async function sendFiles({
  command,
  folder,
  setup,
  pictures,
  why,
  post,
}: FilesOptions): Promise<readonly string[] | null> {
  const names = listFiles(setup);
  if (names.length === 0) return [];
  const nameById = new Map(names.map((name) => [fileId(name, pictures), name]));
  const input = JSON.stringify([...nameById.keys()]);
  const missing = await post({ words: ['setup', 'missing-pictures'], input, why });
  if (missing === null) return null;
  for (const id of command === 'apply' ? missing : []) {
    const [large, small] = readSizes(folder, nameById.get(id) ?? '');
    const content = { large: large.toString('base64'), small: small?.toString('base64') ?? null };
    const words = ['setup', 'picture', id];
    if ((await post({ words, input: JSON.stringify(content), why })) === null) return null;
  }
  const added = `${missing.length} ${command === 'check' ? 'to add' : 'added'}`;
  return [`${PICTURES_FOLDER}: ${added}, ${nameById.size - missing.length} unchanged`];
}
