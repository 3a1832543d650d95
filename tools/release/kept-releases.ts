import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Minimum number of releases to keep: other machines may run them, and an operator may roll back to them. */
const MIN_KEPT_RELEASES = 3;
/** Program of a server process, as in its command line. */
const PROGRAM = 'server/main.ts';

/** Chooses the releases to keep when one is added; all of them if the running ones can't be determined. */
export function releasesToKeep(
  releases: string,
  names: readonly string[],
  previousName: string | null,
): ReadonlySet<string> {
  const folders = runningFolders();
  if (folders === null) return new Set(names);
  const releasesPath = realpathSync(releases);
  const runningReleases = folders.map((path) => relative(releasesPath, path).split(sep)[0] ?? '');
  const writtenAt = (name: string) => statSync(join(releases, name)).mtimeMs;
  const newestReleases = names
    .toSorted((a, b) => writtenAt(b) - writtenAt(a))
    .slice(0, MIN_KEPT_RELEASES - 1);
  const keptNames = [...newestReleases, ...runningReleases, previousName];
  return new Set(names.filter((name) => keptNames.includes(name)));
}

/**
 * Lists the working folders of this machine's processes. Null if a server process's folder can't be read: on a system
 * without `/proc`, or for another user's process.
 */
export function runningFolders(processes = '/proc'): readonly string[] | null {
  let ids: readonly string[];
  try {
    ids = readdirSync(processes).filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  // `hidepid` hides the processes of other users.
  if (!ids.includes('1')) return null;
  const folders = ids.map((id) => {
    const folder = readOrEmpty(() => readlinkSync(join(processes, id, 'cwd')));
    if (folder !== '') return folder;
    // A process that has ended has neither a working folder nor a command line. For another user's process, only the
    // command line can be read.
    const command = readOrEmpty(() => readFileSync(join(processes, id, 'cmdline'), 'utf8'));
    return command.includes(PROGRAM) ? null : '';
  });
  return folders.includes(null) ? null : folders.filter((folder) => folder !== null);
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
