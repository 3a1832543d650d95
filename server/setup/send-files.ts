import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES } from '#schemas/operator/picture-fields.ts';
import { MAX_DOCUMENT_BYTES } from '#schemas/product-guide.ts';
import { readPicture } from '../contents/read-picture.ts';
import { type Post } from '../operator/command.ts';
import { DOCUMENT_FILE } from '../guide/setup-guide.ts';
import { readGuideFile } from '../guide/store-documents.ts';
import { DOCUMENT_PART_BYTES } from './file-commands.ts';
import { type FolderFiles, listFiles, fileId } from './setup-files.ts';
import { PICTURE_FILE, type Setup } from './setup-schema.ts';

/** Folder for pictures inside the setup folder. */
export const PICTURES_FOLDER = 'pictures' as const;
/** Folder for PDFs inside the setup folder. */
export const DOCUMENTS_FOLDER = 'documents' as const;

/** Returns the name of a picture's small version: `drill.small.webp` for `drill.webp`. */
export const smallPictureName = (name: string): string => name.replace(/(?=\.\w+$)/, '.small');
const isSmall = (name: string): boolean => /\.small\.\w+$/.test(name);

/** Reads the pictures and documents in a setup folder. Throws the file system's errors. */
export function readFolderFiles(folder: string): FolderFiles {
  const pictures = listFolder(folder, PICTURES_FOLDER)
    .filter((name) => PICTURE_FILE.test(name) && !isSmall(name))
    .map((name) => [name, readPicture(...readSizes(folder, name))] as const);
  const documents = listFolder(folder, DOCUMENTS_FOLDER)
    .filter((name) => DOCUMENT_FILE.test(name))
    .map((name) => [name, readGuideFile(readDocument(folder, name))] as const);
  return Object.fromEntries(
    [...pictures, ...documents].map(([name, file]) => [
      name,
      'problem' in file ? file : { uuid: file.uuid },
    ]),
  );
}

/** Lists the names of a subfolder's files in alphabetical order; empty if the subfolder doesn't exist. */
function listFolder(folder: string, subfolder: string): string[] {
  if (!existsSync(join(folder, subfolder))) return [];
  return readdirSync(join(folder, subfolder))
    .map((name) => `${subfolder}/${name}`)
    .toSorted();
}

const readDocument = (folder: string, name: string) =>
  readLimited(join(folder, name), MAX_DOCUMENT_BYTES);

/**
 * Reads a picture's large and small files. A file that is too large is replaced by zeros, which are one byte more than
 * allowed, so that `readPicture` reports the file as too large.
 */
function readSizes(folder: string, name: string): [large: Buffer, small: Buffer | null] {
  const smallPath = join(folder, smallPictureName(name));
  const read = (path: string) => readLimited(path, MAX_PICTURE_BYTES);
  return [read(join(folder, name)), existsSync(smallPath) ? read(smallPath) : null];
}

function readLimited(path: string, maxBytes: number): Buffer {
  // A file that is too large isn't read, because a video that is named like a picture would fill the memory.
  return statSync(path).size > maxBytes ? Buffer.alloc(maxBytes + 1) : readFileSync(path);
}

interface FilesOptions {
  readonly command: 'check' | 'apply';
  readonly folder: string;
  readonly setup: Setup;
  readonly files: FolderFiles;
  readonly why: string;
  readonly post: Post;
}

/**
 * Sends the setup's pictures and documents that the server doesn't have. If the setup is only checked, they are counted
 * but not sent.
 * @returns lines to print; null if the server rejected a request
 */
export async function sendFiles(options: FilesOptions): Promise<readonly string[] | null> {
  const { command, setup, files, why, post } = options;
  const names = listFiles(setup);
  if (names.length === 0) return [];
  const nameById = new Map(names.map((name) => [fileId(name, files), name]));
  const input = JSON.stringify([...nameById.keys()]);
  const missingIds = await post({ words: ['setup', 'missing-pictures'], input, why });
  if (missingIds === null) return null;
  for (const id of command === 'apply' ? missingIds : []) {
    const name = nameById.get(id) ?? '';
    const send = DOCUMENT_FILE.test(name) ? sendDocument : sendPicture;
    if (!(await send(id, name, options))) return null;
  }
  return [PICTURES_FOLDER, DOCUMENTS_FOLDER].flatMap((subfolder) => {
    const ids = [...nameById].filter(([, name]) => name.startsWith(`${subfolder}/`));
    const addedCount = ids.filter(([id]) => missingIds.includes(id)).length;
    const verb = command === 'check' ? 'to add' : 'added';
    return ids.length === 0
      ? []
      : [`${subfolder}: ${addedCount} ${verb}, ${ids.length - addedCount} unchanged`];
  });
}

/** @returns false if the server rejected the picture */
async function sendPicture(id: string, name: string, { folder, why, post }: FilesOptions) {
  const [large, small] = readSizes(folder, name);
  const content = { large: large.toString('base64'), small: small?.toString('base64') ?? null };
  const words = ['setup', 'picture', id];
  return (await post({ words, input: JSON.stringify(content), why })) !== null;
}

/**
 * Sends a document in parts, because a command is limited to 1 MiB.
 * @returns false if the server rejected a part
 */
async function sendDocument(id: string, name: string, { folder, why, post }: FilesOptions) {
  const content = readDocument(folder, name);
  for (let start = 0; start < content.length; start += DOCUMENT_PART_BYTES) {
    const part = content.subarray(start, start + DOCUMENT_PART_BYTES);
    const isLast = start + part.length === content.length;
    const input = JSON.stringify({ start, isLast, bytes: part.toString('base64') });
    if ((await post({ words: ['setup', 'document', id], input, why })) === null) return false;
  }
  return true;
}
