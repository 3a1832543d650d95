import { type Feature, featureAt } from './support.ts';
import type { Node } from './script-tree.ts';

type Rule = {
  path: readonly string[];
  types: readonly string[];
  /** Extra condition if the node type isn't enough. */
  condition?: (node: Node) => boolean;
};

const hasValue = (key: string, value: unknown) => (node: Node) => node[key] === value;

const rules: readonly Rule[] = [
  { path: ['operators', 'optional_chaining'], types: ['ChainExpression'] },
  {
    path: ['operators', 'nullish_coalescing'],
    types: ['LogicalExpression'],
    condition: hasValue('operator', '??'),
  },
  {
    path: ['operators', 'nullish_coalescing_assignment'],
    types: ['AssignmentExpression'],
    condition: hasValue('operator', '??='),
  },
  {
    path: ['operators', 'logical_or_assignment'],
    types: ['AssignmentExpression'],
    condition: hasValue('operator', '||='),
  },
  {
    path: ['operators', 'logical_and_assignment'],
    types: ['AssignmentExpression'],
    condition: hasValue('operator', '&&='),
  },
  {
    path: ['operators', 'exponentiation'],
    types: ['BinaryExpression'],
    condition: hasValue('operator', '**'),
  },
  { path: ['operators', 'import'], types: ['ImportExpression'] },
  {
    path: ['operators', 'import', 'options_parameter'],
    types: ['ImportExpression'],
    condition: (node) => Boolean(node['options']),
  },
  {
    path: ['operators', 'import_meta'],
    types: ['MetaProperty'],
    condition: (node) => (node['meta'] as Node)['name'] === 'import',
  },
  {
    path: ['statements', 'import', 'import_attributes'],
    types: ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'],
    condition: (node) => ((node['attributes'] as Node[] | undefined)?.length ?? 0) > 0,
  },
  {
    path: ['statements', 'using'],
    types: ['VariableDeclaration'],
    condition: hasValue('kind', 'using'),
  },
  {
    path: ['statements', 'await_using'],
    types: ['VariableDeclaration'],
    condition: hasValue('kind', 'await using'),
  },
  {
    path: ['statements', 'for_await_of'],
    types: ['ForOfStatement'],
    condition: hasValue('await', true),
  },
  {
    path: ['statements', 'async_generator_function'],
    types: ['FunctionDeclaration', 'FunctionExpression'],
    condition: (node) => node['async'] === true && node['generator'] === true,
  },
  {
    path: ['statements', 'try_catch', 'optional_catch_binding'],
    types: ['CatchClause'],
    condition: (node) => !node['param'],
  },
  {
    path: ['classes', 'public_class_fields'],
    types: ['PropertyDefinition'],
    condition: (node) => (node['key'] as Node).type !== 'PrivateIdentifier',
  },
  {
    path: ['classes', 'private_class_fields'],
    types: ['PropertyDefinition'],
    condition: (node) => (node['key'] as Node).type === 'PrivateIdentifier',
  },
  {
    path: ['classes', 'private_class_methods'],
    types: ['MethodDefinition'],
    condition: (node) => (node['key'] as Node).type === 'PrivateIdentifier',
  },
  {
    path: ['classes', 'private_class_fields_in'],
    types: ['BinaryExpression'],
    condition: (node) => (node['left'] as Node).type === 'PrivateIdentifier',
  },
  { path: ['classes', 'static', 'initialization_blocks'], types: ['StaticBlock'] },
  {
    path: ['grammar', 'numeric_separators'],
    types: ['Literal'],
    condition: (node) => typeof node['value'] === 'number' && String(node['raw']).includes('_'),
  },
  {
    path: ['builtins', 'BigInt'],
    types: ['Literal'],
    condition: (node) => typeof node['bigint'] === 'string',
  },
];

/** RegExp syntax that older browsers reject, along with the whole script. */
const patternRules: readonly { path: readonly string[]; pattern: RegExp }[] = [
  { path: ['lookbehind_assertion'], pattern: /\(\?<[=!]/ },
  { path: ['named_capturing_group'], pattern: /\(\?<[^=!]/ },
  {
    path: ['named_capturing_group', 'duplicate_named_capturing_groups'],
    pattern: /\(\?<([^=!>][^>]*)>.*\(\?<\1>/s,
  },
  { path: ['modifier'], pattern: /\(\?[ims]*-?[ims]*:(?<!\(\?:)/ },
  { path: ['unicode_character_class_escape'], pattern: /\\[pP]\{/ },
];

const flagNames: Readonly<Record<string, string>> = {
  d: 'hasIndices',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
};

/** Newer syntax used by one node. */
export function syntaxFeatures(node: Node): Feature[] {
  const pattern = rules
    .filter(({ types, condition }) => types.includes(node.type) && (condition?.(node) ?? true))
    .map(({ path }) => featureAt('javascript', ...path));
  return [...pattern, ...patternFeatures(node)].filter((feature) => feature !== undefined);
}

function patternFeatures(node: Node): (Feature | undefined)[] {
  const regex = node['regex'] as { pattern: string; flags: string } | undefined;
  if (node.type !== 'Literal' || !regex) return [];
  return [
    ...[...regex.flags].map((flag) =>
      flagNames[flag] === undefined
        ? undefined
        : featureAt('javascript', 'builtins', 'RegExp', flagNames[flag]),
    ),
    ...patternRules
      .filter(({ pattern }) => pattern.test(regex.pattern))
      .map(({ path }) => featureAt('javascript', 'regular_expressions', ...path)),
  ];
}
