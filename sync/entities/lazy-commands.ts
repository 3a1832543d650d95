import { SyncError } from '../store/sync-error.ts';

type Command = (...input: never[]) => Promise<unknown>;

/**
 * Commands whose code is loaded with the first call, because the home screen needs none. The code is in the
 * app's cache, so this works offline too. They throw SyncError like the commands, and `code_missing` if
 * loading fails.
 * @param names every command; the type makes the list complete
 * @param load retried at the next command if it fails
 */
export function lazyCommands<Commands extends { [Name in keyof Commands]: Command }>(
  names: Readonly<Record<keyof Commands & string, true>>,
  load: () => Promise<Commands>,
): Commands {
  let commands: Promise<Commands> | null = null;
  const loadCommands = () => {
    commands ??= load().catch((error: unknown) => {
      commands = null;
      throw new SyncError('code_missing', error);
    });
    return commands;
  };
  const lazyEntries = Object.keys(names).map((name) => [
    name,
    async (...input: never[]) => (await loadCommands())[name as keyof Commands](...input),
  ]);
  // Same names and commands; `fromEntries` loses their types.
  return Object.fromEntries(lazyEntries) as Commands;
}
