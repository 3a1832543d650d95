import { SyncError } from '../store/sync-error.ts';

type Command = (...input: never[]) => Promise<unknown>;

/**
 * Creates commands whose code is loaded with the first call, because the home screen needs none of them. The code is in
 * the app's cache, so this works offline too. The commands throw their own errors, and SyncError `code_missing` if
 * loading fails.
 * @param names the names of all commands; the type ensures that none is missing
 * @param load loads the code; if it fails, the next command tries again
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
