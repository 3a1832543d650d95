import type { AllowedFeature } from './allowed-features.ts';
import type { Use } from './script-features.ts';
import { WHOLE_SCRIPT } from './script-tree.ts';

/** Uses of features that an oldest supported browser lacks all or part of. */
export function unsupportedUses(uses: readonly Use[]): Use[] {
  return uses.filter(({ feature }) => feature.missing.length + feature.partial.length > 0);
}

/**
 * Problems of a build: missing features that aren't listed, uses in functions without a feature
 * check, and unused list entries.
 */
export function findProblems(
  uses: readonly Use[],
  allowedFeatures: readonly AllowedFeature[],
  texts: ReadonlyMap<string, string>,
): string[] {
  const unsupportedList = unsupportedUses(uses);
  const usedFeatures = new Set<string>();
  const problems = unsupportedList.flatMap((use) => {
    const entry = allowedFeatures.find(({ features }) =>
      features.some((feature) => isNamedBy(feature, use.feature.path)),
    );
    if (!entry) return [describe(use, 'is not on the list', texts)];
    for (const feature of entry.features)
      if (isNamedBy(feature, use.feature.path)) usedFeatures.add(feature);
    const isGuarded =
      use.isTest || use.feature.missing.length === 0 || isDetected(uses, use, entry);
    return isGuarded ? [] : [describe(use, 'is used without a feature check', texts)];
  });
  const unneededFeatures = allowedFeatures
    .flatMap(({ features }) => features)
    .filter((feature) => !usedFeatures.has(feature))
    .map((feature) => `${feature}: nothing needs this entry`);
  return [...new Set(problems), ...unneededFeatures];
}

/**
 * True if this or an enclosing function checks for the feature; anywhere in the file for an entry
 * with `detectedBy`.
 */
function isDetected(uses: readonly Use[], use: Use, { detectedBy }: AllowedFeature): boolean {
  return uses.some(
    ({ isTest, file, feature, enclosing: [scope = WHOLE_SCRIPT] }) =>
      isTest &&
      file === use.file &&
      feature.path === (detectedBy ?? use.feature.path) &&
      (detectedBy !== undefined || use.enclosing.includes(scope)),
  );
}

/** `api.Navigation.*` matches everything below `api.Navigation`. */
function isNamedBy(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function describe(use: Use, problem: string, texts: ReadonlyMap<string, string>): string {
  const { path, missing, partial } = use.feature;
  const location =
    missing.length > 0 ? `missing in ${missing.join(', ')}` : `partial in ${partial.join(', ')}`;
  const excerpt = texts.get(use.file)?.slice(Math.max(0, use.offset - 20), use.offset + 60) ?? '';
  return `${path} (${location}) ${problem}: ${use.file}: …${excerpt.replaceAll(/\s+/g, ' ')}…`;
}
