import { type NodeFS } from '@electric-sql/pglite/nodefs';
import { logFatal } from '../fatal-errors.ts';
import { type FreeSpace } from './free-space.ts';

/** How Emscripten's file system writes to the disk, as far as it matters here. */
type Write = (
  stream: { readonly path?: string },
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;

/** Emscripten's number for a full disk. */
const ENOSPC = 51;
/** Tables and indexes. Without room for them the engine undoes the statement and lives. */
const TABLES = '/base/';

/**
 * The files of the embedded engine, on the disk. The engine can't live without room for its log and its
 * books: it hangs, for good. So of a full disk it never hears there: it gets the reserve, and when that is
 * spent too, the process ends. What was acknowledged is on the disk, the rest is undone by the next start.
 */
export async function reservedFileSystem(directory: string, space: FreeSpace): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs');
  class ReservedFileSystem extends NodeFS {
    override async init(...[pg, options]: Parameters<NodeFS['init']>) {
      const { emscriptenOpts } = await super.init(pg, options);
      const preRun: typeof emscriptenOpts.preRun = [
        ...(emscriptenOpts.preRun ?? []),
        ({ NODEFS }) => {
          // Emscripten's types leave out what a file system consists of.
          const { stream_ops: operations } = NODEFS as unknown as { stream_ops: { write: Write } };
          operations.write = withReserve(space, operations.write);
        },
      ];
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  }
  return new ReservedFileSystem(directory);
}

function withReserve(space: FreeSpace, write: Write): Write {
  return (stream, buffer, offset, length, position) => {
    if (stream.path?.includes(TABLES) === true)
      return write(stream, buffer, offset, length, position);
    // A write that is cut short met the end of the disk, too.
    while (!isWhole(() => write(stream, buffer, offset, length, position) === length)) {
      if (!space.release()) endProcess();
    }
    return length;
  };
}

function isWhole(write: () => boolean): boolean {
  try {
    return write();
  } catch (error) {
    const isFull = error instanceof Object && 'errno' in error && error.errno === ENOSPC;
    if (!isFull) throw error;
    return false;
  }
}

function endProcess(): never {
  logFatal('disk_full', 'The disk of DATA_DIR is full: make room and start again.');
  process.exit(1);
}
