import type { AllowedFeature } from './allowed-features.ts';
import type { Use } from './script-features.ts';
import { WHOLE_SCRIPT } from './script-tree.ts';

/** The uses of what one of the oldest supported browsers lacks, or has only in part. */
export function doubtfulUses(uses: readonly Use[]): Use[] {
  return uses.filter(({ feature }) => feature.missing.length + feature.partial.length > 0);
}

/**
 * What speaks against a build: features that are missing somewhere and not on the list, uses in functions that do not
 * ask for the feature, and entries of the list that nothing needs any more.
 */
export function findProblems(
  uses: readonly Use[],
  allowed: readonly AllowedFeature[],
  texts: ReadonlyMap<string, string>,
): string[] {
  const doubtful = doubtfulUses(uses);
  const used = new Set<string>();
  const problems = doubtful.flatMap((use) => {
    const entry = allowed.find(({ features }) =>
      features.some((one) => isNamedBy(one, use.feature.path)),
    );
    if (!entry) return [describe(use, 'is not on the list', texts)];
    for (const one of entry.features) if (isNamedBy(one, use.feature.path)) used.add(one);
    const isGuarded = use.isTest || use.feature.missing.length === 0 || asksFor(uses, use, entry);
    return isGuarded ? [] : [describe(use, 'is used without a question for it', texts)];
  });
  const stale = allowed
    .flatMap(({ features }) => features)
    .filter((one) => !used.has(one))
    .map((one) => `${one}: nothing needs this entry`);
  return [...new Set(problems), ...stale];
}

/** Whether the same function asks, or one around it; anywhere in the file for what an entry names as asked for. */
function asksFor(uses: readonly Use[], use: Use, { askedBy }: AllowedFeature): boolean {
  return uses.some(
    ({ isTest, file, feature, within: [place = WHOLE_SCRIPT] }) =>
      isTest &&
      file === use.file &&
      feature.path === (askedBy ?? use.feature.path) &&
      (askedBy !== undefined || use.within.includes(place)),
  );
}

/** `api.Navigation.*` names all that is under `api.Navigation`. */
function isNamedBy(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function describe(use: Use, what: string, texts: ReadonlyMap<string, string>): string {
  const { path, missing, partial } = use.feature;
  const where =
    missing.length > 0 ? `missing in ${missing.join(', ')}` : `partial in ${partial.join(', ')}`;
  const near = texts.get(use.file)?.slice(Math.max(0, use.offset - 20), use.offset + 60) ?? '';
  return `${path} (${where}) ${what}: ${use.file}: …${near.replaceAll(/\s+/g, ' ')}…`;
}
