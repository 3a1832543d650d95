import { expect, test } from 'vitest';
import { lazyCommands } from '#sync/entities/lazy-commands.ts';

interface Commands {
  first(id: string): Promise<string>;
  second(id: string, count: number): Promise<string>;
}
const names = { first: true, second: true } as const;
const commands: Commands = {
  first: (id) => Promise.resolve(`first ${id}`),
  second: (id, count) => Promise.resolve(`second ${id} ${count}`),
};

test('the first call loads the commands once, and each call is forwarded', async () => {
  let loads = 0;
  const lazy = lazyCommands<Commands>(names, () => {
    loads += 1;
    return Promise.resolve(commands);
  });
  expect(loads).toBe(0);
  const results = await Promise.all([lazy.first('a'), lazy.second('b', 2), lazy.first('c')]);
  expect(results).toEqual(['first a', 'second b 2', 'first c']);
  expect(loads).toBe(1);
});

test('code that couldn’t be loaded is requested again by the next command', async () => {
  let loads = 0;
  const lazy = lazyCommands<Commands>(names, () => {
    loads += 1;
    return loads < 3 ? Promise.reject(new TypeError('no such chunk')) : Promise.resolve(commands);
  });
  await expect(lazy.first('a')).rejects.toMatchObject({ code: 'code_missing' });
  await expect(lazy.second('a', 1)).rejects.toMatchObject({ code: 'code_missing' });
  await expect(lazy.first('a')).resolves.toBe('first a');
  expect(loads).toBe(3);
});

test('an error thrown by a command isn’t mistaken for missing code', async () => {
  const failingCommands = { ...commands, first: () => Promise.reject(new RangeError('refused')) };
  const lazy = lazyCommands<Commands>(names, () => Promise.resolve(failingCommands));
  await expect(lazy.first('a')).rejects.toThrow('refused');
});
