import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import { root } from '#test/setup/source-tree.ts';
import type { ElementQuery, ScreenActions } from '#test/e2e-fixtures/screen-actions.ts';
import type { PageQueries, PageQuery, TextMatch } from './page-queries.ts';
import type { Tab } from './tab.ts';

/** Maximum wait in ms, generous for a busy machine. */
const defaultTimeout = 30_000;
/** Poll interval in ms. */
const interval = 50;

/** Reads and presses elements of a tab by role, label and text, in both engines. */
export interface View extends ScreenActions {
  readonly page: null;
  readonly tab: Tab;
  /** Waits until at least one element matches. */
  expectVisible(query: ElementQuery, timeout?: number): Promise<void>;
  /** Waits until no element matches. */
  expectAbsent(query: ElementQuery, timeout?: number): Promise<void>;
  isVisible(query: ElementQuery): Promise<boolean>;
  count(query: ElementQuery): Promise<number>;
  /** Returns the text of each match. */
  texts(query: ElementQuery): Promise<string[]>;
  /** Returns the value of each matching field. */
  values(query: ElementQuery): Promise<string[]>;
  /** Presses the only match, once it is still and uncovered. */
  press(query: ElementQuery, timeout?: number): Promise<void>;
  /** Replaces a field's text or chooses a list option by its value. */
  fill(query: ElementQuery, text: string): Promise<void>;
  /** Passes an image to the file input beside the matching button. */
  setFile(query: ElementQuery, dataUrl: string, name: string): Promise<void>;
  /** Waits for a condition. */
  waitUntil(
    description: string,
    condition: () => Promise<boolean>,
    timeout?: number,
  ): Promise<void>;
}

/** Bundles the queries into one script for injection. */
async function bundleQueries(): Promise<string> {
  const build = await rolldown({ input: join(root, 'test', 'engines', 'page-queries.ts') });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
let bundled: Promise<string> | undefined;

export function viewOf(tab: Tab): View {
  const queryPage = queriesOn(tab);
  const count = (query: ElementQuery) => queryPage('count', pageQuery(query));
  /** Retries until the attempt returns null. */
  const retryUntilDone = async (
    description: string,
    attempt: () => Promise<string | null>,
    timeout = defaultTimeout,
  ): Promise<void> => {
    const deadline = Date.now() + timeout;
    for (;;) {
      // A page being left can't respond.
      const problem = await attempt().catch((error: unknown) => String(error));
      if (problem === null) return;
      if (Date.now() > deadline) throw new Error(await describeFailure(description, problem));
      await pause(interval);
    }
  };
  const describeFailure = async (description: string, problem: string) => {
    const [url, outline] = await Promise.all([
      tab.url().catch(String),
      queryPage('outline').catch(() => []),
    ]);
    return `${description}: ${problem}\non ${url}\n${outline.join('\n')}`;
  };

  return {
    page: null,
    tab,
    count,
    isVisible: async (query) => (await count(query)) > 0,
    texts: (query) => queryPage('texts', pageQuery(query)),
    values: (query) => queryPage('values', pageQuery(query)),
    expectVisible: (query, timeout) =>
      retryUntilDone(
        `see ${describe(query)}`,
        async () => ((await count(query)) > 0 ? null : 'nothing matches'),
        timeout,
      ),
    expectAbsent: (query, timeout) =>
      retryUntilDone(
        `no ${describe(query)}`,
        async () => ((await count(query)) === 0 ? null : 'it is still visible'),
        timeout,
      ),
    press: (query, timeout) =>
      retryUntilDone(
        `press ${describe(query)}`,
        async () => {
          const target = await queryPage('aim', pageQuery(query));
          if ('problem' in target) return target.problem;
          await tab.pressAt(target);
          // If the press left the page, it was a hit.
          const isMissed = await queryPage('isPressMissed').catch(() => false);
          return isMissed ? 'it moved away' : null;
        },
        timeout,
      ),
    fill: (query, text) =>
      retryUntilDone(`fill ${describe(query)}`, () => queryPage('fill', pageQuery(query), text)),
    setFile: (query, dataUrl, name) =>
      retryUntilDone(`give ${name} to ${describe(query)}`, () =>
        queryPage('setFile', pageQuery(query), dataUrl, name),
      ),
    waitUntil: (description, condition, timeout) =>
      retryUntilDone(
        description,
        async () => ((await condition()) ? null : 'the condition isn’t met'),
        timeout,
      ),
  };
}

/** Runs queries in the page, injecting them if missing. */
function queriesOn(tab: Tab) {
  return async <Name extends keyof PageQueries>(
    name: Name,
    ...queryArgs: Parameters<PageQueries[Name]>
  ): Promise<Awaited<ReturnType<PageQueries[Name]>>> => {
    type Result = Awaited<ReturnType<PageQueries[Name]>>;
    const call = () =>
      tab.evaluate(
        async ([queryName, args]) => {
          const run = window.pageQueries?.[queryName] as
            | ((...all: unknown[]) => unknown)
            | undefined;
          return run ? { result: await run(...args) } : null;
        },
        [name, queryArgs] as const,
      ) as Promise<{ result: Result } | null>;
    const result = await call();
    if (result) return result.result;
    await tab.inject(await (bundled ??= bundleQueries()));
    const retryResult = await call();
    if (!retryResult) throw new Error('The page was left.');
    return retryResult.result;
  };
}

function pageQuery({ role, name, text, level, within, index, isInvalid }: ElementQuery): PageQuery {
  return {
    ...(role !== undefined && { role }),
    ...(name !== undefined && { name: toTextMatch(name) }),
    ...(text !== undefined && { text: toTextMatch(text) }),
    ...(level !== undefined && { level }),
    ...(within !== undefined && { within: pageQuery(within) }),
    ...(index !== undefined && { index }),
    ...(isInvalid && { isInvalid }),
  };
}

function toTextMatch(text: string | RegExp): TextMatch {
  return typeof text === 'string' ? { all: text } : { pattern: text.source };
}

function describe({ role, name, text, within }: ElementQuery): string {
  const description = [role, name && String(name), text && String(text)].filter(Boolean).join(' ');
  return within ? `${description} in ${describe(within)}` : description;
}
