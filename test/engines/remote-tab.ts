import type { Tab } from './tab.ts';

/**
 * A WebKit tab whose driver has ended: the browser host evaluates scripts that are sent to its port. It has no pointer
 * or keyboard.
 */
export function remoteTab(port: number): Tab {
  const run = async (body: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text);
  };
  const evaluate = <Input, Result>(
    callback: (input: Input) => Result | Promise<Result>,
    input?: Input,
  ): Promise<Result> =>
    run(`return (${callback.toString()})(${JSON.stringify(input)});`) as Promise<Result>;
  const leaveFor = (url: string) => evaluate((to) => location.assign(to), url);
  return {
    evaluate,
    leaveFor,
    goto: leaveFor,
    reload: () => evaluate(() => location.reload()),
    back: () => evaluate(() => history.back()),
    url: () => evaluate(() => location.href),
    inject: async (source) => void (await run(source)),
    pressAt: (point) =>
      evaluate(({ x, y }) => {
        const topElement = document.elementFromPoint(x, y);
        if (topElement instanceof HTMLElement) topElement.click();
      }, point),
    pressKey: () => Promise.reject(new Error('This tab can’t press keys.')),
    show: () => Promise.resolve(),
    screenshot: () => Promise.reject(new Error('This tab can’t take screenshots.')),
    close: () => Promise.resolve(),
  };
}
