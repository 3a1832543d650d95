import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** A checkout to measure: this one or another revision in a temporary folder. */
export interface MeasuredCheckout {
  readonly directory: string;
  /** Short commit hash, with `+` if files have changed since that commit. */
  readonly revision: string;
  dispose(): void;
}

/** Returns this checkout in its current state. */
export function currentCheckout(): MeasuredCheckout {
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  const revision = git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
  return { directory: root, revision, dispose: () => undefined };
}

/**
 * Checks out another revision, using this checkout's packages.
 * @param name a branch, tag or commit; throws if it doesn't exist
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
