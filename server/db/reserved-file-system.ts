import { type NodeFS } from '@electric-sql/pglite/nodefs';
import { logFatal } from '../fatal-errors.ts';
import { type FreeSpace } from './free-space.ts';

/** Emscripten's write function, with only the parameters that are used here. */
type Write = (
  stream: { readonly path?: string },
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;

/** Emscripten's errno for a full disk. */
const ENOSPC = 51;
/**
 * Path of tables and indexes. If a write here fails, the engine rolls the statement back and continues.
 */
const TABLES = '/base/';

/**
 * File system of the embedded engine. The engine hangs forever if it can't write its log or catalogue, so these writes
 * use the reserve when the disk is full. Once the reserve is used up, the process exits. All committed data is on disk
 * then, and the next start rolls back the rest.
 */
export async function createReservedFileSystem(
  directory: string,
  space: FreeSpace,
): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs');
  class ReservedFileSystem extends NodeFS {
    override async init(...[pg, options]: Parameters<NodeFS['init']>) {
      const { emscriptenOpts } = await super.init(pg, options);
      const preRun: typeof emscriptenOpts.preRun = [
        ...(emscriptenOpts.preRun ?? []),
        ({ NODEFS }) => {
          // `stream_ops` is missing from Emscripten's types.
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
    // A short write also means a full disk.
    while (!tryWrite(() => write(stream, buffer, offset, length, position) === length)) {
      if (!space.release()) endProcess();
    }
    return length;
  };
}

function tryWrite(write: () => boolean): boolean {
  try {
    return write();
  } catch (error) {
    const isFull = error instanceof Object && 'errno' in error && error.errno === ENOSPC;
    if (!isFull) throw error;
    return false;
  }
}

function endProcess(): never {
  logFatal('disk_full', 'The disk of DATA_DIR is full: free up space and start again.');
  process.exit(1);
}
