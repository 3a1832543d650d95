import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryInUseError, acquireDirectoryLock } from '#server/db/directory-lock.ts';

/** Takes the lock, says so, and holds it until it is ended. */
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

/** Another process that tries for the lock; resolves with what it says. */
async function otherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the lock on the embedded database', () => {
  test('keeps a second process out as long as the first lives, and names it', async () => {
    const first = await otherProcess();
    expect(first.said).toBe('held');
    expect((await otherProcess()).said).toBe('directory_in_use');
    const refused = acquireDirectoryLock(path);
    await expect(refused).rejects.toThrow(DirectoryInUseError);
    await expect(refused).rejects.toThrow(String(first.child.pid));
  });

  test('is taken over from a process that was killed (F44)', async () => {
    const first = await otherProcess();
    await kill(first.child);
    expect((await otherProcess()).said).toBe('held');
  });

  test('goes to exactly one of several that find it stale at the same moment', async () => {
    await kill((await otherProcess()).child);
    const tries = await Promise.all(Array.from({ length: 4 }, () => otherProcess()));
    expect(tries.map((other) => other.said).sort()).toEqual([
      'directory_in_use',
      'directory_in_use',
      'directory_in_use',
      'held',
    ]);
  });

  test('keeps this process itself from opening it twice, and is free after the release', async () => {
    const release = await acquireDirectoryLock(path);
    await expect(acquireDirectoryLock(path)).rejects.toThrow(DirectoryInUseError);
    await release();
    const again = await acquireDirectoryLock(path);
    await again();
    expect((await otherProcess()).said).toBe('held');
  });

  test('with this process’s own number from an earlier life is stale (a container is always process 1)', async () => {
    await writeFile(path, `${process.pid}\nearlier\n`);
    const release = await acquireDirectoryLock(path);
    await release();
  });

  test('with the number of an unrelated process is stale', async () => {
    const unrelated = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(unrelated);
    await writeFile(path, `${unrelated.pid}\nearlier\n`);
    const release = await acquireDirectoryLock(path);
    await release();
  });

  test('of a process that has only the database open counts: an earlier version held it so', async () => {
    await writeFile(join(directory, 'table'), '');
    const tail = spawn('tail', ['-f', join(directory, 'table')], { stdio: 'ignore' });
    children.push(tail);
    await expect
      .poll(() => readlink(`/proc/${tail.pid}/fd/3`).catch(() => ''))
      .toBe(join(directory, 'table'));
    await writeFile(path, `${tail.pid}\nearlier\n`);
    await expect(acquireDirectoryLock(path)).rejects.toThrow(DirectoryInUseError);
  });

  test('that is damaged is stale', async () => {
    await writeFile(path, 'not a number');
    const release = await acquireDirectoryLock(path);
    expect(Number.parseInt(await readFile(path, 'utf8'), 10)).toBe(process.pid);
    await release();
  });

  test('can be taken over although somebody was killed while taking it over', async () => {
    await writeFile(path, '999999999\n');
    await writeFile(`${path}.takeover`, '999999999\n');
    const release = await acquireDirectoryLock(path, { guardMaxAgeMs: 0 });
    await release();
  });
});
