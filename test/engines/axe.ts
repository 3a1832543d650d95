import axe from 'axe-core';
import type { View } from './view.ts';

/** @returns axe's violations on the screen, with element and fix */
export async function violationsIn({ tab }: View, screenName: string): Promise<string[]> {
  const isLoaded = await tab.evaluate(() => 'axe' in window);
  if (!isLoaded) await tab.inject(axe.source);
  const descriptions = await tab.evaluate(async () => {
    const { axe: loadedAxe } = window as unknown as { axe: typeof axe };
    const { violations } = await loadedAxe.run(document, {
      resultTypes: ['violations'],
      // Frames belong to other sites and have no axe.
      iframes: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ''}`),
    );
  });
  return descriptions.map((violation) => `${screenName}: ${violation}`);
}
