import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** A place where a build of ours is measured: this checkout, or another revision in a folder of its own. */
export interface MeasuredCheckout {
  readonly directory: string;
  /** Its short name in the version history; with a mark where something is changed since. */
  readonly revision: string;
  dispose(): void;
}

/** This checkout as it stands. */
export function thisCheckout(): MeasuredCheckout {
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  const revision = git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
  return { directory: root, revision, dispose: () => undefined };
}

/**
 * Another revision, checked out beside this one, with this one's packages.
 * @param name a branch, a tag or a commit. Throws where there is none.
 */
export function checkOut(name: string): MeasuredCheckout {
  const revision = git('rev-parse', '--short', `${name}^{commit}`);
  const directory = mkdtempSync(join(tmpdir(), `club-${revision}-`));
  git('worktree', 'add', '--detach', '--force', directory, revision);
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    revision,
    dispose() {
      rmSync(directory, { recursive: true, force: true });
      git('worktree', 'prune');
    },
  };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
