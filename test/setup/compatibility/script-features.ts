import { type Feature, widestSupport, featureAt } from './support.ts';
import { memberNamed, typedMember } from './member-names.ts';
import { type Node, ScriptTree } from './script-tree.ts';
import { syntaxFeatures } from './script-syntax.ts';
import { typeOf } from './script-types.ts';

/** A use of a browser feature in a built file. */
export type Use = {
  feature: Feature;
  file: string;
  offset: number;
  /** Start offsets of the enclosing functions, innermost first, then the whole script. */
  enclosing: readonly number[];
  /** True for a feature check, or a use that is harmless without the feature. */
  isTest: boolean;
};

/** Parsed scripts, with names they define themselves; those aren't browser features. */
export function parseScripts(texts: ReadonlyMap<string, string>): {
  trees: ScriptTree[];
  ownNames: ReadonlySet<string>;
} {
  const trees = [...texts].map(([name, text]) => new ScriptTree(name, text));
  return { trees, ownNames: new Set(trees.flatMap(definedNames)) };
}

/** Features used by a script that are in MDN's data, including universally supported ones. */
export function scriptUses(tree: ScriptTree, ownNames: ReadonlySet<string>): Use[] {
  const uses: Use[] = [];
  const add = (feature: Feature | undefined, node: Node, isTest: boolean) => {
    if (!feature) return;
    const enclosing = tree.functionsAround(node);
    uses.push({ feature, file: tree.name, offset: node.start, enclosing, isTest });
  };
  for (const node of tree.nodes()) {
    if (tree.isReference(node) && !tree.bindingOf(node)) {
      add(globalFeature(node['name'] as string), node, isTypeof(tree, node));
    }
    if (node.type === 'MemberExpression') {
      add(memberFeature(tree, node, ownNames), node, isHarmless(tree, node));
    }
    if (node.type === 'NewExpression') add(constructorFeature(tree, node), node, false);
    add(testedFeature(tree, node, ownNames), node, true);
    add(destructuredFeature(tree, node), node, true);
    add(eventFeature(node), node, true);
    for (const feature of syntaxFeatures(node)) add(feature, node, false);
  }
  return uses;
}

const globalPaths = [
  ['javascript', 'builtins'],
  ['api'],
  ['api', 'Window'],
  ['api', 'WorkerGlobalScope'],
  ['api', 'DedicatedWorkerGlobalScope'],
  ['api', 'ServiceWorkerGlobalScope'],
];

function globalFeature(name: string): Feature | undefined {
  return widestSupport(globalPaths.map((path) => featureAt(...path, name)));
}

/** `x.name`: exact for a known type, otherwise by a name that only an unsupported feature has. */
function memberFeature(
  tree: ScriptTree,
  node: Node,
  ownNames: ReadonlySet<string>,
): Feature | undefined {
  const name = memberName(node);
  if (name === undefined) return undefined;
  const type = typeOf(tree, node['object'] as Node);
  if (type === 'Window') return globalFeature(name);
  const memberOfType = type === undefined ? undefined : typedMember(type, name);
  if (memberOfType) return memberOfType;
  return type !== undefined || ownNames.has(name) ? undefined : memberNamed(name);
}

function constructorFeature(tree: ScriptTree, node: Node): Feature | undefined {
  const callee = node['callee'] as Node;
  if (callee.type !== 'Identifier' || tree.bindingOf(callee)) return undefined;
  const name = callee['name'] as string;
  return featureAt('api', name, name);
}

/** `'name' in x`. */
function testedFeature(
  tree: ScriptTree,
  node: Node,
  ownNames: ReadonlySet<string>,
): Feature | undefined {
  if (node.type !== 'BinaryExpression' || node['operator'] !== 'in') return undefined;
  const name = textOf(node['left'] as Node);
  if (name === undefined) return undefined;
  const type = typeOf(tree, node['right'] as Node);
  if (type === 'Window') return globalFeature(name);
  const memberOfType = type === undefined ? undefined : typedMember(type, name);
  return memberOfType ?? (ownNames.has(name) ? undefined : memberNamed(name));
}

/** `const { name } = x`. */
function destructuredFeature(tree: ScriptTree, node: Node): Feature | undefined {
  const pattern = tree.parentOf(node);
  const declarator = pattern && tree.parentOf(pattern);
  if (node.type !== 'Property' || pattern?.type !== 'ObjectPattern') return undefined;
  if (declarator?.type !== 'VariableDeclarator' || !declarator['init'] || node['computed'])
    return undefined;
  const key = node['key'] as Node;
  const type = typeOf(tree, declarator['init'] as Node);
  if (type === undefined || key.type !== 'Identifier') return undefined;
  const name = key['name'] as string;
  return type === 'Window' ? globalFeature(name) : typedMember(type, name);
}

/** `x.addEventListener('name')`: the event never fires without the feature. */
function eventFeature(node: Node): Feature | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'addEventListener')
    return undefined;
  const first = (node['arguments'] as Node[])[0];
  const name = first && textOf(first);
  return name === undefined ? undefined : memberNamed(`${name}_event`);
}

/** The property name, if it is literal. */
function memberName(node: Node): string | undefined {
  const property = node['property'] as Node;
  if (node['computed'] === true) return textOf(property);
  return property.type === 'Identifier' ? (property['name'] as string) : undefined;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  const [onlyQuasi, otherQuasis] = node['quasis'] as { value: { cooked: string } }[];
  return onlyQuasi && !otherQuasis ? onlyQuasi.value.cooked : undefined;
}

function isTypeof(tree: ScriptTree, node: Node): boolean {
  const parent = tree.parentOf(node);
  return parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof';
}

/**
 * Optional access to a member that is only read, written or called: doesn't throw without the
 * feature.
 */
function isHarmless(tree: ScriptTree, node: Node): boolean {
  const parent = tree.parentOf(node);
  if (parent?.type === 'CallExpression' && parent['callee'] === node)
    return parent['optional'] === true;
  if (parent?.type === 'NewExpression' && parent['callee'] === node) return false;
  if (parent?.type === 'MemberExpression' && parent['object'] === node) {
    return parent['optional'] === true;
  }
  return true;
}

/** Names of a script's keys, methods and assigned properties. */
function definedNames(tree: ScriptTree): string[] {
  const names: string[] = [];
  for (const node of tree.nodes()) {
    if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node['computed']) {
      const isPattern = tree.parentOf(node)?.type === 'ObjectPattern';
      const key = node['key'] as Node;
      const name = key.type === 'Identifier' ? (key['name'] as string) : textOf(key);
      if (!isPattern && name !== undefined) names.push(name);
    }
    if (node.type === 'AssignmentExpression') {
      const left = node['left'] as Node;
      const name = left.type === 'MemberExpression' ? memberName(left) : undefined;
      if (name !== undefined) names.push(name);
    }
  }
  return names;
}
