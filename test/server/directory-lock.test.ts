import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryInUseError, acquireDirectoryLock } from '#server/db/directory-lock.ts';

/** Script that acquires the lock, reports it, and holds it until killed. */
const holder = (path: string) => `
  import { acquireDirectoryLock } from '#server/db/directory-lock.ts';
  try {
    await acquireDirectoryLock(${JSON.stringify(path)});
    process.stdout.write('held\\n');
    setInterval(() => undefined, 1000);
  } catch (error) {
    process.stdout.write(error.code + '\\n');
  }`;

let directory: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'club-lock-'));
  path = join(directory, 'db.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

/**
 * Starts another process that tries to acquire the lock.
 * @returns its first output
 */
async function otherProcess(): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, output: output.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('the lock on the embedded database', () => {
  test('blocks a second process while the first is alive, and names it', async () => {
    const first = await otherProcess();
    expect(first.output).toBe('held');
    expect((await otherProcess()).output).toBe('directory_in_use');
    const rejectedLock = acquireDirectoryLock(path);
    await expect(rejectedLock).rejects.toThrow(DirectoryInUseError);
    await expect(rejectedLock).rejects.toThrow(String(first.child.pid));
  });

  test('is taken over from a killed process (F44)', async () => {
    const first = await otherProcess();
    await kill(first.child);
    expect((await otherProcess()).output).toBe('held');
  });

  test('is acquired by exactly one of several processes that find it stale at the same time', async () => {
    await kill((await otherProcess()).child);
    const processes = await Promise.all(Array.from({ length: 4 }, () => otherProcess()));
    expect(processes.map((child) => child.output).sort()).toEqual([
      'directory_in_use',
      'directory_in_use',
      'directory_in_use',
      'held',
    ]);
  });

  test('stops this process from acquiring it twice, and can be acquired after release', async () => {
    const release = await acquireDirectoryLock(path);
    await expect(acquireDirectoryLock(path)).rejects.toThrow(DirectoryInUseError);
    await release();
    const releaseAgain = await acquireDirectoryLock(path);
    await releaseAgain();
    expect((await otherProcess()).output).toBe('held');
  });

  test('with this process’s own PID from a previous run is stale (a container is always PID 1)', async () => {
    await writeFile(path, `${process.pid}\nearlier\n`);
    const release = await acquireDirectoryLock(path);
    await release();
  });

  test('with the PID of an unrelated process is stale', async () => {
    const unrelatedProcess = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(unrelatedProcess);
    await writeFile(path, `${unrelatedProcess.pid}\nearlier\n`);
    const release = await acquireDirectoryLock(path);
    await release();
  });

  test('is valid if its process only has the database open, as in earlier versions', async () => {
    await writeFile(join(directory, 'table'), '');
    const tail = spawn('tail', ['-f', join(directory, 'table')], { stdio: 'ignore' });
    children.push(tail);
    await expect
      .poll(() => readlink(`/proc/${tail.pid}/fd/3`).catch(() => ''))
      .toBe(join(directory, 'table'));
    await writeFile(path, `${tail.pid}\nearlier\n`);
    await expect(acquireDirectoryLock(path)).rejects.toThrow(DirectoryInUseError);
  });

  test('that is corrupted is stale', async () => {
    await writeFile(path, 'not a number');
    const release = await acquireDirectoryLock(path);
    expect(Number.parseInt(await readFile(path, 'utf8'), 10)).toBe(process.pid);
    await release();
  });

  test('can be taken over even if a process died while taking it over', async () => {
    await writeFile(path, '999999999\n');
    await writeFile(`${path}.takeover`, '999999999\n');
    const release = await acquireDirectoryLock(path, { guardMaxAgeMs: 0 });
    await release();
  });
});
