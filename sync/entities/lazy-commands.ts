import { SyncError } from '../store/sync-error.ts';

type Command = (...input: never[]) => Promise<unknown>;

/**
 * Commands whose code is loaded with the first of them: home stands without it. It lies in the app's
 * cache like all of it, so it is there offline too. They throw SyncError as the commands themselves, and
 * `code_missing` when the code can't be had.
 * @param names every command, so that none is forgotten
 * @param load tried again with the next command when it fails
 */
export function lazyCommands<Commands extends { [Name in keyof Commands]: Command }>(
  names: Readonly<Record<keyof Commands & string, true>>,
  load: () => Promise<Commands>,
): Commands {
  let commands: Promise<Commands> | null = null;
  const loaded = () => {
    commands ??= load().catch((error: unknown) => {
      commands = null;
      throw new SyncError('code_missing', error);
    });
    return commands;
  };
  const late = Object.keys(names).map((name) => [
    name,
    async (...input: never[]) => (await loaded())[name as keyof Commands](...input),
  ]);
  // The same names with the same commands behind them; fromEntries forgets that.
  return Object.fromEntries(late) as Commands;
}
