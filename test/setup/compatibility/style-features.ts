import postcss, { type AtRule, type Declaration, type Node as StyleNode, type Rule } from 'postcss';
import { type Feature, widestSupport, featureAt, namesUnder, prefixesOf } from './support.ts';
import type { Use } from './script-features.ts';
import { WHOLE_SCRIPT } from './script-tree.ts';

/** Features used by a style sheet that are in MDN's data, including universally supported ones. */
export function styleUses(file: string, text: string): Use[] {
  const uses: Use[] = [];
  const add = (feature: Feature | undefined, node: StyleNode) => {
    if (!feature) return;
    const offset = node.source?.start?.offset ?? 0;
    uses.push({
      feature,
      file,
      offset,
      enclosing: [WHOLE_SCRIPT],
      isTest: isDropped(feature, node),
    });
  };
  postcss.parse(text, { from: file }).walk((node) => {
    if (node.type === 'decl') declarationFeatures(node).forEach((feature) => add(feature, node));
    if (node.type === 'atrule') atRuleFeatures(node).forEach((feature) => add(feature, node));
    if (node.type === 'rule') selectorFeatures(node).forEach((feature) => add(feature, node));
  });
  return uses;
}

/** Inline styles of a page. */
export function styleOfPage(html: string): string {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, style]) => style)
    .join('\n');
}

/**
 * True if a browser without the feature drops only the part that needs it: a declaration, an
 * at-rule, or a rule whose selectors all need it. Other rules are dropped as a whole unless guarded
 * by `@supports`.
 */
function isDropped(feature: Feature, node: StyleNode): boolean {
  if (node.type !== 'rule' || isTested(feature, node)) return true;
  const name = feature.path.split('.').at(-1) ?? '';
  return (node as Rule).selectors.every(
    (selector) => selector.includes(name) || !feature.path.includes('.selectors.'),
  );
}

function isTested(feature: Feature, node: StyleNode): boolean {
  const name = feature.path.split('.').at(-1) ?? '';
  for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent as typeof ancestor) {
    if (ancestor.type !== 'atrule') continue;
    const { name: rule, params } = ancestor as AtRule;
    if (rule === 'supports' && params.includes(name)) return true;
  }
  return false;
}

function declarationFeatures(node: Declaration): (Feature | undefined)[] {
  const property = node.prop.toLowerCase();
  const value = withoutTexts(node.value);
  if (property.startsWith('--')) return valueFeatures(null, value);
  if (property.startsWith('-')) return [];
  const feature = propertyFeature(node);
  const values = valueFeatures(property, value);
  // Without the property its values don't matter.
  return [feature, ...values, ...(feature?.missing.length ? [] : keywordFeatures(node, value))];
}

/** A property; a prefixed version in the same rule counts as support. */
function propertyFeature({ prop, parent }: Declaration): Feature | undefined {
  const feature = featureAt('css', 'properties', prop);
  if (!feature || feature.missing.length === 0) return feature;
  const prefixes = prefixesOf('css', 'properties', prop);
  const prefixValues = new Set(
    parent?.nodes.flatMap((node) => (node.type === 'decl' ? [node.prop] : [])) ?? [],
  );
  const missing = feature.missing.filter((browser) => {
    const prefix = prefixes.get(browser);
    return prefix === undefined || !prefixValues.has(`${prefix}${prop}`);
  });
  return { ...feature, missing };
}

function keywordFeatures({ prop }: Declaration, value: string): (Feature | undefined)[] {
  const keywords =
    value.replaceAll(/[\w-]+\([^()]*\)/g, ' ').match(/(?<![\w-])[a-z][a-z-]+/gi) ?? [];
  return keywords.map((keyword) => featureAt('css', 'properties', prop, keyword.toLowerCase()));
}

/** Functions and units of a value. */
function valueFeatures(property: string | null, value: string): (Feature | undefined)[] {
  const functions = [...value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/gi)].map(([, name]) =>
    functionFeature(property, name ?? ''),
  );
  const units = [...value.matchAll(/(?<![\w#.-])[+-]?[\d.]+([a-z]+)/gi)].map(([, unit]) =>
    unitFeature((unit ?? '').toLowerCase()),
  );
  const relative = [...value.matchAll(/(?<![\w-])([a-z]+)\(\s*from\b/gi)].map(([, name]) =>
    featureAt('css', 'types', 'color', name ?? '', 'relative_syntax'),
  );
  return [...functions, ...units, ...relative];
}

let functionPaths: ReadonlyMap<string, string[][]> | undefined;

/** The function for this property, or in general. */
function functionFeature(property: string | null, name: string): Feature | undefined {
  const propertyFunction =
    property === null ? undefined : featureAt('css', 'properties', property, name);
  if (propertyFunction) return propertyFunction;
  functionPaths ??= Map.groupBy(
    [
      ...namesUnder(['css', 'types']).map((type) => ['css', 'types', type]),
      ...namesUnder(['css', 'types']).flatMap((type) =>
        namesUnder(['css', 'types', type]).map((typePart) => ['css', 'types', type, typePart]),
      ),
      ...namesUnder(['css', 'properties']).flatMap((propertyName) =>
        namesUnder(['css', 'properties', propertyName]).map((typePart) => [
          'css',
          'properties',
          propertyName,
          typePart,
        ]),
      ),
    ],
    (path) => path.at(-1) ?? '',
  );
  return widestSupport((functionPaths.get(name) ?? []).map((path) => featureAt(...path)));
}

const unitGroups: readonly [RegExp, string][] = [
  [/^dv(?:[hwbi]|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^sv(?:[hwbi]|min|max)$/, 'viewport_percentage_units_small'],
  [/^lv(?:[hwbi]|min|max)$/, 'viewport_percentage_units_large'],
  [/^cq(?:[hwbi]|min|max)$/, 'container_query_length_units'],
];

function unitFeature(unit: string): Feature | undefined {
  const group = unitGroups.find(([pattern]) => pattern.test(unit))?.[1];
  return featureAt('css', 'types', 'length', group ?? unit);
}

function atRuleFeatures({ name, params }: AtRule): (Feature | undefined)[] {
  const rule = featureAt('css', 'at-rules', name);
  if (name !== 'media') return [rule];
  const features = [...params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)].map(([, feature]) =>
    featureAt('css', 'at-rules', 'media', feature ?? ''),
  );
  const range = /[<>]/.test(params) ? [featureAt('css', 'at-rules', 'media', 'range_syntax')] : [];
  return [rule, ...features, ...range];
}

function selectorFeatures(node: Rule): (Feature | undefined)[] {
  const parent = node.parent as AtRule | Rule | undefined;
  if (parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')) return [];
  const selector = withoutTexts(node.selector)
    .replaceAll(/\\./g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  const names = [...selector.matchAll(/::?([a-z][a-z-]*)/g)].map(([, name]) => name ?? '');
  const nesting = selector.includes('&') || parent?.type === 'rule';
  return [
    ...names.map((name) => featureAt('css', 'selectors', name)),
    ...(nesting ? [featureAt('css', 'selectors', 'nesting')] : []),
  ];
}

/** The value or selector without strings and URLs. */
function withoutTexts(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'/g, '""').replaceAll(/url\([^)]*\)/g, 'url()');
}
